//! The activity messages of a conversation and their current content (AG-UI reference, sections 3 and 5).

use serde_json::{Map, Value};

use super::patch::{Patch, weight};
use crate::Issue;

/// The type of activity that carries A2UI.
pub(crate) const A2UI_ACTIVITY: &str = "a2ui-surface";
/// A reserved type that only reports retries and failures.
pub(crate) const RECOVERY_ACTIVITY: &str = "a2ui_recovery";

/// Message id → content. Activities of other types are nobody's here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activities {
    stored: Vec<Activity>,
}

/// One stored activity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Activity {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) content: Map<String, Value>,
    /// We made it out of something else than an activity message: lists of such messages say nothing about it.
    is_ours: bool,
}

/// What an event did to the store.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// The activity has this content now.
    Content(String),
    Removed(String),
    /// A patch failed: the content is what it was and no longer what the agent thinks.
    OutOfSync(String, Issue),
}

const MAX_PATCH_OPERATIONS: usize = 5_000;
/// Values that one content may hold.
const MAX_CONTENT: usize = 500_000;

impl Activities {
    pub(crate) fn get(&self, id: &str) -> Option<&Activity> {
        self.stored.iter().find(|activity| activity.id == id)
    }

    /// The operations that the content of an activity lists.
    pub(crate) fn operations(&self, id: &str) -> impl Iterator<Item = &Value> {
        let content = self.get(id).map(|activity| &activity.content);
        let lists = ["a2ui_operations", "operations"].into_iter().filter_map(move |key| content?.get(key)?.as_array());
        lists.flatten()
    }

    /// Sets content that no activity message brought.
    pub(crate) fn put(&mut self, id: &str, content: Map<String, Value>) {
        let is_ours = self.get(id).is_none_or(|known| known.is_ours);
        self.store(Activity { id: id.to_owned(), kind: A2UI_ACTIVITY.to_owned(), content, is_ours });
    }

    fn store(&mut self, activity: Activity) -> Change {
        let id = activity.id.clone();
        match self.stored.iter_mut().find(|stored| stored.id == id) {
            Some(stored) => *stored = activity,
            None => self.stored.push(activity),
        }
        Change::Content(id)
    }

    pub(crate) fn remove(&mut self, id: &str) {
        self.stored.retain(|activity| activity.id != id);
    }

    /// `ACTIVITY_SNAPSHOT`: replaces the content wholesale, or only creates.
    pub(crate) fn snapshot(
        &mut self,
        id: &str,
        kind: &str,
        content: Map<String, Value>,
        replace: bool,
    ) -> Option<Change> {
        let known = self.get(id).is_some();
        if known && !replace {
            return None;
        }
        if is_too_large(&content) {
            return Some(Change::OutOfSync(id.to_owned(), too_large()));
        }
        if kind == A2UI_ACTIVITY || kind == RECOVERY_ACTIVITY {
            return Some(self.store(Activity { id: id.to_owned(), kind: kind.to_owned(), content, is_ours: false }));
        }
        self.remove(id);
        known.then(|| Change::Removed(id.to_owned()))
    }

    /// `ACTIVITY_DELTA`: patches the content, all or nothing. An unknown id is no error.
    pub(crate) fn delta(&mut self, id: &str, patch: &Value) -> Option<Change> {
        let activity = self.stored.iter_mut().find(|activity| activity.id == id)?;
        let fault = |message| {
            let issue = Issue::error("ACTIVITY_PATCH_FAILED", message);
            Some(Change::OutOfSync(id.to_owned(), issue))
        };
        if patch.as_array().is_some_and(|list| list.len() > MAX_PATCH_OPERATIONS) {
            return fault("The patch has more than 5,000 operations.".to_owned());
        }
        let patch = match Patch::parse(patch) {
            Ok(patch) => patch,
            Err(error) => return fault(error.message()),
        };
        let mut document = Value::Object(std::mem::take(&mut activity.content));
        let patched = if patch.is_step(MAX_CONTENT.saturating_sub(weight(&document))) {
            patch.run(&mut document).map(|()| None)
        } else {
            patch.apply(&document).map(Some)
        };
        let done = Some(Change::Content(id.to_owned()));
        let (content, change) = match patched {
            Ok(None) => (object(document), done),
            Ok(Some(Value::Object(after))) if is_too_large(&after) => {
                (object(document), Some(Change::OutOfSync(id.to_owned(), too_large())))
            }
            Ok(Some(Value::Object(after))) => (after, done),
            Ok(Some(_)) => (object(document), fault("The patch leaves no object behind.".to_owned())),
            Err(error) => (object(document), fault(error.message())),
        };
        activity.content = content;
        change
    }

