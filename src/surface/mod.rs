//! The state: all live surfaces. It changes by one door, [`Surfaces::apply`], and by what a person does.
//!
//! Architecture invariant: nothing here knows the wire's versions (beyond the dialect a surface answers in), the DOM or the
//! clock.

mod changes;
mod input;
mod readers;
#[allow(clippy::module_inception)]
mod surface;
mod tree;

use std::rc::Rc;

use serde_json::{Map, Value};

pub use changes::Changes;
pub(crate) use changes::{NodeChanges, SurfaceChange, SurfaceChangeKind};
pub(crate) use input::Press;
pub(crate) use surface::{Surface, Surroundings};
pub(crate) use tree::{Node, NodeId};

use crate::dynamic::Effect;
use crate::dynamic::functions::Functions;
use crate::dynamic::intl::{English, Intl};
use crate::millis::Millis;
use crate::protocol::{self, Body, CreateSurface, Duplicate, Message, Outgoing, UnknownSurface};
use crate::step::Step;
use crate::{DataModel, Issue, Severity, SurfaceId};

/// How long a surface may be without its root before that is reported.
const GRACE: Millis = Millis(10_000);

/// All live surfaces, in the order they came.
pub struct Surfaces {
    surfaces: Vec<Surface>,
    /// Deleted since the view last asked.
    deleted: Vec<SurfaceId>,
    around: Surroundings,
    outgoing: Vec<Sent>,
}

/// A message to the agent, ready to go, with what belongs beside it.
#[derive(Debug, PartialEq)]
pub(crate) struct Sent {
    pub(crate) message: Value,
    pub(crate) is_action: bool,
    /// Transport metadata: the data model, if the surface's agent asked for it.
    pub(crate) metadata: Map<String, Value>,
}

impl Default for Surfaces {
    fn default() -> Self {
        Surfaces::new(Rc::new(English))
    }
}

impl Surfaces {
    pub(crate) fn new(intl: Rc<dyn Intl>) -> Self {
        Surfaces::within(Surroundings { intl, functions: Rc::new(Functions::default()) })
    }

    fn within(around: Surroundings) -> Self {
        Surfaces { surfaces: Vec::new(), deleted: Vec::new(), around, outgoing: Vec::new() }
    }

    /// Applies everything in `input` (one message, a list, or a container of messages) in order and answers with the
    /// issues it caused. One bad message costs only itself.
    pub fn apply(&mut self, input: Value, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for message in protocol::flatten(input) {
            let (parsed, found) = protocol::parse(message, &|surface| {
                self.surfaces.iter().find(|live| live.id == *surface).map(|live| live.dialect.clone())
            });
            issues.extend(found);
            if let Some(message) = parsed {
                self.apply_message(message, now, &mut issues);
            }
        }
        self.settle(&mut issues);
        issues
    }

    /// Takes the steps of a conversation in order, and brings everything up to date once, at the end.
    pub(crate) fn take_steps(&mut self, steps: Vec<Step>, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for step in steps {
            match step {
                Step::Apply(message) => self.apply_message(message, now, &mut issues),
                Step::Forget { surface, components } => {
                    if let Some(surface) = self.find(&surface) {
                        surface.forget(&components);
                    }
                }
            }
        }
        self.settle(&mut issues);
        issues
    }

