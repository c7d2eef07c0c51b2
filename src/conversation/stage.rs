//! What a conversation asks and tells the surfaces. It does not know how they are kept.

use serde_json::Value;

use crate::Millis;
use crate::protocol::{Dialect, Message};
use crate::{ComponentId, Issue, SurfaceId};

/// One step toward what the agent wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// An ordinary message, as if the agent had sent just this.
    Apply(Message),
    /// The agent no longer defines these components; only a snapshot can say so.
    Forget { surface: SurfaceId, components: Vec<ComponentId> },
}

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

    /// Its live data, edits included.
    fn data(&self, surface: &SurfaceId) -> Option<&Value>;

    /// How its agent speaks.
    fn dialect(&self, surface: &SurfaceId) -> Option<Dialect>;
}
