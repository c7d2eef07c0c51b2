//! What goes back to the agent, in the version and wire form of the surface it is about.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::metadata::object;
use super::{CallError, Dialect, Version};
use crate::dynamic::WireForm;
use crate::{CatalogId, ComponentId, Issue, SurfaceId};

/// One renderer→agent message before it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outgoing {
    /// What the user did, with bindings resolved.
    Action {
        surface: SurfaceId,
        name: String,
        source: ComponentId,
        /// ISO 8601, UTC.
        timestamp: String,
        context: Map<String, Value>,
        /// v1.0: a sentence for the transcript, if it resolved to one.
        user_message: Option<String>,
        /// v1.0: the component's extensions; empty means absent.
        metadata: Map<String, Value>,
    },
    /// An issue the agent must know of.
    Error(Issue),
    /// v1.0: ask the agent to run one of its functions.
    CallAgentFunction {
        surface: SurfaceId,
        call_id: Rc<str>,
        function: Rc<str>,
        catalog: Option<CatalogId>,
        args: Map<String, Value>,
    },
    /// v1.0: the answer to a `callRendererFunction`.
    RendererFunctionResponse { call_id: Rc<str>, outcome: Result<Value, CallError> },
}

impl Outgoing {
    /// The message exactly as the dialect's renderer-to-agent schema wants it.
    pub(crate) fn write(&self, dialect: &Dialect, form: WireForm) -> Value {
        let (verb, body) = match self {
            Outgoing::Action { surface, name, source, timestamp, context, user_message, metadata } => {
                let mut body = object([
                    ("name", name.as_str().into()),
                    ("surfaceId", surface.as_str().into()),
                    ("sourceComponentId", source.as_str().into()),
                    ("timestamp", timestamp.as_str().into()),
                    ("context", Value::Object(context.clone())),
                ]);
                if dialect.version == Version::V1_0 {
                    if let Some(sentence) = user_message.as_deref().filter(|sentence| !sentence.is_empty()) {
                        body.insert("userMessage".into(), sentence.into());
                    }
                    if !metadata.is_empty() {
                        body.insert("metadata".into(), extensions(metadata, form));
                    }
                }
                (if dialect.version == Version::V0_8 { "userAction" } else { "action" }, body)
            }
            Outgoing::Error(issue) => ("error", error(issue, dialect.version)),
            Outgoing::CallAgentFunction { surface, call_id, function, catalog, args } => {
                let key = if form == WireForm::At { "@call" } else { "call" };
                let mut call = object([(key, (&**function).into()), ("args", Value::Object(args.clone()))]);
                if let Some(catalog) = catalog {
                    call.insert("catalogId".into(), catalog.as_str().into());
                }
                let body = object([
                    ("surfaceId", surface.as_str().into()),
                    ("functionCallId", (&**call_id).into()),
                    ("callFunction", Value::Object(call)),
                ]);
                ("callAgentFunction", body)
            }
            Outgoing::RendererFunctionResponse { call_id, outcome } => {
                let mut body = object([("functionCallId", (&**call_id).into())]);
                match outcome {
                    Ok(value) => body.insert("value".into(), value.clone()),
                    Err(CallError { code, message }) => {
                        let error = object([("code", code.as_str().into()), ("message", message.as_str().into())]);
                        body.insert("error".into(), Value::Object(error))
                    }
                };
                ("rendererFunctionResponse", body)
            }
        };
        let mut message = Map::new();
        if dialect.version != Version::V0_8 {
            message.insert("version".into(), (&*dialect.spelling).into());
        }
        message.insert(verb.into(), Value::Object(body));
        Value::Object(message)
    }
}

/// The final form sends the extensions themselves, the candidate an object around them.
fn extensions(metadata: &Map<String, Value>, form: WireForm) -> Value {
    let extensions = Value::Object(metadata.clone());
    match form {
        WireForm::At => extensions,
        WireForm::Bare => Value::Object(object([("extensions", extensions)])),
    }
}

