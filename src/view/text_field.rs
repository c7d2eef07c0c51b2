//! TextField in the DOM: an input or a text area under its label.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use super::field;
use crate::component::TextField;

pub(crate) fn build(text_field: &TextField) -> Drawn {
    let control = match text_field.variant {
        "longText" => shape!(Element::new("textarea", "input").with(&[("part", "input"), ("rows", "4")])),
        variant => {
            let input = shape!(Element::new("input", "input").with(&[("part", "input")]));
            let attributes: &[(&str, &str)] = match variant {
                "number" => &[("type", "text"), ("inputmode", "decimal")],
                "obscured" => &[("type", "password"), ("autocomplete", "off")],
                "date" => &[("type", "date")],
                _ => &[("type", "text")],
            };
            input.with(attributes)
        }
    };
    let drawn = field::build("field", &text_field.label, control);
    show(&drawn, text_field);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &TextField, now: &TextField) -> Update {
    if before.variant != now.variant {
        return Update::Rebuild;
    }
    field::show_label(drawn, &now.label);
    show(drawn, now);
    Update::Done
}

fn show(drawn: &Drawn, text_field: &TextField) {
    drawn.control.show_value(&text_field.value);
    drawn.control.show_attribute("placeholder", &text_field.placeholder);
}
