//! Healing requests of a conversation: where their forms sit, and what the activities' progress means for them (healing
//! reference, sections 2, 3 and 8).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::activity::Activity;
use super::stage::Stage;
use super::{Conversation, Known};
use crate::healing::{Clock, Desk, Interrupt, Outcome, Phase, Progress, Request, of_interrupt};
use crate::lifecycle::{Asking, Input, State};
use crate::{Issue, Millis, SurfaceId};

/// Activities made for requests that belong to none.
const OWN: &str = "a2ui-healing-";

impl Conversation {
    /// The open requests and the log.
    pub(crate) fn healing(&self) -> &Desk {
        &self.desk
    }

    /// What wall clocks show at zero of the monotonic clock, in milliseconds since 1970.
    pub(crate) fn set_origin(&mut self, origin: i64) {
        self.origin = origin;
    }

    /// A person or the host answers a request; no patch declines. Errors among the issues mean that nothing happened.
    pub(crate) fn heal(
        &mut self,
        session: Option<&str>,
        id: &str,
        patch: Option<&Value>,
        reason: Option<&str>,
        stage: &mut dyn Stage,
        now: Millis,
    ) -> Vec<Issue> {
        let issues = self.desk.heal(session, id, patch, reason, now);
        self.settle(stage, now);
        issues
    }

    /// Tells the desk what became of an answer, or that the host shows its own form.
    pub(crate) fn tell_desk(
        &mut self,
        tell: impl FnOnce(&mut Desk) -> Option<Issue>,
        stage: &mut dyn Stage,
        now: Millis,
    ) {
        let issue = tell(&mut self.desk);
        self.report(issue.into_iter().collect());
        self.settle(stage, now);
    }

    pub(super) fn take_interrupts(&mut self, interrupts: &[Value], stage: &mut dyn Stage, now: Millis) {
        for interrupt in interrupts {
            if let Some((message, interrupt)) = of_interrupt(interrupt, interrupts.len() > 1) {
                self.take_healing(&message, None, None, Some(interrupt), stage, now);
            }
        }
    }

    /// The `healing` member of a content: one message or a list.
    pub(super) fn take_carried(&mut self, carrier: &str, healing: &Value, stage: &mut dyn Stage, now: Millis) {
        let list = healing.as_array().map_or_else(|| std::slice::from_ref(healing), Vec::as_slice);
        for message in list.iter().filter_map(Value::as_object) {
            self.take_healing(message, None, Some(carrier), None, stage, now);
        }
    }

    pub(super) fn take_healing(
        &mut self,
        message: &Map<String, Value>,
        event_id: Option<&str>,
        carrier: Option<&str>,
        interrupt: Option<Interrupt>,
        stage: &mut dyn Stage,
        now: Millis,
    ) {
        let clock = Clock { now, wall: self.origin.saturating_add_unsigned(now.0) };
        let (activities, surfaces) = (&self.activities, &self.surfaces);
        let mut orphan = None;
        let issues = self.desk.take(message, event_id, interrupt, clock, &mut |request| match locate(
            request, carrier, activities, surfaces,
        ) {
            Some(activity) => (activity.id.clone(), activity.lifecycle.attempt()),
            None => {
                let id = [OWN, &request.id].concat();
                let error = request.error_message.clone().or_else(|| request.error_code.clone());
                orphan = Some((id.clone(), json!({"status": "failed", "error": error.unwrap_or_default()})));
                (id, None)
            }
        });
        self.report(issues);
        if let Some((id, Value::Object(content))) = orphan {
            self.put(&id, content, stage, now);
        }
    }

    /// Tells the desk that an activity has said something.
    pub(super) fn note_progress(&mut self, index: usize, progress: Progress) {
        let activity = &self.activities[index];
        let progress = match progress {
            Progress::Retrying { .. } => Progress::Retrying { attempt: activity.lifecycle.attempt() },
            progress => progress,
        };
        self.desk.progress(&activity.id, progress);
    }

