//! A map as a picture: everything that is to be drawn, in pixels.
//!
//! Nothing here knows how it is drawn. The outlines are the same for every view and only moved; the rest is few.

use std::ops::Range;

use crate::camera::Size;
use crate::clusters::{self, Mark};
use crate::graticule::{self, Line};
use crate::labels::{self, Label, Named};
use crate::layout::{self, Area, LAST_HONEST_ZOOM, LOCATOR, OPEN, PIN};
use crate::map::Map;
use crate::notice::Notice;
use crate::outlines::UNITS;
use crate::projection::{Point, metres_per_pixel, project};
use crate::route::route;
use crate::scale_bar::{Measure, ScaleBar, scale_bar};
use crate::words::Words;

/// The part of the world that the locator shows from its top, while outlines are to be seen round it; then how wide its
/// world is, of which it shows the region about the picture.
const LOCATOR_TOP: f64 = 0.13;
const REGION: f64 = 768.0;
/// The room that degrees take.
const DEGREE: f64 = 18.0;
const DEGREES_WIDTH: f64 = 64.0;
const CARD_WIDTH: f64 = 264.0;
const MARGIN: f64 = 8.0;

#[derive(Debug)]
pub struct Scene {
    pub outlines: Outlines,
    pub meridians: Vec<Line>,
    pub parallels: Vec<Line>,
    /// Where nothing else is drawn, finer lines: from the left, and from the top.
    pub fine: (Vec<f64>, Vec<f64>),
    /// From end to end, cut to the picture.
    pub routes: Vec<(Point, Point)>,
    /// In the order of the list.
    pub marks: Vec<Mark>,
    /// The same marks in other copies of the world, which are seen where it is small: which mark, and how many
    /// worlds to the east.
    pub echoes: Vec<(usize, i32)>,
    /// How wide the world is.
    pub world: f64,
    pub labels: Vec<Label>,
    pub card: Option<Card>,
    pub scale_bar: ScaleBar,
    pub locator: Option<Locator>,
    pub in_view: usize,
    pub notice: Option<Notice>,
}

/// Where the picture is: a spot in a small picture of the world, or of the region when the large one has no outlines.
#[derive(Debug, PartialEq)]
pub struct Locator {
    pub size: Size,
    /// Where the corner of its world lies, and how large one unit of the outlines is.
    pub corner: Point,
    pub scale: f64,
    pub spot: Point,
    pub is_region: bool,
}

/// How the outlines are moved: where the corner of the world lies and how large one of their units is.
#[derive(Debug, PartialEq)]
pub struct Outlines {
    pub corner: Point,
    pub scale: f64,
    pub opacity: f64,
    /// Which copies of the world are seen; 0 is the one that begins at the corner.
    pub copies: Range<i32>,
}

#[derive(Debug, PartialEq)]
pub struct Card {
    pub index: usize,
    pub left: f64,
    pub width: f64,
    pub edge: Edge,
    pub max_height: f64,
}

/// Where a card ends towards its pin: so far from the top or from the bottom of the picture.
#[derive(Debug, PartialEq)]
pub enum Edge {
    Top(f64),
    Bottom(f64),
}

impl Scene {
    pub fn of(map: &Map, measure: Measure, words: &dyn Words) -> Scene {
        let (camera, size) = (map.camera(), map.size());
        let wanted = map.wanted();
        let points: Vec<Point> = wanted.pins.iter().map(|pin| camera.screen(project(pin.place), size)).collect();
        let is_in = |at: &&Point| (0.0..=size.width).contains(&at.x) && (0.0..=size.height).contains(&at.y);
        let in_view = points.iter().filter(is_in).count();
        let near: Vec<(usize, Point)> =
            points.iter().copied().enumerate().filter(|(_, at)| is_near(*at, size)).collect();
        let outlines = outlines(map);
        let marks = clusters::group(&near, points.len(), outlines.corner);
        let world = camera.world_size();
        let copies = (size.width / world).ceil() as i32;
        let covered = layout::covered(camera.zoom, size);
        let mut taken = covered.to_vec();
        let mut echoes = Vec::new();
        for (own, mark) in marks.iter().enumerate() {
            for copy in -copies..copies + 1 {
                let at = Point { x: mark.at().x + f64::from(copy) * world, ..mark.at() };
                if copy != 0 && is_near(at, size) {
                    echoes.push((own, copy));
                    taken.push(Area::pin(at));
                }
            }
        }
        let locator = locator(camera.center, camera.zoom, outlines.opacity == 0.0, size);
        let mut meridians = graticule::meridians(camera, size, words);
        let mut parallels = graticule::parallels(camera, size, words);
        let fine = if outlines.opacity < 1.0 {
            (graticule::between(&meridians, size.width), graticule::between(&parallels, size.height))
        } else {
            (Vec::new(), Vec::new())
        };
        leave_room(&mut meridians, &mut parallels, size, covered[1]);
        let notice = Notice::of(points.len() - in_view, &marks, &mut taken, size, words);
        let card = map.selected().and_then(|index| Some(card(index, *points.get(index)?, size)));
        Scene {
            meridians,
            parallels,
            fine,
            routes: wanted.routes.iter().flat_map(|&(from, to)| route(points[from], points[to], world, size)).collect(),
            labels: labels_of(map, &marks, taken, words),
            card,
            scale_bar: scale_bar(metres_per_pixel(camera.place().lat, camera.zoom), measure),
            locator,
            in_view,
            notice,
            outlines,
            marks,
            echoes,
            world,
        }
    }
}

