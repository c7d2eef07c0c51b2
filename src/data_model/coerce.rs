//! The coercion table (protocol reference, section 9): any JSON value as the string, number or boolean that a property expects.

use std::borrow::Cow;

use serde_json::Value;

/// Text as shown to people: nothing for null, compact JSON for lists and objects, never a language's default string.
pub(crate) fn to_text(value: &Value) -> Cow<'_, str> {
    todo!("{value}")
}

/// A number, or zero where the table says so.
pub(crate) fn to_number(value: &Value) -> f64 {
    todo!("{value}")
}

/// A boolean; only the text `true` (in any case) is true among texts.
pub(crate) fn to_boolean(value: &Value) -> bool {
    todo!("{value}")
}

/// A finite number written as decimal or exponent text or given as one; nothing else. Blanks around it are allowed.
pub(crate) fn parse_number(value: &Value) -> Option<f64> {
    todo!("{value}")
}
