//! What an agent wants to see: the resolved properties of a component, made into types.
//!
//! Two components draw maps. RizzCharts' `GoogleMap` has pins and a title; the Maps toolkit's, called `MarkerMap` here,
//! has markers, an anchor and routes.

use a2ui_easel::listed::{read_list, read_number};
use serde_json::{Map, Value};

use crate::pin::{Colors, Flaws, Pin, parse_place, words};
use crate::projection::{MAX_ZOOM, Place};

/// More pins than this are not drawn, and more routes are not either.
const MAX_PINS: usize = 1_000;
const MAX_ROUTES: usize = 100;
const MAX_TITLE: usize = 200;

/// What is to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub title: Option<String>,
    /// The agent's own words for those who do not see it.
    pub label: Option<String>,
    pub description: Option<String>,
    pub center: Option<Place>,
    pub zoom: Option<f64>,
    pub pins: Vec<Pin>,
    /// Each from a pin to a pin.
    pub routes: Vec<(usize, usize)>,
    pub travel_mode: Option<TravelMode>,
    /// How many entries say no place, and how many are too many.
    pub not_shown: usize,
    pub too_many: usize,
    /// What has to be there first is bound to a place where nothing stands yet.
    pub is_waiting: bool,
    /// So is what a map is larger for: its title, its places.
    pub awaits_title: bool,
    pub awaits_places: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TravelMode {
    Driving,
    Walking,
    Bicycling,
    Transit,
}

impl TravelMode {
    /// The name of the word for it.
    pub fn word(self) -> &'static str {
        match self {
            TravelMode::Driving => "mapDriving",
            TravelMode::Walking => "mapWalking",
            TravelMode::Bicycling => "mapBicycling",
            TravelMode::Transit => "mapTransit",
        }
    }

    fn parse(text: &str) -> Option<TravelMode> {
        Some(match text.to_ascii_lowercase().as_str() {
            "driving" => TravelMode::Driving,
            "walking" => TravelMode::Walking,
            "bicycling" => TravelMode::Bicycling,
            "transit" => TravelMode::Transit,
            _ => return None,
        })
    }
}

/// Something that is wrong with the properties, and what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub severity: &'static str,
    pub code: &'static str,
    pub message: String,
}

/// Reads the properties of the component `name`, as the element hands them over.
pub fn read(name: &str, text: &str) -> (Wanted, Vec<Finding>) {
    let given: Value = serde_json::from_str(text).unwrap_or_default();
    let none = Map::new();
    let mut reader = Reader {
        values: given.get("values").and_then(Value::as_object).unwrap_or(&none),
        wanted: Wanted::default(),
        findings: Vec::new(),
        flaws: Flaws::default(),
    };
    reader.wanted.label = given.get("label").and_then(words);
    reader.wanted.description = given.get("description").and_then(words);
    let is_pending = |key: &str| {
        let pending = given.get("pending").and_then(Value::as_array);
        pending.is_some_and(|pending| pending.iter().any(|name| name.as_str() == Some(key)))
    };
    reader.wanted.is_waiting = is_pending("center") || is_pending("zoom");
    reader.wanted.awaits_title = is_pending("title");
    reader.wanted.awaits_places = is_pending("pins") || is_pending("markers");
    reader.view();
    match name {
        "MarkerMap" => reader.markers(),
        _ => reader.pins(),
    }
    reader.finish()
}

struct Reader<'a> {
    values: &'a Map<String, Value>,
    wanted: Wanted,
    findings: Vec<Finding>,
    flaws: Flaws,
}

