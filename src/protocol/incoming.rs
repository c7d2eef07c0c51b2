//! JSON → messages: containers are opened, the version is detected, and that version's decoder does the rest.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::fields::{Fields, Notes, Refused};
use super::{Dialect, Message, Version, v0_8, v0_9, v1_0};
use crate::{Issue, SurfaceId};

/// Containers within containers are opened no deeper than this.
const MAX_NESTING: usize = 16;

const CONTAINERS: [&str; 4] = ["messages", "a2ui_operations", "operations", "validated_a2ui_json"];

/// Opens every container messages travel in (lists, `{"messages": […]}` and its kin, A2A data parts, JSON within a
/// string) into single messages. What is no container comes out as it is, for [`parse`] to judge.
pub(crate) fn flatten(input: Value) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut open = vec![(input, 0)];
    while let Some((value, depth)) = open.pop() {
        match value {
            _ if depth > MAX_NESTING => messages.push(value),
            Value::Array(elements) => open.extend(elements.into_iter().rev().map(|element| (element, depth + 1))),
            Value::Object(members) => match contained(members) {
                Ok(inner) => open.push((inner, depth + 1)),
                Err(message) => messages.push(message),
            },
            Value::String(text) => match super::stream::values(&text) {
                (values, _) if values.is_empty() => messages.push(Value::String(text)),
                (values, _) => open.extend(values.into_iter().rev().map(|value| (value, depth + 1))),
            },
            Value::Null => {}
            scalar => messages.push(scalar),
        }
    }
    messages
}

/// Messages from text: JSON, JSON Lines, server-sent events, or prose with JSON in it.
pub(crate) fn flatten_text(text: &str) -> (Vec<Value>, Vec<Issue>) {
    let (values, mut issues) = super::stream::values(text);
    if values.is_empty() && issues.is_empty() && !text.trim().is_empty() {
        issues.push(Issue::error("INVALID_JSON", "The text holds no message."));
    }
    (values.into_iter().flat_map(flatten).collect(), issues)
}

/// What an object holds, if it is there only to hold messages.
fn contained(mut members: Map<String, Value>) -> Result<Value, Value> {
    if !members.keys().any(|key| is_verb(key)) {
        let container = CONTAINERS.iter().find(|key| members.contains_key(**key));
        if let Some(inner) = container.and_then(|key| members.shift_remove(*key)) {
            return Ok(inner);
        }
        // A2A: a data part, a text part that may hold blocks, and what parts travel in.
        let kind = members.get("kind").or_else(|| members.get("type")).and_then(Value::as_str);
        match (kind, members.get("data"), members.get("text")) {
            (Some("data") | None, Some(Value::Object(_) | Value::Array(_)), _) => {
                return Ok(members.shift_remove("data").unwrap_or_default());
            }
            (Some("text"), _, Some(Value::String(text))) => return Ok(Value::Array(super::stream::values(text).0)),
            _ => {}
        }
        for key in ["parts", "root", "result", "artifact", "status", "message"] {
            if members.get(key).is_some_and(|inner| inner.is_object() || inner.is_array()) {
                return Ok(members.shift_remove(key).unwrap_or_default());
            }
        }
    }
    Err(Value::Object(members))
}

pub(super) fn is_container(key: &str) -> bool {
    CONTAINERS.contains(&key)
}

fn is_modern(verb: &str) -> bool {
    matches!(verb, "createSurface" | "updateComponents" | "updateDataModel")
}

/// Every word that says what a message is.
pub(crate) fn is_verb(key: &str) -> bool {
    key == "deleteSurface" || is_modern(key) || v0_8::has(key) || v1_0::has(key)
}

