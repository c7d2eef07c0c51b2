//! AG-UI events → contents of activities, raw messages and ends of runs.

use serde_json::{Map, Value};

use super::run::ToldFailure;
use super::stage::Stage;
use super::{Conversation, News};
use crate::Millis;
use crate::ag_ui::{
    Change, Event, Extracted, Patch, TextMessage, TextPart, activities, block_activity, extract, project, surface_of,
};
use crate::lifecycle::RunEnd;
use crate::{Issue, SurfaceId, protocol};

/// An activity whose long list grows by patches.
#[derive(Debug)]
pub(super) struct Growing {
    id: String,
    /// When it may be taken in again.
    pub(super) due: Millis,
    pub(super) waits: bool,
}

/// Lists up to so many operations are taken in at once.
const SHORT: usize = 64;
const PAUSE: Millis = Millis(50);

impl Conversation {
    /// Takes one AG-UI event. `event_id` is the id it had as a server-sent event.
    pub(crate) fn apply_event(&mut self, event: Value, event_id: Option<&str>, stage: &mut dyn Stage, now: Millis) {
        if self.is_old_end(&event) {
            return;
        }
        match Event::decode(event) {
            Ok(Event::Healing(Value::Object(message))) => {
                self.take_healing(&message, event_id, None, None, stage, now);
            }
            Ok(event) => {
                for mut event in self.run.chunks.expand(event) {
                    self.run.halves.join(&mut event);
                    self.handle(event, stage, now);
                }
            }
            Err(issue) => self.news.push(News::Issue(issue)),
        }
        self.settle(stage, now);
    }

    /// Whether an event tells once more the end of a run that is over, while another is under way.
    fn is_old_end(&mut self, event: &Value) -> bool {
        let text = |name: &str| event.get(name).and_then(Value::as_str);
        let run = text("runId").or_else(|| text("run_id")).map(str::to_owned);
        match text("type") {
            Some("RUN_STARTED") => self.run_ids[0] = run,
            Some("RUN_FINISHED" | "RUN_ERROR") => {
                let is_other = self.is_running && self.run_ids[0].is_some() && run != self.run_ids[0];
                if is_other && run.is_some() && run == self.run_ids[1] {
                    return true;
                }
                self.run_ids[1] = run;
            }
            _ => {}
        }
        false
    }

    fn handle(&mut self, event: Event, stage: &mut dyn Stage, now: Millis) {
        self.note_late(&event);
        if !matches!(event, Event::ActivityDelta { .. }) {
            self.catch_up(stage, now);
        }
        let told = self.run.told_failure.take();
        match event {
            Event::RunStarted { messages } => {
                self.run_is_over = false;
                self.is_running = true;
                self.activities.iter_mut().for_each(|activity| activity.expects_news());
                let changes = self.stored.add_messages(&messages);
                self.apply_changes(changes, stage, now);
            }
            Event::RunEnded(end) => self.finish_run(end, stage, now),
            Event::ActivitySnapshot { id, kind, content, replace } => {
                if let Some(told) = told.filter(|told| told.is_repeated_by(&id, &content)) {
                    if !told.is_new {
                        return;
                    }
                    self.stored.remove(&told.activity);
                    self.remove_activity(&told.activity, stage, now);
                }
                self.run.announced.insert(id.clone());
                if let Some(exposure) = content.get("debugExposure") {
                    self.run.exposure = Some(exposure.clone());
                }
                let change = self.stored.snapshot(&id, &kind, content, replace);
                self.apply_changes(change, stage, now);
            }
            Event::ActivityDelta { id, patch } => self.patch(&id, &patch, stage, now),
            Event::MessagesSnapshot { messages, metadata } => self.take_messages(&messages, &metadata, stage, now),
            Event::StateSnapshot(state) => self.agent_state = state,
            Event::StateDelta(delta) => match Patch::parse(&delta).and_then(|patch| patch.apply(&self.agent_state)) {
                Ok(state) => self.agent_state = state,
                Err(error) => self.report(vec![Issue::error("STATE_PATCH_FAILED", error.message())]),
            },
            Event::ToolCallStart { id, name } => {
                let said = self.run.start_call(id, name);
                self.say(said, stage, now);
            }
            Event::ToolCallArgs { id, delta } => {
                let said = self.run.push_arguments(&id, &delta);
                let issues = std::mem::take(&mut self.run.issues);
                self.report(issues);
                self.say(said, stage, now);
            }
            Event::ToolCallEnd { id } => {
                let said = self.run.end_call(&id);
                self.say(said, stage, now);
            }
            Event::ToolCallResult { id, content } => self.take_result(&id, &content, stage, now),
            Event::TextStart { id } => {
                *self.run.text(&id) = TextMessage::default();
            }
            Event::TextContent { id, delta } => {
                let parts = self.run.text(&id).push(&delta);
                self.take_text(&id, parts, stage, now);
            }
            Event::TextEnd { id } => {
                let parts = self.run.texts.remove(&id).map(TextMessage::end).unwrap_or_default();
                self.take_text(&id, parts, stage, now);
            }
            Event::Custom { name, value } => self.take_custom(&name, value, stage, now),
            Event::Message(message) => {
                self.send(message, stage, now);
            }
            // An interrupted run continues later.
            Event::RunInterrupted { interrupts } => {
                self.is_running = false;
                self.take_interrupts(&interrupts, stage, now);
            }
            Event::Healing(_)
            | Event::StepStarted { .. }
            | Event::StepFinished { .. }
            | Event::ToolCallChunk { .. }
            | Event::TextChunk { .. }
            | Event::Other { .. } => {}
        }
    }

