//! The renderer-to-agent schemas of every version, as a check that every message in these tests passes.

use serde_json::{Map, Value, json};

use super::support::{Stage, update};

/// Panics unless the schema of the message's version holds.
pub(super) fn check(message: &Value) {
    if let Err(fault) = conforms(message) {
        panic!("{fault}: {message}");
    }
}

fn conforms(message: &Value) -> Result<(), &'static str> {
    let envelope = message.as_object().ok_or("a message is an object")?;
    let version = match envelope.get("version").and_then(Value::as_str) {
        None if envelope.contains_key("version") => return Err("a version is a text"),
        None => 8,
        Some("v0.9" | "v0.9.1") => 9,
        Some("v1.0" | "1.0") => 10,
        Some(_) => return Err("no such version"),
    };
    let mut verbs = envelope.iter().filter(|(key, _)| *key != "version");
    let (Some((verb, body)), None) = (verbs.next(), verbs.next()) else { return Err("one verb a message") };
    let body = body.as_object().ok_or("a verb's value is an object")?;
    match (verb.as_str(), version) {
        ("userAction", 8) | ("action", 9) => action(body, &[]),
        ("action", 10) => action(body, &["userMessage", "metadata"]),
        ("error", _) => error(body, version),
        ("callAgentFunction", 10) => {
            closed(body, &["surfaceId", "functionCallId", "callFunction"], &[])?;
            let call = body["callFunction"].as_object().ok_or("a call is an object")?;
            let key = if call.contains_key("@call") { "@call" } else { "call" };
            closed(call, &[key], &["args", "catalogId"])?;
            call.get("args").is_none_or(Value::is_object).then_some(()).ok_or("args are an object")
        }
        ("rendererFunctionResponse", 10) => {
            closed(body, &["functionCallId"], &["value", "error"])?;
            match body.get("error").map(Value::as_object) {
                None if body.contains_key("value") => Ok(()),
                Some(Some(error)) if !body.contains_key("value") => closed(error, &["code", "message"], &[]),
                _ => Err("a value or an error"),
            }
        }
        _ => Err("no such verb in this version"),
    }
}

fn action(body: &Map<String, Value>, optional: &[&str]) -> Result<(), &'static str> {
    closed(body, &["name", "surfaceId", "sourceComponentId", "timestamp", "context"], optional)?;
    body["context"].is_object().then_some(()).ok_or("a context is an object")
}

fn error(body: &Map<String, Value>, version: u32) -> Result<(), &'static str> {
    let code = body.get("code").and_then(Value::as_str).unwrap_or_default();
    let is_validation = match version {
        10 => ["VALIDATION_FAILED", "UNALLOWED_PARENT", "UNALLOWED_CHILD"].contains(&code),
        _ => code == "VALIDATION_FAILED",
    };
    match version {
        8 => texts(body, &["message"]),
        _ if is_validation => closed(body, &["code", "surfaceId", "path", "message"], &[]),
        9 => texts(body, &["code", "surfaceId", "message"]),
        _ if body.contains_key("surfaceId") && body.contains_key("functionCallId") => Err("one of two ids"),
        _ => texts(body, &["code", "message"]),
    }
}

/// These members, of which the texts are texts, perhaps those, and no others.
fn closed(body: &Map<String, Value>, required: &[&str], optional: &[&str]) -> Result<(), &'static str> {
    if body.keys().any(|key| !required.contains(&key.as_str()) && !optional.contains(&key.as_str())) {
        return Err("an unknown member");
    }
    let required: Vec<&str> =
        required.iter().copied().filter(|name| !matches!(*name, "context" | "callFunction")).collect();
    texts(body, &required)
}

fn texts(body: &Map<String, Value>, required: &[&str]) -> Result<(), &'static str> {
    let is_there = |name: &&str| body.get(*name).is_some_and(Value::is_string);
    required.iter().all(is_there).then_some(()).ok_or("a member is missing or no text")
}

#[test]
fn the_check_knows_what_is_wrong() {
    let base = json!({"name": "n", "surfaceId": "s", "sourceComponentId": "c", "timestamp": "t", "context": {}});
    let with = |key: &str, value: Value| {
        let mut body = base.clone();
        body[key] = value;
        body
    };
    for (message, is_right) in [
        (json!({"userAction": base}), true),
        (json!({"version": "v0.9", "action": base}), true),
        (json!({"version": "v0.9", "action": with("userMessage", json!("m"))}), false),
        (json!({"version": "v1.0", "action": with("userMessage", json!("m"))}), true),
        (json!({"version": "v1.0", "action": with("context", json!([]))}), false),
        (json!({"version": "v0.9", "error": {"code": "VALIDATION_FAILED", "surfaceId": "s", "message": "m"}}), false),
        (json!({"version": "v1.0", "error": {"code": "X", "message": "m"}}), true),
        (json!({"version": "v1.0", "rendererFunctionResponse": {"functionCallId": "f"}}), false),
        (json!({"version": "v0.9", "rendererFunctionResponse": {"functionCallId": "f", "value": 1}}), false),
    ] {
        assert_eq!(conforms(&message).is_ok(), is_right, "{message}");
    }
}

#[test]
fn errors_of_every_kind_and_version_conform() {
    for version in ["v0.9", "v0.9.1", "v1.0", "1.0"] {
        let mut stage = Stage::default();
        let message = |verb: &str, body: Value| {
            let mut body = body;
            body["surfaceId"] = json!("s");
            json!({"version": version, verb: body})
        };
        stage.send(json!([
            message("createSurface", json!({"catalogId": "https://example.org/unheard"})),
            message("createSurface", json!({"catalogId": "basic"})),
            message("updateComponents", json!({"components": [
                {"id": "root", "component": "Column", "children": ["root", "x", "t"]},
                {"id": "x", "component": "Nope"}, {"id": "t", "component": "Text", "text": {}}, 5]})),
            message("updateDataModel", json!({"path": "/constructor", "value": 1})),
            message("unheard", json!({})),
            {"version": version, "createSurface": {"surfaceId": 5}},
            {"version": version, "createSurface": {}, "deleteSurface": {}},
        ]));
        assert!(stage.take_sent().len() >= 8);
    }
    let mut stage = Stage::default();
    stage.send(json!([
        {"beginRendering": {"surfaceId": "s", "root": "root"}},
        {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "root", "component": {"Nope": {}}}, 5]}},
        {"dataModelUpdate": {"surfaceId": "s", "contents": 5}},
    ]));
    assert_eq!(stage.take_sent().len(), 3);
    let mut stage = Stage::new();
    stage.send(update(json!([{"id": "root", "component": "Text", "text": []}])));
    assert_eq!(stage.take_sent().len(), 1);
}
