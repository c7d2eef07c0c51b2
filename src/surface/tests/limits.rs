//! Every cap fires, is seen or told, and leaves the surface usable (docs/limits.md).

use serde_json::{Value, json};

use super::support::{Stage, V0_9, data, update};
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
fn a_model_that_goes_along_with_many_errors_is_read_once() {
    let create =
        json!({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": V0_9, "sendDataModel": true}});
    let mut stage = Stage::default();
    stage.send(create);
    stage.send(data("", json!({"long": "x".repeat(5_000_000)})));
    stage.send((0..2_000).map(|field| update(json!([{"id": field.to_string()}]))).collect());
    let sent = stage.surfaces.take_outgoing();
    assert_eq!(sent.len(), 200);
    assert!(sent.iter().all(|one| std::rc::Rc::ptr_eq(&one.metadata, &sent[0].metadata)));
    assert!(sent[0].metadata.contains_key("a2uiClientDataModel"));
}

#[test]
fn what_is_cheap_once_and_dear_in_thousands_is_cut() {
    let template = |item: Value| json!([{"id": "root", "component": "List", "children": {"componentId": "t", "path": "/l"}}, item]);
    let options = vec![json!({"label": "o", "value": "v"}); 2_000];
    let cases = [
        json!({"id": "t", "component": "Text", "text": "x".repeat(500_000)}),
        json!({"id": "t", "component": "Text", "text": {"path": "/long"}}),
        json!({"id": "t", "component": "Text", "text": {"path": "/"}}),
        json!({"id": "t", "component": "Card", "accessibility": {"label": {"path": "/long"}}}),
        json!({"id": "t", "component": "ChoicePicker", "options": options, "value": []}),
        json!({"id": "t", "component": "ChoicePicker", "options": [], "value": {"path": "/many"}}),
        json!({"id": "t", "component": "CheckBox", "label": "l", "value": {"call": "regex", "args": {
            "value": {"path": "/as"}, "pattern": "^(a|aa|a*)*b"}}}),
    ];
    for item in cases {
        let mut stage = Stage::with(template(item.clone()));
        let many = vec![json!("some text"); 20_000];
        let model = json!({"l": vec![1; 20_000], "long": "x".repeat(900_000), "many": many, "as": "a".repeat(9_000)});
        let began = std::time::Instant::now();
        stage.send(data("", model));
        let shown = stage.issues.iter().any(|issue| issue.message.contains("more work"));
        assert!(shown, "{:.60}", item.to_string());
        assert!(began.elapsed().as_secs() < 20, "{:.60} took {:?}", item.to_string(), began.elapsed());
        stage.send(update(json!([{"id": "t", "component": "Text", "text": "short"}])));
        assert!(stage.outline().ends_with("Text t @/l/19999 \"short\""), "{:.60}", item.to_string());
    }
}

#[test]
fn bindings_to_far_indices_cost_no_more_than_near_ones() {
    let components: Vec<Value> = (0..20_000)
        .map(|id| json!({"id": id.to_string(), "component": "Text", "text": {"path": format!("/m{id}/65535")}}))
        .chain([json!({"id": "root", "component": "Column",
            "children": (0..20_000).map(|index| index.to_string()).collect::<Vec<_>>()})])
        .collect();
    let (last, rest) = components.split_last().expect("components");
    let mut stage = Stage::with(json!([last]));
    stage.send(update(rest.into()));
    stage.send(data("/m7/65535", json!("found")));
    assert!(stage.outline().contains("Text 7 \"found\""));
}

#[test]
fn a_list_that_is_bound_elsewhere_is_rearranged_at_once() {
    let root =
        |path: &str| json!([{"id": "root", "component": "List", "children": {"componentId": "t", "path": path}}]);
    let mut stage = Stage::with(root("/a"));
    stage.send(update(json!([{"id": "t", "component": "Divider"}])));
    stage.send(data("", json!({"a": vec![1; 20_000], "b": vec![1; 20_000]})));
    let began = std::time::Instant::now();
    stage.send(update(root("/b")));
    assert_eq!(stage.surface().tree.size().0, 20_001);
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
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
