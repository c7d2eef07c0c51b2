//! The children of a container: a list of ids, or one component repeated for every item of a collection.

use std::rc::Rc;

use serde_json::Value;

use crate::data_model::Pointer;
use crate::{ComponentId, Issue};

/// Children as the agent defines them.
#[derive(Debug)]
pub(crate) enum ChildList {
    Ids(Rc<[ComponentId]>),
    Template { component: ComponentId, path: Rc<str> },
}

/// Children as they stand now.
#[derive(Clone, Debug)]
pub enum Children {
    /// These components, in the container's own scope.
    Ids(Rc<[ComponentId]>),
    /// `component` once for every item found at `path`, each in the item's scope.
    Items { component: ComponentId, path: Pointer, items: Items, is_cut: bool },
}

/// The items of a collection.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// A list of so many elements. Position identifies an item.
    Elements(usize),
    /// The members of an object, in order (v0.8).
    Members(Rc<[Rc<str>]>),
}

impl PartialEq for Children {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Children::Ids(a), Children::Ids(b)) => Rc::ptr_eq(a, b) || a == b,
            (
                Children::Items { component, path, items, is_cut },
                Children::Items { component: component_b, path: path_b, items: items_b, is_cut: is_cut_b },
            ) => component == component_b && path == path_b && items == items_b && is_cut == is_cut_b,
            _ => false,
        }
    }
}

impl Children {
    /// Whether the collection has more items than are shown.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self, Children::Items { is_cut: true, .. })
    }
}

impl Default for Children {
    fn default() -> Self {
        Children::Ids(Rc::from([]))
    }
}

impl ChildList {
    pub(crate) fn decode(value: &Value, place: &str, issues: &mut Vec<Issue>) -> Result<ChildList, Issue> {
        let invalid = || Issue::error("VALIDATION_FAILED", "Expected a list of component ids or a template.").at(place);
        match value {
            Value::Array(entries) => {
                let mut ids = Vec::with_capacity(entries.len());
                for (index, entry) in entries.iter().enumerate() {
                    match entry {
                        Value::String(id) => ids.push(ComponentId::from(id.as_str())),
                        Value::Number(id) => {
                            let message = "A component id was a number; it is read as a text.";
                            issues.push(Issue::info("TOLERATED", message).at(format!("{place}/{index}")));
                            ids.push(ComponentId::from(id.to_string().as_str()));
                        }
                        _ => issues.push(
                            Issue::error("VALIDATION_FAILED", "Expected the id of a component.")
                                .at(format!("{place}/{index}")),
                        ),
                    }
                }
                Ok(ChildList::Ids(ids.into()))
            }
            Value::String(id) => {
                issues.push(Issue::info("TOLERATED", "Children are a list, even a single one.").at(place));
                Ok(ChildList::Ids([ComponentId::from(id.as_str())].into()))
            }
            Value::Object(template) => {
                let component = template.get("componentId").and_then(Value::as_str).ok_or_else(invalid)?;
                let path = ["path", "@path"].iter().find_map(|key| template.get(*key)?.as_str()).ok_or_else(invalid)?;
                Ok(ChildList::Template { component: component.into(), path: path.into() })
            }
            _ => Err(invalid()),
        }
    }
}
