//! What a person does to a surface: enter a value, choose a tab, open a modal, press a button.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::surface::{Surface, Surroundings};
use super::tree::NodeId;
use crate::component::property::Action;
use crate::data_model::coerce;
use crate::dynamic::Effect;
use crate::protocol::Outgoing;

/// What a press leads to.
#[derive(Debug)]
pub(crate) enum Press {
    /// A check fails, the component has no action, or it is gone: nothing happens.
    Nothing,
    /// Goes to the agent.
    Send(Outgoing),
    /// Happens in the page, because a person asked for it.
    Do(Effect),
    /// A local function ran, and this is why it did not succeed.
    Failed(String),
}

impl Surface {
    /// Puts what a person entered where the input's `value` is bound, or keeps it with the input if it is not.
    pub(crate) fn enter(&mut self, id: NodeId, value: Value) {
        let Some(node) = self.tree.node_mut(id) else { return };
        node.local.is_touched = true;
        let component = node.component.clone();
        let scope = node.scope.clone();
        let path: Option<Rc<str>> = self.definition(&component).and_then(|definition| definition.value_path().cloned());
        let written = path
            .and_then(|path| scope.locate(&path, &self.model, self.dialect.version).ok())
            .map(|place| self.write(&place, Some(value.clone())));
        if !matches!(written, Some(Ok(()))) {
            if let Some(node) = self.tree.node_mut(id) {
                node.local.entered = Some(value);
            }
        }
        self.tree.mark(id);
    }

    /// The person left the input: from now on its complaint is shown.
    pub(crate) fn touch(&mut self, id: NodeId) {
        if let Some(node) = self.tree.node_mut(id) {
            node.local.is_touched = true;
            self.tree.mark(id);
        }
    }

    pub(crate) fn select_tab(&mut self, id: NodeId, index: usize) {
        if let Some(node) = self.tree.node_mut(id) {
            node.local.selected_tab = index;
            self.tree.mark(id);
        }
    }

    pub(crate) fn set_open(&mut self, id: NodeId, is_open: bool) {
        if let Some(node) = self.tree.node_mut(id) {
            node.local.is_open = is_open;
            self.tree.mark(id);
        }
    }

    /// Resolves what a press on the node does, with the data model as it is now.
    pub(crate) fn press(&self, id: NodeId, timestamp: &str, around: &Surroundings) -> Press {
        let Some(node) = self.tree.node(id) else { return Press::Nothing };
        let Some(definition) = self.definition(&node.component) else { return Press::Nothing };
        let evaluation = self.evaluation(&node.scope, around);
        match definition.action(&evaluation) {
            None => Press::Nothing,
            Some(Action::Event { name, user_message, context }) => {
                let mut resolved = Map::new();
                for (key, value) in context {
                    resolved.insert(key.clone(), evaluation.resolve(value).into_owned());
                }
                let user_message = user_message
                    .as_ref()
                    .map(|message| coerce::to_text(&evaluation.resolve(message)).into_owned())
                    .filter(|message| !message.is_empty());
                Press::Send(Outgoing::Action {
                    surface: self.id.clone(),
                    name: name.clone(),
                    source: node.component.clone(),
                    timestamp: timestamp.to_owned(),
                    context: resolved,
                    user_message,
                    metadata: definition.extensions(),
                })
            }
            Some(Action::Call(call)) => match evaluation.effect(call) {
                Some(effect) => Press::Do(effect),
                None => {
                    let (_, problems) = evaluation.finish();
                    problems.into_iter().next().map_or(Press::Nothing, |problem| Press::Failed(problem.message))
                }
            },
        }
    }
}
