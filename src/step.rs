//! One step toward what an agent wants, as a value and as JSON: the conversation plans steps, the surfaces take them, and the
//! two may live in different WebAssembly modules.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::dynamic::WireForm;
use crate::protocol::{
    Body, CallError, CallRendererFunction, ComponentUpdate, CreateSurface, Dialect, Duplicate, Message, UnknownSurface,
    Version,
};
use crate::{ComponentId, SurfaceId};

/// What to do to the surfaces.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// An ordinary message, as if the agent had sent just this.
    Apply(Message),
    /// The agent no longer defines these components; only a snapshot can say so.
    Forget { surface: SurfaceId, components: Vec<ComponentId> },
}

impl Step {
    /// The step as JSON that [`Step::read`] understands. Not a wire format: both ends are ours.
    pub(crate) fn write(self) -> Value {
        match self {
            Step::Forget { surface, components } => {
                let ids: Vec<&str> = components.iter().map(ComponentId::as_str).collect();
                json!({"forget": {"surface": surface.as_str(), "components": ids}})
            }
            Step::Apply(Message { dialect, body }) => {
                let version = match dialect.version {
                    Version::V0_8 => 8,
                    Version::V0_9 => 9,
                    Version::V1_0 => 10,
                };
                let (verb, fields) = body_fields(body);
                let mut step = json!({"version": version, "spelling": &*dialect.spelling});
                step[verb] = fields;
                step
            }
        }
    }

    /// The step that [`Step::write`] wrote; nothing for anything else.
    pub(crate) fn read(mut step: Value) -> Option<Self> {
        if let Some(forget) = step.get_mut("forget") {
            let ids = forget.get("components")?.as_array()?.iter().filter_map(Value::as_str);
            let components = ids.map(ComponentId::from).collect();
            return Some(Step::Forget { surface: surface(forget)?, components });
        }
        let version = match step.get("version")?.as_u64()? {
            8 => Version::V0_8,
            9 => Version::V0_9,
            10 => Version::V1_0,
            _ => return None,
        };
        let dialect = Dialect { version, spelling: step.get("spelling")?.as_str()?.into() };
        let (verb, fields) = step.as_object_mut()?.iter_mut().find(|(_, value)| value.is_object())?;
        Some(Step::Apply(Message { dialect, body: read_body(verb, fields)? }))
    }
}

fn body_fields(body: Body) -> (&'static str, Value) {
    match body {
        Body::CreateSurface(create) => {
            let CreateSurface { surface, catalog, root, theme, send_data_model, data_model, components, duplicate } =
                *create;
            let mut fields = json!({
                "surface": surface.as_str(), "root": root.as_str(), "theme": theme, "sendDataModel": send_data_model,
                "components": definitions(components), "repoint": duplicate == Duplicate::Repoint,
            });
            put(&mut fields, "catalog", catalog.map(|catalog| catalog.as_str().into()));
            put(&mut fields, "dataModel", data_model);
            ("create", fields)
        }
        Body::UpdateComponents { surface, components, unknown_surface } => {
            let hold = unknown_surface == UnknownSurface::Hold;
            ("components", json!({"surface": surface.as_str(), "components": definitions(components), "hold": hold}))
        }
        Body::UpdateDataModel { surface, path, value, unknown_surface } => {
            let hold = unknown_surface == UnknownSurface::Hold;
            let mut fields = json!({"surface": surface.as_str(), "path": &*path, "hold": hold});
            put(&mut fields, "value", value);
            ("data", fields)
        }
        Body::DeleteSurface { surface } => ("delete", json!({"surface": surface.as_str()})),
        Body::CallRendererFunction(call) => {
            let mut fields = json!({
                "callId": &*call.call_id, "function": &*call.function, "args": call.args, "at": call.form == WireForm::At,
            });
            put(&mut fields, "catalog", call.catalog.map(|catalog| catalog.as_str().into()));
            put(&mut fields, "surface", call.surface.map(|surface| surface.as_str().into()));
            ("call", fields)
        }
        Body::AgentFunctionResponse { call_id, outcome } => {
            let mut fields = json!({"callId": &*call_id});
            match outcome {
                Ok(value) => put(&mut fields, "value", Some(value)),
                Err(error) => put(&mut fields, "error", Some(json!({"code": error.code, "message": error.message}))),
            }
            ("response", fields)
        }
    }
}

fn definitions(components: Vec<ComponentUpdate>) -> Value {
    let write = |update: ComponentUpdate| {
        let mut fields = json!({"id": update.id.as_str(), "properties": update.properties, "path": update.path});
        put(&mut fields, "component", update.component.map(|name| (&*name).into()));
        put(&mut fields, "catalog", update.catalog.map(|catalog| catalog.as_str().into()));
        let seeds: Vec<Value> = update.seeds.into_iter().map(|(path, value)| json!([&*path, value])).collect();
        put(&mut fields, "seeds", (!seeds.is_empty()).then(|| seeds.into()));
        fields
    };
    components.into_iter().map(write).collect()
}

fn put(fields: &mut Value, name: &str, value: Option<Value>) {
    if let (Some(value), Value::Object(members)) = (value, fields) {
        members.insert(name.to_owned(), value);
    }
}

