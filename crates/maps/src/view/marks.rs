//! Pins, groups of pins and names in the picture, and the card of the one that is open.

use super::dom::Element;
use crate::clusters::Mark;
use crate::map::Map;
use crate::maths;
use crate::pin::Colors;
use crate::projection::Point;
use crate::scene::{Edge, Scene};
use crate::texts;
use crate::words::{Words, counted};

const TEARDROP: &str = "M13.5 42.4c-.7 0-1.1-.5-1.2-1.1C11.4 32.8 1 26.4 1 13.5a12.5 12.5 0 0 1 25 0c0 12.9-10.4 19.3-11.3 27.8-.1.6-.5 1.1-1.2 1.1z";

/// What a mark shows: one that shows the same is the same element, and keeps the focus. `copy` is how many worlds to
/// the east of the mark itself an echo of it stands.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    first: usize,
    count: usize,
    copy: i32,
}

pub struct Marks {
    shown: Vec<(Key, Element)>,
    names: Vec<(usize, Element)>,
    card: Option<(usize, Element)>,
    card_id: String,
    /// The pin that Tab leads to, or to the group that holds it.
    pub stop: usize,
    is_outdated: bool,
}

impl Marks {
    pub fn new(card_id: String) -> Marks {
        Marks { shown: Vec::new(), names: Vec::new(), card: None, card_id, stop: 0, is_outdated: false }
    }

    /// Everything says something else the next time: other pins, or another language.
    pub fn update(&mut self) {
        self.is_outdated = true;
        self.names.drain(..).for_each(|(_, element)| element.remove());
        self.close_card();
    }

    pub fn draw(&mut self, scene: &Scene, map: &Map, layers: (&Element, &Element, &Element), words: &dyn Words) {
        let (marks, names, overlay) = layers;
        self.draw_marks(scene, map, marks, words);
        self.draw_names(scene, map, names);
        self.draw_card(scene, map, overlay, words);
    }

    fn draw_marks(&mut self, scene: &Scene, map: &Map, layer: &Element, words: &dyn Words) {
        let mut old = std::mem::take(&mut self.shown);
        let own = scene.marks.iter().map(|mark| (mark, 0));
        let marks: Vec<(&Mark, i32)> =
            own.chain(scene.echoes.iter().map(|&(own, copy)| (&scene.marks[own], copy))).collect();
        let keys: Vec<Key> = marks.iter().map(|&(mark, copy)| key(mark, copy)).collect();
        old.retain(|(key, element)| {
            let stays = keys.contains(key);
            if !stays {
                element.remove();
            }
            stays
        });
        let is_outdated = std::mem::take(&mut self.is_outdated);
        let mut next = layer.first_child();
        for (&(mark, copy), key) in marks.iter().zip(keys) {
            let standing = old.iter().find(|(other, _)| *other == key).map(|(_, element)| element.clone());
            let is_new = standing.is_none();
            let element = standing.unwrap_or_else(|| {
                let element = build(mark, copy != 0, &self.card_id);
                layer.insert_before(&element, next.as_ref());
                element
            });
            if is_new || is_outdated {
                describe(&element, mark, map, words);
            }
            next = element.next_sibling();
            self.shown.push((key, element));
        }
        self.place(&marks, scene.world, map.selected());
    }

    fn place(&self, marks: &[(&Mark, i32)], world: f64, selected: Option<usize>) {
        let stop = marks.iter().find(|(mark, _)| mark.holds(self.stop)).or(marks.first()).map(|(mark, _)| mark.first());
        // From north to south, so that what is nearer to the reader lies above.
        let mut order: Vec<(f64, usize)> =
            marks.iter().enumerate().map(|(own, (mark, _))| (mark.at().y, own)).collect();
        maths::sort(&mut order);
        for (rank, (_, index)) in order.into_iter().enumerate() {
            let ((mark, copy), (_, element)) = (marks[index], &self.shown[index]);
            let at = mark.at();
            place(element, Point { x: at.x + f64::from(copy) * world, ..at });
            let is_selected = matches!(mark, Mark::Pin { index, .. } if Some(*index) == selected);
            element.style_number("z-index", if is_selected { 9_999.0 } else { rank as f64 });
            if copy == 0 {
                element.set("tabindex", if Some(mark.first()) == stop { "0" } else { "-1" });
            }
            if matches!(mark, Mark::Pin { .. }) {
                element.set("aria-expanded", if is_selected { "true" } else { "false" });
            }
        }
    }

