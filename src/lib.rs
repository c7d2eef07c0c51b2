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
//! A module imports only from modules above it in the list below. Everything but `view`, `status` and `js` is plain Rust
//! without browser, clock or randomness, and is tested natively.
//!
//! # Two modules from one crate
//!
//! The feature `element` makes the module of the first paint: protocol, surfaces, `view` and `js`. The feature `activity`,
//! which `crates/activity` turns on, makes the module of AG-UI conversations: `framing`, `ag_ui`, `lifecycle`, `healing`,
//! `conversation` and `status`. Pages whose agents speak plain A2UI never load the second one.
//!
//! # Where leptos is used, and where not
//!
//! Surfaces are drawn by hand (`view`): which node changed is known from the data model's dependencies before anything is
//! drawn, so signals would decide it a second time. Measured with the same tree and JSON parsing included, brotli: 33 KB and
//! 5 µs for one update by hand, 52 KB and 15 µs with leptos views, which every first paint would pay. The life cycle's
//! screens and the form that answers a healing request (`status`) are leptos views: many small states, few nodes, in the
//! module that is loaded on demand.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(target_family = "wasm"),
    expect(dead_code, unused_imports, reason = "the view and the element, which are wasm only, are the users")
)]
#![cfg_attr(
    all(target_family = "wasm", not(all(feature = "element", feature = "activity"))),
    expect(dead_code, unused_imports, reason = "each of the two modules leaves out what only the other one needs")
)]

pub mod calendar;
mod id;
mod issue;
mod millis;
mod schema;
pub mod template;
mod url;

mod theme;

mod data_model;
mod dynamic;
pub mod listed;
mod markdown;

pub mod color;

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
pub use theme::Rgb;
