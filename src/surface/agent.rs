//! Functions that run at the agent (v1.0): which values wait for which answers, and until when.
//!
//! A value keeps what it had while an answer is out. The first call of a value goes out at once, later ones (the person
//! types on) only after a pause; only the latest one counts.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::tree::NodeId;
use crate::dynamic::{Agent, Answer, Problem};
use crate::millis::Millis;
use crate::protocol::CallError;
use crate::{CatalogId, ComponentId};

/// How long the agent may take.
const TIMEOUT: Millis = Millis(30_000);
/// How long arguments must stay the same before they are sent again.
const PAUSE: Millis = Millis(400);
/// More values of one surface than this do not wait for the agent.
const MAX_CALLS: usize = 100;

/// A function at the agent, with what it is to be given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    pub(crate) catalog: CatalogId,
    pub(crate) function: Rc<str>,
    pub(crate) args: Map<String, Value>,
}

/// The value that stands in a node for the n-th call of a function.
type Place = (NodeId, Rc<str>, usize);

/// All calls that one surface's values and presses depend on.
#[derive(Debug, Default)]
pub(super) struct AgentCalls {
    values: RefCell<Vec<(Place, Waiting)>>,
    presses: Vec<Pressed>,
}

#[derive(Debug)]
struct Waiting {
    request: Request,
    /// What is known so far: the answer to this request or to an earlier one.
    known: Result<Value, Problem>,
    state: State,
    /// Whether the node asked for it when it was last read.
    is_wanted: bool,
}

/// Points in time are unknown until the clock is next looked at.
#[derive(Debug, PartialEq)]
enum State {
    Answered,
    /// To be sent.
    Due,
    /// To be sent when nothing changes until then.
    Pausing(Option<Millis>),
    /// Sent under this id.
    Sent(Rc<str>, Option<Millis>),
}

/// A call that a press made; its value is of no use, its failure is.
#[derive(Debug)]
struct Pressed {
    id: Rc<str>,
    component: ComponentId,
    function: Rc<str>,
    until: Option<Millis>,
}

/// What came of calls: nodes to read again, and what to tell of presses.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) nodes: Vec<NodeId>,
    pub(super) failed: Vec<(ComponentId, Problem)>,
}

/// One node while it is read.
pub(super) struct Asking<'a> {
    calls: &'a AgentCalls,
    node: NodeId,
    /// The functions asked for so far, each as often as it was.
    asked: RefCell<Vec<Rc<str>>>,
}

/// What a press asks of the agent; nothing is sent while it is found out.
#[derive(Default)]
pub(super) struct Asked(pub(super) RefCell<Option<Request>>);

impl Agent for Asking<'_> {
    fn ask(&self, catalog: &CatalogId, function: &str, args: &Map<String, Value>) -> Answer {
        let mut asked = self.asked.borrow_mut();
        let count = asked.iter().filter(|other| ***other == *function).count();
        let place: Place = (self.node, function.into(), count);
        asked.push(place.1.clone());
        let request = || Request { catalog: catalog.clone(), function: function.into(), args: args.clone() };
        let mut values = self.calls.values.borrow_mut();
        let position = match values.iter().position(|(other, _)| *other == place) {
            Some(position) => position,
            None if values.len() >= MAX_CALLS => {
                let message = "More values wait for the agent than one surface may have.".to_owned();
                return Answer::Failed(Problem { code: "LIMIT_EXCEEDED", message });
            }
            None => {
                let (known, state) = (Ok(Value::Null), State::Due);
                values.push((place, Waiting { request: request(), known, state, is_wanted: true }));
                values.len() - 1
            }
        };
        let waiting = &mut values[position].1;
        waiting.is_wanted = true;
        if waiting.request.args != *args || waiting.request.catalog != *catalog {
            waiting.request = request();
            waiting.state = State::Pausing(None);
        }
        match (&waiting.known, &waiting.state) {
            (Ok(value), State::Answered) => Answer::Value(value.clone()),
            (Err(problem), State::Answered) => Answer::Failed(problem.clone()),
            (Ok(value), _) => Answer::Pending(value.clone()),
            (Err(_), _) => Answer::Pending(Value::Null),
        }
    }
}

impl Agent for Asked {
    fn ask(&self, catalog: &CatalogId, function: &str, args: &Map<String, Value>) -> Answer {
        let request = Request { catalog: catalog.clone(), function: function.into(), args: args.clone() };
        *self.0.borrow_mut() = Some(request);
        Answer::Pending(Value::Null)
    }
}

