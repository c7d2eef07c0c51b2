//! Column: children below each other. The same properties as [`super::row`].

pub(crate) use super::row::PROPERTIES;

/// A Row turned by a quarter.
pub type Column = super::row::Row;
