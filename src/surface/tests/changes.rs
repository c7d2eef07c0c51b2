//! The view is told of what differs, and of nothing else.

use serde_json::{Value, json};

use super::support::{Stage, data, update};
use crate::surface::{NodeChanges, SurfaceChangeKind};

fn counts(changes: &NodeChanges) -> [usize; 5] {
    [changes.updated.len(), changes.rebuilt.len(), changes.children.len(), changes.removed.len(), changes.freed.len()]
}

fn long_list() -> Stage {
    let items: Vec<Value> = (0..10_000).map(|index| json!({"name": index})).collect();
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "List", "children": {"componentId": "row", "path": "/items"}},
        {"id": "row", "component": "Row", "children": ["name"]},
        {"id": "name", "component": "Text", "text": {"path": "name"}},
    ]));
    stage.send(data("/items", items.into()));
    stage.take_changes();
    stage
}

#[test]
fn one_item_of_ten_thousand_touches_one_node() {
    let mut stage = long_list();
    stage.send(data("/items/5000/name", json!("new")));
    assert_eq!(counts(&stage.take_changes()), [1, 0, 0, 0, 0]);
}

#[test]
fn a_list_sent_again_touches_what_differs() {
    let mut stage = long_list();
    let mut items = stage.model()["items"].clone();
    stage.send(data("/items", items.clone()));
    assert!(stage.take_changes().is_empty());

    items[17]["name"] = json!("x");
    items[9_999]["name"] = json!("y");
    stage.send(data("", json!({"items": items})));
    assert_eq!(counts(&stage.take_changes()), [2, 0, 0, 0, 0]);
}

#[test]
fn a_list_that_grows_or_shrinks_at_its_end_touches_only_its_end() {
    let mut stage = long_list();
    stage.send(data("/items/10000", json!({"name": "last"})));
    let changes = stage.take_changes();
    // The list has another child; those are new and need no word.
    assert_eq!(counts(&changes), [1, 0, 1, 0, 0]);
    assert_eq!(changes.children[0].1, 10_000);

    let mut items = stage.model()["items"].clone();
    items.as_array_mut().unwrap().truncate(9_000);
    stage.send(data("/items", items));
    assert_eq!(counts(&stage.take_changes()), [1, 0, 1, 1_001, 2_002]);
}

#[test]
fn new_nodes_need_no_word_beside_their_parent_s() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["a", "b"]},
        {"id": "a", "component": "Text", "text": "a"},
        {"id": "b", "component": "Card", "child": "a"},
    ]));
    let changes = stage.take_changes();
    assert!(changes.root);
    assert_eq!(counts(&changes), [0, 0, 0, 0, 0]);

    stage.send(update(json!([{"id": "b", "component": "Card", "child": "c"}])));
    assert_eq!(counts(&stage.take_changes()), [1, 0, 1, 1, 1]);
    stage.send(update(json!([{"id": "c", "component": "Text", "text": "c"}])));
    assert_eq!(counts(&stage.take_changes()), [0, 1, 0, 0, 0]);
}

#[test]
fn several_changes_of_a_node_between_two_frames_are_one() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Text", "text": {"path": "/t"}}]));
    stage.send(data("/t", json!("shown")));
    stage.take_changes();
    for value in ["a", "b", "c"] {
        stage.send(data("/t", json!(value)));
    }
    let changes = stage.take_changes();
    assert_eq!(counts(&changes), [1, 0, 0, 0, 0]);
    let crate::component::Component::Text(before) = &changes.updated[0].1.component else { panic!("a text") };
    assert_eq!(before.text, "shown");

    stage.send(data("/t", json!("d")));
    stage.send(update(json!([{"id": "root", "component": "Divider"}])));
    assert_eq!(counts(&stage.take_changes()), [0, 1, 0, 0, 0]);
}

#[test]
fn nothing_is_left_of_what_is_gone() {
    let mut stage = long_list();
    stage.send(update(json!([{"id": "root", "component": "Text", "text": "alone"}])));
    stage.take_changes();
    assert_eq!(stage.surface().tree.size(), (1, 0));

    stage.send(json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}));
    let changes = stage.surfaces.take_changes();
    assert!(matches!(changes.surfaces[0].kind, SurfaceChangeKind::Deleted));
    assert!(stage.surfaces.take_changes().surfaces.is_empty());
}

#[test]
fn an_id_of_a_node_is_not_used_again_before_the_view_knows() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Card", "child": "a"}, {"id": "a", "component": "Text", "text": "a"},
    ]));
    stage.take_changes();
    let gone = stage.node("a", "");
    stage.send(update(json!([{"id": "root", "component": "Card", "child": "b"}])));
    assert_ne!(stage.node("b", ""), gone);
    assert_eq!(stage.take_changes().freed, [gone]);
}
