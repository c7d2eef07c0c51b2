//! What a press leads to, in every version.

use serde_json::{Value, json};

use super::support::{Stage, V1_0, create_v1, data, update};
use crate::dynamic::Effect;

const TIME: &str = "2027-01-01T00:00:00.000Z";

fn button(action: Value) -> Value {
    json!([
        {"id": "root", "component": "Button", "child": "t", "action": action},
        {"id": "t", "component": "Text", "text": "Press"},
    ])
}

#[test]
fn every_version_has_its_own_envelope() {
    let mut v0_8 = Stage::default();
    v0_8.send(json!([
        {"beginRendering": {"surfaceId": "s", "root": "b"}},
        {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "b", "component": {"Button": {"child": "t",
            "action": {"name": "go", "context": [{"key": "k", "value": {"path": "/x"}}, {"key": "n", "value": {"literalNumber": 2}}]}}}}]}},
        {"dataModelUpdate": {"surfaceId": "s", "contents": [{"key": "x", "valueBoolean": true}]}},
    ]));
    v0_8.press("b", "");
    let body = |source: &str| {
        json!({"name": "go", "surfaceId": "s", "sourceComponentId": source, "timestamp": TIME,
        "context": {"k": true, "n": 2}})
    };
    assert_eq!(v0_8.take_sent(), [json!({"userAction": body("b")})]);

    let action = json!({"event": {"name": "go", "userMessage": "Go ahead", "context": {"k": {"path": "/x"}, "n": 2}}});
    for version in ["v0.9", "v0.9.1"] {
        let mut stage = Stage::default();
        stage.send(json!([
            {"version": version, "createSurface": {"surfaceId": "s", "catalogId": "basic"}},
            {"version": version, "updateComponents": {"surfaceId": "s", "components": button(action.clone())}},
            {"version": version, "updateDataModel": {"surfaceId": "s", "path": "/x", "value": true}},
        ]));
        stage.press("root", "");
        assert_eq!(stage.take_sent(), [json!({"version": version, "action": body("root")})]);
    }

    let mut components = button(json!({"event": {"name": "go",
        "userMessage": {"@call": "formatString", "args": {"value": "I say ${/x}"}}, "context": {"k": {"@path": "/x"}, "n": 2}}}));
    components[0]["metadata"] = json!({"extensions": {"trace": 7}});
    let mut v1_0 = Stage::default();
    v1_0.send(create_v1(components, json!({"x": true})));
    v1_0.press("root", "");
    let mut expected = body("root");
    expected["userMessage"] = json!("I say true");
    expected["metadata"] = json!({"trace": 7});
    assert_eq!(v1_0.take_sent(), [json!({"version": "v1.0", "action": expected})]);
}

#[test]
fn a_press_in_a_template_speaks_of_its_item_with_the_latest_data() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "List", "children": {"componentId": "b", "path": "/l"}},
        {"id": "b", "component": "Button", "child": "t", "action": {"event": {"name": "pick", "context": {
            "id": {"path": "id"}, "all": {"path": "/l"}, "deep": {"of": [{"path": "id"}]}, "none": {"path": "nope"}}}}},
        {"id": "t", "component": "Text", "text": {"path": "id"}},
    ]));
    stage.send(data("/l", json!([{"id": 1}, {"id": 2}])));
    stage.send(data("/l/1/id", json!("two")));
    stage.press("b", "/1");
    let sent = stage.surfaces.take_outgoing();
    assert_eq!(sent[0].item_path.as_deref(), Some("/l/1"));
    assert_eq!(sent[0].message["action"]["sourceComponentId"], json!("b"));
    assert_eq!(
        sent[0].message["action"]["context"],
        json!({"id": "two", "all": [{"id": 1}, {"id": "two"}], "deep": {"of": ["two"]}, "none": null})
    );
}

#[test]
fn what_is_typed_is_known_to_the_next_press() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["f", "b"]},
        {"id": "f", "component": "TextField", "label": "Name", "value": {"path": "/name"}},
        {"id": "b", "component": "Button", "child": "t", "action": {"event": {"name": "save", "context": {"name": {"path": "/name"}}}},
            "checks": [{"condition": {"call": "required", "args": {"value": {"path": "/name"}}}, "message": "Name it"}]},
        {"id": "t", "component": "Text", "text": "Save"},
    ]));
    stage.press("b", "");
    assert!(stage.take_sent().is_empty());
    stage.enter("f", "", json!("Ada"));
    stage.press("b", "");
    assert_eq!(stage.take_sent()[0]["action"]["context"], json!({"name": "Ada"}));
    assert!(stage.issues.is_empty());
}

#[test]
fn local_functions_stay_here() {
    let open = |url: &str| button(json!({"functionCall": {"call": "openUrl", "args": {"url": url}}}));
    let mut stage = Stage::with(open("https://example.test/"));
    assert_eq!(stage.press("root", ""), Some(Effect::OpenUrl("https://example.test/".into())));
    assert!(stage.take_sent().is_empty());

    for call in [json!({"call": "openUrl", "args": {"url": "javascript:1"}}), json!({"call": "noSuchFunction"})] {
        stage.send(update(button(json!({"functionCall": call}))));
        assert_eq!(stage.press("root", ""), None);
        assert_eq!(stage.take_issues(), ["warning EXPRESSION_ERROR"]);
        assert!(stage.take_sent().is_empty());
    }
}

#[test]
fn data_models_travel_with_what_goes_to_their_agent() {
    let mut stage = Stage::default();
    let create = |surface: &str, version: &str, catalog: &str, wanted: bool| json!({"version": version, "createSurface": {"surfaceId": surface, "catalogId": catalog, "sendDataModel": wanted}});
    stage.send(json!([
        create("s", "v0.9", "basic", true),
        create("quiet", "v0.9", "basic", false),
        create("other", "v1.0", V1_0, true),
        update(button(json!({"event": {"name": "go"}}))),
        data("/a", json!(1)),
    ]));
    assert!(stage.surfaces.take_outgoing().is_empty());
    stage.press("root", "");
    let sent = stage.surfaces.take_outgoing();
    assert!(sent[0].is_action);
    assert_eq!(
        Value::Object((*sent[0].metadata).clone()),
        json!({"a2uiClientDataModel": {"version": "v0.9", "surfaces": {"s": {"a": 1}}}})
    );
    stage.send(update(json!([{"id": "x", "component": "Nope"}])));
    let sent = stage.surfaces.take_outgoing();
    assert!(!sent[0].is_action && sent[0].metadata.contains_key("a2uiClientDataModel"));
}
