//! What all components share in the DOM: weight, accessible name and description, hiding, live regions, complaints.

use super::OnDemand;
use super::dom::Element;
use super::drawn::Drawn;
use super::field;
use crate::component::{Common, Component, Live, Shown};
use crate::data_model::number_text;

pub(crate) fn build(drawn: &Drawn, shown: &Shown, on_demand: &OnDemand) {
    if shown.common != Common::NONE {
        apply(drawn, shown, None, on_demand);
    }
    if shown.common.label.is_empty()
        && let Some(label) = field::substitute_label(&shown.component, on_demand)
    {
        drawn.control.set_attribute("aria-label", &label);
    }
}

pub(crate) fn update(drawn: &Drawn, before: &Shown, now: &Shown, on_demand: &OnDemand) {
    if before.common != now.common {
        apply(drawn, now, Some(&before.common), on_demand);
    }
    if now.component.is_input() && now.common.label.is_empty() {
        let label = field::substitute_label(&now.component, on_demand);
        drawn.control.show_attribute("aria-label", label.as_deref().unwrap_or_default());
    }
}

fn apply(drawn: &Drawn, shown: &Shown, before: Option<&Common>, on_demand: &OnDemand) {
    let common = &shown.common;
    const NONE: &Common = &Common::NONE;
    let before = before.unwrap_or(NONE);
    let Drawn { element, control, .. } = drawn;
    if common.weight != before.weight {
        element.set_style("--weight", &common.weight.map(number_text).unwrap_or_default());
        element.toggle_attribute("data-weight", common.weight.is_some());
    }
    // A drawing names itself, with these words if it was given them.
    let is_named_here = !matches!(shown.component, Component::Drawing(_));
    if common.label != before.label && is_named_here {
        name(control, &shown.component, &common.label);
    }
    if common.is_hidden != before.is_hidden {
        // `inert` takes what is focusable out of reach too, which `aria-hidden` alone does not.
        let is_nested = || shown.component.is_control() && element.parent().is_some_and(|parent| parent.is_in_button());
        element.toggle_attribute("inert", common.is_hidden || is_nested());
        element.set_optional("aria-hidden", if common.is_hidden { "true" } else { "" });
    }
    if common.live != before.live {
        element.set_optional(
            "aria-live",
            match common.live {
                Live::Off => "",
                Live::Polite => "polite",
                Live::Assertive => "assertive",
            },
        );
    }
    match &shown.component {
        Component::Button(_) => {
            if common.is_invalid != before.is_invalid {
                control.set_disabled(common.is_invalid);
            }
            if common.complaint != before.complaint || common.description != before.description {
                let complaint = common.complaint.as_deref().unwrap_or_default();
                control.set_optional("title", complaint);
                control.set_optional("aria-description", [&common.description, " ", complaint].concat().trim());
            }
        }
        component if component.is_input() => field::show_state(drawn, component, common, before, on_demand),
        _ if common.description != before.description && is_named_here => {
            control.set_optional("aria-description", &common.description)
        }
        _ => {}
    }
}

/// Elements without a role of their own get the one that may carry a name.
fn name(control: &Element, component: &Component, label: &str) {
    match component {
        Component::Icon(_) => {
            control.set_optional("role", if label.is_empty() { "" } else { "img" });
            control.set_optional("aria-hidden", if label.is_empty() { "true" } else { "" });
        }
        Component::Card(_) | Component::Row(_) | Component::Column(_) => {
            control.set_optional("role", if label.is_empty() { "" } else { "group" });
        }
        _ => {}
    }
    control.set_optional("aria-label", label);
}
