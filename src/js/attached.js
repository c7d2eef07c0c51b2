// The source that a host attaches to an element. Its module is loaded when there is one.
import { isAgent, overhear } from "./overhear.js";

/** At most one source at a time, and what is for it while its module is being loaded. `element` is `{clock, converse(work), busy(surface, isBusy)}`. */
export class Attached {
  #element;
  #link;

  constructor(element) {
    this.#element = element;
  }

  /** Whether there is a way back to an agent. */
  get isThere() {
    return this.#link !== undefined;
  }

  /** An `@ag-ui/client` agent, a URL, or a `ReadableStream`. */
  connect(source, options) {
    this.disconnect();
    const early = isAgent(source) ? overhear(source) : undefined;
    const link = (this.#link = { close: () => early?.unsubscribe(), waiting: [] });
    const start = async ({ open, started }) => {
      await started();
      if (this.#link !== link) return;
      this.#link = open(source, options, { ...this.#element, early });
      for (const [verb, what] of link.waiting) this.#link[verb](...what);
    };
    import("./connect.js").then(start).catch(console.error);
  }

  disconnect() {
    this.#link?.close();
    this.#link = undefined;
  }

  /** Gives the source what is for the agent: `verb` is one of its methods. */
  give(verb, ...what) {
    if (this.#link?.waiting) this.#link.waiting.push([verb, what]);
    else this.#link?.[verb](...what);
  }
}
