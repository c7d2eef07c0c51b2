//! JSON in a dynamic position → [`Dynamic`].

use std::rc::Rc;

use serde_json::Value;

use super::{Call, Dynamic};

/// How bindings and calls are spelled on the wire (protocol reference, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum WireForm {
    /// `{"path": …}` and `{"call": …}`: v0.9 and the v1.0 candidate.
    #[default]
    Bare,
    /// `{"@path": …}`, `{"@call": …}` and `@@` as the escape for a literal `@`: v1.0 as published last.
    At,
}

/// Why a value has no sensible reading, with the JSON pointer below the value where that shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DecodeError {
    /// `INVALID_RESERVED_KEY` or `VALIDATION_FAILED`.
    pub(crate) code: &'static str,
    pub(crate) path: String,
    pub(crate) message: String,
}

impl Dynamic {
    /// Reads a property value: only a binding or call at the top is dynamic, everything deeper in a literal is data.
    /// List elements count as top (protocol reference, section 9: array ⇒ resolve each element).
    pub(crate) fn decode(value: &Value, form: WireForm) -> Result<Dynamic, DecodeError> {
        todo!("{value} {form:?}")
    }

    /// Reads a function argument or an action context entry: bindings and calls count at every depth.
    pub(crate) fn decode_deep(value: &Value, form: WireForm) -> Result<Dynamic, DecodeError> {
        todo!("{value} {form:?}")
    }
}

impl Call {
    /// Reads `{"call", "args"?, "catalogId"?}` (or the `@` form): the value of an action's `functionCall`.
    pub(crate) fn decode(value: &Value, form: WireForm) -> Result<Rc<Call>, DecodeError> {
        todo!("{value} {form:?}")
    }
}
