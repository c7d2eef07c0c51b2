//! Canvas: children that want room of their own (custom components reference, section 4.1).

use super::children::Children;
use super::property::{Kind, Property, required};
use super::reader::Reader;

pub(crate) const PROPERTIES: &[Property] = &[required("children", Kind::Children)];

#[derive(Debug, PartialEq)]
pub struct Canvas {
    pub children: Children,
}

impl Canvas {
    pub(crate) fn read(reader: &Reader) -> Canvas {
        Canvas { children: reader.children("children") }
    }
}
