//! Map → elements. Listens to nothing: src/js/maps.js forwards what happens, and asks for frames.

mod dom;
mod frame;
mod list;
mod marks;
mod page;

use wasm_bindgen::prelude::*;

use self::dom::Element;
use self::frame::Frame;
use self::list::List;
use self::marks::Marks;
use self::page::Page;
use crate::camera::Size;
use crate::clusters::Mark;
use crate::gesture::Kind;
use crate::map::{Map, Motion};
use crate::outlines::{COUNTRIES, Outlines, Paths};
use crate::pin;
use crate::projection::Point;
use crate::properties::{self, Finding, Wanted};
use crate::scene::Scene;
use crate::texts;

thread_local! {
    static OUTLINES: Option<Outlines> = Outlines::decode(COUNTRIES);
    static PATHS: Paths = OUTLINES.with(|outlines| outlines.as_ref().map(Outlines::paths).unwrap_or_default());
}

/// One map on the page.
#[wasm_bindgen]
pub struct MapView {
    host: Element,
    page: Page,
    id: String,
    name: String,
    /// The properties as they came.
    text: String,
    findings: Vec<Finding>,
    shown: Option<Shown>,
}

struct Shown {
    map: Map,
    frame: Frame,
    marks: Marks,
    list: List,
    scene: Scene,
    is_open: bool,
    /// The view was there once; until then nothing is drawn.
    is_begun: bool,
}

