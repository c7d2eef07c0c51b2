//! The state: all live surfaces. It changes by one door, [`Surfaces::apply`], and by what a person does.
//!
//! Architecture invariant: nothing here knows the wire's versions (beyond the dialect a surface answers in), the DOM or the
//! clock.

mod agent;
mod changes;
mod composition;
mod input;
mod outbox;
mod readers;
mod rpc;
mod snapshot;
#[allow(clippy::module_inception)]
mod surface;
mod tree;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use serde_json::{Map, Value};

pub use changes::Changes;
pub(crate) use changes::{NodeChanges, SurfaceChange, SurfaceChangeKind};
pub(crate) use input::Press;
use outbox::Outbox;
pub(crate) use outbox::Sent;
use surface::Arrival;
pub(crate) use surface::{Surface, Surroundings};
pub(crate) use tree::{Node, NodeId};

use crate::catalog::{Catalog, Catalogs};
use crate::dynamic::intl::{English, Intl};
use crate::dynamic::{Effect, Problem};
use crate::millis::Millis;
use crate::protocol::{self, Body, Dialect, Duplicate, Message, Outgoing, UnknownSurface, Version};
use crate::step::Step;
use crate::{DataModel, Issue, SurfaceId};

/// How long a surface may be without its root before that is reported.
const GRACE: Millis = Millis(10_000);

/// More surfaces than this at once are refused.
const MAX_SURFACES: usize = 200;

/// All live surfaces, in the order they came.
pub struct Surfaces {
    surfaces: Vec<Surface>,
    /// Deleted since the view last asked.
    deleted: Vec<SurfaceId>,
    around: Surroundings,
    outbox: Outbox,
    has_user_activation: bool,
}

impl Default for Surfaces {
    fn default() -> Self {
        Surfaces::new(Rc::new(English))
    }
}

impl Surfaces {
    pub(crate) fn new(intl: Rc<dyn Intl>) -> Self {
        Surfaces::with_catalogs(intl, Catalogs::default())
    }

    /// Surfaces that may use the host's catalogs beside ours.
    pub(crate) fn with_catalogs(intl: Rc<dyn Intl>, catalogs: Catalogs) -> Self {
        let functions = Rc::new(catalogs.functions());
        Surfaces::within(Surroundings { intl, catalogs: Rc::new(catalogs), functions }, Outbox::default())
    }

    fn within(around: Surroundings, outbox: Outbox) -> Self {
        Surfaces { surfaces: Vec::new(), deleted: Vec::new(), around, outbox, has_user_activation: false }
    }

    /// Adds a catalog of the host; what it changes on living surfaces is shown at once.
    pub(crate) fn declare(&mut self, catalog: Catalog) -> Vec<Issue> {
        let mut catalogs = Catalogs::clone(&self.around.catalogs);
        catalogs.declare(catalog);
        self.around.functions = Rc::new(catalogs.functions());
        self.around.catalogs = Rc::new(catalogs);
        for surface in &mut self.surfaces {
            surface.decode_anew(&self.around);
            surface.functions = self.around.catalogs.of_functions(surface.catalog.clone(), surface.dialect.version);
            surface.tree.mark_all();
        }
        let mut issues = Vec::new();
        self.settle(None, &mut issues);
        issues
    }

    /// What to tell an agent of this version about what can be shown, as transport metadata.
    pub(crate) fn capabilities(&self, version: Version) -> Map<String, Value> {
        let ids = self.around.catalogs.supported(version);
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        protocol::capabilities(version, &ids, Vec::new())
    }

    /// Ids of calls to the agent begin with this: whatever tells this instance from others.
    pub(crate) fn set_call_seed(&mut self, seed: &str) {
        self.outbox.set_seed(seed);
    }

    /// Whether a person is acting right now; some functions run for the agent only then.
    pub(crate) fn set_user_activation(&mut self, is_active: bool) {
        self.has_user_activation = is_active;
    }

    /// Applies everything in `input` (one message, a list, or a container of messages) in order and answers with the
    /// issues it caused. One bad message costs only itself.
    pub fn apply(&mut self, input: Value, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for message in protocol::flatten(input) {
            let spoken = protocol::spoken(&message);
            let (parsed, found) = self.parse(message);
            issues.extend(self.take_in(parsed, found, spoken, now));
        }
        self.settle(Some(now), &mut issues);
        issues
    }

