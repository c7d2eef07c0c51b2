// `a2ui-easel/inline`: the same as `a2ui-easel` in one file, the WebAssembly modules inside it.
export * from "./index.js";
