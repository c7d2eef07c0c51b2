//! What a conversation asks and tells the surfaces. It does not know how they are kept.

use std::borrow::Cow;

use serde_json::Value;

use crate::Millis;
use crate::protocol::Dialect;
use crate::step::Step;
use crate::surface::Surfaces;
use crate::{Issue, SurfaceId};

/// The surfaces of one element.
pub(crate) trait Stage {
    /// Takes the steps in order and brings everything up to date once, at the end. Answers with the issues they caused.
    fn apply(&mut self, steps: Vec<Step>, now: Millis) -> Vec<Issue>;

    /// Whether the surface is there, hidden or not.
    fn exists(&self, surface: &SurfaceId) -> bool;

    /// Whether its root component is defined.
    fn has_root(&self, surface: &SurfaceId) -> bool;

    /// Whether it would show anything (lifecycle reference, section 9).
    fn is_visible(&self, surface: &SurfaceId) -> bool;

    /// Its live data, edits included. Asked only when the agent changed some.
    fn data(&self, surface: &SurfaceId) -> Option<Cow<'_, Value>>;

    /// How its agent speaks.
    fn dialect(&self, surface: &SurfaceId) -> Option<Dialect>;
}

impl Stage for Surfaces {
    fn apply(&mut self, steps: Vec<Step>, now: Millis) -> Vec<Issue> {
        self.take_steps(steps, now)
    }

    fn exists(&self, surface: &SurfaceId) -> bool {
        self.surface(surface).is_some()
    }

    fn has_root(&self, surface: &SurfaceId) -> bool {
        self.surface(surface).is_some_and(|surface| surface.has_root())
    }

    fn is_visible(&self, surface: &SurfaceId) -> bool {
        self.surface(surface).is_some_and(|surface| surface.is_visible())
    }

    fn data(&self, surface: &SurfaceId) -> Option<Cow<'_, Value>> {
        self.data_model(surface).map(|model| Cow::Borrowed(model.value()))
    }

    fn dialect(&self, surface: &SurfaceId) -> Option<Dialect> {
        self.surface(surface).map(|surface| surface.dialect.clone())
    }
}
