//! One reading of values: what it may look at, what it looked at, and what went wrong.

use std::borrow::Cow;
use std::cell::RefCell;

use serde_json::Value;

use super::functions::Functions;
use super::intl::Intl;
use super::{Dynamic, Scope};
use crate::data_model::{DataModel, Pointer};
use crate::protocol::Version;

/// Resolves dynamic values in one scope and records which places of the data model the result depends on.
pub(crate) struct Evaluation<'a> {
    pub(crate) model: &'a DataModel,
    pub(crate) scope: &'a Scope,
    pub(crate) intl: &'a dyn Intl,
    pub(crate) functions: &'a Functions,
    /// Decides where the versions' semantics differ: truthiness of validation results, what validators return.
    pub(crate) version: Version,
    reads: RefCell<Vec<Pointer>>,
    problems: RefCell<Vec<Problem>>,
}

/// A failed evaluation: the value became empty, and this says why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// `EXPRESSION_ERROR`, …
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(
        model: &'a DataModel,
        scope: &'a Scope,
        intl: &'a dyn Intl,
        functions: &'a Functions,
        version: Version,
    ) -> Self {
        Evaluation { model, scope, intl, functions, version, reads: RefCell::default(), problems: RefCell::default() }
    }

    /// The value of `dynamic` here and now; null where it fails or where nothing stands.
    pub(crate) fn resolve<'v>(&self, dynamic: &'v Dynamic) -> Cow<'v, Value>
    where
        'a: 'v,
    {
        todo!("{dynamic:?}")
    }

    /// What stands at `path` as seen from the scope; the place counts as read even when nothing stands there.
    pub(crate) fn read(&self, path: &str) -> Option<&'a Value> {
        match self.scope.resolve(path) {
            Ok(pointer) => {
                let value = self.model.get(&pointer);
                self.reads.borrow_mut().push(pointer);
                value
            }
            Err(_) => None,
        }
    }

    pub(crate) fn report(&self, code: &'static str, message: impl Into<String>) {
        self.problems.borrow_mut().push(Problem { code, message: message.into() });
    }

    /// The places the results depend on, and the problems met, since this evaluation began.
    pub(crate) fn finish(self) -> (Vec<Pointer>, Vec<Problem>) {
        (self.reads.into_inner(), self.problems.into_inner())
    }
}
