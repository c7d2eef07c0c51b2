//! Every open request and what becomes of it (healing reference, sections 8 and 12).

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::check::{Gate, allowed, check};
use super::log::Log;
use super::request::{Clock, Request};
use super::way_back::Interrupt;
use crate::Millis;
use crate::{Issue, Severity};

/// The requests of one store.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    /// In order of arrival; settled ones stay for a while, so that a replay finds them.
    entries: Vec<Entry>,
    log: Log,
    news: Vec<HealingNews>,
}

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) request: Rc<Request>,
    pub(crate) activity: String,
    pub(crate) phase: Phase,
    pub(crate) deadline: Option<Millis>,
    pub(crate) interrupt: Option<Interrupt>,
    /// What the agent said against the last answer.
    pub(crate) rejection: Option<Value>,
    /// The host shows its own form.
    pub(crate) is_prevented: bool,
    /// The answer has left.
    pub(crate) is_sent: bool,
    /// Epoch milliseconds of the deadline.
    wall: Option<i64>,
    /// The attempt that was under way when the request came.
    attempt: Option<u32>,
    is_announced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Open,
    Submitting,
    Settled(Outcome),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Applied,
    Rejected,
    Expired,
    Declined,
    Superseded,
}

impl Outcome {
    /// As events spell it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Outcome::Applied => "applied",
            Outcome::Rejected => "rejected",
            Outcome::Expired => "expired",
            Outcome::Declined => "declined",
            Outcome::Superseded => "superseded",
        }
    }
}

/// Why an answer stays here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsent {
    /// The host prevented the event and answers in our place.
    HostSends,
    /// No source takes answers.
    NoWay,
    Failed,
}

/// What an activity did, as far as its request cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Building,
    Retrying { attempt: Option<u32> },
    Painted,
    Failed,
    Removed,
}

/// What the host hears: the `detail` of one `a2ui-healing` event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HealingNews {
    Request { session: String, id: String, detail: Value },
    Response { session: String, id: String, response: Value, detail: Value },
    Settled { session: String, id: String, activity: String, outcome: Outcome, detail: Value },
}

const MAX_LIVE: usize = 16;
const MAX_ENTRIES: usize = 64;
const MAX_REASON: usize = 500;

impl Desk {
    /// Takes one healing message. `locate` says which activity a request belongs to, and the attempt it is at.
    pub(crate) fn take(
        &mut self,
        message: &Map<String, Value>,
        event_id: Option<&str>,
        interrupt: Option<Interrupt>,
        clock: Clock,
        locate: &mut dyn FnMut(&Request) -> (String, Option<u32>),
    ) -> Vec<Issue> {
        let text = |name: &str, alias: &str| message.get(name).or_else(|| message.get(alias)).and_then(Value::as_str);
        let session = text("sessionId", "session_id").unwrap_or_default().to_owned();
        if event_id.is_some_and(|id| self.log.is_repeated(&session, id)) {
            return Vec::new();
        }
        let entries = &self.entries;
        let is_live = |record: &super::Record| {
            let id = record.message.get("requestId").and_then(Value::as_str);
            entries.iter().any(|entry| entry.is_live() && entry.is(&record.session, id.unwrap_or_default()))
        };
        let mut issues = self.log.add(message, event_id, clock.now, &is_live);
        let id = text("requestId", "request_id").unwrap_or_default();
        match text("type", "type").unwrap_or_default() {
            "interactive_healing_request" => issues.extend(self.request(message, interrupt, clock, locate)),
            "interactive_healing_applied" => self.answered(&session, id, Outcome::Applied),
            "interactive_healing_timeout" => self.answered(&session, id, Outcome::Expired),
            "interactive_healing_rejected" => {
                let error = message.get("error").cloned().unwrap_or_default();
                self.rejected(&session, id, error, clock.now);
            }
            _ => {}
        }
        issues
    }