    /// What comes after the end of its run is applied and told once (AG-UI reference, section 13).
    fn note_late(&mut self, event: &Event) {
        let belongs_to_a_run = !matches!(
            event,
            Event::RunStarted { .. }
                | Event::RunEnded(_)
                | Event::MessagesSnapshot { .. }
                | Event::Custom { .. }
                | Event::Message(_)
                | Event::Other { .. }
        );
        if self.run_is_over && belongs_to_a_run {
            self.run_is_over = false;
            self.report(vec![Issue::info("EVENT_AFTER_RUN", "An event came after the end of its run; it is applied.")]);
        }
    }

    fn apply_changes(&mut self, changes: impl IntoIterator<Item = Change>, stage: &mut dyn Stage, now: Millis) {
        for change in changes {
            match change {
                Change::Content(id) => {
                    self.note_surfaces(&id);
                    self.take(&id, stage, now);
                }
                Change::Removed(id) => self.remove_activity(&id, stage, now),
                Change::OutOfSync(id, issue) => {
                    let path = format!("/{id}");
                    self.report(vec![issue.below(&path)]);
                }
            }
        }
    }

    /// Patches an activity. A long list that grows by an operation at a time is taken in a few times a second, not anew for
    /// each of them.
    fn patch(&mut self, id: &str, patch: &Value, stage: &mut dyn Stage, now: Millis) {
        if self.growing.as_ref().is_some_and(|growing| growing.id != id) {
            self.catch_up(stage, now);
        }
        let change = self.stored.delta(id, patch);
        if matches!(change, Some(Change::Content(_))) && self.stored.operations(id).count() > SHORT {
            match &mut self.growing {
                Some(growing) if growing.id == id && now < growing.due => {
                    growing.waits = true;
                    return;
                }
                growing => *growing = Some(Growing { id: id.to_owned(), due: now + PAUSE, waits: false }),
            }
        }
        self.apply_changes(change, stage, now);
    }

    /// Takes in what was patched and waits.
    pub(super) fn catch_up(&mut self, stage: &mut dyn Stage, now: Millis) {
        if let Some(growing) = self.growing.take_if(|growing| growing.waits) {
            self.apply_changes([Change::Content(growing.id)], stage, now);
        }
    }

    /// Remembers which surfaces activities of this run speak of.
    fn note_surfaces(&mut self, id: &str) {
        let named: Vec<SurfaceId> = self.stored.operations(id).filter_map(surface_of).map(SurfaceId::from).collect();
        self.run.surfaces.extend(named);
    }

    fn say(
        &mut self,
        said: impl IntoIterator<Item = (String, Map<String, Value>)>,
        stage: &mut dyn Stage,
        now: Millis,
    ) {
        for (id, content) in said {
            self.put(&id, content, stage, now);
            self.note_surfaces(&id);
        }
    }

    /// The result of a tool call: a failure always counts, operations only for surfaces that nobody has painted in this run.
    fn take_result(&mut self, id: &str, content: &Value, stage: &mut dyn Stage, now: Millis) {
        let tool = self.run.answer_call(id);
        let key = format!("a2ui-surface-{id}");
        match extract(content, tool) {
            Extracted::Nothing => {}
            Extracted::Failure(mut content) => {
                // The middleware would have put its server's wish on it.
                if let Some(exposure) = &self.run.exposure {
                    content.insert("debugExposure".into(), exposure.clone());
                }
                self.run.told_failure = Some(ToldFailure {
                    is_new: self.position(&key).is_none(),
                    error: content.get("error").cloned(),
                    activity: key.clone(),
                });
                self.put(&key, content, stage, now);
            }
            Extracted::Operations(mut operations) => {
                operations.retain(|operation| {
                    surface_of(operation).is_none_or(|surface| self.is_news(&SurfaceId::from(surface)))
                });
                if operations.is_empty() {
                    // Its surfaces came under other calls: a loader here waits for nothing.
                    self.retire_loader(&key, stage, now);
                    return;
                }
                for (activity, content) in activities(id, operations) {
                    let activity = self.beside(activity, id, &content);
                    self.say([(activity, content)], stage, now);
                }
            }
        }
    }