fn read_body(verb: &str, fields: &mut Value) -> Option<Body> {
    let members = fields.as_object_mut()?;
    let mut take = |name: &str| members.shift_remove(name);
    let unknown = |hold: Option<Value>| {
        if hold == Some(Value::Bool(true)) { UnknownSurface::Hold } else { UnknownSurface::Report }
    };
    Some(match verb {
        "create" => Body::CreateSurface(Box::new(CreateSurface {
            surface: id(take("surface"))?,
            catalog: id(take("catalog")),
            root: id(take("root"))?,
            theme: object(take("theme")),
            send_data_model: take("sendDataModel") == Some(Value::Bool(true)),
            data_model: take("dataModel"),
            components: read_definitions(take("components")),
            duplicate: if take("repoint") == Some(Value::Bool(true)) { Duplicate::Repoint } else { Duplicate::Report },
        })),
        "components" => Body::UpdateComponents {
            surface: id(take("surface"))?,
            components: read_definitions(take("components")),
            unknown_surface: unknown(take("hold")),
        },
        "data" => Body::UpdateDataModel {
            surface: id(take("surface"))?,
            path: id(take("path"))?,
            value: take("value"),
            unknown_surface: unknown(take("hold")),
        },
        "delete" => Body::DeleteSurface { surface: id(take("surface"))? },
        "call" => Body::CallRendererFunction(CallRendererFunction {
            call_id: id(take("callId"))?,
            function: id(take("function"))?,
            catalog: id(take("catalog")),
            args: object(take("args")),
            surface: id(take("surface")),
            form: if take("at") == Some(Value::Bool(true)) { WireForm::At } else { WireForm::Bare },
        }),
        "response" => Body::AgentFunctionResponse {
            call_id: id(take("callId"))?,
            outcome: match take("error") {
                Some(error) => Err(CallError { code: text(&error, "code")?, message: text(&error, "message")? }),
                None => Ok(take("value").unwrap_or_default()),
            },
        },
        _ => return None,
    })
}

fn read_definitions(list: Option<Value>) -> Vec<ComponentUpdate> {
    let Some(Value::Array(list)) = list else { return Vec::new() };
    let read = |mut definition: Value| {
        let members = definition.as_object_mut()?;
        let seeds = members.shift_remove("seeds").unwrap_or_default();
        let seed = |pair: &Value| Some((Rc::from(pair.get(0)?.as_str()?), pair.get(1)?.clone()));
        Some(ComponentUpdate {
            id: id(members.shift_remove("id"))?,
            component: id(members.shift_remove("component")),
            catalog: id(members.shift_remove("catalog")),
            properties: object(members.shift_remove("properties")),
            seeds: seeds.as_array().into_iter().flatten().filter_map(seed).collect(),
            path: id::<Rc<str>>(members.shift_remove("path")).map(|path| path.to_string()).unwrap_or_default(),
        })
    };
    list.into_iter().filter_map(read).collect()
}

fn surface(fields: &Value) -> Option<SurfaceId> {
    fields.get("surface")?.as_str().map(SurfaceId::from)
}

fn text(fields: &Value, name: &str) -> Option<String> {
    fields.get(name)?.as_str().map(str::to_owned)
}

fn id<T: for<'a> From<&'a str>>(value: Option<Value>) -> Option<T> {
    value?.as_str().map(T::from)
}

fn object(value: Option<Value>) -> Map<String, Value> {
    if let Some(Value::Object(members)) = value { members } else { Map::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::parse;

    #[test]
    fn a_step_survives_the_way_as_json() {
        let messages = [
            json!({"version": "v0.9.1", "createSurface": {"surfaceId": "s", "catalogId": "c", "theme": {"primaryColor": "#123456"}, "sendDataModel": true}}),
            json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [{"id": "a", "component": "Text", "text": "x"}, {"id": "b", "text": "y"}]}}),
            json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/a", "value": null}}),
            json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/a"}}),
            json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}),
            json!({"beginRendering": {"surfaceId": "s", "root": "r"}}),
            json!({"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "r", "component": {"Text": {"text": {"path": "/t", "literalString": "x"}}}}]}}),
            json!({"dataModelUpdate": {"surfaceId": "s", "contents": [{"key": "a", "valueNumber": 1}]}}),
            json!({"version": "1.0", "createSurface": {"surfaceId": "s", "dataModel": {"a": 1}, "components": [{"id": "root", "component": "Text", "catalogId": "c"}]}}),
            json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f", "callFunction": {"call": "now", "catalogId": "c", "args": {"a": 1}}}}),
            json!({"version": "v1.0", "agentFunctionResponse": {"functionCallId": "f", "call": "x", "value": 1}}),
            json!({"version": "v1.0", "agentFunctionResponse": {"functionCallId": "f", "call": "x", "error": {"code": "C", "message": "m"}}}),
        ];
        for message in messages {
            let twice = || {
                let (parsed, issues) = parse(message.clone(), &|_| None);
                Step::Apply(parsed.unwrap_or_else(|| panic!("{message}: {issues:?}")))
            };
            assert_eq!(Step::read(twice().write()), Some(twice()), "{message}");
        }
        let forget = || Step::Forget { surface: "s".into(), components: vec!["a".into(), "b".into()] };
        assert_eq!(Step::read(forget().write()), Some(forget()));
    }

    #[test]
    fn anything_else_is_no_step() {
        for value in [
            json!(null),
            json!({}),
            json!({"version": 9}),
            json!({"version": 9, "spelling": "v0.9", "jump": {}}),
            json!({"forget": 1}),
        ] {
            assert_eq!(Step::read(value), None);
        }
    }
}
