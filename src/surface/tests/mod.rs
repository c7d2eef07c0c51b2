//! How surfaces behave, told by the tree they show.

mod calls;
mod catalogs;
mod changes;
mod conformance;
mod drawings;
mod limits;
mod outgoing;
mod press;
mod snapshot;
mod support;
mod tolerance;
mod tree;
mod v0_8;
