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
            let words = shape!(Element::new("span", "missing"));
            words.set_text(&image.description);
            if !image.description.is_empty() {
                words.set_attribute("role", "img");
                words.set_attribute("aria-label", &image.description);
            }
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
        show_words(&drawn.element, &now.description);
    }
    show(drawn, now);
    Update::Done
}

fn show(drawn: &Drawn, image: &Image) {
    drawn.element.show_attribute("data-variant", image.variant);
    drawn.element.show_attribute("data-fit", image.fit.unwrap_or_default());
}

/// The picture did not load. It stays for assistive technology, which reads its words; a quiet box shows them to all others.
pub(crate) fn mark_broken(element: &Element) {
    element.toggle_attribute("data-broken", true);
    let words = element.first_child().and_then(|picture| picture.attribute("alt"));
    show_words(element, &words.unwrap_or_default());
}

fn show_words(element: &Element, words: &str) {
    if element.attribute("data-broken").is_some() {
        element.set_attribute("data-words", words);
    }
}
