//! A chart in the page: its elements, and what people do with them.
//!
//! Only this module knows a browser. src/js/charts.js listens to events and calls; focus is never moved from here, since that
//! would call back while a call is under way: what wants focus is answered by [`ChartView::wish`].

mod dom;
mod nodes;
mod paint;

use std::cell::Cell;

use wasm_bindgen::prelude::*;

use crate::chart::{Chart, Key, Outcome};
use crate::face::{Face, State};
use crate::page::Page;
use crate::picture::{Direction, Picture, Room};
use crate::scene::{PathText, number_text};
use dom::{Element, JsPage};
use nodes::Nodes;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// One component, shown in one host.
#[wasm_bindgen(skip_typescript)]
pub struct ChartView {
    host: Element,
    page: JsPage,
    nodes: Nodes,
    marks: Vec<Element>,
    chart: Chart,
    face: Option<Face>,
    room: Room,
    /// The mark that is pointed at or focused.
    shown: Option<usize>,
    has_waited: bool,
    is_table_open: bool,
    wish: Option<Element>,
}

#[wasm_bindgen]
impl ChartView {
    #[wasm_bindgen(constructor)]
    pub fn new(host: Element, page: JsPage) -> ChartView {
        let number = COUNT.with(|count| count.replace(count.get() + 1));
        let nodes = Nodes::build(&host, number);
        nodes.sheet.set("class", "chart-sheet chart-unseen");
        ChartView {
            host,
            page,
            nodes,
            marks: Vec::new(),
            chart: Chart::default(),
            face: None,
            room: Room { width: 0.0, direction: Direction::LeftToRight },
            shown: None,
            has_waited: false,
            is_table_open: false,
            wish: None,
        }
    }

    /// The element whose width decides.
    #[wasm_bindgen(getter)]
    pub fn root(&self) -> Element {
        self.nodes.root.clone()
    }

    /// Takes new properties. False if they are not what the contract says.
    pub fn update(&mut self, name: &str, properties: &str) -> bool {
        let Some(findings) = self.chart.update(name, properties) else { return false };
        for finding in findings {
            self.page.report(&finding.message, finding.property);
        }
        true
    }

