// Markdown, loaded when a Text carries some.
import init, { render } from "glue:markdown";
import { once } from "./once.js";

/** Settled when `render(host, text, isInline)` can be called. */
export const started = once(() => init({ module_or_path: new URL("./markdown_bg.wasm", import.meta.url) }));

export { render };
