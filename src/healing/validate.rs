//! What is wrong with a payload that is A2UI, each finding with its pointer into the payload (healing reference, section 6).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::ag_ui::{build, surface_of};
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

/// Everything an agent would be told about the payload: bad messages, and what does not hold together.
pub(crate) fn validate(payload: &Value) -> Vec<Fault> {
    let Some(operations) = payload_operations(payload) else {
        let is_list =
            payload.get("components").is_none_or(|components| components.is_array() || components.is_string());
        let fault = || Fault { path: "/components".to_owned(), message: "The components are no list.".to_owned() };
        let is_call = payload.get("surfaceId").is_some() || payload.get("surface_id").is_some();
        return if is_call && !is_list { vec![fault()] } else { Vec::new() };
    };
    let mut faults = Vec::new();
    let mut surfaces: BTreeMap<String, Parts> = BTreeMap::new();
    for (above, operation) in &operations {
        let (_, issues) = protocol::parse(operation.clone(), &|_| None);
        let errors = issues.into_iter().filter(|issue| issue.severity == crate::Severity::Error);
        faults.extend(errors.map(|issue| Fault { path: [above, &*issue.path].concat(), message: issue.message }));
        let Some(surface) = surface_of(operation) else { continue };
        let parts = surfaces.entry(surface.to_owned()).or_default();
        parts.is_whole |= operation.get("createSurface").is_some();
        let update = operation.get("updateComponents").or_else(|| operation.get("createSurface"));
        if let Some(list) = update.and_then(|update| update.get("components")).and_then(Value::as_array) {
            parts.take(&format!("{above}/components"), list, &mut faults);
        }
    }
    surfaces.values().for_each(|parts| parts.check(&mut faults));
    faults
}

/// The components of one surface as they are in the end, each with its place; a later one takes that of an earlier.
#[derive(Default)]
struct Parts<'a> {
    components: BTreeMap<&'a str, (String, &'a Value)>,
    /// The surface begins here, so that nothing of it can stand elsewhere.
    is_whole: bool,
    /// Where the first of them are.
    first: Option<String>,
}

impl<'a> Parts<'a> {
    fn take(&mut self, above: &str, list: &'a [Value], faults: &mut Vec<Fault>) {
        let mut fault = |path: String, message: String| faults.push(Fault { path, message });
        if list.is_empty() {
            fault(above.to_owned(), "There are no components.".to_owned());
        }
        self.first.get_or_insert_with(|| above.to_owned());
        let mut here = BTreeSet::new();
        for (index, component) in list.iter().enumerate() {
            let Some(id) = component.get("id").and_then(Value::as_str) else { continue };
            let place = format!("{above}/{index}");
            if !here.insert(id) {
                fault(format!("{place}/id"), format!("The id '{id}' is used twice."));
            }
            if component.get("component").is_none() && self.is_whole && !self.components.contains_key(id) {
                fault(place.clone(), format!("The component '{id}' has no type."));
            }
            self.components.insert(id, (place, component));
        }
    }

    fn check(&self, faults: &mut Vec<Fault>) {
        let mut fault = |path: String, message: String| faults.push(Fault { path, message });
        if let Some(first) = self.first.as_ref().filter(|_| self.is_whole && !self.components.contains_key("root")) {
            fault(first.clone(), "There is no component with the id 'root'.".to_owned());
        }
        for (place, component) in self.components.values() {
            for (pointer, child) in children(component) {
                if self.is_whole && !self.components.contains_key(child) {
                    fault([place, &*pointer].concat(), format!("There is no component '{child}'."));
                }
            }
        }
        for (place, id) in self.cycles() {
            fault(place, format!("The component '{id}' contains itself."));
        }
    }