    fn request(
        &mut self,
        message: &Map<String, Value>,
        interrupt: Option<Interrupt>,
        clock: Clock,
        locate: &mut dyn FnMut(&Request) -> (String, Option<u32>),
    ) -> Vec<Issue> {
        let (mut request, mut issues) = match Request::decode(message) {
            Ok(decoded) => decoded,
            Err(issue) => return vec![issue],
        };
        let deadline = request.deadline(clock, interrupt.as_ref().and_then(|interrupt| interrupt.expires_at));
        if let Some(known) = self.find(&request.session, &request.id) {
            if known.is_live() && request.states_its_end() && known.deadline < deadline {
                known.set_deadline(deadline, clock);
            }
            return issues;
        }
        if deadline.is_some_and(|deadline| deadline <= clock.now) {
            return issues;
        }
        if self.entries.iter().filter(|entry| entry.is_live()).count() >= MAX_LIVE {
            issues.push(Issue::warning("healing_too_large", "More than 16 requests are open; this one is not shown."));
            return issues;
        }
        let offered = std::mem::take(&mut request.suggestions);
        for suggestion in offered {
            match allowed(&request, &suggestion.patch) {
                Ok(_) => request.suggestions.push(suggestion),
                Err(faults) => issues.extend(faults.into_iter().map(|fault| {
                    Issue::warning(fault.code, format!("A suggestion is not offered. {}", fault.message)).at(fault.path)
                })),
            }
        }
        let (activity, attempt) = locate(&request);
        self.settle_where(Outcome::Superseded, |entry| entry.activity == activity);
        let mut entry = Entry {
            request: Rc::new(request),
            activity,
            phase: Phase::Open,
            deadline: None,
            interrupt,
            rejection: None,
            is_prevented: false,
            is_sent: false,
            wall: None,
            attempt,
            is_announced: false,
        };
        entry.set_deadline(deadline, clock);
        if self.entries.len() >= MAX_ENTRIES
            && let Some(oldest) = self.entries.iter().position(|entry| !entry.is_live())
        {
            self.entries.remove(oldest);
        }
        self.entries.push(entry);
        issues
    }

    /// The person, or the host, answers: a patch, or nothing to decline. Errors among the issues mean that nothing happened.
    pub(crate) fn heal(
        &mut self,
        session: Option<&str>,
        id: &str,
        patch: Option<&Value>,
        reason: Option<&str>,
        now: Millis,
    ) -> Vec<Issue> {
        let found = self.entries.iter().rposition(|entry| {
            entry.request.id == id && session.is_none_or(|session| entry.request.session == session)
        });
        let Some(position) = found else {
            return vec![Issue::error("healing_closed", "There is no such request.")];
        };
        let entry = &mut self.entries[position];
        let Some(patch) = patch else {
            if entry.phase != Phase::Open {
                return vec![Issue::error("healing_closed", "This request takes no answer any more.")];
            }
            let response = entry.response(&json!([]), reason, true);
            self.news.push(entry.answer(response));
            self.settle_where(Outcome::Declined, |entry| {
                entry.request.id == id && session.is_none_or(|session| entry.request.session == session)
            });
            return Vec::new();
        };
        let issues = entry.check(patch, now);
        if issues.iter().all(|issue| issue.severity != Severity::Error) {
            entry.phase = Phase::Submitting;
            entry.is_sent = false;
            entry.rejection = None;
            let response = entry.response(patch, reason, false);
            self.news.push(entry.answer(response));
        }
        issues
    }

    /// An answer did not leave: back to open while there is time.
    pub(crate) fn not_sent(&mut self, session: &str, id: &str, why: Unsent, now: Millis) -> Option<Issue> {
        let entry = self.find(session, id).filter(|entry| entry.phase == Phase::Submitting)?;
        if entry.is_in_time(now) {
            entry.phase = Phase::Open;
        } else {
            self.answered(session, id, Outcome::Expired);
        }
        match why {
            Unsent::HostSends => None,
            Unsent::NoWay => {
                Some(Issue::warning("healing_no_way_back", "Nothing is connected that could take the answer."))
            }
            Unsent::Failed => Some(Issue::error("healing_send_failed", "The answer could not be sent.")),
        }
    }

