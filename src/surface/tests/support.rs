//! A stage to act on, and the tree on it as text.

use serde_json::{Value, json};

use crate::component::{Component, Placeholder};
use crate::dynamic::Effect;
use crate::millis::Millis;
use crate::surface::{NodeChanges, NodeId, Sent, Surface, SurfaceChangeKind, Surfaces};
use crate::{Issue, Severity};

pub(super) const V0_8: &str = "https://a2ui.org/specification/v0_8/standard_catalog_definition.json";
pub(super) const V0_9: &str = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
pub(super) const V1_0: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";

/// Surfaces with everything they have said so far.
#[derive(Default)]
pub(super) struct Stage {
    pub(super) surfaces: Surfaces,
    pub(super) issues: Vec<Issue>,
    pub(super) now: Millis,
}

impl Stage {
    /// A v0.9 surface `s`, created.
    pub(super) fn new() -> Stage {
        let mut stage = Stage::default();
        stage.send(create());
        stage
    }

    /// A v0.9 surface `s` with these components.
    pub(super) fn with(components: Value) -> Stage {
        let mut stage = Stage::new();
        stage.send(update(components));
        stage
    }

    pub(super) fn send(&mut self, messages: Value) -> &mut Stage {
        self.issues.extend(self.surfaces.apply(messages, self.now));
        self
    }

    pub(super) fn converge(&mut self, messages: Value) -> &mut Stage {
        self.issues = self.surfaces.converge(messages, &[], self.now);
        self
    }

    /// Lets so many milliseconds pass, doing what is due on the way.
    pub(super) fn wait(&mut self, milliseconds: u64) -> &mut Stage {
        let end = self.now + Millis(milliseconds);
        while let Some(deadline) = self.surfaces.next_deadline().filter(|deadline| *deadline <= end) {
            self.now = self.now.max(deadline);
            self.issues.extend(self.surfaces.tick(self.now));
        }
        self.now = end;
        self
    }

    pub(super) fn surface(&self) -> &Surface {
        self.surfaces.surface(&"s".into()).expect("the surface is there")
    }

    pub(super) fn outline(&self) -> String {
        outline(self.surface())
    }

    pub(super) fn model(&self) -> Value {
        self.surface().model.value().clone()
    }

    /// The first node of a component, in the scope that ends so.
    pub(super) fn node(&self, component: &str, scope: &str) -> NodeId {
        let tree = &self.surface().tree;
        let ids = tree.instances_of(&component.into());
        let is_there = |id: &NodeId| tree.node(*id).is_some_and(|node| node.scope.base().as_str().ends_with(scope));
        ids.into_iter().find(is_there).expect("the node is there")
    }

    pub(super) fn press(&mut self, component: &str, scope: &str) -> Option<Effect> {
        let node = self.node(component, scope);
        let (effect, issues) = self.surfaces.press(&"s".into(), node, "2027-01-01T00:00:00.000Z");
        self.issues.extend(issues);
        effect
    }

    pub(super) fn enter(&mut self, component: &str, scope: &str, value: Value) -> &mut Stage {
        let node = self.node(component, scope);
        self.issues.extend(self.surfaces.change(&"s".into(), |surface| surface.enter(node, value)));
        self
    }

    /// `severity code path` of every issue since this was last asked.
    pub(super) fn take_issues(&mut self) -> Vec<String> {
        let describe = |issue: Issue| [issue.severity.name(), issue.code, &issue.path].join(" ").trim_end().to_owned();
        std::mem::take(&mut self.issues).into_iter().map(describe).collect()
    }

    pub(super) fn errors(&self) -> Vec<&Issue> {
        self.issues.iter().filter(|issue| issue.severity == Severity::Error).collect()
    }

    /// The messages to the agent since this was last asked, each as the schema of its version wants it.
    pub(super) fn take_sent(&mut self) -> Vec<Value> {
        let sent: Vec<Value> = self.surfaces.take_outgoing().into_iter().map(|sent: Sent| sent.message).collect();
        sent.iter().for_each(super::outgoing::check);
        sent
    }

    /// What changed on the surface `s` since this was last asked.
    pub(super) fn take_changes(&mut self) -> NodeChanges {
        let changes = self.surfaces.take_changes().surfaces.into_iter().filter(|change| change.surface.as_str() == "s");
        changes
            .filter_map(|change| match change.kind {
                SurfaceChangeKind::Changed(changes) => Some(changes),
                SurfaceChangeKind::Deleted => None,
            })
            .last()
            .unwrap_or_default()
    }
}

pub(super) fn create() -> Value {
    json!({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": V0_9}})
}

pub(super) fn update(components: Value) -> Value {
    json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}})
}

pub(super) fn data(path: &str, value: Value) -> Value {
    json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}})
}

/// A v1.0 surface `s`, in one message.
pub(super) fn create_v1(components: Value, data: Value) -> Value {
    let create = json!({"surfaceId": "s", "catalogId": V1_0, "components": components, "dataModel": data});
    json!({"version": "v1.0", "createSurface": create})
}

/// One line a node: type, id, scope unless it is the root, and what a person would read first.
pub(super) fn outline(surface: &Surface) -> String {
    let mut lines = Vec::new();
    let mut open: Vec<(NodeId, usize)> = surface.tree.root.map(|root| (root, 0)).into_iter().collect();
    while let Some((id, depth)) = open.pop() {
        let Some(node) = surface.tree.node(id) else { continue };
        let (kind, text) = brief(&node.shown.component);
        let scope = node.scope.base().as_str();
        let scope = if scope.is_empty() { String::new() } else { format!(" @{scope}") };
        let text = if text.is_empty() { text } else { format!(" {text}") };
        lines.push(format!("{}{kind} {}{scope}{text}", "  ".repeat(depth), node.component));
        open.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
    }
    lines.join("\n")
}

/// Everything that is shown, for comparing two surfaces.
pub(super) fn picture(surface: &Surface) -> String {
    let mut lines = vec![format!("{:?} {:?}", surface.root, surface.theme)];
    let mut open: Vec<(NodeId, usize)> = surface.tree.root.map(|root| (root, 0)).into_iter().collect();
    while let Some((id, depth)) = open.pop() {
        let Some(node) = surface.tree.node(id) else { continue };
        let scope = node.scope.base();
        lines.push(format!("{}{} {scope} {:?}", " ".repeat(depth), node.component, node.shown));
        open.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
    }
    lines.join("\n")
}

fn brief(component: &Component) -> (String, String) {
    let name = format!("{component:?}");
    let name = name.split(['(', ' ']).next().unwrap_or_default().to_owned();
    match component {
        Component::Text(text) => (name, format!("{:?}", text.text)),
        Component::TextField(field) => (name, format!("{:?}", field.value)),
        Component::CheckBox(check_box) => (name, check_box.is_checked.to_string()),
        Component::Tabs(tabs) => (name, format!("{}/{}", tabs.selected, tabs.titles.len())),
        Component::Modal(modal) => (name, if modal.is_open { "open" } else { "closed" }.to_owned()),
        Component::Placeholder(Placeholder::Pending) => ("…".to_owned(), String::new()),
        Component::Placeholder(placeholder) => (format!("({})", placeholder.name()), String::new()),
        _ => (name, String::new()),
    }
}

/// The lines of an outline as a test writes it, without the indentation of the source.
pub(super) fn lines(text: &str) -> String {
    let kept: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = kept.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    kept.iter().map(|line| line[indent..].trim_end()).collect::<Vec<_>>().join("\n")
}

/// Numbers that look random and are the same every time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
