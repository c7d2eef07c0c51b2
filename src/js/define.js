// `a2ui-easel/define`: the element without the side effect of registering it.
import { A2uiEasel } from "./element.js";

/**
 * Registers the element under `tag` and answers with its class. A tag that is taken is left alone, whoever took it:
 * a page may well load the package twice. Does nothing on a server.
 */
export function defineEasel(tag = "a2ui-easel") {
  const registry = globalThis.customElements;
  if (!registry) return A2uiEasel;
  const taken = registry.get(tag);
  if (taken) return taken;
  // A class can be registered once; every further tag needs one of its own.
  const registered = registry.getName ? registry.getName(A2uiEasel) !== null : registry.get("a2ui-easel") === A2uiEasel;
  const element = registered ? class extends A2uiEasel {} : A2uiEasel;
  registry.define(tag, element);
  return element;
}

export { A2uiEasel };
