//! The tree as it stands: one node for every component in every scope it is shown in.
//!
//! The tree knows who is whose child and which places of the data model each node depends on. Reading a component is
//! [`super::surface`]'s affair. Nothing here recurses: agents decide how deep trees are.

use std::collections::{HashMap, VecDeque};

use super::changes::NodeChanges;
use super::readers::Readers;
use crate::ComponentId;
use crate::component::{Children, Component, Items, Local, Placeholder, Shown};
use crate::data_model::Pointer;
use crate::dynamic::Scope;

/// Deeper trees are cut; no interface a person can use comes near it.
pub(crate) const MAX_DEPTH: u16 = 100;
/// More nodes than this a page cannot hold and stay usable.
pub(crate) const MAX_NODES: usize = 50_000;

/// Names a node of one surface for as long as it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A component in a scope.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) component: ComponentId,
    pub(crate) scope: Scope,
    pub(crate) parent: Option<NodeId>,
    depth: u16,
    pub(crate) shown: Shown,
    pub(crate) children: Vec<NodeId>,
    pub(crate) local: Local,
    /// Sorted, without repetitions.
    reads: Vec<Pointer>,
    is_dirty: bool,
    recorded: Recorded,
    /// Whether values that instances bring along have been written.
    is_seeded: bool,
    /// Its position among the instances of its component.
    instance: usize,
    /// Why it will never show its component: decided by where it stands.
    cut: Option<Placeholder>,
}

/// What the view will be told of a node when it next asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recorded {
    Nothing,
    /// It has not seen the node; it draws it as it stands when it draws the parent.
    New,
    Updated,
    Rebuilt,
}

#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) root: Option<NodeId>,
    nodes: Vec<Option<Node>>,
    count: usize,
    free: Vec<NodeId>,
    readers: Readers,
    /// The nodes that show a component.
    instances: HashMap<ComponentId, Vec<NodeId>>,
    /// Nodes to read again, by depth: a parent comes before its children, which it may not have any more afterwards.
    dirty: Vec<VecDeque<NodeId>>,
    /// No node above this depth is to be read.
    dirty_from: usize,
    /// Nodes that the view has not been told of.
    grown: Vec<NodeId>,
    changes: NodeChanges,
}

