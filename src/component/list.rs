//! List: items in a scrolling column or row.

use super::children::Children;
use super::property::{Kind, Property, optional, required};
use super::reader::Reader;
use super::row::ALIGN;

const DIRECTIONS: &[&str] = &["vertical", "horizontal"];
const STYLES: &[&str] = &["none", "ordered", "unordered"];

pub(crate) const PROPERTIES: &[Property] = &[
    required("children", Kind::Children),
    optional("direction", Kind::Choice(DIRECTIONS)),
    optional("align", Kind::Choice(ALIGN)),
    optional("listStyle", Kind::Choice(STYLES)),
];

#[derive(Debug, PartialEq)]
pub struct List {
    pub children: Children,
    pub is_horizontal: bool,
    pub align: &'static str,
    /// `none`, `ordered` or `unordered`.
    pub style: &'static str,
}

impl List {
    pub(crate) fn read(reader: &Reader) -> List {
        List {
            children: reader.children("children"),
            is_horizontal: reader.choice("direction", DIRECTIONS) == "horizontal",
            align: reader.choice("align", ALIGN),
            style: reader.choice("listStyle", STYLES),
        }
    }
}
