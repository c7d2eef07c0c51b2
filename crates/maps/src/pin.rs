//! A pin as an agent describes it: where it stands, what it is called, what it looks like.

use a2ui_easel::Rgb;
use a2ui_easel::color::Color;
use a2ui_easel::listed::read_number;
use serde_json::Value;

use crate::projection::Place;

/// Longer names and descriptions are cut.
const MAX_NAME: usize = 200;
const MAX_DESCRIPTION: usize = 2_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    pub place: Place,
    /// Nothing if the agent gave it none.
    pub name: Option<String>,
    pub description: Option<String>,
    pub colors: Colors,
}

/// Checked, each: nothing an agent wrote reaches a style as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colors {
    pub background: Rgb,
    pub border: Rgb,
    pub glyph: Rgb,
}

impl Colors {
    pub const RED: Colors =
        Colors { background: Rgb(0xea, 0x43, 0x35), border: Rgb(0xc5, 0x22, 0x1f), glyph: Rgb(0xb3, 0x14, 0x12) };
    /// For the one place that a map is about.
    pub const ANCHOR: Colors =
        Colors { background: Rgb(0x5b, 0x99, 0xf6), border: Rgb(0x2f, 0x79, 0xe8), glyph: Rgb::WHITE };

    /// Border and glyph that go with a background.
    fn on(background: Rgb) -> Colors {
        Colors { background, border: background.mix(Rgb::BLACK, 25), glyph: background.mix(background.on(), 85) }
    }
}

/// What was found on the way.
#[derive(Debug, Default, PartialEq)]
pub struct Flaws {
    pub colors: usize,
    pub cut: usize,
}

impl Pin {
    /// Nothing if the value says no place on Earth.
    pub fn parse(value: &Value, default: Colors, flaws: &mut Flaws) -> Option<Pin> {
        let place = parse_place(value)?;
        let mut text = |key: &str, limit: usize| {
            let text = words(value.get(key)?)?;
            if text.chars().nth(limit).is_none() {
                return Some(text);
            }
            flaws.cut += 1;
            Some(text.chars().take(limit - 1).chain(['…']).collect())
        };
        let name = text("name", MAX_NAME).or_else(|| text("label", MAX_NAME));
        let description = text("description", MAX_DESCRIPTION);
        let mut color = |key: &str, default: Rgb| match value.get(key) {
            None | Some(Value::Null) => default,
            // A pin hides what is below it: how far a colour would let that through is left out.
            Some(given) => given.as_str().and_then(Color::parse).map(|color| color.rgb).unwrap_or_else(|| {
                flaws.colors += 1;
                default
            }),
        };
        let background = color("background", default.background);
        // What was chosen for red does not suit another ground.
        let default = if background == default.background { default } else { Colors::on(background) };
        let colors = Colors {
            background,
            border: color("borderColor", default.border),
            glyph: color("glyphColor", default.glyph),
        };
        Some(Pin { place, name, description, colors })
    }
}

/// Where a pin of `old` stands among `new` ones: the one of its name on its spot, wherever in the list; else one of its name,
/// or on its spot, that was no other pin before.
pub fn follow(index: usize, old: &[Pin], new: &[Pin]) -> Option<usize> {
    let pin = old.get(index)?;
    let is_one = |one: &Pin, other: &Pin| one.name == other.name && one.place == other.place;
    let find = |is: &dyn Fn(usize, &Pin) -> bool| {
        let here = new.get(index).filter(|other| is(index, other)).map(|_| index);
        here.or_else(|| (0..new.len()).find(|at| is(*at, &new[*at])))
    };
    let is_new = |other: &Pin| !old.iter().any(|known| is_one(known, other));
    find(&|_, other| is_one(pin, other))
        .or_else(|| find(&|at, other| other.name == pin.name && (pin.name.is_some() || at == index) && is_new(other)))
        .or_else(|| find(&|_, other| other.place == pin.place && is_new(other)))
}

/// Text that is not blank; a whole number too.
pub fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned),
        _ => value.as_i64().map(|number| number.to_string()),
    }
}

