//! v1.0, all wire generations: its messages as the schema spells them → [`super::Body`].

use std::rc::Rc;

use serde_json::{Map, Value};

use super::fields::{Fields, Refused, at};
use super::{Body, CallError, CallRendererFunction, ComponentUpdate, Version, v0_9};
use crate::dynamic::WireForm;
use crate::{CatalogId, SurfaceId};

/// Reads the object of one verb. `call_id` is what early candidates wrote beside the verb.
pub(super) fn read(verb: &str, mut fields: Fields, call_id: Option<Rc<str>>) -> Result<Body, Refused> {
    let body = match verb {
        "createSurface" => create_surface(&mut fields)?,
        "updateComponents" => v0_9::update_components(&mut fields, Version::V1_0)?,
        "updateDataModel" => v0_9::update_data_model(&mut fields, Version::V1_0)?,
        "callRendererFunction" => call_renderer_function(&mut fields)?,
        "callFunction" => early_call(&mut fields, call_id)?,
        "agentFunctionResponse" => agent_function_response(&mut fields, None)?,
        "functionResponse" | "actionResponse" => {
            fields.notes.tolerated("", "An answer was written in the way of early v1.0 drafts.");
            agent_function_response(&mut fields, call_id)?
        }
        _ => Body::DeleteSurface { surface: fields.surface()? },
    };
    fields.finish();
    Ok(body)
}

/// The verbs that came with v1.0, early drafts included.
pub(super) fn has(verb: &str) -> bool {
    matches!(
        verb,
        "callRendererFunction" | "agentFunctionResponse" | "callFunction" | "functionResponse" | "actionResponse"
    )
}

fn create_surface(fields: &mut Fields) -> Result<Body, Refused> {
    let surface = fields.surface()?;
    let catalog = fields.catalog()?;
    if let Some(metadata) = fields.object("metadata") {
        check_metadata(metadata, fields);
    }
    v0_9::create(fields, surface, catalog, Version::V1_0)
}

/// The surface's extensions mean nothing to this renderer; only their form is looked at.
fn check_metadata(metadata: Map<String, Value>, fields: &mut Fields) {
    for (key, value) in metadata {
        let path = ["/metadata", &at(&key)].concat();
        match (key.as_str(), value) {
            ("extensions", Value::Object(extensions)) => {
                for name in extensions.keys().filter(|name| !is_identifier(name)) {
                    let sentence = "The name of an extension must be an identifier; it was ignored.";
                    fields.notes.refused(&[&path, &*at(name)].concat(), sentence);
                }
            }
            ("extensions", Value::Null) => {}
            ("extensions", _) => {
                fields.notes.refused(&path, "extensions must be an object; it was ignored.");
            }
            _ => {
                fields.notes.refused(&path, "metadata holds nothing but extensions; the property was ignored.");
            }
        }
    }
}

/// UAX #31, as near as the standard library knows it.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first == '_' || first.is_alphabetic())
        && name.chars().all(|character| character == '_' || character.is_alphanumeric())
}

fn call_renderer_function(fields: &mut Fields) -> Result<Body, Refused> {
    let call_id = Rc::from(fields.required_text("functionCallId")?);
    let surface = fields.text("surfaceId").map(|id| SurfaceId::from(&*id));
    let Some(Value::Object(call)) = fields.take("callFunction") else {
        return Err(fields.notes.refused("/callFunction", "callFunction is missing or no object."));
    };
    let call = read_call(call, "/callFunction", fields)?;
    if call.catalog.is_none() {
        return Err(fields.notes.refused("/callFunction/catalogId", "catalogId is missing."));
    }
    Ok(Body::CallRendererFunction(CallRendererFunction { call_id, surface, ..call }))
}

/// `{"functionCallId": …, "callFunction": {"call": …}}`: the call itself stood where later drafts have the verb's object.
fn early_call(fields: &mut Fields, call_id: Option<Rc<str>>) -> Result<Body, Refused> {
    fields.notes.tolerated("", "A call was written in the way of early v1.0 drafts.");
    let call_id = match call_id {
        Some(call_id) => call_id,
        None => Rc::from(fields.required_text("functionCallId")?),
    };
    let mut call = Map::new();
    for key in ["call", "@call", "args", "catalogId", "returnType"] {
        if let Some(value) = fields.take(key) {
            call.insert(key.into(), value);
        }
    }
    let call = read_call(call, "", fields)?;
    Ok(Body::CallRendererFunction(CallRendererFunction { call_id, ..call }))
}

