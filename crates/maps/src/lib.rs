//! Maps for a2ui-easel, a module of its own that is loaded when a surface shows one.
//!
//! ```text
//!  properties ─▶ Wanted ─▶ Map ─▶ Scene ─▶ view
//!  (pin)                   (camera,        (graticule, labels,      elements
//!                           gesture)        clusters, scale bar)
//! ```
//!
//! No key, no network and no library of maps: the outlines of the countries are part of the module, and where they are no
//! longer true they fade, and a grid with a scale bar is left. What an agent sends becomes types in `properties`; `Map` is
//! what the person has made of it; a `Scene` is all there is to draw, in pixels. `texts` says the same in words.
//!
//! Only `view` knows a browser. Everything else is plain Rust, tested natively.
#![forbid(unsafe_code)]
#![cfg_attr(not(target_family = "wasm"), expect(dead_code, reason = "the view, which is wasm only, is the user"))]

mod maths;
mod projection;

mod camera;

mod layout;

mod fit;
mod gesture;

mod scale_bar;
mod words;

mod graticule;
mod outlines;

mod pin;
mod properties;

mod clusters;
mod labels;
mod notice;
mod route;

mod map;
mod scene;
mod texts;

#[cfg(target_family = "wasm")]
mod view;
