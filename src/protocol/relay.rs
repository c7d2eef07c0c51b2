//! Messages as JSON between the package's own modules: an activity's conversation decides in one, surfaces live in another.
//! The form is ours alone and may change with any release; no agent speaks it.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::{
    Body, CallError, CallRendererFunction, ComponentUpdate, CreateSurface, Dialect, Duplicate, Message, UnknownSurface,
    Version,
};
use crate::dynamic::WireForm;
use crate::{CatalogId, ComponentId};

impl Dialect {
    pub(crate) fn relay(&self) -> Value {
        let version = match self.version {
            Version::V0_8 => 8,
            Version::V0_9 => 9,
            Version::V1_0 => 10,
        };
        json!([version, &*self.spelling])
    }

    pub(crate) fn relayed(value: &Value) -> Option<Dialect> {
        let version = match value.get(0)?.as_u64()? {
            8 => Version::V0_8,
            9 => Version::V0_9,
            10 => Version::V1_0,
            _ => return None,
        };
        Some(Dialect { version, spelling: value.get(1)?.as_str()?.into() })
    }
}

impl Message {
    /// Written for the module that holds the surfaces.
    #[cfg_attr(not(feature = "activity"), expect(dead_code, reason = "conversations are the writers"))]
    pub(crate) fn relay(self) -> Value {
        let held = |unknown| unknown == UnknownSurface::Hold;
        let (verb, body) = match self.body {
            Body::CreateSurface(create) => {
                let CreateSurface { surface, catalog, root, theme, send_data_model, data_model, components, duplicate } =
                    *create;
                let body = json!({
                    "surface": surface.as_str(), "catalog": catalog.as_ref().map(CatalogId::as_str), "root": root.as_str(),
                    "theme": theme, "sendDataModel": send_data_model, "dataModel": data_model.map(|model| [model]),
                    "components": relay_components(components), "repoint": duplicate == Duplicate::Repoint,
                });
                ("create", body)
            }
            Body::UpdateComponents { surface, components, unknown_surface } => {
                let components = relay_components(components);
                ("components", json!({"surface": surface.as_str(), "components": components, "hold": held(unknown_surface)}))
            }
            Body::UpdateDataModel { surface, path, value, unknown_surface } => {
                let value = value.map(|value| [value]);
                ("data", json!({"surface": surface.as_str(), "path": &*path, "value": value, "hold": held(unknown_surface)}))
            }
            Body::DeleteSurface { surface } => ("delete", json!({"surface": surface.as_str()})),
            Body::CallRendererFunction(call) => {
                let body = json!({
                    "id": &*call.call_id, "function": &*call.function, "catalog": call.catalog.as_ref().map(CatalogId::as_str),
                    "args": call.args, "surface": call.surface.as_ref().map(crate::SurfaceId::as_str),
                    "at": call.form == WireForm::At,
                });
                ("call", body)
            }
            Body::AgentFunctionResponse { call_id, outcome } => {
                let outcome = match outcome {
                    Ok(value) => json!([value]),
                    Err(error) => json!({"code": error.code, "message": error.message}),
                };
                ("answer", json!({"id": &*call_id, "outcome": outcome}))
            }
        };
        json!([verb, self.dialect.relay(), body])
    }