/// Reads `{lat, lng}`, whose numbers may be written as text.
pub fn parse_place(value: &Value) -> Option<Place> {
    let number = |keys: [&str; 2]| keys.iter().find_map(|key| value.get(key)).and_then(read_number);
    Place::new(number(["lat", "latitude"])?, number(["lng", "longitude"])?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(value: Value) -> (Option<Pin>, Flaws) {
        let mut flaws = Flaws::default();
        (Pin::parse(&value, Colors::RED, &mut flaws), flaws)
    }

    #[test]
    fn a_pin_has_what_it_needs_or_a_default() {
        let (pin, flaws) = parse(json!({"lat": "34.5", "lng": -118, "name": " Here ", "outlier_reason": "x"}));
        let place = Place { lat: 34.5, lng: -118.0 };
        let expected = Pin { place, name: Some("Here".into()), description: None, colors: Colors::RED };
        assert_eq!((pin, flaws), (Some(expected), Flaws::default()));
        let (labelled, _) = parse(json!({"lat": 1, "lng": 2, "label": 7}));
        assert_eq!(labelled.and_then(|pin| pin.name).as_deref(), Some("7"));
    }

    #[test]
    fn a_pin_is_found_again_by_name_and_spot() {
        let pins = |list: &[(f64, &str)]| -> Vec<Pin> {
            let pin = |&(lat, name): &(f64, &str)| parse(json!({"lat": lat, "lng": 0, "name": name})).0;
            list.iter().filter_map(pin).collect()
        };
        let old = [(1.0, "a"), (2.0, "b"), (3.0, "c")];
        for (index, new, expected) in [
            (1, vec![(1.0, "a"), (2.0, "b"), (3.0, "c")], Some(1)),
            (1, vec![(9.0, "x"), (1.0, "a"), (2.0, "b")], Some(2)),
            (1, vec![(1.0, "a"), (7.0, "b"), (3.0, "c")], Some(1)),
            (1, vec![(7.0, "b"), (1.0, "a")], Some(0)),
            (1, vec![(1.0, "x"), (2.0, "a"), (3.0, "b"), (4.0, "c")], Some(2)),
            (1, vec![(1.0, "A"), (2.0, "B"), (3.0, "C")], Some(1)),
            (1, vec![(1.0, "a"), (3.0, "c")], None),
            (7, vec![(1.0, "a")], None),
            (0, vec![], None),
        ] {
            assert_eq!(follow(index, &pins(&old), &pins(&new)), expected, "{index}: {new:?}");
        }
        let buses = [(1.0, "Bus"), (2.0, "Bus"), (3.0, "")];
        for (index, new, expected) in [
            (1, vec![(1.0, "Bus"), (2.5, "Bus"), (3.0, "")], Some(1)),
            (1, vec![(1.0, "Bus"), (3.0, "")], None),
            (2, vec![(1.0, "Bus"), (2.0, "Bus"), (3.5, "")], Some(2)),
            (2, vec![(0.5, ""), (3.0, "")], Some(1)),
        ] {
            assert_eq!(follow(index, &pins(&buses), &pins(&new)), expected, "{index}: {new:?}");
        }
    }

    #[test]
    fn what_is_no_place_is_no_pin() {
        for value in [
            json!({"lat": 91, "lng": 0, "name": "beyond the pole"}),
            json!({"lat": "north", "lng": 0}),
            json!({"lat": 1}),
            json!({"lat": null, "lng": null}),
            json!("Oslo"),
            json!([1, 2]),
            json!(null),
        ] {
            assert_eq!(parse(value.clone()).0, None, "{value}");
        }
    }

    #[test]
    fn colours_are_bytes_or_the_default() {
        let pin = |color: &str| {
            let (pin, flaws) = parse(json!({"lat": 1, "lng": 2, "background": color}));
            (pin.expect("a pin").colors.background.css(), flaws.colors)
        };
        for (color, expected) in
            [("#FBBC04", "#fbbc04"), ("Tomato", "#ff6347"), ("rgb(1 2 3 / 50%)", "#010203"), ("#0af8", "#00aaff")]
        {
            assert_eq!(pin(color), (expected.into(), 0));
        }
        for wrong in ["url(https://evil.example/x)", "var(--x)", "red;}", "expression(1)", ""] {
            assert_eq!(pin(wrong), ("#ea4335".into(), 1), "{wrong}");
        }
    }

    #[test]
    fn border_and_glyph_go_with_the_background() {
        let (pin, _) = parse(json!({"lat": 1, "lng": 2, "background": "#202040", "borderColor": "#fff"}));
        let colors = pin.expect("a pin").colors;
        assert_eq!((colors.border, colors.glyph), (Rgb::WHITE, Rgb(0xde, 0xde, 0xe2)));
        assert_eq!(Colors::on(Rgb(200, 200, 0)).border, Rgb(150, 150, 0));
    }

    #[test]
    fn long_words_are_cut() {
        let long = "é".repeat(5_000);
        let (pin, flaws) = parse(json!({"lat": 1, "lng": 2, "name": long, "description": long}));
        let pin = pin.expect("a pin");
        assert_eq!(pin.name.map(|name| name.chars().count()), Some(200));
        assert_eq!(pin.description.map(|text| text.chars().count()), Some(2_000));
        assert_eq!(flaws.cut, 2);
    }
}
