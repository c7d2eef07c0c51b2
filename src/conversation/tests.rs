//! Whole conversations, event by event: `tests/fixtures/ag_ui/*.jsonl` says what must be on screen after each.
//!
//! The first line of a file says what it shows. Each other line is an event `at` a time and what holds `then`: the element's
//! `state`, the `surfaces` on screen, `data` of surfaces, `issues` of this event, and parts of the views.

use serde_json::json;

use super::table::{Table, form, operations};
use super::*;
use crate::lifecycle::{English, Panel, Screen, Texts};
use crate::surface::Surfaces;

fn check(
    name: &str,
    line: usize,
    conversation: &Conversation,
    table: &dyn Shown,
    news: &[News],
    then: &Value,
    now: Millis,
) {
    let activities = conversation.activities(table.stage(), now);
    let panels = |panel: &Option<Panel>| panel.as_ref().map(Panel::json).unwrap_or_default();
    for (key, expected) in then.as_object().unwrap() {
        let screens = || activities.iter().map(|activity| &activity.view.screen);
        let actual = match &**key {
            "state" => json!(conversation.state().as_str()),
            "activities" => json!(activities.len()),
            "preparing" => json!(activities.iter().any(|activity| activity.view.preparing)),
            "surfaces" => {
                let shown = activities.iter().filter(|activity| !activity.view.preparing);
                let mut shown: Vec<_> = shown.flat_map(|activity| &activity.surfaces).map(SurfaceId::as_str).collect();
                shown.sort_unstable();
                let there = table.ids();
                assert_eq!(shown, there, "{name}:{line}: every surface stands somewhere, once");
                json!(shown)
            }
            "label" => screens()
                .find_map(|screen| match screen {
                    Screen::Loader(loader) => Some(json!(loader.label.text(&English))),
                    _ => None,
                })
                .unwrap_or_default(),
            "tokens" => screens()
                .find_map(|screen| match screen {
                    Screen::Loader(loader) => Some(json!(loader.tokens)),
                    _ => None,
                })
                .unwrap_or_default(),
            "panel" => {
                let text: String = screens()
                    .map(|screen| match screen {
                        Screen::Loader(loader) => panels(&loader.panel),
                        Screen::Failure(card) => panels(&card.panel),
                        _ => String::new(),
                    })
                    .collect();
                assert!(text.contains(expected.as_str().unwrap()), "{name}:{line}: {text}");
                continue;
            }
            "title" => screens()
                .find_map(|screen| match screen {
                    Screen::Failure(card) => Some(json!(English.text(card.title))),
                    _ => None,
                })
                .unwrap_or_default(),
            "busy" => json!(screens().any(|screen| matches!(screen, Screen::Surfaces { busy: true, .. }))),
            "notice" => screens()
                .find_map(|screen| match screen {
                    Screen::Surfaces { notice: Some(card), .. } => Some(json!(English.text(card.title))),
                    _ => None,
                })
                .unwrap_or_default(),
            "data" => {
                for (surface, expected) in expected.as_object().unwrap() {
                    assert_eq!(table.stage().data(&(&**surface).into()).as_deref(), Some(expected), "{name}:{line}");
                }
                continue;
            }
            "issues" => json!(
                news.iter()
                    .filter_map(|news| match news {
                        News::Issue(issue) => Some(issue.code),
                        _ => None,
                    })
                    .collect::<Vec<_>>()
            ),
            other => panic!("{name}: what is {other}?"),
        };
        assert_eq!(&actual, expected, "{name}:{line}: {key}");
    }
}

/// A stage whose surfaces can be counted.
trait Shown: Stage {
    fn ids(&self) -> Vec<&str>;
    fn stage(&self) -> &dyn Stage;
    fn stage_mut(&mut self) -> &mut dyn Stage;
}

impl Shown for Table {
    fn ids(&self) -> Vec<&str> {
        self.surfaces.keys().map(SurfaceId::as_str).collect()
    }

    fn stage(&self) -> &dyn Stage {
        self
    }

    fn stage_mut(&mut self) -> &mut dyn Stage {
        self
    }
}

