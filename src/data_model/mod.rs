//! One surface's JSON document, and how it is addressed, written and turned into what a property expects.

pub(crate) mod coerce;
mod model;
mod pointer;

pub use model::DataModel;
pub(crate) use model::{ModelError, Written};
pub use pointer::Pointer;
pub(crate) use pointer::PointerError;
