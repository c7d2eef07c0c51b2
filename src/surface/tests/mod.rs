//! How surfaces behave, told by the tree they show.

mod changes;
mod snapshot;
mod support;
mod tree;
mod v0_8;
