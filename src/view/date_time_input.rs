//! DateTimeInput in the DOM: the browser's own date and time inputs.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use super::field;
use crate::component::{DateTimeInput, Parts};

pub(crate) fn build(input: &DateTimeInput) -> Drawn {
    let control = shape!(Element::new("input", "input").with(&[("part", "input")]));
    control.set_attribute(
        "type",
        match input.parts {
            Parts::Date => "date",
            Parts::Time => "time",
            Parts::DateAndTime => "datetime-local",
        },
    );
    let drawn = field::build("field", &input.label, control);
    show(&drawn, input);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &DateTimeInput, now: &DateTimeInput) -> Update {
    if before.parts != now.parts {
        return Update::Rebuild;
    }
    field::show_label(drawn, &now.label);
    show(drawn, now);
    Update::Done
}

fn show(drawn: &Drawn, input: &DateTimeInput) {
    drawn.control.show_attribute("min", &input.min);
    drawn.control.show_attribute("max", &input.max);
    drawn.control.show_value(&input.value);
}