    fn apply_message(&mut self, message: Message, now: Millis, issues: &mut Vec<Issue>) {
        let Message { dialect, body } = message;
        match body {
            Body::CreateSurface(create) => match self.find(&create.surface) {
                None => {
                    if let Some(issue) = unknown_catalog(&create) {
                        issues.push(issue);
                        return;
                    }
                    let mut surface = Surface::new(create.surface.clone(), dialect, now);
                    surface.begin(*create);
                    self.surfaces.push(surface);
                }
                Some(surface) if create.duplicate == Duplicate::Repoint => {
                    surface.since = now;
                    surface.begin(*create);
                }
                Some(_) => {
                    let message = "A surface with this id exists already; the first one stays.";
                    issues.push(Issue::error("VALIDATION_FAILED", message).at("/surfaceId").on(&create.surface));
                }
            },
            Body::UpdateComponents { surface, components, unknown_surface } => {
                if let Some(surface) = self.find_or_hold(&surface, unknown_surface, &dialect, now, issues) {
                    surface.update_components(components);
                }
            }
            Body::UpdateDataModel { surface, path, value, unknown_surface } => {
                if let Some(surface) = self.find_or_hold(&surface, unknown_surface, &dialect, now, issues) {
                    surface.update_data_model(&path, value);
                }
            }
            Body::DeleteSurface { surface } => {
                if let Some(position) = self.surfaces.iter().position(|live| live.id == surface) {
                    self.surfaces.remove(position);
                    self.deleted.push(surface);
                }
            }
            Body::CallRendererFunction(_) | Body::AgentFunctionResponse { .. } => {}
        }
    }

    fn find(&mut self, id: &SurfaceId) -> Option<&mut Surface> {
        self.surfaces.iter_mut().find(|surface| surface.id == *id)
    }

    fn find_or_hold(
        &mut self,
        id: &SurfaceId,
        unknown: UnknownSurface,
        dialect: &protocol::Dialect,
        now: Millis,
        issues: &mut Vec<Issue>,
    ) -> Option<&mut Surface> {
        if self.surface(id).is_none() {
            match unknown {
                UnknownSurface::Hold => self.surfaces.push(Surface::new(id.clone(), dialect.clone(), now)),
                UnknownSurface::Report => {
                    let message = "There is no surface with this id.";
                    issues.push(Issue::error("VALIDATION_FAILED", message).at("/surfaceId").on(id));
                    return None;
                }
            }
        }
        self.find(id)
    }

    /// Brings every tree up to date and collects what was found wrong on the way.
    fn settle(&mut self, issues: &mut Vec<Issue>) {
        for surface in &mut self.surfaces {
            surface.settle(&self.around);
            issues.extend(surface.take_issues());
        }
        for issue in issues.iter().filter(|issue| issue.severity == Severity::Error) {
            self.send_error(issue.clone());
        }
    }

    /// Tells the agent of an error, in the dialect of the surface it is about.
    fn send_error(&mut self, issue: Issue) {
        let surface = issue.surface.as_ref().and_then(|id| self.surface(id));
        if let Some(surface) = surface.or(self.surfaces.last()) {
            let message = Outgoing::Error(issue).write(&surface.dialect, surface.form);
            self.outgoing.push(Sent { message, is_action: false, metadata: Map::new() });
        }
    }