impl Tree {
    pub(crate) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())?.as_ref()
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())?.as_mut()
    }

    /// How many nodes there are, and how many places of the data model they depend on.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.nodes().count(), self.nodes().map(|node| node.reads.len()).sum())
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().flatten()
    }

    /// Makes `component` the root.
    pub(crate) fn plant(&mut self, component: &ComponentId) {
        if let Some(root) = self.root {
            if self.node(root).is_some_and(|node| node.component == *component) {
                return;
            }
            self.fell(root);
        }
        self.root = self.grow(component.clone(), Scope::root(), None);
        self.changes.root = true;
    }

    /// Takes the root away.
    pub(crate) fn uproot(&mut self) {
        if let Some(root) = self.root.take() {
            self.fell(root);
            self.changes.root = true;
        }
    }

    /// The scope of a node whose own values have not been written yet; from now on they have.
    pub(crate) fn seed(&mut self, id: NodeId) -> Option<Scope> {
        let node = self.node_mut(id)?;
        (!std::mem::replace(&mut node.is_seeded, true)).then(|| node.scope.clone())
    }

    /// Says that what surrounds the root has changed.
    pub(crate) fn touch_frame(&mut self) {
        self.changes.frame = true;
    }

    pub(crate) fn take_changes(&mut self) -> NodeChanges {
        let mut changes = std::mem::take(&mut self.changes);
        let recorded = |id: &NodeId| self.node(*id).map(|node| node.recorded);
        changes.updated.retain(|(id, _)| recorded(id) == Some(Recorded::Updated));
        changes.rebuilt.retain(|id| recorded(id) == Some(Recorded::Rebuilt));
        changes.children.sort_unstable();
        changes.children.dedup_by_key(|(id, _)| *id);
        // What is drawn anew is drawn with the children it has now.
        changes.children.retain(|(id, _)| matches!(recorded(id), Some(Recorded::Nothing | Recorded::Updated)));
        let grown = std::mem::take(&mut self.grown);
        for id in grown.iter().chain(&changes.rebuilt).chain(changes.updated.iter().map(|(id, _)| id)) {
            if let Some(node) = self.nodes[id.index()].as_mut() {
                node.recorded = Recorded::Nothing;
            }
        }
        // Only now: the view must know that a node is gone before its id names another one.
        self.free.extend(&changes.freed);
        changes
    }

    /// A node that must be read again, if there is one.
    pub(crate) fn next_dirty(&mut self) -> Option<NodeId> {
        while let Some(level) = self.dirty.get_mut(self.dirty_from) {
            match level.pop_front() {
                Some(id) => {
                    if self.node_mut(id).is_some_and(|node| std::mem::take(&mut node.is_dirty)) {
                        return Some(id);
                    }
                }
                None => self.dirty_from += 1,
            }
        }
        None
    }

    pub(crate) fn mark(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get_mut(id.index()).and_then(Option::as_mut) else { return };
        if std::mem::replace(&mut node.is_dirty, true) {
            return;
        }
        let depth = usize::from(node.depth);
        if self.dirty.len() <= depth {
            self.dirty.resize_with(depth + 1, VecDeque::new);
        }
        self.dirty[depth].push_back(id);
        self.dirty_from = self.dirty_from.min(depth);
    }

    /// Marks every node that shows `component`.
    pub(crate) fn mark_component(&mut self, component: &ComponentId) {
        for id in self.instances_of(component) {
            self.mark(id);
        }
    }

    pub(crate) fn mark_all(&mut self) {
        for index in 0..self.nodes.len() {
            self.mark(NodeId(index as u32));
        }
    }

    pub(crate) fn instances_of(&self, component: &ComponentId) -> Vec<NodeId> {
        self.instances.get(component).cloned().unwrap_or_default()
    }

    /// Marks the nodes that depend on `path`: those that read it or something around it, and of those that read something
    /// below it the ones for whom `differs` holds. It gets what follows `path` in the address.
    pub(crate) fn mark_readers(&mut self, path: &Pointer, differs: impl Fn(&str) -> bool) {
        let mut found = Vec::new();
        self.readers.visit(path, differs, |id| found.push(id));
        for id in found {
            self.mark(id);
        }
    }

    /// Takes in what was read of a node: what it shows now, where that came from, and so which children it has.
    pub(crate) fn settle(&mut self, id: NodeId, shown: Shown, mut reads: Vec<Pointer>) {
        reads.sort_unstable();
        reads.dedup();
        let Some(node) = self.nodes.get_mut(id.index()).and_then(Option::as_mut) else { return };
        if node.reads != reads {
            for old in std::mem::take(&mut node.reads) {
                self.readers.remove(&old, id);
            }
            for place in &reads {
                self.readers.add(place, id);
            }
            node.reads = reads;
        }
        if node.shown == shown {
            return;
        }
        let children = shown.component.children();
        let had = node.shown.component.children();
        let is_same_type = std::mem::discriminant(&node.shown.component) == std::mem::discriminant(&shown.component);
        let before = std::mem::replace(&mut node.shown, shown);
        match node.recorded {
            Recorded::Nothing if is_same_type => {
                node.recorded = Recorded::Updated;
                self.changes.updated.push((id, before));
            }
            Recorded::Nothing | Recorded::Updated if !is_same_type => {
                node.recorded = Recorded::Rebuilt;
                self.changes.rebuilt.push(id);
            }
            _ => {}
        }
        if had != children || !is_same_type {
            self.arrange(id, &had, &children);
        }
    }

    /// Gives a node the children that it should have, keeping those that it has already.
    fn arrange(&mut self, parent: NodeId, had: &Children, wanted: &Children) {
        let Some(node) = self.nodes[parent.index()].as_mut() else { return };
        let mut old = std::mem::take(&mut node.children);
        let scope = node.scope.clone();
        let kept = match (had, wanted) {
            // A list that grew or shrank at its end: the common case, and one that must not cost the whole list.
            (
                Children::Items { component: a, path: p, items: Items::Elements(had), .. },
                Children::Items { component: b, path: q, items: Items::Elements(wanted), .. },
            ) if a == b && p == q && old.len() == *had => {
                let kept = (*had).min(*wanted);
                for gone in old.split_off(kept) {
                    self.fell(gone);
                }
                kept
            }
            _ => 0,
        };
        let room = MAX_NODES.saturating_sub(self.count) + old.len() + 1;
        let edges = edges(wanted, &scope, kept, room);
        let mut rest = old.split_off(kept).into_iter().map(Some).collect::<Vec<_>>();
        let mut children = old;
        let mut first_difference = None;
        let mut looked_up = None;
        for (position, (component, scope)) in edges.into_iter().enumerate() {
            let is = |tree: &Tree, id: NodeId| {
                tree.node(id).is_some_and(|node| node.component == component && node.scope == scope)
            };
            let in_place = rest.get(position).copied().flatten().filter(|id| is(self, *id));
            let found = match in_place {
                Some(_) => Some(position),
                None => {
                    first_difference.get_or_insert(position);
                    let identities = looked_up.get_or_insert_with(|| self.identities(&rest));
                    identities.get_mut(&component).and_then(|positions| {
                        let found =
                            positions.iter().rposition(|position| rest[*position].is_some_and(|id| is(self, id)))?;
                        Some(positions.remove(found))
                    })
                }
            };
            match found.and_then(|position| rest[position].take()) {
                Some(id) => children.push(id),
                None => children.extend(self.grow(component, scope, Some(parent))),
            }
        }
        let first_difference = first_difference.unwrap_or(children.len() - kept);
        for gone in rest.into_iter().flatten() {
            self.fell(gone);
        }
        if let Some(node) = self.nodes[parent.index()].as_mut() {
            node.children = children;
        }
        self.changes.children.push((parent, kept + first_difference));
    }

    /// The position in `nodes` of each, by what it shows; of equals the first one last, to be popped first.
    fn identities(&self, nodes: &[Option<NodeId>]) -> HashMap<ComponentId, Vec<usize>> {
        let mut identities = HashMap::<ComponentId, Vec<usize>>::new();
        for (position, id) in nodes.iter().enumerate().rev() {
            if let Some(node) = id.and_then(|id| self.node(id)) {
                identities.entry(node.component.clone()).or_default().push(position);
            }
        }
        identities
    }

    /// Adds a node, to be read soon. None is added beyond what a page can hold.
    fn grow(&mut self, component: ComponentId, scope: Scope, parent: Option<NodeId>) -> Option<NodeId> {
        if self.count > MAX_NODES {
            return None;
        }
        let depth = parent.and_then(|parent| self.node(parent)).map_or(0, |parent| parent.depth + 1);
        let mut cut = (depth > MAX_DEPTH || self.count == MAX_NODES).then_some(Placeholder::Limit);
        let mut ancestor = parent;
        while let Some(node) = ancestor.and_then(|id| self.node(id)) {
            if node.component == component && node.scope == scope {
                cut = Some(Placeholder::Cycle);
                break;
            }
            ancestor = node.parent;
        }
        let node = Node {
            component: component.clone(),
            scope,
            parent,
            depth,
            shown: Shown::placeholder(cut.unwrap_or(Placeholder::Pending)),
            children: Vec::new(),
            local: Local::default(),
            reads: Vec::new(),
            is_dirty: false,
            recorded: Recorded::New,
            is_seeded: false,
            instance: 0,
            cut,
        };
        let id = self.free.pop().unwrap_or(NodeId(self.nodes.len() as u32));
        if id.index() == self.nodes.len() {
            self.nodes.push(None);
        }
        self.nodes[id.index()] = Some(node);
        self.count += 1;
        let instances = self.instances.entry(component).or_default();
        let instance = instances.len();
        instances.push(id);
        if let Some(node) = self.nodes[id.index()].as_mut() {
            node.instance = instance;
        }
        self.grown.push(id);
        self.mark(id);
        Some(id)
    }

    /// Takes a node that is gone out of the instances of its component; the last one takes its position.
    fn forget_instance(&mut self, node: &Node) {
        let Some(instances) = self.instances.get_mut(&node.component) else { return };
        instances.swap_remove(node.instance);
        let moved = instances.get(node.instance).copied();
        if instances.is_empty() {
            self.instances.remove(&node.component);
        }
        if let Some(moved) = moved.and_then(|id| self.node_mut(id)) {
            moved.instance = node.instance;
        }
    }

    /// Removes a node and everything below it.
    pub(crate) fn fell(&mut self, id: NodeId) {
        self.changes.removed.push(id);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let Some(node) = self.nodes.get_mut(id.index()).and_then(Option::take) else { continue };
            self.count -= 1;
            self.forget_instance(&node);
            for place in node.reads {
                self.readers.remove(&place, id);
            }
            stack.extend(node.children);
            self.changes.freed.push(id);
        }
    }
}

impl Node {
    /// Why this place shows no component whatever the agent sends.
    pub(crate) fn cut(&self) -> Option<Placeholder> {
        self.cut
    }

    /// Whether the agent owes the component.
    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.shown.component, Component::Placeholder(Placeholder::Pending))
    }
}

/// The children from position `from` on, each with the scope it is shown in; no more than there is room for.
fn edges(children: &Children, scope: &Scope, from: usize, room: usize) -> Vec<(ComponentId, Scope)> {
    match children {
        Children::Ids(ids) => ids.iter().skip(from).take(room).map(|id| (id.clone(), scope.clone())).collect(),
        Children::Items { component, path, items: Items::Elements(count), .. } => (from..*count)
            .take(room)
            .map(|index| (component.clone(), Scope::item(path.element(index), index)))
            .collect(),
        Children::Items { component, path, items: Items::Members(names), .. } => names
            .iter()
            .enumerate()
            .skip(from)
            .take(room)
            .map(|(index, name)| (component.clone(), Scope::item(path.member(name), index)))
            .collect(),
    }
}
