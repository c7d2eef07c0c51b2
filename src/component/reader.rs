//! Properties read here and now: bindings resolved, coerced to what the component expects, dependencies recorded.

use std::borrow::Cow;

use serde_json::Value;

use super::children::{ChildList, Children, Items};
use super::property::{MAX_ENTRIES, Properties, PropertyValue};
use crate::ComponentId;
use crate::data_model::coerce;
use crate::dynamic::check::Check;
use crate::dynamic::{Dynamic, Evaluation, functions};
use crate::protocol::Version;

/// Lists longer than this are cut; the surface reports it.
pub(crate) const MAX_ITEMS: usize = 20_000;

/// Texts longer than so many bytes are cut.
pub(crate) const MAX_TEXT: usize = 1_000_000;

/// One component's properties as seen from one scope.
pub(crate) struct Reader<'a> {
    properties: &'a Properties,
    evaluation: &'a Evaluation<'a>,
    /// What the person entered into a field whose `value` is not bound.
    entered: Option<&'a Value>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(properties: &'a Properties, evaluation: &'a Evaluation<'a>, entered: Option<&'a Value>) -> Self {
        Reader { properties, evaluation, entered }
    }

    fn property(&self, name: &str) -> Option<&'a PropertyValue> {
        self.properties.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    pub(crate) fn all(&self) -> &'a Properties {
        self.properties
    }

    /// A copy of any JSON, also of what only flat keys lead to; null where nothing stands. Many copies of one large value
    /// are paid for.
    pub(crate) fn owned(&self, name: &str) -> Value {
        let Some(dynamic) = self.dynamic(name) else { return Value::Null };
        match (self.evaluation.copy(dynamic), dynamic) {
            (Value::Null, Dynamic::Binding(path)) => match self.evaluation.read_flat(path) {
                Some(value) => {
                    self.evaluation
                        .report("TOLERATED", "Data was written under keys that spell places, such as \"a.b[0]\".");
                    value
                }
                None => Value::Null,
            },
            (value, _) => value,
        }
    }

    /// The property before it is resolved.
    pub(crate) fn dynamic(&self, name: &str) -> Option<&'a Dynamic> {
        match self.property(name) {
            Some(PropertyValue::Dynamic(dynamic)) => Some(dynamic),
            _ => None,
        }
    }

    /// Any JSON; null where nothing stands.
    pub(crate) fn value(&self, name: &str) -> Cow<'a, Value> {
        match (name, self.entered, self.dynamic(name)) {
            ("value", Some(entered), _) => Cow::Borrowed(entered),
            (_, _, Some(dynamic)) => self.evaluation.resolve(dynamic),
            (_, _, None) => Cow::Owned(Value::Null),
        }
    }

    pub(crate) fn text(&self, name: &str) -> String {
        let mut text = self.evaluation.shown(&self.value(name));
        if text.len() > MAX_TEXT {
            let end = (0..=MAX_TEXT).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            text.truncate(end);
            self.evaluation.report("LIMIT_EXCEEDED", "A text is longer than a page should hold; its end is not shown.");
        }
        text
    }

    pub(crate) fn boolean(&self, name: &str) -> bool {
        self.evaluation.truth(&self.value(name))
    }

    /// A finite number, if there is one.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        coerce::parse_number(&self.value(name))
    }

    /// Texts of a list; a single value counts as a list of one, the values of an object as a list.
    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        let text = |value: &Value| self.evaluation.shown(value);
        match &*self.value(name) {
            Value::Null => Vec::new(),
            Value::Array(values) => values.iter().take(MAX_ENTRIES).map(text).collect(),
            Value::Object(members) => members.values().take(MAX_ENTRIES).map(text).collect(),
            Value::String(value) if value.is_empty() => Vec::new(),
            value => vec![text(value)],
        }
    }

    /// One of the names of the property table; without the property the first of `names`.
    pub(crate) fn choice(&self, name: &str, names: &'static [&'static str]) -> &'static str {
        match self.property(name) {
            Some(PropertyValue::Choice(choice)) => choice,
            _ => names[0],
        }
    }

    pub(crate) fn child(&self, name: &str) -> Option<ComponentId> {
        match self.property(name) {
            Some(PropertyValue::Child(id)) => Some(id.clone()),
            _ => None,
        }
    }

    pub(crate) fn children(&self, name: &str) -> Children {
        let Some(PropertyValue::Children(children)) = self.property(name) else { return Children::default() };
        match children {
            ChildList::Ids(ids) => Children::Ids(ids.clone()),
            ChildList::Template { component, path } => {
                let Ok(pointer) = self.evaluation.locate(path) else { return Children::default() };
                let (items, count) = match self.evaluation.read(path) {
                    Some(Value::Array(elements)) => (Items::Elements(elements.len().min(MAX_ITEMS)), elements.len()),
                    Some(Value::Object(members)) if self.evaluation.version == Version::V0_8 => {
                        let names = members.keys().take(MAX_ITEMS).map(|key| key.as_str().into());
                        (Items::Members(names.collect()), members.len())
                    }
                    _ => (Items::Elements(0), 0),
                };
                Children::Items { component: component.clone(), path: pointer, items, is_cut: count > MAX_ITEMS }
            }
        }
    }

    /// A reader for each object of a list property.
    pub(crate) fn items(&self, name: &str) -> Vec<Reader<'a>> {
        match self.property(name) {
            Some(PropertyValue::Items(items)) if self.evaluation.pay_for(items.len()) => {
                items.iter().map(|item| Reader::new(item, self.evaluation, None)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the agent gave this property at all.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.property(name).is_some()
    }

    /// The sentence of the first check that fails, empty if it has none: nobody wrote one for `validationRegexp`.
    pub(crate) fn first_failing(&self) -> Option<String> {
        let failing = checks(self.properties).iter().find_map(|check| check.failure(self.evaluation));
        failing.map(|failure| failure.message).or_else(|| self.is_mismatched().then(String::new))
    }

    /// Whether the value has no match of the field's own pattern. A pattern that is none or takes too long matches all.
    fn is_mismatched(&self) -> bool {
        let pattern = self.text("validationRegexp");
        let value = || Some(self.text("value")).filter(|value| !value.is_empty());
        !pattern.is_empty()
            && value().is_some_and(|value| functions::matches(&value, &pattern, self.evaluation).ok() == Some(false))
    }

    /// Whether a check of these properties is the function `required`.
    pub(crate) fn demands_value(properties: &Properties) -> bool {
        checks(properties)
            .iter()
            .any(|check| matches!(&check.condition, Dynamic::Call(call) if &*call.function == "required"))
    }
}

fn checks(properties: &Properties) -> &[Check] {
    properties
        .iter()
        .find_map(|(_, value)| match value {
            PropertyValue::Checks(checks) => Some(checks.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
}
