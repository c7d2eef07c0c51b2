//! Row: children beside each other.

use super::children::Children;
use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

pub(super) const JUSTIFY: &[&str] =
    &["start", "center", "end", "spaceBetween", "spaceAround", "spaceEvenly", "stretch"];
pub(super) const ALIGN: &[&str] = &["stretch", "start", "center", "end"];
const DASHBOARD_ALIGN: &[&str] = &["stretch", "start", "center", "end", "baseline"];

pub(crate) const PROPERTIES: &[Property] = &[
    required("children", Kind::Children),
    optional("justify", Kind::Choice(JUSTIFY)),
    optional("align", Kind::Choice(ALIGN)),
];

/// The dashboard catalog's Row and Column.
pub(crate) const DASHBOARD: &[Property] = &[
    required("children", Kind::Children),
    optional("gap", Kind::Number),
    optional("justify", Kind::Choice(JUSTIFY)),
    optional("align", Kind::Choice(DASHBOARD_ALIGN)),
];

/// A Row, or a Column: what differs is the direction alone.
#[derive(Debug, PartialEq)]
pub struct Row {
    pub children: Children,
    /// Along the main axis.
    pub justify: &'static str,
    /// Along the cross axis. `None`: the agent left it to us; children stretch where that suits them.
    pub align: Option<&'static str>,
    /// CSS pixels between the children, where the agent says it.
    pub gap: Option<f64>,
    /// Children have equal shares, and wrap where there is no room for that.
    pub is_even: bool,
}

/// More room than this between two things is none of theirs.
const MAX_GAP: f64 = 128.0;

impl Row {
    pub(crate) fn read(reader: &Reader) -> Row {
        Row {
            children: reader.children("children"),
            justify: reader.choice("justify", JUSTIFY),
            align: reader.has("align").then(|| reader.choice("align", ALIGN)),
            gap: reader.number("gap").map(|gap| gap.clamp(0.0, MAX_GAP)),
            is_even: false,
        }
    }

    pub(crate) fn read_even(reader: &Reader) -> Row {
        Row { is_even: true, ..Row::read(reader) }
    }
}