/// Reads one message. `dialect_of` tells how the agent of a living surface speaks, for messages without a version.
///
/// Tolerated sloppiness comes back as info and warning issues beside the message; an error issue means that the message, or
/// the entry the issue points at, was refused.
pub(crate) fn parse(
    message: Value,
    dialect_of: &dyn Fn(&SurfaceId) -> Option<Dialect>,
) -> (Option<Message>, Vec<Issue>) {
    let mut notes = Notes::default();
    let mut surface = None;
    let message = read(message, dialect_of, &mut notes, &mut surface).ok();
    if let Some(surface) = surface {
        notes.0.iter_mut().for_each(|issue| issue.surface = Some(SurfaceId::clone(&surface)));
    }
    (message, notes.0)
}

fn read(
    message: Value,
    dialect_of: &dyn Fn(&SurfaceId) -> Option<Dialect>,
    notes: &mut Notes,
    about: &mut Option<SurfaceId>,
) -> Result<Message, Refused> {
    let Value::Object(mut envelope) = message else {
        return Err(refuse(notes, "UNKNOWN_MESSAGE", "A message must be a JSON object."));
    };
    let version = envelope.shift_remove("version");
    let call_id = early_call_id(&mut envelope);
    let mut verbs = envelope.iter().filter(|(key, value)| is_verb(key) && !value.is_null()).map(|(key, _)| key.clone());
    let (verb, another) = (verbs.next(), verbs.next());
    let Some(verb) = verb else {
        return Err(refuse(notes, "UNKNOWN_MESSAGE", "The message contains no known action."));
    };
    let object = envelope.shift_remove(&verb).unwrap_or_default();
    *about = object.get("surfaceId").and_then(Value::as_str).map(SurfaceId::from);
    if another.is_some() {
        return Err(refuse(notes, "CONFLICTING_ACTIONS", "Message contains multiple conflicting update actions."));
    }
    let dialect = dialect(version, &verb, about.as_ref(), dialect_of, notes)?;
    for (key, value) in &envelope {
        if !value.is_null() {
            notes.ignored("", ["The property ", key, " beside ", &verb, " was ignored."].concat());
        }
    }
    let Value::Object(members) = super::fields::unquote(object, "", notes) else {
        return Err(notes.refused("", [&*verb, " must be an object."].concat()));
    };
    if about.is_none() {
        *about = members.get("surfaceId").and_then(Value::as_str).map(SurfaceId::from);
    }
    let fields = Fields::new(members, notes);
    let body = match dialect.version {
        Version::V0_8 => v0_8::read(&verb, fields)?,
        Version::V0_9 => v0_9::read(&verb, fields)?,
        Version::V1_0 => v1_0::read(&verb, fields, call_id)?,
    };
    Ok(Message { dialect, body })
}

/// Early v1.0 drafts write the id of a call beside the verb.
fn early_call_id(envelope: &mut Map<String, Value>) -> Option<Rc<str>> {
    if !["callFunction", "functionResponse", "actionResponse"].iter().any(|verb| envelope.contains_key(*verb)) {
        return None;
    }
    envelope.shift_remove("wantResponse");
    match envelope.shift_remove("functionCallId").or_else(|| envelope.shift_remove("actionId")) {
        Some(Value::String(id)) => Some(Rc::from(id)),
        _ => None,
    }
}

fn refuse(notes: &mut Notes, code: &'static str, sentence: impl Into<String>) -> Refused {
    notes.add(Issue::error(code, sentence));
    Refused
}

