//! One wrong property costs only itself, and the issue says where it stands.

use serde_json::{Value, json};

use super::support::{Stage, create, data, update};

/// The issues of one component at `/components/1`, below a root that shows it.
fn issues(component: Value) -> Vec<String> {
    let mut component = component;
    component["id"] = json!("x");
    let mut stage = Stage::with(json!([{"id": "root", "component": "Column", "children": ["x"]}, component]));
    assert!(stage.outline().lines().count() >= 2);
    stage.take_issues()
}

#[test]
fn issues_point_at_the_property() {
    let error = |path: &str| format!("error VALIDATION_FAILED /components/1{path}");
    let warning = |path: &str| format!("warning VALIDATION_FAILED /components/1{path}");
    let info = |code: &str, path: &str| format!("info {code} /components/1{path}");
    for (component, expected) in [
        (json!({"component": "Text", "text": {"foo": 1}}), vec![error("/text")]),
        (json!({"component": "Text", "text": ["a"]}), vec![error("/text")]),
        (json!({"component": "Text", "text": [{"path": "/x"}]}), vec![error("/text")]),
        (json!({"component": "Text", "text": 5}), vec![info("TOLERATED", "/text")]),
        (json!({"component": "Text", "text": true}), vec![info("TOLERATED", "/text")]),
        (json!({"component": "Text"}), vec![warning("/text")]),
        (json!({"component": "Text", "text": "t", "variant": "huge"}), vec![info("UNKNOWN_VALUE", "/variant")]),
        (json!({"component": "Text", "text": "t", "variant": 3}), vec![error("/variant")]),
        (json!({"component": "Text", "text": "t", "colour": 3}), vec![info("UNKNOWN_PROPERTY", "/colour")]),
        (json!({"component": "Column", "children": 7}), vec![error("/children")]),
        (json!({"component": "Column", "children": "a"}), vec![info("TOLERATED", "/children")]),
        (
            json!({"component": "Column", "children": ["a", {}, 4]}),
            vec![error("/children/1"), info("TOLERATED", "/children/2")],
        ),
        (json!({"component": "Column", "children": {"componentId": "a"}}), vec![error("/children")]),
        (json!({"component": "Card", "child": ["a"]}), vec![info("TOLERATED", "/child")]),
        (json!({"component": "Card", "child": ["a", "b"]}), vec![error("/child")]),
        (json!({"component": "Card", "child": {"a": 1}}), vec![error("/child")]),
        (json!({"component": "Slider", "value": "5"}), vec![info("TOLERATED", "/value")]),
        (json!({"component": "Slider", "value": "five"}), vec![error("/value")]),
        (json!({"component": "CheckBox", "label": "L", "value": "true"}), vec![info("TOLERATED", "/value")]),
        (json!({"component": "CheckBox", "label": "L", "value": "maybe"}), vec![error("/value")]),
        (json!({"component": "Tabs", "tabs": {"a": 1}}), vec![error("/tabs")]),
        (
            json!({"component": "Tabs", "tabs": [{"title": {"t": 1}, "child": "a"}, 3]}),
            vec![error("/tabs/0/title"), error("/tabs/1")],
        ),
        (json!({"component": "Button", "child": "a", "action": 3}), vec![error("/action")]),
        (json!({"component": "Button", "child": "a", "action": {}}), vec![error("/action")]),
        (json!({"component": "Button", "child": "a", "action": {"event": {}}}), vec![error("/action/event/name")]),
        (
            json!({"component": "Button", "child": "a", "action": {"event": {"name": "n", "userMessage": {"foo": 1}}}}),
            vec![error("/action/event/userMessage")],
        ),
        (
            json!({"component": "Button", "child": "a", "action": {"event": {"name": "n", "userMessage": 5}}}),
            vec![info("TOLERATED", "/action/event/userMessage")],
        ),
        (
            json!({"component": "Button", "child": "a", "action": {"call": "openUrl"}}),
            vec![info("TOLERATED", "/action")],
        ),
        (json!({"component": "TextField", "label": "L", "checks": 3}), vec![error("/checks")]),
        (
            json!({"component": "TextField", "label": "L", "checks": [{"message": "m"}]}),
            vec![error("/checks/0/condition")],
        ),
        (json!({"component": "Text", "text": "t", "variant": "Caption"}), vec![]),
        (json!({"component": "Image", "url": "https://a.example/b.png", "fit": "scale-down"}), vec![]),
        (
            json!({"component": "TextField", "label": "L", "checks": {"condition": {"path": "/x"}, "message": "m"}}),
            vec![],
        ),
        (
            json!({"component": "TextField", "label": "L", "checks": [
                {"call": "required", "args": {"value": {"path": "/x"}}, "message": "m"}]}),
            vec![],
        ),
    ] {
        assert_eq!(issues(component.clone()), expected, "{component}");
    }
}

