//! Stands in for `std` in the element's module: `core`, `alloc`, a hash map, an allocator, and a panic that only traps.
//!
//! With the real `std` every place that might panic keeps its file name, its sentence and the code that formats them: a
//! twelfth of the module, which no page ever shows. A trap is as good: nothing an agent sends leads to one, and the
//! browser's stack trace names the place. The crate that is given this one under the name `std` need not know of it. It
//! has what is used so far; a new use of the standard library may need a line in `part`.
//!
//! The feature `whole` is for builds that need the real one anyway: then this is but another name for it.
#![cfg_attr(not(test), no_std)]

#[cfg(not(feature = "whole"))]
extern crate alloc;
#[cfg(feature = "whole")]
extern crate std;

#[cfg(feature = "whole")]
pub use std::*;

#[cfg(not(feature = "whole"))]
mod part;

#[cfg(not(feature = "whole"))]
pub use part::*;
