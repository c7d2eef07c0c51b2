//! Charts from an agent's properties to what is shown, through the one way in.

use serde_json::{Value, json};

use crate::chart::{Chart, Key, Outcome};
use crate::face::{Face, State};
use crate::page::plain::Plain;
use crate::picture::{Direction, Room};
use crate::reading::{Finding, Kind};
use crate::scene::{Role, Shape};

const ROOM: Room = Room { width: 600.0, direction: Direction::LeftToRight };

fn chart(name: &str, values: Value) -> (Chart, Vec<Finding>) {
    let mut chart = Chart::default();
    let properties = json!({"id": "c", "values": values, "pending": []}).to_string();
    let findings = chart.update(name, &properties).expect("the contract is kept");
    (chart, findings)
}

fn face(name: &str, values: Value) -> Face {
    chart(name, values).0.face(None, &ROOM, &Plain).expect("there are properties")
}

fn words(face: &Face, role: Role) -> Vec<String> {
    let prims = face.picture.back.iter().chain(&face.picture.front).filter(|prim| prim.role == role);
    let text = |shape: &Shape| match shape {
        Shape::Text(_, _, text) => Some(text.clone()),
        _ => None,
    };
    prims.filter_map(|prim| text(&prim.shape)).collect()
}

fn data(values: &[f64]) -> Value {
    values.iter().enumerate().map(|(at, value)| json!({"label": format!("L{at}"), "value": value})).collect()
}

#[test]
fn both_axes_have_labels() {
    let face = face("BarChart", json!({"labels": ["a", "b", "c"], "values": [10, 40, 25]}));
    let ticks = words(&face, Role::Tick);
    for label in ["a", "b", "c", "0", "20", "40"] {
        assert!(ticks.iter().any(|tick| tick == label), "{label} in {ticks:?}");
    }
    assert_eq!(face.points.iter().map(|spot| spot.name.as_str()).collect::<Vec<_>>(), ["a, 10", "b, 40", "c, 25"]);
}

#[test]
fn numbers_that_are_read_keep_their_decimals() {
    for name in ["LineChart", "BarChart"] {
        let face = face(name, json!({"labels": ["USD", "GBP"], "values": [1.0873, 0.3581]}));
        assert_eq!(face.points.iter().map(|spot| spot.value.as_str()).collect::<Vec<_>>(), ["1.0873", "0.3581"]);
        assert_eq!(face.table.rows[1], ["GBP", "0.3581"]);
    }
}

#[test]
fn whatever_the_numbers_there_is_a_face() {
    use State::{Drawn, Empty, Table};
    let cases = [
        (json!([]), Empty),
        (data(&[0.0]), Drawn),
        (data(&[5.0]), Drawn),
        (data(&[5.0, 5.0, 5.0]), Drawn),
        (data(&[-1.0, 0.0, 1.0]), Drawn),
        (data(&[1.0, 1.0 + 3e-16]), Drawn),
        (data(&[5e-324, 1e-320]), Drawn),
        (data(&[1e17, 1e17 + 64.0]), Table),
        (data(&[-1e308, 1e308]), Table),
        (json!([{"label": "a", "value": "NaN"}, {"label": "b", "value": "Infinity"}]), Table),
        (json!([{"label": "a", "value": "41.5"}, {"label": "b", "value": null}]), Drawn),
        (json!({"a": 1, "b": 2}), Drawn),
        (json!("no list"), Table),
        (json!(7), Table),
    ];
    for (given, state) in cases {
        for name in ["DataBarChart", "LineChart"] {
            let values = match name {
                "LineChart" => {
                    let list = given.as_array().cloned().unwrap_or_default();
                    if list.is_empty() {
                        continue;
                    }
                    let column = |key| list.iter().map(|item| item[key].clone()).collect::<Value>();
                    json!({"labels": column("label"), "values": column("value")})
                }
                _ => json!({"title": "t", "data": given}),
            };
            let face = face(name, values);
            assert_eq!(face.state, state, "{name} {given}");
            assert!(face.picture.is_sound(), "{name} {given}");
        }
    }
}

