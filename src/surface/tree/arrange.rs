//! Which children a node has: those it should have, and of those it had already as many as can be kept.

use foldhash::HashMap;

use super::{MAX_DEPTH, MAX_NODES, Node, NodeId, Recorded, Tree};
use crate::ComponentId;
use crate::component::{Children, Items, Local, Placeholder, Shown};
use crate::data_model::Pointer;
use crate::dynamic::Scope;

impl Tree {
    /// Gives a node the children that it should have, keeping those that it has already.
    pub(super) fn arrange(&mut self, parent: NodeId, had: &Children, wanted: &Children) {
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
                    identities.get_mut(&(component.clone(), scope.base().clone())).and_then(|positions| {
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
        let from = kept + first_difference;
        let Some(node) = self.nodes[parent.index()].as_mut() else { return };
        node.children = children;
        match node.arranged {
            Some(told) => self.changes.children[told].1 = self.changes.children[told].1.min(from),
            None => {
                node.arranged = Some(self.changes.children.len());
                self.changes.children.push((parent, from));
            }
        }
    }

    /// The position in `nodes` of each, by what it shows; of equals the first one last, to be popped first.
    fn identities(&self, nodes: &[Option<NodeId>]) -> HashMap<(ComponentId, Pointer), Vec<usize>> {
        let mut identities = HashMap::<_, Vec<usize>>::default();
        for (position, id) in nodes.iter().enumerate().rev() {
            if let Some(node) = id.and_then(|id| self.node(id)) {
                let identity = (node.component.clone(), node.scope.base().clone());
                identities.entry(identity).or_default().push(position);
            }
        }
        identities
    }

    /// Adds a node, to be read soon. None is added beyond what a page can hold.
    pub(super) fn grow(&mut self, component: ComponentId, scope: Scope, parent: Option<NodeId>) -> Option<NodeId> {
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
            arranged: None,
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
