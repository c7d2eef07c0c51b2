//! Components and data become a tree, in whatever order they come.

use serde_json::{Value, json};

use super::support::{Dice, Stage, create, data, lines, update};

fn check(stage: &Stage, expected: &str) {
    assert_eq!(stage.outline(), lines(expected));
}

#[test]
fn order_does_not_matter() {
    let parts = [
        update(json!([{"id": "root", "component": "Column", "children": ["title", "list"]}])),
        update(json!([{"id": "title", "component": "Text", "text": {"path": "/title"}}])),
        update(json!([
            {"id": "item", "component": "Card", "child": "name"},
            {"id": "list", "component": "List", "children": {"componentId": "item", "path": "/items"}},
        ])),
        update(json!([{"id": "name", "component": "Text", "text": {"path": "name"}}])),
        data("/items", json!([{"name": "A"}, {"name": "B"}])),
        data("/title", json!("Two")),
    ];
    let mut dice = Dice(7);
    for _ in 0..60 {
        let mut order: Vec<Value> = parts.to_vec();
        for index in (1..order.len()).rev() {
            order.swap(index, dice.below(index + 1));
        }
        let mut stage = Stage::new();
        for message in order {
            stage.send(message);
        }
        check(
            &stage,
            r#"
            Column root
              Text title "Two"
              List list
                Card item @/items/0
                  Text name @/items/0 "A"
                Card item @/items/1
                  Text name @/items/1 "B"
            "#,
        );
        assert!(stage.issues.is_empty(), "{:?}", stage.issues);
    }
}

#[test]
fn what_has_not_come_leaves_a_place_that_is_filled_later() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Column", "children": ["a", "b"]}]));
    check(&stage, "Column root\n  … a\n  … b");
    let places = stage.surface().tree.node(stage.node("root", "")).unwrap().children.clone();

    stage.send(update(json!([{"id": "b", "component": "Text", "text": "there"}])));
    check(&stage, "Column root\n  … a\n  Text b \"there\"");
    assert_eq!(stage.surface().tree.node(stage.node("root", "")).unwrap().children, places);
    assert!(stage.issues.is_empty());
}

#[test]
fn nothing_is_shown_without_a_root_and_that_is_reported_once() {
    let mut stage = Stage::with(json!([{"id": "main", "component": "Text", "text": "x"}]));
    check(&stage, "… root");
    stage.wait(9_999);
    assert!(stage.issues.is_empty());
    stage.wait(100_000);
    assert_eq!(stage.take_issues(), ["error VALIDATION_FAILED /components"]);
    assert_eq!(stage.take_sent().len(), 1);
    stage.take_changes();
    stage.send(update(json!([{"id": "root", "component": "Card", "child": "main"}])));
    check(&stage, "Card root\n  Text main \"x\"");
    // The plain state goes as well.
    assert!(stage.take_changes().frame && !stage.surface().is_overdue);
}

#[test]
fn a_definition_replaces_all_properties() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Slider", "value": 5, "max": 9, "label": "L"}]));
    stage.send(update(json!([{"id": "root", "component": "Slider", "value": 5}])));
    let crate::component::Component::Slider(slider) = stage.surface().component(stage.node("root", "")).unwrap() else {
        panic!("a slider");
    };
    assert_eq!((slider.max, slider.label.as_str()), (100.0, ""));
}

#[test]
fn a_definition_without_type_keeps_the_type() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Text", "text": "a"}]));
    stage.send(update(json!([{"id": "root", "text": "b"}, {"id": "new", "text": "c"}])));
    check(&stage, "Text root \"b\"");
    assert_eq!(stage.take_issues(), ["error VALIDATION_FAILED /components/1/component"]);
}

#[test]
fn the_last_definition_of_an_id_wins() {
    let stage = Stage::with(json!([
        {"id": "root", "component": "Text", "text": "first"},
        {"id": "root", "component": "Text", "text": "second"},
    ]));
    check(&stage, "Text root \"second\"");
}

