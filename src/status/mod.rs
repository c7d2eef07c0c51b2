//! The module that speaks AG-UI: a conversation in, screens and steps for the surfaces out. Wasm only.
