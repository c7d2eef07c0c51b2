//! Values known only when read: literals, bindings and function calls.

pub(crate) mod check;
mod decode;
mod evaluation;
pub(crate) mod format_string;
pub(crate) mod functions;
pub(crate) mod intl;
mod scope;

use std::rc::Rc;

use serde_json::Value;

pub(crate) use decode::{DecodeError, WireForm};
pub(crate) use evaluation::{Agent, Answer, Effect, Evaluation, Problem};
pub(crate) use scope::Scope;

use crate::CatalogId;

/// A value in a dynamic position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Dynamic {
    Literal(Value),
    /// A data model path, relative to the scope it is read in unless it begins with a slash.
    Binding(Rc<str>),
    Call(Rc<Call>),
    /// A list with at least one member that is not literal.
    List(Rc<[Dynamic]>),
    /// An object with at least one member that is not literal. Only inside arguments and action contexts.
    Object(Rc<[(Rc<str>, Dynamic)]>),
}

/// A function call with arguments that are resolved before it runs.
#[derive(Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) function: Rc<str>,
    pub(crate) args: Vec<(Rc<str>, Dynamic)>,
    /// v1.0: the catalog the function is looked up in; none means the surface's own.
    pub(crate) catalog: Option<CatalogId>,
}
