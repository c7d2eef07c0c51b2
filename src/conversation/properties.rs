//! What holds for every conversation, whatever agents, runs and people do in whatever order.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::lifecycle::{Dice, Screen};
use crate::protocol::BASIC_CATALOG;
use crate::surface::Surfaces;

fn operation(dice: &mut Dice) -> Value {
    let surface = dice.one(&["s1", "s2", "s3"]);
    let text = dice.one(&[json!("Hello"), json!({"path": "/a"}), json!("")]);
    let data = dice.one(&[json!({"a": "x"}), json!({}), json!({"a": [1]}), json!(3)]);
    match dice.below(8) {
        0..=2 => json!({"version": "v0.9", "createSurface": {"surfaceId": surface, "catalogId": BASIC_CATALOG}}),
        3 | 4 => json!({"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": [
            {"id": dice.one(&["root", "x"]), "component": "Text", "text": text},
        ]}}),
        5 => {
            json!({"version": "v0.9", "updateDataModel": {"surfaceId": surface, "path": dice.one(&["/", "/a", "/a/b"]), "value": data}})
        }
        6 => json!({"version": "v0.9", "deleteSurface": {"surfaceId": surface}}),
        _ => json!({"beginRendering": {"surfaceId": surface, "root": "root"}}),
    }
}

fn content(dice: &mut Dice) -> Value {
    if dice.chance() {
        return json!({"status": dice.one(&["building", "retrying", "failed", "odd"]), "attempt": dice.below(4)});
    }
    let list: Vec<Value> = (0..dice.below(6)).map(|_| operation(dice)).collect();
    json!({"a2ui_operations": list})
}

fn event(dice: &mut Dice) -> Value {
    let id = dice.one(&["a2ui-surface-k", "a2ui-surface-s1-k", "a2ui-surface-l"]);
    match dice.below(12) {
        0..=4 => {
            json!({"type": "ACTIVITY_SNAPSHOT", "messageId": id, "activityType": "a2ui-surface", "content": content(dice)})
        }
        5 | 6 => json!({"type": "ACTIVITY_DELTA", "messageId": id, "patch": [
            {"op": "add", "path": "/a2ui_operations/-", "value": operation(dice)},
        ]}),
        7 => operation(dice),
        8 => json!({"type": dice.one(&["RUN_STARTED", "RUN_FINISHED", "RUN_ERROR"]), "message": "m"}),
        9 => json!({"type": "TOOL_CALL_RESULT", "toolCallId": dice.one(&["k", "l"]), "content": content(dice)}),
        10 => json!({"type": "MESSAGES_SNAPSHOT", "messages": [
            {"id": id, "role": dice.one(&["activity", "user"]), "activityType": "a2ui-surface", "content": content(dice)},
        ]}),
        _ => json!({"type": "interactive_healing_request", "sessionId": "h", "requestId": dice.below(4).to_string(),
            "allowedPatchPaths": ["/a"], "timeoutMs": dice.below(9_000), "messageId": id}),
    }
}

#[test]
fn every_surface_stands_once_and_nothing_unpainted_leaves_one_behind() {
    for seed in 1..=150_u64 {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let (mut conversation, mut surfaces) = (Conversation::new(Recovery::default()), Surfaces::default());
        let mut now = Millis(0);
        for _ in 0..40 {
            now = now + Millis(dice.one(&[0, 5, 400, 3_000, 9_000]));
            let event = event(&mut dice);
            conversation.apply_event(event.clone(), None, &mut surfaces, now);
            if dice.chance() {
                conversation.tick(&mut surfaces, now);
            }
            let mut standing = BTreeSet::new();
            for activity in conversation.activities(&surfaces, now) {
                let waits = !activity.view.preparing && !matches!(activity.view.screen, Screen::Surfaces { .. });
                assert!(!waits || activity.surfaces.is_empty(), "{event}: {activity:?}");
                for surface in activity.surfaces {
                    assert!(standing.insert(surface), "{event}: it stands twice");
                }
            }
            let there: BTreeSet<_> = surfaces.iter().map(|surface| surface.id.clone()).collect();
            assert_eq!(standing, there, "{event}");
            assert!(conversation.next_deadline(now).is_none_or(|at| at >= now));
        }
        conversation.take_news();
    }
}
