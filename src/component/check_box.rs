//! CheckBox: a yes or no with a label.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

pub(crate) const PROPERTIES: &[Property] =
    &[required("label", Kind::Text), required("value", Kind::Boolean), optional("checks", Kind::Checks)];

#[derive(Debug, PartialEq)]
pub struct CheckBox {
    pub label: String,
    pub is_checked: bool,
}

impl CheckBox {
    pub(crate) fn read(reader: &Reader) -> CheckBox {
        CheckBox { label: reader.text("label"), is_checked: reader.boolean("value") }
    }
}
