//! What one activity shows: a value to draw, compare and test. At most one loader fits into it.

use super::{Exposure, Label, Panel, Text};

/// The state hosts see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Idle,
    Building,
    Retrying,
    Failed,
    Painted,
}

impl State {
    /// As the `state` property spells it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            State::Idle => "idle",
            State::Building => "building",
            State::Retrying => "retrying",
            State::Failed => "failed",
            State::Painted => "painted",
        }
    }
}

/// Everything one activity has on screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) state: State,
    pub(crate) screen: Screen,
    /// Surfaces exist and are being built out of sight; the screen is frozen meanwhile.
    pub(crate) preparing: bool,
    /// How much of an agent's troubles the server wants people to see beside painted surfaces, if it said so.
    pub(crate) said: Option<Exposure>,
}

/// The one thing on screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Screen {
    /// No height at all.
    Nothing,
    Loader(Loader),
    Failure(Card),
    Surfaces {
        /// The agent works on something newer: `aria-busy`.
        busy: bool,
        /// A status line below the surfaces.
        note: Option<Note>,
        /// A failure card below the surfaces.
        notice: Option<Card>,
        /// A panel of its own for a correction asked from a person.
        correction: Option<Panel>,
    },
}

/// The skeleton, or the host's loader in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loader {
    pub(crate) label: Label,
    /// Shown if above zero; never announced.
    pub(crate) tokens: Option<u64>,
    /// 0 to 3: rows up to this phase are opaque.
    pub(crate) phase: u8,
    /// Whether the host's own loader may stand here instead.
    pub(crate) host: bool,
    /// No animation: nothing goes on until a person answers.
    pub(crate) still: bool,
    pub(crate) panel: Option<Panel>,
}

/// The failure card.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Card {
    pub(crate) title: Text,
    pub(crate) text: Text,
    pub(crate) panel: Option<Panel>,
}

/// A status line after painted surfaces.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    pub(crate) label: Label,
    pub(crate) panel: Option<Panel>,
}
