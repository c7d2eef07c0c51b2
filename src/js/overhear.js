/** Whether a source is an agent of `@ag-ui/client`, and no stream that happens to have subscribers. */
export const isAgent = (source) => typeof source?.subscribe === "function" && typeof source.getReader !== "function";

/**
 * Listens to an agent from now on; whoever listens to the answer hears all of it. An agent tells of a run only those who were
 * there when it began, and our module for it may have to be loaded first.
 */
export function overhear(agent) {
  const heard = [];
  let listener;
  const tell = (kind, told) => (listener ? listener[kind](told) : heard.push([kind, told]));
  // Events are the agent's, which may change them later.
  const hear = (kind) => ({ event, error } = {}) => void tell(kind, { error, text: event && JSON.stringify(event), type: event?.type });
  const kinds = ["onEvent", "onRunFailed", "onRunFinalized"];
  const subscription = agent.subscribe(Object.fromEntries(kinds.map((kind) => [kind, hear(kind)])));
  return {
    messages: [...(agent.messages ?? [])],
    isRunning: Boolean(agent.isRunning),
    listen(to) {
      listener = to;
      for (const [kind, told] of heard.splice(0)) listener[kind](told);
    },
    unsubscribe: () => subscription.unsubscribe(),
  };
}
