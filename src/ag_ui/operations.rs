//! Where A2UI messages hide: tool results of every producer, and arguments of a render call (AG-UI reference, sections 7 and 10).

use serde_json::{Map, Value, json};

use super::repair;
use crate::protocol::{BASIC_CATALOG, is_verb};

/// What a tool result carries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Extracted {
    Nothing,
    Operations(Vec<Value>),
    /// The agent gave up: the content of a failed activity.
    Failure(Map<String, Value>),
}

/// Whether the words of a result may be taken for bare messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    SpeaksA2ui,
    Other,
}

/// Tools that answer with A2UI by their contract.
pub(crate) const A2UI_TOOLS: [&str; 2] = ["render_a2ui", "send_a2ui_json_to_client"];
/// The call by which middleware tells an agent what a person did; it never encloses another.
pub(crate) const LOG_TOOL: &str = "log_a2ui_event";

/// The text itself, four times something around, and what it is all about.
const MAX_DEPTH: usize = 6;
const EXHAUSTED: &str = "a2ui_recovery_exhausted";
/// Looks for A2UI in the content of a tool result: text, content parts or any JSON, wrapped up to four times.
pub(crate) fn extract(content: &Value, tool: Tool) -> Extracted {
    search(content, tool, MAX_DEPTH).unwrap_or(Extracted::Nothing)
}

fn search(content: &Value, tool: Tool, depth: usize) -> Option<Extracted> {
    let depth = depth.checked_sub(1)?;
    match content {
        Value::String(text) => {
            let plain = serde_json::from_str::<Value>(text).ok();
            let read = plain.or_else(|| (tool == Tool::SpeaksA2ui).then(|| repair::parse(text)).flatten())?;
            search(&read, tool, depth)
        }
        Value::Array(list) => {
            let texts = list.iter().filter(|part| part.get("type").and_then(Value::as_str) == Some("text"));
            let mut found = texts.filter_map(|part| search(part.get("text")?, tool, depth));
            found.next().or_else(|| (tool == Tool::SpeaksA2ui && are_messages(list)).then(|| operations(list)))
        }
        Value::Object(members) => in_object(content, members, tool, depth),
        _ => None,
    }
}

fn in_object(object: &Value, members: &Map<String, Value>, tool: Tool, depth: usize) -> Option<Extracted> {
    let listed = |name: &str| members.get(name).map(opened).and_then(|value| value.as_array().cloned());
    if let Some(list) = listed("a2ui_operations") {
        return Some(operations(&list));
    }
    match members.get("validated_a2ui_json").map(opened) {
        Some(Value::Array(list)) => return Some(operations(&list)),
        Some(message @ Value::Object(_)) => return Some(operations(&[message])),
        _ => {}
    }
    if members.get("code").and_then(Value::as_str) == Some(EXHAUSTED) {
        return Some(Extracted::Failure(failure(members)));
    }
    if let Some(list) = listed("messages").filter(|list| are_messages(list)) {
        return Some(operations(&list));
    }
    for surface in members.get("snapshot").into_iter().chain([object]) {
        if let Some(built) = build(surface).filter(|_| surface.get("components").is_some_and(Value::is_array)) {
            return Some(Extracted::Operations(built));
        }
    }
    let inner = ["result", "output", "structuredContent", "content"];
    let found = inner.iter().filter_map(|name| members.get(*name)).find_map(|inner| search(inner, tool, depth));
    found.or_else(|| (tool == Tool::SpeaksA2ui && is_message(object)).then(|| operations(std::slice::from_ref(object))))
}

/// A value that may have been written as JSON text.
fn opened(value: &Value) -> Value {
    let read = value.as_str().and_then(repair::parse);
    read.unwrap_or_else(|| value.clone())
}

fn operations(list: &[Value]) -> Extracted {
    if list.is_empty() { Extracted::Nothing } else { Extracted::Operations(list.to_vec()) }
}

/// The content of the failed activity that an exhausted recovery stands for.
fn failure(members: &Map<String, Value>) -> Map<String, Value> {
    let mut content = Map::new();
    content.insert("status".into(), "failed".into());
    for name in ["error", "attempts", "maxAttempts"] {
        if let Some(value) = members.get(name) {
            content.insert(name.into(), value.clone());
        }
    }
    content
}

fn are_messages(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(is_message)
}

/// Whether an object looks like an A2UI message: it has a version or a verb.
pub(crate) fn is_message(value: &Value) -> bool {
    value.as_object().is_some_and(|members| members.keys().any(|key| key == "version" || is_verb(key)))
}

/// The surface an operation is about.
pub(crate) fn surface_of(operation: &Value) -> Option<&str> {
    let mut verbs = operation.as_object()?.iter().filter(|(key, _)| is_verb(key));
    verbs.find_map(|(_, verb)| verb.get("surfaceId")?.as_str())
}

/// The operations that the arguments of a render call stand for: `{surfaceId, components, data?}`, the latter two also as JSON
/// text. Nothing before there are components.
pub(crate) fn build(arguments: &Value) -> Option<Vec<Value>> {
    let surface = arguments.get("surfaceId").or_else(|| arguments.get("surface_id"))?.as_str()?;
    let components = opened(arguments.get("components")?);
    if !components.is_array() {
        return None;
    }
    let catalog = arguments.get("catalogId").and_then(Value::as_str).unwrap_or(BASIC_CATALOG);
    let mut operations = vec![
        json!({"version": "v0.9", "createSurface": {"surfaceId": surface, "catalogId": catalog}}),
        json!({"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": components}}),
    ];
    let data = arguments.get("data").map(opened).filter(|data| !data.is_null());
    let items = || arguments.get("items").map(|items| json!({"items": opened(items)}));
    if let Some(data) = data.or_else(items) {
        operations
            .push(json!({"version": "v0.9", "updateDataModel": {"surfaceId": surface, "path": "/", "value": data}}));
    }
    Some(operations)
}

