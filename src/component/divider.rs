//! Divider: a line between things.

use super::property::{Kind, Property, optional};
use super::reader::Reader;

const AXES: &[&str] = &["horizontal", "vertical"];

pub(crate) const PROPERTIES: &[Property] = &[optional("axis", Kind::Choice(AXES))];

#[derive(Debug, PartialEq)]
pub struct Divider {
    pub is_vertical: bool,
}

impl Divider {
    pub(crate) fn read(reader: &Reader) -> Divider {
        Divider { is_vertical: reader.choice("axis", AXES) == "vertical" }
    }
}
