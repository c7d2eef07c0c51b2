//! One surface: its components, its data model, and the tree that follows from both.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;

use super::agent::{AgentCalls, Outcome};
use super::tree::{MAX_DEPTH, MAX_NODES, NodeId, Tree};
use crate::catalog::{Catalogs, Meaning, Standing};
use crate::component::property::clip;
use crate::component::{Component, Definition, MAX_ITEMS, Placeholder, Shown, Type};
use crate::data_model::{DataModel, ModelError, Pointer, PointerError, at_rest};
use crate::dynamic::functions::Functions;
use crate::dynamic::intl::Intl;
use crate::dynamic::{Evaluation, Scope, WireForm};
use crate::millis::Millis;
use crate::protocol::{ComponentUpdate, CreateSurface, Dialect, Version};
use crate::theme::Theme;
use crate::{CatalogId, ComponentId, Issue, SurfaceId};

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
pub(super) enum Arrival {
    Whole,
    /// The beginning of a message whose end is still to come.
    Partial,
}

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
    /// Components of which only the beginning has come; the whole of it brings their issues.
    pub(super) partial: HashSet<ComponentId>,
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
            components: HashMap::new(),
            partial: HashSet::new(),
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

    /// Says so if the surface's catalog is none of ours. What the basic catalog knows is painted all the same.
    fn check_catalog(&mut self, around: &Surroundings) {
        let Some(id) = &self.catalog else { return };
        let unknown = || ["Catalog not found: ", clip(id.as_str())].concat();
        let issue = match around.catalogs.standing(id, self.dialect.version) {
            Standing::Known if id.as_str().is_empty() => {
                Issue::info("TOLERATED", "catalogId is empty; the basic catalog is taken.")
            }
            Standing::Known => return,
            Standing::OtherVersion => Issue::info(
                "TOLERATED",
                "The catalog belongs to another version of the protocol; it is taken for this one.",
            ),
            // v0.8 may define components first; if some of them can be shown the catalog was no hindrance.
            Standing::Unknown if self.dialect.version == Version::V0_8 && self.shows_any() => {
                Issue::warning("CATALOG_ERROR", unknown())
            }
            Standing::Unknown => Issue::error("CATALOG_ERROR", unknown()),
        };
        self.report_once(issue.at("/catalogId"));
    }

    fn shows_any(&self) -> bool {
        self.components.values().any(|definition| definition.shown_by().is_some())
    }

    /// Issues found since this was last asked, all of them on this surface.
    pub(crate) fn take_issues(&mut self) -> Vec<Issue> {
        std::mem::take(&mut self.issues)
    }

    fn report(&mut self, issues: impl IntoIterator<Item = Issue>) {
        self.issues.extend(issues.into_iter().map(|issue| issue.on(&self.id)));
    }

    /// Reports once for each component and sentence, however many instances meet the problem.
    pub(super) fn report_once(&mut self, issue: Issue) {
        let key = (issue.component.clone().unwrap_or_else(|| "".into()), issue.message.clone());
        if self.said.len() < MAX_SAID && !self.said.contains(&key) {
            self.said.push(key);
            self.report([issue]);
        }
    }

    pub(crate) fn definition(&self, id: &ComponentId) -> Option<&Rc<Definition>> {
        self.components.get(id)
    }

    pub(super) fn update_components(&mut self, updates: Vec<ComponentUpdate>, arrival: Arrival, around: &Surroundings) {
        self.note_form(&updates);
        for update in updates {
            self.update_component(update, arrival, around);
        }
    }

    fn update_component(&mut self, update: ComponentUpdate, arrival: Arrival, around: &Surroundings) {
        let before = self.components.get(&update.id);
        let is_repeated = before.is_some_and(|before| before.form == self.form && is_same(&before.source, &update));
        let was_partial = match arrival {
            Arrival::Whole => self.partial.remove(&update.id),
            Arrival::Partial if before.is_some() && !self.partial.contains(&update.id) => return,
            Arrival::Partial => !self.partial.insert(update.id.clone()),
        };
        if is_repeated && !was_partial {
            return;
        }
        let type_name = match (&update.component, before) {
            (Some(name), _) => name.clone(),
            (None, Some(before)) => before.type_name().into(),
            (None, None) => {
                let issue = Issue::error("VALIDATION_FAILED", "The component has no type.");
                self.report([issue.of(&update.id).at([&update.path, "/component"].concat())]);
                return;
            }
        };
        for (path, value) in update.seeds.iter().filter(|(path, _)| path.starts_with('/')) {
            self.seed(&Pointer::root(), path, value);
        }
        self.check_component_catalog(&update, around);
        let (component, unknown) = self.meaning(update.catalog.as_ref(), &type_name, &update, around);
        let mut issues: Vec<Issue> = unknown.into_iter().collect();
        let definition = Definition::decode(update, component, self.form, &mut issues);
        self.report(issues);
        self.define(Rc::new(definition));
    }

    /// Puts a definition in place of the one before.
    pub(super) fn define(&mut self, definition: Rc<Definition>) {
        let id = definition.id.clone();
        let before = self.components.insert(id.clone(), definition);
        let now = &self.components[&id];
        let is_other_type = before.as_ref().is_some_and(|before| before.type_name() != now.type_name());
        // A value that the agent gives anew is the one that counts, not what was entered over the old one.
        let value = |definition: &Definition| definition.source.properties.get("value").cloned();
        let is_other_value = before.as_ref().is_some_and(|before| value(before) != value(now));
        for instance in self.tree.instances_of(&id) {
            if let Some(node) = self.tree.node_mut(instance) {
                if is_other_type {
                    node.local = Default::default();
                } else if is_other_value {
                    node.local.entered = None;
                }
            }
            self.tree.mark(instance);
        }
    }

    /// What shows a component, and what to say if nothing does.
    fn meaning(
        &self,
        own: Option<&CatalogId>,
        type_name: &str,
        update: &ComponentUpdate,
        around: &Surroundings,
    ) -> (Option<&'static Type>, Option<Issue>) {
        match around.catalogs.component(own, self.catalog.as_ref(), type_name) {
            Meaning::Component(component) => (Some(component), None),
            Meaning::Declared => (None, None),
            Meaning::Unknown => {
                let message = ["No catalog of this surface has a component \"", clip(type_name), "\"."].concat();
                let issue = Issue::error("UNKNOWN_COMPONENT_TYPE", message).of(&update.id);
                (None, Some(issue.at([&update.path, "/component"].concat())))
            }
        }
    }

    /// v1.0: every component belongs to a catalog, its own or the surface's.
    fn check_component_catalog(&mut self, update: &ComponentUpdate, around: &Surroundings) {
        if self.dialect.version != Version::V1_0 {
            return;
        }
        let message = match (&update.catalog, &self.catalog) {
            (Some(id), _) if id.as_str().is_empty() => "Catalog not found: ".to_owned(),
            (Some(id), _) if around.catalogs.standing(id, Version::V1_0) != Standing::Known => {
                ["Catalog not found: ", clip(id.as_str())].concat()
            }
            (None, None) => "The component names no catalog, and the surface has no default catalogId.".to_owned(),
            _ => return,
        };
        let issue = Issue::error("CATALOG_ERROR", message).at([&update.path, "/catalogId"].concat());
        self.report_once(issue);
    }

    /// Decodes again what now means something else.
    pub(super) fn decode_anew(&mut self, around: &Surroundings) {
        let definitions: Vec<_> = self.components.values().cloned().collect();
        for definition in definitions {
            let source = &definition.source;
            let (component, _) = self.meaning(source.catalog.as_ref(), definition.type_name(), source, around);
            if component.map(|component| component.name) != definition.shown_by() {
                let anew = Definition::decode(source.clone(), component, definition.form, &mut Vec::new());
                self.define(Rc::new(anew));
            }
        }
    }

    /// Components that are no longer defined: what still refers to them waits for them again.
    pub(crate) fn forget(&mut self, components: &[ComponentId]) {
        for id in components {
            self.components.remove(id);
            self.tree.mark_component(id);
        }
    }

    /// v0.8: a bound value that carries a literal too sets the model when the component arrives.
    fn seed(&mut self, base: &Pointer, path: &str, value: &Value) {
        if let Ok(pointer) = base.join(path) {
            self.write(&pointer, Some(value.clone())).ok();
        }
    }

    /// A path that is relative says where to write only once there is an instance, and then what is there stays.
    fn seed_instance(&mut self, id: NodeId, definition: &Definition) {
        let is_relative = |path: &str| !path.starts_with('/');
        if !definition.source.seeds.iter().any(|(path, _)| is_relative(path)) {
            return;
        }
        let Some(scope) = self.tree.seed(id) else { return };
        for (path, value) in definition.source.seeds.iter().filter(|(path, _)| is_relative(path)) {
            if scope.resolve(path).is_ok_and(|place| self.model.get(&place).is_none()) {
                self.seed(scope.base(), path, value);
            }
        }
    }

    /// Writes to the data model (`None` removes) and marks what depends on the place.
    pub(crate) fn write(&mut self, path: &Pointer, value: Option<Value>) -> Result<(), ModelError> {
        let written = match value {
            Some(value) => self.model.set(path, value)?,
            None => self.model.remove(path)?,
        };
        let now = self.model.get(path);
        self.tree.mark_readers(path, |rest| {
            let before = written.old.as_ref().and_then(|old| at_rest(old, rest));
            before != now.and_then(|now| at_rest(now, rest))
        });
        Ok(())
    }

    /// An agent's write; what makes it impossible becomes an issue.
    pub(crate) fn update_data_model(&mut self, path: &str, value: Option<Value>) {
        let outcome = match Pointer::parse(path) {
            Ok(pointer) => self.write(&pointer, value).map_err(|error| match error {
                ModelError::NotAContainer(at) => format!("What stands at \"{at}\" holds no members."),
                ModelError::NotAnIndex(at) => format!("\"{at}\" does not name an element of a list."),
                ModelError::TooDeep(at) => format!("\"{at}\" is deeper than a data model may be."),
                ModelError::IndexTooLarge(at) => format!("\"{at}\" is beyond what a list may hold."),
            }),
            Err(PointerError::Prototype) => Err("The path names an object prototype.".to_owned()),
            Err(PointerError::Unsupported) => Err("The path is not a JSON pointer.".to_owned()),
        };
        if let Err(message) = outcome {
            self.report([Issue::error("VALIDATION_FAILED", message).at("/path")]);
        }
    }

    /// Reads every node that something has changed for, until none is left.
    pub(crate) fn settle(&mut self, around: &Surroundings) {
        let has_rules = around.catalogs.has_rules();
        while let Some(id) = self.tree.next_dirty() {
            self.read(id, around);
            if has_rules {
                self.check_composition(id, around);
            }
        }
        let tree = &self.tree;
        self.calls.prune(|node| tree.node(node).is_some());
    }

    fn read(&mut self, id: NodeId, around: &Surroundings) {
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
        let evaluation = self.evaluation(&node.scope, around).with_agent(&asking);
        let shown = definition.read(&evaluation, &node.local);
        let (reads, problems) = evaluation.finish();
        let place = |issue: Issue| issue.of(&definition.id).at(definition.source.path.as_str());
        for problem in problems {
            self.report_once(place(Issue::warning(problem.code, problem.message)));
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

    /// Switches to the wire form that a message uses; a surface never goes back from `@`.
    fn note_form(&mut self, updates: &[ComponentUpdate]) {
        if self.dialect.version == Version::V1_0 && updates.iter().any(ComponentUpdate::uses_at_form) {
            self.form = WireForm::At;
        }
    }

    /// What the node shows, if it is there.
    pub(crate) fn component(&self, id: NodeId) -> Option<&Component> {
        self.tree.node(id).map(|node| &node.shown.component)
    }
}

/// Whether two updates define the same, wherever they stood in their messages.
pub(super) fn is_same(a: &ComponentUpdate, b: &ComponentUpdate) -> bool {
    a.component == b.component && a.catalog == b.catalog && a.properties == b.properties && a.seeds == b.seeds
}
