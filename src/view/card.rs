//! Card in the DOM: a frame.

use super::dom::{Element, shape};
use super::drawn::Drawn;

pub(crate) fn build() -> Drawn {
    Drawn::container(shape!(Element::new("div", "card").with(&[("part", "card")])))
}