    /// `MESSAGES_SNAPSHOT`. Without activities it says nothing about them; with any it is the complete set, unless the
    /// metadata of the event say which types it speaks for. What we made ourselves stays in any case.
    pub(crate) fn messages(&mut self, messages: &[Value], metadata: &Value) -> Vec<Change> {
        let sent: Vec<Activity> = messages.iter().filter_map(activity).collect();
        let mut changes = Vec::new();
        if let Some(authority) = Authority::of(messages, metadata) {
            let gone = |stored: &Activity| {
                !stored.is_ours
                    && authority.covers(&stored.kind)
                    && sent.iter().all(|activity| activity.id != stored.id)
            };
            changes.extend(
                self.stored.iter().filter(|stored| gone(stored)).map(|stored| Change::Removed(stored.id.clone())),
            );
            self.stored.retain(|stored| !gone(stored));
        }
        changes.extend(sent.into_iter().filter_map(|sent| self.snapshot(&sent.id, &sent.kind, sent.content, true)));
        changes
    }

    /// `RUN_STARTED.input.messages`: adds what is unknown, changes nothing.
    pub(crate) fn add_messages(&mut self, messages: &[Value]) -> Vec<Change> {
        let sent = messages.iter().filter_map(activity);
        sent.filter_map(|sent| self.snapshot(&sent.id, &sent.kind, sent.content, false)).collect()
    }
}

fn is_too_large(content: &Map<String, Value>) -> bool {
    content.values().map(weight).sum::<usize>() > MAX_CONTENT
}

fn too_large() -> Issue {
    Issue::error("CONTENT_TOO_LARGE", "The content holds more than 500,000 values; it is ignored.")
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(members) = value { members } else { Map::new() }
}

/// An activity message, whoever spelled its keys.
fn activity(message: &Value) -> Option<Activity> {
    if message.get("role")?.as_str()? != "activity" {
        return None;
    }
    let kind = message.get("activityType").or_else(|| message.get("activity_type"))?.as_str()?;
    let content = message.get("content")?.as_object()?;
    Some(Activity {
        id: message.get("id")?.as_str()?.to_owned(),
        kind: kind.to_owned(),
        content: content.clone(),
        is_ours: false,
    })
}

/// Which activity types a list of messages is complete for.
enum Authority {
    All,
    Types(Vec<String>),
}

impl Authority {
    /// Nothing: the list says nothing about what it leaves out.
    fn of(messages: &[Value], metadata: &Value) -> Option<Self> {
        const CLIENT: &str = "@ag-ui/client";
        let told = match metadata.get(CLIENT) {
            // What is no declaration at all owns nothing.
            Some(client) if !client.is_object() => Some(client),
            client => client.and_then(|client| client.get("authoritativeActivityTypes")),
        };
        match told {
            Some(Value::Null) if metadata[CLIENT].is_object() => Some(Authority::All),
            Some(Value::Array(types)) if metadata[CLIENT].is_object() => {
                let names: Option<Vec<_>> = types.iter().map(|name| name.as_str().map(str::to_owned)).collect();
                names.map(Authority::Types)
            }
            Some(_) => None,
            None => messages.iter().any(|message| activity(message).is_some()).then_some(Authority::All),
        }
    }

