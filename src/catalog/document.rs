//! A catalog as its JSON document says it, with the functions that the host implements.

use std::rc::Rc;

use serde_json::Value;

use super::{Catalog, Declared};
use crate::Issue;
use crate::dynamic::functions::{Callers, Definition, HostFunction};
use crate::protocol::Version;

const INVALID: &str = "VALIDATION_FAILED";

impl Catalog {
    /// Reads a catalog document (v0.9 and v1.0 shapes alike). `implement` answers with the host's own function of a name,
    /// if it has one. What has no sensible reading is left out and reported.
    pub(crate) fn read(
        document: &Value,
        mut implement: impl FnMut(&str) -> Option<Rc<HostFunction>>,
    ) -> (Catalog, Vec<Issue>) {
        let mut issues = Vec::new();
        let text = |key| document.get(key).and_then(Value::as_str);
        let Some(id) = text("catalogId").or_else(|| text("id")).or_else(|| text("$id")) else {
            issues.push(Issue::error(INVALID, "A catalog needs a catalogId.").at("/catalogId"));
            return (Catalog::default(), issues);
        };
        let version = match text("protocolVersion").map(|version| version.trim_start_matches('v')) {
            Some("0.8") => Some(Version::V0_8),
            Some("0.9" | "0.9.1") => Some(Version::V0_9),
            Some("1.0") => Some(Version::V1_0),
            _ => None,
        };
        let mut catalog = Catalog { id: id.into(), version, ..Catalog::default() };
        for (name, component) in members(document.get("components")) {
            let at = ["/components/", name].concat();
            if check_name(name, &at, &mut issues) {
                let allowed = |key, issues: &mut Vec<Issue>| names(component, key, &at, issues);
                let declared = Declared {
                    allowed_parents: allowed("allowedParents", &mut issues),
                    allowed_children: allowed("allowedChildren", &mut issues),
                };
                catalog.components.push((name.into(), declared));
            }
        }
        for (name, function) in functions(document.get("functions")) {
            if check_name(name, &["/functions/", name].concat(), &mut issues) {
                let definition = definition(function, implement(name));
                catalog.functions.push((name.into(), Rc::new(definition)));
            }
        }
        (catalog, issues)
    }
}

fn members(value: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// A map by name (v1.0), or a list of objects with a name (v0.9).
fn functions(value: Option<&Value>) -> Vec<(&str, &Value)> {
    let list = value.and_then(Value::as_array).into_iter().flatten();
    let listed = list.filter_map(|function| Some((function.get("name")?.as_str()?, function)));
    members(value).chain(listed).collect()
}

fn definition(function: &Value, call: Option<Rc<HostFunction>>) -> Definition {
    let parameters = function
        .get("parameters")
        .or_else(|| function.get("args"))
        .or_else(|| function.get("properties").and_then(|properties| properties.get("args")));
    Definition {
        callers: match function.get("allowedCallers").and_then(Value::as_str) {
            Some("agentOnly") => Callers::AgentOnly,
            Some("rendererOrAgent") => Callers::RendererOrAgent,
            _ => Callers::RendererOnly,
        },
        requires_user_activation: function.get("requiresUserActivation").and_then(Value::as_bool) == Some(true),
        parameters: parameters.filter(|schema| schema.is_object()).cloned(),
        call,
    }
}

fn names(component: &Value, key: &str, at: &str, issues: &mut Vec<Issue>) -> Option<Vec<Rc<str>>> {
    let listed = component.get(key)?;
    let names = listed.as_array().and_then(|names| names.iter().map(|name| name.as_str().map(Rc::from)).collect());
    if names.is_none() {
        let message = [key, " must be a list of type names; it was ignored."].concat();
        issues.push(Issue::error(INVALID, message).at([at, "/", key].concat()));
    }
    names
}

/// Whether `name` is an identifier (UAX #31, as near as the standard library knows it).
fn check_name(name: &str, at: &str, issues: &mut Vec<Issue>) -> bool {
    let mut characters = name.chars();
    let is_identifier = characters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
        && characters.all(|character| character == '_' || character.is_alphanumeric());
    if !is_identifier {
        issues.push(Issue::error(INVALID, "Names in a catalog are identifiers; this one was ignored.").at(at));
    }
    is_identifier
}
