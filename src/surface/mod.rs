//! The state: all live surfaces.

/// TODO
pub struct Changes;
/// TODO
pub struct Surfaces;