    /// Read back; nothing if it is not what [`Message::relay`] writes.
    pub(crate) fn relayed(mut value: Value) -> Option<Message> {
        let dialect = Dialect::relayed(value.get(1)?)?;
        let mut body = value.get_mut(2)?.take();
        let text = |body: &Value, key: &str| body.get(key).and_then(Value::as_str).map(Rc::<str>::from);
        let catalog = text(&body, "catalog").map(|id| CatalogId::from(&*id));
        let surface = text(&body, "surface").map(|id| crate::SurfaceId::from(&*id));
        let unknown_surface =
            if body.get("hold") == Some(&Value::Bool(true)) { UnknownSurface::Hold } else { UnknownSurface::Report };
        let body = match value.get(0)?.as_str()? {
            "create" => Body::CreateSurface(Box::new(CreateSurface {
                surface: surface?,
                catalog,
                root: ComponentId::from(&*text(&body, "root")?),
                theme: take_object(&mut body, "theme"),
                send_data_model: body.get("sendDataModel")?.as_bool()?,
                data_model: body.get_mut("dataModel").and_then(|model| model.get_mut(0)).map(Value::take),
                components: relayed_components(&mut body),
                duplicate: if body.get("repoint")?.as_bool()? { Duplicate::Repoint } else { Duplicate::Report },
            })),
            "components" => {
                let components = relayed_components(&mut body);
                Body::UpdateComponents { surface: surface?, components, unknown_surface }
            }
            "data" => Body::UpdateDataModel {
                surface: surface?,
                path: text(&body, "path")?,
                value: body.get_mut("value").and_then(|value| value.get_mut(0)).map(Value::take),
                unknown_surface,
            },
            "delete" => Body::DeleteSurface { surface: surface? },
            "call" => Body::CallRendererFunction(CallRendererFunction {
                call_id: text(&body, "id")?,
                function: text(&body, "function")?,
                catalog,
                args: take_object(&mut body, "args"),
                surface,
                form: if body.get("at")?.as_bool()? { WireForm::At } else { WireForm::Bare },
            }),
            "answer" => Body::AgentFunctionResponse {
                call_id: text(&body, "id")?,
                outcome: match body.get_mut("outcome")? {
                    Value::Array(value) => Ok(value.pop()?),
                    error => Err(CallError {
                        code: error.get("code")?.as_str()?.to_owned(),
                        message: error.get("message")?.as_str()?.to_owned(),
                    }),
                },
            },
            _ => return None,
        };
        Some(Message { dialect, body })
    }
}

fn relay_components(components: Vec<ComponentUpdate>) -> Value {
    let one = |update: ComponentUpdate| {
        let seeds = update.seeds.into_iter().map(|(path, value)| json!([&*path, value]));
        json!([
            update.id.as_str(),
            update.component.as_deref(),
            update.catalog.as_ref().map(CatalogId::as_str),
            update.properties,
            Value::Array(seeds.collect()),
            update.path,
        ])
    };
    Value::Array(components.into_iter().map(one).collect())
}

fn relayed_components(body: &mut Value) -> Vec<ComponentUpdate> {
    let Some(Value::Array(components)) = body.get_mut("components").map(Value::take) else { return Vec::new() };
    components.into_iter().filter_map(relayed_component).collect()
}

fn relayed_component(mut value: Value) -> Option<ComponentUpdate> {
    let text = |value: &Value, at: usize| value.get(at).and_then(Value::as_str).map(str::to_owned);
    Some(ComponentUpdate {
        id: ComponentId::from(text(&value, 0)?.as_str()),
        component: text(&value, 1).map(Rc::from),
        catalog: text(&value, 2).map(|id| CatalogId::from(id.as_str())),
        path: text(&value, 5)?,
        seeds: value
            .get(4)?
            .as_array()?
            .iter()
            .filter_map(|seed| Some((Rc::from(seed.get(0)?.as_str()?), seed.get(1)?.clone())))
            .collect(),
        properties: match value.get_mut(3)?.take() {
            Value::Object(properties) => properties,
            _ => return None,
        },
    })
}

fn take_object(body: &mut Value, key: &str) -> Map<String, Value> {
    match body.get_mut(key).map(Value::take) {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::parse;

    #[test]
    fn every_message_survives_the_way_between_modules() {
        let messages = [
            json!({"version": "v0.9.1", "createSurface": {"surfaceId": "s", "catalogId": "c", "theme": {"primaryColor": "#112233"}, "sendDataModel": true}}),
            json!({"version": "1.0", "createSurface": {"surfaceId": "s", "components": [{"id": "root", "component": "Text", "text": {"@path": "/a"}}], "dataModel": {"a": null}}}),
            json!({"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "a", "component": {"Text": {"text": {"path": "/x", "literalString": "y"}}}}]}}),
            json!({"beginRendering": {"surfaceId": "s", "root": "a"}}),
            json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/a"}}),
            json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/a", "value": [1, {"b": false}]}}),
            json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}),
            json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f", "callFunction": {"@call": "openUrl", "catalogId": "c", "args": {"url": "u"}}}}),
            json!({"version": "v1.0", "agentFunctionResponse": {"functionCallId": "f", "value": null}}),
            json!({"version": "v1.0", "agentFunctionResponse": {"functionCallId": "f", "error": {"code": "X", "message": "no"}}}),
        ];
        for message in messages {
            let parsed = || parse(message.clone(), &|_| None).0.expect("a message");
            let text = parsed().relay().to_string();
            let back = Message::relayed(serde_json::from_str(&text).expect("JSON"));
            assert_eq!(back, Some(parsed()), "{message}");
        }
        assert_eq!(Message::relayed(json!(["create", [9, "v0.9"], {}])), None);
    }
}
