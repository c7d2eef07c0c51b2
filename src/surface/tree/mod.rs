//! The tree as it stands: one node for every component in every scope it is shown in.
//!
//! The tree knows who is whose child and which places of the data model each node depends on. Reading a component is
//! [`super::surface`]'s affair. Nothing here recurses: agents decide how deep trees are.

mod arrange;
mod readers;

use std::collections::{BinaryHeap, VecDeque};

use foldhash::HashMap;

use self::readers::Readers;
use super::changes::NodeChanges;
use crate::ComponentId;
use crate::component::{Component, Local, Placeholder, Shown};
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
    /// Where `changes` tells of its children.
    arranged: Option<usize>,
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
        for (id, _) in &changes.children {
            if let Some(node) = self.nodes[id.index()].as_mut() {
                node.arranged = None;
            }
        }
        let recorded = |id: &NodeId| self.node(*id).map(|node| node.recorded);
        changes.updated.retain(|(id, _)| recorded(id) == Some(Recorded::Updated));
        changes.rebuilt.retain(|id| recorded(id) == Some(Recorded::Rebuilt));
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

    /// Whether a node stands in a button, however deep.
    pub(crate) fn is_in_button(&self, id: NodeId) -> bool {
        let parent = |id: NodeId| self.node(id)?.parent;
        let mut above = std::iter::successors(parent(id), |id| parent(*id));
        above.any(|id| self.node(id).is_some_and(|node| matches!(node.shown.component, Component::Button(_))))
    }

    /// Takes in what was read of a node: what it shows now, where that came from, and so which children it has.
    pub(crate) fn settle(&mut self, id: NodeId, shown: Shown, reads: Vec<Pointer>) {
        // There are few of them, and a heap takes much less code than a sort.
        let mut reads = BinaryHeap::from(reads).into_sorted_vec();
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
}

impl Node {
    /// Why this place shows no component whatever the agent sends.
    pub(crate) fn cut(&self) -> Option<Placeholder> {
        self.cut
    }
}
