//! What is wrong with a payload that is A2UI, each finding with its pointer into the payload (healing reference, section 6).

use std::collections::BTreeMap;

use serde_json::Value;

use crate::ag_ui::build;
use crate::protocol::{self, is_verb};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) path: String,
    pub(crate) message: String,
}

/// The operations a payload stands for, each with the pointer of what its own pointers count from. Nothing for other JSON.
pub(crate) fn payload_operations(payload: &Value) -> Option<Vec<(String, Value)>> {
    if payload.get("components").is_some() {
        // Components of render arguments stand at the same pointer as in the message made of them.
        return Some(build(payload)?.into_iter().map(|operation| (String::new(), operation)).collect());
    }
    let lists = [("", Some(payload))]
        .into_iter()
        .chain(["a2ui_operations", "validated_a2ui_json", "messages"].map(|key| (key, payload.get(key))));
    for (key, list) in lists {
        let Some(list) = list.and_then(Value::as_array) else { continue };
        let verb = |operation: &Value| operation.as_object()?.keys().find(|key| is_verb(key)).cloned();
        if list.is_empty() || list.iter().any(|operation| verb(operation).is_none()) {
            continue;
        }
        let above = if key.is_empty() { String::new() } else { format!("/{key}") };
        let at = |index, operation: &Value| format!("{above}/{index}/{}", verb(operation).unwrap_or_default());
        return Some(
            list.iter().enumerate().map(|(index, operation)| (at(index, operation), operation.clone())).collect(),
        );
    }
    None
}

/// Everything an agent would be told about the payload: bad messages, a missing root, unresolved and repeated components.
pub(crate) fn validate(payload: &Value) -> Vec<Fault> {
    let Some(operations) = payload_operations(payload) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut components: Vec<(String, Value)> = Vec::new();
    for (above, operation) in operations {
        let (_, issues) = protocol::parse(operation.clone(), &|_| None);
        let errors = issues.into_iter().filter(|issue| issue.severity == crate::Severity::Error);
        faults.extend(errors.map(|issue| Fault { path: [&*above, &issue.path].concat(), message: issue.message }));
        let update = operation.get("updateComponents").or_else(|| operation.get("createSurface"));
        let list = update.and_then(|update| update.get("components")).and_then(Value::as_array);
        for (index, component) in list.into_iter().flatten().enumerate() {
            components.push((format!("{above}/components/{index}"), component.clone()));
        }
    }
    structure(&components, &mut faults);
    faults
}

fn structure(components: &[(String, Value)], faults: &mut Vec<Fault>) {
    let mut places: BTreeMap<&str, &str> = BTreeMap::new();
    for (place, component) in components {
        let Some(id) = component.get("id").and_then(Value::as_str) else { continue };
        if places.insert(id, place).is_some() {
            faults.push(Fault { path: format!("{place}/id"), message: format!("The id '{id}' is used twice.") });
        }
    }
    let Some((first, _)) = components.first() else { return };
    if !places.contains_key("root") {
        let above = first.rsplit_once('/').map_or("", |(above, _)| above);
        faults.push(Fault { path: above.to_owned(), message: "There is no component with the id 'root'.".to_owned() });
    }
    for (place, component) in components {
        for (pointer, child) in children(component) {
            if !places.contains_key(child) {
                let message = format!("There is no component '{child}'.");
                faults.push(Fault { path: [place, &*pointer].concat(), message });
            }
        }
    }
}

/// Every reference to another component, by the names that the basic catalogs use.
fn children(component: &Value) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    // `content` is a child of a Modal only; elsewhere it may be words.
    let modal = component.get("component").and_then(Value::as_str) == Some("Modal");
    let of_modal = ["trigger", "content", "entryPointChild", "contentChild"].into_iter().filter(|_| modal);
    for key in ["child"].into_iter().chain(of_modal) {
        if let Some(child) = component.get(key).and_then(Value::as_str) {
            found.push((format!("/{key}"), child));
        }
    }
    match component.get("children") {
        Some(Value::Array(list)) => {
            let named = list.iter().enumerate().filter_map(|(index, child)| Some((index, child.as_str()?)));
            found.extend(named.map(|(index, child)| (format!("/children/{index}"), child)));
        }
        Some(template) => {
            if let Some(child) = template.get("componentId").and_then(Value::as_str) {
                found.push(("/children/componentId".to_owned(), child));
            }
        }
        None => {}
    }
    let tabs = component.get("tabs").or_else(|| component.get("tabItems")).and_then(Value::as_array);
    let key = if component.get("tabs").is_some() { "tabs" } else { "tabItems" };
    for (index, tab) in tabs.into_iter().flatten().enumerate() {
        if let Some(child) = tab.get("child").and_then(Value::as_str) {
            found.push((format!("/{key}/{index}/child"), child));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn paths(payload: Value) -> Vec<String> {
        validate(&payload).into_iter().map(|fault| fault.path).collect()
    }

    #[test]
    fn findings_point_into_the_payload() {
        let components =
            json!([{"id": "root", "component": "Column", "children": ["gone"]}, {"id": "root", "component": "Text"}]);
        let found = paths(json!({"surfaceId": "s", "components": components}));
        assert_eq!(found, ["/components/1/id", "/components/0/children/0"]);
        let update = json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [
            {"id": "a", "component": "Tabs", "tabs": [{"title": "t", "child": "gone"}]},
            {"id": "b", "component": "List", "children": {"componentId": "lost", "path": "/x"}},
        ]}});
        let expected = ["/components", "/components/0/tabs/0/child", "/components/1/children/componentId"];
        for (payload, above) in [
            (json!([update]), "/0/updateComponents"),
            (json!({"a2ui_operations": [update]}), "/a2ui_operations/0/updateComponents"),
        ] {
            assert_eq!(paths(payload), expected.map(|path| [above, path].concat()));
        }
    }

    #[test]
    fn other_json_has_no_rules() {
        for payload in [json!({"orderId": 1}), json!([]), json!(null), json!("text"), json!([{"a": 1}])] {
            assert_eq!((payload_operations(&payload), validate(&payload)), (None, vec![]), "{payload}");
        }
    }
}
