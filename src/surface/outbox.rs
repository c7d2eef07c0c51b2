//! What goes to the agent: every message in the dialect and wire form it is to be read in, with what belongs beside it.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::Surface;
use crate::data_model::Pointer;
use crate::dynamic::WireForm;
use crate::protocol::{self, Dialect, Outgoing, Version};
use crate::{Issue, Severity};

/// A message to the agent, ready to go, with what belongs beside it.
#[derive(Debug, PartialEq)]
pub(crate) struct Sent {
    pub(crate) message: Value,
    pub(crate) is_action: bool,
    /// The template item that an action came from.
    pub(crate) item_path: Option<String>,
    /// Transport metadata: the data model, if the surface's agent asked for it. One for all messages of a version.
    pub(crate) metadata: Rc<Map<String, Value>>,
}

/// Messages waiting to be sent, and what must not be sent twice.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: Vec<Waiting>,
    /// Errors the agent has been told, as sent.
    told: Vec<String>,
    /// Calls of the agent that have been answered.
    answered: Vec<Rc<str>>,
    /// Whether a conversation is gone through again: nothing that was done for it before is done again.
    is_rehearsal: bool,
    seed: Rc<str>,
    calls: u32,
}

#[derive(Debug)]
struct Waiting {
    message: Value,
    is_action: bool,
    item_path: Option<String>,
    /// How its receiver speaks.
    dialect: Dialect,
}

/// An agent that makes more mistakes at once hears of no more of them.
const MAX_ERRORS: usize = 200;

/// What is remembered to have been told or answered is no more than this.
const MAX_REMEMBERED: usize = 2_000;

impl Outbox {
    /// An outbox for going through a conversation that this one knows already, at least in part.
    pub(super) fn rehearsal_of(outbox: &Outbox) -> Outbox {
        Outbox {
            told: outbox.told.clone(),
            answered: outbox.answered.clone(),
            is_rehearsal: true,
            seed: outbox.seed.clone(),
            calls: outbox.calls,
            waiting: Vec::new(),
        }
    }

    /// What the rehearsal found to be new becomes part of this outbox.
    pub(super) fn take_over(&mut self, rehearsal: Outbox) {
        self.waiting.extend(rehearsal.waiting);
        self.told = rehearsal.told;
        self.answered = rehearsal.answered;
        self.calls = rehearsal.calls;
    }

    pub(super) fn is_rehearsal(&self) -> bool {
        self.is_rehearsal
    }

    /// Ids of calls begin with this, so that those of several instances differ.
    pub(super) fn set_seed(&mut self, seed: &str) {
        self.seed = seed.into();
    }

    pub(super) fn next_call_id(&mut self) -> Rc<str> {
        self.calls += 1;
        let number = self.calls.to_string();
        if self.seed.is_empty() {
            ["call-", &number].concat().into()
        } else {
            [&self.seed, "-", &number].concat().into()
        }
    }

    /// Whether a call of the agent has to be answered; it has been from now on.
    pub(super) fn begins_to_answer(&mut self, call: &Rc<str>) -> bool {
        let is_new = !self.answered.contains(call);
        if is_new && self.answered.len() < MAX_REMEMBERED {
            self.answered.push(call.clone());
        }
        is_new || !self.is_rehearsal
    }

    pub(super) fn send(&mut self, message: &Outgoing, dialect: &Dialect, form: WireForm) {
        self.push(message, None, dialect, form);
    }

    /// An action; `item` is the place of the template item it came from, the root outside of templates.
    pub(super) fn send_action(&mut self, action: &Outgoing, item: &Pointer, dialect: &Dialect, form: WireForm) {
        self.push(action, (!item.is_root()).then(|| item.to_string()), dialect, form);
    }

    fn push(&mut self, message: &Outgoing, item_path: Option<String>, dialect: &Dialect, form: WireForm) {
        let is_action = matches!(message, Outgoing::Action { .. });
        let message = message.write(dialect, form);
        self.waiting.push(Waiting { message, is_action, item_path, dialect: dialect.clone() });
    }

    /// Tells the agent of an error in the dialect of the surface it is about, else of the message that caused it.
    pub(super) fn tell(&mut self, issue: &Issue, spoken: Option<&Dialect>, surfaces: &[Surface]) {
        if issue.severity != Severity::Error || self.waiting.len() >= MAX_ERRORS {
            return;
        }
        let about = surfaces.iter().find(|surface| Some(&surface.id) == issue.surface.as_ref());
        let form = about.map_or(WireForm::Bare, |surface| surface.form);
        let dialect = about.map(|surface| &surface.dialect).or(spoken);
        let Some(dialect) = dialect.or(surfaces.last().map(|surface| &surface.dialect)) else { return };
        let message = Outgoing::Error(issue.clone()).write(dialect, form);
        let text = message.to_string();
        let is_new = !self.told.contains(&text);
        if is_new && self.told.len() < MAX_REMEMBERED {
            self.told.push(text);
        }
        if is_new || !self.is_rehearsal {
            self.waiting.push(Waiting { message, is_action: false, item_path: None, dialect: dialect.clone() });
        }
    }

    /// What waits, each with the models as they are now. They may be large, so they are read once for all messages.
    pub(super) fn take(&mut self, surfaces: &[Surface]) -> Vec<Sent> {
        let mut models: Vec<(Version, Rc<Map<String, Value>>)> = Vec::new();
        let mut metadata = |dialect: &Dialect| {
            if let Some((_, read)) = models.iter().find(|(version, _)| *version == dialect.version) {
                return read.clone();
            }
            let read = Rc::new(data_models(dialect, surfaces));
            models.push((dialect.version, read.clone()));
            read
        };
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        waiting
            .map(|Waiting { message, is_action, item_path, dialect }| {
                let metadata = metadata(&dialect);
                Sent { message, is_action, item_path, metadata }
            })
            .collect()
    }

    /// Forgets everything but which ids have been used.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.told.clear();
        self.answered.clear();
    }
}

/// The models that agents of this version asked for.
fn data_models(dialect: &Dialect, surfaces: &[Surface]) -> Map<String, Value> {
    let asked = surfaces.iter().filter(|surface| surface.send_data_model && surface.dialect.version == dialect.version);
    protocol::data_models(dialect, asked.map(|surface| (&surface.id, surface.model.value())))
}
