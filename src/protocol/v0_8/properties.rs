//! v0.8 component properties → the names and shapes of v0.9 (basic catalog reference, sections 1 and 9).

use std::rc::Rc;

use serde_json::{Map, Value};

use super::path;
use crate::protocol::fields::Notes;
use crate::protocol::{ComponentUpdate, Version};

/// Deeper than any message that a JSON reader lets through.
const MAX_DEPTH: usize = 160;

/// How bindings are spelled, and the first values found beside them.
struct Bindings {
    version: Version,
    seeds: Vec<(Rc<str>, Value)>,
}

impl Bindings {
    /// A path as later steps read it. Only v0.8 separates with dots and brackets.
    fn path(&self, text: &str) -> String {
        if self.version == Version::V0_8 { path::pointer(text) } else { text.to_owned() }
    }
}

/// Old name → new name, by type. `MultipleChoice` is already called `ChoicePicker` here.
const RENAMED: &[(&str, &str, &str)] = &[
    ("Text", "usageHint", "variant"),
    ("Image", "usageHint", "variant"),
    ("Image", "altText", "description"),
    ("Row", "distribution", "justify"),
    ("Row", "alignment", "align"),
    ("Column", "distribution", "justify"),
    ("Column", "alignment", "align"),
    ("List", "alignment", "align"),
    ("Tabs", "tabItems", "tabs"),
    ("Modal", "entryPointChild", "trigger"),
    ("Modal", "contentChild", "content"),
    ("TextField", "textFieldType", "variant"),
    ("TextField", "text", "value"),
    ("Slider", "minValue", "min"),
    ("Slider", "maxValue", "max"),
    ("ChoicePicker", "selections", "value"),
];

/// Fills in the component's properties, seeds and type name. `version` is that of the message, which decides how paths
/// are spelled.
pub(in crate::protocol) fn translate(update: &mut ComponentUpdate, properties: Map<String, Value>, version: Version) {
    let mut bindings = Bindings { version, seeds: Vec::new() };
    let kind = match update.component.as_deref() {
        Some("MultipleChoice") => Some("ChoicePicker"),
        Some("Checkbox") => Some("CheckBox"),
        other => other,
    };
    let mut translated = Map::new();
    for (name, value) in properties {
        let value = plain(value, &mut bindings, 0);
        let value = if name == "action" { action(value) } else { value };
        translated.insert(name, value);
    }
    for (of, old, new) in RENAMED {
        if kind == Some(*of) && !translated.contains_key(*new) {
            rename(&mut translated, old, new);
        }
    }
    match kind {
        Some("Button") => button(&mut translated),
        Some("ChoicePicker") if update.component.as_deref() == Some("MultipleChoice") => choice(&mut translated),
        // v0.8 states no default; the renderers of the time drew 0 to 100.
        Some("Slider") => {
            translated.entry("max").or_insert(100.into());
        }
        _ => {}
    }
    update.component = kind.map(Rc::from);
    update.seeds = bindings.seeds;
    update.properties = translated;
}

/// True for a value that only v0.8 writes: a wrapped literal or a wrapped child list.
pub(in crate::protocol) fn is_old(value: &Value) -> bool {
    let Value::Object(members) = value else { return false };
    is_bound(members) && !members.keys().all(|key| key == "path") || is_children(members)
}

/// Renames without moving the property to the end.
fn rename(properties: &mut Map<String, Value>, old: &str, new: &str) {
    if properties.contains_key(old) {
        *properties = std::mem::take(properties)
            .into_iter()
            .map(|(name, value)| (if name == old { new.into() } else { name }, value))
            .collect();
    }
}

fn button(properties: &mut Map<String, Value>) {
    if properties.contains_key("variant") {
        return;
    }
    match properties.shift_remove("primary") {
        Some(Value::Bool(true)) => {
            properties.insert("variant".into(), "primary".into());
        }
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => {
            properties.insert("variant".into(), "primary".into());
        }
        _ => {}
    }
}

/// In v0.8 `variant` is the look, and the number of selections decides what v0.9 calls the variant.
fn choice(properties: &mut Map<String, Value>) {
    for look in ["variant", "type"] {
        if !properties.contains_key("displayStyle") {
            rename(properties, look, "displayStyle");
        }
    }
    let single = match properties.get("maxAllowedSelections") {
        Some(Value::Number(limit)) => limit.as_f64() == Some(1.0),
        Some(Value::String(limit)) => limit.trim() == "1",
        _ => false,
    };
    let variant = if single { "mutuallyExclusive" } else { "multipleSelection" };
    properties.insert("variant".into(), variant.into());
}

