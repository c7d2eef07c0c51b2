// The browser's own accessibility tree: what has which role, name and state for assistive technology.

const ROLES = { img: "image", presentation: "none", inputtime: "time", disclosuretriangle: "button" };
const CONTROLS = new Set([
  "textbox", "searchbox", "spinbutton", "slider", "checkbox", "switch", "radio", "combobox", "listbox", "date",
  "datetime", "time", "colorwell", "button",
]);
/** What is below these is the browser's own: the parts of a date field, the buttons of a player. */
const LEAVES = new Set(["textbox", "searchbox", "spinbutton", "slider", "date", "datetime", "time", "colorwell", "video", "audio", "meter"]);
const GROUPS = new Set(["radiogroup", "group"]);

const roleName = (role = "") => ROLES[role.toLowerCase()] ?? role.toLowerCase();
const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();

/** The exposed nodes of the page in its order, each `{role, name, description, value, states, backend}`. */
export async function accessibleNodes(cdp) {
  const { nodes } = await cdp.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const found = [];
  const waiting = [nodes[0]];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (!node) continue;
    if (!node.ignored) found.push(node);
    if (LEAVES.has(roleName(node.role?.value))) continue;
    waiting.push(...(node.childIds ?? []).map((id) => byId.get(id)).reverse());
  }
  return found.map((node) => ({
    role: roleName(node.role?.value),
    name: tidy(node.name?.value),
    description: tidy(node.description?.value),
    value: node.value?.value,
    states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name.toLowerCase(), value.value])),
    backend: node.backendDOMNodeId,
  }));
}

/** Those with a role and, where given, a name. */
export function withRole(nodes, { role, name }) {
  const wanted = name === undefined ? undefined : tidy(name);
  return nodes.filter((node) => node.role === roleName(role) && (wanted === undefined || node.name === wanted));
}

/** Controls with a label; groups of controls where no control has it. */
export function withLabel(nodes, label) {
  const named = nodes.filter((node) => node.name === tidy(label));
  const controls = named.filter((node) => CONTROLS.has(node.role));
  return controls.length > 0 ? controls : named.filter((node) => GROUPS.has(node.role));
}

/** Whether a node has all the states asked for; a state that the tree does not mention is false. */
export function hasStates(node, wanted = {}) {
  return Object.entries(wanted).every(([key, value]) => {
    const known = { name: node.name, description: node.description, value: node.value };
    const found = key in known ? known[key] : (node.states[key.toLowerCase()] ?? false);
    return String(found) === String(value);
  });
}

/** Those whose name, or whose text, contains a text. */
export const withText = (nodes, text) => nodes.filter((node) => node.name.includes(text));

/** The description of one element, given by an expression that the page evaluates. */
export async function descriptionOf(cdp, expression) {
  const { result, exceptionDetails } = await cdp.send("Runtime.evaluate", { expression });
  if (exceptionDetails) throw new Error(exceptionDetails.exception.description.split("\n")[0].replace(/^Error: /, ""));
  const { nodes } = await cdp.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
  return tidy(nodes[0]?.description?.value);
}

/** Hands the elements behind nodes to the page and answers with their places in `caseRunner.refs`. */
export async function toRefs(cdp, nodes) {
  const refs = [];
  for (const { backend } of nodes) {
    if (backend === undefined) continue;
    const { object } = await cdp.send("DOM.resolveNode", { backendNodeId: backend });
    const { result } = await cdp.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      functionDeclaration: "function () { return caseRunner.refs.push(this) - 1; }",
      returnByValue: true,
    });
    refs.push(result.value);
  }
  return refs;
}
