//! v0.8: content before its beginning, values that set the model, items that are members.

use serde_json::{Value, json};

use super::support::{Stage, lines};

fn begin(root: &str) -> Value {
    json!({"beginRendering": {"surfaceId": "s", "root": root, "styles": {"primaryColor": "#ff0000"}}})
}

fn components(list: Value) -> Value {
    json!({"surfaceUpdate": {"surfaceId": "s", "components": list}})
}

fn contents(path: &str, entries: Value) -> Value {
    json!({"dataModelUpdate": {"surfaceId": "s", "path": path, "contents": entries}})
}

fn text(id: &str, value: Value) -> Value {
    json!({"id": id, "component": {"Text": {"text": value}}})
}

fn check(stage: &Stage, expected: &str) {
    assert_eq!(stage.outline(), lines(expected));
}

#[test]
fn content_waits_hidden_for_its_beginning() {
    let mut stage = Stage::default();
    stage.send(components(json!([text("t", json!({"path": "/x"}))])));
    stage.send(contents("", json!([{"key": "x", "valueString": "hello"}])));
    check(&stage, "");
    stage.send(begin("t"));
    check(&stage, "Text t \"hello\"");
    assert!(stage.issues.is_empty(), "{:?}", stage.issues);
}

#[test]
fn a_second_beginning_points_elsewhere_and_keeps_everything() {
    let mut stage = Stage::default();
    stage.send(json!([
        begin("a"),
        components(json!([text("a", json!({"path": "/x"})), text("b", json!({"path": "/x"}))]))
    ]));
    stage.send(contents("", json!([{"key": "x", "valueNumber": 1}])));
    check(&stage, "Text a \"1\"");
    stage.send(begin("b"));
    check(&stage, "Text b \"1\"");
    assert!(stage.issues.is_empty());
    stage.send(json!({"deleteSurface": {"surfaceId": "s"}}));
    stage.send(components(json!([text("b", json!({"path": "/x"}))])));
    check(&stage, "");
    stage.send(begin("b"));
    check(&stage, "Text b \"\"");
}

#[test]
fn a_literal_beside_a_path_sets_the_model_first() {
    let seeded = |path: &str| text("t", json!({"path": path, "literalString": "first"}));
    let mut stage = Stage::default();
    stage.send(json!([begin("t"), components(json!([seeded("/x")]))]));
    check(&stage, "Text t \"first\"");
    stage.send(contents("", json!([{"key": "x", "valueString": "second"}])));
    check(&stage, "Text t \"second\"");
    // The same definition again says nothing new.
    stage.send(components(json!([seeded("/x")])));
    check(&stage, "Text t \"second\"");
}

#[test]
fn in_a_template_a_relative_literal_fills_only_what_is_missing() {
    let mut stage = Stage::default();
    stage.send(json!([
        begin("root"),
        components(json!([
            {"id": "root", "component": {"List": {"children": {"template": {"componentId": "t", "dataBinding": "/l"}}}}},
            text("t", json!({"path": "name", "literalString": "nobody"})),
        ])),
        contents("/l", json!([
            {"key": "a", "valueMap": [{"key": "name", "valueString": "Ada"}]},
            {"key": "b", "valueMap": [{"key": "age", "valueNumber": 3}]},
        ])),
    ]));
    check(&stage, "List root\n  Text t @/l/a \"Ada\"\n  Text t @/l/b \"nobody\"");
    assert_eq!(stage.model(), json!({"l": {"a": {"name": "Ada"}, "b": {"age": 3, "name": "nobody"}}}));
}

#[test]
fn an_absolute_path_in_a_template_means_the_item_first() {
    let mut stage = Stage::default();
    stage.send(json!([
        begin("root"),
        components(json!([
            {"id": "root", "component": {"Column": {"children": {"template": {"componentId": "c", "dataBinding": "/l"}}}}},
            {"id": "c", "component": {"Column": {"children": {"explicitList": ["f", "sub"]}}}},
            {"id": "f", "component": {"TextField": {"label": {"literalString": "L"}, "text": {"path": "/name"}}}},
            {"id": "sub", "component": {"Row": {"children": {"template": {"componentId": "x", "dataBinding": "/tags"}}}}},
            text("x", json!({"path": "/t"})),
        ])),
        contents("", json!([
            {"key": "name", "valueString": "root"},
            {"key": "l", "valueMap": [
                {"key": "0", "valueMap": [{"key": "name", "valueString": "own"}, {"key": "tags", "valueMap": [
                    {"key": "k", "valueMap": [{"key": "t", "valueString": "tag"}]}]}]},
                {"key": "1", "valueMap": [{"key": "other", "valueString": "x"}]}]},
        ])),
    ]));
    check(
        &stage,
        r#"
        Column root
          Column c @/l/0
            TextField f @/l/0 "own"
            Row sub @/l/0
              Text x @/l/0/tags/k "tag"
          Column c @/l/1
            TextField f @/l/1 "root"
            Row sub @/l/1
        "#,
    );
    stage.enter("f", "/0", json!("typed"));
    assert_eq!(stage.model()["l"][0]["name"], json!("typed"));
    assert_eq!(stage.model()["name"], json!("root"));
}

#[test]
fn a_catalog_nobody_knows_is_no_hindrance_where_components_can_be_shown() {
    let begin = json!({"beginRendering": {"surfaceId": "s", "root": "t", "catalogId": "https://example.org/mine"}});
    let mut stage = Stage::default();
    stage.send(json!([components(json!([text("t", json!("x"))])), begin]));
    check(&stage, "Text t \"x\"");
    assert_eq!(stage.take_issues(), ["warning CATALOG_ERROR /catalogId"]);

    let mut stage = Stage::default();
    stage.send(json!([components(json!([{"id": "t", "component": {"Hologram": {}}}])), begin]));
    check(&stage, "(unknown) t");
    assert_eq!(
        stage.take_issues(),
        ["error UNKNOWN_COMPONENT_TYPE /components/0/component", "error CATALOG_ERROR /catalogId"]
    );
}

#[test]
fn a_literal_with_a_path_outlives_data_that_leaves_its_place_out() {
    let mut stage = Stage::default();
    stage.send(components(json!([text("t", json!({"path": "/name", "literalString": "Guest"}))])));
    stage.send(begin("t"));
    stage.send(contents("", json!([{"key": "label", "valueString": "Confirm"}])));
    check(&stage, "Text t \"Guest\"");
    stage.send(contents("", json!([{"key": "name", "valueString": "Ola"}])));
    check(&stage, "Text t \"Ola\"");
}
