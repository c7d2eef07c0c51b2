//! Where a relative path starts: the surface's root, or one item of a template.

use std::rc::Rc;

use crate::data_model::{DataModel, Pointer, PointerError};
use crate::protocol::Version;

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

    /// The place `path` means from here: where a binding reads and where an input writes.
    ///
    /// In a v0.8 template an absolute path means the item's own member if there is one (protocol reference, section 8).
    pub(crate) fn locate(&self, path: &str, model: &DataModel, version: Version) -> Result<Pointer, PointerError> {
        match self.of_item(path, version)? {
            Some(of_item) if model.get(&of_item).is_some() => Ok(of_item),
            _ => self.resolve(path),
        }
    }

    /// The item's member that an absolute v0.8 path may mean.
    pub(super) fn of_item(&self, path: &str, version: Version) -> Result<Option<Pointer>, PointerError> {
        let may_mean_item = version == Version::V0_8 && path.starts_with('/') && !self.base().is_root();
        if may_mean_item { self.resolve(path.trim_start_matches('/')).map(Some) } else { Ok(None) }
    }

    /// As [`Scope::locate`] from v0.9 on, where no data is needed to tell.
    pub(crate) fn resolve(&self, path: &str) -> Result<Pointer, PointerError> {
        self.0.base.join(path)
    }
}
