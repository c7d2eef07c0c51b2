//! Card: one child in a frame.

use super::property::{Kind, Property, required};
use super::reader::Reader;
use crate::ComponentId;

pub(crate) const PROPERTIES: &[Property] = &[required("child", Kind::Child)];

#[derive(Debug, PartialEq)]
pub struct Card {
    pub child: Option<ComponentId>,
}

impl Card {
    pub(crate) fn read(reader: &Reader) -> Card {
        Card { child: reader.child("child") }
    }
}
