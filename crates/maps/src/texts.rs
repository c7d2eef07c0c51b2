//! What is said about a map: its name, what it shows, what has changed.

use crate::camera::Camera;
use crate::outlines::Outlines;
use crate::projection::Place;
use crate::properties::Wanted;
use crate::words::{Words, counted, filled};

/// What assistive technology calls the picture.
pub fn name(wanted: &Wanted, words: &dyn Words) -> String {
    match (&wanted.label, &wanted.title) {
        (Some(name), _) | (None, Some(name)) => name.clone(),
        (None, None) if wanted.pins.is_empty() => words.word("map"),
        (None, None) => counted(words, "mapNamedOne", "mapNamed", wanted.pins.len()),
    }
}

/// What the picture shows: the agent's words, then where it is.
pub fn description(wanted: &Wanted, camera: Camera, outlines: Option<&Outlines>, words: &dyn Words) -> String {
    let place = camera.place();
    let (lat, lng) = degrees(place, words);
    let center = filled(words, "mapCenter", &[("lat", &lat), ("lng", &lng)]);
    let country = outlines.and_then(|outlines| outlines.country_at(place)).map(|code| words.country(code));
    let parts = [wanted.description.clone(), Some(center), Some(zoom(camera, words)), country];
    let mut text = String::new();
    for part in parts.into_iter().flatten() {
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(&part);
        if !part.ends_with('.') {
            text.push('.');
        }
    }
    text
}

/// What is announced when the view has changed.
pub fn news(camera: Camera, in_view: usize, words: &dyn Words) -> String {
    [zoom(camera, words), counted(words, "mapInViewOne", "mapInView", in_view)].join(", ")
}

/// What a place is called: by its number where the agent gave it no name.
pub fn pin_name(wanted: &Wanted, index: usize, words: &dyn Words) -> String {
    let name = wanted.pins.get(index).and_then(|pin| pin.name.clone());
    name.unwrap_or_else(|| filled(words, "mapPlace", &[("count", &words.number(index as f64 + 1.0, 0))]))
}

pub fn coordinates(place: Place, words: &dyn Words) -> String {
    let (lat, lng) = degrees(place, words);
    [lat, lng].join(", ")
}

/// "Hotel to Museum, walking"
pub fn route(wanted: &Wanted, (from, to): (usize, usize), words: &dyn Words) -> String {
    let (from, to) = (pin_name(wanted, from, words), pin_name(wanted, to, words));
    let mut text = filled(words, "mapRoute", &[("from", &from), ("to", &to)]);
    if let Some(mode) = wanted.travel_mode {
        text.push_str(", ");
        text.push_str(&words.word(mode.word()));
    }
    text
}

/// How much of what the agent sent is not to be seen.
pub fn footnote(wanted: &Wanted, words: &dyn Words) -> Option<String> {
    let count = wanted.not_shown + wanted.too_many;
    (count > 0).then(|| counted(words, "mapNotShownOne", "mapNotShown", count))
}

fn zoom(camera: Camera, words: &dyn Words) -> String {
    let rounded = (camera.zoom * 10.0).round() / 10.0;
    let decimals = u32::from(rounded.fract() != 0.0);
    filled(words, "mapZoom", &[("zoom", &words.number(rounded, decimals))])
}

fn degrees(place: Place, words: &dyn Words) -> (String, String) {
    (words.number(place.lat, 4), words.number(place.lng, 4))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::outlines::COUNTRIES;
    use crate::properties;
    use crate::words::English;

    fn wanted(name: &str, given: serde_json::Value) -> Wanted {
        properties::read(name, &given.to_string()).0
    }

    #[test]
    fn a_map_is_called_what_the_agent_calls_it_or_what_it_holds() {
        let pin = json!({"lat": 1, "lng": 2, "name": "A"});
        for (given, expected) in [
            (json!({"label": "Our shops", "values": {"title": "Shops"}}), "Our shops"),
            (json!({"values": {"title": "Shops", "pins": [pin]}}), "Shops"),
            (json!({"values": {"pins": [pin]}}), "Map with 1 place"),
            (json!({"values": {"pins": [pin, pin]}}), "Map with 2 places"),
            (json!({"values": {}}), "Map"),
        ] {
            assert_eq!(name(&wanted("GoogleMap", given.clone()), &English), expected, "{given}");
        }
    }

    #[test]
    fn a_description_says_where_it_is() {
        let outlines = Outlines::decode(COUNTRIES);
        let given = wanted("GoogleMap", json!({"description": "All shops.", "values": {}}));
        let camera = Camera::at(Place { lat: 34.0522, lng: -118.2437 }, 11.25);
        let text = description(&given, camera, outlines.as_ref(), &English);
        assert_eq!(text, "All shops. Center 34.0522, -118.2437. Zoom 11.3. US.");
        let at_sea = description(
            &Wanted::default(),
            Camera::at(Place { lat: 0.0, lng: -30.0 }, 3.0),
            outlines.as_ref(),
            &English,
        );
        assert_eq!(at_sea, "Center 0.0000, -30.0000. Zoom 3.");
    }

    #[test]
    fn news_and_footnotes_count() {
        let camera = Camera::at(Place { lat: 0.0, lng: 0.0 }, 12.0);
        assert_eq!(news(camera, 4, &English), "Zoom 12, 4 places in view");
        assert_eq!(news(camera, 1, &English), "Zoom 12, 1 place in view");
        let given = wanted("GoogleMap", json!({"values": {"pins": [{"lat": 99}, 5]}}));
        assert_eq!(footnote(&given, &English).as_deref(), Some("2 places could not be shown"));
        assert_eq!(footnote(&Wanted::default(), &English), None);
    }

    #[test]
    fn routes_and_nameless_places_have_words() {
        let values = json!({"origin": {"lat": 1, "lng": 1, "label": "Hotel"}, "destination": {"lat": 2, "lng": 2}, "travelMode": "walking"});
        let given = wanted("MarkerMap", json!({"values": values}));
        assert_eq!(route(&given, given.routes[0], &English), "Hotel to Place 2, walking");
    }
}
