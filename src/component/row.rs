//! Row: children beside each other.

use super::children::Children;
use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

pub(super) const JUSTIFY: &[&str] =
    &["start", "center", "end", "spaceBetween", "spaceAround", "spaceEvenly", "stretch"];
pub(super) const ALIGN: &[&str] = &["stretch", "start", "center", "end"];

pub(crate) const PROPERTIES: &[Property] = &[
    required("children", Kind::Children),
    optional("justify", Kind::Choice(JUSTIFY)),
    optional("align", Kind::Choice(ALIGN)),
];

/// A Row, or a Column: what differs is the direction alone.
#[derive(Debug, PartialEq)]
pub struct Row {
    pub children: Children,
    /// Along the main axis.
    pub justify: &'static str,
    /// Along the cross axis. `None`: the agent left it to us; children stretch where that suits them.
    pub align: Option<&'static str>,
}

impl Row {
    pub(crate) fn read(reader: &Reader) -> Row {
        Row {
            children: reader.children("children"),
            justify: reader.choice("justify", JUSTIFY),
            align: reader.has("align").then(|| reader.choice("align", ALIGN)),
        }
    }
}
