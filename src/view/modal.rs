//! Modal in the DOM: the trigger in the flow, the content in the browser's own dialog, which keeps the focus inside, gives it
//! back, closes on Escape and lies above everything.

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots};
use crate::component::Modal;

pub(crate) fn build(on_demand: &OnDemand) -> Drawn {
    let element = shape!(Element::new("div", "modal").with(&[("part", "modal")]).holding(&[
        &Element::new("div", "trigger"),
        &Element::new("dialog", "dialog").with(&[("part", "dialog")]).holding(&[
            &Element::new("button", "close").with(&[("type", "button"), ("part", "close")]),
            &Element::new("div", "content"),
        ]),
    ]));
    let parts = (element.first_child(), element.last_child());
    let (Some(trigger), Some(dialog)) = parts else { return Drawn::plain(element) };
    if let Some(close) = dialog.first_child() {
        close.set_attribute("aria-label", &on_demand.word("close"));
    }
    let content = dialog.last_child().unwrap_or_else(|| dialog.clone());
    Drawn { element, control: dialog, children: Slots::Pair(trigger, content) }
}

/// Whether the modal is open after a press on `target`: the trigger opens it; the close button and the backdrop, which is
/// the dialog element itself, close it.
pub(crate) fn press(modal: &Element, target: &Element, is_open: bool) -> bool {
    let (Some(trigger), Some(dialog)) = (modal.first_child(), modal.last_child()) else { return is_open };
    if trigger.contains(target) {
        return true;
    }
    let closes = *target == dialog || dialog.first_child().is_some_and(|close| close.contains(target));
    is_open && !closes
}

/// Opens or closes the dialog once what belongs into it is there.
pub(crate) fn place(drawn: &Drawn, modal: &Modal) {
    let dialog = &drawn.control;
    match (modal.is_open, dialog.is_open()) {
        // Fails only while the dialog is not in a document; it is tried again when it is.
        (true, false) => drop(dialog.show_modal()),
        (false, true) => dialog.close(),
        _ => {}
    }
}
