//! Modal in the DOM: the trigger in the flow, the content in the browser's own dialog, which keeps the focus inside, gives it
//! back, closes on Escape and lies above everything.

use std::cell::Cell;

use super::OnDemand;
use super::dom::{Element, page, shape};
use super::drawn::{Drawn, Slots};
use crate::component::Modal;

const HEADINGS: &str = "h1, h2, h3, h4, h5, h6";
const PRESSABLE: &str = "button, a[href], input, textarea, summary, [tabindex]";

pub(crate) fn build(on_demand: &OnDemand) -> Drawn {
    let element = shape!(Element::new("div", "modal").with(&[("part", "modal")]).holding(&[
        &Element::new("div", "trigger"),
        &Element::new("dialog", "dialog").with(&[("part", "dialog-backdrop"), ("aria-modal", "true")]).holding(&[
            &Element::new("div", "sheet").with(&[("part", "dialog")]).holding(&[
                &Element::new("button", "close").with(&[("type", "button"), ("part", "close")]),
                &Element::new("div", "content"),
            ])
        ]),
    ]));
    let parts = (element.first_child(), element.last_child());
    let (Some(trigger), Some(dialog)) = parts else { return Drawn::plain(element) };
    let sheet = dialog.first_child().unwrap_or_else(|| dialog.clone());
    if let Some(close) = sheet.first_child() {
        close.set_attribute("aria-label", &on_demand.word("close"));
    }
    let content = sheet.last_child().unwrap_or_else(|| dialog.clone());
    Drawn { element, control: dialog, children: Slots::Pair(trigger, content) }
}

/// Whether the modal is open after a press on `target`: the trigger opens it; the close button and what lies around the
/// sheet close it.
pub(crate) fn press(modal: &Element, target: &Element, is_open: bool) -> bool {
    let (Some(trigger), Some(dialog)) = (modal.first_child(), modal.last_child()) else { return is_open };
    if trigger.contains(target) {
        return true;
    }
    let close = dialog.first_child().and_then(|sheet| sheet.first_child());
    let closes = *target == dialog || close.is_some_and(|close| close.contains(target));
    is_open && !closes
}

/// Whether a key on `target` is a press on the trigger: only where nothing in it is pressed by key anyway.
pub(crate) fn is_pressed_by_key(modal: &Element, target: &Element, key: &str) -> bool {
    matches!(key, "Enter" | " ") && modal.first_child().is_some_and(|trigger| trigger == *target)
}

/// Opens or closes the dialog once what belongs into it is there.
pub(crate) fn place(drawn: &Drawn, modal: &Modal) {
    let Slots::Pair(trigger, content) = &drawn.children else { return };
    let pressable = trigger.find(PRESSABLE);
    for (name, value) in [("role", "button"), ("tabindex", "0")] {
        trigger.show_attribute(name, if pressable.is_some() { "" } else { value });
    }
    pressable.as_ref().unwrap_or(trigger).show_attribute("aria-haspopup", "dialog");
    let dialog = &drawn.control;
    match (modal.is_open, dialog.is_open()) {
        (true, false) => {
            name(dialog, content, trigger);
            // Fails only while the dialog is not in a document; it is tried again when it is.
            if dialog.show_modal().is_ok() {
                dialog.toggle_attribute("data-holds", true);
                hold_page(1);
            }
        }
        (false, true) => dialog.close(),
        _ => {}
    }
    if !modal.is_open {
        let_go(dialog);
    }
}

/// Whether this is the dialog that `target` of a close event is; dialogs may lie in each other.
pub(crate) fn is_dialog(modal: &Element, target: &Element) -> bool {
    modal.last_child().is_some_and(|dialog| dialog == *target)
}

/// The dialog is closed, or it is about to go.
pub(crate) fn let_go(dialog: &Element) {
    if dialog.attribute("data-holds").is_some() {
        dialog.remove_attribute("data-holds");
        hold_page(-1);
    }
}

/// A dialog that the agent has not named is called after its first heading, or after what opened it.
fn name(dialog: &Element, content: &Element, trigger: &Element) {
    if dialog.attribute("aria-label").is_none() || dialog.attribute("data-named").is_some() {
        let words = content.find(HEADINGS).and_then(|heading| heading.text_content()).filter(|words| !words.is_empty());
        let words = words.or_else(|| trigger.text_content()).unwrap_or_default();
        dialog.toggle_attribute("data-named", true);
        dialog.set_optional("aria-label", words.trim());
    }
}

/// The page behind does not scroll while a dialog is open.
fn hold_page(change: i32) {
    thread_local!(static OPEN: Cell<i32> = const { Cell::new(0) });
    let before = OPEN.get();
    let now = (before + change).max(0);
    OPEN.set(now);
    if (before == 0) != (now == 0) {
        page().set_style("overflow", if now > 0 { "hidden" } else { "" });
    }
}
