//! One surface: its components, its data model, and the tree that follows from both.

use std::collections::BTreeMap;
use std::rc::Rc;

use foldhash::HashMap;
use serde_json::Value;

use super::agent::{AgentCalls, Outcome};
use super::tree::{MAX_DEPTH, MAX_NODES, NodeId, Tree};
use crate::catalog::Catalogs;
use crate::component::{Component, Definition, MAX_ITEMS, Placeholder, Shown};
use crate::data_model::{DataModel, Pointer};
use crate::dynamic::functions::Functions;
use crate::dynamic::intl::Intl;
use crate::dynamic::{Evaluation, Scope, WireForm};
use crate::millis::Millis;
use crate::protocol::{CreateSurface, Dialect};
use crate::theme::Theme;
use crate::{CatalogId, ComponentId, Issue, Severity, SurfaceId};

/// What reading a component needs besides the surface itself.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) intl: Rc<dyn Intl>,
    pub(crate) catalogs: Rc<Catalogs>,
    /// The functions of all catalogs.
    pub(crate) functions: Rc<Functions>,
}

/// Whether what arrives is all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival<'a> {
    Whole,
    /// The beginning of a message whose end is still to come, and the component of which only the beginning is known.
    Partial {
        growing: Option<&'a str>,
    },
}

/// Work that bringing a surface up to date may cause, in the units of one evaluation: many small evaluations must not
/// add up to what one may not do.
const WORK: usize = 16_000_000;

/// After so many different complaints nobody reads on.
const MAX_SAID: usize = 200;

/// One independent UI.
#[derive(Debug)]
pub(crate) struct Surface {
    pub(crate) id: SurfaceId,
    pub(crate) dialect: Dialect,
    pub(crate) form: WireForm,
    pub(crate) catalog: Option<CatalogId>,
    pub(crate) theme: Theme,
    pub(crate) send_data_model: bool,
    /// `None` until v0.8's `beginRendering` names it.
    pub(crate) root: Option<ComponentId>,
    pub(crate) model: DataModel,
    pub(crate) tree: Tree,
    /// When it was created: a root that does not come in time is reported.
    pub(crate) since: Millis,
    pub(crate) is_overdue: bool,
    /// Whether all that has come of the message that creates it is its beginning.
    pub(super) is_begun_only: bool,
    pub(super) components: HashMap<ComponentId, Rc<Definition>>,
    /// v0.8: what bound values with a literal put into the model, by place.
    pub(super) seeds: BTreeMap<Pointer, Value>,
    /// Where people wrote over what agents had put there, and what that was.
    pub(super) edits: Vec<(Pointer, Value)>,
    /// Components of which only the beginning has come; the whole of it brings their issues.
    pub(super) partial: Vec<ComponentId>,
    pub(super) calls: AgentCalls,
    /// Where functions are looked up that name no catalog.
    pub(super) functions: Option<CatalogId>,
    pub(super) issues: Vec<Issue>,
    /// What has been said once about a component.
    pub(super) said: Vec<(ComponentId, String)>,
}

