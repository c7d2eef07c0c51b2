//! What the element uses of the standard library.

mod float;
pub mod thread;

pub use alloc::{borrow, boxed, fmt, format, rc, slice, str, string, vec};
pub use core::{
    any, array, assert, assert_eq, assert_ne, cell, char, cmp, concat, convert, debug_assert, default, hash,
    include_str, iter, marker, matches, mem, num, ops, option, panic, ptr, result, stringify, unreachable, write,
};

pub mod collections {
    pub use ::alloc::collections::{BTreeMap, BTreeSet, VecDeque};
    pub use hashbrown::{HashMap, HashSet};
}

/// What every module sees without asking.
pub mod prelude {
    pub mod rust_2024 {
        pub use ::alloc::borrow::ToOwned;
        pub use ::alloc::boxed::Box;
        pub use ::alloc::string::{String, ToString};
        pub use ::alloc::vec::Vec;
        pub use ::alloc::{format, vec};
        pub use core::prelude::rust_2024::*;

        pub use super::super::float::Float;
        pub use crate::thread_local;
    }
}

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