    /// Whether a result may speak of a surface: nobody has painted it in this run, or what was painted is being made anew, so
    /// that the result is the last word.
    fn is_news(&self, surface: &SurfaceId) -> bool {
        let owner = || self.position(&self.surfaces.get(surface)?.owner);
        !self.run.surfaces.contains(surface)
            || owner().is_some_and(|index| self.activities[index].lifecycle.is_pending())
    }

    /// Middleware paints the first surface of a call under the call's own id. Another one must not take its place.
    fn beside(&self, activity: String, key: &str, content: &Map<String, Value>) -> String {
        let operations = content.get("a2ui_operations").and_then(Value::as_array).into_iter().flatten();
        let mut named = operations.filter_map(surface_of);
        let stands = |surface: &SurfaceId| named.clone().all(|other| other != surface.as_str());
        let is_taken = self.position(&activity).is_some_and(|index| self.activities[index].named.iter().any(stands));
        match named.next() {
            Some(surface) if is_taken => format!("a2ui-surface-{surface}-{key}"),
            _ => activity,
        }
    }

    fn take_text(&mut self, id: &str, parts: Vec<TextPart>, stage: &mut dyn Stage, now: Millis) {
        for part in parts {
            match part {
                TextPart::Prose(_) => {}
                TextPart::Block { index, messages } => self.say([block_activity(id, index, messages)], stage, now),
                TextPart::Issue(issue) => self.report(vec![issue]),
            }
        }
    }

    /// A list of messages. One without activities may hold them only as tool calls: those are shown again.
    fn take_messages(&mut self, messages: &[Value], metadata: &Value, stage: &mut dyn Stage, now: Millis) {
        let changes = self.stored.messages(messages, metadata);
        let has_activities = messages.iter().any(|message| message.get("role").is_some_and(|role| role == "activity"));
        self.apply_changes(changes, stage, now);
        if has_activities {
            if self.run_is_over {
                // Nobody goes on with what a list of the past leaves unfinished.
                self.finish_run(RunEnd::Closed, stage, now);
            }
            return;
        }
        for (id, content) in project(messages) {
            let operations = content.get("a2ui_operations").and_then(Value::as_array);
            let is_known = operations.is_some_and(|operations| {
                operations
                    .iter()
                    .filter_map(surface_of)
                    .all(|surface| self.surfaces.contains_key(&SurfaceId::from(surface)))
            });
            if !is_known && self.stored.get(&id).is_none() {
                self.put(&id, content, stage, now);
            }
        }
    }

    /// The message that `body` is the middle of. It says itself, or its surface does, in which version it speaks.
    fn message(&self, verb: &str, body: Value, stage: &dyn Stage) -> Value {
        let text = |name: &str| body.get(name).and_then(Value::as_str);
        let known = text("surfaceId").and_then(|surface| self.dialect(&surface.into(), stage));
        let version = match known {
            Some(dialect) if verb != "createSurface" => dialect.spelling.to_string(),
            _ if text("catalogId").is_some_and(|catalog| catalog.contains("v1_0")) => "v1.0".to_owned(),
            _ => "v0.9".to_owned(),
        };
        let mut message = Map::from_iter([(verb.to_owned(), body)]);
        let is_versioned = ["createSurface", "updateComponents", "updateDataModel", "deleteSurface"].contains(&verb);
        if is_versioned && !version.is_empty() {
            message.insert("version".to_owned(), version.into());
        }
        message.into()
    }

    /// Custom events of agents that have no activities (AG-UI reference, section 12).
    fn take_custom(&mut self, name: &str, value: Value, stage: &mut dyn Stage, now: Millis) {
        match (name, value) {
            ("a2ui_surface", Value::Object(content)) => {
                let named = content.get("surfaceId").and_then(Value::as_str);
                let first = || content.get("a2ui_operations")?.as_array()?.iter().find_map(surface_of);
                let id = format!("a2ui-{}", named.or_else(first).unwrap_or_default());
                self.put(&id, content, stage, now);
                self.note_surfaces(&id);
            }
            ("a2ui" | "a2ui_operations", value) => {
                self.send(value, stage, now);
            }
            (name, value) => {
                let Some(verb) = name.strip_prefix("a2ui.").filter(|verb| protocol::is_verb(verb)) else { return };
                // Either the whole message or what stands under its verb.
                let is_message = value.get(verb).is_some();
                let message = if is_message { value } else { self.message(verb, value, &*stage) };
                self.send(message, stage, now);
            }
        }
    }
}
