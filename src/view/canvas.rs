//! Canvas in the DOM: a section with a border, in the place where it is defined.

use super::dom::{Element, shape};
use super::drawn::Drawn;

pub(crate) fn build() -> Drawn {
    Drawn::container(shape!(Element::new("section", "canvas column").with(&[("part", "canvas")])))
}