    /// The host prevented the `request` event and shows its own form.
    pub(crate) fn prevent(&mut self, session: &str, id: &str) {
        if let Some(entry) = self.find(session, id) {
            entry.is_prevented = true;
        }
    }

    /// An answer has left.
    pub(crate) fn sent(&mut self, session: &str, id: &str) {
        if let Some(entry) = self.find(session, id) {
            entry.is_sent = true;
        }
    }

    /// The run that carried an answer ended. An answer without news is settled.
    pub(crate) fn answer_run_ended(&mut self, session: &str, id: &str) {
        if self.find(session, id).is_some_and(|entry| entry.phase == Phase::Submitting) {
            self.answered(session, id, Outcome::Expired);
        }
    }

    /// An activity went on.
    pub(crate) fn progress(&mut self, activity: &str, progress: Progress) {
        let goes_on = |entry: &Entry| match progress {
            Progress::Building | Progress::Painted | Progress::Removed => true,
            Progress::Retrying { attempt } => attempt > entry.attempt,
            Progress::Failed => false,
        };
        let mine = |entry: &Entry| entry.activity == activity && goes_on(entry);
        if progress != Progress::Removed {
            self.settle_where(Outcome::Applied, |entry| mine(entry) && entry.phase == Phase::Submitting);
        }
        self.settle_where(Outcome::Superseded, mine);
    }

    /// Everything is forgotten; what was open is told to be over.
    pub(crate) fn close(&mut self) {
        self.settle_where(Outcome::Superseded, |_| true);
    }

    /// What is due at `now` expires. An answer under way left in time.
    pub(crate) fn tick(&mut self, now: Millis) {
        self.settle_where(Outcome::Expired, |entry| entry.phase == Phase::Open && !entry.is_in_time(now));
    }

    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.entries.iter().filter(|entry| entry.phase == Phase::Open).filter_map(|entry| entry.deadline).min()
    }

    /// What happened since the last call. Requests that were settled before anybody could hear of them are left out.
    pub(crate) fn take_news(&mut self) -> Vec<HealingNews> {
        let mut news = std::mem::take(&mut self.news);
        for entry in self.entries.iter_mut().filter(|entry| !entry.is_announced && entry.is_live()) {
            entry.is_announced = true;
            let (session, id) = entry.key();
            news.push(HealingNews::Request { session, id, detail: entry.detail("request") });
        }
        news
    }

    /// The request at an activity: the live one, else the last.
    pub(crate) fn at(&self, activity: &str) -> Option<&Entry> {
        let mut here = self.entries.iter().rev().filter(|entry| entry.activity == activity);
        here.clone().find(|entry| entry.is_live()).or_else(|| here.next())
    }

    /// When the answer to a request would be too late.
    pub(crate) fn deadline(&self, session: &str, id: &str) -> Option<Millis> {
        self.entries.iter().find(|entry| entry.is(session, id))?.deadline
    }

    /// The sessions that wait for somebody: their channels must be open.
    pub(crate) fn live_sessions(&self) -> Vec<&str> {
        let mut sessions: Vec<&str> = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.is_live()) {
            if !sessions.contains(&&*entry.request.session) {
                sessions.push(&entry.request.session);
            }
        }
        sessions
    }

    /// The interrupt that a request came with.
    pub(crate) fn interrupt(&self, session: &str, id: &str) -> Option<&Interrupt> {
        self.entries.iter().find(|entry| entry.is(session, id))?.interrupt.as_ref()
    }

    /// The `healing` property: open requests and the log, a copy without secrets.
    pub(crate) fn plain(&self) -> Value {
        let open: Vec<Value> = self.entries.iter().filter(|entry| entry.is_live()).map(Entry::plain).collect();
        let log: Vec<Value> = self.log.records().map(super::Record::plain).collect();
        json!({"open": open, "log": log})
    }

    fn find(&mut self, session: &str, id: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.is(session, id))
    }

    fn answered(&mut self, session: &str, id: &str, outcome: Outcome) {
        self.settle_where(outcome, |entry| entry.is(session, id));
    }

    fn rejected(&mut self, session: &str, id: &str, error: Value, now: Millis) {
        // The host may have answered in our place.
        let Some(entry) = self.find(session, id).filter(|entry| entry.is_live()) else { return };
        entry.rejection = Some(error);
        if entry.is_in_time(now) {
            entry.phase = Phase::Open;
        } else {
            self.answered(session, id, Outcome::Rejected);
        }
    }

    fn settle_where(&mut self, outcome: Outcome, which: impl Fn(&Entry) -> bool) {
        for entry in self.entries.iter_mut().filter(|entry| entry.is_live() && which(entry)) {
            entry.phase = Phase::Settled(outcome);
            // Nobody heard of it, so nobody hears that it is over.
            if entry.is_announced {
                let (session, id) = entry.key();
                let mut detail =
                    json!({"phase": "settled", "request": entry.request.sent, "outcome": outcome.as_str()});
                if let Some(error) = &entry.rejection {
                    detail["error"] = error.clone();
                }
                self.news.push(HealingNews::Settled { session, id, activity: entry.activity.clone(), outcome, detail });
            }
        }
    }
}

