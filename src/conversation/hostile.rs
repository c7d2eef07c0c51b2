//! What hostile or broken agents send: nothing panics, hangs or grows without end, and what cannot be taken is an issue.

use std::time::{Duration, Instant};

use serde_json::json;

use super::table::{Table, operations};
use super::*;
use crate::protocol::BASIC_CATALOG;
use crate::surface::Surfaces;

/// Far more than any of this takes, also on a busy machine: what is not bounded takes minutes.
const LIMIT: Duration = Duration::from_secs(200);

/// Hears all events and answers with the codes of the issues, each once.
fn hear(events: impl IntoIterator<Item = Value>) -> (Conversation, Vec<&'static str>) {
    let began = Instant::now();
    let (mut conversation, mut surfaces) = (Conversation::new(Recovery::default()), Surfaces::default());
    let mut codes = Vec::new();
    for event in events {
        conversation.apply_event(event, None, &mut surfaces, Millis(0));
        for news in conversation.take_news() {
            if let News::Issue(issue) = news
                && !codes.contains(&issue.code)
            {
                codes.push(issue.code);
            }
        }
    }
    assert!(began.elapsed() < LIMIT, "{:?}", began.elapsed());
    (conversation, codes)
}

fn snapshot(id: impl ToString, content: Value) -> Value {
    json!({"type": "ACTIVITY_SNAPSHOT", "messageId": id.to_string(), "activityType": "a2ui-surface", "content": content})
}

fn delta(patch: Value) -> Value {
    json!({"type": "ACTIVITY_DELTA", "messageId": "a", "activityType": "a2ui-surface", "patch": patch})
}

fn text(surface: &str, words: Value) -> Value {
    json!([
        {"version": "v0.9", "createSurface": {"surfaceId": surface, "catalogId": BASIC_CATALOG}},
        {"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": [{"id": "root", "component": "Text", "text": words}]}},
    ])
}

#[test]
fn thousands_of_activities_are_bounded() {
    let building = (0..3_000).map(|index| snapshot(index, json!({"status": "building"})));
    let (conversation, codes) = hear(building);
    assert_eq!((conversation.activities.len(), codes), (MAX_ACTIVITIES, vec!["TOO_MANY_ACTIVITIES"]));
    let painted =
        (0..1_000).map(|index| snapshot(index, json!({"a2ui_operations": text(&index.to_string(), json!("x"))})));
    let (conversation, codes) = hear(painted);
    assert_eq!(codes, ["LIMIT_EXCEEDED"], "activities whose surfaces are refused are idle, and go");
    assert!(conversation.surfaces.len() <= MAX_ACTIVITIES);
}

#[test]
fn patches_that_blow_up_are_refused_as_a_whole() {
    let copy = json!({"op": "copy", "from": "", "path": "/x"});
    let doubling: Vec<Value> = (0..40)
        .flat_map(|index| [json!({"op": "copy", "from": "/l", "path": format!("/l/{index}")}), copy.clone()])
        .collect();
    let long = "x".repeat(1 << 20);
    for patch in [
        json!(doubling),
        json!(vec![copy.clone(); 200]),
        json!(vec![json!({"op": "copy", "from": "/t", "path": "/l/-"}); 4_000]),
        json!(vec![json!({"op": "move", "from": "/l", "path": "/l/0"}); 2]),
        json!([{"op": "add", "path": "/__proto__/polluted", "value": true}]),
        json!([{"op": "add", "path": "/constructor", "value": {"prototype": {}}}]),
        json!([{"op": "move", "from": "/l", "path": "/l/0/x"}]),
        json!([{"op": "add", "path": format!("/{}", "a/".repeat(50_000)), "value": 1}]),
        json!(vec![json!({"op": "test", "path": "/l", "value": [1]}); 100_000]),
        json!([{"op": "replace", "path": "", "value": [1]}]),
    ] {
        let before = json!({"status": "building", "l": [1], "t": long});
        let (conversation, codes) = hear([snapshot("a", before.clone()), delta(patch)]);
        assert!(codes.contains(&"ACTIVITY_PATCH_FAILED") || codes.contains(&"CONTENT_TOO_LARGE"), "{codes:?}");
        assert_eq!(Value::from(conversation.stored.get("a").unwrap().content.clone()), before);
    }
    let grows = (0..200).map(|_| json!({"type": "STATE_DELTA", "delta": [{"op": "copy", "from": "", "path": "/x"}, {"op": "copy", "from": "", "path": "/y"}]}));
    let (_, codes) = hear([json!({"type": "STATE_SNAPSHOT", "snapshot": {}})].into_iter().chain(grows));
    assert_eq!(codes, ["STATE_PATCH_FAILED"]);
}

