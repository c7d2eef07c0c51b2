//! One surface's JSON document, and how it is addressed, written and turned into what a property expects.

pub(crate) mod coerce;
mod model;
mod number;
mod pointer;

pub use model::DataModel;
pub(crate) use model::{ModelError, at_rest, index};
pub(crate) use number::{Decimal, number_text, number_value};
pub use pointer::Pointer;
pub(crate) use pointer::PointerError;