fn dialect(
    version: Option<Value>,
    verb: &str,
    surface: Option<&SurfaceId>,
    dialect_of: &dyn Fn(&SurfaceId) -> Option<Dialect>,
    notes: &mut Notes,
) -> Result<Dialect, Refused> {
    let spelling = match version {
        None | Some(Value::Null) => return unversioned(verb, surface, dialect_of, notes),
        Some(Value::String(spelling)) => spelling,
        Some(_) => return Err(refuse(notes, "UNSUPPORTED_VERSION", "version must be a string.")),
    };
    let Some((version, canonical)) = known_version(&spelling) else {
        let sentence = ["Unsupported protocol version '", &shortened(&spelling), "'."].concat();
        return Err(refuse(notes, "UNSUPPORTED_VERSION", sentence));
    };
    let known = match version {
        Version::V0_8 => v0_8::has(verb) || verb == "deleteSurface",
        Version::V0_9 => is_modern(verb) || verb == "deleteSurface",
        Version::V1_0 => !v0_8::has(verb),
    };
    if !known {
        let named = if version == Version::V0_8 { "v0.8" } else { canonical };
        let sentence = ["action '", verb, "' is not supported in protocol version ", named, "."].concat();
        return Err(refuse(notes, "UNSUPPORTED_VERSION", sentence));
    }
    if version == Version::V0_8 {
        notes.tolerated("", "v0.8 messages carry no version.");
    } else if canonical != spelling || canonical == "1.0" {
        notes.tolerated("", "The version was not spelled as the schema has it.");
    }
    Ok(Dialect { version, spelling: Rc::from(canonical) })
}

/// The version that a spelling means, and the spelling to use from then on.
fn known_version(spelling: &str) -> Option<(Version, &str)> {
    Some(match spelling {
        "v0.8" | "0.8" => (Version::V0_8, ""),
        "v0.9" | "v0.9.1" => (Version::V0_9, spelling),
        "v1.0" | "1.0" => (Version::V1_0, spelling),
        "0.9" => (Version::V0_9, "v0.9"),
        "0.9.1" => (Version::V0_9, "v0.9.1"),
        "1.0.0" | "V1.0" => (Version::V1_0, "v1.0"),
        _ => return None,
    })
}

/// How the sender of a message speaks, as far as the message alone shows; it may be none that can be applied.
pub(crate) fn spoken(message: &Value) -> Option<Dialect> {
    let members = message.as_object()?;
    let (version, spelling) = match members.get("version") {
        Some(version) => known_version(version.as_str()?)?,
        None if members.keys().any(|verb| v0_8::has(verb)) => (Version::V0_8, ""),
        None => return None,
    };
    Some(Dialect { version, spelling: Rc::from(spelling) })
}

/// No version: v0.8 by its verbs, else as the surface has spoken so far.
fn unversioned(
    verb: &str,
    surface: Option<&SurfaceId>,
    dialect_of: &dyn Fn(&SurfaceId) -> Option<Dialect>,
    notes: &mut Notes,
) -> Result<Dialect, Refused> {
    let v0_8 = Dialect { version: Version::V0_8, spelling: Rc::from("") };
    if v0_8::has(verb) {
        return Ok(v0_8);
    }
    let spoken = surface.and_then(dialect_of);
    if verb == "deleteSurface" {
        return Ok(spoken.unwrap_or(v0_8));
    }
    match spoken {
        Some(dialect) if dialect.version != Version::V0_8 && (dialect.version == Version::V1_0 || is_modern(verb)) => {
            notes.tolerated("", "version is missing; the surface's own was taken.");
            Ok(dialect)
        }
        _ if v1_0::has(verb) => {
            notes.tolerated("", "version is missing; only v1.0 has this message.");
            Ok(Dialect { version: Version::V1_0, spelling: Rc::from("v1.0") })
        }
        _ => Err(refuse(notes, "UNSUPPORTED_VERSION", "version is missing, and no surface tells which one is meant.")),
    }
}