impl<'a> Reader<'a> {
    fn value(&self, key: &str) -> Option<&'a Value> {
        self.values.get(key).filter(|value| !value.is_null())
    }

    fn find(&mut self, code: &'static str, message: impl Into<String>) {
        let severity = if code == "TOLERATED" { "info" } else { "warning" };
        self.findings.push(Finding { severity, code, message: message.into() });
    }

    fn view(&mut self) {
        if let Some(center) = self.value("center") {
            self.wanted.center = parse_place(center);
            if self.wanted.center.is_none() {
                self.find(
                    "VALIDATION_FAILED",
                    "center must have lat within ±90 and lng, as numbers; the pins are shown.",
                );
            }
        }
        if let Some(zoom) = self.value("zoom") {
            let number = read_number(zoom);
            self.wanted.zoom = number.map(|zoom| zoom.clamp(0.0, MAX_ZOOM));
            match number {
                None => self.find("VALIDATION_FAILED", "zoom must be a number; a fitting one is taken."),
                Some(zoom) if !(0.0..=MAX_ZOOM).contains(&zoom) => {
                    self.find("UNKNOWN_VALUE", "zoom is brought into 0 to 22.");
                }
                Some(_) => {}
            }
        }
    }

    fn pins(&mut self) {
        self.wanted.title = self.value("title").and_then(words).map(|title| title.chars().take(MAX_TITLE).collect());
        self.list("pins", |reader, item| reader.pin(item, Colors::RED).is_some());
    }

    fn markers(&mut self) {
        if let Some(anchor) = self.value("anchorMarker")
            && self.pin(anchor, Colors::ANCHOR).is_none()
        {
            self.wanted.not_shown += 1;
        }
        self.list("markers", |reader, item| reader.pin(item, Colors::RED).is_some());
        if let (Some(origin), Some(destination)) = (self.value("origin"), self.value("destination"))
            && !self.route(origin, destination)
        {
            self.wanted.not_shown += 1;
        }
        self.list("routes", |reader, item| {
            let ends = item.get("origin").zip(item.get("destination"));
            ends.is_some_and(|(origin, destination)| reader.route(origin, destination))
        });
        if let Some(mode) = self.value("travelMode") {
            self.wanted.travel_mode = mode.as_str().and_then(TravelMode::parse);
            if self.wanted.travel_mode.is_none() {
                self.find("UNKNOWN_VALUE", "travelMode must be driving, walking, bicycling or transit; none is shown.");
            }
        }
    }

    /// Takes each entry of a list; `take` answers whether it could be shown.
    fn list(&mut self, key: &str, mut take: impl FnMut(&mut Self, &Value) -> bool) {
        let Some(value) = self.value(key) else { return };
        let Some(items) = read_list(value) else {
            self.find("VALIDATION_FAILED", [key, " must be a list; it is not shown."].concat());
            return;
        };
        for item in &items {
            if !take(self, item) {
                self.wanted.not_shown += 1;
            }
        }
    }

    /// Adds a pin and answers with its index. One pin more than there may be is counted, and is no pin.
    fn pin(&mut self, value: &Value, colors: Colors) -> Option<usize> {
        let pin = Pin::parse(value, colors, &mut self.flaws)?;
        if self.wanted.pins.len() == MAX_PINS {
            self.wanted.too_many += 1;
        } else {
            self.wanted.pins.push(pin);
        }
        Some(self.wanted.pins.len() - 1)
    }

    fn route(&mut self, origin: &Value, destination: &Value) -> bool {
        let (Some(from), Some(to)) = (self.end(origin), self.end(destination)) else { return false };
        if self.wanted.routes.len() < MAX_ROUTES {
            self.wanted.routes.push((from, to));
        } else {
            self.wanted.too_many += 1;
        }
        true
    }

    /// The pin at an end of a route: one that stands there, or its own.
    fn end(&mut self, value: &Value) -> Option<usize> {
        let place = parse_place(value)?;
        match self.wanted.pins.iter().position(|pin| pin.place == place) {
            None => self.pin(value, Colors::ANCHOR),
            standing => standing,
        }
    }

    fn finish(mut self) -> (Wanted, Vec<Finding>) {
        let nameless = self.wanted.pins.iter().filter(|pin| pin.name.is_none()).count();
        if nameless > 0 {
            self.find("TOLERATED", "A place without a name is called by its number.");
        }
        if self.wanted.not_shown > 0 {
            self.find(
                "VALIDATION_FAILED",
                "A place must have lat within ±90 and lng, as numbers; others are not shown.",
            );
        }
        if self.wanted.too_many > 0 {
            self.find("LIMIT_EXCEEDED", "A map shows at most 1000 places and 100 routes.");
        }
        if self.flaws.colors > 0 {
            self.find("UNKNOWN_VALUE", "A pin's colours must be colours such as #FBBC04; the default is used.");
        }
        if self.flaws.cut > 0 {
            self.find("LIMIT_EXCEEDED", "Names are cut at 200 characters and descriptions at 2000.");
        }
        (self.wanted, self.findings)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_values(name: &str, values: Value) -> (Wanted, Vec<&'static str>) {
        let text = json!({"id": "m", "values": values, "pending": []}).to_string();
        let (wanted, findings) = read(name, &text);
        (wanted, findings.into_iter().map(|finding| finding.code).collect())
    }

    fn names(wanted: &Wanted) -> Vec<&str> {
        wanted.pins.iter().map(|pin| pin.name.as_deref().unwrap_or("-")).collect()
    }

    #[test]
    fn a_view_is_a_place_and_a_zoom() {
        for (values, center, zoom, codes) in [
            (json!({"center": {"lat": 1, "lng": 2}, "zoom": 0}), Some((1.0, 2.0)), Some(0.0), vec![]),
            (json!({"center": {"lat": "1", "lng": "182"}, "zoom": "4.5"}), Some((1.0, -178.0)), Some(4.5), vec![]),
            (json!({"center": {"lat": 1, "lng": 2}, "zoom": 99}), Some((1.0, 2.0)), Some(22.0), vec!["UNKNOWN_VALUE"]),
            (json!({"center": {"lat": 99, "lng": 2}, "zoom": "far"}), None, None, vec!["VALIDATION_FAILED"; 2]),
            (json!({"center": "Oslo"}), None, None, vec!["VALIDATION_FAILED"]),
            (json!({"center": null}), None, None, vec![]),
        ] {
            let (wanted, found) = read_values("GoogleMap", values.clone());
            assert_eq!(wanted.center.map(|place| (place.lat, place.lng)), center, "{values}");
            assert_eq!((wanted.zoom, found), (zoom, codes), "{values}");
        }
    }

    #[test]
    fn pins_come_in_any_shape_of_a_list() {
        let pin = json!({"lat": 1, "lng": 2, "name": "A"});
        for pins in [json!([pin]), json!({"0": pin}), json!(pin), json!(json!([pin]).to_string())] {
            let (wanted, codes) = read_values("GoogleMap", json!({"pins": pins, "title": " Here "}));
            assert_eq!((names(&wanted), codes), (vec!["A"], vec![]), "{pins}");
            assert_eq!(wanted.title.as_deref(), Some("Here"));
        }
        let (wanted, codes) =
            read_values("GoogleMap", json!({"pins": [pin, {"lat": 95, "lng": 1}, "x", {"lat": 1, "lng": 1}]}));
        assert_eq!((names(&wanted), wanted.not_shown), (vec!["A", "-"], 2));
        assert_eq!(codes, ["TOLERATED", "VALIDATION_FAILED"]);
        assert_eq!(read_values("GoogleMap", json!({"pins": 5})).1, ["VALIDATION_FAILED"]);
    }

    #[test]
    fn a_marker_map_has_an_anchor_markers_and_routes() {
        let (wanted, codes) = read_values(
            "MarkerMap",
            json!({
                "anchorMarker": {"lat": 1, "lng": 1, "label": "Hotel"},
                "markers": [{"lat": 2, "lng": 2, "label": "Museum"}],
                "routes": [
                    {"origin": {"lat": 1, "lng": 1, "label": "Hotel"}, "destination": {"lat": 3, "lng": 3, "label": "Harbour"}},
                    {"origin": {"lat": 1, "lng": 1}},
                ],
                "origin": {"lat": 2, "lng": 2},
                "destination": {"lat": 1, "lng": 1},
                "travelMode": "walking",
                "pins": [{"lat": 9, "lng": 9, "name": "of the other map"}],
            }),
        );
        assert_eq!(names(&wanted), ["Hotel", "Museum", "Harbour"]);
        assert_eq!(wanted.routes, [(1, 0), (0, 2)]);
        assert_eq!(wanted.travel_mode, Some(TravelMode::Walking));
        assert_eq!(wanted.pins[0].colors, Colors::ANCHOR);
        assert_eq!((wanted.not_shown, codes), (1, vec!["VALIDATION_FAILED"]));
    }

    #[test]
    fn a_map_waits_for_its_view_and_not_for_its_pins() {
        for (pending, is_waiting) in
            [(json!(["center"]), true), (json!(["zoom"]), true), (json!(["pins"]), false), (json!(null), false)]
        {
            let text = json!({"id": "m", "values": {}, "pending": pending}).to_string();
            assert_eq!(read("GoogleMap", &text).0.is_waiting, is_waiting, "{pending}");
        }
    }

    #[test]
    fn there_are_limits() {
        let pins: Vec<Value> = (0..1_203).map(|index| json!({"lat": 1, "lng": index, "name": "p"})).collect();
        let (wanted, codes) = read_values("GoogleMap", json!({"pins": pins}));
        assert_eq!((wanted.pins.len(), wanted.too_many, codes), (1_000, 203, vec!["LIMIT_EXCEEDED"]));
        let route =
            json!({"origin": {"lat": 1, "lng": 1, "label": "a"}, "destination": {"lat": 2, "lng": 1, "label": "b"}});
        let (wanted, _) = read_values("MarkerMap", json!({"routes": vec![route; 150]}));
        assert_eq!((wanted.routes.len(), wanted.pins.len(), wanted.too_many), (100, 2, 50));
    }

    #[test]
    fn what_is_no_json_is_an_empty_map() {
        for text in ["", "[]", "null", "{\"values\": 3}", "{"] {
            assert_eq!(read("GoogleMap", text), (Wanted::default(), vec![]), "{text}");
        }
    }
}
