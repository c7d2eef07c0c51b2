//! Icon in the DOM: a drawing, hidden from assistive technology unless it has a name or stands for one.

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use crate::component::{Icon, Symbol};

pub(crate) fn build(icon: &Icon, on_demand: &OnDemand) -> Drawn {
    let element = shape!({
        let svg =
            Element::svg("svg").with(&[("viewBox", "0 0 24 24"), ("focusable", "false"), ("aria-hidden", "true")]);
        Element::new("span", "icon")
            .with(&[("part", "icon"), ("aria-hidden", "true")])
            .holding(&[&svg.holding(&[&Element::svg("path")])])
    });
    let drawn = Drawn::plain(element);
    draw(&drawn, icon, on_demand);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &Icon, now: &Icon, on_demand: &OnDemand) -> Update {
    if before != now {
        draw(drawn, now, on_demand);
        if drawn.element.attribute("data-speaks").is_some() {
            speak(&drawn.element, on_demand);
        }
    }
    Update::Done
}

fn draw(drawn: &Drawn, icon: &Icon, on_demand: &OnDemand) {
    let Some(svg) = drawn.element.first_child() else { return };
    match &icon.symbol {
        Symbol::Path(path) => {
            on_demand.forget(&svg);
            drawn.element.remove_attribute("data-icon");
            svg.set_attribute("viewBox", "0 0 24 24");
            if let Some(shape) = svg.first_child() {
                shape.set_attribute("d", path);
            }
        }
        Symbol::Named(name) => {
            drawn.element.set_attribute("data-icon", name);
            on_demand.icon(&svg, name);
        }
    }
}

/// Lets the icon that is all a button holds say what it means, where nobody has named either.
pub(crate) fn speak_in_button(button: &Element, on_demand: &OnDemand) {
    let Some(icon) = button.first_child().filter(|child| child.attribute("part").as_deref() == Some("icon")) else {
        return;
    };
    if icon.next_sibling().is_none() && icon.attribute("role").is_none() {
        icon.toggle_attribute("data-speaks", true);
        icon.set_attribute("role", "img");
        icon.remove_attribute("aria-hidden");
        speak(&icon, on_demand);
    }
}

/// `skip_next` is "skip next", unless the host has a better word for it.
fn speak(icon: &Element, on_demand: &OnDemand) {
    let name = icon.attribute("data-icon").unwrap_or_default();
    let words = on_demand.word(if name.is_empty() { "button" } else { &name });
    icon.set_attribute("aria-label", &words.replace('_', " "));
}
