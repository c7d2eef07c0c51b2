//! Divider in the DOM: a rule, which is a separator by nature.

use super::dom::{Element, shape};
use super::drawn::Drawn;
use crate::component::Divider;

pub(crate) fn build(divider: &Divider) -> Drawn {
    Drawn::plain(if divider.is_vertical {
        shape!(Element::new("hr", "divider vertical").with(&[("part", "divider"), ("aria-orientation", "vertical")]))
    } else {
        shape!(Element::new("hr", "divider").with(&[("part", "divider")]))
    })
}
