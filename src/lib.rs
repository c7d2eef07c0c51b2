//! A2UI, the agent-to-UI protocol, painted as real, accessible DOM.
//!
//! Data moves one way. Each step is a function from a value to a value until the last two:
//!
//! ```text
//!  bytes ─▶ ag_ui ─▶ protocol ─▶ surface ─▶ view ─▶ Action ─▶ js event out
//!           event     Message     Changes    DOM
//!             └──▶ lifecycle ──── Phase ──▶──┘
//! ```
//!
//! A module imports only from modules above it in the list below. Everything but `view` and `js` is plain Rust
//! without browser, clock or randomness, and is tested natively.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(target_family = "wasm"),
    expect(dead_code, unused_imports, reason = "the view and the element, which are wasm only, are the users")
)]
#![cfg_attr(
    all(target_family = "wasm", not(feature = "element")),
    expect(dead_code, unused_imports, reason = "drawing surfaces is the element's affair, not the conversation's")
)]

mod id;
mod issue;
mod millis;
mod schema;
mod url;

mod theme;

mod data_model;
mod dynamic;
mod markdown;

mod component;

mod catalog;

mod protocol;
mod step;
mod surface;

#[cfg(feature = "activity")]
mod framing;

#[cfg(feature = "activity")]
mod lifecycle;

#[cfg(feature = "activity")]
mod ag_ui;

#[cfg(feature = "activity")]
mod healing;

#[cfg(feature = "activity")]
mod conversation;

#[cfg(all(target_family = "wasm", feature = "element"))]
mod view;

#[cfg(all(target_family = "wasm", feature = "element"))]
mod js;

#[cfg(all(target_family = "wasm", feature = "activity"))]
mod status;

#[cfg(test)]
mod fixtures;

pub use component::{Component, Placeholder};
pub use data_model::{DataModel, Pointer};
pub use id::{CatalogId, ComponentId, SurfaceId};
pub use issue::{Issue, Severity};
pub use millis::Millis;
pub use protocol::{Message, Version};
pub use surface::{Changes, Surfaces};
