//! Charts and maps in the DOM: an element that a module of its own draws in, loaded when the first of them is shown.

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::{Drawing, Shown};

pub(crate) fn build(drawing: &Drawing, shown: &Shown, id: &str, on_demand: &OnDemand) -> Drawn {
    // Of the size of what is to come, and known as not there yet, until the module says otherwise.
    let element =
        shape!(Element::new("div", "drawing").with(&[("data-placeholder", "pending"), ("aria-busy", "true")]));
    element.set_attribute("part", drawing.module);
    element.set_component_id(id);
    draw(&element, drawing, shown, on_demand);
    Drawn { control: element.clone(), element, children: Slots::Foreign }
}

pub(crate) fn update(drawn: &Drawn, before: &Shown, now: &Shown, on_demand: &OnDemand, drawing: &Drawing) -> Update {
    if before.component != now.component || before.common != now.common {
        draw(&drawn.element, drawing, now, on_demand);
    }
    Update::Done
}

fn draw(element: &Element, drawing: &Drawing, shown: &Shown, on_demand: &OnDemand) {
    let Drawing { module, name, properties } = drawing;
    on_demand.draw(element, module, name, properties, &shown.common.label, &shown.common.description);
}
