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
    places: Vec<Place>,
    routes_title: Element,
    routes: Element,
    selected: Option<usize>,
    /// The place that Tab leads to.
    pub stop: usize,
}

struct Place {
    item: Element,
    button: Element,
    dot: Element,
    name: Element,
    more: Element,
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
        for gone in self.places.drain(wanted.pins.len().min(self.places.len())..) {
            gone.item.remove();
        }
        for (index, pin) in wanted.pins.iter().enumerate() {
            if index == self.places.len() {
                let place = build(index);
                self.list.append(&place.item);
                self.places.push(place);
            }
            let Place { dot, name, more, .. } = &self.places[index];
            color(dot, &pin.colors);
            name.set_text(&texts::pin_name(wanted, index, words));
            match &pin.description {
                Some(description) => more.set_text(description),
                None => more.set_text(&texts::coordinates(pin.place, words)),
            }
            more.set("dir", if pin.description.is_some() { "auto" } else { "ltr" });
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
        if let Some(place) = self.selected.and_then(|index| self.places.get(index)) {
            place.button.unset("aria-current");
        }
        if let Some(place) = selected.and_then(|index| self.places.get(index)) {
            place.button.set("aria-current", "true");
        }
        self.selected = selected;
    }

    /// The focus went to this place: Tab leads here next time.
    pub fn focused(&mut self, index: usize) {
        self.stop = index;
        for (other, place) in self.places.iter().enumerate() {
            place.button.set("tabindex", if other == index { "0" } else { "-1" });
        }
    }
}

fn build(index: usize) -> Place {
    let dot = Element::html("span", "map-dot").with("aria-hidden", "true");
    let name = Element::html("span", "map-place-name").with("dir", "auto");
    let more = Element::html("span", "map-place-more");
    // A blank between them, for those who hear it in one.
    let gap = Element::html("span", "").text(" ");
    let words = Element::html("span", "map-place-words").holding([&name, &gap, &more]);
    let button = Element::button("map-place", &["place:", &index.to_string()].concat()).holding([&dot, &words]);
    let item = Element::html("li", "").holding([&button]);
    Place { item, button, dot, name, more }
}