impl Entry {
    pub(crate) fn is_live(&self) -> bool {
        !matches!(self.phase, Phase::Settled(_))
    }

    /// Everything that speaks against sending `patch` at `now`.
    pub(crate) fn check(&self, patch: &Value, now: Millis) -> Vec<Issue> {
        let gate = if self.phase == Phase::Open { Gate::Open { deadline: self.deadline } } else { Gate::Closed };
        check(&self.request, gate, patch, now)
    }

    /// The whole seconds left, rounded up.
    pub(crate) fn seconds_left(&self, now: Millis) -> Option<u64> {
        self.deadline.map(|deadline| deadline.since(now).0.div_ceil(1_000))
    }

    fn is(&self, session: &str, id: &str) -> bool {
        self.request.session == session && self.request.id == id
    }

    fn key(&self) -> (String, String) {
        (self.request.session.clone(), self.request.id.clone())
    }

    fn is_in_time(&self, now: Millis) -> bool {
        self.deadline.is_none_or(|deadline| now < deadline)
    }

    fn set_deadline(&mut self, deadline: Option<Millis>, clock: Clock) {
        self.deadline = deadline;
        self.wall = deadline.map(|deadline| clock.wall + deadline.since(clock.now).0 as i64);
    }

    /// The message that goes to the agent.
    fn response(&self, patch: &Value, reason: Option<&str>, declined: bool) -> Value {
        let mut response = json!({
            "type": "interactive_healing_response",
            "sessionId": self.request.session,
            "requestId": self.request.id,
            "patch": patch,
        });
        if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
            response["reason"] = reason.chars().take(MAX_REASON).collect::<String>().into();
        }
        if let Some(hash) = &self.request.snapshot_hash {
            response["baseHash"] = hash.clone();
        }
        if declined {
            response["declined"] = true.into();
        }
        for (name, value) in &self.request.trace {
            response[name] = value.clone();
        }
        response
    }

    fn answer(&self, response: Value) -> HealingNews {
        let (session, id) = self.key();
        let detail = json!({"phase": "response", "request": self.request.sent, "response": response});
        HealingNews::Response { session, id, response, detail }
    }

    fn plain(&self) -> Value {
        json!({
            "request": self.request.sent,
            "activityId": self.activity,
            "surfaceId": self.request.surface_id,
            "deadline": self.wall,
            "readOnly": self.request.is_read_only(),
        })
    }

    fn detail(&self, phase: &str) -> Value {
        let mut detail = self.plain();
        detail["phase"] = phase.into();
        detail
    }
}
