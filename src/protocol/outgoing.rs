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
