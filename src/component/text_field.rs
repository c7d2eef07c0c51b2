//! TextField: one line or many, plain, numeric or hidden. The value is text in every variant.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

const VARIANTS: &[&str] = &["shortText", "longText", "number", "obscured", "date"];

pub(crate) const PROPERTIES: &[Property] = &[
    required("label", Kind::Text),
    optional("value", Kind::Text),
    optional("placeholder", Kind::Text),
    optional("variant", Kind::Choice(VARIANTS)),
    optional("validationRegexp", Kind::Text),
    optional("checks", Kind::Checks),
];

#[derive(Debug, PartialEq)]
pub struct TextField {
    pub label: String,
    pub value: String,
    pub placeholder: String,
    pub variant: &'static str,
}

impl TextField {
    pub(crate) fn read(reader: &Reader) -> TextField {
        TextField {
            label: reader.text("label"),
            placeholder: reader.text("placeholder"),
            variant: reader.choice("variant", VARIANTS),
            value: reader.text("value"),
        }
    }
}
