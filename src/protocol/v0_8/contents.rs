//! v0.8 typed data entries → plain JSON (protocol reference, section 7.3).

use serde_json::{Map, Value};

use super::path::segments;
use crate::protocol::fields::{Listed, Notes, at, json_text};

/// Maps within maps go no deeper than this.
const MAX_DEPTH: usize = 50;

/// The value that a list of entries stands for: a map, a list if its keys are those of one, or the value of the sole key `.`.
pub(in crate::protocol) fn value(contents: Listed, path: &str, notes: &mut Notes) -> Value {
    let entries = match contents {
        Listed::Many(entries) => entries,
        // One typed entry, or plain JSON as some producers send it.
        Listed::One(Value::Object(single)) if is_entry(&single) => {
            notes.tolerated(path, "A single data entry was sent where a list of them is due.");
            vec![Value::Object(single)]
        }
        Listed::One(plain) => {
            notes.tolerated(path, "Data was sent as plain JSON where typed entries are due.");
            return plain;
        }
    };
    if let [Value::Object(only)] = &*entries
        && only.get("key").and_then(Value::as_str) == Some(".")
    {
        let place = [path, "/0"].concat();
        return entries
            .into_iter()
            .find_map(|entry| self::entry(entry, &place, 0, notes))
            .map_or(Value::Null, |(_, v)| v);
    }
    let mut map = map(entries, path, 0, notes);
    lists(&mut map, 0);
    map
}

/// Keys that spell places, such as `chart.items[0].label`, as the tree they mean; `None` if no key is one.
pub(in crate::protocol) fn unflattened(members: &Map<String, Value>) -> Option<Value> {
    let is_place = |key: &str| segments(key).nth(1).is_some();
    if !members.keys().any(|key| is_place(key)) {
        return None;
    }
    let mut tree = Map::new();
    for (key, value) in members {
        let tokens: Vec<&str> = segments(key).take(MAX_DEPTH + 1).collect();
        if tokens.len() <= MAX_DEPTH {
            put(&mut tree, &tokens, value.clone());
        }
    }
    let mut tree = Value::Object(tree);
    lists(&mut tree, 0);
    Some(tree)
}

fn is_entry(members: &Map<String, Value>) -> bool {
    members.get("key").is_some_and(Value::is_string)
        && members.len() == 2
        && members.keys().any(|key| kind(key).is_some())
}

fn map(entries: Vec<Value>, path: &str, depth: usize, notes: &mut Notes) -> Value {
    let mut members = Map::new();
    for (index, entry) in entries.into_iter().enumerate() {
        let place = [path, "/", &index.to_string()].concat();
        let Some((key, value)) = self::entry(entry, &place, depth, notes) else { continue };
        let tokens: Vec<&str> = segments(&key).collect();
        if tokens.is_empty() {
            notes.refused(&[&place, "/key"].concat(), "A data entry's key names no place.");
            continue;
        }
        put(&mut members, &tokens, value);
    }
    Value::Object(members)
}

/// Puts a value where the tokens lead, over whatever stands in the way.
fn put(members: &mut Map<String, Value>, tokens: &[&str], value: Value) {
    let Some((first, rest)) = tokens.split_first() else { return };
    if rest.is_empty() {
        members.insert((*first).into(), value);
        return;
    }
    let slot = members.entry(*first).or_insert(Value::Null);
    if !slot.is_object() {
        *slot = Value::Object(Map::new());
    }
    if let Value::Object(inner) = slot {
        put(inner, rest, value);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Number,
    Boolean,
    Map,
    Plain,
}

fn kind(key: &str) -> Option<Kind> {
    Some(match key {
        "valueString" => Kind::Text,
        "valueNumber" => Kind::Number,
        "valueBoolean" => Kind::Boolean,
        "valueMap" => Kind::Map,
        "value" => Kind::Plain,
        _ => return None,
    })
}

fn entry(entry: Value, path: &str, depth: usize, notes: &mut Notes) -> Option<(String, Value)> {
    let Value::Object(members) = entry else {
        notes.refused(path, "A data entry must be an object.");
        return None;
    };
    let mut key = None;
    let mut found = None;
    for (name, value) in members {
        match kind(&name) {
            _ if value.is_null() => {}
            Some(_) if found.is_some() => {
                notes.refused(path, "A data entry must carry exactly one value.");
                return None;
            }
            Some(kind) => found = Some((kind, name, value)),
            None if name == "key" => key = Some(value),
            None => notes.ignored(&[path, &*at(&name)].concat(), ["The property ", &name, " was ignored."].concat()),
        }
    }
    let Some(Value::String(key)) = key else {
        notes.refused(&[path, "/key"].concat(), "A data entry's key must be a string.");
        return None;
    };
    let Some((kind, name, value)) = found else {
        notes.refused(path, "A data entry must carry exactly one value.");
        return None;
    };
    let depth = depth + segments(&key).count();
    if depth > MAX_DEPTH {
        notes.refused(&[path, "/key"].concat(), "Data is nested too deeply.");
        return None;
    }
    match typed(kind, value, &[path, "/", &name].concat(), depth, notes) {
        Some(value) => Some((key, value)),
        None => {
            notes.refused(&[path, "/", &name].concat(), "A data entry's value is not of the type its name says.");
            None
        }
    }
}

fn typed(kind: Kind, value: Value, path: &str, depth: usize, notes: &mut Notes) -> Option<Value> {
    match (kind, value) {
        // Producers put lists and objects into texts; the reference implementation reads them back.
        (Kind::Text, Value::String(text)) => Some(json_text(&text).unwrap_or(Value::String(text))),
        (Kind::Number, number @ Value::Number(_)) | (Kind::Boolean, number @ Value::Bool(_)) => Some(number),
        (Kind::Map, Value::Array(entries)) => Some(map(entries, path, depth, notes)),
        (Kind::Map, Value::String(text)) => {
            notes.tolerated(path, "JSON was sent as a text where the value itself was due.");
            json_text(&text)
        }
        (Kind::Map, plain @ Value::Object(_)) => {
            notes.tolerated(path, "Data was sent as plain JSON where typed entries are due.");
            Some(plain)
        }
        (Kind::Plain, plain) => {
            notes.tolerated(path, "A data entry's value was not named by its type.");
            Some(plain)
        }
        (Kind::Text, Value::Number(number)) => {
            notes.tolerated(path, "A data entry's value was not of the type its name says.");
            Some(Value::String(number.to_string()))
        }
        (Kind::Number | Kind::Boolean, Value::String(text)) => {
            notes.tolerated(path, "A data entry's value was not of the type its name says.");
            serde_json::from_str(text.trim()).ok().filter(|value| match kind {
                Kind::Number => Value::is_number(value),
                _ => Value::is_boolean(value),
            })
        }
        _ => None,
    }
}

/// Maps whose keys are exactly 0 to n − 1 become lists.
fn lists(value: &mut Value, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(|member| lists(member, depth + 1));
            let mut elements = vec![Value::Null; members.len()];
            if members.is_empty() || !members.keys().all(|key| index(key).is_some_and(|index| index < elements.len())) {
                return;
            }
            for (key, member) in std::mem::take(members) {
                if let Some(slot) = index(&key).and_then(|index| elements.get_mut(index)) {
                    *slot = member;
                }
            }
            *value = Value::Array(elements);
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| lists(element, depth + 1)),
        _ => {}
    }
}

fn index(key: &str) -> Option<usize> {
    let canonical = key == "0" || !key.starts_with('0') && key.bytes().all(|byte| byte.is_ascii_digit());
    if canonical { key.parse().ok() } else { None }
}
