//! Operations of an activity, and raw messages → steps for the surfaces (lifecycle reference, section 11).

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::converge::{Before, converge, delete};
use super::fold::{Fold, Folded, Folding, deleted, surface};
use super::stage::Stage;
use super::{Conversation, Known, RAW};
use crate::Millis;
use crate::lifecycle::Input;
use crate::protocol::{self, Body, Dialect, Message, Version};
use crate::step::Step;
use crate::{Issue, SurfaceId};

impl Conversation {
    /// Applies raw messages: a log, each as it comes. Answers with the issues they caused.
    pub(crate) fn send(&mut self, input: Value, stage: &mut dyn Stage, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        let mut steps = Vec::new();
        let mut named = Vec::new();
        for message in self.parse(protocol::flatten(input), 0, &*stage, &mut issues) {
            if let Some(surface) = surface(&message.body) {
                self.note_raw(surface, &message.body);
                named.push(surface.clone());
            }
            steps.push(Step::Apply(message));
        }
        issues.extend(stage.apply(steps, now));
        self.report(issues.clone());
        if !named.is_empty() {
            self.run.touched.insert(RAW.to_owned());
            self.own_raw(named, stage, now);
        }
        self.settle(stage, now);
        issues
    }

    /// Takes in surfaces that came without the conversation.
    pub(crate) fn adopt(&mut self, ids: impl Iterator<Item = SurfaceId>, stage: &mut dyn Stage, now: Millis) {
        let strays: Vec<SurfaceId> = ids.filter(|surface| !self.surfaces.contains_key(surface)).collect();
        if !strays.is_empty() {
            self.own_raw(strays, stage, now);
        }
        self.settle(stage, now);
    }

    /// Surfaces that raw messages speak of stand together.
    fn own_raw(&mut self, named: Vec<SurfaceId>, stage: &mut dyn Stage, now: Millis) {
        let Some(index) = self.position(RAW).or_else(|| self.appear(RAW)) else { return };
        for surface in named {
            // What does not exist now was refused or deleted, and is nobody's.
            if !stage.exists(&surface) {
                self.surfaces.remove(&surface);
                continue;
            }
            self.surfaces.entry(surface.clone()).or_insert(Known { owner: RAW.to_owned(), fold: None });
            if !self.activities[index].named.contains(&surface) {
                self.activities[index].named.push(surface);
            }
        }
        let (live, visible) = self.facts(index, stage);
        self.on(index, Input::Operations { live, visible }, stage, now);
    }

    /// Keeps what is known of a surface true when raw messages change it.
    fn note_raw(&mut self, surface: &SurfaceId, body: &Body) {
        match body {
            Body::DeleteSurface { .. } => {
                self.surfaces.remove(surface);
                self.deleted.insert(surface.clone());
            }
            body => {
                if let Body::CreateSurface(_) = body {
                    self.deleted.remove(surface);
                }
                if let Some(fold) = self.surfaces.get_mut(surface).and_then(|known| known.fold.as_mut()) {
                    // The stage reports what is wrong with the message.
                    fold.apply(body);
                }
            }
        }
    }

    /// Makes the surfaces what an activity's list of operations asks for, and tells the activity.
    pub(super) fn paint(&mut self, index: usize, operations: Vec<Value>, stage: &mut dyn Stage, now: Millis) {
        let (steps, mut issues) = self.plan(index, operations, &*stage);
        issues.extend(stage.apply(steps, now));
        self.report(issues);
        // What was refused is nobody's.
        for surface in self.activities[index].named.iter().filter(|surface| !stage.exists(surface)) {
            self.surfaces.remove(surface);
        }
        let (live, visible) = self.facts(index, stage);
        self.on(index, Input::Operations { live, visible }, stage, now);
    }

    fn plan(&mut self, index: usize, operations: Vec<Value>, stage: &dyn Stage) -> (Vec<Step>, Vec<Issue>) {
        let mut issues = Vec::new();
        let mut steps = Vec::new();
        let activity = &self.activities[index];
        let (id, before) = (activity.id.clone(), activity.named.clone());
        let common = activity.common(&operations);
        // A list that starts with the old one is continued; any other is folded from scratch.
        let goes_on = common > 0 && common == activity.operations.len();
        let fresh = operations[if goes_on { common } else { 0 }..].to_vec();
        let messages = self.parse(fresh, if goes_on { 0 } else { common }, stage, &mut issues);
        let created: BTreeSet<SurfaceId> = messages.iter().filter_map(created).collect();
        let folding = self.fold(messages, |surface| !goes_on && created.contains(surface));
        issues.extend(folding.issues);

        let mut named = if goes_on { before.clone() } else { Vec::new() };
        for (surface, folded) in folding.surfaces {
            if !named.contains(&surface) {
                named.push(surface.clone());
            }
            let says_the_same = !goes_on && self.activities[index].says_the_same(&operations, &surface);
            if says_the_same && (stage.exists(&surface) || self.deleted.contains(&surface)) {
                continue;
            }
            match folded {
                Folded::Deleted => steps.extend(self.delete(&surface, stage)),
                Folded::Live(_) if self.is_buried(&surface, stage) && !created.contains(&surface) => {
                    issues.push(deleted(&surface));
                }
                Folded::Live(mut fold) => {
                    if fold.header.is_none() && !stage.exists(&surface) && fold.dialect.version != Version::V0_8 {
                        fold.header = Some(Rc::new(fold.default_header()));
                        issues.push(not_created(&surface));
                    }
                    steps.extend(self.converge(&surface, fold, &id, stage));
                }
            }
        }
        for surface in before.iter().filter(|surface| !named.contains(surface)) {
            if self.surfaces.get(surface).is_some_and(|known| known.owner == id) {
                steps.extend(self.delete(surface, stage));
            }
        }
        let activity = &mut self.activities[index];
        for call in folding.calls {
            if let Some(call_id) = call_id(&call.body)
                && activity.calls.insert(call_id)
            {
                steps.push(Step::Apply(call));
            }
        }
        activity.operations = operations;
        activity.named = named;
        (steps, issues)
    }

