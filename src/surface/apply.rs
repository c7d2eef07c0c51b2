//! Messages → surfaces: each is applied whole or not at all, and its sender is told of all errors in it.

use serde_json::Value;

use super::surface::{Arrival, Surface};
use super::{MAX_SURFACES, Surfaces};
use crate::millis::Millis;
use crate::protocol::{self, Body, Dialect, Duplicate, Message, UnknownSurface};
use crate::step::Step;
use crate::{Issue, SurfaceId};

impl Surfaces {
    /// Applies everything in `input` (one message, a list, or a container of messages) in order and answers with the
    /// issues it caused. One bad message costs only itself.
    pub fn apply(&mut self, input: Value, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for message in protocol::flatten(input) {
            let spoken = protocol::spoken(&message);
            let (parsed, found) = self.parse(message);
            issues.extend(self.take_in(parsed, found, spoken, now));
        }
        self.settle(Some(now), &mut issues);
        issues
    }

    /// Takes the steps of a conversation in order, and brings everything up to date once, at the end.
    pub(crate) fn take_steps(&mut self, steps: Vec<Step>, now: Millis) -> Vec<Issue> {
        let mut issues = Vec::new();
        for step in steps {
            match step {
                Step::Apply(message) => {
                    let spoken = message.dialect.clone();
                    issues.extend(self.take_in(Some(message), Vec::new(), Some(spoken), now));
                }
                Step::Forget { surface, components } => {
                    if let Some(surface) = self.find(&surface) {
                        surface.forget(&components);
                    }
                }
            }
        }
        self.settle(Some(now), &mut issues);
        issues
    }

    /// Applies one message, and tells its sender of all errors in it.
    fn take_in(
        &mut self,
        message: Option<Message>,
        mut found: Vec<Issue>,
        spoken: Option<Dialect>,
        now: Millis,
    ) -> Vec<Issue> {
        if let Some(message) = message {
            self.apply_message(message, Arrival::Whole, now, &mut found);
        }
        for surface in &mut self.surfaces {
            found.extend(surface.take_issues());
        }
        self.tell(&found, spoken.as_ref());
        found
    }

    /// Shows what is certain of a message that is still arriving. It causes no issues; the whole message brings them.
    ///
    /// Of the component `growing` only the beginning is known; if it is painted already, that stays until the whole is known.
    pub(crate) fn preview(&mut self, partial: Value, growing: Option<&str>, now: Millis) {
        for message in protocol::flatten(partial) {
            if let (Some(message), _) = self.parse(message) {
                self.apply_message(message, Arrival::Partial { growing }, now, &mut Vec::new());
            }
        }
        for surface in &mut self.surfaces {
            let said = surface.said.clone();
            surface.settle(&self.around);
            surface.said = said;
            surface.take_issues();
        }
    }

    fn parse(&self, message: Value) -> (Option<Message>, Vec<Issue>) {
        protocol::parse(message, &|surface| self.surface(surface).map(|live| live.dialect.clone()))
    }

    fn apply_message(&mut self, message: Message, arrival: Arrival, now: Millis, issues: &mut Vec<Issue>) {
        let Message { dialect, body } = message;
        match body {
            Body::CreateSurface(create) => {
                let around = self.around.clone();
                let is_full = self.surfaces.len() >= MAX_SURFACES;
                match self.find(&create.surface) {
                    None if is_full => issues.push(too_many_surfaces(&create.surface)),
                    None => {
                        let mut surface = Surface::new(create.surface.clone(), dialect, now);
                        surface.is_begun_only = arrival != Arrival::Whole;
                        surface.begin(*create, arrival, &around);
                        self.surfaces.push(surface);
                    }
                    Some(surface) if create.duplicate == Duplicate::Repoint || surface.is_begun_only => {
                        surface.is_begun_only &= arrival != Arrival::Whole;
                        surface.since = now;
                        surface.begin(*create, arrival, &around);
                    }
                    Some(_) => {
                        let message = "A surface with this id exists already; the first one stays.";
                        issues.push(Issue::error("VALIDATION_FAILED", message).at("/surfaceId").on(&create.surface));
                    }
                }
            }
            Body::UpdateComponents { surface, components, unknown_surface } => {
                let around = self.around.clone();
                if let Some(surface) = self.find_or_hold(&surface, unknown_surface, &dialect, now, issues) {
                    surface.update_components(components, arrival, &around);
                }
            }
            Body::UpdateDataModel { surface, path, value, unknown_surface } => {
                if let Some(surface) = self.find_or_hold(&surface, unknown_surface, &dialect, now, issues) {
                    surface.update_data_model(&path, value);
                }
            }
            Body::DeleteSurface { surface } => {
                if let Some(position) = self.surfaces.iter().position(|live| live.id == surface) {
                    self.surfaces.remove(position);
                    self.deleted.push(surface);
                }
            }
            Body::CallRendererFunction(call) if arrival == Arrival::Whole => self.run_for_agent(call, &dialect),
            Body::AgentFunctionResponse { call_id, outcome } if arrival == Arrival::Whole => {
                self.take_answer(&call_id, &outcome, issues);
            }
            Body::CallRendererFunction(_) | Body::AgentFunctionResponse { .. } => {}
        }
    }

    pub(super) fn find(&mut self, id: &SurfaceId) -> Option<&mut Surface> {
        self.surfaces.iter_mut().find(|surface| surface.id == *id)
    }

    fn find_or_hold(
        &mut self,
        id: &SurfaceId,
        unknown: UnknownSurface,
        dialect: &protocol::Dialect,
        now: Millis,
        issues: &mut Vec<Issue>,
    ) -> Option<&mut Surface> {
        if self.surface(id).is_none() {
            match unknown {
                UnknownSurface::Hold if self.surfaces.len() >= MAX_SURFACES => {
                    issues.push(too_many_surfaces(id));
                    return None;
                }
                UnknownSurface::Hold => self.surfaces.push(Surface::new(id.clone(), dialect.clone(), now)),
                UnknownSurface::Report => {
                    let message = "There is no surface with this id.";
                    issues.push(Issue::error("VALIDATION_FAILED", message).at("/surfaceId").on(id));
                    return None;
                }
            }
        }
        self.find(id)
    }
}

fn too_many_surfaces(id: &SurfaceId) -> Issue {
    Issue::error("LIMIT_EXCEEDED", "There are more surfaces than a page should hold.").at("/surfaceId").on(id)
}
