//! The places as a list: beside the picture, for those who do not see it, and for those who look for a name.

use super::dom::Element;
use super::frame::Frame;
use super::marks::color;
use crate::properties::Wanted;
use crate::texts;
use crate::words::Words;

/// The buttons of the list, in order.
pub struct List {
    places: Vec<Element>,
    selected: Option<usize>,
}

impl List {
    /// Fills the frame's panel.
    pub fn build(frame: &Frame, wanted: &Wanted, words: &dyn Words) -> List {
        let (panel, title_id) = (&frame.list, frame.list_title.as_str());
        panel.clear();
        let title = Element::html("p", "map-list-title").with("id", title_id).text(&words.word("mapPlaces"));
        let list = Element::html("ul", "map-places").with("role", "list").with("aria-labelledby", title_id);
        let mut places = Vec::new();
        for (index, pin) in wanted.pins.iter().enumerate() {
            let number = index.to_string();
            let dot = Element::html("span", "map-dot").with("aria-hidden", "true");
            color(&dot, &pin.colors);
            let name = texts::pin_name(wanted, index, words);
            let name = Element::html("span", "map-place-name").with("dir", "auto").text(&name);
            let more = match &pin.description {
                Some(description) => Element::html("span", "map-place-more").with("dir", "auto").text(description),
                None => Element::html("span", "map-place-more")
                    .with("dir", "ltr")
                    .text(&texts::coordinates(pin.place, words)),
            };
            // A blank between them, for those who hear it in one.
            let gap = Element::html("span", "").text(" ");
            let words = Element::html("span", "map-place-words").holding([&name, &gap, &more]);
            let button = Element::button("map-place", &["place:", &number].concat())
                .with("tabindex", if index == 0 { "0" } else { "-1" })
                .holding([&dot, &words]);
            list.append(&Element::html("li", "").holding([&button]));
            places.push(button);
        }
        panel.append(&title);
        panel.append(&list);
        if !wanted.routes.is_empty() {
            let id = [title_id, "-routes"].concat();
            let title = Element::html("p", "map-list-title").with("id", &id).text(&words.word("mapRoutes"));
            let list = Element::html("ul", "map-ways").with("role", "list").with("aria-labelledby", &id);
            for route in &wanted.routes {
                let text = texts::route(wanted, *route, words);
                list.append(&Element::html("li", "map-way").with("dir", "auto").text(&text));
            }
            panel.append(&title);
            panel.append(&list);
        }
        List { places, selected: None }
    }

    pub fn select(&mut self, selected: Option<usize>) {
        if selected == self.selected {
            return;
        }
        if let Some(place) = self.selected.and_then(|index| self.places.get(index)) {
            place.unset("aria-current");
        }
        if let Some(place) = selected.and_then(|index| self.places.get(index)) {
            place.set("aria-current", "true");
        }
        self.selected = selected;
    }

    /// The focus went to this place: Tab leads here next time.
    pub fn focused(&self, index: usize) {
        for (other, place) in self.places.iter().enumerate() {
            place.set("tabindex", if other == index { "0" } else { "-1" });
        }
    }
}
