//! One surface: its components, its data model, and the tree that follows from both.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::tree::{MAX_DEPTH, MAX_NODES, NodeId, Tree};
use crate::component::{Component, Definition, MAX_ITEMS, Placeholder, Shown};
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
    pub(crate) functions: Rc<Functions>,
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
    components: HashMap<ComponentId, Rc<Definition>>,
    issues: Vec<Issue>,
    /// What has been said once about a component.
    said: Vec<(ComponentId, String)>,
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
            components: HashMap::new(),
            issues: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Takes in a create message, the first one or in v0.8 a later one.
    pub(crate) fn begin(&mut self, create: CreateSurface) {
        let (theme, issues) = Theme::parse(&create.theme, "/theme");
        self.report(issues);
        self.theme = theme;
        self.catalog = create.catalog;
        self.send_data_model = create.send_data_model;
        if let Some(value) = create.data_model {
            self.write(&Pointer::root(), Some(value)).ok();
        }
        self.update_components(create.components);
        self.tree.plant(&create.root);
        self.root = Some(create.root);
        self.tree.touch_frame();
    }

    /// Issues found since this was last asked, all of them on this surface.
    pub(crate) fn take_issues(&mut self) -> Vec<Issue> {
        std::mem::take(&mut self.issues)
    }

    fn report(&mut self, issues: impl IntoIterator<Item = Issue>) {
        self.issues.extend(issues.into_iter().map(|issue| issue.on(&self.id)));
    }

    /// Reports once for each component and sentence, however many instances meet the problem.
    fn report_once(&mut self, issue: Issue) {
        let key = (issue.component.clone().unwrap_or_else(|| "".into()), issue.message.clone());
        if self.said.len() < MAX_SAID && !self.said.contains(&key) {
            self.said.push(key);
            self.report([issue]);
        }
    }

    pub(crate) fn definition(&self, id: &ComponentId) -> Option<&Rc<Definition>> {
        self.components.get(id)
    }

    pub(crate) fn update_components(&mut self, updates: Vec<ComponentUpdate>) {
        self.note_form(&updates);
        for update in updates {
            self.update_component(update);
        }
    }

    fn update_component(&mut self, update: ComponentUpdate) {
        let before = self.components.get(&update.id);
        if before.is_some_and(|before| is_same(&before.source, &update)) {
            return;
        }
        let type_name = match (&update.component, before) {
            (Some(name), _) => name.clone(),
            (None, Some(before)) => before.type_name().into(),
            (None, None) => {
                let issue = Issue::error("VALIDATION_FAILED", "The component has no type.");
                self.report([issue.of(&update.id).at(format!("{}/component", update.path))]);
                return;
            }
        };
        for (path, value) in &update.seeds {
            self.seed(path, value);
        }
        let mut issues = Vec::new();
        let definition = Definition::decode(update, &type_name, self.form, &mut issues);
        self.report(issues);
        let id = definition.id.clone();
        let is_other_type = self.components.get(&id).is_some_and(|before| before.type_name() != definition.type_name());
        for instance in self.tree.instances_of(&id) {
            if let Some(node) = self.tree.node_mut(instance) {
                node.local.entered = None;
                if is_other_type {
                    node.local = Default::default();
                }
            }
            self.tree.mark(instance);
        }
        self.components.insert(id, Rc::new(definition));
    }

    /// Components that are no longer defined: what still refers to them waits for them again.
    pub(crate) fn forget(&mut self, components: &[ComponentId]) {
        for id in components {
            self.components.remove(id);
            self.tree.mark_component(id);
        }
    }

    /// v0.8: a bound value that carries a literal too sets the model when the component arrives.
    fn seed(&mut self, path: &str, value: &Value) {
        if let Ok(pointer) = Pointer::parse(path) {
            self.write(&pointer, Some(value.clone())).ok();
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

    /// Becomes `target`, keeping every node whose component and place stay the same.
    pub(crate) fn converge(&mut self, target: Surface) {
        self.form = target.form;
        self.catalog = target.catalog;
        self.send_data_model = target.send_data_model;
        if self.theme != target.theme {
            self.theme = target.theme;
            self.tree.touch_frame();
        }
        let gone: Vec<_> = self.components.keys().filter(|id| !target.components.contains_key(*id)).cloned().collect();
        for id in gone {
            self.components.remove(&id);
            self.tree.mark_component(&id);
        }
        for (id, definition) in target.components {
            let same = self.components.get(&id).is_some_and(|live| is_same(&live.source, &definition.source));
            if !same {
                self.tree.mark_component(&id);
                self.components.insert(id, definition);
            }
        }
        self.write(&Pointer::root(), Some(target.model.value().clone())).ok();
        if let Some(root) = &target.root {
            self.tree.plant(root);
        }
        self.root = target.root;
    }

    /// Reads every node that something has changed for, until none is left.
    pub(crate) fn settle(&mut self, around: &Surroundings) {
        while let Some(id) = self.tree.next_dirty() {
            self.read(id, around);
        }
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
        let evaluation =
            Evaluation::new(&self.model, &node.scope, &*around.intl, &around.functions, self.dialect.version);
        let shown = definition.read(&evaluation, &node.local);
        let (reads, problems) = evaluation.finish();
        for problem in problems {
            self.report_once(Issue::warning(problem.code, problem.message).of(&definition.id));
        }
        if shown.component.children().is_cut() {
            let message = format!("Only the first {MAX_ITEMS} items of the list are shown.");
            self.report_once(Issue::warning("LIMIT_EXCEEDED", message).of(&definition.id));
        }
        self.tree.settle(id, shown, reads);
    }

    /// An evaluation in the scope of a node, for what happens at the moment of a press.
    pub(crate) fn evaluation<'a>(&'a self, scope: &'a Scope, around: &'a Surroundings) -> Evaluation<'a> {
        Evaluation::new(&self.model, scope, &*around.intl, &around.functions, self.dialect.version)
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
fn is_same(a: &ComponentUpdate, b: &ComponentUpdate) -> bool {
    a.component == b.component && a.catalog == b.catalog && a.properties == b.properties && a.seeds == b.seeds
}