/// Takes away what would be written over something else: in the corners, at the edge, under the locator.
fn leave_room(meridians: &mut [Line], parallels: &mut [Line], size: Size, locator: Area) {
    let top = DEGREE.max(locator.bottom + 8.0);
    for line in meridians.iter_mut().filter(|line| line.at > size.width - DEGREES_WIDTH) {
        line.label.clear();
    }
    for line in parallels.iter_mut().filter(|line| line.at < top || line.at > size.height - DEGREE) {
        line.label.clear();
    }
}

fn locator(center: Point, zoom: f64, is_region: bool, size: Size) -> Option<Locator> {
    let own = layout::locator(zoom, size)?;
    let Size { width, height } = LOCATOR;
    let world = if is_region { REGION } else { width };
    let (x, y) = (center.x * world, center.y * world);
    let corner = if is_region {
        Point { x: width / 2.0 - x, y: (height / 2.0 - y).clamp(height - world, 0.0) }
    } else {
        Point { x: 0.0, y: -LOCATOR_TOP * world }
    };
    let spot = Point { x: (corner.x + x).clamp(3.0, width - 3.0), y: (corner.y + y).clamp(3.0, height - 3.0) };
    Some(Locator { size: own, corner, scale: world / UNITS, spot, is_region })
}

fn outlines(map: &Map) -> Outlines {
    let (camera, size) = (map.camera(), map.size());
    let world = camera.world_size();
    let corner =
        Point { x: size.width / 2.0 - camera.center.x * world, y: size.height / 2.0 - camera.center.y * world };
    // Where a country crosses the date line it hangs over the edge of its world.
    let overhang = 0.1;
    let first = (-corner.x / world - 1.0 - overhang).ceil() as i32;
    let last = ((size.width - corner.x) / world + overhang).floor() as i32;
    Outlines {
        corner,
        scale: world / UNITS,
        opacity: (LAST_HONEST_ZOOM + 1.0 - camera.zoom).clamp(0.0, 1.0),
        copies: first..last + 1,
    }
}

/// Whether a pin is in the picture, at least in part.
fn is_near(at: Point, size: Size) -> bool {
    (-PIN.width..=size.width + PIN.width).contains(&at.x) && (0.0..=size.height + PIN.height).contains(&at.y)
}

/// The names of the pins, that of the selected one first.
fn labels_of(map: &Map, marks: &[Mark], mut taken: Vec<Area>, words: &dyn Words) -> Vec<Label> {
    let (pins, size) = (&map.wanted().pins, map.size());
    let mut named = Vec::new();
    for mark in marks {
        match mark {
            Mark::Pin { index, at } => {
                if let Some(name) = pins[*index].name.as_deref() {
                    named.push(Named { index: *index, at: *at, width: words.width(name) });
                }
            }
            Mark::Cluster { at, .. } => taken.push(Area::around(*at, clusters::REACH)),
        }
    }
    if let Some(first) = named.iter().position(|pin| Some(pin.index) == map.selected()) {
        named[..=first].rotate_right(1);
    }
    labels::place(&named, &taken, size)
}

