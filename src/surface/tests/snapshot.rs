//! A conversation set as a whole ends where a fresh instance would end.

use serde_json::{Value, json};

use super::support::{Dice, Stage, V0_9, V1_0, create, data, picture, update};

/// Everything a host can see of a stage.
fn facts(stage: &Stage) -> Vec<String> {
    let surfaces = stage.surfaces.iter();
    let mut facts: Vec<String> =
        surfaces.map(|surface| format!("{}\n{}\n{}", surface.id, picture(surface), surface.model.value())).collect();
    facts.extend(stage.issues.iter().map(|issue| format!("{issue:?}")));
    facts
}

fn fresh(conversation: &Value) -> Stage {
    let mut stage = Stage::default();
    stage.send(conversation.clone());
    stage
}

/// A message that might come at any time; some are wrong on purpose.
fn message(dice: &mut Dice) -> Value {
    let surface = *dice.pick(&["s", "t", "u"]);
    let old = surface == "u";
    let version = if surface == "t" { "v1.0" } else { "v0.9" };
    let mut body = json!({"surfaceId": surface});
    let verb = match dice.below(12) {
        0..=1 if old => {
            body["root"] = json!(*dice.pick(&["root", "a"]));
            "beginRendering"
        }
        0..=1 => {
            body["catalogId"] = json!(if surface == "t" { V1_0 } else { V0_9 });
            body["sendDataModel"] = json!(dice.below(2) == 0);
            "createSurface"
        }
        2..=7 => {
            let count = 1 + dice.below(5);
            let components: Vec<Value> = (0..count).map(|_| component(dice, old)).collect();
            body["components"] = components.into();
            if old { "surfaceUpdate" } else { "updateComponents" }
        }
        8 if dice.below(3) == 0 => "deleteSurface",
        _ => {
            body["path"] = json!(*dice.pick(&["/", "/x", "/l", "/l/0", "/l/1/n", "/x/deep", "/q/__proto__"]));
            if old {
                body["contents"] = json!([{"key": *dice.pick(&["x", "n", "l"]), "valueString": "old"}]);
                "dataModelUpdate"
            } else {
                body["value"] = dice
                    .pick(&[
                        json!(1),
                        json!("text"),
                        json!([1, {"n": "two"}, [3]]),
                        json!({"x": true, "l": [{"n": 1}, {"n": 2}]}),
                        json!(null),
                    ])
                    .clone();
                "updateDataModel"
            }
        }
    };
    match old {
        true => json!({verb: body}),
        false => json!({"version": version, verb: body}),
    }
}

fn component(dice: &mut Dice, old: bool) -> Value {
    let ids = ["root", "a", "b", "c", "d"];
    let id = *dice.pick(&ids);
    let child = *dice.pick(&ids);
    let path = *dice.pick(&["/x", "n", "/l/0/n", "."]);
    if old {
        let text = dice
            .pick(&[
                json!({"path": path}),
                json!({"path": path, "literalString": "seed"}),
                json!({"literalString": "t"}),
            ])
            .clone();
        let component = match dice.below(3) {
            0 => json!({"Text": {"text": text}}),
            1 => json!({"Card": {"child": child}}),
            _ => json!({"Column": {"children": {"template": {"componentId": child, "dataBinding": "/l"}}}}),
        };
        return json!({"id": id, "component": component});
    }
    let mut component = match dice.below(9) {
        0 => json!({"component": "Text", "text": {"path": path}}),
        1 => json!({"component": "Text", "text": {"call": "formatString", "args": {"value": "${/x} and ${n}"}}}),
        2 => json!({"component": "Column", "children": [child, *dice.pick(&ids)]}),
        3 => json!({"component": "Row", "children": {"componentId": child, "path": *dice.pick(&["/l", "l", "."])}}),
        4 => json!({"component": "TextField", "label": "L", "value": {"path": path}}),
        5 => {
            json!({"component": "Tabs", "tabs": [{"title": "1", "child": child}, {"title": {"path": "/x"}, "child": "a"}]})
        }
        6 => json!({"component": "Modal", "trigger": child, "content": "a"}),
        7 => json!({"component": *dice.pick(&["Nope", "Text", "Card"]), "text": {"wrong": 1}, "extra": 2}),
        _ => json!({"component": "Card", "child": child, "weight": 1}),
    };
    component["id"] = json!(id);
    component
}

fn edited(conversation: &[Value], dice: &mut Dice) -> Vec<Value> {
    let mut edited = conversation.to_vec();
    for _ in 0..=dice.below(3) {
        let place = dice.below(edited.len().max(1));
        match dice.below(5) {
            0 => edited.truncate(place),
            1 if place < edited.len() => edited[place] = message(dice),
            2 if place < edited.len() => drop(edited.remove(place)),
            3 => edited.insert(place.min(edited.len()), message(dice)),
            _ => edited.push(message(dice)),
        }
    }
    edited
}

#[test]
fn any_state_converges_to_what_a_fresh_instance_has() {
    let mut dice = Dice(2027);
    let mut shown = 0;
    for _ in 0..250 {
        let length = 1 + dice.below(14);
        let mut conversation: Vec<Value> = vec![
            create(),
            json!({"version": "v1.0", "createSurface": {"surfaceId": "t", "catalogId": V1_0}}),
            json!({"beginRendering": {"surfaceId": "u", "root": "root"}}),
        ];
        conversation.extend((0..length).map(|_| message(&mut dice)));
        let mut stage = Stage::default();
        stage.send(conversation.clone().into());
        for _ in 0..3 {
            if dice.below(2) == 0 {
                stage.surfaces.take_changes();
            }
            conversation = edited(&conversation, &mut dice);
            let target = Value::from(conversation.clone());
            stage.converge(target.clone());
            let expected = facts(&fresh(&target));
            assert_eq!(facts(&stage), expected, "{}", serde_json::to_string_pretty(&target).unwrap());
            shown += expected.iter().map(|fact| fact.lines().count()).sum::<usize>();
        }
    }
    assert!(shown > 5_000, "the generator makes surfaces worth comparing: {shown}");
}

