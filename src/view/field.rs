//! What the inputs have in common: a label, a control, and the sentence that says what is wrong.

use std::cell::Cell;

use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots};
use crate::component::Common;

/// Ids tie labels to controls; they are unique in the document whatever agents call their components.
pub(crate) fn fresh_id() -> String {
    thread_local!(static LAST: Cell<u32> = const { Cell::new(0) });
    let id = LAST.get() + 1;
    LAST.set(id);
    format!("a2ui-{id}")
}

/// A field: the label above the control.
pub(crate) fn build(class: &str, label: &str, control: Element) -> Drawn {
    let id = fresh_id();
    let element = shape!(Element::new("div", "field").with(&[("part", "field")]));
    element.set_class(class);
    let label_element = shape!(Element::new("label", "label").with(&[("part", "label")]));
    label_element.set_attribute("for", &id);
    control.set_attribute("id", &id);
    element.append(&label_element);
    element.append(&control);
    let drawn = Drawn { element, control, children: Slots::None };
    show_label(&drawn, label);
    drawn
}

/// The label's text; a field without one has no empty label in its way.
pub(crate) fn show_label(drawn: &Drawn, label: &str) {
    if let Some(element) = drawn.element.first_child() {
        element.show_text(label);
        element.toggle_attribute("hidden", label.is_empty());
    }
}

/// Required, invalid, and why.
pub(crate) fn show_state(drawn: &Drawn, common: &Common, before: &Common) {
    if common.is_required != before.is_required {
        drawn.control.set_optional("aria-required", if common.is_required { "true" } else { "" });
    }
    if common.complaint == before.complaint {
        return;
    }
    let Drawn { element, control, .. } = drawn;
    let shown = element.last_child().filter(|last| last.attribute("part").as_deref() == Some("complaint"));
    match &common.complaint {
        Some(complaint) => {
            let message = shown.unwrap_or_else(|| {
                let message = shape!(Element::new("p", "complaint").with(&[("part", "complaint"), ("role", "alert")]));
                let id = fresh_id();
                message.set_attribute("id", &id);
                control.set_attribute("aria-describedby", &id);
                element.append(&message);
                message
            });
            message.show_text(complaint);
            control.set_attribute("aria-invalid", "true");
        }
        None => {
            if let Some(message) = shown {
                message.remove();
            }
            control.remove_attribute("aria-describedby");
            control.remove_attribute("aria-invalid");
        }
    }
}