    /// Forms appear and go with their requests.
    pub(super) fn settle_forms(&mut self, stage: &mut dyn Stage, now: Millis) {
        for index in 0..self.activities.len() {
            let activity = &self.activities[index];
            let entry = self.desk.at(&activity.id);
            let is_over = entry
                .is_some_and(|entry| matches!(entry.phase, Phase::Settled(Outcome::Applied | Outcome::Superseded)));
            let asking = match entry.filter(|entry| !entry.is_prevented && !is_over).map(|entry| entry.phase) {
                None => Asking::Nothing,
                Some(Phase::Open) => Asking::Open,
                Some(Phase::Submitting | Phase::Settled(_)) => Asking::Answered,
            };
            let retires = is_over && activity.id.starts_with(OWN) && activity.lifecycle.state() != State::Idle;
            if asking != activity.asking {
                self.activities[index].asking = asking;
                self.on(index, Input::Asks(asking), stage, now);
            }
            if retires {
                self.on(index, Input::Retired, stage, now);
            }
        }
    }
}

/// The activity a request belongs to: named, owning its surface, carrying it, or the newest in trouble.
fn locate<'a>(
    request: &Request,
    carrier: Option<&str>,
    activities: &'a [Activity],
    surfaces: &BTreeMap<SurfaceId, Known>,
) -> Option<&'a Activity> {
    let by_id = |id: &str| activities.iter().find(|activity| activity.id == id);
    let by_tool = || request.tool_call_id.as_ref().and_then(|id| by_id(&format!("a2ui-surface-{id}")));
    let by_surface = || by_id(&surfaces.get(&SurfaceId::from(request.surface_id.as_deref()?))?.owner);
    let newest = |states: [State; 2]| {
        let fitting = activities.iter().filter(move |activity| states.contains(&activity.lifecycle.state()));
        fitting.max_by_key(|activity| activity.lifecycle.began())
    };
    let named = request.message_id.as_deref().and_then(by_id);
    named
        .or_else(by_tool)
        .or_else(by_surface)
        .or_else(|| carrier.and_then(by_id))
        .or_else(|| newest([State::Retrying, State::Failed]))
        .or_else(|| newest([State::Building; 2]))
}

#[cfg(test)]
mod tests {
    use super::super::News;
    use super::super::table::{Table, form, operations};
    use super::*;
    use crate::healing::HealingNews;
    use crate::lifecycle::{Recovery, Screen};

    fn ask(extra: Value) -> Value {
        let mut request = json!({
            "type": "interactive_healing_request", "sessionId": "h", "requestId": "r", "allowedPatchPaths": ["/q"],
            "timeoutMs": 60_000, "error": {"message": "quantity must be a number"}, "payload": {"q": "one"},
        });
        request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        request
    }

    fn snapshot(id: &str, content: Value) -> Value {
        json!({"type": "ACTIVITY_SNAPSHOT", "messageId": id, "activityType": "a2ui-surface", "content": content})
    }

    /// What the host hears, as `phase outcome`.
    fn heard(conversation: &mut Conversation) -> Vec<String> {
        let healing = conversation.take_news().into_iter().filter_map(|news| match news {
            News::Healing(healing) => Some(healing),
            _ => None,
        });
        healing
            .map(|news| match news {
                HealingNews::Request { .. } => "request".to_owned(),
                HealingNews::Response { .. } => "response".to_owned(),
                HealingNews::Settled { outcome, .. } => outcome.as_str().to_owned(),
            })
            .collect()
    }

    #[test]
    fn a_form_sits_in_the_panel_until_the_agent_goes_on() {
        let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
        let panel = |conversation: &Conversation, table: &Table| match &conversation.activities(table, Millis(9))[0]
            .view
            .screen
        {
            Screen::Loader(loader) => loader.panel.clone(),
            Screen::Failure(card) => card.panel.clone(),
            Screen::Surfaces { correction, .. } => correction.clone(),
            Screen::Nothing => None,
        };
        let id = "a2ui-surface-c";
        conversation.apply_event(
            snapshot(id, json!({"status": "retrying", "attempt": 2, "progressTokens": 20})),
            None,
            &mut table,
            Millis(0),
        );
        conversation.apply_event(
            json!({"type": "CUSTOM", "name": "interactive_healing_request", "value": ask(json!({"toolCallId": "c"}))}),
            None,
            &mut table,
            Millis(1),
        );
        conversation.apply_event(ask(json!({})), Some("7"), &mut table, Millis(2));
        assert_eq!(heard(&mut conversation), ["request"]);
        assert!(panel(&conversation, &table).unwrap().input_needed);
        assert_eq!(conversation.next_deadline(Millis(2)), Some(Millis(60_001)));

        conversation.apply_event(json!({"type": "RUN_ERROR", "message": "boom"}), None, &mut table, Millis(3));
        assert_eq!(conversation.state(), State::Failed);
        assert!(panel(&conversation, &table).unwrap().input_needed, "the form moves into the failure card");

        let patch = json!([{"op": "replace", "path": "/q", "value": 1}]);
        let bad = json!([{"op": "replace", "path": "/other", "value": 1}]);
        assert_eq!(conversation.heal(None, "r", Some(&bad), None, &mut table, Millis(4)).len(), 1);
        assert_eq!(conversation.heal(None, "r", Some(&patch), None, &mut table, Millis(4)), []);
        assert!(!panel(&conversation, &table).unwrap().input_needed, "an answer is under way");
        let list = form(json!({}));
        conversation.apply_event(snapshot(id, json!({"a2ui_operations": list})), None, &mut table, Millis(5));
        assert_eq!(heard(&mut conversation), ["response", "applied"]);
        assert_eq!((conversation.state(), panel(&conversation, &table)), (State::Painted, None));
    }

