//! Button: a child that can be pressed.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;
use crate::ComponentId;

const VARIANTS: &[&str] = &["default", "primary", "borderless"];

pub(crate) const PROPERTIES: &[Property] = &[
    optional("child", Kind::Child),
    optional("label", Kind::Text),
    optional("variant", Kind::Choice(VARIANTS)),
    required("action", Kind::Action),
    optional("checks", Kind::Checks),
];

#[derive(Debug, PartialEq)]
pub struct Button {
    pub child: Option<ComponentId>,
    /// Shown where there is no child: models write it although no catalog knows it.
    pub label: String,
    pub variant: &'static str,
}

impl Button {
    pub(crate) fn read(reader: &Reader) -> Button {
        Button {
            child: reader.child("child"),
            label: reader.text("label"),
            variant: reader.choice("variant", VARIANTS),
        }
    }
}
