//! A list as charts and maps need one, in whatever shape an agent sent it.
//!
//! v0.8 has no lists on the wire, so they arrive as objects with number keys; others arrive as JSON text, as one bare item,
//! or as an object from labels to numbers. Each of these has one sensible reading. Nothing here knows what items mean,
//! beyond that a pair of `label` and `value`, or of `lat` and `lng`, makes one.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::data_model::coerce;

/// One entry of a list: as it stood in the value, or made from what stood there.
pub type Item<'a> = Cow<'a, Value>;

/// The items of a list, in the order that was meant. None if no reading makes a list of the value.
pub fn read_list(value: &Value) -> Option<Vec<Item<'_>>> {
    let text = match value {
        Value::String(text) => text.trim(),
        _ => return list_of(value),
    };
    if !text.starts_with(['[', '{']) {
        return None;
    }
    // The parser limits how deep this goes. Text within the text stays text.
    let parsed = serde_json::from_str(text).ok()?;
    Some(list_of(&parsed)?.into_iter().map(|item| Cow::Owned(item.into_owned())).collect())
}

/// A number that is one, or is written as one: no thousands marks, no unit, finite.
pub fn read_number(value: &Value) -> Option<f64> {
    coerce::parse_number(value).filter(|number| number.is_finite())
}

/// A label: text that is not blank, or a number or boolean as text.
pub fn read_label(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => Some(coerce::to_text(value)),
        _ => None,
    }
    .filter(|text| !text.trim().is_empty())
}

fn list_of(value: &Value) -> Option<Vec<Item<'_>>> {
    match value {
        Value::Array(items) => Some(items.iter().map(Cow::Borrowed).collect()),
        Value::Object(members) if is_item(members) => Some(vec![Cow::Borrowed(value)]),
        Value::Object(members) => numbered(members).or_else(|| named(members)),
        _ => None,
    }
}

fn is_item(members: &Map<String, Value>) -> bool {
    [["label", "value"], ["lat", "lng"]].iter().any(|pair| pair.iter().all(|key| members.contains_key(*key)))
}

/// An object whose keys are all whole numbers: its values in the order of these, gaps allowed. An empty object is empty.
fn numbered(members: &Map<String, Value>) -> Option<Vec<Item<'_>>> {
    let place = |key: &String| key.bytes().all(|byte| byte.is_ascii_digit()).then(|| key.parse::<u64>().ok()).flatten();
    let mut items =
        members.iter().map(|(key, value)| Some((place(key)?, value))).collect::<Option<Vec<(u64, &Value)>>>()?;
    items.sort_by_key(|(place, _)| *place);
    Some(items.into_iter().map(|(_, value)| Cow::Borrowed(value)).collect())
}

/// An object from names to numbers, which are labels and values, or from names to items.
fn named(members: &Map<String, Value>) -> Option<Vec<Item<'_>>> {
    if members.values().all(Value::is_object) {
        return Some(members.values().map(Cow::Borrowed).collect());
    }
    let pair = |(label, value): (&String, &Value)| {
        read_number(value)?;
        let pair = [("label", Value::from(label.as_str())), ("value", value.clone())];
        Some(Cow::Owned(Value::Object(pair.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())))
    };
    members.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_shape_of_a_list_is_read() {
        let a = json!({"label": "A", "value": 1});
        let b = json!({"label": "B", "value": "2"});
        let cases = [
            ("a list", json!([a, b]), Some(json!([a, b]))),
            ("an empty list", json!([]), Some(json!([]))),
            ("a list of anything", json!(["x", 1, null]), Some(json!(["x", 1, null]))),
            ("number keys, by number, with gaps", json!({"10": b, "2": a}), Some(json!([a, b]))),
            ("an empty object, as v0.8 sends an empty list", json!({}), Some(json!([]))),
            ("one item", a.clone(), Some(json!([a]))),
            ("one place", json!({"lat": 1, "lng": 2, "name": "x"}), Some(json!([{"lat": 1, "lng": 2, "name": "x"}]))),
            ("labels to numbers, as they came", json!({"A": 1, "B": "2"}), Some(json!([a, b]))),
            ("names to items", json!({"x": b, "y": a}), Some(json!([b, a]))),
            ("JSON text", json!(format!(" [{a}, {b}] ")), Some(json!([a, b]))),
            ("JSON text of numbered items", json!(r#"{"1": "b", "0": "a"}"#), Some(json!(["a", "b"]))),
            ("text within JSON text", json!(r#""[1]""#), None),
            ("broken JSON text", json!("[1, 2"), None),
            ("other text", json!("1, 2"), None),
            ("a number", json!(5), None),
            ("nothing", json!(null), None),
            ("an object of no kind", json!({"A": 1, "B": "many"}), None),
            ("a number key beyond all lists", json!({"99999999999999999999": "x"}), None),
        ];
        for (name, value, expected) in cases {
            let items = read_list(&value).map(|items| items.into_iter().map(Cow::into_owned).collect::<Value>());
            assert_eq!(items, expected, "{name}");
        }
    }

    #[test]
    fn deep_text_is_refused_and_not_followed() {
        assert_eq!(read_list(&json!("[".repeat(100_000))), None);
        assert_eq!(read_list(&json!(["[".repeat(10_000), "]".repeat(10_000)].concat())), None);
    }

    #[test]
    fn numbers_are_read_strictly() {
        for (value, expected) in [
            (json!(41), Some(41.0)),
            (json!("41.5"), Some(41.5)),
            (json!("-1e3"), Some(-1000.0)),
            (json!("1,000"), None),
            (json!("41%"), None),
            (json!("NaN"), None),
            (json!("Infinity"), None),
            (json!(""), None),
            (json!(true), None),
            (json!(null), None),
        ] {
            assert_eq!(read_number(&value), expected, "{value}");
        }
    }

    #[test]
    fn labels_are_words_or_what_prints_as_words() {
        for (value, expected) in [
            (json!("Jan"), Some("Jan")),
            (json!(2024), Some("2024")),
            (json!(true), Some("true")),
            (json!(" "), None),
            (json!(null), None),
            (json!({"a": 1}), None),
        ] {
            assert_eq!(read_label(&value).as_deref(), expected, "{value}");
        }
    }
}