impl Shown for Surfaces {
    fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<_> = self.iter().map(|surface| surface.id.as_str()).collect();
        ids.sort_unstable();
        ids
    }

    fn stage(&self) -> &dyn Stage {
        self
    }

    fn stage_mut(&mut self) -> &mut dyn Stage {
        self
    }
}

fn replay(fresh: fn() -> Box<dyn Shown>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/ag_ui");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (mut conversation, mut shown) = (Conversation::new(Recovery::default()), fresh());
        for (line, text) in std::fs::read_to_string(&path).unwrap().lines().enumerate().skip(1) {
            let mut row: Value = serde_json::from_str(text).unwrap();
            let now = Millis(row["at"].as_u64().unwrap());
            conversation.apply_event(row["event"].take(), None, shown.stage_mut(), now);
            let news = conversation.take_news();
            check(&name, line + 1, &conversation, &*shown, &news, &row["then"], now);
        }
        count += 1;
    }
    assert!(count > 15);
}

#[test]
fn recorded_conversations_show_what_they_should() {
    replay(|| Box::new(Table::default()));
}

#[test]
fn real_surfaces_agree() {
    replay(|| Box::new(Surfaces::default()));
}

#[test]
fn a_snapshot_touches_only_what_changed_and_edits_survive() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let mut set = |table: &mut Table, list: Value| {
        table.steps.clear();
        conversation.set_content(operations(list), table, Millis(0));
        table.steps.join(", ")
    };
    assert_eq!(set(&mut table, form(json!({"seats": "1", "list": [1]}))), "create");
    table.edit("s", "/seats", json!("2"));
    assert_eq!(set(&mut table, form(json!({"seats": "1", "list": [1]}))), "");
    assert_eq!(set(&mut table, form(json!({"seats": "1", "list": [1, 2]}))), "data /list/1");
    assert_eq!(table.data(&"s".into()).as_deref(), Some(&json!({"seats": "2", "list": [1, 2]})));
    assert_eq!(set(&mut table, form(json!({"seats": "3", "list": [1, 2]}))), "data /seats");

    let mut fewer = form(json!({"seats": "3", "list": [1, 2]}));
    fewer[1]["updateComponents"]["components"].as_array_mut().unwrap().pop();
    assert_eq!(set(&mut table, fewer.clone()), "forget [ComponentId(\"b\")]");
    fewer[1]["updateComponents"]["components"][1]["text"] = "Places".into();
    assert_eq!(set(&mut table, fewer.clone()), "components a");
    fewer
        .as_array_mut()
        .unwrap()
        .push(json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/x", "value": 1}}));
    assert_eq!(set(&mut table, fewer.clone()), "data /x");
    fewer[0]["createSurface"]["theme"] = json!({"primaryColor": "#123456"});
    assert_eq!(set(&mut table, fewer), "delete, create");
    assert_eq!(table.data(&"s".into()).unwrap()["seats"], "3");
    assert_eq!(set(&mut table, json!([{"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}])), "delete");
}

#[test]
fn the_hold_ends_with_the_run_or_the_clock() {
    let bound = |data: Value| {
        let mut list = form(data);
        list[1]["updateComponents"]["components"] =
            json!([{"id": "root", "component": "Text", "text": {"path": "/late"}}]);
        operations(list)
    };
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    conversation.set_content(bound(json!({})), &mut table, Millis(10));
    assert_eq!(conversation.next_deadline(Millis(10)), Some(Millis(8_010)));
    conversation.tick(&mut table, Millis(8_010));
    assert_eq!((conversation.state(), conversation.next_deadline(Millis(8_010))), (State::Painted, None));

    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    conversation.set_content(bound(json!({})), &mut table, Millis(10));
    table.edit("s", "/late", json!("now"));
    conversation.surfaces_changed(&mut table, Millis(20));
    assert_eq!(conversation.state(), State::Painted);

    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    conversation.set_content(bound(json!({})), &mut table, Millis(10));
    conversation.end_run(RunEnd::Closed, &mut table, Millis(20));
    assert_eq!(conversation.state(), State::Painted, "its root is there");

    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    conversation.set_content(bound(json!({})), &mut table, Millis(10));
    conversation.set_content(json!({"status": "failed"}).as_object().unwrap().clone(), &mut table, Millis(20));
    assert_eq!(
        (conversation.state(), table.surfaces.len()),
        (State::Failed, 0),
        "prepared surfaces leave nothing behind"
    );
    conversation.set_content(bound(json!({"late": 1})), &mut table, Millis(30));
    assert_eq!((conversation.state(), table.surfaces.len()), (State::Painted, 1), "and can come back");
}

#[test]
fn a_surface_is_held_until_something_of_it_can_be_seen() {
    let catalog = crate::protocol::BASIC_CATALOG;
    let create = |id: &str| json!({"version": "v0.9", "createSurface": {"surfaceId": id, "catalogId": catalog}});
    let update = |id: &str, components: Value| json!({"version": "v0.9", "updateComponents": {"surfaceId": id, "components": components}});
    let data = |path: &str, value: Value| json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}});
    let bound = || update("s", json!([{"id": "root", "component": "Text", "text": {"path": "/title"}}]));
    let list = || {
        let children = json!({"componentId": "item", "path": "/rooms"});
        update(
            "s",
            json!([{"id": "root", "component": "List", "children": children}, {"id": "item", "component": "Text", "text": {"path": "name"}}]),
        )
    };
    let words = |id: &str| update(id, json!([{"id": "root", "component": "Text", "text": "x"}]));
    let field =
        || update("s", json!([{"id": "root", "component": "TextField", "label": "", "value": {"path": "/name"}}]));
    let missing = || update("s", json!([{"id": "root", "component": "Column", "children": ["none"]}]));
    for (name, operations, painted) in [
        ("createSurface only", vec![create("s")], None),
        ("static text", vec![create("s"), words("s")], Some(1)),
        ("bound text, no data", vec![create("s"), bound()], None),
        ("bound list, no data", vec![create("s"), list()], None),
        ("a list without items", vec![create("s"), list(), data("/", json!({"rooms": []}))], None),
        ("data at /", vec![create("s"), bound(), data("/", json!({"title": "x"}))], Some(1)),
        ("a scalar at /title", vec![create("s"), bound(), data("/title", json!(0))], Some(1)),
        ("false is a value", vec![create("s"), bound(), data("/title", json!(false))], Some(1)),
        ("items", vec![create("s"), list(), data("/", json!({"rooms": [{"name": "x"}]}))], Some(1)),
        ("data that nothing visible binds to", vec![create("s"), bound(), data("/", json!({"other": "x"}))], None),
        ("form bound to paths, no data", vec![create("s"), field()], Some(1)),
        ("a missing child", vec![create("s"), missing()], None),
        ("two surfaces, one visible", vec![create("s"), bound(), create("t"), words("t")], Some(2)),
    ] {
        let (mut conversation, mut surfaces) = (Conversation::new(Recovery::default()), Surfaces::default());
        conversation.set_content(super::table::operations(operations.into()), &mut surfaces, Millis(0));
        let shown = &conversation.activities(&surfaces, Millis(0))[0];
        let standing = (!shown.view.preparing).then_some(shown.surfaces.len());
        assert_eq!(standing, painted, "{name}");
        let state = if painted.is_some() { State::Painted } else { State::Building };
        assert_eq!(conversation.state(), state, "{name}");
    }
}

#[test]
fn state_changes_are_told_once_and_reset_forgets() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let status = |status: &str| json!({"status": status}).as_object().unwrap().clone();
    conversation.set_content(status("building"), &mut table, Millis(0));
    conversation.set_content(status("building"), &mut table, Millis(1));
    conversation.set_content(status("failed"), &mut table, Millis(2));
    conversation.reset();
    let change = |from, to| News::State { from, to };
    assert_eq!(
        conversation.take_news(),
        [
            change(State::Idle, State::Building),
            change(State::Building, State::Failed),
            change(State::Failed, State::Idle),
        ]
    );
    assert_eq!(conversation.activities(&table, Millis(3)), []);
    conversation.set_content(status("building"), &mut table, Millis(4));
    assert_eq!(conversation.state(), State::Building, "nothing of before is remembered");
}

#[test]
fn functions_are_called_once() {
    let call = json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f1", "callFunction": {"call": "now", "catalogId": "c", "args": {}}}});
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    for list in [json!([call]), json!([call, call]), json!([{"version": "v0.9"}, call])] {
        conversation.set_content(operations(list), &mut table, Millis(0));
    }
    assert_eq!(table.steps.iter().filter(|step| *step == "call").count(), 1, "{:?}", conversation.take_news());
}

#[test]
fn a_result_is_the_last_word_on_what_is_being_made_anew() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let mut hear = |event: Value| conversation.apply_event(event, None, &mut table, Millis(0));
    let snapshot = |content: Value| json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "a2ui-surface-o", "activityType": "a2ui-surface", "content": content});
    let result = |seats: &str| {
        let content = json!({"a2ui_operations": form(json!({"seats": seats}))}).to_string();
        json!({"type": "TOOL_CALL_RESULT", "toolCallId": "o", "content": content})
    };
    hear(snapshot(json!({"a2ui_operations": form(json!({"seats": "streamed"}))})));
    hear(result("a repeat"));
    hear(snapshot(json!({"status": "building"})));
    hear(result("validated"));
    assert_eq!(table.data(&"s".into()).as_deref(), Some(&json!({"seats": "validated"})));
    assert!(table.steps.iter().filter(|step| **step == "data /seats").count() == 1, "{:?}", table.steps);
    assert!(matches!(conversation.activities(&table, Millis(0))[0].view.screen, Screen::Surfaces { busy: false, .. }));
}