#[test]
fn another_type_is_another_component_in_the_same_place() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["a", "b"]},
        {"id": "a", "component": "TextField", "label": "L", "value": "x"},
        {"id": "b", "component": "Text", "text": "b"},
    ]));
    stage.enter("a", "", json!("typed"));
    check(&stage, "Column root\n  TextField a \"typed\"\n  Text b \"b\"");
    stage.take_changes();
    stage.send(update(json!([{"id": "a", "component": "Text", "text": "t"}])));
    check(&stage, "Column root\n  Text a \"t\"\n  Text b \"b\"");
    let changes = stage.take_changes();
    assert_eq!((changes.rebuilt.len(), changes.updated.len(), changes.children.len()), (1, 0, 0));

    stage.send(update(json!([{"id": "a", "component": "TextField", "label": "L", "value": "x"}])));
    check(&stage, "Column root\n  TextField a \"x\"\n  Text b \"b\"");
}

#[test]
fn what_is_sent_again_reordered_or_appended_keeps_its_nodes() {
    let text = |id: &str| json!({"id": id, "component": "Text", "text": id});
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["a", "b", "c"]}, text("a"), text("b"), text("c"),
    ]));
    let (a, b, c) = (stage.node("a", ""), stage.node("b", ""), stage.node("c", ""));
    for children in [json!(["a", "b", "c"]), json!(["c", "a", "b"]), json!(["c", "d", "a", "b"]), json!(["b", "c"])] {
        stage.take_changes();
        stage.send(update(json!([{"id": "root", "component": "Column", "children": children}, text("d")])));
        assert_eq!((stage.node("b", ""), stage.node("c", "")), (b, c));
    }
    assert!(stage.surface().tree.node(a).is_none());
}

#[test]
fn items_keep_their_nodes_by_position() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": {"componentId": "i", "path": "/l"}},
        {"id": "i", "component": "Text", "text": {"path": "."}},
    ]));
    stage.send(data("/l", json!(["a", "b"])));
    let first = stage.node("i", "/0");
    stage.send(data("/l", json!(["z", "a", "b"])));
    assert_eq!(stage.node("i", "/0"), first);
    check(&stage, "Column root\n  Text i @/l/0 \"z\"\n  Text i @/l/1 \"a\"\n  Text i @/l/2 \"b\"");
    stage.send(data("/l", json!("no list")));
    check(&stage, "Column root");
    stage.send(data("/l", json!({"k": "an object is no list in v0.9"})));
    check(&stage, "Column root");
}

#[test]
fn templates_nest_and_every_copy_has_its_own_scope_and_state() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": {"componentId": "tabs", "path": "/days"}},
        {"id": "tabs", "component": "Tabs", "tabs": [
            {"title": {"path": "name"}, "child": "hours"}, {"title": "All", "child": "all"}]},
        {"id": "hours", "component": "List", "children": {"componentId": "hour", "path": "hours"}},
        {"id": "hour", "component": "Text", "text": {"call": "formatString",
            "args": {"value": "${at} of ${/year}"}}},
        {"id": "all", "component": "Text", "text": {"path": "name"}},
    ]));
    stage.send(data(
        "",
        json!({"year": 2027, "days": [
        {"name": "Mo", "hours": [{"at": 8}, {"at": 9}]}, {"name": "Tu", "hours": []}]}),
    ));
    check(
        &stage,
        r#"
        Column root
          Tabs tabs @/days/0 0/2
            List hours @/days/0
              Text hour @/days/0/hours/0 "8 of 2027"
              Text hour @/days/0/hours/1 "9 of 2027"
          Tabs tabs @/days/1 0/2
            List hours @/days/1
        "#,
    );
    let second = stage.node("tabs", "/days/1");
    stage.surfaces.change(&"s".into(), |surface| surface.select_tab(second, 1));
    stage.send(data("/days/0/hours/1/at", json!(10)));
    stage.send(data("/year", json!(2028)));
    check(
        &stage,
        r#"
        Column root
          Tabs tabs @/days/0 0/2
            List hours @/days/0
              Text hour @/days/0/hours/0 "8 of 2028"
              Text hour @/days/0/hours/1 "10 of 2028"
          Tabs tabs @/days/1 1/2
            Text all @/days/1 "Tu"
        "#,
    );
}