/// What an agent wrote, short enough for a sentence.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Severity;
    use crate::protocol::Body;

    fn read(message: Value) -> (Option<Message>, Vec<Issue>) {
        parse(message, &|_| None)
    }

    #[test]
    fn containers_open_into_single_messages() {
        let message = json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}});
        for container in [
            message.clone(),
            json!([message]),
            json!({"messages": [message]}),
            json!({"a2ui_operations": [message], "status": "painted"}),
            json!({"operations": [message]}),
            json!({"validated_a2ui_json": message}),
            json!({"a2ui_operations": message.to_string()}),
            json!([message.to_string()]),
            json!({"kind": "data", "data": message, "metadata": {"mimeType": "application/a2ui+json"}}),
            json!({"parts": [{"kind": "text", "text": "Here it is"}, {"root": {"kind": "data", "data": message}}]}),
            json!({"parts": [{"kind": "text", "text": format!("Look: <a2ui-json>{message}</a2ui-json>")}]}),
            json!({"jsonrpc": "2.0", "result": {"status": {"message": {"parts": [{"data": message}]}}}}),
            json!([[message, null]]),
        ] {
            assert_eq!(flatten(container.clone()), std::slice::from_ref(&message), "{container}");
        }
    }

    #[test]
    fn containers_within_containers_end() {
        let mut value = json!([]);
        for _ in 0..100 {
            value = json!([value]);
        }
        assert_eq!(flatten(value).len(), 1);
    }

    #[test]
    fn text_without_a_message_is_reported_and_no_text_is_not() {
        let issues = |text| flatten_text(text).1.len();
        assert_eq!((issues("Hello!"), issues(" \n"), issues("[]")), (1, 0, 0));
    }

    #[test]
    fn versions_are_told_apart() {
        let surface = || json!({"surfaceId": "s", "catalogId": "c"});
        for (message, version, spelling) in [
            (json!({"beginRendering": {"surfaceId": "s", "root": "r"}}), Version::V0_8, ""),
            (json!({"version": "v0.8", "beginRendering": {"surfaceId": "s", "root": "r"}}), Version::V0_8, ""),
            (json!({"version": "v0.9", "createSurface": surface()}), Version::V0_9, "v0.9"),
            (json!({"version": "0.9", "createSurface": surface()}), Version::V0_9, "v0.9"),
            (json!({"version": "v0.9.1", "createSurface": surface()}), Version::V0_9, "v0.9.1"),
            (json!({"version": "0.9.1", "createSurface": surface()}), Version::V0_9, "v0.9.1"),
            (json!({"version": "v1.0", "createSurface": surface()}), Version::V1_0, "v1.0"),
            (json!({"version": "1.0", "createSurface": surface()}), Version::V1_0, "1.0"),
            (json!({"version": "1.0.0", "createSurface": surface()}), Version::V1_0, "v1.0"),
            (json!({"version": "V1.0", "createSurface": surface()}), Version::V1_0, "v1.0"),
        ] {
            let (message, issues) = read(message.clone());
            let message = message.unwrap_or_else(|| panic!("{issues:?}"));
            assert_eq!(message.dialect, Dialect { version, spelling: Rc::from(spelling) });
        }
        for spelling in ["v1", "1", "v1_0", "v1.0.1", "v1.1", "v0.10", "1.0-beta", ""] {
            let (message, issues) = read(json!({"version": spelling, "createSurface": surface()}));
            assert!(message.is_none());
            assert_eq!(issues[0].code, "UNSUPPORTED_VERSION");
        }
    }

    #[test]
    fn a_message_without_version_speaks_as_its_surface() {
        let living = Dialect { version: Version::V0_9, spelling: Rc::from("v0.9.1") };
        let message = json!({"updateComponents": {"surfaceId": "s", "components": []}});
        let (read, issues) = parse(message.clone(), &|surface| (surface.as_str() == "s").then(|| living.clone()));
        assert_eq!(read.map(|message| message.dialect), Some(living));
        assert_eq!(issues[0].severity, Severity::Info);
        assert_eq!(parse(message, &|_| None).0, None);
    }

    #[test]
    fn every_issue_names_the_surface_it_is_about() {
        let (message, issues) =
            read(json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [3]}}));
        assert!(
            matches!(message.map(|message| message.body), Some(Body::UpdateComponents { components, .. }) if components.is_empty())
        );
        assert_eq!(issues.len(), 1);
        assert_eq!(issues[0].path, "/components/0");
        assert_eq!(issues[0].surface, Some(SurfaceId::from("s")));
    }
}
