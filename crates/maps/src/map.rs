//! One map as it stands: what the agent wants to show, and what the person who looks at it has made of that.
//!
//! The agent says where to start. From then on the view is the person's, until the agent says another place or zoom.
//! Time is an argument, in milliseconds.

use crate::camera::{Camera, Size};
use crate::fit::{self, Aim, fit};
use crate::gesture::{Change, Gesture, Kind};
use crate::layout::{self, LAST_HONEST_ZOOM};
use crate::maths::log2;
use crate::pin;
use crate::projection::{Point, project};
use crate::properties::Wanted;

/// How long the view takes to where the agent wants it, and to where a person sends it.
const FAR: f64 = 400.0;
const NEAR: f64 = 200.0;
const GLIDE: f64 = 350.0;
/// What is seen of one pin, of a centre that nothing says how near to look at, and of the world.
const ZOOM_OF_ONE: f64 = LAST_HONEST_ZOOM;
const ZOOM_OF_CENTER: f64 = 8.0;
const ZOOM_OF_WORLD: f64 = 1.0;
const STEP: f64 = 80.0;
const SMALL_STEP: f64 = 10.0;
/// How much of the picture a page key leaves behind.
const PAGE: f64 = 0.75;
/// Taken for the size of a picture that is not laid out yet.
const USUAL: Size = Size { width: 640.0, height: 384.0 };

/// Longer than any screen.
const LARGEST: f64 = 20_000.0;

/// Whether the person wants things to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Full,
    Reduced,
}

#[derive(Debug)]
struct Flight {
    from: Camera,
    to: Camera,
    start: f64,
    time: f64,
}

#[derive(Debug)]
pub struct Map {
    wanted: Wanted,
    camera: Camera,
    size: Size,
    motion: Motion,
    flight: Option<Flight>,
    gesture: Gesture,
    selected: Option<usize>,
    /// The view is no longer the one that the agent or its pins ask for.
    is_moved: bool,
}