#[test]
fn what_is_hidden_is_not_there_and_complains_of_nothing() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": ["tabs", "modal"]},
        {"id": "tabs", "component": "Tabs", "tabs": [{"title": "1", "child": "x"}, {"title": "2", "child": "bad"}]},
        {"id": "x", "component": "Text", "text": "x"},
        {"id": "bad", "component": "Text", "text": {"call": "nope"}},
        {"id": "modal", "component": "Modal", "trigger": "x", "content": "bad"},
    ]));
    check(&stage, "Column root\n  Tabs tabs 0/2\n    Text x \"x\"\n  Modal modal closed\n    Text x \"x\"");
    assert!(stage.issues.is_empty());
    let modal = stage.node("modal", "");
    stage.issues = stage.surfaces.change(&"s".into(), |surface| surface.set_open(modal, true));
    check(
        &stage,
        "Column root\n  Tabs tabs 0/2\n    Text x \"x\"\n  Modal modal open\n    Text x \"x\"\n    Text bad \"\"",
    );
    assert_eq!(stage.take_issues(), ["warning EXPRESSION_ERROR /components/3"]);
    stage.surfaces.change(&"s".into(), |surface| surface.set_open(modal, false));
    assert_eq!(stage.surface().tree.instances_of(&"bad".into()), []);
}

#[test]
fn one_definition_at_two_places_is_two_nodes() {
    let stage = Stage::with(json!([
        {"id": "root", "component": "Row", "children": ["t", "c", "t"]},
        {"id": "c", "component": "Card", "child": "t"},
        {"id": "t", "component": "Text", "text": "t"},
    ]));
    check(&stage, "Row root\n  Text t \"t\"\n  Card c\n    Text t \"t\"\n  Text t \"t\"");
}

#[test]
fn cycles_are_cut_and_reported_once() {
    for (components, expected) in [
        (json!([{"id": "root", "component": "Card", "child": "root"}]), "Card root\n  (cycle) root"),
        (
            json!([{"id": "root", "component": "Column", "children": ["a", "a"]}, {"id": "a", "component": "Card", "child": "root"}]),
            "Column root\n  Card a\n    (cycle) root\n  Card a\n    (cycle) root",
        ),
        (
            json!([{"id": "root", "component": "Column", "children": {"componentId": "root", "path": "/l"}}]),
            "Column root\n  Column root @/l/0\n    (cycle) root @/l/0",
        ),
    ] {
        let mut stage = Stage::new();
        stage.send(data("/l", json!([1])));
        stage.send(update(components.clone()));
        check(&stage, expected);
        assert_eq!(stage.errors().len(), 1, "{:?}", stage.issues);
        assert_eq!(stage.errors()[0].code, "CYCLIC_REFERENCE");
        stage.send(update(components));
        assert_eq!(stage.take_sent().len(), 1);
    }
    let mut stage = Stage::with(json!([{"id": "root", "component": "Card", "child": "root"}]));
    stage.send(update(json!([{"id": "root", "component": "Text", "text": "out of it"}])));
    check(&stage, "Text root \"out of it\"");
}

#[test]
fn data_that_nests_is_no_cycle() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": {"componentId": "root", "path": "below"}},
    ]));
    stage.send(data("", json!({"below": [{"below": [{}]}, {}]})));
    check(
        &stage,
        r#"
        Column root
          Column root @/below/0
            Column root @/below/0/below/0
          Column root @/below/1
        "#,
    );
    assert!(stage.issues.is_empty());
}

#[test]
fn surfaces_are_created_once_and_end_when_deleted() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Text", "text": {"path": "/t"}}]));
    stage.send(data("/t", json!("kept")));
    stage.send(create());
    assert_eq!(stage.take_issues(), ["error VALIDATION_FAILED /surfaceId"]);
    check(&stage, "Text root \"kept\"");

    let delete = json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}});
    stage.send(json!([delete, delete]));
    assert!(stage.surfaces.surface(&"s".into()).is_none());
    assert!(stage.issues.is_empty());
    stage.send(json!([data("/t", json!(1)), update(json!([]))]));
    assert_eq!(stage.errors().len(), 2);
    assert!(stage.surfaces.surface(&"s".into()).is_none());

    stage.take_issues();
    stage.send(create());
    check(&stage, "… root");
    assert_eq!(stage.model(), json!({}));
    assert!(stage.issues.is_empty());
}

