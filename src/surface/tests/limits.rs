//! Every cap fires, is seen or told, and leaves the surface usable (docs/limits.md).

use serde_json::{Value, json};

use super::support::{Stage, data, update};
use crate::component::{Component, MAX_ITEMS, MAX_TEXT};
use crate::surface::tree::{MAX_DEPTH, MAX_NODES};

#[test]
fn deep_trees_are_cut() {
    let mut components: Vec<Value> = (0..5_000)
        .map(|index| json!({"id": format!("c{index}"), "component": "Card", "child": format!("c{}", index + 1)}))
        .collect();
    components[0]["id"] = json!("root");
    let mut stage = Stage::with(components.into());
    let (nodes, _) = stage.surface().tree.size();
    assert_eq!(nodes, usize::from(MAX_DEPTH) + 2);
    assert!(stage.outline().ends_with(&format!("(limit) c{}", MAX_DEPTH + 1)));
    assert_eq!(stage.take_issues(), ["error LIMIT_EXCEEDED"]);
    stage.send(update(json!([{"id": "c1", "component": "Text", "text": "short"}])));
    assert_eq!(stage.surface().tree.size().0, 2);
}

#[test]
fn trees_that_fan_out_are_cut() {
    let children = |id: &str| vec![json!(id); 1_000];
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": children("a")},
        {"id": "a", "component": "Column", "children": children("b")},
        {"id": "b", "component": "Column", "children": children("t")},
        {"id": "t", "component": "Text", "text": "x"},
    ]));
    assert_eq!(stage.surface().tree.size().0, MAX_NODES + 1);
    assert_eq!(stage.take_issues(), ["error LIMIT_EXCEEDED"]);
    stage.send(update(json!([{"id": "root", "component": "Text", "text": "small"}])));
    assert_eq!(stage.outline(), "Text root \"small\"");
    stage.take_changes();
    assert_eq!(stage.surface().tree.size(), (1, 0));
}

#[test]
fn templates_that_multiply_are_cut() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": {"componentId": "a", "path": "/l"}},
        {"id": "a", "component": "Column", "children": {"componentId": "b", "path": "/l"}},
        {"id": "b", "component": "Column", "children": {"componentId": "t", "path": "/m"}},
        {"id": "t", "component": "Text", "text": {"path": "/x"}},
    ]));
    stage.send(data("", json!({"l": vec![1; 500], "m": vec![1; 500], "x": "x"})));
    assert!(stage.surface().tree.size().0 <= MAX_NODES + 1);
    assert!(stage.errors().iter().any(|issue| issue.code == "LIMIT_EXCEEDED"));
}

#[test]
fn long_lists_are_cut() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "List", "children": {"componentId": "t", "path": "/l"}},
        {"id": "t", "component": "Text", "text": {"path": "."}},
    ]));
    stage.send(data("/l", vec![json!(1); MAX_ITEMS + 5].into()));
    assert_eq!(stage.surface().tree.size().0, MAX_ITEMS + 1);
    assert_eq!(stage.take_issues(), ["warning LIMIT_EXCEEDED /components/0"]);
}

#[test]
fn far_indices_and_long_addresses_are_refused() {
    let mut stage = Stage::new();
    for path in ["/l/100001".to_owned(), "/a".repeat(101), "x".repeat(5_000), "/l/99999999999999999999".to_owned()] {
        stage.send(data(&path, json!(1)));
        assert_eq!(stage.take_issues(), ["error VALIDATION_FAILED /path"], "{path:.20}");
        assert_eq!(stage.model(), json!({}));
    }
}

#[test]
fn a_message_carries_no_more_components_than_it_may() {
    let components: Vec<Value> =
        (0..20_010).map(|index| json!({"id": index.to_string(), "component": "Divider"})).collect();
    let mut stage = Stage::with(components.into());
    assert_eq!(stage.take_issues(), ["error VALIDATION_FAILED /components/20000"]);
    assert_eq!(stage.surface().components.len(), 20_000);
}

#[test]
fn one_message_causes_no_more_issues_than_a_person_would_read() {
    let stage = Stage::with(vec![json!(5); 300].into());
    assert_eq!(stage.issues.len(), 100);
}

#[test]
fn a_surface_repeats_no_more_than_a_person_would_read() {
    let components: Vec<Value> = (0..2_000)
        .map(|index| json!({"id": index.to_string(), "component": "Text", "text": {"call": format!("f{index}")}}))
        .chain([json!({"id": "root", "component": "Column",
            "children": (0..2_000).map(|index| index.to_string()).collect::<Vec<_>>()})])
        .collect();
    let stage = Stage::with(components.into());
    assert_eq!(stage.issues.len(), 200);
}

#[test]
fn expressions_and_patterns_end() {
    let nested = (0..200).fold(json!("x"), |inner, _| json!({"call": "not", "args": {"value": inner}}));
    let bomb = format!("{}{}", "${".repeat(150), "}".repeat(150));
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["a", "b", "c", "d"]},
        {"id": "a", "component": "Text", "text": nested},
        {"id": "b", "component": "Text", "text": {"call": "formatString", "args": {"value": bomb}}},
        {"id": "c", "component": "Text", "text": {"call": "formatString", "args": {"value": "y".repeat(10_001) + "${/x}"}}},
        {"id": "d", "component": "CheckBox", "label": "L", "value": {"call": "regex", "args": {
            "value": "a".repeat(5_000) + "!", "pattern": "^(a+)+$"}}},
    ]));
    assert_eq!(stage.outline(), "Column root\n  Text a \"\"\n  Text b \"\"\n  Text c \"\"\n  CheckBox d false");
    let issues = stage.take_issues();
    assert!(issues.iter().any(|issue| issue.starts_with("error VALIDATION_FAILED /components/1/text")), "{issues:?}");
    for component in [2, 3] {
        assert!(issues.contains(&format!("warning EXPRESSION_ERROR /components/{component}")), "{issues:?}");
    }
}

#[test]
fn long_texts_and_many_entries_are_cut() {
    let options = vec![json!({"label": "o", "value": "v"}); 2_100];
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["t", "p"]},
        {"id": "t", "component": "Text", "text": "é".repeat(MAX_TEXT)},
        {"id": "p", "component": "ChoicePicker", "options": options, "value": []},
    ]));
    let Some(Component::Text(text)) = stage.surface().component(stage.node("t", "")) else { panic!("a text") };
    assert_eq!(text.text.len(), MAX_TEXT);
    let Some(Component::ChoicePicker(picker)) = stage.surface().component(stage.node("p", "")) else {
        panic!("a picker");
    };
    assert_eq!(picker.options.len(), 2_000);
    assert_eq!(
        stage.take_issues(),
        ["warning LIMIT_EXCEEDED /components/2/options", "warning LIMIT_EXCEEDED /components/1"]
    );
}

#[test]
fn a_page_holds_so_many_surfaces() {
    let mut stage = Stage::default();
    let create =
        |id: usize| json!({"version": "v0.9", "createSurface": {"surfaceId": id.to_string(), "catalogId": "basic"}});
    stage.send((0..205).map(create).collect());
    stage.send(json!({"surfaceUpdate": {"surfaceId": "held", "components": []}}));
    assert_eq!(stage.take_issues(), vec!["error LIMIT_EXCEEDED /surfaceId"; 6]);
    assert_eq!(stage.surfaces.iter().count(), 200);
}