#[test]
fn hostile_events_change_nothing_and_never_panic() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    for event in [
        json!(null),
        json!([[]]),
        json!({"type": 7}),
        json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "x", "activityType": "a2ui-surface", "content": {"a2ui_operations": [[], 1, {}, {"version": {}}]}}),
        json!({"type": "ACTIVITY_DELTA", "messageId": "x", "patch": [{"op": "add", "path": "/__proto__/x", "value": 1}]}),
        json!({"type": "TOOL_CALL_ARGS", "toolCallId": "never-started", "delta": "}}}]]]"}),
        json!({"type": "TOOL_CALL_CHUNK", "toolCallId": null, "delta": 5}),
        json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "<a2ui-json><a2ui-json>"}),
        json!({"type": "TEXT_MESSAGE_END", "messageId": "m"}),
        json!({"type": "CUSTOM", "name": "a2ui.createSurface", "value": "x"}),
        json!({"type": "MESSAGES_SNAPSHOT", "messages": [1, {"role": "activity"}, {"role": "assistant", "toolCalls": [{}]}]}),
    ] {
        conversation.apply_event(event, None, &mut table, Millis(0));
    }
    assert_eq!(table.surfaces.len(), 0);
}

#[test]
fn a_long_list_that_grows_by_patches_is_taken_in_a_few_times_a_second() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let mut hear = |event: Value, now: u64| {
        conversation.apply_event(event, None, &mut table, Millis(now));
        let data = table.surfaces[&"s".into()].data.value()["seats"].clone();
        (data, table.steps.len(), conversation.next_deadline(Millis(now)))
    };
    let grow = |seats: usize| {
        let write = json!({"surfaceId": "s", "path": "/seats", "value": seats});
        let value = json!({"version": "v0.9", "updateDataModel": write});
        json!({"type": "ACTIVITY_DELTA", "messageId": "a", "patch": [{"op": "add", "path": "/a2ui_operations/-", "value": value}]})
    };
    let content = operations(form(json!({"seats": 0})));
    hear(json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "a", "activityType": "a2ui-surface", "content": content}), 0);
    // Up to here each at once, and from here on as fast as they come.
    assert_eq!(hear(grow(1), 0).0, json!(1));
    (2..1_000).for_each(|seats| drop(hear(grow(seats), 0)));
    let (_, steps, due) = hear(grow(1_000), 0);
    assert!(steps < 100, "{steps} steps for a thousand patches");
    assert_eq!(due, Some(Millis(50)));
    assert_eq!(hear(grow(1_001), 50).0, json!(1_001));
    // Whatever else comes finds everything taken in.
    assert_ne!(hear(grow(1_002), 60).0, json!(1_002));
    assert_eq!(hear(json!({"type": "RUN_FINISHED"}), 61).0, json!(1_002));
    // A patch that fails leaves what others brought.
    hear(grow(1_003), 70);
    hear(json!({"type": "ACTIVITY_DELTA", "messageId": "a", "patch": [{"op": "remove", "path": "/nowhere"}]}), 71);
    conversation.tick(&mut table, Millis(200));
    assert_eq!(table.surfaces[&"s".into()].data.value()["seats"], json!(1_003));
}