    /// Takes away what an activity owns.
    pub(super) fn drop_surfaces(&mut self, index: usize, stage: &mut dyn Stage, now: Millis) {
        let owned: Vec<SurfaceId> = self.owned(&self.activities[index]).cloned().collect();
        let mut steps = Vec::new();
        for surface in owned {
            steps.extend(self.delete(&surface, &*stage));
            // Nobody asked for this deletion: the agent may go on with the surface.
            self.deleted.remove(&surface);
        }
        self.activities[index].forget_surfaces();
        let issues = stage.apply(steps, now);
        self.report(issues);
    }

    /// Reads messages; those before `known` were reported already.
    fn parse(&self, list: Vec<Value>, known: usize, stage: &dyn Stage, issues: &mut Vec<Issue>) -> Vec<Message> {
        let mut dialects: Vec<(SurfaceId, Dialect)> = Vec::new();
        let mut messages = Vec::new();
        for (position, operation) in list.into_iter().enumerate() {
            let dialect_of = |surface: &SurfaceId| {
                let here = dialects.iter().rev().find(|(named, _)| named == surface);
                here.map(|(_, dialect)| dialect.clone()).or_else(|| self.dialect(surface, stage))
            };
            let (message, found) = protocol::parse(operation, &dialect_of);
            if position >= known {
                issues.extend(found);
            }
            let Some(message) = message else { continue };
            if let Some(surface) = created(&message) {
                dialects.push((surface, message.dialect.clone()));
            }
            messages.push(message);
        }
        messages
    }

    pub(super) fn dialect(&self, surface: &SurfaceId, stage: &dyn Stage) -> Option<Dialect> {
        let fold = self.surfaces.get(surface).and_then(|known| known.fold.as_ref());
        fold.map(|fold| fold.dialect.clone()).or_else(|| stage.dialect(surface))
    }

    fn fold(&self, messages: Vec<Message>, starts_clean: impl Fn(&SurfaceId) -> bool) -> Folding {
        let start = |surface: &SurfaceId| -> Option<Fold> {
            if starts_clean(surface) { None } else { self.surfaces.get(surface)?.fold.clone() }
        };
        let mut folding = Folding::default();
        for message in messages {
            folding.push(message, &start);
        }
        folding
    }

    fn converge(&mut self, surface: &SurfaceId, next: Fold, id: &str, stage: &dyn Stage) -> Vec<Step> {
        let known = self.surfaces.get(surface);
        let data = || stage.data(surface).unwrap_or_default();
        let before = if stage.exists(surface) {
            let fold = known.and_then(|known| known.fold.as_ref());
            Before::Live { fold, data: &data }
        } else {
            Before::Absent
        };
        let steps = converge(surface, &before, &next);
        let owner = known.map_or_else(|| id.to_owned(), |known| known.owner.clone());
        self.deleted.remove(surface);
        self.surfaces.insert(surface.clone(), Known { owner, fold: Some(next) });
        steps
    }

    fn delete(&mut self, surface: &SurfaceId, stage: &dyn Stage) -> Option<Step> {
        let known = self.surfaces.remove(surface);
        self.deleted.insert(surface.clone());
        if !stage.exists(surface) {
            return None;
        }
        let fold = known.and_then(|known| known.fold);
        let fold = fold.or_else(|| stage.dialect(surface).map(Fold::new))?;
        Some(delete(surface, &fold))
    }

    fn is_buried(&self, surface: &SurfaceId, stage: &dyn Stage) -> bool {
        self.deleted.contains(surface) && !stage.exists(surface)
    }
}

fn created(message: &Message) -> Option<SurfaceId> {
    if let Body::CreateSurface(create) = &message.body { Some(create.surface.clone()) } else { None }
}

fn call_id(body: &Body) -> Option<Rc<str>> {
    match body {
        Body::CallRendererFunction(call) => Some(call.call_id.clone()),
        Body::AgentFunctionResponse { call_id, .. } => Some(call_id.clone()),
        _ => None,
    }
}

fn not_created(surface: &SurfaceId) -> Issue {
    let message = "There is no createSurface for this surface; it is made with the default catalog.";
    Issue::info("SURFACE_NOT_CREATED", message).on(surface)
}