#[test]
fn a_path_with_a_stray_tilde_is_taken_as_it_stands_and_told() {
    let mut stage = Stage::new();
    for (path, told) in [("/x~2y", 1), ("/a~", 1), ("/~0~1", 0), ("/a~1b", 0)] {
        stage.issues.clear();
        stage.send(data(path, json!(1)));
        let issues: Vec<String> =
            stage.issues.iter().map(|issue| format!("{:?} {}", issue.severity, issue.path)).collect();
        assert_eq!(issues, vec!["Warning /path"; told], "{path}");
    }
    assert_eq!(stage.model(), json!({"x~2y": 1, "a~": 1, "~/": 1, "a/b": 1}));
}

#[test]
fn reserved_keys_of_the_final_form_are_named() {
    let mut stage = Stage::default();
    stage.send(super::support::create_v1(
        json!([{"id": "root", "component": "Text", "text": {"@if": 1, "x": {"@path": "/a"}}}]),
        json!({}),
    ));
    assert_eq!(stage.take_issues(), ["error INVALID_RESERVED_KEY /components/0/text/@if"]);
}

#[test]
fn one_bad_entry_costs_only_itself() {
    let mut stage = Stage::new();
    stage.send(json!([
        update(json!([
            {"id": "root", "component": "Column", "children": ["a"]}, 5, {"component": "Text"},
            {"id": "a", "component": "Text", "text": "still here"},
        ])),
        "not a message", {"version": "v0.9", "unheard": {}}, {"version": "v9", "createSurface": {"surfaceId": "t"}},
    ]));
    assert_eq!(stage.outline(), "Column root\n  Text a \"still here\"");
    assert_eq!(stage.errors().len(), 5);
}

#[test]
fn only_errors_go_to_the_agent_each_once_and_in_its_own_words() {
    let mut stage = Stage::new();
    stage.send(update(json!([
        {"id": "root", "component": "Text", "text": 5, "extra": 1, "variant": "huge"},
        {"id": "a", "component": "Slider"},
        {"id": "b", "component": "Text", "text": {"foo": 1}},
    ])));
    assert_eq!(stage.issues.len(), 5);
    let message = "Expected a text, a binding or a function call.";
    let error =
        json!({"code": "VALIDATION_FAILED", "surfaceId": "s", "path": "/components/2/text", "message": message});
    assert_eq!(stage.take_sent(), [json!({"version": "v0.9", "error": error})]);

    // What nobody can be told about a surface is told in the words of the message itself.
    let mut stage = Stage::default();
    stage.send(json!({"version": "v0.9.1", "updateComponents": {"surfaceId": "ghost", "components": []}}));
    let sent = stage.take_sent();
    assert_eq!(
        (sent.len(), &sent[0]["version"], &sent[0]["error"]["surfaceId"]),
        (1, &json!("v0.9.1"), &json!("ghost"))
    );
    stage.send(create());
    assert!(stage.take_sent().is_empty());
}

#[test]
fn controls_in_a_button_are_told() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Button", "child": "row", "action": {"event": {"name": "outer"}}},
        {"id": "row", "component": "Row", "children": ["words", "b", "check"]},
        {"id": "words", "component": "Text", "text": "Words"},
        {"id": "b", "component": "Button", "child": "words", "action": {"event": {"name": "inner"}}},
        {"id": "check", "component": "CheckBox", "label": "L", "value": {"path": "/c"}},
    ]));
    stage.send(data("/c", json!(true)));
    let told = stage.issues.iter().filter(|issue| issue.message.contains("in a button"));
    let told: Vec<_> = told.map(|issue| (issue.severity, issue.component.as_ref().unwrap().as_str())).collect();
    assert_eq!(told, [(crate::Severity::Warning, "b"), (crate::Severity::Warning, "check")]);
}