#[test]
fn surfaces_do_not_touch_each_other() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Text", "text": {"path": "/secret"}}]));
    stage.send(data("/secret", json!("hush")));
    let other = |verb: &str, body: Value| {
        let mut body = body;
        body["surfaceId"] = json!("t");
        json!({"version": "v0.9", verb: body})
    };
    stage.send(json!([
        other("createSurface", json!({"catalogId": "basic"})),
        other(
            "updateComponents",
            json!({"components": [
                {"id": "root", "component": "Nope", "text": {"path": "/secret"}},
                {"id": "a", "component": "Text", "text": {"wrong": 1}},
            ]})
        ),
        other("updateDataModel", json!({"path": "/secret/x", "value": 1})),
        other("updateDataModel", json!({"path": "/secret/x/y", "value": 1})),
    ]));
    check(&stage, "Text root \"hush\"");
    assert_eq!(stage.issues.len(), 3);
    let told = serde_json::to_string(&stage.take_sent()).unwrap();
    assert!(!told.contains("hush") && !told.contains("\"s\""), "{told}");
}

#[test]
fn what_is_certain_of_a_message_is_shown_and_said_only_when_it_is_whole() {
    let mut stage = Stage::default();
    let partial = |stage: &mut Stage, message: Value| stage.surfaces.preview(message, Some("t"), stage.now);
    partial(&mut stage, create());
    partial(&mut stage, create());
    let whole = update(json!([
        {"id": "root", "component": "Column", "children": ["t", "x"]},
        {"id": "t", "component": "Text", "text": "Hello there"},
        {"id": "x", "component": "Nope"},
    ]));
    partial(&mut stage, update(json!([{"id": "root", "component": "Column", "children": ["t"]}])));
    partial(
        &mut stage,
        update(json!([{"id": "t", "component": "Text", "text": "Hel"}, {"id": "x", "component": "Nope"}])),
    );
    check(&stage, "Column root\n  Text t \"Hel\"");
    assert!(stage.take_sent().is_empty());

    stage.send(create());
    stage.send(whole.clone());
    check(&stage, "Column root\n  Text t \"Hello there\"\n  (unknown) x");
    assert_eq!(stage.take_issues(), ["error UNKNOWN_COMPONENT_TYPE /components/2/component"]);
    assert_eq!(stage.take_sent().len(), 1);

    // What is painted is not replaced by a beginning; what is complete is shown at once.
    partial(
        &mut stage,
        update(json!([{"id": "t", "component": "Text", "text": "H"}, {"id": "x", "component": "Divider"}])),
    );
    check(&stage, "Column root\n  Text t \"Hello there\"\n  Divider x");
    stage.send(create());
    assert_eq!(stage.take_issues(), ["error VALIDATION_FAILED /surfaceId"]);
}

#[test]
fn entered_values_stay_until_the_agent_gives_another() {
    let field = |label: &str, value: &str| {
        update(json!([{"id": "root", "component": "TextField", "label": label, "value": value}]))
    };
    let mut stage = Stage::new();
    stage.send(field("L", "a"));
    stage.enter("root", "", json!("typed"));
    stage.send(field("M", "a"));
    check(&stage, "TextField root \"typed\"");
    stage.send(field("M", "b"));
    check(&stage, "TextField root \"b\"");
}

#[test]
fn inputs_write_where_they_are_bound() {
    let mut stage = Stage::with(json!([
        {"id": "root", "component": "Column", "children": {"componentId": "f", "path": "/l"}},
        {"id": "f", "component": "CheckBox", "label": "L", "value": {"path": "on"}},
    ]));
    stage.send(data("/l", json!([{"on": false, "n": 1}, {"on": true}])));
    stage.enter("f", "/0", json!(true));
    assert_eq!(stage.model(), json!({"l": [{"on": true, "n": 1}, {"on": true}]}));
    assert!(stage.take_sent().is_empty());
}