/// The activities that the operations under one tool call make: one, or one a surface (AG-UI reference, section 7).
pub(crate) fn activities(key: &str, operations: Vec<Value>) -> Vec<(String, Map<String, Value>)> {
    let content = |operations: Vec<Value>| Map::from_iter([("a2ui_operations".to_owned(), Value::Array(operations))]);
    let mut surfaces: Vec<(String, Vec<Value>)> = Vec::new();
    for operation in &operations {
        let surface = surface_of(operation).unwrap_or_default();
        match surfaces.iter_mut().find(|(known, _)| known == surface) {
            Some((_, own)) => own.push(operation.clone()),
            None => surfaces.push((surface.to_owned(), vec![operation.clone()])),
        }
    }
    if surfaces.len() < 2 {
        return vec![(format!("a2ui-surface-{key}"), content(operations))];
    }
    surfaces.into_iter().map(|(surface, own)| (format!("a2ui-surface-{surface}-{key}"), content(own))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delete() -> Value {
        json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}})
    }

    fn check(content: Value, tool: Tool, found: bool) {
        let expected = if found { Extracted::Operations(vec![delete()]) } else { Extracted::Nothing };
        assert_eq!(extract(&content, tool), expected, "{content}");
    }

    #[test]
    fn every_container_is_opened() {
        let text = |value: &Value| Value::String(value.to_string());
        let key = json!({"a2ui_operations": [delete()]});
        for content in [
            key.clone(),
            text(&key),
            text(&text(&key)),
            json!([{"type": "image"}, {"type": "text", "text": key.to_string()}]),
            json!({"validated_a2ui_json": [delete()], "update_mode": "x"}),
            json!({"validated_a2ui_json": delete()}),
            json!({"result": key.to_string()}),
            json!({"output": {"structuredContent": key}}),
            json!({"output": {"result": key.to_string()}}),
            text(&json!({"content": [{"type": "text", "text": key.to_string()}]})),
            json!({"messages": [delete()]}),
            json!({"content": [{"type": "text", "text": key.to_string()}]}),
        ] {
            check(content, Tool::Other, true);
        }
        for bare in [json!([delete()]), delete(), text(&delete()), json!(format!("```json\n[{},]\n```", delete()))] {
            check(bare.clone(), Tool::SpeaksA2ui, true);
            check(bare, Tool::Other, false);
        }
    }

    #[test]
    fn what_is_no_a2ui_gives_nothing() {
        let deep = (0..9).fold(json!({"a2ui_operations": [delete()]}), |inner, _| json!({"result": inner}));
        for content in [
            json!({"status": "rendered"}),
            json!({"error": "request could not be prepared"}),
            json!({"messages": [{"role": "user"}, delete()]}),
            json!({"a2ui_operations": []}),
            json!("plain words"),
            json!(null),
            json!(7),
            deep,
        ] {
            check(content, Tool::Other, false);
        }
        check(json!({"error": "Failed to call A2UI tool x"}), Tool::SpeaksA2ui, false);
    }

    #[test]
    fn an_exhausted_recovery_is_a_failure() {
        let envelope =
            json!({"code": "a2ui_recovery_exhausted", "error": "e", "attempts": [{"attempt": 1, "ok": false}]});
        let expected = json!({"status": "failed", "error": "e", "attempts": [{"attempt": 1, "ok": false}]});
        for content in [envelope.clone(), Value::String(envelope.to_string()), json!({"result": envelope.to_string()})]
        {
            assert_eq!(extract(&content, Tool::Other), Extracted::Failure(expected.as_object().unwrap().clone()));
        }
    }

    #[test]
    fn render_arguments_become_operations() {
        let components = json!([{"id": "root", "component": "Text", "text": "x"}]);
        let built = build(
            &json!({"surfaceId": "s", "catalogId": "c", "components": components.to_string(), "data": "{\"a\": 1}"}),
        )
        .unwrap();
        assert_eq!(built[0]["createSurface"], json!({"surfaceId": "s", "catalogId": "c"}));
        assert_eq!(built[1]["updateComponents"]["components"], components);
        assert_eq!(built[2]["updateDataModel"], json!({"surfaceId": "s", "path": "/", "value": {"a": 1}}));
        let older = build(&json!({"surfaceId": "s", "components": components, "items": [1]})).unwrap();
        assert_eq!(older[2]["updateDataModel"]["value"], json!({"items": [1]}));
        assert_eq!(build(&json!({"surfaceId": "s", "components": components})).unwrap().len(), 2);
        assert_eq!(build(&json!({"surfaceId": "s", "components": "nope"})), None);
        assert_eq!(build(&json!({"components": []})), None);
        let snapshot = json!({"success": true, "snapshot": {"surfaceId": "s", "components": components}});
        assert!(matches!(extract(&snapshot, Tool::Other), Extracted::Operations(list) if list.len() == 2));
    }

    #[test]
    fn several_surfaces_are_several_activities() {
        let ids =
            |operations: Vec<Value>| activities("k", operations).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(ids(vec![delete(), delete()]), ["a2ui-surface-k"]);
        let other = json!({"beginRendering": {"surfaceId": "b", "root": "r"}});
        assert_eq!(ids(vec![delete(), other, delete()]), ["a2ui-surface-s-k", "a2ui-surface-b-k"]);
    }
}
