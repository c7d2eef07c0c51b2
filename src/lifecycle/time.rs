//! Deadlines. The clock itself is the caller's.

pub(crate) use crate::millis::Millis;

/// The earlier of two deadlines, where there are any.
pub(crate) fn earliest(a: Option<Millis>, b: Option<Millis>) -> Option<Millis> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