#[test]
fn parts_that_are_none_are_told_and_the_rest_is_drawn() {
    let items = json!([
        {"label": "a", "value": 3}, {"label": "b", "value": -1}, {"value": 2}, {"label": "c", "value": "1"}, 5,
    ]);
    let (mut chart, findings) = chart("Chart", json!({"type": "pie", "chartData": items}));
    let face = chart.face(None, &ROOM, &Plain).unwrap();
    assert_eq!(face.state, State::Drawn);
    assert_eq!(face.points.iter().map(|spot| spot.share.clone().unwrap()).collect::<Vec<_>>(), ["75%", "25%"]);
    assert!(face.notes[0].starts_with("chartInvalid"), "{:?}", face.notes);
    assert!(!findings.is_empty());
    for values in [data(&[0.0, 0.0]), json!([])] {
        assert_eq!(self::face("Chart", json!({"type": "pie", "chartData": values})).state, State::Empty);
    }
}

#[test]
fn rooms_of_any_size_hold_a_picture() {
    let values = json!({"labels": ["2026-01-02", "2026-01-05", "2026-01-06"], "values": [1.08, 1.09, 1.07]});
    for width in [0.0, -5.0, 1.0, 119.0, 320.0, 1e9, f64::NAN, f64::INFINITY] {
        for direction in [Direction::LeftToRight, Direction::RightToLeft] {
            let face = chart("LineChart", values.clone()).0.face(None, &Room { width, direction }, &Plain).unwrap();
            assert_eq!(face.state, State::Drawn);
            assert!(face.picture.is_sound() && face.picture.size.0 <= 4096.0, "{width}");
        }
    }
}

#[test]
fn much_data_is_cut_to_what_can_be_drawn() {
    let many: Vec<f64> = (0..20_000).map(|at| f64::from(at % 97)).collect();
    let bars = face("DataBarChart", json!({"title": "t", "data": data(&many)}));
    assert!(bars.picture.marks.len() <= 200, "{}", bars.picture.marks.len());
    assert!(bars.notes.iter().any(|note| note.starts_with("chartHidden")));
    let labels: Vec<String> = (0..many.len()).map(|at| at.to_string()).collect();
    let line = face("LineChart", json!({"labels": labels, "values": many}));
    assert!((2..=1000).contains(&line.picture.marks.len()), "{}", line.picture.marks.len());
    let pie = face("Chart", json!({"type": "pie", "chartData": data(&many)}));
    assert!(pie.points.len() <= 12, "{}", pie.points.len());
}

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn value(&mut self) -> Value {
        match self.next() % 9 {
            0 => json!(self.next() as i64),
            1 => json!(f64::from_bits(self.next())),
            2 => json!((self.next() % 100) as f64 / 7.0),
            3 => json!("1e999"),
            4 => json!("12"),
            5 => Value::Null,
            6 => json!({"label": "x", "value": self.next() % 10}),
            7 => json!([1, 2]),
            _ => json!(-((self.next() % 50) as f64)),
        }
    }
}

#[test]
fn random_data_never_ends_a_chart() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..400 {
        let count = random.next() % 40;
        let items: Value =
            (0..count).map(|at| json!({"label": at, "value": random.value(), "drillDown": [random.value()]})).collect();
        let values: Value = (0..count).map(|_| random.value()).collect();
        let labels: Value = (0..random.next() % 40).map(|_| random.value()).collect();
        for (name, given) in [
            ("Chart", json!({"type": "doughnut", "chartData": items})),
            ("PieChart", json!({"data": values})),
            ("DataBarChart", json!({"data": items})),
            ("LineChart", json!({"labels": labels, "values": values, "color": random.value()})),
        ] {
            let face = face(name, given);
            assert!(face.picture.is_sound(), "{name} in round {round}");
            assert_eq!(face.points.len(), face.picture.marks.len(), "{name} in round {round}");
        }
    }
}