    #[test]
    fn a_painted_surface_is_untouched_by_a_request() {
        let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
        conversation.set_content(operations(form(json!({}))), &mut table, Millis(0));
        table.steps.clear();
        conversation.apply_event(ask(json!({"surfaceId": "s"})), None, &mut table, Millis(1));
        let activity = &conversation.activities(&table, Millis(1))[0];
        assert!(matches!(&activity.view.screen, Screen::Surfaces { correction: Some(_), busy: false, .. }));
        conversation.tick(&mut table, Millis(60_001));
        conversation.apply_event(ask(json!({"surfaceId": "s", "requestId": "r2"})), None, &mut table, Millis(60_002));
        assert_eq!(heard(&mut conversation), ["request"], "the first one came and went unheard");
        assert_eq!((conversation.state(), table.steps.len()), (State::Painted, 0));
    }

    #[test]
    fn hidden_shows_nothing_and_a_later_exposure_the_open_form() {
        let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
        let content = |exposure: &str| json!({"status": "retrying", "attempt": 2, "debugExposure": exposure, "healing": [ask(json!({}))]});
        let loader = |conversation: &Conversation, table: &Table| match conversation
            .activities(table, Millis(1))
            .remove(0)
            .view
            .screen
        {
            Screen::Loader(loader) => loader,
            other => panic!("{other:?}"),
        };
        conversation.apply_event(snapshot("a", content("hidden")), None, &mut table, Millis(0));
        assert_eq!((loader(&conversation, &table).panel, heard(&mut conversation)), (None, vec!["request".to_owned()]));
        conversation.apply_event(snapshot("a", content("verbose")), None, &mut table, Millis(1));
        let shown = loader(&conversation, &table);
        assert!(shown.still && shown.panel.unwrap().open);
        assert_eq!(heard(&mut conversation), [] as [&str; 0]);
    }

    #[test]
    fn a_request_of_nobody_makes_an_activity_that_goes_with_it() {
        let (mut conversation, mut table) = (Conversation::new(Recovery::default()), Table::default());
        let interrupts = json!([{"id": "i1", "reason": "a2ui:interactive_healing", "metadata": ask(json!({}))}]);
        let event = json!({"type": "RUN_FINISHED", "outcome": {"type": "interrupt", "interrupts": interrupts}});
        conversation.apply_event(event, None, &mut table, Millis(0));
        assert_eq!(conversation.activities(&table, Millis(0))[0].id, "a2ui-healing-r");
        assert_eq!(conversation.state(), State::Failed);
        assert_eq!(conversation.healing().at("a2ui-healing-r").unwrap().interrupt.as_ref().unwrap().id, "i1");
        conversation.take_news();
        let patch = json!([{"op": "replace", "path": "/q", "value": 1}]);
        conversation.heal(Some("h"), "r", Some(&patch), None, &mut table, Millis(1));
        conversation.apply_event(
            json!({"type": "interactive_healing_applied", "sessionId": "h", "requestId": "r"}),
            None,
            &mut table,
            Millis(2),
        );
        assert_eq!(heard(&mut conversation), ["response", "applied"]);
        assert_eq!((conversation.state(), conversation.activities(&table, Millis(2))), (State::Idle, vec![]));
    }
}
