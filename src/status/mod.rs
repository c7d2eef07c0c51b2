//! The module that speaks AG-UI: a conversation in, screens and steps for the surfaces out. Wasm only.
//!
//! Views here are leptos: a handful of screens with many small states, loaded by those pages alone whose agents speak AG-UI.

mod host;
mod news;
mod screens;
mod session;
mod view;