    /// Takes the steps of a conversation in order, and brings everything up to date once, at the end.
    pub(crate) fn take_steps(&mut self, steps: Vec<Step>, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for step in steps {
            match step {
                Step::Apply(message) => {
                    let spoken = message.dialect.clone();
                    issues.extend(self.take_in(Some(message), Vec::new(), Some(spoken), now));
                }
                Step::Forget { surface, components } => {
                    if let Some(surface) = self.find(&surface) {
                        surface.forget(&components);
                    }
                }
            }
        }
        self.settle(Some(now), &mut issues);
        issues
    }

    /// Applies one message, and tells its sender of all errors in it.
    fn take_in(
        &mut self,
        message: Option<Message>,
        mut found: Vec<Issue>,
        spoken: Option<Dialect>,
        now: Millis,
    ) -> Vec<Issue> {
        if let Some(message) = message {
            self.apply_message(message, Arrival::Whole, now, &mut found);
        }
        for surface in &mut self.surfaces {
            found.extend(surface.take_issues());
        }
        self.tell(&found, spoken.as_ref());
        found
    }

    /// Shows what is certain of a message that is still arriving. It causes no issues; the whole message brings them.
    ///
    /// A component that is there already waits for the whole of its new definition.
    pub(crate) fn preview(&mut self, partial: Value, now: Millis) {
        for message in protocol::flatten(partial) {
            if let (Some(message), _) = self.parse(message) {
                self.apply_message(message, Arrival::Partial, now, &mut Vec::new());
            }
        }
        for surface in &mut self.surfaces {
            let said = surface.said.clone();
            surface.settle(&self.around);
            surface.said = said;
            surface.take_issues();
        }
    }

    fn parse(&self, message: Value) -> (Option<Message>, Vec<Issue>) {
        protocol::parse(message, &|surface| self.surface(surface).map(|live| live.dialect.clone()))
    }

