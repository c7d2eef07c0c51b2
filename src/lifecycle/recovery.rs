//! The host's patience: when retries show, how long a half-ready surface is held back, how much detail people see.

use super::Millis;

/// How much of an agent's troubles is in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exposure {
    /// Nothing of it, attributes included.
    Hidden,
    /// A closed panel.
    Collapsed,
    /// An open panel.
    Verbose,
}

impl Exposure {
    /// Reads `"hidden"`, `"collapsed"` or `"verbose"`; any other text is no exposure.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "hidden" => Some(Exposure::Hidden),
            "collapsed" => Some(Exposure::Collapsed),
            "verbose" => Some(Exposure::Verbose),
            _ => None,
        }
    }
}

/// The `recovery` options of the element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recovery {
    /// A retry shows after this long. `None`: never by time.
    pub(crate) show_after: Option<Millis>,
    /// A retry shows from this attempt on. `None`: never by count.
    pub(crate) show_after_attempts: Option<u32>,
    /// Used where the agent gives none.
    pub(crate) debug_exposure: Exposure,
    /// An invisible surface is shown anyway after this long. `None`: never.
    pub(crate) hold_max: Option<Millis>,
}

impl Default for Recovery {
    fn default() -> Self {
        Recovery {
            show_after: Some(Millis(2_000)),
            show_after_attempts: Some(2),
            debug_exposure: Exposure::Collapsed,
            hold_max: Some(Millis(8_000)),
        }
    }
}

impl Recovery {
    /// Reads what a host set: not a number ⇒ the default, negative ⇒ 0, infinite ⇒ never.
    pub(crate) fn new(show_after_ms: f64, show_after_attempts: f64, debug_exposure: &str, hold_max_ms: f64) -> Self {
        let defaults = Recovery::default();
        let span = |value: f64, default| match bound(value) {
            Bound::Absent => default,
            Bound::Never => None,
            Bound::At(at) => Some(Millis(at)),
        };
        Recovery {
            show_after: span(show_after_ms, defaults.show_after),
            show_after_attempts: match bound(show_after_attempts) {
                Bound::Absent => defaults.show_after_attempts,
                Bound::Never => None,
                Bound::At(at) => Some(u32::try_from(at).unwrap_or(u32::MAX)),
            },
            debug_exposure: Exposure::parse(debug_exposure).unwrap_or(defaults.debug_exposure),
            hold_max: span(hold_max_ms, defaults.hold_max),
        }
    }
}

enum Bound {
    Absent,
    Never,
    At(u64),
}

fn bound(value: f64) -> Bound {
    if value.is_nan() {
        Bound::Absent
    } else if value == f64::INFINITY {
        Bound::Never
    } else {
        // A float cast saturates, so a negative number is 0. A threshold of 1.5 is first met by 2.
        Bound::At(value.ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_the_default_and_infinity_means_never() {
        let defaults = Recovery::default();
        assert_eq!(Recovery::new(f64::NAN, f64::NAN, "loud", f64::NAN), defaults);

        let never = Recovery::new(f64::INFINITY, f64::INFINITY, "hidden", f64::INFINITY);
        assert_eq!((never.show_after, never.show_after_attempts, never.hold_max), (None, None, None));
        assert_eq!(never.debug_exposure, Exposure::Hidden);

        let zero = Recovery::new(-5.0, f64::NEG_INFINITY, "verbose", -0.1);
        assert_eq!((zero.show_after, zero.show_after_attempts), (Some(Millis(0)), Some(0)));
        assert_eq!(zero.hold_max, Some(Millis(0)));

        assert_eq!(Recovery::new(10.2, 1.5, "", 1.0).show_after_attempts, Some(2));
    }
}