/// Everything but the ids, which stand elsewhere.
fn read_call(mut call: Map<String, Value>, path: &str, fields: &mut Fields) -> Result<CallRendererFunction, Refused> {
    let (name, form) = match (call.shift_remove("@call"), call.shift_remove("call")) {
        (Some(name), _) => (name, WireForm::At),
        (None, Some(name)) => (name, WireForm::Bare),
        (None, None) => return Err(fields.notes.refused(path, "The call names no function.")),
    };
    let Value::String(function) = name else {
        return Err(fields.notes.refused(path, "The name of a function must be a string."));
    };
    let catalog = match call.shift_remove("catalogId") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(CatalogId::from(&*id)),
        Some(_) => return Err(fields.notes.refused(&[path, "/catalogId"].concat(), "catalogId must be a string.")),
    };
    let args = match call.shift_remove("args") {
        None | Some(Value::Null) => Map::new(),
        Some(args) => match super::fields::unquote(args, &[path, "/args"].concat(), fields.notes) {
            Value::Object(args) => args,
            _ => return Err(fields.notes.refused(&[path, "/args"].concat(), "args must be an object.")),
        },
    };
    call.shift_remove("returnType");
    for key in call.keys() {
        let sentence = ["The property ", key, " is not part of a call; it was ignored."].concat();
        fields.notes.ignored(&[path, &*at(key)].concat(), sentence);
    }
    let form = if args.values().any(uses_at_form) { WireForm::At } else { form };
    Ok(CallRendererFunction { call_id: Rc::from(""), function: Rc::from(function), catalog, args, surface: None, form })
}

fn agent_function_response(fields: &mut Fields, call_id: Option<Rc<str>>) -> Result<Body, Refused> {
    let call_id = match call_id {
        Some(call_id) => call_id,
        None => Rc::from(fields.required_text("functionCallId")?),
    };
    let outcome = match (fields.take_nullable("value"), fields.take("error")) {
        (None | Some(Value::Null), Some(error)) => Err(call_error(error, fields)?),
        (Some(value), None) => Ok(value),
        (Some(_), Some(_)) => return Err(fields.notes.refused("", "An answer carries a value or an error, not both.")),
        (None, None) => {
            return Err(fields.notes.refused("", "An answer carries a value or an error; this one has neither."));
        }
    };
    Ok(Body::AgentFunctionResponse { call_id, outcome })
}

fn call_error(error: Value, fields: &mut Fields) -> Result<CallError, Refused> {
    match error {
        Value::Object(mut members) => {
            let mut text = |key| match members.shift_remove(key) {
                Some(Value::String(text)) => Some(text),
                _ => None,
            };
            let (code, message) = (text("code"), text("message"));
            if code.is_none() || message.is_none() {
                fields.notes.tolerated("/error", "An error should have a code and a message.");
            }
            Ok(CallError { code: code.unwrap_or_else(|| "UNKNOWN_ERROR".into()), message: message.unwrap_or_default() })
        }
        Value::String(message) => {
            fields.notes.tolerated("/error", "An error should have a code and a message.");
            Ok(CallError { code: "UNKNOWN_ERROR".into(), message })
        }
        _ => Err(fields.notes.refused("/error", "error must be an object.")),
    }
}

/// True if the value is written with `@path`, `@call` or an `@@` escape anywhere. Meant for components, actions and calls;
/// the contents of a data model do not count (protocol reference, section 2).
pub(crate) fn uses_at_form(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                if members.keys().any(|key| key == "@path" || key == "@call" || key.starts_with("@@")) {
                    return true;
                }
                open.extend(members.values().filter(|member| member.is_object() || member.is_array()));
            }
            Value::Array(elements) => {
                open.extend(elements.iter().filter(|element| element.is_object() || element.is_array()));
            }
            _ => {}
        }
    }
    false
}

impl ComponentUpdate {
    /// True if a property is written in the final wire form of v1.0.
    pub(crate) fn uses_at_form(&self) -> bool {
        self.properties.iter().any(|(key, value)| key.starts_with("@@") || uses_at_form(value))
    }
}
