//! Image in the DOM. The words stand in for a picture that may not or cannot be loaded.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::Image;

pub(crate) fn build(image: &Image) -> Drawn {
    let element = shape!(Element::new("div", "image").with(&[("part", "image")]));
    let control = match &image.url {
        Some(url) => {
            let picture = shape!(Element::new("img", "").with(&[("loading", "lazy"), ("decoding", "async")]));
            picture.set_attribute("alt", &image.description);
            picture.set_attribute("src", url);
            picture
        }
        None => {
            let words = shape!(Element::new("span", "missing").with(&[("role", "img")]));
            words.set_text(&image.description);
            words.set_optional("aria-label", &image.description);
            words
        }
    };
    element.append(&control);
    let drawn = Drawn { element, control, children: Slots::None };
    show(&drawn, image);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &Image, now: &Image) -> Update {
    if before.url.is_some() != now.url.is_some() || now.url.is_none() && before != now {
        return Update::Rebuild;
    }
    if let (true, Some(url)) = (before.url != now.url, &now.url) {
        drawn.element.remove_attribute("data-broken");
        drawn.control.set_attribute("src", url);
    }
    if before.description != now.description {
        drawn.control.set_attribute("alt", &now.description);
    }
    show(drawn, now);
    Update::Done
}

fn show(drawn: &Drawn, image: &Image) {
    drawn.element.set_attribute("data-variant", image.variant);
    drawn.element.set_optional("data-fit", image.fit.unwrap_or_default());
}

/// The picture did not load.
pub(crate) fn mark_broken(element: &Element) {
    element.toggle_attribute("data-broken", true);
}