#[test]
fn the_same_conversation_again_changes_and_says_nothing() {
    let mut dice = Dice(99);
    for _ in 0..100 {
        let conversation: Value = (0..12).map(|_| message(&mut dice)).collect::<Vec<_>>().into();
        let mut stage = fresh(&conversation);
        stage.surfaces.take_changes();
        stage.surfaces.take_outgoing();
        stage.converge(conversation.clone());
        let changes = stage.surfaces.take_changes();
        assert!(changes.surfaces.is_empty(), "{changes:?}\n{conversation}");
        assert!(stage.surfaces.take_outgoing().is_empty());
        assert_eq!(facts(&stage), facts(&fresh(&conversation)));
    }
}

#[test]
fn what_a_person_did_outlives_a_snapshot_that_does_not_contradict_it() {
    let components = json!([
        {"id": "root", "component": "Column", "children": ["f", "tabs"]},
        {"id": "f", "component": "TextField", "label": "L", "value": "literal"},
        {"id": "tabs", "component": "Tabs", "tabs": [{"title": "1", "child": "a"}, {"title": "2", "child": "b"}]},
        {"id": "a", "component": "Text", "text": "a"}, {"id": "b", "component": "Text", "text": "b"},
    ]);
    let conversation = json!([create(), update(components)]);
    let mut stage = fresh(&conversation);
    stage.enter("f", "", json!("typed"));
    let tabs = stage.node("tabs", "");
    stage.surfaces.change(&"s".into(), |surface| surface.select_tab(tabs, 1));
    let before = stage.outline();
    let mut grown = conversation.as_array().unwrap().clone();
    grown.insert(1, data("/x", json!(1)));
    stage.converge(grown.into());
    assert_eq!(stage.outline(), before);
}

#[test]
fn errors_are_told_once_however_often_the_conversation_is_set() {
    let wrong = update(json!([{"id": "root", "component": "Nope"}]));
    let conversation =
        json!([create(), wrong, {"version": "v0.9", "updateComponents": {"surfaceId": "ghost", "components": []}}]);
    let mut stage = fresh(&conversation);
    assert_eq!(stage.take_sent().len(), 2);
    for _ in 0..3 {
        stage.converge(conversation.clone());
        assert_eq!(stage.errors().len(), 2);
        assert!(stage.take_sent().is_empty());
    }
    let mut edited = conversation.as_array().unwrap().clone();
    edited.push(update(json!([{"id": "other", "component": "Unheard"}])));
    edited.remove(2);
    stage.converge(edited.into());
    let sent = stage.take_sent();
    assert_eq!(sent.len(), 1);
    assert!(sent[0].to_string().contains("Unheard"));
}

#[test]
fn surfaces_from_elsewhere_are_left_alone() {
    let mut stage = Stage::with(json!([{"id": "root", "component": "Text", "text": "ours"}]));
    let now = stage.now;
    stage.surfaces.converge(json!([]), &["s".into()], now);
    assert_eq!(stage.surfaces.iter().count(), 1);
    stage.surfaces.converge(json!([]), &["t".into()], now);
    assert_eq!(stage.surfaces.iter().count(), 0);
}

#[test]
fn what_people_wrote_stays_where_the_agent_says_nothing_new() {
    let field = |path: &str| json!({"id": path.trim_start_matches('/'), "component": "TextField", "label": path, "value": {"path": path}});
    let fields = |label: &str| {
        let root = json!({"id": "root", "component": "Column", "children": ["name", "city", "note", "rows/0/a"]});
        let text = json!({"id": "text", "component": "Text", "text": label});
        update(json!([root, text, field("/name"), field("/city"), field("/note"), field("/rows/0/a")]))
    };
    let first = data("/", json!({"name": "", "city": "Rome", "rows": [{"a": 1}]}));
    let mut stage = fresh(&json!([create(), fields("one"), first]));
    for (component, value) in [("name", "Ann"), ("city", "Oslo"), ("note", "hi"), ("rows/0/a", "2")] {
        let node = stage.node(component, "");
        stage.surfaces.change(&"s".into(), |surface| surface.enter(node, json!(value)));
    }
    let edited = json!({"name": "Ann", "city": "Oslo", "rows": [{"a": "2"}], "note": "hi"});
    assert_eq!(stage.model(), edited);
    // Another label, and a list that is shorter by its last message.
    stage.converge(json!([create(), fields("two"), first]));
    assert_eq!(stage.model(), edited);
    // News about one place, and a list that lost its item.
    let second = data("/", json!({"name": "", "city": "Bern", "rows": []}));
    stage.converge(json!([create(), fields("two"), second]));
    assert_eq!(stage.model(), json!({"name": "Ann", "city": "Bern", "rows": [], "note": "hi"}));
    // What the agent wrote over is the agent's.
    stage.send(data("/name", json!("Bob")));
    stage.converge(json!([create(), fields("three"), second]));
    assert_eq!(stage.model(), json!({"name": "", "city": "Bern", "rows": [], "note": "hi"}));
}
