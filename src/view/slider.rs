//! Slider in the DOM: a range input, with its value beside the label.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use super::field;
use crate::component::Slider;
use crate::data_model::number_text;

pub(crate) fn build(slider: &Slider) -> Drawn {
    let control = shape!(Element::new("input", "range").with(&[("type", "range"), ("part", "range")]));
    let drawn = field::build("field slider", &slider.label, control);
    let output = shape!(Element::new("output", "value").with(&[("part", "value"), ("aria-hidden", "true")]));
    drawn.control.before(&output);
    show(&drawn, slider);
    drawn
}

pub(crate) fn update(drawn: &Drawn, _: &Slider, now: &Slider) -> Update {
    field::show_label(drawn, &now.label);
    show(drawn, now);
    Update::Done
}

fn show(drawn: &Drawn, slider: &Slider) {
    let number = number_text;
    let control = &drawn.control;
    control.show_attribute("min", &number(slider.min));
    control.show_attribute("max", &number(slider.max));
    control.show_attribute("step", &slider.step.map_or_else(|| "any".to_owned(), number));
    control.set_disabled(slider.is_fixed());
    let value = number(slider.value);
    control.show_value(&value);
    let share = if slider.is_fixed() { 0.0 } else { (slider.value - slider.min) / (slider.max - slider.min) };
    control.set_style("--fill", &[number(share * 100.0).as_str(), "%"].concat());
    control.show_attribute("aria-valuetext", &shorten(slider.value));
    if let Some(output) = drawn.element.first_child().and_then(|label| label.next_sibling()) {
        output.show_text(&shorten(slider.value));
    }
}

/// Two decimals are all a person reads while dragging.
fn shorten(value: f64) -> String {
    number_text((value * 100.0).round() / 100.0)
}