    fn apply_message(&mut self, message: Message, arrival: Arrival, now: Millis, issues: &mut Vec<Issue>) {
        let Message { dialect, body } = message;
        match body {
            Body::CreateSurface(create) => {
                let around = self.around.clone();
                let is_full = self.surfaces.len() >= MAX_SURFACES;
                match self.find(&create.surface) {
                    None if is_full => issues.push(too_many_surfaces(&create.surface)),
                    None => {
                        let mut surface = Surface::new(create.surface.clone(), dialect, now);
                        surface.is_begun_only = arrival == Arrival::Partial;
                        surface.begin(*create, arrival, &around);
                        self.surfaces.push(surface);
                    }
                    Some(surface) if create.duplicate == Duplicate::Repoint || surface.is_begun_only => {
                        surface.is_begun_only &= arrival == Arrival::Partial;
                        surface.since = now;
                        surface.begin(*create, arrival, &around);
                    }
                    Some(_) => {
                        let message = "A surface with this id exists already; the first one stays.";
                        issues.push(Issue::error("VALIDATION_FAILED", message).at("/surfaceId").on(&create.surface));
                    }
                }
            }
            Body::UpdateComponents { surface, components, unknown_surface } => {
                let around = self.around.clone();
                if let Some(surface) = self.find_or_hold(&surface, unknown_surface, &dialect, now, issues) {
                    surface.update_components(components, arrival, &around);
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
            Body::CallRendererFunction(call) if arrival == Arrival::Whole => self.run_for_agent(call, &dialect),
            Body::AgentFunctionResponse { call_id, outcome } if arrival == Arrival::Whole => {
                self.take_answer(&call_id, &outcome, issues);
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
                UnknownSurface::Hold if self.surfaces.len() >= MAX_SURFACES => {
                    issues.push(too_many_surfaces(id));
                    return None;
                }
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

    /// Brings every tree up to date, collects what was found wrong on the way, and sends the calls that came up.
    fn settle(&mut self, now: Option<Millis>, issues: &mut Vec<Issue>) {
        let mut found = Vec::new();
        for surface in &mut self.surfaces {
            surface.settle(&self.around);
            found.extend(surface.take_issues());
        }
        self.tell(&found, None);
        issues.extend(found);
        if !self.outbox.is_rehearsal() {
            self.send_calls(now, issues);
        }
    }

    fn send_calls(&mut self, now: Option<Millis>, issues: &mut Vec<Issue>) {
        let mut requests = Vec::new();
        for (index, surface) in self.surfaces.iter_mut().enumerate() {
            let outbox = &mut self.outbox;
            let due = surface.calls.take_due(|| outbox.next_call_id());
            requests.extend(due.into_iter().map(|(id, request)| (index, id, request)));
            if let Some(now) = now {
                let outcome = surface.calls.tick(now);
                issues.extend(surface.note(outcome));
            }
        }
        for (index, call_id, request) in requests {
            self.call_agent(index, call_id, request);
        }
    }

    fn call_agent(&mut self, surface: usize, call_id: Rc<str>, request: agent::Request) {
        let surface = &self.surfaces[surface];
        let (dialect, form) = (surface.dialect.clone(), surface.form);
        let agent::Request { catalog, function, args } = request;
        let surface = surface.id.clone();
        let call = Outgoing::CallAgentFunction { surface, call_id, function, catalog: Some(catalog), args };
        self.outbox.send(&call, &dialect, form, &self.surfaces);
    }

    fn tell(&mut self, issues: &[Issue], spoken: Option<&Dialect>) {
        for issue in issues {
            self.outbox.tell(issue, spoken, &self.surfaces);
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
        self.settle(None, &mut issues);
        issues
    }

    /// A press on a node. What the page must do comes back; what the agent must know is in [`Surfaces::take_outgoing`].
    pub(crate) fn press(&mut self, id: &SurfaceId, node: NodeId, timestamp: &str) -> (Option<Effect>, Vec<Issue>) {
        let Some(index) = self.surfaces.iter().position(|surface| surface.id == *id) else { return (None, Vec::new()) };
        let surface = &self.surfaces[index];
        let component = surface.tree.node(node).map(|node| node.component.clone());
        let warn = |problem: Problem| {
            let mut issue = Issue::warning(problem.code, problem.message).on(id);
            issue.component = component.clone();
            issue
        };
        match surface.press(node, timestamp, &self.around) {
            Press::Nothing => (None, Vec::new()),
            Press::Do(effect) => (Some(effect), Vec::new()),
            Press::Failed(problem) => (None, vec![warn(problem)]),
            Press::Send(action, problems) => {
                let (dialect, form) = (surface.dialect.clone(), surface.form);
                self.outbox.send(&action, &dialect, form, &self.surfaces);
                (None, problems.into_iter().map(warn).collect())
            }
            Press::Ask(request) => {
                let call_id = self.outbox.next_call_id();
                if let Some(component) = component {
                    self.surfaces[index].calls.pressed(call_id.clone(), component, request.function.clone());
                }
                self.call_agent(index, call_id, request);
                (None, Vec::new())
            }
        }
    }

    pub(crate) fn take_outgoing(&mut self) -> Vec<Sent> {
        self.outbox.take()
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
        let roots = waiting.map(|surface| surface.since + GRACE);
        roots.chain(self.surfaces.iter().filter_map(|surface| surface.calls.next_deadline())).min()
    }

    /// Does what is due at `now`: reports the surfaces whose root is overdue, sends calls, gives up on answers.
    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for surface in &mut self.surfaces {
            if !surface.is_overdue && !surface.has_root() && surface.since + GRACE <= now {
                surface.is_overdue = true;
                surface.tree.touch_frame();
                let message = "The surface has no root component; nothing of it can be shown.";
                issues.push(Issue::error("VALIDATION_FAILED", message).at("/components").on(&surface.id));
            }
            let outcome = surface.calls.tick(now);
            issues.extend(surface.note(outcome));
        }
        self.tell(&issues, None);
        self.settle(Some(now), &mut issues);
        issues
    }

    /// Another language or formatter: everything that may show it is read again.
    pub(crate) fn set_intl(&mut self, intl: Rc<dyn Intl>) -> Vec<Issue> {
        self.around.intl = intl;
        for surface in &mut self.surfaces {
            surface.tree.mark_all();
        }
        let mut issues = Vec::new();
        self.settle(None, &mut issues);
        issues
    }

    /// Forgets everything.
    pub(crate) fn reset(&mut self) {
        self.deleted.extend(self.surfaces.drain(..).map(|surface| surface.id));
        self.outbox.clear();
    }
}

fn too_many_surfaces(id: &SurfaceId) -> Issue {
    Issue::error("LIMIT_EXCEEDED", "There are more surfaces than a page should hold.").at("/surfaceId").on(id)
}