    pub(crate) fn surface(&self, id: &SurfaceId) -> Option<&Surface> {
        self.surfaces.iter().find(|surface| surface.id == *id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Surface> {
        self.surfaces.iter()
    }

    /// The live data of a surface.
    pub fn data_model(&self, id: &SurfaceId) -> Option<&DataModel> {
        self.surface(id).map(|surface| &surface.model)
    }

    /// Lets a person's doing change a surface; answers with the issues it caused.
    pub(crate) fn change(&mut self, id: &SurfaceId, doing: impl FnOnce(&mut Surface)) -> Vec<Issue> {
        let mut issues = Vec::new();
        if let Some(surface) = self.find(id) {
            doing(surface);
        }
        self.settle(&mut issues);
        issues
    }

    /// A press on a node. What the page must do comes back; what the agent must know is in [`Surfaces::take_outgoing`].
    pub(crate) fn press(&mut self, id: &SurfaceId, node: NodeId, timestamp: &str) -> (Option<Effect>, Vec<Issue>) {
        let Some(surface) = self.surface(id) else { return (None, Vec::new()) };
        match surface.press(node, timestamp, &self.around) {
            Press::Nothing => (None, Vec::new()),
            Press::Do(effect) => (Some(effect), Vec::new()),
            Press::Failed(message) => {
                let mut issue = Issue::warning("EXPRESSION_ERROR", message).on(id);
                issue.component = surface.tree.node(node).map(|node| node.component.clone());
                (None, vec![issue])
            }
            Press::Send(action) => {
                let message = action.write(&surface.dialect, surface.form);
                let synchronised = self.surfaces.iter().filter(|surface| surface.send_data_model);
                let models = synchronised.map(|surface| (&surface.id, surface.model.value()));
                let metadata = protocol::data_models(&surface.dialect, models);
                self.outgoing.push(Sent { message, is_action: true, metadata });
                (None, Vec::new())
            }
        }
    }

    pub(crate) fn take_outgoing(&mut self) -> Vec<Sent> {
        std::mem::take(&mut self.outgoing)
    }

    /// What differs from what the view was told before.
    pub(crate) fn take_changes(&mut self) -> Changes {
        let deleted = self.deleted.drain(..).map(|surface| SurfaceChange { surface, kind: SurfaceChangeKind::Deleted });
        let mut surfaces: Vec<_> = deleted.collect();
        for surface in &mut self.surfaces {
            let changes = surface.tree.take_changes();
            if !changes.is_empty() {
                let surface = surface.id.clone();
                surfaces.push(SurfaceChange { surface, kind: SurfaceChangeKind::Changed(changes) });
            }
        }
        Changes { surfaces }
    }

    /// When [`Surfaces::tick`] has something to do.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        let waiting = self.surfaces.iter().filter(|surface| !surface.is_overdue && !surface.has_root());
        waiting.map(|surface| surface.since + GRACE).min()
    }

    /// Reports the surfaces whose root is overdue at `now`.
    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for surface in &mut self.surfaces {
            if !surface.is_overdue && !surface.has_root() && surface.since + GRACE <= now {
                surface.is_overdue = true;
                surface.tree.touch_frame();
                let message = "The surface has no root component; nothing of it can be shown.";
                issues.push(Issue::error("VALIDATION_FAILED", message).at("/components").on(&surface.id));
            }
        }
        for issue in &issues {
            self.send_error(issue.clone());
        }
        issues
    }

    /// Another language or formatter: everything that may show it is read again.
    pub(crate) fn set_intl(&mut self, intl: Rc<dyn Intl>) -> Vec<Issue> {
        self.around.intl = intl;
        for surface in &mut self.surfaces {
            surface.tree.mark_all();
        }
        let mut issues = Vec::new();
        self.settle(&mut issues);
        issues
    }

    /// Becomes what a fresh instance given `input` would be; what is the same stays as it is.
    pub(crate) fn converge(&mut self, input: Value, now: Millis) -> Vec<Issue> {
        let mut target = Surfaces::within(self.around.clone());
        let issues = target.apply(input, now);
        let mut before = std::mem::take(&mut self.surfaces);
        for surface in target.surfaces {
            let same = before.iter().position(|live| live.id == surface.id && live.dialect == surface.dialect);
            self.surfaces.push(match same {
                Some(position) => {
                    let mut live = before.remove(position);
                    live.converge(surface);
                    live
                }
                None => surface,
            });
        }
        self.deleted.extend(before.into_iter().map(|gone| gone.id));
        self.outgoing.append(&mut target.outgoing);
        for surface in &mut self.surfaces {
            surface.settle(&self.around);
            surface.take_issues();
        }
        issues
    }

    /// Forgets everything.
    pub(crate) fn reset(&mut self) {
        self.deleted.extend(self.surfaces.drain(..).map(|surface| surface.id));
        self.outgoing.clear();
    }
}

/// What speaks against creating the surface: a catalog that is none of ours and no component that we know.
fn unknown_catalog(create: &CreateSurface) -> Option<Issue> {
    let _ = create;
    None
}