impl Map {
    pub fn new(wanted: Wanted, motion: Motion) -> Map {
        let camera = home(&wanted, USUAL);
        let (flight, gesture) = (None, Gesture::default());
        Map { wanted, camera, size: USUAL, motion, flight, gesture, selected: None, is_moved: false }
    }

    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    pub fn camera(&self) -> Camera {
        self.camera
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// Takes new properties. Another centre or zoom moves the view there, pins never do, unless there was nothing to see.
    pub fn update(&mut self, wanted: Wanted, now: f64) {
        let old = std::mem::replace(&mut self.wanted, wanted);
        self.selected = self.selected.and_then(|index| pin::follow(index, &old.pins, &self.wanted.pins));
        // A view that is gone for the moment says nothing new.
        let is_told = (self.wanted.center, self.wanted.zoom) != (old.center, old.zoom) && !self.wanted.is_waiting;
        if self.wanted.is_waiting {
            self.wanted.center = self.wanted.center.or(old.center);
            self.wanted.zoom = self.wanted.zoom.or(old.zoom);
        }
        if is_told {
            self.is_moved = false;
            self.fly(home(&self.wanted, self.size), FAR, now);
        } else if !self.is_moved && old.pins.is_empty() {
            self.jump(home(&self.wanted, self.size));
        }
    }

    /// The picture has another size: its centre stays.
    pub fn resize(&mut self, Size { width, height }: Size) {
        self.size = Size { width: width.min(LARGEST), height: height.min(LARGEST) };
        if !self.is_moved && self.flight.is_none() {
            self.camera = home(&self.wanted, self.size);
        }
    }

    /// Moves on to where the view is at `now`; answers whether there is more to come.
    pub fn advance(&mut self, now: f64) -> bool {
        let Some(Flight { from, to, start, time }) = &self.flight else { return false };
        let part = ((now - start) / time).clamp(0.0, 1.0);
        if part >= 1.0 {
            self.jump(*to);
        } else {
            self.camera = from.towards(*to, 1.0 - (1.0 - part).powi(3));
        }
        self.flight.is_some()
    }

    /// A key on the picture itself. Answers whether it means something there.
    pub fn key(&mut self, key: &str, is_shifted: bool, now: f64) -> bool {
        let step = if is_shifted { SMALL_STEP } else { STEP };
        let by = match key {
            "ArrowLeft" => Point { x: -step, y: 0.0 },
            "ArrowRight" => Point { x: step, y: 0.0 },
            "ArrowUp" => Point { x: 0.0, y: -step },
            "ArrowDown" => Point { x: 0.0, y: step },
            "PageUp" => Point { x: 0.0, y: -PAGE * self.size.height },
            "PageDown" => Point { x: 0.0, y: PAGE * self.size.height },
            "Home" => Point { x: -PAGE * self.size.width, y: 0.0 },
            "End" => Point { x: PAGE * self.size.width, y: 0.0 },
            "+" | "=" => {
                self.zoom_by(1.0, now);
                return true;
            }
            "-" => {
                self.zoom_by(-1.0, now);
                return true;
            }
            "0" => {
                self.is_moved = false;
                self.fly(home(&self.wanted, self.size), FAR, now);
                return true;
            }
            _ => return false,
        };
        self.is_moved = true;
        self.fly(self.goal().panned(by), NEAR, now);
        true
    }

    /// About the centre.
    pub fn zoom_by(&mut self, levels: f64, now: f64) {
        self.zoom_at(levels, self.middle(), now);
    }

    /// About a point of the picture.
    pub fn zoom_at(&mut self, levels: f64, at: Point, now: f64) {
        self.is_moved = true;
        let goal = self.goal();
        self.fly(goal.zoomed(goal.zoom + levels, self.offset(at)), NEAR, now);
    }

    /// A wheel that zooms, by what it turned.
    pub fn wheel(&mut self, delta: f64, at: Point) {
        self.is_moved = true;
        let levels = (-delta / 100.0).clamp(-1.0, 1.0);
        self.jump(self.camera.zoomed(self.camera.zoom + levels, self.offset(at)));
    }

    /// Shows all places.
    pub fn fit(&mut self, now: f64) {
        if let Some(camera) = fit(&self.points(), self.size, Aim::Overview { of_one: self.camera.zoom }) {
            self.is_moved = true;
            self.fly(camera, FAR, now);
        }
    }

    /// Opens the card of a place, which is brought into the picture.
    pub fn select(&mut self, index: usize, now: f64) {
        let Some(pin) = self.wanted.pins.get(index) else { return };
        self.selected = Some(index);
        let Camera { zoom, .. } = self.goal();
        if !layout::is_clear(self.goal().screen(project(pin.place), self.size), zoom, self.size) {
            self.is_moved = true;
            self.fly(Camera { center: project(pin.place), zoom }, FAR, now);
        }
    }

    /// Closes the card; answers whose it was.
    pub fn close(&mut self) -> Option<usize> {
        self.selected.take()
    }

    /// Goes so near that a group falls apart; one that never does, since all lie on one spot, opens at its first place.
    pub fn open(&mut self, members: &[usize], now: f64) {
        let points: Vec<Point> =
            members.iter().filter_map(|index| self.wanted.pins.get(*index)).map(|pin| project(pin.place)).collect();
        let Some(camera) = fit(&points, self.size, Aim::Near) else { return };
        let is_one_spot = points.iter().all(|point| *point == points[0]);
        if is_one_spot || camera.zoom <= self.camera.zoom + 0.01 {
            self.select(members[0], now);
            return;
        }
        self.is_moved = true;
        self.fly(camera, FAR, now);
    }

    pub fn pointer_down(&mut self, id: i32, kind: Kind, at: Point) {
        self.gesture.down(id, kind, at);
    }

    /// Answers whether the picture moved.
    pub fn pointer_moved(&mut self, id: i32, at: Point, now: f64) -> bool {
        let Some(Change { by, factor, about }) = self.gesture.moved(id, at, now) else { return false };
        self.is_moved = true;
        let camera = self.camera.panned(Point { x: -by.x, y: -by.y });
        self.jump(camera.zoomed(camera.zoom + log2(factor), self.offset(about)));
        true
    }

    pub fn pointer_up(&mut self, id: i32, now: f64) {
        let Some(velocity) = self.gesture.up(id, now) else { return };
        if self.motion == Motion::Full {
            let by = Point { x: -velocity.x * GLIDE / 3.0, y: -velocity.y * GLIDE / 3.0 };
            self.fly(self.camera.panned(by), GLIDE, now);
        }
    }

    /// Whether what is clicked now was dragged.
    pub fn is_drag(&self) -> bool {
        self.gesture.is_drag()
    }

    /// Where the view is going, or is.
    fn goal(&self) -> Camera {
        self.flight.as_ref().map_or(self.camera, |flight| flight.to)
    }

    fn fly(&mut self, to: Camera, time: f64, now: f64) {
        if self.motion == Motion::Reduced || !to.is_somewhere() {
            self.jump(to);
        } else {
            self.flight = Some(Flight { from: self.camera, to, start: now, time });
        }
    }

    fn jump(&mut self, to: Camera) {
        self.flight = None;
        if to.is_somewhere() {
            self.camera = to;
        }
    }

    fn middle(&self) -> Point {
        Point { x: self.size.width / 2.0, y: self.size.height / 2.0 }
    }

    fn offset(&self, at: Point) -> Point {
        Point { x: at.x - self.size.width / 2.0, y: at.y - self.size.height / 2.0 }
    }

    fn points(&self) -> Vec<Point> {
        points(&self.wanted)
    }
}

/// Where the agent wants to look, or what its pins ask for.
fn home(wanted: &Wanted, size: Size) -> Camera {
    let points = points(wanted);
    let fitted = fit(&points, size, Aim::Overview { of_one: ZOOM_OF_ONE });
    match (wanted.center, wanted.zoom, fitted) {
        (Some(center), None, Some(fitted)) => {
            let mut camera = Camera::at(center, fitted.zoom);
            let is_clear = |camera: Camera, point| layout::is_clear(camera.screen(point, size), camera.zoom, size);
            while camera.zoom > 0.0 && !points.iter().all(|point| is_clear(camera, *point)) {
                camera.zoom = (camera.zoom - 0.25).max(0.0);
            }
            camera
        }
        (Some(center), zoom, _) => Camera::at(center, zoom.unwrap_or(ZOOM_OF_CENTER)),
        (None, None, Some(fitted)) => fitted,
        (None, zoom, _) => {
            let center = fit::middle(&points).unwrap_or(Point { x: 0.5, y: 0.5 });
            Camera { center, zoom: zoom.unwrap_or(ZOOM_OF_WORLD) }
        }
    }
}

fn points(wanted: &Wanted) -> Vec<Point> {
    wanted.pins.iter().map(|pin| project(pin.place)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::properties;

    const SIZE: Size = Size { width: 720.0, height: 432.0 };

    fn wanted(values: serde_json::Value) -> Wanted {
        properties::read("GoogleMap", &json!({"values": values}).to_string()).0
    }

    fn map(values: serde_json::Value) -> Map {
        let mut map = Map::new(wanted(values), Motion::Reduced);
        map.resize(SIZE);
        map
    }

    fn view(map: &Map) -> (f64, f64, f64) {
        let place = map.camera().place();
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        (rounded(place.lat), rounded(place.lng), rounded(map.camera().zoom))
    }

    fn oslo() -> serde_json::Value {
        json!({"center": {"lat": 59.91, "lng": 10.75}, "zoom": 12})
    }

    #[test]
    fn a_map_starts_where_the_agent_says_or_where_its_pins_are() {
        let pins = json!([{"lat": 40, "lng": 10, "name": "a"}, {"lat": 50, "lng": 20, "name": "b"}]);
        let one = json!([{"lat": 40, "lng": 10, "name": "a"}]);
        let pins_of_fiji = json!([{"lat": 0, "lng": 178, "name": "a"}, {"lat": 0, "lng": -172, "name": "b"}]);
        for (values, expected) in [
            (oslo(), (59.91, 10.75, 12.0)),
            (json!({"center": {"lat": 59.91, "lng": 10.75}}), (59.91, 10.75, 8.0)),
            (json!({"center": {"lat": 45, "lng": 15}, "pins": pins}), (45.0, 15.0, 4.89)),
            (json!({"center": {"lat": 45, "lng": 40}, "pins": pins}), (45.0, 40.0, 3.89)),
            (json!({"pins": pins}), (45.71, 15.0, 5.14)),
            (json!({"pins": pins, "zoom": 3}), (45.22, 15.0, 3.0)),
            (json!({"pins": pins_of_fiji, "zoom": 3}), (0.0, -177.0, 3.0)),
            (json!({"pins": one}), (40.0, 10.0, 6.0)),
            (json!({}), (0.0, 0.0, 1.0)),
            (json!({"zoom": 0}), (0.0, 0.0, 0.0)),
        ] {
            assert_eq!(view(&map(values.clone())), expected, "{values}");
        }
    }

    #[test]
    fn a_selected_place_is_the_same_wherever_it_comes_to_stand_in_the_list() {
        let pin = |name: &str, lat: f64| json!({"lat": lat, "lng": 0, "name": name});
        let mut map = map(json!({"pins": [pin("a", 1.0), pin("b", 2.0)]}));
        map.select(1, 0.0);
        map.update(wanted(json!({"pins": [pin("new", 3.0), pin("a", 1.0), pin("b", 2.0)]})), 0.0);
        assert_eq!(map.selected(), Some(2));
        map.update(wanted(json!({"pins": [pin("a", 1.0)]})), 0.0);
        assert_eq!(map.selected(), None);
    }

    #[test]
    fn a_selected_place_comes_out_from_behind_a_control() {
        let mut map = map(json!({"center": {"lat": 0, "lng": 0}, "zoom": 5}));
        let behind = map.camera().panned(Point { x: 335.0, y: -130.0 }).place();
        let pins = json!([{"lat": behind.lat, "lng": behind.lng, "name": "behind"}]);
        map.update(wanted(json!({"center": {"lat": 0, "lng": 0}, "zoom": 5, "pins": pins})), 0.0);
        map.select(0, 0.0);
        assert!((map.camera().place().lng - behind.lng).abs() < 0.01, "{:?}", view(&map));
    }

    #[test]
    fn the_view_is_the_persons_until_the_agent_says_another() {
        let mut map = map(oslo());
        map.key("ArrowRight", false, 0.0);
        let moved = view(&map);
        assert_ne!(moved, (59.91, 10.75, 12.0));
        let mut with_pins = oslo();
        with_pins["pins"] = json!([{"lat": 1, "lng": 1, "name": "far away"}]);
        map.update(wanted(with_pins), 0.0);
        assert_eq!(view(&map), moved, "pins do not move it");
        map.update(wanted(json!({"center": {"lat": 59.91, "lng": 10.75}, "zoom": 13})), 0.0);
        assert_eq!(view(&map), (59.91, 10.75, 13.0));
        map.key("+", false, 0.0);
        map.key("0", false, 0.0);
        assert_eq!(view(&map), (59.91, 10.75, 13.0));
    }

    #[test]
    fn pins_that_come_late_are_shown_where_nothing_else_is() {
        let mut map = map(json!({}));
        map.update(wanted(json!({"pins": [{"lat": 40, "lng": 10, "name": "a"}]})), 0.0);
        assert_eq!(view(&map), (40.0, 10.0, 6.0));
        map.update(wanted(json!({"pins": [{"lat": -40, "lng": 10, "name": "a"}]})), 0.0);
        assert_eq!(view(&map), (40.0, 10.0, 6.0), "and later ones move nothing");
    }

    #[test]
    fn a_view_that_is_taken_away_stays() {
        let mut map = map(oslo());
        map.update(Wanted { is_waiting: true, ..Wanted::default() }, 0.0);
        assert_eq!(view(&map), (59.91, 10.75, 12.0));
        map.update(wanted(oslo()), 0.0);
        assert_eq!(view(&map), (59.91, 10.75, 12.0));
    }

    #[test]
    fn keys_move_as_far_as_they_say() {
        for (key, is_shifted, x, y) in [
            ("ArrowLeft", false, -80.0, 0.0),
            ("ArrowDown", true, 0.0, 10.0),
            ("PageUp", false, 0.0, -324.0),
            ("End", false, 540.0, 0.0),
        ] {
            let mut map = map(oslo());
            let before = map.camera();
            assert!(map.key(key, is_shifted, 0.0));
            let at = before.screen(map.camera().center, SIZE);
            assert!((at.x - 360.0 - x).abs() < 1e-6 && (at.y - 216.0 - y).abs() < 1e-6, "{key}: {at:?}");
        }
        assert!(!map(oslo()).key("a", false, 0.0));
        assert!(!map(oslo()).key("Tab", false, 0.0));
    }

    #[test]
    fn a_flight_ends_where_it_should_and_a_second_press_goes_on_from_there() {
        let mut map = Map::new(wanted(oslo()), Motion::Full);
        map.resize(SIZE);
        map.key("+", false, 0.0);
        assert!(map.advance(100.0));
        assert!(map.camera().zoom > 12.0 && map.camera().zoom < 13.0);
        map.key("+", false, 100.0);
        assert!(!map.advance(900.0));
        assert_eq!(map.camera().zoom, 14.0);
        assert!(!map.advance(1_000.0));
    }

    #[test]
    fn another_size_keeps_the_centre() {
        let mut map = map(oslo());
        map.key("ArrowRight", false, 0.0);
        let before = map.camera();
        map.resize(Size { width: 320.0, height: 240.0 });
        assert_eq!(map.camera(), before);
    }

    #[test]
    fn a_selected_place_is_brought_into_view_and_kept_while_it_is_there() {
        let pins = json!([{"lat": 59.91, "lng": 10.75, "name": "here"}, {"lat": 48, "lng": 11, "name": "there"}]);
        let mut values = oslo();
        values["pins"] = pins.clone();
        let mut map = map(values.clone());
        map.select(0, 0.0);
        assert_eq!(view(&map), (59.91, 10.75, 12.0));
        map.select(1, 0.0);
        assert_eq!(view(&map), (48.0, 11.0, 12.0));
        map.select(7, 0.0);
        map.update(wanted(values.clone()), 0.0);
        assert_eq!(map.selected(), Some(1));
        values["pins"] = json!([pins[0]]);
        map.update(wanted(values), 0.0);
        assert_eq!(map.selected(), None);
    }

    #[test]
    fn a_group_falls_apart_or_opens() {
        let pins = json!([
            {"lat": 59.91, "lng": 10.75, "name": "a"},
            {"lat": 59.92, "lng": 10.76, "name": "b"},
            {"lat": 59.91, "lng": 10.75, "name": "c"},
        ]);
        let mut map = map(json!({"center": {"lat": 59.91, "lng": 10.75}, "zoom": 5, "pins": pins}));
        map.open(&[0, 1], 0.0);
        assert!(map.camera().zoom > 12.0 && map.selected().is_none());
        map.open(&[0, 2], 0.0);
        assert_eq!(map.selected(), Some(0));
        map.open(&[], 0.0);
    }

    #[test]
    fn a_drag_takes_the_picture_along() {
        let mut map = map(oslo());
        let before = map.camera();
        map.pointer_down(1, Kind::Exact, Point { x: 100.0, y: 100.0 });
        assert!(map.pointer_moved(1, Point { x: 150.0, y: 80.0 }, 0.0));
        let at = map.camera().screen(before.center, SIZE);
        assert!((at.x - 410.0).abs() < 1e-6 && (at.y - 196.0).abs() < 1e-6, "{at:?}");
        map.pointer_up(1, 1.0);
        assert!(map.is_drag());
    }
}
