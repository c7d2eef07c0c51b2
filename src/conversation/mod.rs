//! One conversation with an agent: AG-UI events, activity contents and raw messages in; steps for the surfaces, one life cycle
//! an activity, and news for the host out.
//!
//! Architecture invariant: no DOM, no clock, and no knowledge of how surfaces are kept: they are a [`Stage`].
//!
//! ```ignore
//! let mut conversation = Conversation::new(Recovery::default());
//! conversation.apply_event(event, &mut surfaces, now);           // or set_content, send, end_run
//! for activity in conversation.activities(&surfaces, now) {      // draw: loader, card or surfaces, in this order
//!     draw(activity);
//! }
//! conversation.take_news().into_iter().for_each(dispatch);       // a2ui-state, a2ui-issue, a2ui-healing
//! timer.set(conversation.next_deadline(now));                    // then conversation.tick(&mut surfaces, now)
//! ```

mod activity;
mod converge;
mod fold;
mod heal;
#[cfg(test)]
mod hostile;
mod ingest;
mod merge;
mod paint;
#[cfg(test)]
mod properties;
mod run;
mod stage;
#[cfg(test)]
mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

pub(crate) use activity::ActivityView;
use activity::{Activity, Taken};
use fold::Fold;
use ingest::Growing;
use run::Run;
pub(crate) use stage::Stage;

use crate::Millis;
use crate::ag_ui::{self, RECOVERY_ACTIVITY};
use crate::healing::{Desk, HealingNews, Progress};
use crate::lifecycle::{Content, Input, Prepared, Recovery, RunEnd, State, Status};
use crate::{Issue, SurfaceId};

/// Everything one element has been told.
#[derive(Debug)]
pub(crate) struct Conversation {
    recovery: Recovery,
    stored: ag_ui::Activities,
    /// In order of first appearance.
    activities: Vec<Activity>,
    surfaces: BTreeMap<SurfaceId, Known>,
    /// Deleted by the agent; an update does not bring them back.
    deleted: BTreeSet<SurfaceId>,
    run: Run,
    growing: Option<Growing>,
    /// The last run ended and no other began.
    run_is_over: bool,
    /// A run began of which no end was told.
    is_running: bool,
    /// The run that began last, and the one that ended last.
    run_ids: [Option<String>; 2],
    desk: Desk,
    /// Milliseconds since 1970 at zero of the monotonic clock.
    origin: i64,
    agent_state: Value,
    state: State,
    news: Vec<News>,
}

/// A surface that came through this conversation.
#[derive(Debug)]
struct Known {
    /// The activity it stands at: the one that named it first.
    owner: String,
    /// What the agent said of it; nothing for surfaces of raw messages.
    fold: Option<Fold>,
}

/// What the host hears.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    State { from: State, to: State },
    Issue(Issue),
    Healing(HealingNews),
}

/// The activity that raw messages make.
const RAW: &str = "#messages";
/// The activity of the `content` property.
const CONTENT: &str = "#content";
/// More activities than this push out the oldest idle one; if none is idle, no other comes.
const MAX_ACTIVITIES: usize = 500;

impl Conversation {
    pub(crate) fn new(recovery: Recovery) -> Self {
        Conversation {
            recovery,
            stored: ag_ui::Activities::default(),
            activities: Vec::new(),
            surfaces: BTreeMap::new(),
            deleted: BTreeSet::new(),
            run: Run::default(),
            growing: None,
            run_is_over: false,
            is_running: false,
            run_ids: [None, None],
            desk: Desk::default(),
            origin: 0,
            agent_state: Value::Null,
            state: State::Idle,
            news: Vec::new(),
        }
    }

    /// Takes the `content` property: the whole of one activity that no event announced.
    pub(crate) fn set_content(&mut self, content: Map<String, Value>, stage: &mut dyn Stage, now: Millis) {
        self.catch_up(stage, now);
        self.put(CONTENT, content, stage, now);
        self.settle(stage, now);
    }

    /// The run ended, or the host stopped it, or the stream closed.
    pub(crate) fn end_run(&mut self, end: RunEnd, stage: &mut dyn Stage, now: Millis) {
        self.catch_up(stage, now);
        self.finish_run(end, stage, now);
        self.settle(stage, now);
    }

    /// Something else changed a surface: a person's edit, or the surface itself.
    pub(crate) fn surfaces_changed(&mut self, stage: &mut dyn Stage, now: Millis) {
        self.settle(stage, now);
    }

    /// The host changed its options.
    pub(crate) fn set_recovery(&mut self, recovery: Recovery, stage: &mut dyn Stage, now: Millis) {
        self.recovery = recovery;
        self.each(&Input::Recovery(recovery), stage, now);
        self.settle(stage, now);
    }

    /// The person opened or closed the panel of an activity.
    pub(crate) fn toggle_panel(&mut self, activity: &str, open: bool, stage: &mut dyn Stage, now: Millis) {
        if let Some(index) = self.position(activity) {
            self.on(index, Input::PanelToggled { open }, stage, now);
        }
    }