#[test]
fn the_middle_of_a_message_is_enough() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    for (name, value) in [
        (
            "createSurface",
            json!({"surfaceId": "a", "catalogId": "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}),
        ),
        (
            "createSurface",
            json!({"surfaceId": "b", "catalogId": "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"}),
        ),
        (
            "updateComponents",
            json!({"surfaceId": "a", "components": [{"id": "root", "component": "Text", "text": "x"}]}),
        ),
        ("updateDataModel", json!({"surfaceId": "b", "path": "/n", "value": 1})),
        ("surfaceUpdate", json!({"surfaceId": "c", "components": []})),
        ("beginRendering", json!({"surfaceId": "c", "root": "r"})),
    ] {
        conversation.apply_event(
            json!({"type": "CUSTOM", "name": format!("a2ui.{name}"), "value": value}),
            None,
            &mut table,
            Millis(0),
        );
    }
    let issues: Vec<News> =
        conversation.take_news().into_iter().filter(|news| matches!(news, News::Issue(_))).collect();
    assert_eq!(issues, []);
    let spelling = |id: &str| table.surfaces[&id.into()].dialect.spelling.to_string();
    assert_eq!(["a", "b", "c"].map(spelling), ["v0.9", "v1.0", ""]);
    assert_eq!(table.surfaces[&"a".into()].components.len(), 1);
    assert_eq!(*table.surfaces[&"b".into()].data.value(), json!({"n": 1}));
}

#[test]
fn the_end_of_a_run_that_is_told_twice_ends_no_other() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let mut hear = |event: Value| {
        conversation.apply_event(event, None, &mut table, Millis(0));
        conversation.state()
    };
    let run = |kind: &str, id: &str| json!({"type": kind, "threadId": "t", "runId": id});
    hear(run("RUN_STARTED", "1"));
    hear(run("RUN_FINISHED", "1"));
    hear(run("RUN_STARTED", "2"));
    let building = json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "b", "activityType": "a2ui-surface", "content": {"status": "building"}});
    assert_eq!(hear(building), State::Building);
    assert_eq!(hear(run("RUN_FINISHED", "1")), State::Building);
    assert_ne!(hear(run("RUN_FINISHED", "2")), State::Building);
}

#[test]
fn a_list_of_the_past_leaves_no_loader_behind() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let mut hear = |event: Value| {
        conversation.apply_event(event, None, &mut table, Millis(0));
        conversation.state()
    };
    hear(json!({"type": "RUN_STARTED"}));
    hear(json!({"type": "RUN_FINISHED"}));
    let activity =
        json!({"id": "a", "role": "activity", "activityType": "a2ui-surface", "content": {"status": "building"}});
    assert_eq!(hear(json!({"type": "MESSAGES_SNAPSHOT", "messages": [activity]})), State::Failed);
    hear(json!({"type": "RUN_STARTED"}));
    let activity =
        json!({"id": "b", "role": "activity", "activityType": "a2ui-surface", "content": {"status": "building"}});
    assert_eq!(hear(json!({"type": "MESSAGES_SNAPSHOT", "messages": [activity]})), State::Building);
}
