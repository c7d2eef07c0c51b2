//! Charts for a2ui-easel, a module of its own that is loaded when a surface has one.
//!
//! ```text
//!  properties ─▶ reading ─▶ level ──▶ round ─────┐
//!                (datum)      │                  ├─▶ picture ─▶ face ─▶ view
//!                             └─▶ cartesian ─────┘              │
//!                                 (axis, plane ─▶ plotters ─▶ recorder)
//! ```
//!
//! An agent's values are read one by one, become shapes with roles instead of colours, and only `view` turns these into
//! elements. Everything else is plain Rust: what a chart shows in which language ([`Page`](page::Page)) and room is a value, and
//! tested natively.
//!
//! plotters draws lines, bars and grids, on a backend that only remembers. It panics or never returns for some numbers, so
//! none of these gets to it: values are finite, below 10¹⁵ and few, ranges have a width (see `plane`).
#![forbid(unsafe_code)]
#![cfg_attr(not(target_family = "wasm"), expect(dead_code, reason = "the view, which is wasm only, is the user"))]

mod page;

mod color;
mod datum;
mod reading;

mod level;
mod number;

mod days;
mod reduce;
mod scene;
mod text;

mod recorder;

mod plane;

mod axis;
mod picture;

mod cartesian;
mod round;

mod face;

mod chart;

#[cfg(target_family = "wasm")]
mod view;

#[cfg(test)]
mod tests;