    /// Time has passed: everything due happens.
    pub(crate) fn tick(&mut self, stage: &mut dyn Stage, now: Millis) {
        if self.growing.as_ref().is_some_and(|growing| growing.due <= now) {
            self.catch_up(stage, now);
        }
        self.each(&Input::Tick, stage, now);
        self.desk.tick(now);
        self.settle(stage, now);
    }

    /// When to tick next.
    pub(crate) fn next_deadline(&self, now: Millis) -> Option<Millis> {
        let screens = self.activities.iter().filter_map(|activity| activity.lifecycle.next_deadline(now));
        let growing = self.growing.as_ref().filter(|growing| growing.waits).map(|growing| growing.due);
        screens.chain(self.desk.next_deadline().into_iter().chain(growing).map(|deadline| deadline.max(now))).min()
    }

    /// Everything there is to show, in display order; idle activities have nothing.
    pub(crate) fn activities(&self, stage: &dyn Stage, now: Millis) -> Vec<ActivityView> {
        let shown = self.activities.iter().filter(|activity| activity.lifecycle.state() != State::Idle);
        shown
            .map(|activity| ActivityView {
                id: activity.id.clone(),
                view: activity.lifecycle.view(now),
                surfaces: self.owned(activity).filter(|surface| stage.exists(surface)).cloned().collect(),
            })
            .collect()
    }

    /// The state of the activity whose current try began last.
    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// Whether a run began of which no end was told; an interrupted one is over until somebody resumes it.
    pub(crate) fn is_running(&self) -> bool {
        self.is_running
    }

    /// The surfaces that came in activities; those of raw messages are a log's.
    pub(crate) fn activity_surfaces(&self) -> impl Iterator<Item = &SurfaceId> {
        self.surfaces.iter().filter(|(_, known)| known.owner != RAW).map(|(surface, _)| surface)
    }

    /// The agent's own state, for hosts and inspectors. It never touches a surface.
    pub(crate) fn agent_state(&self) -> &Value {
        &self.agent_state
    }

    /// What happened since the last call. Call it once a chunk of input, so that a replayed request that is over is not heard.
    pub(crate) fn take_news(&mut self) -> Vec<News> {
        let mut news = std::mem::take(&mut self.news);
        news.extend(self.desk.take_news().into_iter().map(News::Healing));
        news
    }

    /// Forgets everything; the surfaces are the caller's to clear.
    pub(crate) fn reset(&mut self) {
        let from = self.state;
        self.desk.close();
        let news = self.take_news();
        *self = Conversation { news, origin: self.origin, ..Conversation::new(self.recovery) };
        if from != State::Idle {
            self.news.push(News::State { from, to: State::Idle });
        }
    }

    /// Stores content from any source and takes it in.
    fn put(&mut self, id: &str, content: Map<String, Value>, stage: &mut dyn Stage, now: Millis) {
        self.stored.put(id, content);
        self.take(id, stage, now);
    }

    /// Takes in the stored content of an activity.
    fn take(&mut self, id: &str, stage: &mut dyn Stage, now: Millis) {
        let Some(index) = self.position(id).or_else(|| self.appear(id)) else { return };
        self.run.touched.insert(id.to_owned());
        let Some(stored) = self.stored.get(id) else { return };
        let content = match self.activities[index].take(&stored.content) {
            Taken::Known => return,
            Taken::HealingOnly => None,
            Taken::News => {
                let (content, issues) = Content::decode(&stored.content);
                self.news.extend(issues.into_iter().map(News::Issue));
                Some(content)
            }
        };
        let healing = stored.content.get("healing").cloned();
        let is_recovery = stored.kind == RECOVERY_ACTIVITY;
        if let Some(Content { operations, report }) = content {
            let status = report.status;
            if !operations.is_empty() {
                self.activities[index].lifecycle.set_painted_exposure(report.exposure);
                self.paint(index, operations, stage, now);
                self.note_progress(index, Progress::Painted);
            } else if is_recovery && !matches!(status, Some(Status::Retrying | Status::Failed)) {
                self.on(index, Input::Retired, stage, now);
            } else {
                self.on(index, Input::Report(report), stage, now);
                match status {
                    Some(Status::Failed) => self.note_progress(index, Progress::Failed),
                    Some(Status::Retrying) => self.note_progress(index, Progress::Retrying { attempt: None }),
                    Some(Status::Building) => self.note_progress(index, Progress::Building),
                    None => {}
                }
            }
        }
        if let Some(healing) = healing {
            self.take_carried(id, &healing, stage, now);
        }
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.activities.iter().position(|activity| activity.id == id)
    }