impl AgentCalls {
    /// Calls made while `node` is read; what it asked for before and does not now is given up when that ends.
    pub(super) fn asked_by(&self, node: NodeId) -> Asking<'_> {
        for ((of, ..), waiting) in self.values.borrow_mut().iter_mut() {
            waiting.is_wanted &= *of != node;
        }
        Asking { calls: self, node, asked: RefCell::default() }
    }

    /// Gives up what no node wants any more.
    pub(super) fn prune(&mut self, is_alive: impl Fn(NodeId) -> bool) {
        self.values.get_mut().retain(|((node, ..), waiting)| waiting.is_wanted && is_alive(*node));
    }

    /// What is to be sent now, under the ids that `name` gives.
    pub(super) fn take_due(&mut self, mut name: impl FnMut() -> Rc<str>) -> Vec<(Rc<str>, Request)> {
        let waiting = self.values.get_mut().iter_mut().map(|(_, waiting)| waiting);
        let due = waiting.filter(|waiting| waiting.state == State::Due);
        let send = due.map(|waiting| {
            let id = name();
            waiting.state = State::Sent(id.clone(), None);
            (id, waiting.request.clone())
        });
        send.collect()
    }

    /// Remembers a call that a press has sent.
    pub(super) fn pressed(&mut self, id: Rc<str>, component: ComponentId, function: Rc<str>) {
        if self.presses.len() < MAX_CALLS {
            self.presses.push(Pressed { id, component, function, until: None });
        }
    }

    /// Takes in an answer, if it is to one of these calls.
    pub(super) fn answer(&mut self, call: &str, answer: &Result<Value, CallError>) -> Option<Outcome> {
        let mut outcome = Outcome::default();
        if let Some(position) = self.presses.iter().position(|pressed| *pressed.id == *call) {
            let pressed = self.presses.swap_remove(position);
            if let Err(error) = answer {
                outcome.failed.push((pressed.component, failure(&pressed.function, &error.code, &error.message)));
            }
            return Some(outcome);
        }
        let sent = |state: &State| matches!(state, State::Sent(id, _) if **id == *call);
        let values = self.values.get_mut();
        let (place, waiting) = values.iter_mut().find(|(_, waiting)| sent(&waiting.state))?;
        waiting.state = State::Answered;
        waiting.known = answer.clone().map_err(|error| failure(&place.1, &error.code, &error.message));
        outcome.nodes.push(place.0);
        Some(outcome)
    }

    /// When [`AgentCalls::tick`] has something to do.
    pub(super) fn next_deadline(&self) -> Option<Millis> {
        let values = self.values.borrow();
        let of_values = values.iter().filter_map(|(_, waiting)| match waiting.state {
            State::Answered => None,
            State::Due => Some(Millis(0)),
            State::Pausing(until) | State::Sent(_, until) => Some(until.unwrap_or_default()),
        });
        of_values.chain(self.presses.iter().map(|pressed| pressed.until.unwrap_or_default())).min()
    }

    /// Does what is due at `now`.
    pub(super) fn tick(&mut self, now: Millis) -> Outcome {
        let mut outcome = Outcome::default();
        for ((node, function, _), waiting) in self.values.get_mut() {
            let (until, span) = match &mut waiting.state {
                State::Pausing(until) => (until, PAUSE),
                State::Sent(_, until) => (until, TIMEOUT),
                State::Answered | State::Due => continue,
            };
            if *until.get_or_insert(now + span) > now {
                continue;
            }
            if span == PAUSE {
                waiting.state = State::Due;
            } else {
                waiting.state = State::Answered;
                waiting.known = Err(timeout(function));
                outcome.nodes.push(*node);
            }
        }
        self.presses.retain_mut(|pressed| {
            let is_late = *pressed.until.get_or_insert(now + TIMEOUT) <= now;
            if is_late {
                outcome.failed.push((pressed.component.clone(), timeout(&pressed.function)));
            }
            !is_late
        });
        outcome
    }
}

fn timeout(function: &str) -> Problem {
    failure(function, "TIMEOUT", "There was no answer.")
}

fn failure(function: &str, code: &str, message: &str) -> Problem {
    let short = |text: &str| text.chars().take(200).collect::<String>();
    Problem::expression(
        ["The agent's function `", function, "` failed (", &short(code), "): ", &short(message)].concat(),
    )
}
