//! Where a relative path starts: the surface's root, or one item of a template.

use std::rc::Rc;

use crate::data_model::{Pointer, PointerError};

/// The place in the data model that a component instance sees. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope(Rc<Inner>);

#[derive(Debug, PartialEq, Eq)]
struct Inner {
    base: Pointer,
    index: Option<usize>,
}

impl Scope {
    /// The scope of everything outside templates.
    pub(crate) fn root() -> Self {
        Scope(Rc::new(Inner { base: Pointer::root(), index: None }))
    }

    /// The scope of the item at `base`, the `index`-th of its collection.
    pub(crate) fn item(base: Pointer, index: usize) -> Self {
        Scope(Rc::new(Inner { base, index: Some(index) }))
    }

    pub(crate) fn base(&self) -> &Pointer {
        &self.0.base
    }

    /// Zero-based position in the nearest enclosing template.
    pub(crate) fn index(&self) -> Option<usize> {
        self.0.index
    }

    pub(crate) fn resolve(&self, path: &str) -> Result<Pointer, PointerError> {
        self.0.base.join(path)
    }
}