    /// Tells the room there is. Answers whether it differs so much that the chart is to be painted.
    pub fn resize(&mut self, width: f64, is_rtl: bool) -> bool {
        const NOTICEABLE: f64 = 2.0;
        let direction = if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight };
        let differs = (self.room.width - width).abs() >= NOTICEABLE || self.room.direction != direction;
        if differs {
            self.room = Room { width, direction };
        }
        differs
    }

    pub fn paint(&mut self) {
        let before = self.face.as_ref();
        let Some(face) = self.chart.face(before, &self.room, &self.page) else { return };
        let shown = before.zip(self.shown).and_then(|(before, mark)| face.mark_after(before, mark));
        paint::paint(&self.nodes, self.face.as_ref(), &face, &mut self.marks, self.chart.active());
        let is_pending = face.state == State::Pending;
        self.face = Some(face);
        self.paint_state(is_pending);
        self.show(shown);
    }

    #[wasm_bindgen(getter, js_name = isPending)]
    pub fn is_pending(&self) -> bool {
        self.face.as_ref().is_some_and(|face| face.state == State::Pending)
    }

    /// The data has been due for a while.
    pub fn waited(&mut self) {
        self.has_waited = true;
        self.paint_state(self.is_pending());
    }

    /// The pointer is at a place on the drawing. Answers which mark that means, on a plane.
    pub fn nearest(&self, x: f64, y: f64) -> Option<usize> {
        self.face.as_ref().filter(|face| face.state == State::Drawn)?.picture.nearest(x, y)
    }

    /// Shows what is known of a mark, or of none any more.
    pub fn show(&mut self, mark: Option<usize>) {
        for (position, element) in self.marks.iter().enumerate() {
            element.mark("data-on", Some(position) == mark);
        }
        self.shown = mark;
        let Some(face) = &self.face else { return };
        self.nodes.svg.mark("data-shows", mark.is_some());
        let shown = mark.and_then(|mark| Some((face.picture.marks.get(mark)?, face.points.get(mark)?)));
        self.nodes.ring.set("d", shown.map_or("", |(mark, _)| mark.path.as_str()));
        let cross = shown.zip(face.picture.frame).map(|((mark, _), frame)| {
            let path = PathText::default().command('M', &[mark.at.0, frame.top]);
            path.command('L', &[mark.at.0, frame.bottom]).done()
        });
        self.nodes.cross.set("d", &cross.unwrap_or_default());
        let center = shown.and_then(|(mark, _)| mark.center.as_ref()).or(face.picture.center.as_ref());
        paint::center(&self.nodes, &face.picture, center);
        let tip = &self.nodes.tip;
        tip.set_hidden(shown.is_none());
        if let Some((mark, spot)) = shown {
            tip.clear();
            let label = Element::html("span", "chart-tip-label").inside(tip);
            let swatch = ["chart-swatch ", &*paint::tone_class(mark.tone)].concat();
            Element::html("span", &swatch).inside(&label);
            Element::html("span", "chart-tip-name").saying(&spot.label).inside(&label);
            let value = Element::html("span", "chart-tip-value").inside(tip);
            Element::html("b", "chart-tip-number").saying(&spot.value).inside(&value);
            if let Some(share) = &spot.share {
                Element::html("span", "chart-tip-share").saying(share).inside(&value);
            }
            self.place_tip(mark.at, &face.picture);
        }
    }

    /// Beside the mark, within the drawing, and off the words in a ring.
    fn place_tip(&self, (x, y): (f64, f64), picture: &Picture) {
        const DISTANCE: f64 = 12.0;
        /// The height of the words in a ring, above and below its middle.
        const WORDS: (f64, f64) = (25.0, 23.0);
        let tip = &self.nodes.tip;
        let (width, height) = (tip.width(), tip.height());
        let left = (x - width / 2.0).min(self.nodes.plot.width() - width).max(0.0);
        let (above, below) = (y - height - DISTANCE, y + DISTANCE);
        let middle = picture.size.1 / 2.0;
        let top = match picture.center {
            Some(_) if y <= middle => above.min(middle - WORDS.0 - height),
            Some(_) => below.max(middle + WORDS.1),
            None if above >= 0.0 => above,
            None => below,
        };
        tip.set_style("left", &[&number_text(left), "px"].concat());
        tip.set_style("top", &[&number_text(top), "px"].concat());
    }

    /// A mark was come to by keyboard or script.
    pub fn focused(&mut self, mark: usize) {
        self.chart.activate(mark);
        if let Some(face) = &self.face {
            paint::name_active(&self.marks, face, mark);
        }
        self.show(Some(mark));
    }

    /// Answers whether the key meant something here.
    pub fn key(&mut self, name: &str) -> bool {
        let Some((key, face)) = Key::of(name).zip(self.face.as_ref()) else { return false };
        if key == Key::Back && self.shown.is_some() && !self.chart.is_drilled() {
            let is_dismissed = name == "Escape";
            if is_dismissed {
                self.show(None);
            }
            return is_dismissed;
        }
        match self.chart.key(key, face, self.room.direction) {
            Outcome::Ignored => false,
            Outcome::Moved => {
                self.wish = self.marks.get(self.chart.active()).cloned();
                true
            }
            Outcome::Level => {
                self.change_level();
                true
            }
        }
    }

    /// A mark or its entry in the legend was pressed.
    pub fn press(&mut self, mark: usize) {
        let Some(face) = &self.face else { return };
        match self.chart.open(mark, face) {
            Outcome::Level => self.change_level(),
            _ => self.show(Some(mark)),
        }
    }

    /// Up to a level of the path.
    pub fn climb(&mut self, depth: usize) {
        if self.chart.climb(depth) == Outcome::Level {
            self.change_level();
        }
    }

    /// Shows the table to those who see, or not.
    pub fn toggle(&mut self) {
        self.is_table_open = !self.is_table_open;
        self.paint_state(self.is_pending());
    }

    /// What focus belongs on after the last call. It is asked once.
    pub fn wish(&mut self) -> Option<Element> {
        self.wish.take()
    }

    /// Where the focus goes that has lost its place.
    #[wasm_bindgen(getter)]
    pub fn place(&self) -> Element {
        self.marks.get(self.chart.active()).unwrap_or(&self.nodes.message).clone()
    }

    fn change_level(&mut self) {
        self.shown = None;
        self.paint();
        if let Some(face) = &self.face {
            let place = face.crumbs.last().or(face.title.as_ref()).unwrap_or(&face.name);
            self.nodes.status.set_text(&[place, ". ", &*face.summary].concat());
        }
        self.wish = self.marks.get(self.chart.active()).cloned();
    }

    fn paint_state(&mut self, is_pending: bool) {
        let Some(face) = &self.face else { return };
        let word = |name: &str| self.page.word(name, None);
        if is_pending {
            self.host.set("data-placeholder", "pending");
            self.host.set("aria-busy", "true");
        } else {
            self.has_waited = false;
            self.host.unset("data-placeholder");
            self.host.unset("aria-busy");
        }
        let message = match face.state {
            State::Pending if self.has_waited => word("waiting"),
            State::Pending | State::Drawn => String::new(),
            State::Empty => word("noData"),
            State::Table => word("chartNotDrawn"),
        };
        self.nodes.message.set_hidden(message.is_empty() && !is_pending);
        self.nodes.message.set_text(&message);
        let is_open = self.is_table_open || face.state == State::Table;
        self.nodes.sheet.set("class", if is_open { "chart-sheet" } else { "chart-sheet chart-unseen" });
        self.nodes.sheet.set_hidden(!matches!(face.state, State::Drawn | State::Table));
        let toggle = &self.nodes.toggle;
        toggle.set("aria-expanded", if self.is_table_open { "true" } else { "false" });
        toggle.set_text(&word(if self.is_table_open { "chartHideTable" } else { "chartShowTable" }));
        self.nodes.crumbs.set("aria-label", &word("chartLevels"));
    }
}
