//! Icon in the DOM: a drawing, hidden from assistive technology unless it has a name.

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::{Icon, Symbol};

pub(crate) fn build(icon: &Icon, on_demand: &OnDemand) -> Drawn {
    let element = shape!(
        Element::new("span", "icon").with(&[("part", "icon"), ("aria-hidden", "true")]).holding(&[&Element::svg(
            "svg"
        )
        .with(&[("viewBox", "0 0 24 24"), ("focusable", "false"), ("aria-hidden", "true")])
        .holding(&[&Element::svg("path")])])
    );
    let drawn = Drawn { control: element.clone(), children: Slots::None, element };
    draw(&drawn, icon, on_demand);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &Icon, now: &Icon, on_demand: &OnDemand) -> Update {
    if before != now {
        draw(drawn, now, on_demand);
    }
    Update::Done
}

fn draw(drawn: &Drawn, icon: &Icon, on_demand: &OnDemand) {
    let Some(svg) = drawn.element.first_child() else { return };
    match &icon.symbol {
        Symbol::Path(path) => {
            svg.set_attribute("viewBox", "0 0 24 24");
            if let Some(shape) = svg.first_child() {
                shape.set_attribute("d", path);
            }
        }
        Symbol::Named(name) => on_demand.icon(&svg, name),
    }
}