#[wasm_bindgen]
impl MapView {
    /// `id` is no other map's of the page, `name` the kind of map.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Element, name: String, id: String, page: Page) -> MapView {
        MapView { host, page, id, name, text: String::new(), findings: Vec::new(), shown: None }
    }

    /// Takes new properties; the same again are meant for another language. Answers whether there is a map: else it waits
    /// for its view.
    pub fn update(&mut self, properties: String, now: f64) -> bool {
        let (wanted, findings) = properties::read(&self.name, &properties);
        let is_same = properties == self.text;
        self.text = properties;
        let mut shown = self.shown.take().unwrap_or_else(|| self.build());
        let old = shown.map.wanted();
        let is_other = is_same || (&old.pins, &old.routes) != (&wanted.pins, &wanted.routes);
        let is_other = is_other || !shown.is_begun || old.travel_mode != wanted.travel_mode;
        for stop in [&mut shown.marks.stop, &mut shown.list.stop] {
            let gone = (*stop).min(wanted.pins.len().saturating_sub(1));
            *stop = pin::follow(*stop, &old.pins, &wanted.pins).unwrap_or(gone);
        }
        if shown.is_begun {
            shown.map.update(wanted, now);
        } else {
            shown.is_begun = !wanted.is_waiting;
            shown.map = Map::new(wanted, self.motion());
        }
        let wanted = shown.map.wanted();
        if is_other {
            shown.marks.update();
            shown.list.update(wanted, &self.page);
        }
        shown.frame.describe(wanted, !shown.is_begun, &self.page);
        let is_begun = shown.is_begun;
        self.shown = Some(shown);
        // At last: whoever hears of it may draw something else in the host.
        if findings != self.findings {
            for Finding { severity, code, message } in &findings {
                self.page.report(severity, code, message);
            }
            self.findings = findings;
        }
        is_begun
    }

    pub fn resize(&mut self, width: f64, height: f64) {
        if let Some(shown) = &mut self.shown {
            shown.map.resize(Size { width, height });
        }
    }

    /// Draws the map as it is at `now`; answers whether it is still moving.
    pub fn frame(&mut self, now: f64) -> bool {
        let Some(Shown { map, frame, marks, list, scene, .. }) = &mut self.shown else { return false };
        let is_moving = map.advance(now);
        *scene = Scene::of(map, self.page.measure(), &self.page);
        frame.draw(scene, map.camera().zoom, &self.page);
        marks.draw(scene, map, (&frame.marks, &frame.names, &frame.overlay), &self.page);
        list.select(map.selected());
        if !is_moving {
            OUTLINES.with(|outlines| {
                let text = texts::description(map.wanted(), map.camera(), outlines.as_ref(), &self.page);
                frame.set_description(&text);
            });
        }
        is_moving
    }

    /// What to announce after the view has changed.
    pub fn news(&self) -> String {
        self.shown
            .as_ref()
            .map_or_else(String::new, |shown| texts::news(shown.map.camera(), shown.scene.in_view, &self.page))
    }

    /// What to announce after a card has opened.
    #[wasm_bindgen(js_name = cardNews)]
    pub fn card_news(&self) -> String {
        let Some((map, index)) = self.shown.as_ref().and_then(|shown| Some((&shown.map, shown.map.selected()?))) else {
            return String::new();
        };
        let name = texts::pin_name(map.wanted(), index, &self.page);
        let description = map.wanted().pins.get(index).and_then(|pin| pin.description.as_deref());
        [name.as_str(), description.map_or("", |_| ". "), description.unwrap_or_default()].concat()
    }

    pub fn key(&mut self, key: &str, is_shifted: bool, now: f64) -> bool {
        self.shown.as_mut().is_some_and(|shown| shown.map.key(key, is_shifted, now))
    }

    #[wasm_bindgen(js_name = zoomBy)]
    pub fn zoom_by(&mut self, levels: f64, now: f64) {
        if let Some(shown) = &mut self.shown {
            shown.map.zoom_by(levels, now);
        }
    }

    #[wasm_bindgen(js_name = zoomAt)]
    pub fn zoom_at(&mut self, levels: f64, x: f64, y: f64, now: f64) {
        if let Some(shown) = &mut self.shown {
            shown.map.zoom_at(levels, Point { x, y }, now);
        }
    }

    pub fn wheel(&mut self, delta: f64, x: f64, y: f64) {
        if let Some(shown) = &mut self.shown {
            shown.map.wheel(delta, Point { x, y });
        }
    }

    pub fn fit(&mut self, now: f64) {
        if let Some(shown) = &mut self.shown {
            shown.map.fit(now);
        }
    }

    /// Opens the card of a place, or closes it where it is open.
    pub fn select(&mut self, index: usize, now: f64) {
        let Some(Shown { map, marks, .. }) = &mut self.shown else { return };
        if map.selected() == Some(index) {
            map.close();
        } else {
            map.select(index, now);
            marks.stop = index;
        }
    }

    /// Closes the card; answers whose it was.
    pub fn close(&mut self) -> Option<usize> {
        self.shown.as_mut()?.map.close()
    }

    #[wasm_bindgen(getter)]
    pub fn selected(&self) -> Option<usize> {
        self.shown.as_ref()?.map.selected()
    }

    /// Opens the group that begins with a pin.
    #[wasm_bindgen(js_name = openGroup)]
    pub fn open_group(&mut self, first: usize, now: f64) {
        let Some(Shown { map, scene, .. }) = &mut self.shown else { return };
        let group = scene.marks.iter().find_map(|mark| match mark {
            Mark::Cluster { members, .. } if mark.first() == first => Some(members),
            _ => None,
        });
        if let Some(members) = group {
            map.open(members, now);
        }
    }

    #[wasm_bindgen(js_name = toggleList)]
    pub fn toggle_list(&mut self) {
        if let Some(shown) = &mut self.shown {
            shown.is_open = !shown.is_open;
            shown.frame.set_open(shown.is_open);
        }
    }

    #[wasm_bindgen(js_name = markFocused)]
    pub fn mark_focused(&mut self, first: usize) {
        if let Some(shown) = &mut self.shown {
            shown.marks.stop = first;
        }
    }

    /// The pin that the mark begins with that Tab leads to, unless it is out of the picture.
    #[wasm_bindgen(getter, js_name = markStop)]
    pub fn mark_stop(&self) -> Option<usize> {
        let Shown { scene, marks, .. } = self.shown.as_ref()?;
        scene.marks.iter().find(|mark| mark.holds(marks.stop)).map(Mark::first)
    }

    #[wasm_bindgen(getter, js_name = placeStop)]
    pub fn place_stop(&self) -> Option<usize> {
        Some(self.shown.as_ref()?.list.stop)
    }

    #[wasm_bindgen(js_name = placeFocused)]
    pub fn place_focused(&mut self, index: usize) {
        if let Some(shown) = &mut self.shown {
            shown.list.focused(index);
        }
    }

    #[wasm_bindgen(js_name = pointerDown)]
    pub fn pointer_down(&mut self, id: i32, is_touch: bool, x: f64, y: f64) {
        let kind = if is_touch { Kind::Touch } else { Kind::Exact };
        if let Some(shown) = &mut self.shown {
            shown.map.pointer_down(id, kind, Point { x, y });
        }
    }

    /// Answers whether the picture moved.
    #[wasm_bindgen(js_name = pointerMoved)]
    pub fn pointer_moved(&mut self, id: i32, x: f64, y: f64, now: f64) -> bool {
        self.shown.as_mut().is_some_and(|shown| shown.map.pointer_moved(id, Point { x, y }, now))
    }

    #[wasm_bindgen(js_name = pointerUp)]
    pub fn pointer_up(&mut self, id: i32, now: f64) {
        if let Some(shown) = &mut self.shown {
            shown.map.pointer_up(id, now);
        }
    }

    /// Whether what is clicked now was dragged.
    #[wasm_bindgen(getter, js_name = isDrag)]
    pub fn is_drag(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.map.is_drag())
    }
}

impl MapView {
    fn build(&self) -> Shown {
        let frame = PATHS.with(|paths| Frame::new(&self.id, paths));
        let list = List::new(&frame.list, &frame.list_title);
        let map = Map::new(Wanted::default(), self.motion());
        let scene = Scene::of(&map, self.page.measure(), &self.page);
        self.host.clear();
        self.host.append(&frame.root);
        let marks = Marks::new(["map-", &self.id, "-card"].concat());
        Shown { map, frame, marks, list, scene, is_open: false, is_begun: false }
    }

    fn motion(&self) -> Motion {
        if self.page.is_calm() { Motion::Reduced } else { Motion::Full }
    }
}
