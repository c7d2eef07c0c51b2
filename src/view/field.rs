//! What the inputs have in common: a label, a control, the sentence that says what is wrong, and a description.

use std::cell::Cell;

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots};
use crate::component::{Common, Component, Parts};

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

/// What an input is called that has no label of its own: nobody should meet a field without a name.
pub(crate) fn substitute_label(component: &Component, on_demand: &OnDemand) -> Option<String> {
    let (label, word) = match component {
        Component::CheckBox(check_box) => (&check_box.label, "select"),
        Component::ChoicePicker(picker) => (&picker.label, "choices"),
        Component::DateTimeInput(input) => (
            &input.label,
            match input.parts {
                Parts::Date => "date",
                Parts::Time => "time",
                Parts::DateAndTime => "dateAndTime",
            },
        ),
        Component::Slider(slider) => (&slider.label, "value"),
        Component::TextField(field) if !field.placeholder.is_empty() => {
            return field.label.is_empty().then(|| field.placeholder.clone());
        }
        Component::TextField(field) => (&field.label, "text"),
        _ => return None,
    };
    label.is_empty().then(|| on_demand.word(word))
}

/// Required, invalid and why, and described.
pub(crate) fn show_state(drawn: &Drawn, component: &Component, common: &Common, before: &Common, on_demand: &OnDemand) {
    let Drawn { element, control, .. } = drawn;
    // A group of check boxes has neither state; a slider always has a value.
    let (requires, judges) = match component {
        Component::ChoicePicker(picker) => (picker.is_single, picker.is_single),
        Component::Slider(_) => (false, true),
        _ => (true, true),
    };
    if common.is_required != before.is_required {
        element.toggle_attribute("data-required", common.is_required);
        match component {
            // These have no role that could carry the state.
            Component::DateTimeInput(_) => control.toggle_attribute("required", common.is_required),
            _ if requires => control.set_optional("aria-required", if common.is_required { "true" } else { "" }),
            _ => {}
        }
    }
    if common.complaint != before.complaint || common.description != before.description {
        let complaint =
            common.complaint.as_ref().map(|own| if own.is_empty() { on_demand.word("invalid") } else { own.clone() });
        let complaint = note(element, "complaint", complaint.as_deref().unwrap_or_default());
        let description = note(element, "description", &common.description);
        let ids: Vec<&str> = [&complaint, &description].into_iter().flatten().map(String::as_str).collect();
        control.set_optional("aria-describedby", &ids.join(" "));
        element.toggle_attribute("data-invalid", complaint.is_some());
        if judges {
            control.set_optional("aria-invalid", if complaint.is_some() { "true" } else { "" });
        }
    }
}

/// A sentence at the end of the field, for as long as there is something to say; answers with its id.
fn note(field: &Element, kind: &str, text: &str) -> Option<String> {
    let there = field.find(&[":scope > .", kind].concat());
    if text.is_empty() {
        if let Some(note) = there {
            note.remove();
        }
        return None;
    }
    let note = there.unwrap_or_else(|| {
        let note = Element::new("p", kind).with(&[("part", kind)]);
        note.set_attribute("id", &fresh_id());
        // The one is news, the other only for whoever asks.
        if kind == "complaint" {
            note.set_attribute("role", "alert")
        } else {
            note.toggle_attribute("hidden", true)
        }
        field.append(&note);
        note
    });
    note.show_text(text);
    note.attribute("id")
}
