//! The places as a list: beside the picture, for those who do not see it, and for those who look for a name.

use super::dom::Element;
use super::marks::color;
use crate::properties::Wanted;
use crate::texts;
use crate::words::Words;

/// What is in the panel beside the picture. The same elements tell of other places, so that the focus stays.
pub struct List {
    panel: Element,
    title: Element,
    list: Element,
    /// An item each, with a button in it.
    places: Vec<Element>,
    routes_title: Element,
    routes: Element,
    selected: Option<usize>,
    /// The place that Tab leads to.
    pub stop: usize,
}

impl List {
    /// `title_id` is the id that the heading is to bear.
    pub fn new(panel: &Element, title_id: &str) -> List {
        let part = |id: &str, class: &str| {
            let title = Element::html("p", "map-list-title").with("id", id);
            let list = Element::html("ul", class).with("role", "list").with("aria-labelledby", id);
            (title, list)
        };
        let (title, list) = part(title_id, "map-places");
        panel.append(&title);
        panel.append(&list);
        let (routes_title, routes) = part(&[title_id, "-routes"].concat(), "map-ways");
        let (panel, places) = (panel.clone(), Vec::new());
        List { panel, title, list, places, routes_title, routes, selected: None, stop: 0 }
    }

    /// Other places, or another language.
    pub fn update(&mut self, wanted: &Wanted, words: &dyn Words) {
        self.title.set_text(&words.word("mapPlaces"));
        while self.places.len() > wanted.pins.len() {
            self.places.pop().iter().for_each(Element::remove);
        }
        for (index, pin) in wanted.pins.iter().enumerate() {
            if index == self.places.len() {
                let button = Element::button("map-place", &["place:", &index.to_string()].concat());
                let place = Element::html("li", "").holding([&button]);
                self.list.append(&place);
                self.places.push(place);
            }
            let dot = Element::html("span", "map-dot").with("aria-hidden", "true");
            color(&dot, &pin.colors);
            let name = texts::pin_name(wanted, index, words);
            let name = Element::html("span", "map-place-name").with("dir", "auto").text(&name);
            let coordinates = || texts::coordinates(pin.place, words);
            let more = Element::html("span", "map-place-more")
                .with("dir", if pin.description.is_some() { "auto" } else { "ltr" })
                .text(&pin.description.clone().unwrap_or_else(coordinates));
            // A blank between them, for those who hear it in one.
            let gap = Element::html("span", "").text(" ");
            let words = Element::html("span", "map-place-words").holding([&name, &gap, &more]);
            if let Some(button) = self.places[index].first_child() {
                button.clear();
                button.holding([&dot, &words]);
            }
        }
        self.focused(self.stop);
        self.routes_title.set_text(&words.word("mapRoutes"));
        self.routes.clear();
        for part in [&self.routes_title, &self.routes] {
            if wanted.routes.is_empty() {
                part.remove();
            } else {
                self.panel.append(part);
            }
        }
        for route in &wanted.routes {
            let text = texts::route(wanted, *route, words);
            self.routes.append(&Element::html("li", "map-way").with("dir", "auto").text(&text));
        }
    }

    pub fn select(&mut self, selected: Option<usize>) {
        if selected == self.selected {
            return;
        }
        if let Some(button) = self.button(self.selected) {
            button.unset("aria-current");
        }
        if let Some(button) = self.button(selected) {
            button.set("aria-current", "true");
        }
        self.selected = selected;
    }

    fn button(&self, index: Option<usize>) -> Option<Element> {
        self.places.get(index?)?.first_child()
    }

    /// The focus went to this place: Tab leads here next time.
    pub fn focused(&mut self, index: usize) {
        self.stop = index;
        for other in 0..self.places.len() {
            if let Some(button) = self.button(Some(other)) {
                button.set("tabindex", if other == index { "0" } else { "-1" });
            }
        }
    }
}
