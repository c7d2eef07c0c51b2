//! What a person does to a surface: enter a value, choose a tab, open a modal, press a button.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::Surfaces;
use super::agent::{Asked, Request};
use super::surface::{Surface, Surroundings};
use super::tree::NodeId;
use crate::component::property::Action;
use crate::data_model::coerce;
use crate::dynamic::{Effect, Problem, Scope};
use crate::protocol::Outgoing;
use crate::{Issue, SurfaceId};

/// What a press leads to.
#[derive(Debug)]
pub(crate) enum Press {
    /// A check fails, the component has no action, or it is gone: nothing happens.
    Nothing,
    /// Goes to the agent. What could not be resolved is null in it.
    Send(Outgoing, Vec<Problem>),
    /// Happens in the page, because a person asked for it.
    Do(Effect),
    /// A function is to run at the agent.
    Ask(Request),
    /// A local function ran, and this is why it did not succeed.
    Failed(Problem),
}

impl Surface {
    /// Puts what a person entered where the input's `value` is bound, or keeps it with the input if it is not.
    pub(crate) fn enter(&mut self, id: NodeId, value: Value) {
        let Some(node) = self.tree.node_mut(id) else { return };
        node.local.is_touched = true;
        let component = node.component.clone();
        let scope = node.scope.clone();
        let path: Option<Rc<str>> = self.definition(&component).and_then(|definition| definition.value_path().cloned());
        let place = path.and_then(|path| scope.locate(&path, &self.model, self.dialect.version).ok());
        let written = place.map(|place| self.edit(place, value.clone()));
        if !matches!(written, Some(Ok(())))
            && let Some(node) = self.tree.node_mut(id)
        {
            node.local.entered = Some(value);
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
        if node.shown.common.is_invalid {
            return Press::Nothing;
        }
        let evaluation = self.evaluation(&node.scope, around);
        match definition.action() {
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
                let action = Outgoing::Action {
                    surface: self.id.clone(),
                    name: name.clone(),
                    source: node.component.clone(),
                    timestamp: timestamp.to_owned(),
                    context: resolved,
                    user_message,
                    metadata: definition.extensions(),
                };
                Press::Send(action, evaluation.finish().1)
            }
            Some(Action::Call(call)) => {
                let asked = Asked::default();
                let evaluation = self.evaluation(&node.scope, around).with_agent(&asked);
                let effect = evaluation.effect(call);
                let problem = evaluation.finish().1.into_iter().next();
                match (asked.0.into_inner(), effect, problem) {
                    (_, _, Some(problem)) => Press::Failed(problem),
                    (Some(request), ..) if request.function == call.function => Press::Ask(request),
                    (Some(_), ..) => {
                        Press::Failed(Problem::expression("An action cannot wait for a function of the agent."))
                    }
                    (None, Some(effect), None) => Press::Do(effect),
                    (None, None, None) => Press::Nothing,
                }
            }
        }
    }
}

impl Surfaces {
    /// Lets a person's doing change a surface; answers with the issues it caused.
    pub(crate) fn change(&mut self, id: &SurfaceId, doing: impl FnOnce(&mut Surface)) -> Vec<Issue> {
        let mut issues = Vec::new();
        if let Some(surface) = self.find(id) {
            doing(surface);
        }
        self.settle(None, &mut issues);
        issues
    }

    /// A press on a node. What the page must do comes back; what the agent must know is in [`Surfaces::take_outgoing`].
    pub(crate) fn press(&mut self, id: &SurfaceId, node: NodeId, timestamp: &str) -> (Option<Effect>, Vec<Issue>) {
        let Some(index) = self.surfaces.iter().position(|surface| surface.id == *id) else { return (None, Vec::new()) };
        let surface = &self.surfaces[index];
        let component = surface.tree.node(node).map(|node| node.component.clone());
        let warn = |problem: Problem| {
            let mut issue = Issue::warning(problem.code, problem.message).on(id);
            issue.component = component.clone();
            issue
        };
        match surface.press(node, timestamp, &self.around) {
            Press::Nothing => (None, Vec::new()),
            Press::Do(effect) => (Some(effect), Vec::new()),
            Press::Failed(problem) => (None, vec![warn(problem)]),
            Press::Send(action, problems) => {
                let (dialect, form) = (surface.dialect.clone(), surface.form);
                let scope = surface.tree.node(node).map(|node| node.scope.clone()).unwrap_or_else(Scope::root);
                self.outbox.send_action(&action, scope.base(), &dialect, form);
                (None, problems.into_iter().map(warn).collect())
            }
            Press::Ask(request) => {
                let call_id = self.outbox.next_call_id();
                if let Some(component) = component {
                    self.surfaces[index].calls.pressed(call_id.clone(), component, request.function.clone());
                }
                self.call_agent(index, call_id, request);
                (None, Vec::new())
            }
        }
    }
}
