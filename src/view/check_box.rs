//! CheckBox in the DOM: a check box beside its label.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::CheckBox;

pub(crate) fn build(check_box: &CheckBox) -> Drawn {
    let element = shape!(Element::new("div", "field checkbox").with(&[("part", "field")]).holding(&[
        &Element::new("label", "choice").holding(&[
            &Element::new("input", "").with(&[("type", "checkbox"), ("part", "checkbox")]),
            &Element::new("span", "")
        ])
    ]));
    let control = element.first_child().and_then(|label| label.first_child()).unwrap_or_else(|| element.clone());
    let drawn = Drawn { element, control, children: Slots::None };
    show(&drawn, check_box);
    drawn
}

pub(crate) fn update(drawn: &Drawn, _: &CheckBox, now: &CheckBox) -> Update {
    show(drawn, now);
    Update::Done
}

fn show(drawn: &Drawn, check_box: &CheckBox) {
    drawn.control.show_checked(check_box.is_checked);
    if let Some(label) = drawn.control.next_sibling() {
        label.show_text(&check_box.label);
    }
}