    /// The references by which a component comes to be within itself, and which one that is. What a template repeats is
    /// another instance each time, and ends with its data.
    fn cycles(&self) -> Vec<(String, &'a str)> {
        let mut found = Vec::new();
        let mut done = BTreeSet::new();
        for start in self.components.keys() {
            // The way down to here, each with the children that are still to be looked at.
            let (mut way, mut above) = (Vec::new(), BTreeSet::new());
            let mut next = Some(*start);
            loop {
                if let Some(id) = next.take().filter(|id| done.insert(*id))
                    && let Some((place, component)) = self.components.get(id)
                {
                    above.insert(id);
                    way.push((id, place, children(component)));
                }
                let Some((id, place, left)) = way.last_mut() else { break };
                match left.pop() {
                    Some((pointer, _)) if pointer.ends_with("/componentId") => {}
                    Some((pointer, child)) if above.contains(child) => found.push(([place, &*pointer].concat(), child)),
                    Some((_, child)) => next = Some(child),
                    None => {
                        above.remove(*id);
                        way.pop();
                    }
                }
            }
        }
        found
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

    fn create(surface: &str) -> Value {
        json!({"version": "v0.9", "createSurface": {"surfaceId": surface, "catalogId": "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}})
    }

    fn update(surface: &str, components: Value) -> Value {
        json!({"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": components}})
    }

    fn text(id: &str) -> Value {
        json!({"id": id, "component": "Text", "text": "x"})
    }

    #[test]
    fn findings_point_into_the_payload() {
        let components =
            json!([{"id": "root", "component": "Column", "children": ["gone"]}, {"id": "root", "component": "Text"}]);
        let found = paths(json!({"surfaceId": "s", "components": components}));
        assert_eq!(found, ["/components/1/id"]);
        let update = update(
            "s",
            json!([
                {"id": "a", "component": "Tabs", "tabs": [{"title": "t", "child": "gone"}]},
                {"id": "b", "component": "List", "children": {"componentId": "lost", "path": "/x"}},
            ]),
        );
        let expected = ["/components", "/components/0/tabs/0/child", "/components/1/children/componentId"];
        for (payload, above) in [
            (json!([create("s"), update]), "/1/updateComponents"),
            (json!({"a2ui_operations": [create("s"), update]}), "/a2ui_operations/1/updateComponents"),
        ] {
            assert_eq!(paths(payload), expected.map(|path| [above, path].concat()));
        }
    }

    #[test]
    fn surfaces_are_judged_one_by_one_as_they_are_in_the_end() {
        for payload in [
            json!([create("a"), update("a", json!([text("root")])), create("b"), update("b", json!([text("root")]))]),
            json!([create("a"), update("a", json!([text("root"), text("x")])), update("a", json!([text("x")]))]),
            // What stands already may have the rest.
            json!([update("a", json!([{"id": "x", "component": "Column", "children": ["elsewhere"]}]))]),
            json!([update("a", json!([{"id": "x", "text": "y"}]))]),
            // A template may show the component it stands in.
            json!({"surfaceId": "s", "components": [
                {"id": "root", "component": "List", "children": {"componentId": "row", "path": "/rows"}},
                {"id": "row", "component": "Column", "children": ["root"]},
            ]}),
        ] {
            assert_eq!(paths(payload.clone()), Vec::<String>::new(), "{payload}");
        }
    }

    #[test]
    fn what_does_not_hold_together_is_found() {
        let call = |components: Value| json!({"surfaceId": "s", "components": components});
        for (payload, expected) in [
            (call(json!([{"id": "root", "component": "Column", "children": ["root"]}])), "/components/0/children/0"),
            (
                call(
                    json!([{"id": "root", "component": "Card", "child": "b"}, {"id": "b", "component": "Card", "child": "root"}]),
                ),
                "/components/0/child",
            ),
            (call(json!([{"id": "root", "text": "x"}])), "/components/0"),
            (call(json!([])), "/components"),
            (call(json!(5)), "/components"),
        ] {
            assert!(paths(payload.clone()).contains(&expected.to_owned()), "{payload}: {:?}", paths(payload.clone()));
        }
    }

    #[test]
    fn other_json_has_no_rules() {
        for payload in [json!({"orderId": 1}), json!([]), json!(null), json!("text"), json!([{"a": 1}])] {
            assert_eq!((payload_operations(&payload), validate(&payload)), (None, vec![]), "{payload}");
        }
    }
}
