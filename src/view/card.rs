//! Card in the DOM: a frame, with a heading where it has a title.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::Card;

pub(crate) fn build(card: &Card) -> Drawn {
    if card.title.is_empty() && card.subtitle.is_empty() {
        return Drawn::container(shape!(Element::new("div", "card").with(&[("part", "card")])));
    }
    let element = shape!({
        let title = Element::new("h3", "text").with(&[("part", "text heading")]);
        let subtitle = Element::new("p", "text caption").with(&[("part", "text caption")]);
        let head = Element::new("div", "head").holding(&[&title, &subtitle]);
        Element::new("div", "card").with(&[("part", "card")]).holding(&[&head, &Element::new("div", "body")])
    });
    write(&element, card);
    let body = element.last_child().unwrap_or_else(|| element.clone());
    Drawn { control: element.clone(), children: Slots::In(body), element }
}

pub(crate) fn update(drawn: &Drawn, before: &Card, now: &Card) -> Update {
    let is_headed = |card: &Card| !card.title.is_empty() || !card.subtitle.is_empty();
    if is_headed(before) != is_headed(now) {
        return Update::Rebuild;
    }
    if is_headed(now) {
        write(&drawn.element, now);
    }
    Update::Done
}

fn write(element: &Element, card: &Card) {
    let head = element.first_child();
    let parts = [
        (head.as_ref().and_then(Element::first_child), &card.title),
        (head.and_then(|head| head.last_child()), &card.subtitle),
    ];
    for (part, text) in parts {
        if let Some(part) = part {
            part.show_text(text);
            part.toggle_attribute("hidden", text.is_empty());
        }
    }
}