fn card(index: usize, at: Point, size: Size) -> Card {
    let width = CARD_WIDTH.min((size.width - 2.0 * MARGIN).max(0.0));
    let left = (at.x - width / 2.0).min(size.width - width - MARGIN).max(MARGIN);
    let above = at.y - PIN.height * OPEN - MARGIN;
    let below = size.height - at.y - MARGIN;
    let (edge, room) =
        if above >= below { (Edge::Bottom(size.height - above), above) } else { (Edge::Top(at.y + MARGIN), below) };
    Card { index, left, width, edge, max_height: (room - MARGIN).max(60.0) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gesture::Kind;
    use crate::map::Motion;
    use crate::properties;
    use crate::words::English;

    const SIZE: Size = Size { width: 720.0, height: 432.0 };

    fn map_of(name: &str, values: serde_json::Value, size: Size) -> Map {
        let mut map = Map::new(properties::read(name, &json!({"values": values}).to_string()).0, Motion::Reduced);
        map.resize(size);
        map
    }

    fn scene(map: &Map) -> Scene {
        Scene::of(map, Measure::Metric, &English)
    }

    fn at_zoom(zoom: f64) -> Scene {
        scene(&map_of("GoogleMap", json!({"center": {"lat": 48, "lng": 11}, "zoom": zoom}), SIZE))
    }

    #[test]
    fn outlines_fade_where_they_are_no_longer_true() {
        for (zoom, opacity) in [(0.0, 1.0), (6.0, 1.0), (6.5, 0.5), (7.0, 0.0), (22.0, 0.0)] {
            assert_eq!(at_zoom(zoom).outlines.opacity, opacity, "{zoom}");
        }
        assert!(at_zoom(3.0).locator.is_none());
    }

    #[test]
    fn a_locator_shows_the_world_and_then_the_region_that_the_picture_has_no_outlines_of() {
        let world = at_zoom(5.0).locator.expect("a locator");
        assert!(!world.is_region && world.size == LOCATOR);
        assert!((world.spot.x - 50.93).abs() < 0.01 && (world.spot.y - 21.03).abs() < 0.3, "{world:?}");
        let region = at_zoom(11.0).locator.expect("a locator");
        assert!(region.is_region);
        assert_eq!(region.spot, Point { x: 48.0, y: 28.0 });
        assert!((region.corner.x + region.scale * UNITS * (191.0 / 360.0) - 48.0).abs() < 1e-9, "{region:?}");
        let narrow = scene(&map_of("GoogleMap", json!({"zoom": 11}), Size { width: 182.0, height: 240.0 }));
        assert_eq!(narrow.locator.map(|locator| locator.size.width), Some(64.0));
        let pole = map_of("GoogleMap", json!({"center": {"lat": 85, "lng": 179}, "zoom": 11}), SIZE);
        let pole = scene(&pole).locator.expect("a locator");
        assert!(pole.corner.y == 0.0 && pole.spot.y < 28.0, "{pole:?}");
    }

    #[test]
    fn pins_stand_in_every_copy_of_the_world_that_is_seen() {
        let seen = |lng: f64, zoom: f64, pin: f64| -> Vec<f64> {
            let pins = json!([{"lat": 0, "lng": pin, "name": "x"}]);
            let scene = scene(&map_of(
                "GoogleMap",
                json!({"center": {"lat": 0, "lng": lng}, "zoom": zoom, "pins": pins}),
                SIZE,
            ));
            let mut xs: Vec<f64> = scene.marks.iter().map(|mark| mark.at().x.round()).collect();
            xs.extend(
                scene
                    .echoes
                    .iter()
                    .map(|&(own, copy)| (scene.marks[own].at().x + f64::from(copy) * scene.world).round()),
            );
            xs
        };
        assert_eq!(seen(179.0, 3.0, -179.0), [371.0]);
        assert_eq!(seen(-179.0, 3.0, 179.0), [349.0]);
        assert_eq!(seen(0.0, 0.0, 0.0), [360.0, 104.0, 616.0]);
        assert_eq!(seen(0.0, 0.0, 179.0), [487.0, -25.0, 231.0, 743.0]);
        assert_eq!(seen(0.0, 2.0, 0.0), [360.0]);
        // Half of it is on the other side.
        assert_eq!(seen(0.0, 1.491_853, 179.9), [720.0, 0.0]);
    }

    #[test]
    fn the_notice_makes_way_for_pins() {
        let notice = |offsets: &[(f64, f64)], size: Size| {
            let camera = map_of("GoogleMap", json!({"center": {"lat": 0, "lng": 0}, "zoom": 3}), size).camera();
            let mut pins = vec![json!({"lat": 60, "lng": -170, "name": "far away"})];
            for (x, y) in offsets {
                let place = camera.panned(Point { x: *x, y: *y }).place();
                pins.push(json!({"lat": place.lat, "lng": place.lng, "name": "near"}));
            }
            let scene =
                scene(&map_of("GoogleMap", json!({"center": {"lat": 0, "lng": 0}, "zoom": 3, "pins": pins}), size));
            scene.notice.map(|notice| (notice.x.round(), notice.bottom))
        };
        assert_eq!(notice(&[(0.0, 0.0)], SIZE), Some((360.0, 22.0)));
        assert_eq!(notice(&[(0.0, 190.0)], SIZE), Some((142.0, 22.0)));
        assert_eq!(notice(&[(0.0, 190.0), (-250.0, 190.0)], SIZE), Some((579.0, 22.0)));
        assert_eq!(notice(&[(0.0, 190.0), (-250.0, 190.0), (250.0, 190.0)], SIZE), Some((360.0, 102.0)));
        let narrow = Size { width: 182.0, height: 240.0 };
        assert_eq!(notice(&[(0.0, 100.0)], narrow), Some((91.0, 22.0)), "there is no other room");
        assert_eq!(at_zoom(3.0).notice, None);
    }

    #[test]
    fn the_world_is_repeated_as_often_as_it_is_seen() {
        for (lng, zoom, copies) in
            [(0.0, 0.0, -2..3), (0.0, 3.0, 0..1), (179.0, 3.0, 0..2), (-179.0, 3.0, -1..1), (0.0, 6.0, 0..1)]
        {
            let map = map_of("GoogleMap", json!({"center": {"lat": 0, "lng": lng}, "zoom": zoom}), SIZE);
            assert_eq!(scene(&map).outlines.copies, copies, "{lng}, {zoom}");
        }
    }

    #[test]
    fn places_are_counted_by_their_tips() {
        let pins = json!([
            {"lat": 34.0135, "lng": -118.4947, "name": "Santa Monica"},
            {"lat": 34.1341, "lng": -118.3215, "name": "Griffith Observatory"},
            {"lat": 34.0453, "lng": -118.2673, "name": "Arena"},
        ]);
        let values = json!({"center": {"lat": 34.0522, "lng": -118.2437}, "zoom": 11, "pins": pins});
        let scene = scene(&map_of("GoogleMap", values, SIZE));
        assert_eq!(
            (scene.in_view, scene.notice.map(|notice| notice.text)),
            (2, Some("1 place outside the view".into()))
        );
        assert_eq!(scene.marks.len(), 3, "the one at the edge is still seen in part");
        assert_eq!(scene.labels.len(), 3, "{:?}", scene.labels);
    }

    #[test]
    fn degrees_are_written_where_there_is_room() {
        let scene = at_zoom(11.0);
        let written = |lines: &[Line]| lines.iter().filter(|line| !line.label.is_empty()).map(|line| line.at).collect();
        let (x, y): (Vec<f64>, Vec<f64>) = (written(&scene.meridians), written(&scene.parallels));
        assert!(x.len() >= 3 && x.iter().all(|at| *at <= 656.0), "{x:?}");
        assert!(!y.is_empty() && y.iter().all(|at| (84.0..=414.0).contains(at)), "{y:?}");
        assert!(scene.fine.0.len() > scene.meridians.len() * 3);
        assert!(at_zoom(3.0).fine.0.is_empty(), "land is enough to look at");
    }

    #[test]
    fn a_card_stays_in_the_picture() {
        for (x, y) in [(0.0, 0.0), (360.0, 200.0), (720.0, 432.0), (10.0, 430.0)] {
            for size in [SIZE, Size { width: 240.0, height: 240.0 }] {
                let card = card(0, Point { x, y }, size);
                assert!(card.left >= MARGIN && card.left + card.width <= size.width - MARGIN, "{card:?}");
                let edge = match card.edge {
                    Edge::Top(top) => top,
                    Edge::Bottom(bottom) => bottom,
                };
                assert!(edge + card.max_height <= size.height + 60.0, "{card:?}");
            }
        }
        assert_eq!(card(0, Point { x: 360.0, y: 50.0 }, SIZE).edge, Edge::Top(58.0));
        assert!(matches!(card(0, Point { x: 360.0, y: 400.0 }, SIZE).edge, Edge::Bottom(_)));
    }

    #[test]
    fn routes_go_the_shorter_way_and_are_cut_to_the_picture() {
        let route = |from: (f64, f64), to: (f64, f64), lng: f64, zoom: f64| {
            let end = |(lat, lng): (f64, f64)| json!({"lat": lat, "lng": lng, "label": "x"});
            let values =
                json!({"center": {"lat": 0, "lng": lng}, "zoom": zoom, "origin": end(from), "destination": end(to)});
            scene(&map_of("MarkerMap", values, SIZE)).routes
        };
        let over_the_date_line = route((0.0, 170.0), (0.0, -170.0), 180.0, 3.0);
        assert_eq!(over_the_date_line.len(), 1);
        assert!((over_the_date_line[0].1.x - over_the_date_line[0].0.x - 113.8).abs() < 0.1);
        let far = route((50.0, -80.0), (-50.0, 80.0), 0.0, 20.0);
        assert!(far.iter().all(|(a, b)| a.x >= -51.0 && b.x <= 771.0), "{far:?}");
        assert!(route((50.0, 10.0), (50.0, 11.0), 0.0, 12.0).is_empty());
    }

    #[test]
    fn nothing_an_agent_sends_or_a_person_does_breaks_a_map() {
        let mut random = Random(1);
        for round in 0..400 {
            let name = random.of(&["GoogleMap", "MarkerMap"]);
            let mut map = map_of(name, random.object(), SIZE);
            for step in 0..12 {
                let now = f64::from(step) * 90.0;
                let at = Point { x: random.number(), y: random.number() };
                match random.below(10) {
                    0 => map.update(properties::read(name, &json!({"values": random.object()}).to_string()).0, now),
                    1 => map.resize(Size { width: random.number().abs(), height: random.number().abs() }),
                    2 => drop(map.key(random.of(&["+", "-", "0", "ArrowUp", "End", "PageDown", "x"]), false, now)),
                    3 => map.wheel(random.number(), at),
                    4 => map.zoom_at(random.number(), at, now),
                    5 => map.fit(now),
                    6 => map.select(random.below(4), now),
                    7 => map.pointer_down(random.below(3) as i32, random.of(&[Kind::Touch, Kind::Exact]), at),
                    8 => drop(map.pointer_moved(random.below(3) as i32, at, now)),
                    _ => map.pointer_up(random.below(3) as i32, now),
                }
                map.advance(now);
                let scene = scene(&map);
                let camera = map.camera();
                assert!(camera.center.x.is_finite() && camera.center.y.is_finite(), "round {round}: {camera:?}");
                assert!((-1.0..=22.0).contains(&camera.zoom), "round {round}: {camera:?}");
                assert!(scene.marks.iter().all(|mark| mark.at().x.is_finite() && mark.at().y.is_finite()));
                for members in scene.marks.iter().filter_map(|mark| match mark {
                    Mark::Cluster { members, .. } => Some(members),
                    Mark::Pin { .. } => None,
                }) {
                    map.open(members, now);
                }
            }
        }
    }

    /// The same in every run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % limit
        }

        fn of<T: Copy>(&mut self, choices: &[T]) -> T {
            choices[self.below(choices.len())]
        }

        fn number(&mut self) -> f64 {
            self.of(&[0.0, 1.0, -1.0, 0.5, 90.0, -180.0, 181.0, 400.0, -33.9, 1e9, -1e300, 5e-324])
        }

        fn value(&mut self, depth: usize) -> serde_json::Value {
            match self.below(if depth > 3 { 5 } else { 8 }) {
                0 => json!(null),
                1 => json!(self.of(&["", "12", "-1e9", "[{\"lat\":1,\"lng\":2}]", "{", "walking", "#fff", "url(x)"])),
                2 | 3 => json!(self.number()),
                4 => json!(true),
                5 => (0..self.below(5)).map(|_| self.value(depth + 1)).collect(),
                _ => {
                    let keys =
                        ["lat", "lng", "name", "label", "origin", "destination", "background", "0", "1", "title"];
                    (0..self.below(6)).map(|_| (self.of(&keys).to_owned(), self.value(depth + 1))).collect()
                }
            }
        }

        fn object(&mut self) -> serde_json::Value {
            let keys =
                ["center", "zoom", "pins", "markers", "routes", "anchorMarker", "origin", "destination", "title"];
            (0..self.below(9)).map(|_| (self.of(&keys).to_owned(), self.value(0))).collect()
        }
    }

    #[test]
    fn every_view_of_a_full_map_is_drawn_without_harm() {
        let pins: Vec<_> = (0..1_000u32)
            .map(|index| json!({"lat": f64::from(index % 180) - 90.0, "lng": index * 7, "name": "Ὀδυσσεύς"}))
            .collect();
        for zoom in [0.0, 3.5, 22.0] {
            for size in [Size { width: 0.0, height: 0.0 }, SIZE] {
                let values = json!({"center": {"lat": -90, "lng": 180}, "zoom": zoom, "pins": pins});
                let scene = scene(&map_of("GoogleMap", values, size));
                assert_eq!(scene.in_view == 1_000, scene.notice.is_none());
                assert!(scene.marks.len() <= 200, "{}", scene.marks.len());
            }
        }
    }
}
