//! JSON → messages: containers are opened, the version is detected, and that version's decoder does the rest.

use serde_json::Value;

use super::{Dialect, Message};
use crate::{Issue, SurfaceId};

/// Opens every container messages travel in (a list, `{"messages": […]}`, JSON within a string) into single messages.
pub(crate) fn flatten(input: Value) -> Vec<Value> {
    todo!("{input}")
}

/// Reads one message. `dialect_of` tells how the agent of a living surface speaks, for messages without a version.
///
/// Tolerated sloppiness comes back as info and warning issues beside the message; an error issue means that the message, or
/// the entry the issue points at, was refused.
pub(crate) fn parse(
    message: Value,
    dialect_of: &dyn Fn(&SurfaceId) -> Option<Dialect>,
) -> (Option<Message>, Vec<Issue>) {
    let _ = dialect_of;
    todo!("{message}")
}
