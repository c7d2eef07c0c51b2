import type { A2uiEasel } from "./types.js";

export * from "./types.js";

/**
 * Registers the element under `tag` (default `a2ui-easel`) and answers with its class. A tag that is taken is left
 * alone. Does nothing on a server.
 */
export declare function defineEasel(tag?: string): typeof A2uiEasel;