#[test]
fn huge_contents_are_taken_or_refused_in_bounded_time() {
    let ten_megabytes = "word ".repeat(2 << 20);
    let (_, codes) = hear([snapshot("a", json!({"a2ui_operations": text("s", json!(ten_megabytes))}))]);
    assert_eq!(codes.len(), 1, "{codes:?}");
    let (_, codes) = hear([snapshot(
        "a",
        json!({"status": "failed", "error": ten_megabytes, "attempts": vec![ten_megabytes.clone(); 3]}),
    )]);
    assert_eq!(codes, ["CONTENT_TOO_LARGE"]);
    let (_, codes) = hear([snapshot(
        "a",
        json!({"a2ui_operations": vec![json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}); 30_000]}),
    )]);
    assert!(codes.contains(&"TOO_MANY_OPERATIONS"), "{codes:?}");
}

#[test]
fn a_list_that_grows_one_by_one_costs_no_more_than_its_length() {
    let grow = (0..500).map(|index| {
        delta(json!([{"op": "add", "path": "/a2ui_operations/-", "value": {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/n", "value": index}}}]))
    });
    let first = snapshot("a", json!({"a2ui_operations": text("s", json!({"path": "/n"}))}));
    let (conversation, codes) = hear([first].into_iter().chain(grow));
    assert_eq!((conversation.state(), codes), (State::Painted, vec![]));
}

#[test]
fn endless_arguments_and_texts_are_given_up() {
    let piece = "x".repeat(1 << 20);
    let start = json!({"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "render_a2ui"});
    let args = (0..20).map(|_| json!({"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": piece}));
    let (conversation, codes) = hear([start].into_iter().chain(args));
    assert_eq!((conversation.state(), codes), (State::Building, vec!["ARGUMENTS_TOO_LARGE"]));

    let text = |delta: &str| json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": delta});
    let block = (0..20).map(|_| text(&piece));
    let (_, codes) = hear([text("<a2ui-json>[")].into_iter().chain(block).chain([text("]</a2ui-json>")]));
    assert_eq!(codes, ["BLOCK_INVALID"]);
    let one_by_one = "<a2ui-json>".repeat(3_000);
    let (_, _) = hear(one_by_one.chars().map(|letter| text(&letter.to_string())));
    let open_texts = (0..5_000).map(|index| json!({"type": "TEXT_MESSAGE_START", "messageId": index.to_string()}));
    let (conversation, _) = hear(open_texts);
    assert!(conversation.run.texts.len() <= 1_000);
    let many_calls = (0..5_000).flat_map(|index| {
        [
            json!({"type": "TOOL_CALL_START", "toolCallId": index.to_string(), "toolCallName": "render_a2ui"}),
            json!({"type": "TOOL_CALL_ARGS", "toolCallId": index.to_string(), "delta": "{"}),
        ]
    });
    let (_, codes) = hear(many_calls);
    assert_eq!(codes, ["TOO_MANY_ACTIVITIES"]);
}

#[test]
fn deep_json_is_refused_before_it_is_walked() {
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    let wrapped = (0..100).fold(json!({"a2ui_operations": []}), |inner, _| json!({"result": inner}));
    let coded = (0..12).fold("{}".to_owned(), |inner, _| json!(inner).to_string());
    let (conversation, _) = hear([
        json!({"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "render_a2ui"}),
        json!({"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": format!("{{\"surfaceId\":\"s\",\"components\":{}", deep(100_000))}),
        json!({"type": "TOOL_CALL_RESULT", "toolCallId": "c", "content": deep(100_000)}),
        json!({"type": "TOOL_CALL_RESULT", "toolCallId": "d", "content": wrapped}),
        json!({"type": "TOOL_CALL_RESULT", "toolCallId": "e", "content": coded}),
        json!({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": format!("<a2ui-json>[{}]</a2ui-json>", deep(100_000))}),
        json!({"type": "TEXT_MESSAGE_END", "messageId": "m"}),
    ]);
    assert_eq!(conversation.surfaces.len(), 0);
}

#[test]
fn events_in_any_order_and_with_the_ids_of_others_settle() {
    let paint = |id: &str| snapshot(id, json!({"a2ui_operations": text("s", json!("x"))}));
    let finished = || json!({"type": "RUN_FINISHED"});
    let (conversation, codes) = hear([
        finished(),
        json!({"type": "RUN_ERROR", "message": "before anything"}),
        json!({"type": "TOOL_CALL_RESULT", "toolCallId": "never", "content": "x"}),
        json!({"type": "TEXT_MESSAGE_END", "messageId": "never"}),
        json!({"type": "TOOL_CALL_END", "toolCallId": "never"}),
        json!({"type": "STEP_FINISHED", "stepName": "never"}),
        delta(json!([])),
        paint("a"),
        // The same surface under another id, and the same id as another kind of message.
        paint("b"),
        json!({"type": "TEXT_MESSAGE_START", "messageId": "a"}),
        json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "b", "activityType": "weather", "content": {}}),
        json!({"type": "RUN_STARTED", "runId": "1"}),
        json!({"type": "RUN_STARTED", "runId": "2"}),
        finished(),
        finished(),
    ]);
    assert_eq!((conversation.state(), conversation.activities.len()), (State::Painted, 1));
    assert!(codes.contains(&"EVENT_AFTER_RUN") && codes.contains(&"RUN_FAILED"), "{codes:?}");
}

#[test]
fn lone_surrogates_are_no_end_of_the_world() {
    // JSON may name half of a character; a reader that wants whole ones refuses the event.
    let lone = r#"{"type":"CUSTOM","name":"x","value":"\ud83c"}"#;
    assert!(serde_json::from_str::<Value>(lone).is_err());
    let arguments = r#"{"surfaceId":"s\ud83c","components":[{"id":"root","component":"Text","text":"\udf72"}]}"#;
    let (conversation, _) = hear([
        json!({"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "render_a2ui"}),
        json!({"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": arguments}),
        json!({"type": "TOOL_CALL_END", "toolCallId": "c"}),
        json!({"type": "RUN_FINISHED"}),
    ]);
    assert_eq!(conversation.state(), State::Failed);
}

#[test]
fn requests_for_corrections_are_bounded_too() {
    let ask = |index: usize, more: Value| {
        let mut request = json!({"type": "interactive_healing_request", "sessionId": (index % 20).to_string(), "requestId": index.to_string(), "allowedPatchPaths": ["/a"], "messageId": format!("m{index}")});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let failed = (0..100).map(|index| snapshot(format!("m{index}"), json!({"status": "failed"})));
    let (conversation, codes) = hear(failed.chain((0..1_000).map(|index| ask(index, json!({})))));
    assert_eq!(codes, ["healing_too_large"]);
    assert_eq!(conversation.healing().live_sessions().len(), 16);
    let (_, codes) = hear([ask(
        0,
        json!({"allowedPatchPaths": vec!["/a"; 10_000], "suggestedPatches": vec![json!([]); 1_000], "payload": "x".repeat(5 << 20)}),
    )]);
    assert_eq!(codes, ["healing_too_large", "healing_patch_invalid"]);
    let list: Vec<_> = (0..2_000).map(|index| ask(index, json!({}))).collect();
    let (conversation, _) = hear([snapshot("a", json!({"status": "retrying", "healing": list}))]);
    assert_eq!(conversation.healing().live_sessions().len(), 1, "one at a time stands at an activity");
}

#[test]
fn a_host_that_repeats_one_object_ten_thousand_times_changes_nothing() {
    let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
    let began = Instant::now();
    for _ in 0..10_000 {
        conversation.set_content(operations(text("s", json!("x"))), &mut table, Millis(0));
    }
    assert_eq!(table.steps, ["create"]);
    assert!(began.elapsed() < LIMIT);
}
