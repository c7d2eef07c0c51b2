//! JSON Schema, as far as catalogs use it: enough to tell an agent what is wrong with the arguments of a call.
//!
//! What a schema says beyond the words known here is taken as met; a reference could be anything.

use serde_json::{Map, Value};

/// Schemas deeper than this are not followed.
const MAX_DEPTH: usize = 32;

/// What `members` lack to be an object that `schema` describes, as a sentence.
pub(crate) fn complaint_about_members(members: &Map<String, Value>, schema: &Value) -> Option<String> {
    about_members(members, schema, "", 0)
}

/// What `value` lacks to be what `schema` describes.
fn complaint(value: &Value, schema: &Value, place: &str, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(expected) = schema.get("type") {
        let is = |name: &Value| name.as_str().is_none_or(|name| is_of_type(value, name));
        let fits = match expected {
            Value::Array(names) => names.iter().any(is),
            name => is(name),
        };
        if !fits {
            return Some(sentence(place, "is of another type than the catalog says"));
        }
    }
    if schema.get("const").is_some_and(|only| only != value)
        || schema.get("enum").and_then(Value::as_array).is_some_and(|known| !known.contains(value))
    {
        return Some(sentence(place, "is none of the values that the catalog lists"));
    }
    if let Some(number) = value.as_f64() {
        let limit = |key| schema.get(key).and_then(Value::as_f64);
        if limit("minimum").is_some_and(|least| number < least) || limit("maximum").is_some_and(|most| number > most) {
            return Some(sentence(place, "is beyond its limits"));
        }
    }
    match value {
        Value::Object(members) => about_members(members, schema, place, depth),
        Value::Array(elements) => {
            let items = schema.get("items")?;
            elements.iter().enumerate().find_map(|(index, element)| {
                complaint(element, items, &[place, "/", &index.to_string()].concat(), depth + 1)
            })
        }
        _ => None,
    }
}

fn about_members(members: &Map<String, Value>, schema: &Value, place: &str, depth: usize) -> Option<String> {
    let below = |name: &str| [place, "/", name].concat();
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    if let Some(missing) = required.filter_map(Value::as_str).find(|name| !members.contains_key(*name)) {
        return Some(sentence(&below(missing), "is missing"));
    }
    let known = schema.get("properties").and_then(Value::as_object);
    let is_closed = ["additionalProperties", "unevaluatedProperties"]
        .iter()
        .any(|word| schema.get(*word).and_then(Value::as_bool) == Some(false));
    members.iter().find_map(|(name, value)| match known.and_then(|known| known.get(name)) {
        Some(schema) => complaint(value, schema, &below(name), depth + 1),
        None if is_closed => Some(sentence(&below(name), "is not known")),
        None => None,
    })
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn sentence(place: &str, what: &str) -> String {
    let place: String = place.chars().take(100).collect();
    ["The argument ", place.trim_start_matches('/'), " ", what, "."].concat()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_checked_and_the_first_fault_is_named() {
        let schema = json!({
            "type": "object",
            "properties": {
                "id": {"type": "string"},
                "count": {"type": "integer", "minimum": 1, "maximum": 9},
                "size": {"enum": ["s", "m"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "at": {"$ref": "common_types.json#/$defs/DynamicString"},
                "any": {"type": ["string", "null"]},
            },
            "required": ["id"],
            "unevaluatedProperties": false,
        });
        for (args, complaint) in [
            (json!({"id": "a", "count": 2.0, "size": "m", "tags": ["x"], "at": 3, "any": null}), None),
            (json!({}), Some("The argument id is missing.")),
            (json!({"id": 1}), Some("The argument id is of another type than the catalog says.")),
            (json!({"id": "a", "count": 1.5}), Some("The argument count is of another type than the catalog says.")),
            (json!({"id": "a", "count": 10}), Some("The argument count is beyond its limits.")),
            (json!({"id": "a", "size": "xl"}), Some("The argument size is none of the values that the catalog lists.")),
            (
                json!({"id": "a", "tags": ["x", 1]}),
                Some("The argument tags/1 is of another type than the catalog says."),
            ),
            (json!({"id": "a", "other": 1}), Some("The argument other is not known.")),
        ] {
            let members = args.as_object().unwrap();
            assert_eq!(complaint_about_members(members, &schema).as_deref(), complaint, "{args}");
        }
    }
}