impl Surface {
    /// A surface that content may gather in; nothing is shown before it has a root.
    pub(crate) fn new(id: SurfaceId, dialect: Dialect, now: Millis) -> Surface {
        Surface {
            id,
            dialect,
            form: WireForm::Bare,
            catalog: None,
            theme: Theme::default(),
            send_data_model: false,
            root: None,
            model: DataModel::default(),
            tree: Tree::default(),
            since: now,
            is_overdue: false,
            is_begun_only: false,
            components: HashMap::default(),
            seeds: BTreeMap::new(),
            edits: Vec::new(),
            partial: Vec::new(),
            calls: AgentCalls::default(),
            functions: None,
            issues: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Takes in a create message, the first one or in v0.8 a later one.
    pub(super) fn begin(&mut self, create: CreateSurface, arrival: Arrival, around: &Surroundings) {
        let (theme, issues) = Theme::parse(&create.theme, "/theme");
        self.report(issues);
        self.theme = theme;
        self.send_data_model = create.send_data_model;
        if self.catalog != create.catalog {
            self.catalog = create.catalog;
            self.decode_anew(around);
        }
        self.functions = around.catalogs.of_functions(self.catalog.clone(), self.dialect.version);
        if let Some(value) = create.data_model {
            self.write(&Pointer::root(), Some(value)).ok();
        }
        self.update_components(create.components, arrival, around);
        self.check_catalog(around);
        self.tree.plant(&create.root);
        self.root = Some(create.root);
        self.tree.touch_frame();
    }

    /// Issues found since this was last asked, all of them on this surface.
    pub(crate) fn take_issues(&mut self) -> Vec<Issue> {
        std::mem::take(&mut self.issues)
    }

    pub(super) fn report(&mut self, issues: impl IntoIterator<Item = Issue>) {
        self.issues.extend(issues.into_iter().map(|issue| issue.on(&self.id)));
    }

    /// Reports once for each component and sentence, however many instances meet the problem.
    pub(crate) fn report_once(&mut self, issue: Issue) {
        let key = (issue.component.clone().unwrap_or_else(|| "".into()), issue.message.clone());
        if self.said.len() < MAX_SAID && !self.said.contains(&key) {
            self.said.push(key);
            self.report([issue]);
        }
    }

    /// Reports what is wrong with a property of a component, or with all of it, at its place in the message it came with.
    pub(crate) fn report_in(&mut self, component: &ComponentId, property: Option<&str>, issue: Issue) {
        let Some(definition) = self.components.get(component) else { return self.report_once(issue.of(component)) };
        let mut path = definition.source.path.to_string();
        if let Some(property) = property {
            path.push('/');
            path.push_str(property);
        }
        self.report_once(issue.of(component).at(path));
    }

    pub(crate) fn definition(&self, id: &ComponentId) -> Option<&Rc<Definition>> {
        self.components.get(id)
    }

    /// Reads every node that something has changed for, until none is left.
    pub(crate) fn settle(&mut self, around: &Surroundings) {
        let has_rules = around.catalogs.has_rules();
        let mut work = WORK;
        while let Some(id) = self.tree.next_dirty() {
            self.read(id, around, &mut work);
            if has_rules {
                self.check_composition(id, around);
            }
        }
        let tree = &self.tree;
        self.calls.prune(|node| tree.node(node).is_some());
    }

    fn read(&mut self, id: NodeId, around: &Surroundings, work: &mut usize) {
        let Some(node) = self.tree.node(id) else { return };
        if let Some(cut) = node.cut() {
            let issue = match cut {
                Placeholder::Cycle => Issue::error("CYCLIC_REFERENCE", "The component contains itself."),
                _ => Issue::error(
                    "LIMIT_EXCEEDED",
                    format!("The surface is deeper than {MAX_DEPTH} components or holds more than {MAX_NODES}."),
                ),
            };
            let issue = issue.of(&node.component);
            return self.report_once(issue);
        }
        let Some(definition) = self.components.get(&node.component).cloned() else {
            return self.tree.settle(id, Shown::placeholder(Placeholder::Pending), Vec::new());
        };
        self.seed_instance(id, &definition);
        let Some(node) = self.tree.node(id) else { return };
        let asking = self.calls.asked_by(id);
        let evaluation = self.evaluation(&node.scope, around).with_agent(&asking).within(*work);
        let granted = evaluation.fuel();
        let shown = definition.read(&evaluation, &node.local);
        *work -= granted - evaluation.fuel();
        let (reads, problems) = evaluation.finish();
        let place = |issue: Issue| issue.of(&definition.id).at(definition.source.path.as_str());
        for problem in problems {
            let severity = if problem.code == "TOLERATED" { Severity::Info } else { Severity::Warning };
            self.report_once(place(Issue::new(severity, problem.code, problem.message)));
        }
        if shown.component.is_control() && self.tree.is_in_button(id) {
            let message = "What stands in a button cannot be used by itself; the button is pressed instead.";
            self.report_once(place(Issue::warning("VALIDATION_FAILED", message)));
        }
        if shown.component.children().is_cut() {
            let message = format!("Only the first {MAX_ITEMS} items of the list are shown.");
            self.report_once(place(Issue::warning("LIMIT_EXCEEDED", message)));
        }
        self.tree.settle(id, shown, reads);
    }

    /// An evaluation in the scope of a node, for what happens at the moment of a press.
    pub(crate) fn evaluation<'a>(&'a self, scope: &'a Scope, around: &'a Surroundings) -> Evaluation<'a> {
        Evaluation::new(&self.model, scope, &*around.intl, &around.functions, self.dialect.version)
            .in_catalog(self.functions.as_ref())
    }

    /// Marks what answers of the agent change; what went wrong with presses comes back.
    pub(super) fn note(&mut self, outcome: Outcome) -> Vec<Issue> {
        for node in outcome.nodes {
            self.tree.mark(node);
        }
        let failed = outcome.failed.into_iter();
        failed
            .map(|(component, problem)| Issue::warning(problem.code, problem.message).of(&component).on(&self.id))
            .collect()
    }

    /// Whether the root's definition has come.
    pub(crate) fn has_root(&self) -> bool {
        self.root.as_ref().is_some_and(|root| self.components.contains_key(root))
    }

    /// Whether a person would see anything (life cycle reference, section 9).
    pub(crate) fn is_visible(&self) -> bool {
        self.tree.nodes().any(|node| node.shown.component.is_visible())
    }

    /// What the node shows, if it is there.
    pub(crate) fn component(&self, id: NodeId) -> Option<&Component> {
        self.tree.node(id).map(|node| &node.shown.component)
    }
}