    fn covers(&self, kind: &str) -> bool {
        match self {
            Authority::All => true,
            Authority::Types(types) => types.iter().any(|name| name == kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn content(value: Value) -> Map<String, Value> {
        object(value)
    }

    fn store() -> Activities {
        let mut store = Activities::default();
        store.snapshot("a", A2UI_ACTIVITY, content(json!({"status": "building"})), true);
        store
    }

    fn message(id: &str, kind: &str) -> Value {
        json!({"id": id, "role": "activity", "activityType": kind, "content": {"new": true}})
    }

    #[test]
    fn snapshots_create_and_replace() {
        let changed = |id: &str| Some(Change::Content(id.to_owned()));
        let mut store = store();
        assert_eq!(store.snapshot("b", A2UI_ACTIVITY, content(json!({"x": 1})), false), changed("b"));
        assert_eq!(store.snapshot("b", A2UI_ACTIVITY, content(json!({"x": 2})), false), None);
        assert_eq!(store.get("b").unwrap().content["x"], 1);
        assert_eq!(store.snapshot("b", A2UI_ACTIVITY, content(json!({"y": 2})), true), changed("b"));
        assert_eq!(Value::from(store.get("b").unwrap().content.clone()), json!({"y": 2}));
        assert_eq!(store.snapshot("b", "weather", Map::new(), true), Some(Change::Removed("b".into())));
        assert_eq!(store.snapshot("c", "weather", Map::new(), true), None);
        assert_eq!((store.get("b"), store.get("c")), (None, None));
    }

    #[test]
    fn deltas_change_all_or_nothing() {
        let mut store = store();
        assert_eq!(store.delta("none", &json!([])), None);
        let patch = json!([{"op": "replace", "path": "/status", "value": "retrying"}]);
        assert_eq!(store.delta("a", &patch), Some(Change::Content("a".into())));
        for bad in [
            json!([{"op": "add", "path": "/x", "value": 1}, {"op": "remove", "path": "/none"}]),
            json!([{"op": "replace", "path": "", "value": []}]),
            json!([{"op": "remove", "path": ""}]),
            json!({}),
            json!(vec![json!({"op": "test", "path": "/status", "value": "retrying"}); 5_001]),
        ] {
            assert!(matches!(store.delta("a", &bad), Some(Change::OutOfSync(_, _))), "{bad}");
            assert_eq!(Value::from(store.get("a").unwrap().content.clone()), json!({"status": "retrying"}));
        }
    }

    #[test]
    fn a_huge_content_is_refused() {
        let huge = || content(json!({"a2ui_operations": vec![0; MAX_CONTENT]}));
        let mut store = store();
        assert!(matches!(store.snapshot("a", A2UI_ACTIVITY, huge(), true), Some(Change::OutOfSync(_, _))));
        let patch = json!([{"op": "add", "path": "/x", "value": huge()}]);
        assert!(matches!(store.delta("a", &patch), Some(Change::OutOfSync(_, _))));
        assert_eq!(Value::from(store.get("a").unwrap().content.clone()), json!({"status": "building"}));
    }

    #[test]
    fn messages_speak_for_the_types_they_own() {
        let with = |types: Value| json!({"@ag-ui/client": {"authoritativeActivityTypes": types}});
        let user = || json!({"id": "m", "role": "user"});
        for (messages, metadata, survives) in [
            (vec![user()], json!(null), true),
            (vec![message("b", A2UI_ACTIVITY)], json!(null), false),
            (vec![message("b", "weather")], json!({"@ag-ui/client": {}}), false),
            (vec![message("a", A2UI_ACTIVITY)], json!(null), true),
            (vec![user()], with(json!(null)), false),
            (vec![user()], with(json!([A2UI_ACTIVITY])), false),
            (vec![user()], with(json!(["weather"])), true),
            (vec![message("b", A2UI_ACTIVITY)], with(json!("all")), true),
            (vec![message("b", A2UI_ACTIVITY)], with(json!([1])), true),
            (vec![message("b", A2UI_ACTIVITY)], json!({"@ag-ui/client": null}), true),
        ] {
            let mut store = store();
            store.put("ours", content(json!({"status": "building"})));
            let changes = store.messages(&messages, &metadata);
            assert_eq!(store.get("a").is_some(), survives, "{messages:?} {metadata}");
            assert_eq!(changes.contains(&Change::Removed("a".into())), !survives);
            assert!(store.get("ours").is_some(), "no list of activity messages speaks for it");
        }
        let mut store = store();
        assert_eq!(store.messages(&[message("a", A2UI_ACTIVITY)], &json!(null)), [Change::Content("a".into())]);
        assert_eq!(
            store.add_messages(&[message("a", A2UI_ACTIVITY), message("n", A2UI_ACTIVITY)]),
            [Change::Content("n".into())]
        );
    }
}
