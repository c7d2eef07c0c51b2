//! What may stand in what, as catalogs rule (`allowedParents`, `allowedChildren`; v1.0). What is against the rules is
//! reported and shown all the same.

use std::rc::Rc;

use super::surface::{Surface, Surroundings};
use super::tree::NodeId;
use crate::catalog::Declared;
use crate::component::Definition;
use crate::{ComponentId, Issue};

/// The parent type of the root.
const SURFACE: &str = "Surface";

impl Surface {
    /// Checks a node against its parent and its children against it; whichever definition came last closes the gap.
    pub(super) fn check_composition(&mut self, id: NodeId, around: &Surroundings) {
        let Some(node) = self.tree.node(id) else { return };
        let parent = node.parent.and_then(|parent| self.tree.node(parent)).map(|parent| &parent.component);
        let mut found = Vec::new();
        self.check_edge(parent, &node.component, around, &mut found);
        for child in node.children.iter().filter_map(|child| self.tree.node(*child)) {
            self.check_edge(Some(&node.component), &child.component, around, &mut found);
        }
        for child in
            self.definition(&node.component).map(|definition| definition.unshown_children()).unwrap_or_default()
        {
            self.check_edge(Some(&node.component), &child, around, &mut found);
        }
        for issue in found {
            self.report_once(issue);
        }
    }

    /// `parent: None` is the surface itself.
    fn check_edge(
        &self,
        parent: Option<&ComponentId>,
        child: &ComponentId,
        around: &Surroundings,
        found: &mut Vec<Issue>,
    ) {
        let Some(child) = self.definition(child) else { return };
        let parent = match parent.map(|parent| self.definition(parent)) {
            Some(None) => return,
            Some(parent) => parent,
            None => None,
        };
        let parent_type = parent.map_or(SURFACE, |parent| parent.type_name());
        let parent_id = parent.map_or("", |parent| parent.id.as_str());
        let rules = |definition: &Definition| self.rules(Some(definition), definition.type_name(), around);
        if let Some(allowed) = rules(child).and_then(|rules| rules.allowed_parents.as_ref())
            && !allowed.iter().any(|name| **name == *parent_type)
        {
            let message = sentence(
                [
                    "Component '",
                    child.id.as_str(),
                    "' (",
                    child.type_name(),
                    ") cannot be placed under parent '",
                    parent_id,
                    "' (",
                    parent_type,
                    "). Allowed parents: ",
                ],
                allowed,
            );
            found.push(Issue::error("UNALLOWED_PARENT", message).of(&child.id).at(child.source.path.as_str()));
        }
        let of_parent = match parent {
            Some(parent) => rules(parent),
            None => self.rules(None, SURFACE, around),
        };
        if let Some(allowed) = of_parent.and_then(|rules| rules.allowed_children.as_ref())
            && !allowed.iter().any(|name| **name == *child.type_name())
        {
            let message = sentence(
                [
                    "Container '",
                    parent_id,
                    "' (",
                    parent_type,
                    ") cannot contain child '",
                    child.id.as_str(),
                    "' (",
                    child.type_name(),
                    "). Allowed children: ",
                ],
                allowed,
            );
            let at = parent.map_or(child, |parent| parent);
            found.push(Issue::error("UNALLOWED_CHILD", message).of(&child.id).at(at.source.path.as_str()));
        }
    }

    fn rules<'a>(
        &self,
        definition: Option<&Definition>,
        type_name: &str,
        around: &'a Surroundings,
    ) -> Option<&'a Declared> {
        let own = definition.and_then(|definition| definition.source.catalog.as_ref());
        around.catalogs.declared(own.or(self.catalog.as_ref()), type_name)
    }
}

fn sentence(parts: [&str; 9], names: &[Rc<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| ["'", name, "'"].concat()).collect();
    [&parts.concat(), "[", &names.join(", "), "]."].concat()
}