/// A validation error has a path and nothing else; every other code may carry more. An issue that no surface is known for
/// still needs the member, so it names none.
fn error(issue: &Issue, version: Version) -> Map<String, Value> {
    let surface = issue.surface.as_ref().map_or("", SurfaceId::as_str);
    let has_path = match version {
        Version::V1_0 => matches!(issue.code, "VALIDATION_FAILED" | "UNALLOWED_PARENT" | "UNALLOWED_CHILD"),
        Version::V0_8 | Version::V0_9 => issue.code == "VALIDATION_FAILED",
    };
    let mut error = object([("code", issue.code.into()), ("surfaceId", surface.into())]);
    if has_path || !issue.path.is_empty() {
        error.insert("path".into(), issue.path.as_str().into());
    }
    error.insert("message".into(), issue.message.as_str().into());
    error
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DIALECTS: [(Version, &str); 4] =
        [(Version::V0_8, ""), (Version::V0_9, "v0.9"), (Version::V0_9, "v0.9.1"), (Version::V1_0, "v1.0")];

    fn written(outgoing: &Outgoing, version: Version, spelling: &str) -> Value {
        outgoing.write(&Dialect { version, spelling: Rc::from(spelling) }, WireForm::At)
    }

    fn action() -> Outgoing {
        Outgoing::Action {
            surface: "s".into(),
            name: "submit".into(),
            source: "b".into(),
            timestamp: "2026-01-16T14:30:05.000Z".into(),
            context: Map::new(),
            user_message: Some("Sent".into()),
            metadata: object([("a2ui_x", 1.into())]),
        }
    }

    #[test]
    fn an_action_has_the_envelope_of_its_version() {
        let body = json!({"name": "submit", "surfaceId": "s", "sourceComponentId": "b", "timestamp": "2026-01-16T14:30:05.000Z", "context": {}});
        let mut v1_0 = body.clone();
        v1_0["userMessage"] = "Sent".into();
        v1_0["metadata"] = json!({"a2ui_x": 1});
        for ((version, spelling), expected) in DIALECTS.into_iter().zip([
            json!({"userAction": body}),
            json!({"version": "v0.9", "action": body}),
            json!({"version": "v0.9.1", "action": body}),
            json!({"version": "v1.0", "action": v1_0}),
        ]) {
            assert_eq!(written(&action(), version, spelling), expected);
        }
    }

    #[test]
    fn what_is_empty_is_left_out() {
        let Outgoing::Action { surface, name, source, timestamp, context, .. } = action() else { unreachable!() };
        let (user_message, metadata) = (Some(String::new()), Map::new());
        let action = Outgoing::Action { surface, name, source, timestamp, context, user_message, metadata };
        let message = written(&action, Version::V1_0, "v1.0");
        let keys: Vec<&String> = message["action"].as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["name", "surfaceId", "sourceComponentId", "timestamp", "context"]);
    }

    /// The two shapes of an error that the schemas since v0.9 allow.
    fn is_valid_error(error: &Value, version: Version) -> bool {
        let members = error.as_object().expect("an object");
        let validation = match version {
            Version::V1_0 => ["VALIDATION_FAILED", "UNALLOWED_PARENT", "UNALLOWED_CHILD"].as_slice(),
            _ => &["VALIDATION_FAILED"],
        };
        let texts = |keys: &[&str]| keys.iter().all(|key| members.get(*key).is_some_and(Value::is_string));
        if validation.contains(&error["code"].as_str().unwrap_or_default()) {
            return texts(&["code", "surfaceId", "path", "message"]) && members.len() == 4;
        }
        texts(&["code", "surfaceId", "message"]) && !members.contains_key("functionCallId")
    }

    #[test]
    fn errors_have_a_shape_that_the_schema_allows() {
        for code in
            ["VALIDATION_FAILED", "UNALLOWED_PARENT", "UNALLOWED_CHILD", "UNKNOWN_COMPONENT_TYPE", "UNKNOWN_MESSAGE"]
        {
            for surface in [None, Some("s")] {
                for path in ["", "/components/0/text"] {
                    let mut issue = Issue::error(code, "Invalid type").at(path);
                    issue.surface = surface.map(SurfaceId::from);
                    for (version, spelling) in DIALECTS {
                        let message = written(&Outgoing::Error(issue.clone()), version, spelling);
                        let envelope = message.as_object().expect("an object");
                        assert_eq!(envelope.len(), if version == Version::V0_8 { 1 } else { 2 });
                        assert!(is_valid_error(&message["error"], version), "{message}");
                    }
                }
            }
        }
        let issue = Issue::error("VALIDATION_FAILED", "Invalid type").on(&"main".into()).at("/components/0/text");
        assert_eq!(
            written(&Outgoing::Error(issue), Version::V1_0, "v1.0"),
            json!({"version": "v1.0", "error": {"code": "VALIDATION_FAILED", "surfaceId": "main", "path": "/components/0/text", "message": "Invalid type"}})
        );
    }

    #[test]
    fn calls_are_spelled_in_the_form_of_the_surface() {
        let call = Outgoing::CallAgentFunction {
            surface: "s".into(),
            call_id: "agent-call-55".into(),
            function: "queryInventory".into(),
            catalog: Some("store_catalog".into()),
            args: object([("sku", "ITEM-404".into())]),
        };
        let dialect = Dialect { version: Version::V1_0, spelling: "v1.0".into() };
        for (form, key) in [(WireForm::Bare, "call"), (WireForm::At, "@call")] {
            let expected = json!({"version": "v1.0", "callAgentFunction": {"surfaceId": "s", "functionCallId": "agent-call-55",
                "callFunction": {key: "queryInventory", "args": {"sku": "ITEM-404"}, "catalogId": "store_catalog"}}});
            assert_eq!(call.write(&dialect, form), expected);
        }
    }

    #[test]
    fn an_answer_carries_a_value_or_an_error() {
        let answer = |outcome| {
            let response = Outgoing::RendererFunctionResponse { call_id: "f".into(), outcome };
            written(&response, Version::V1_0, "v1.0")["rendererFunctionResponse"].clone()
        };
        assert_eq!(answer(Ok(Value::Null)), json!({"functionCallId": "f", "value": null}));
        let error = CallError { code: "EXECUTION_ERROR".into(), message: "m".into() };
        assert_eq!(
            answer(Err(error)),
            json!({"functionCallId": "f", "error": {"code": "EXECUTION_ERROR", "message": "m"}})
        );
    }
}
