//! Statics made on first use, in modules that have one thread.

use core::cell::{Cell, OnceCell};

#[cfg(target_feature = "atomics")]
compile_error!("with threads, a static needs a place for each of them");

pub struct LocalKey<T: 'static> {
    value: OnceCell<T>,
    make: fn() -> T,
}

// SAFETY: without atomics a module has one thread, so nothing is ever shared between two.
#[expect(unsafe_code, reason = "a static must be Sync")]
unsafe impl<T> Sync for LocalKey<T> {}

impl<T> LocalKey<T> {
    pub const fn new(make: fn() -> T) -> Self {
        LocalKey { value: OnceCell::new(), make }
    }

    pub fn with<R>(&'static self, read: impl FnOnce(&T) -> R) -> R {
        read(self.value.get_or_init(self.make))
    }
}

impl<T: Copy> LocalKey<Cell<T>> {
    pub fn get(&'static self) -> T {
        self.with(Cell::get)
    }

    pub fn set(&'static self, value: T) {
        self.with(|cell| cell.set(value));
    }
}

#[macro_export]
macro_rules! thread_local {
    (static $name:ident: $type:ty = const { $make:expr }) => {
        $crate::thread_local!(static $name: $type = $make)
    };
    ($(static $name:ident: $type:ty = $make:expr $(;)?)+) => {
        $(static $name: $crate::thread::LocalKey<$type> = $crate::thread::LocalKey::new(|| $make);)+
    };
}
