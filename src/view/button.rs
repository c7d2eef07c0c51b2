//! Button in the DOM: a button.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::Button;

pub(crate) fn build(button: &Button) -> Drawn {
    let element = match button.variant {
        "primary" => {
            shape!(Element::new("button", "button primary").with(&[("type", "button"), ("part", "button primary")]))
        }
        "borderless" => {
            shape!(
                Element::new("button", "button borderless").with(&[("type", "button"), ("part", "button borderless")])
            )
        }
        _ => shape!(Element::new("button", "button").with(&[("type", "button"), ("part", "button")])),
    };
    if button.child.is_some() {
        return Drawn::container(element);
    }
    element.set_text(&button.label);
    Drawn { control: element.clone(), element, children: Slots::None }
}

pub(crate) fn update(drawn: &Drawn, before: &Button, now: &Button) -> Update {
    if before.variant != now.variant || before.child.is_some() != now.child.is_some() {
        return Update::Rebuild;
    }
    if now.child.is_none() {
        drawn.element.show_text(&now.label);
    }
    Update::Done
}