#[test]
fn keys_lead_into_a_part_and_back_to_where_one_was() {
    let items = json!([
        {"label": "a", "value": 1}, {"label": "b", "value": 2, "drillDown": [{"label": "x", "value": 5}, {"label": "y", "value": 5}]},
    ]);
    let (mut chart, _) = chart("Chart", json!({"type": "doughnut", "title": "T", "chartData": items}));
    let top = chart.face(None, &ROOM, &Plain).unwrap();
    let press = |chart: &mut Chart, face: &Face, key| chart.key(key, face, Direction::LeftToRight);
    assert_eq!(press(&mut chart, &top, Key::Open), Outcome::Ignored, "a has no parts");
    assert_eq!(press(&mut chart, &top, Key::Right), Outcome::Moved);
    assert_eq!(press(&mut chart, &top, Key::Open), Outcome::Level);
    let inner = chart.face(None, &ROOM, &Plain).unwrap();
    assert_eq!(inner.crumbs, ["T", "b"]);
    assert_eq!(inner.points[0].share.as_deref(), Some("50%"));
    assert_eq!(press(&mut chart, &inner, Key::Left), Outcome::Moved, "round");
    assert_eq!(chart.active(), 1);
    assert_eq!(press(&mut chart, &inner, Key::Back), Outcome::Level);
    assert_eq!(chart.active(), 1, "the part that was opened");
    assert!(!chart.is_drilled());
    assert_eq!(top.kind, Kind::Doughnut);
}

#[test]
fn pending_data_comes_and_goes_without_a_word() {
    let mut chart = Chart::default();
    let pending = json!({"id": "c", "values": {"title": "t", "description": "d"}, "pending": ["data"]}).to_string();
    assert_eq!(chart.update("DataBarChart", &pending), Some(Vec::new()));
    assert_eq!(chart.face(None, &ROOM, &Plain).unwrap().state, State::Pending);
    let there = json!({"id": "c", "values": {"data": [{"label": "Jan", "value": 4}]}, "pending": []}).to_string();
    chart.update("DataBarChart", &there);
    assert_eq!(chart.face(None, &ROOM, &Plain).unwrap().picture.marks.len(), 1);
    chart.update("DataBarChart", &json!({"id": "c", "values": {"data": []}, "pending": []}).to_string());
    assert_eq!(chart.face(None, &ROOM, &Plain).unwrap().state, State::Empty);
}

#[test]
fn the_active_mark_follows_its_entry_and_stays_in_its_place_when_that_goes() {
    let send = |chart: &mut Chart, before: Option<&Face>, labels: &[&str]| {
        let items: Value = labels.iter().map(|label| json!({"label": label, "value": 3})).collect();
        let properties = json!({"id": "c", "values": {"data": items}, "pending": []}).to_string();
        chart.update("DataBarChart", &properties);
        chart.face(before, &ROOM, &Plain).unwrap()
    };
    let mut chart = Chart::default();
    let mut face = send(&mut chart, None, &["a", "b", "c", "d"]);
    chart.activate(2);
    for (labels, active) in [
        (&["x", "y", "a", "b", "c", "d"][..], 4),
        (&["c", "d"], 0),
        (&["z", "d", "e"], 0),
        (&["d", "z"], 1),
        (&["d"], 0),
        (&[], 0),
        (&["d", "d", "d"], 0),
    ] {
        face = send(&mut chart, Some(&face), labels);
        assert_eq!(chart.active(), active, "{labels:?}");
    }
}

#[test]
fn numbers_of_any_size_can_be_read_in_the_table() {
    let face = face("LineChart", json!({"labels": ["a", "b"], "values": [1e308, 1.5]}));
    assert_eq!(face.state, State::Table);
    assert_eq!(face.table.rows[0][1], "1e308");
    let face = self::face("Chart", json!({"type": "pie", "chartData": data(&[1e308, 1.0])}));
    assert_eq!(face.table.rows[0][1], "1e308");
    assert_eq!(face.points[1].share.as_deref(), Some("< 0.1%"));
    assert!(face.table.rows.iter().flatten().all(|text| text.len() < 24), "{:?}", face.table.rows);
}
