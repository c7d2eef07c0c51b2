//! The module that a page loads when its host speaks AG-UI: `a2ui-easel` with its `activity` feature and without the
//! element. A crate of its own because it becomes a .wasm file of its own.
pub use a2ui_easel::*;
