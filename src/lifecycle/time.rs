//! Moments on a clock that only goes forward. The clock itself is the caller's.

use std::ops::Add;

/// Milliseconds on a monotonic clock, or a span of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Millis(pub(crate) u64);

impl Add for Millis {
    type Output = Millis;

    fn add(self, span: Millis) -> Millis {
        Millis(self.0.saturating_add(span.0))
    }
}

impl Millis {
    /// The span from `earlier` to here; none if `earlier` is later.
    pub(crate) fn since(self, earlier: Millis) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

/// The earlier of two deadlines, where there are any.
pub(crate) fn earliest(a: Option<Millis>, b: Option<Millis>) -> Option<Millis> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
