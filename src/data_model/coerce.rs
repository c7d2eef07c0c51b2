//! The coercion table (protocol reference, section 9): any JSON value as the string, number or boolean that a property expects.

use std::borrow::Cow;

use serde_json::Value;

use super::number::{number_text, parse_decimal};

/// Text as shown to people: nothing for null, compact JSON for lists and objects, never a language's default string.
pub(crate) fn to_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Null => Cow::Borrowed(""),
        Value::Bool(true) => Cow::Borrowed("true"),
        Value::Bool(false) => Cow::Borrowed("false"),
        Value::Number(number) => Cow::Owned(number_text(number.as_f64().unwrap_or(0.0))),
        Value::Array(_) | Value::Object(_) => {
            let mut json = String::new();
            write_json(value, &mut json, 0);
            Cow::Owned(json)
        }
    }
}

/// Lists and objects nested deeper than this print as `null`.
const MAX_DEPTH: usize = 256;

/// Compact JSON with numbers as JavaScript's `JSON.stringify` prints them.
fn write_json(value: &Value, json: &mut String, depth: usize) {
    match value {
        Value::Array(elements) if depth < MAX_DEPTH => {
            json.push('[');
            for (position, element) in elements.iter().enumerate() {
                if position > 0 {
                    json.push(',');
                }
                write_json(element, json, depth + 1);
            }
            json.push(']');
        }
        Value::Object(members) if depth < MAX_DEPTH => {
            json.push('{');
            for (position, (key, member)) in members.iter().enumerate() {
                if position > 0 {
                    json.push(',');
                }
                write_quoted(key, json);
                json.push(':');
                write_json(member, json, depth + 1);
            }
            json.push('}');
        }
        Value::String(text) => write_quoted(text, json),
        Value::Bool(_) | Value::Number(_) => json.push_str(&to_text(value)),
        _ => json.push_str("null"),
    }
}

fn write_quoted(text: &str, json: &mut String) {
    // A string always serialises.
    json.push_str(&serde_json::to_string(text).unwrap_or_default());
}

/// A boolean; only the text `true` (in any case) is true among texts.
pub(crate) fn to_boolean(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Null => false,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => text.eq_ignore_ascii_case("true"),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// A finite number written as decimal or exponent text or given as one; nothing else. Blanks around it are allowed.
pub(crate) fn parse_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => parse_decimal(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_value_has_one_reading_as_text_number_and_boolean() {
        let cases = [
            (json!("abc"), "abc", None, false),
            (json!(""), "", None, false),
            (json!(" 4.5 "), " 4.5 ", Some(4.5), false),
            (json!("true"), "true", None, true),
            (json!("TRUE"), "TRUE", None, true),
            (json!("False"), "False", None, false),
            (json!("yes"), "yes", None, false),
            (json!(1), "1", Some(1.0), true),
            (json!(1.0), "1", Some(1.0), true),
            (json!(-2.5), "-2.5", Some(-2.5), true),
            (json!(0), "0", Some(0.0), false),
            (json!(-0.0), "0", Some(0.0), false),
            (json!(12345678901234567890u64), "12345678901234567000", Some(12345678901234567890.0), true),
            (json!(true), "true", None, true),
            (json!(false), "false", None, false),
            (json!(null), "", None, false),
            (json!([]), "[]", None, true),
            (json!({}), "{}", None, true),
            (json!({"k": null, "l": [1.0, "\"x\""]}), "{\"k\":null,\"l\":[1,\"\\\"x\\\"\"]}", None, true),
        ];
        for (value, text, number, boolean) in cases {
            assert_eq!(to_text(&value), text);
            assert_eq!(parse_number(&value), number, "{value}");
            assert_eq!(to_boolean(&value), boolean, "{value}");
        }
    }

    #[test]
    fn values_nested_beyond_the_cap_print_in_bounded_stack() {
        let deep = (0..1000).fold(json!(1), |inner, _| json!([inner]));

        assert!(to_text(&deep).contains("null"));
    }
}
