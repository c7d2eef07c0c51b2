//! Card: one child in a frame, in the dashboard catalog under a title.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;
use crate::ComponentId;

pub(crate) const PROPERTIES: &[Property] = &[required("child", Kind::Child)];

pub(crate) const DASHBOARD: &[Property] =
    &[required("title", Kind::Text), optional("subtitle", Kind::Text), optional("child", Kind::Child)];

#[derive(Debug, PartialEq)]
pub struct Card {
    pub child: Option<ComponentId>,
    /// Empty: none.
    pub title: String,
    pub subtitle: String,
}

impl Card {
    pub(crate) fn read(reader: &Reader) -> Card {
        Card { child: reader.child("child"), title: reader.text("title"), subtitle: reader.text("subtitle") }
    }
}
