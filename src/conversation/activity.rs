//! One activity of a conversation: its life cycle, the operations it has taken, the surfaces they name.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::SurfaceId;
use crate::ag_ui::surface_of;
use crate::lifecycle::{Asking, Lifecycle, Recovery, State, View, same};

/// An activity as it is shown.
#[derive(Debug)]
pub(super) struct Activity {
    pub(super) id: String,
    pub(super) lifecycle: Lifecycle,
    /// The last content taken, our own copy: hosts mutate and re-send one object.
    content: Option<Map<String, Value>>,
    /// The end of a run settled it: what the next run says is news, even in the same words.
    pub(super) settled: bool,
    /// The operations taken so far.
    pub(super) operations: Vec<Value>,
    /// The surfaces they name, in order.
    pub(super) named: Vec<SurfaceId>,
    /// Calls of functions made already; a snapshot must not repeat them.
    pub(super) calls: BTreeSet<Rc<str>>,
    /// What the life cycle knows of a form here.
    pub(super) asking: Asking,
}

/// What a content says beyond the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Known,
    /// Only healing messages, which are no progress of the activity.
    HealingOnly,
    News,
}

const HEALING: &str = "healing";

/// What one activity has on screen, in display order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ActivityView {
    pub(crate) id: String,
    pub(crate) view: View,
    /// The surfaces that stand here. Surfaces that another activity brought stand there.
    pub(crate) surfaces: Vec<SurfaceId>,
}

impl Activity {
    pub(super) fn new(id: &str, recovery: Recovery) -> Self {
        Activity {
            id: id.to_owned(),
            lifecycle: Lifecycle::new(recovery),
            content: None,
            settled: false,
            operations: Vec::new(),
            named: Vec::new(),
            calls: BTreeSet::new(),
            asking: Asking::Nothing,
        }
    }

    /// Takes `content` in and tells what is new about it.
    pub(super) fn take(&mut self, content: &Map<String, Value>) -> Taken {
        let Some(known) = self.content.replace(content.clone()) else {
            self.settled = false;
            return Taken::News;
        };
        let is_same = |key: &str| match (known.get(key), content.get(key)) {
            (Some(known), Some(new)) => same(known, new),
            (None, None) => true,
            _ => false,
        };
        if known.keys().chain(content.keys()).any(|key| key != HEALING && !is_same(key)) {
            self.settled = false;
            return Taken::News;
        }
        if is_same(HEALING) { Taken::Known } else { Taken::HealingOnly }
    }

    /// A new run begins: a settled failure may be followed by the very content that led to it.
    pub(super) fn expects_news(&mut self) {
        if self.settled && self.lifecycle.state() == State::Failed {
            self.content = None;
        }
    }

    /// Forgets its surfaces.
    pub(super) fn forget_surfaces(&mut self) {
        self.operations.clear();
        self.named.clear();
    }

    /// How many operations of `new` are the ones taken already.
    pub(super) fn common(&self, new: &[Value]) -> usize {
        self.operations.iter().zip(new).take_while(|(old, new)| same(old, new)).count()
    }

    /// Whether `new` says about `surface` just what was said before.
    pub(super) fn says_the_same(&self, new: &[Value], surface: &SurfaceId) -> bool {
        let about = |operation: &&Value| surface_of(operation) == Some(surface.as_str());
        let mut old = self.operations.iter().filter(about);
        let mut new = new.iter().filter(about);
        loop {
            match (old.next(), new.next()) {
                (None, None) => return true,
                (Some(old), Some(new)) if same(old, new) => {}
                _ => return false,
            }
        }
    }
}
