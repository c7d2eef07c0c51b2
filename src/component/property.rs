//! What a component's JSON may say: the table each component declares, and the decoding that follows it.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::children::ChildList;
use crate::data_model::coerce;
use crate::dynamic::check::Check;
use crate::dynamic::{Call, DecodeError, Dynamic, WireForm};
use crate::{ComponentId, Issue};

/// One row of a component's property table.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
}

/// What a property holds, and so which objects in it are bindings, children or plain data.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A literal, binding or call. A literal is a text, or what reads as one.
    Text,
    /// The same for a number.
    Number,
    /// The same for true or false.
    Boolean,
    /// Any literal, binding or call.
    Dynamic,
    /// The same, with bindings and calls inside objects too.
    DeepDynamic,
    /// One of these names, never bound. The first is the default.
    Choice(&'static [&'static str]),
    /// The id of one child.
    Child,
    /// Ids of children, or a template.
    Children,
    Action,
    Checks,
    /// A list of objects, each with properties of its own.
    Items(&'static [Property]),
}

pub(crate) const fn required(name: &'static str, kind: Kind) -> Property {
    Property { name, kind, required: true }
}

pub(crate) const fn optional(name: &'static str, kind: Kind) -> Property {
    Property { name, kind, required: false }
}

/// Decoded properties, in no particular order.
pub(crate) type Properties = Vec<(&'static str, PropertyValue)>;

/// A property as decoded.
#[derive(Debug)]
pub(crate) enum PropertyValue {
    Dynamic(Dynamic),
    Choice(&'static str),
    Child(ComponentId),
    Children(ChildList),
    Action(Action),
    Checks(Vec<Check>),
    Items(Vec<Properties>),
}

/// What a press does.
#[derive(Debug)]
pub(crate) enum Action {
    /// Tell the agent.
    Event { name: String, user_message: Option<Dynamic>, context: Vec<(String, Dynamic)> },
    /// Run a function here, or at the agent if it lives there.
    Call(Rc<Call>),
}

/// Decodes `source` by `table`. Whatever has no sensible reading is left out and reported; the rest stands.
pub(crate) fn decode(
    source: &Map<String, Value>,
    table: &'static [Property],
    form: WireForm,
    place: &str,
    issues: &mut Vec<Issue>,
) -> Properties {
    let mut properties = Vec::with_capacity(source.len());
    for property in table {
        let at = || format!("{place}/{}", property.name);
        match source.get(property.name) {
            None | Some(Value::Null) => {
                if property.required {
                    let message = format!("The property \"{}\" is missing.", property.name);
                    issues.push(Issue::warning("VALIDATION_FAILED", message).at(at()));
                }
            }
            Some(value) => match decode_value(value, &property.kind, form, &at(), issues) {
                Ok(value) => properties.push((property.name, value)),
                Err(issue) => issues.push(issue),
            },
        }
    }
    for name in source.keys() {
        if !table.iter().any(|property| property.name == name) && !COMMON.contains(&name.as_str()) {
            let message = format!("The property \"{}\" is not known here and was ignored.", clip(name));
            issues.push(Issue::info("UNKNOWN_PROPERTY", message).at(format!("{place}/{}", clip(name))));
        }
    }
    properties
}

/// Options, tabs and checks beyond this are left out.
pub(crate) const MAX_ENTRIES: usize = 2_000;

/// Decoded with the component itself, not by its table.
const COMMON: &[&str] = &["weight", "accessibility", "metadata"];

fn decode_value(
    value: &Value,
    kind: &Kind,
    form: WireForm,
    place: &str,
    issues: &mut Vec<Issue>,
) -> Result<PropertyValue, Issue> {
    let invalid = |message: &str| Issue::error("VALIDATION_FAILED", message).at(place);
    let dynamic = |decoded: Result<Dynamic, DecodeError>| match decoded {
        Ok(dynamic) => Ok(PropertyValue::Dynamic(dynamic)),
        Err(error) => Err(error.at(place)),
    };
    Ok(match kind {
        Kind::Text | Kind::Number | Kind::Boolean => {
            let decoded = Dynamic::decode(value, form);
            if let Ok(Dynamic::Literal(_) | Dynamic::List(_)) = decoded {
                check_literal(value, kind, place, issues)?;
            }
            dynamic(decoded)?
        }
        Kind::Dynamic => dynamic(Dynamic::decode(value, form))?,
        Kind::DeepDynamic => dynamic(Dynamic::decode_deep(value, form))?,
        Kind::Choice(names) => {
            let text = value.as_str().ok_or_else(|| invalid("Expected one of the names the catalog lists."))?;
            let known = names.iter().find(|name| same_name(name, text));
            if known.is_none() {
                let message = format!("\"{}\" is not a known value; \"{}\" is used.", clip(text), names[0]);
                issues.push(Issue::info("UNKNOWN_VALUE", message).at(place));
            }
            PropertyValue::Choice(known.unwrap_or(&names[0]))
        }
        Kind::Child => PropertyValue::Child(
            decode_child(value, place, issues).ok_or_else(|| invalid("Expected the id of a component."))?,
        ),
        Kind::Children => PropertyValue::Children(ChildList::decode(value, place, issues)?),
        Kind::Action => PropertyValue::Action(decode_action(value, form, place, issues)?),
        Kind::Checks => {
            let rules = match value {
                Value::Array(rules) => rules.as_slice(),
                Value::Object(_) => std::slice::from_ref(value),
                _ => return Err(invalid("Expected a list of checks.")),
            };
            let mut checks = Vec::with_capacity(rules.len());
            for (index, rule) in rules.iter().enumerate().take(MAX_ENTRIES) {
                match Check::decode(rule, form) {
                    Ok(check) => checks.push(check),
                    Err(error) => issues.push(error.at(&format!("{place}/{index}"))),
                }
            }
            PropertyValue::Checks(checks)
        }
        Kind::Items(table) => {
            let Value::Array(items) = value else { return Err(invalid("Expected a list of objects.")) };
            if items.len() > MAX_ENTRIES {
                let message = ["Only the first ", &MAX_ENTRIES.to_string(), " entries are shown."].concat();
                issues.push(Issue::warning("LIMIT_EXCEEDED", message).at(place));
            }
            let mut decoded = Vec::with_capacity(items.len().min(MAX_ENTRIES));
            for (index, item) in items.iter().enumerate().take(MAX_ENTRIES) {
                let at = format!("{place}/{index}");
                match item {
                    Value::Object(item) => decoded.push(self::decode(item, table, form, &at, issues)),
                    _ => issues.push(Issue::error("VALIDATION_FAILED", "Expected an object.").at(at)),
                }
            }
            PropertyValue::Items(decoded)
        }
    })
}

/// Whether a literal is of the type its property has; one that reads as that type is taken and noted.
fn check_literal(value: &Value, kind: &Kind, place: &str, issues: &mut Vec<Issue>) -> Result<(), Issue> {
    let (is_exact, is_readable, expected) = match kind {
        Kind::Text => (value.is_string(), value.is_number() || value.is_boolean(), "a text"),
        Kind::Number => (value.is_number(), value.is_string() && coerce::parse_number(value).is_some(), "a number"),
        Kind::Boolean => {
            let is_word = |text: &str| text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false");
            (value.is_boolean(), value.as_str().is_some_and(is_word) || value.is_number(), "true or false")
        }
        _ => return Ok(()),
    };
    if is_exact {
        return Ok(());
    }
    let message = ["Expected ", expected, ", a binding or a function call."].concat();
    if !is_readable {
        return Err(Issue::error("VALIDATION_FAILED", message).at(place));
    }
    issues.push(Issue::info("TOLERATED", message).at(place));
    Ok(())
}

/// Names are compared without case, `-` and `_`, so that `scale-down` is `scaleDown`.
fn same_name(known: &str, text: &str) -> bool {
    let plain = |text: &str| {
        text.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    known == text || plain(known) == plain(text)
}

/// A child id; of a list of ids the first, reported.
fn decode_child(value: &Value, place: &str, issues: &mut Vec<Issue>) -> Option<ComponentId> {
    match value {
        Value::String(id) => Some(id.as_str().into()),
        Value::Number(id) => {
            issues.push(Issue::info("TOLERATED", "A component id was a number; it is read as a text.").at(place));
            Some(id.to_string().as_str().into())
        }
        Value::Array(ids) => {
            let first = ids.first()?.as_str()?;
            let message = "Expected one component id; the first of the list is used.";
            issues.push(match ids.len() {
                1 => Issue::info("TOLERATED", message).at(place),
                _ => Issue::error("VALIDATION_FAILED", message).at(place),
            });
            Some(first.into())
        }
        _ => None,
    }
}

fn decode_action(value: &Value, form: WireForm, place: &str, issues: &mut Vec<Issue>) -> Result<Action, Issue> {
    let invalid = |message: &str| Issue::error("VALIDATION_FAILED", message).at(place);
    let Value::Object(action) = value else { return Err(invalid("Expected an action object.")) };
    if let Some(event) = action.get("event").and_then(Value::as_object) {
        if action.contains_key("functionCall") {
            issues.push(
                Issue::error("VALIDATION_FAILED", "An action is an event or a function call; the event is used.")
                    .at(place),
            );
        }
        return decode_event(event, form, &format!("{place}/event"), issues);
    }
    if let Some(call) = action.get("functionCall") {
        let below = format!("{place}/functionCall");
        return Call::decode(call, form).map(Action::Call).map_err(|error| error.at(&below));
    }
    if action.contains_key("call") || action.contains_key("@call") {
        issues.push(Issue::info("TOLERATED", "A call in an action belongs under \"functionCall\".").at(place));
        return Call::decode(value, form).map(Action::Call).map_err(|error| error.at(place));
    }
    if action.contains_key("name") {
        issues.push(Issue::info("TOLERATED", "An event belongs under \"event\".").at(place));
        return decode_event(action, form, place, issues);
    }
    Err(invalid("An action needs an \"event\" or a \"functionCall\"."))
}

fn decode_event(
    event: &Map<String, Value>,
    form: WireForm,
    place: &str,
    issues: &mut Vec<Issue>,
) -> Result<Action, Issue> {
    let name = event
        .get("name")
        .and_then(Value::as_str)
        .ok_or_else(|| Issue::error("VALIDATION_FAILED", "An event needs a \"name\".").at(format!("{place}/name")))?;
    let mut context = Vec::new();
    match event.get("context") {
        Some(Value::Object(entries)) => {
            for (key, value) in entries {
                let value = Dynamic::decode_deep(value, form).unwrap_or_else(|error| {
                    issues.push(error.under(key).under("context").at(place));
                    Dynamic::Literal(Value::Null)
                });
                context.push((key.clone(), value));
            }
        }
        None | Some(Value::Null) => {}
        Some(_) => issues.push(Issue::error("VALIDATION_FAILED", "Expected an object.").at(format!("{place}/context"))),
    }
    let user_message = event.get("userMessage").filter(|message| !message.is_null()).and_then(|message| {
        match decode_value(message, &Kind::Text, form, &format!("{place}/userMessage"), issues) {
            Ok(PropertyValue::Dynamic(message)) => Some(message),
            Ok(_) => None,
            Err(issue) => {
                issues.push(issue);
                None
            }
        }
    });
    Ok(Action::Event { name: name.to_owned(), user_message, context })
}

impl DecodeError {
    /// As an issue of the value at `place`.
    fn at(self, place: &str) -> Issue {
        Issue::error(self.code, self.message).at(self.path).below(place)
    }
}

/// Agent text inside a sentence, cut where a person would stop reading.
pub(crate) fn clip(text: &str) -> &str {
    match text.char_indices().nth(64) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