/// `{name, context: [{key, value}]}` → `{event: {name, context: {…}}}`.
fn action(value: Value) -> Value {
    let Value::Object(mut members) = value else { return value };
    if members.contains_key("event") || members.contains_key("functionCall") || !members.contains_key("name") {
        return Value::Object(members);
    }
    if let Some(context) = members.get_mut("context") {
        let entries = context.take();
        *context = match entries {
            Value::Array(entries) => Value::Object(entries.into_iter().filter_map(context_entry).collect()),
            other => other,
        };
    }
    Value::Object(Map::from_iter([("event".into(), Value::Object(members))]))
}

fn context_entry(entry: Value) -> Option<(String, Value)> {
    let Value::Object(mut entry) = entry else { return None };
    match entry.shift_remove("key") {
        Some(Value::String(key)) => Some((key, entry.shift_remove("value").unwrap_or(Value::Null))),
        _ => None,
    }
}

/// v0.9 and later: `{name, context}` where `{event: {name, context}}` is due.
pub(in crate::protocol) fn complete_action(properties: &mut Map<String, Value>, path: &str, notes: &mut Notes) {
    let Some(Value::Object(members)) = properties.get_mut("action") else { return };
    if members.get("name").is_some_and(Value::is_string)
        && !members.contains_key("event")
        && !members.contains_key("functionCall")
    {
        notes.tolerated(&[path, "/action"].concat(), "An action was sent without the event around it.");
        let members = std::mem::take(members);
        properties.insert("action".into(), action(Value::Object(members)));
    }
}

/// Takes the v0.8 wrappers off, at every depth: literals, bindings, child lists.
fn plain(value: Value, bindings: &mut Bindings, depth: usize) -> Value {
    match value {
        _ if depth > MAX_DEPTH => Value::Null,
        Value::Object(members) if is_bound(&members) => bound(members, bindings, depth),
        Value::Object(members) if is_children(&members) => children(members, bindings),
        Value::Object(mut members) => {
            members.values_mut().for_each(|member| *member = plain(member.take(), bindings, depth + 1));
            Value::Object(members)
        }
        Value::Array(mut elements) => {
            elements.iter_mut().for_each(|element| *element = plain(element.take(), bindings, depth + 1));
            Value::Array(elements)
        }
        scalar => scalar,
    }
}

fn is_literal(key: &str) -> bool {
    matches!(
        key,
        "literalString"
            | "literalNumber"
            | "literalBoolean"
            | "literalArray"
            | "literalObject"
            | "literalMap"
            | "literal"
    )
}

fn is_bound(members: &Map<String, Value>) -> bool {
    !members.is_empty()
        && members.iter().all(|(key, value)| is_literal(key) || key == "path" && (value.is_string() || value.is_null()))
}

/// A literal beside a path is the path's first value (protocol reference, section 7.3).
fn bound(members: Map<String, Value>, bindings: &mut Bindings, depth: usize) -> Value {
    let mut at = None;
    let mut literal = None;
    for (key, value) in members {
        match value {
            Value::String(text) if key == "path" => at = Some(bindings.path(&text)),
            Value::Null => {}
            value if literal.is_none() => literal = Some(plain(value, bindings, depth + 1)),
            _ => {}
        }
    }
    match (at, literal) {
        (None, literal) => literal.unwrap_or(Value::Null),
        (Some(at), literal) => {
            if let Some(literal) = literal {
                bindings.seeds.push((Rc::from(&*at), literal));
            }
            Value::Object(Map::from_iter([("path".into(), Value::String(at))]))
        }
    }
}

fn is_children(members: &Map<String, Value>) -> bool {
    members.get("explicitList").is_some_and(Value::is_array)
        || members.get("template").and_then(Value::as_object).is_some_and(|template| {
            template.contains_key("componentId") && members.keys().all(|key| key == "template" || key == "explicitList")
        })
}

fn children(mut members: Map<String, Value>, bindings: &Bindings) -> Value {
    if let Some(list @ Value::Array(_)) = members.shift_remove("explicitList") {
        return list;
    }
    let Some(Value::Object(template)) = members.shift_remove("template") else { return Value::Null };
    let mut child_list = Map::new();
    for (key, value) in template {
        match (key.as_str(), value) {
            ("dataBinding" | "path", Value::String(text)) => {
                child_list.insert("path".into(), Value::String(bindings.path(&text)));
            }
            // Some producers wrap the binding.
            ("dataBinding", Value::Object(binding)) => {
                if let Some(Value::String(text)) = binding.get("path") {
                    child_list.insert("path".into(), Value::String(bindings.path(text)));
                }
            }
            (_, value) => {
                child_list.insert(key, value);
            }
        }
    }
    Value::Object(child_list)
}
