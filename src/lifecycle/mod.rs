//! building → retrying → failed → painted: what one activity shows, and when.
//!
//! Architecture invariant: nothing here knows surfaces, AG-UI, a clock or the DOM. Facts about surfaces (how many live, whether
//! anything can be seen) and the time are arguments; the answer is a [`View`] to draw and the next moment to look again.

use crate::Millis;

mod content;
mod draw;
mod generation;
mod machine;
mod panel;
#[cfg(test)]
mod properties;
mod recovery;
mod texts;
#[cfg(test)]
mod transitions;
mod view;

pub(crate) use content::{Content, Report, Status, same};
pub(crate) use machine::{Asking, Input, Lifecycle, Prepared, RunEnd};
pub(crate) use panel::{Finding, Panel, PanelKind};
#[cfg(test)]
pub(crate) use properties::Dice;
pub(crate) use recovery::{Exposure, Recovery};
pub(crate) use texts::{English, Label, Text, Texts};
pub(crate) use view::{Card, Loader, Note, Screen, State, View};
