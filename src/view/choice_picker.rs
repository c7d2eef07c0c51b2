//! ChoicePicker in the DOM: radio buttons or check boxes, which style sheets turn into chips where the agent wants those.

use super::OnDemand;
use super::dom::{Element, lower_case, shape};
use super::drawn::{Drawn, Slots, Update};
use super::field::fresh_id;
use crate::component::ChoicePicker;

pub(crate) fn build(picker: &ChoicePicker, on_demand: &OnDemand) -> Drawn {
    let element = shape!(
        Element::new("fieldset", "field choices")
            .with(&[("part", "field")])
            .holding(&[&Element::new("legend", "label").with(&[("part", "label")])])
    );
    if picker.is_single {
        element.set_attribute("role", "radiogroup");
    }
    if picker.is_filterable {
        let filter = shape!(Element::new("input", "input filter").with(&[("type", "search"), ("part", "input")]));
        filter.set_attribute("aria-label", &on_demand.word("filter"));
        filter.set_attribute("placeholder", &on_demand.word("filter"));
        element.append(&filter);
    }
    let options = shape!(Element::new("div", "options").with(&[("part", "options")]));
    options.set_attribute("data-group", &fresh_id());
    element.append(&options);
    let drawn = Drawn { control: element.clone(), element, children: Slots::None };
    show(&drawn, picker);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &ChoicePicker, now: &ChoicePicker) -> Update {
    if before.is_single != now.is_single || before.is_filterable != now.is_filterable {
        return Update::Rebuild;
    }
    if before != now {
        show(drawn, now);
    }
    Update::Done
}

fn show(drawn: &Drawn, picker: &ChoicePicker) {
    if let Some(legend) = drawn.element.first_child() {
        legend.show_text(&picker.label);
        legend.toggle_attribute("hidden", picker.label.is_empty());
    }
    let Some(options) = drawn.element.find(OPTIONS) else { return };
    options.show_attribute("data-style", if picker.is_chips { "chips" } else { "checkbox" });
    let group = options.attribute("data-group").unwrap_or_default();
    let mut next = options.first_child();
    for option in &picker.options {
        let label = next.clone().unwrap_or_else(|| {
            let label = shape!(
                Element::new("label", "choice")
                    .with(&[("part", "choice")])
                    .holding(&[&Element::new("input", "").with(&[("part", "checkbox")]), &Element::new("span", "")])
            );
            if let Some(input) = label.first_child() {
                input.set_attribute("type", if picker.is_single { "radio" } else { "checkbox" });
                input.set_attribute("name", &group);
            }
            options.append(&label);
            label
        });
        next = next.and_then(|label| label.next_sibling());
        let (Some(input), Some(text)) = (label.first_child(), label.last_child()) else { continue };
        let is_selected = picker.is_selected(&option.value);
        input.show_attribute("value", &option.value);
        input.show_checked(is_selected);
        input.set_disabled(picker.is_full() && !is_selected);
        text.show_text(&option.label);
    }
    while let Some(surplus) = next {
        next = surplus.next_sibling();
        surplus.remove();
    }
    if let Some(typed) = drawn.element.find(":scope > .filter").map(|filter| filter.value()) {
        filter(&drawn.element, picker, &typed);
    }
}

const OPTIONS: &str = ":scope > .options";

/// Whether an event's target is the text box that narrows the options down.
pub(crate) fn is_filter(target: &Element) -> bool {
    target.attribute("type").as_deref() == Some("search")
}

/// Shows the options whose label contains what was typed into the filter. What is hidden stays chosen.
pub(crate) fn filter(element: &Element, picker: &ChoicePicker, typed: &str) {
    let typed = lower_case(typed.trim());
    let mut label = element.find(OPTIONS).and_then(|options| options.first_child());
    for option in &picker.options {
        let Some(current) = label else { break };
        current.toggle_attribute("hidden", !lower_case(&option.label).contains(&typed));
        label = current.next_sibling();
    }
}
