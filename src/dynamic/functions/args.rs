//! Access to a call's resolved arguments.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::data_model::coerce;
use crate::dynamic::evaluation::Problem;

/// The arguments of one call, each already resolved. Null counts as given where a value is required.
pub(in crate::dynamic) struct Args<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Args<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    pub(super) fn required(&self, name: &str) -> Result<&'a Value, Problem> {
        self.get(name).ok_or_else(|| problem(["The argument `", name, "` is missing."]))
    }

    /// The argument as text, by the coercion table.
    pub(super) fn text(&self, name: &str) -> Result<Cow<'a, str>, Problem> {
        self.required(name).map(coerce::to_text)
    }

    /// A number, or text that is one.
    pub(super) fn number(&self, name: &str) -> Result<f64, Problem> {
        coerce::parse_number(self.required(name)?).ok_or_else(|| not_a_number(name))
    }

    /// As [`Args::number`]; null and a missing argument are no number.
    pub(super) fn optional_number(&self, name: &str) -> Result<Option<f64>, Problem> {
        match self.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => coerce::parse_number(value).map(Some).ok_or_else(|| not_a_number(name)),
        }
    }

    /// A boolean that is true unless said otherwise.
    pub(super) fn unless_denied(&self, name: &str) -> bool {
        match self.get(name) {
            None | Some(Value::Null) => true,
            Some(value) => coerce::to_boolean(value),
        }
    }
}

pub(super) fn problem<const N: usize>(parts: [&str; N]) -> Problem {
    Problem::expression(parts.concat())
}

pub(super) fn not_a_number(name: &str) -> Problem {
    problem(["The argument `", name, "` is not a number."])
}
