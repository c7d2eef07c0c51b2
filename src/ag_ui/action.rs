//! The way back: what we tell an agent, as AG-UI carries it (AG-UI reference, section 9).

use serde_json::{Map, Value, json};

/// An agent finds the catalog by exactly this description, em dash included.
const CATALOG_DESCRIPTION: &str = "A2UI Component Schema — available components for generating UI surfaces. Use these component names and properties when creating A2UI operations.";

/// The `forwardedProps` of the run that takes `message` to the agent. `item_path` is the template item the press came from;
/// `metadata` what belongs beside the message: data models under their key.
pub(crate) fn forwarded_props(
    message: &Value,
    item_path: Option<&str>,
    metadata: &Map<String, Value>,
) -> Map<String, Value> {
    let mut props = Map::new();
    match message.get("userAction").or_else(|| message.get("action")).cloned() {
        Some(Value::Object(mut action)) => {
            if !action.get("context").is_some_and(Value::is_object) {
                action.insert("context".into(), Map::new().into());
            }
            if let Some(path) = item_path {
                action.insert("dataContextPath".into(), path.into());
            }
            props.insert("a2uiAction".into(), json!({"userAction": action}));
        }
        _ => {
            props.insert("a2uiMessages".into(), json!([message]));
        }
    }
    props.extend(metadata.clone());
    props
}

/// The context entry that announces a catalog `{catalogId, components: {Name: JSON Schema}}` to agents.
pub(crate) fn announcement(catalog: &Value) -> Value {
    let components = catalog.get("components").and_then(Value::as_object).into_iter().flatten();
    let flat: Map<String, Value> = components.map(|(name, schema)| (name.clone(), flatten(schema))).collect();
    let announced = json!({"catalogId": catalog.get("catalogId"), "components": flat});
    json!({"description": CATALOG_DESCRIPTION, "value": announced.to_string()})
}

/// Lifts `properties` and `required` out of `allOf`: agents look for them at the top of a schema only.
fn flatten(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut flat = schema.clone();
    let mut properties = Map::new();
    let mut required: Vec<Value> = Vec::new();
    let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    for part in parts.filter_map(Value::as_object).chain([schema]) {
        properties.extend(part.get("properties").and_then(Value::as_object).cloned().unwrap_or_default());
        for name in part.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !required.contains(name) {
                required.push(name.clone());
            }
        }
    }
    if !properties.is_empty() {
        flat.insert("properties".into(), properties.into());
    }
    if !required.is_empty() {
        flat.insert("required".into(), required.into());
    }
    flat.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_of_any_version_becomes_a_user_action() {
        let action = json!({"name": "book", "surfaceId": "menu", "sourceComponentId": "go", "context": {"seats": 2}});
        let expected = json!({"a2uiAction": {"userAction": action}});
        for message in [
            json!({"userAction": action}),
            json!({"version": "v0.9", "action": action}),
            json!({"version": "v1.0", "action": action}),
        ] {
            assert_eq!(Value::from(forwarded_props(&message, None, &Map::new())), expected);
        }
        let props =
            forwarded_props(&json!({"action": {"name": "x", "userMessage": "m"}}), Some("/items/1"), &Map::new());
        let expected = json!({"name": "x", "userMessage": "m", "context": {}, "dataContextPath": "/items/1"});
        assert_eq!(props["a2uiAction"]["userAction"], expected);
    }

    #[test]
    fn other_messages_ride_in_a_list() {
        let error = json!({"version": "v0.9", "error": {"code": "X"}});
        assert_eq!(Value::from(forwarded_props(&error, None, &Map::new())), json!({"a2uiMessages": [error]}));
    }

    #[test]
    fn data_models_ride_beside_the_action() {
        let metadata = Map::from_iter([("a2uiClientDataModel".to_owned(), json!({"surfaces": {}}))]);
        let props = forwarded_props(&json!({"version": "v0.9", "action": {}}), None, &metadata);
        assert_eq!(props.keys().collect::<Vec<_>>(), ["a2uiAction", "a2uiClientDataModel"]);
    }

    #[test]
    fn a_catalog_is_announced_with_flat_schemas() {
        let catalog = json!({"catalogId": "c", "components": {"Text": {
            "allOf": [{"$ref": "#"}, {"properties": {"text": {}}, "required": ["text"]}],
            "properties": {"component": {}}, "required": ["component", "text"],
        }}});
        let entry = announcement(&catalog);
        let value: Value = serde_json::from_str(entry["value"].as_str().unwrap()).unwrap();
        assert_eq!(value["components"]["Text"]["required"], json!(["text", "component"]));
        assert_eq!(value["components"]["Text"]["properties"], json!({"text": {}, "component": {}}));
        assert!(entry["description"].as_str().unwrap().contains("Schema \u{2014} available"));
    }
}