    /// Makes room for one more; nothing if none of those that are there may go.
    fn appear(&mut self, id: &str) -> Option<usize> {
        if self.activities.len() >= MAX_ACTIVITIES {
            let idle = self.activities.iter().position(|activity| activity.lifecycle.state() == State::Idle);
            let Some(idle) = idle else {
                self.stored.remove(id);
                let message = "More than 500 activities are there; this one is not shown.";
                self.report(vec![Issue::error("TOO_MANY_ACTIVITIES", message)]);
                return None;
            };
            let gone = self.activities.remove(idle);
            self.stored.remove(&gone.id);
        }
        self.activities.push(Activity::new(id, self.recovery));
        Some(self.activities.len() - 1)
    }

    fn each(&mut self, input: &Input, stage: &mut dyn Stage, now: Millis) {
        for index in 0..self.activities.len() {
            self.on(index, input.clone(), stage, now);
        }
    }

    /// Gives one activity its input and removes what it no longer prepares.
    fn on(&mut self, index: usize, input: Input, stage: &mut dyn Stage, now: Millis) {
        let activity = &mut self.activities[index];
        let before = activity.lifecycle.state();
        let prepared = activity.lifecycle.on(input, now);
        let after = activity.lifecycle.state();
        if prepared == Prepared::Drop {
            self.drop_surfaces(index, stage, now);
        }
        if after == State::Painted && before != State::Painted {
            self.retire_orphans(index, stage, now);
        }
    }

    /// Surfaces that came as `a2ui-surface-<surface>-<key>` end the loader on `a2ui-surface-<key>` (lifecycle reference,
    /// section 12).
    fn retire_orphans(&mut self, index: usize, stage: &mut dyn Stage, now: Millis) {
        let painted = &self.activities[index];
        let skeletons: Vec<String> = painted
            .named
            .iter()
            .filter_map(|surface| painted.id.strip_prefix(&format!("a2ui-surface-{surface}-")))
            .map(|key| format!("a2ui-surface-{key}"))
            .collect();
        for id in skeletons {
            self.retire_loader(&id, stage, now);
        }
    }

    /// Ends the loader of an activity; anything else stays.
    fn retire_loader(&mut self, id: &str, stage: &mut dyn Stage, now: Millis) {
        if let Some(orphan) = self.position(id)
            && matches!(self.activities[orphan].lifecycle.state(), State::Building | State::Retrying)
        {
            self.on(orphan, Input::Retired, stage, now);
        }
    }

    fn finish_run(&mut self, end: RunEnd, stage: &mut dyn Stage, now: Millis) {
        let run = std::mem::take(&mut self.run);
        self.run_is_over = true;
        self.is_running = false;
        let is_told = run
            .touched
            .iter()
            .filter_map(|id| self.position(id))
            .any(|index| matches!(self.activities[index].lifecycle.state(), State::Building | State::Retrying));
        if let (RunEnd::Error { message, .. }, false) = (&end, is_told) {
            // No card tells it.
            self.report(vec![Issue::error("RUN_FAILED", message.clone())]);
        }
        for id in run.touched {
            let Some(index) = self.position(&id) else { continue };
            let rooted = self.activities[index].named.iter().any(|surface| stage.has_root(surface));
            self.on(index, Input::RunEnded { end: end.clone(), rooted }, stage, now);
            self.activities[index].settled = true;
        }
    }

    fn remove_activity(&mut self, id: &str, stage: &mut dyn Stage, now: Millis) {
        if let Some(index) = self.position(id) {
            self.drop_surfaces(index, stage, now);
            self.desk.progress(id, Progress::Removed);
            self.activities.remove(index);
        }
    }

    /// Activities look at the surfaces they name; the element's state follows.
    fn settle(&mut self, stage: &mut dyn Stage, now: Millis) {
        for index in 0..self.activities.len() {
            if !self.activities[index].named.is_empty() {
                let (live, visible) = self.facts(index, stage);
                self.on(index, Input::Surfaces { live, visible }, stage, now);
            }
        }
        self.settle_forms(stage, now);
        let latest = self.activities.iter().filter(|activity| activity.lifecycle.state() != State::Idle);
        let latest = latest.max_by_key(|activity| activity.lifecycle.began());
        let to = latest.map_or(State::Idle, |activity| activity.lifecycle.state());
        if to != self.state {
            self.news.push(News::State { from: self.state, to });
            self.state = to;
        }
    }

    /// How many of the surfaces an activity names are alive, and whether one can be seen. A painted activity does not ask.
    fn facts(&self, index: usize, stage: &dyn Stage) -> (usize, bool) {
        let activity = &self.activities[index];
        let live: Vec<_> = activity.named.iter().filter(|surface| stage.exists(surface)).collect();
        let visible =
            activity.lifecycle.state() == State::Painted || live.iter().any(|surface| stage.is_visible(surface));
        (live.len(), visible)
    }

    fn owned<'a>(&'a self, activity: &'a Activity) -> impl Iterator<Item = &'a SurfaceId> {
        activity
            .named
            .iter()
            .filter(|surface| self.surfaces.get(surface).is_some_and(|known| known.owner == activity.id))
    }

    fn report(&mut self, issues: Vec<Issue>) {
        self.news.extend(issues.into_iter().map(News::Issue));
    }
}