    fn draw_names(&mut self, scene: &Scene, map: &Map, layer: &Element) {
        let mut old = std::mem::take(&mut self.names);
        for label in &scene.labels {
            let standing = old.iter().position(|(index, _)| *index == label.index);
            let element = standing.map(|at| old.swap_remove(at).1).unwrap_or_else(|| {
                let name = map.wanted().pins[label.index].name.as_deref().unwrap_or_default();
                let element = Element::html("span", "map-name").with("dir", "auto").text(name);
                layer.append(&element);
                element
            });
            place(&element, label.at);
            element.style_number("--width", label.width);
            self.names.push((label.index, element));
        }
        old.into_iter().for_each(|(_, element)| element.remove());
    }

    fn draw_card(&mut self, scene: &Scene, map: &Map, layer: &Element, words: &dyn Words) {
        let Some(card) = &scene.card else { return self.close_card() };
        if self.card.as_ref().is_none_or(|(index, _)| *index != card.index) {
            self.close_card();
            let element = build_card(map, card.index, words).with("id", &self.card_id);
            layer.append(&element);
            self.card = Some((card.index, element));
        }
        let Some((_, element)) = &self.card else { return };
        let (edge, length) = match card.edge {
            Edge::Top(top) => ("top", top),
            Edge::Bottom(bottom) => ("bottom", bottom),
        };
        element.set("data-edge", edge);
        for (name, value) in
            [("--left", card.left), ("--width", card.width), ("--edge", length), ("--max-height", card.max_height)]
        {
            element.style_number(name, value);
        }
    }

    fn close_card(&mut self) {
        if let Some((_, element)) = self.card.take() {
            element.remove();
        }
    }
}

fn key(mark: &Mark, copy: i32) -> Key {
    let count = match mark {
        Mark::Pin { .. } => 1,
        Mark::Cluster { members, .. } => members.len(),
    };
    Key { first: mark.first(), count, copy }
}

fn place(element: &Element, at: Point) {
    element.style_number("--x", at.x);
    element.style_number("--y", at.y);
}

/// An echo is for mice and fingers only: it is said and reached where the mark itself is.
fn build(mark: &Mark, is_echo: bool, card_id: &str) -> Element {
    let button = |class: &str| {
        if is_echo { Element::html("div", class).with("aria-hidden", "true") } else { Element::button(class, "") }
    };
    let Mark::Pin { .. } = mark else { return button("map-cluster") };
    let picture = Element::svg("svg", "").with("viewBox", "0 0 27 43").with("aria-hidden", "true");
    picture.append(&Element::svg("path", "map-halo").with("d", TEARDROP));
    picture.append(&Element::svg("path", "map-drop").with("d", TEARDROP));
    let glyph = Element::svg("circle", "map-glyph");
    for (name, value) in [("cx", "13.5"), ("cy", "13.5"), ("r", "4.6")] {
        glyph.set(name, value);
    }
    picture.append(&glyph);
    button("map-pin").with("aria-controls", card_id).holding([&picture])
}

fn describe(element: &Element, mark: &Mark, map: &Map, words: &dyn Words) {
    let (kind, name) = match mark {
        Mark::Pin { index, .. } => {
            color(element, &map.wanted().pins[*index].colors);
            let name = texts::pin_name(map.wanted(), *index, words);
            element.set("title", &name);
            ("pin:", name)
        }
        Mark::Cluster { members, .. } => {
            element.set_text(&words.number(members.len() as f64, 0));
            ("group:", counted(words, "mapClusterOne", "mapCluster", members.len()))
        }
    };
    element.set("data-do", &[kind, &mark.first().to_string()].concat());
    element.set("aria-label", &name);
}

/// Colours that were checked: bytes, and no agent's text.
pub fn color(element: &Element, colors: &Colors) {
    for (name, color) in [("--pin", colors.background), ("--pin-border", colors.border), ("--pin-glyph", colors.glyph)]
    {
        element.style_text(name, &color.css());
    }
}

fn build_card(map: &Map, index: usize, words: &dyn Words) -> Element {
    let name = texts::pin_name(map.wanted(), index, words);
    let close = Element::button("map-close", "close").with("aria-label", &words.word("close"));
    let icon = Element::svg("svg", "").with("viewBox", "0 0 24 24").with("aria-hidden", "true");
    icon.append(&Element::svg("path", "").with("d", "M7 7l10 10M17 7L7 17"));
    close.append(&icon);
    let title = Element::html("p", "map-card-name").with("dir", "auto").text(&name);
    let card =
        Element::html("div", "map-card").with("role", "group").with("aria-label", &name).holding([&close, &title]);
    if let Some(pin) = map.wanted().pins.get(index) {
        if let Some(description) = &pin.description {
            card.append(&Element::html("p", "map-card-text").with("dir", "auto").text(description));
        }
        card.append(
            &Element::html("p", "map-card-place").with("dir", "ltr").text(&texts::coordinates(pin.place, words)),
        );
    }
    card
}
