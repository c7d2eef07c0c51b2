//! The properties of a component, read as one kind of chart.

use a2ui_easel::listed::read_label;
use serde_json::{Map, Value};

use crate::color::Color;
use crate::datum::{Data, Datum, Lengths, clip, read_items, read_pairs};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Doughnut,
    Pie,
    Line,
    Bar,
}

impl Kind {
    /// Whether values are parts of a whole.
    pub fn is_round(self) -> bool {
        matches!(self, Kind::Doughnut | Kind::Pie)
    }
}

/// What there is to draw.
#[derive(Debug, PartialEq)]
pub enum Content {
    /// A property is bound to a place where nothing stands yet.
    Pending,
    /// The data is no list, or missing.
    Unreadable,
    Data(Data),
}

/// A component's properties after every shape they can arrive in has become one.
#[derive(Debug, PartialEq)]
pub struct Reading {
    pub kind: Kind,
    pub title: Option<String>,
    pub description: Option<String>,
    pub color: Option<Color>,
    /// What the agent wants assistive technology to say.
    pub label: Option<String>,
    pub explanation: Option<String>,
    pub content: Content,
    pub findings: Vec<Finding>,
}

/// What is wrong with a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub property: &'static str,
    /// A sentence for the agent's author.
    pub message: String,
}

impl Finding {
    fn new(property: &'static str, message: &[&str]) -> Finding {
        Finding { property, message: message.concat() }
    }
}

const MAX_TITLE: usize = 200;
const MAX_DESCRIPTION: usize = 1000;

impl Reading {
    /// Reads the properties of component `name`. `None` if the text is not what the contract says.
    pub fn of(name: &str, properties: &str) -> Option<Reading> {
        let properties: Value = serde_json::from_str(properties).ok()?;
        let values = properties.get("values")?.as_object()?;
        let is_pending = |name: &str| {
            let pending = properties.get("pending").and_then(Value::as_array);
            pending.is_some_and(|pending| pending.iter().any(|property| property == name))
        };
        let mut findings = Vec::new();
        let kind = kind(name, values, &mut findings);
        let content = content(kind, name, values, is_pending, &mut findings);
        let text = |name: &str, limit| {
            let text = values.get(name).and_then(read_label)?;
            Some(clip(&text, limit))
        };
        let color = values.get("color").and_then(|color| {
            let color = color.as_str().and_then(Color::parse);
            if color.is_none() {
                const WRONG: &str =
                    "color must be a colour such as #1A73E8, rgb(26, 115, 232) or tomato; the default is used.";
                findings.push(Finding::new("color", &[WRONG]));
            }
            color
        });
        let spoken = |name: &str| properties.get(name).and_then(read_label).map(|text| clip(&text, MAX_DESCRIPTION));
        Some(Reading {
            kind,
            title: text("title", MAX_TITLE),
            description: text("description", MAX_DESCRIPTION),
            color,
            label: spoken("label"),
            explanation: spoken("description"),
            content,
            findings,
        })
    }
}

fn kind(name: &str, values: &Map<String, Value>, findings: &mut Vec<Finding>) -> Kind {
    match name {
        "LineChart" => Kind::Line,
        "BarChart" | "DataBarChart" => Kind::Bar,
        // The dashboard's is a ring.
        "PieChart" => Kind::Doughnut,
        _ => match values.get("type").and_then(Value::as_str) {
            Some("pie") => Kind::Pie,
            Some("doughnut") | None => Kind::Doughnut,
            Some(_) => {
                findings.push(Finding::new("type", &["type must be doughnut or pie; a doughnut is drawn."]));
                Kind::Doughnut
            }
        },
    }
}

fn content(
    kind: Kind,
    name: &str,
    values: &Map<String, Value>,
    is_pending: impl Fn(&str) -> bool,
    findings: &mut Vec<Finding>,
) -> Content {
    let needed: &[&'static str] = match name {
        "LineChart" | "BarChart" => &["labels", "values"],
        "PieChart" | "DataBarChart" => &["data"],
        _ => &["chartData"],
    };
    if needed.iter().any(|name| is_pending(name)) {
        return Content::Pending;
    }
    if let Some(missing) = needed.iter().find(|name| values.get(**name).is_none_or(Value::is_null)) {
        let name = if name == "DataBarChart" { "BarChart" } else { name };
        findings.push(Finding::new(missing, &[name, " needs ", missing, "."]));
        return Content::Unreadable;
    }
    let data = match *needed {
        [labels, numbers] => read_pairs(&values[labels], &values[numbers]).map(|(data, lengths)| {
            if lengths == Lengths::Differ {
                let message = "labels and values differ in length; what has both is drawn.";
                findings.push(Finding::new("values", &[message]));
            }
            data
        }),
        _ => read_items(&values[needed[0]]),
    };
    let property = needed[needed.len() - 1];
    let Some(mut data) = data else {
        findings.push(Finding::new(property, &[property, " must be a list; there is nothing to draw."]));
        return Content::Unreadable;
    };
    let first = |items: &[Datum]| items.iter().position(|item| item.value.is_none());
    let wrong = refuse(kind, &mut data.items);
    if wrong > 0 {
        const FAULT: &str = " of the items have no label, no finite number for a value, or a negative part of a whole; they are not drawn.";
        let example = match first(&data.items) {
            Some(at) if data.items[at].raw.is_empty() => {
                [" The first is ", property, "/", &at.to_string(), "."].concat()
            }
            Some(at) => [" The first is ", property, "/", &at.to_string(), ", \"", &data.items[at].raw, "\"."].concat(),
            None => String::new(),
        };
        findings.push(Finding::new(property, &[&wrong.to_string(), FAULT, &example]));
    }
    Content::Data(data)
}

/// Takes the value from what cannot be drawn, at any level. Answers how many there are.
fn refuse(kind: Kind, items: &mut [Datum]) -> usize {
    let mut wrong = 0;
    for item in items {
        if let Some(value) = item.value.filter(|value| kind.is_round() && *value < 0.0) {
            item.value = None;
            item.raw = read_label(&Value::from(value)).unwrap_or_default().into_owned();
        }
        wrong += usize::from(item.value.is_none()) + refuse(kind, &mut item.parts);
    }
    wrong
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(name: &str, values: Value, pending: &[&str]) -> Reading {
        let properties = json!({"id": "c", "values": values, "pending": pending});
        Reading::of(name, &properties.to_string()).expect("properties")
    }

    #[test]
    fn the_component_decides_the_kind() {
        for (name, values, expected) in [
            ("Chart", json!({"type": "pie"}), Kind::Pie),
            ("Chart", json!({"type": "doughnut"}), Kind::Doughnut),
            ("Chart", json!({"type": "radar"}), Kind::Doughnut),
            ("Chart", json!({}), Kind::Doughnut),
            ("LineChart", json!({}), Kind::Line),
            ("BarChart", json!({}), Kind::Bar),
            ("PieChart", json!({}), Kind::Doughnut),
            ("DataBarChart", json!({}), Kind::Bar),
        ] {
            assert_eq!(read(name, values, &[]).kind, expected, "{name}");
        }
    }

    #[test]
    fn what_is_awaited_is_no_fault_and_what_is_missing_is() {
        let awaited = read("LineChart", json!({"labels": ["a"]}), &["values"]);
        assert_eq!((awaited.content, awaited.findings), (Content::Pending, vec![]));
        let missing = read("LineChart", json!({"labels": ["a"]}), &["title"]);
        assert_eq!(missing.content, Content::Unreadable);
        assert_eq!(missing.findings, [Finding::new("values", &["LineChart needs values."])]);
        let own = read("DataBarChart", json!({}), &[]);
        assert_eq!(own.findings, [Finding::new("data", &["BarChart needs data."])], "as the agent calls it");
        let wrong = read("PieChart", json!({"data": 5}), &[]);
        assert_eq!(wrong.content, Content::Unreadable);
        assert_eq!(wrong.findings, [Finding::new("data", &["data must be a list; there is nothing to draw."])]);
        let unread = read("LineChart", json!({"labels": ["a", "b"], "values": [1, "50%"]}), &[]).findings;
        assert_eq!(unread[0].property, "values");
        assert!(unread[0].message.ends_with("The first is values/1, \"50%\"."), "{}", unread[0].message);
    }

    #[test]
    fn every_fault_is_told_once() {
        let items = json!([{"label": "a", "value": -1}, {"label": "b"}, {"label": "c", "value": 1, "drillDown": [{}]}]);
        let reading = read("Chart", json!({"type": "radar", "chartData": items, "color": "url(x)"}), &[]);
        assert_eq!(reading.findings.len(), 3, "{:?}", reading.findings);
        let Content::Data(data) = reading.content else { panic!("there is data") };
        assert_eq!(data.items.iter().map(|datum| datum.value).collect::<Vec<_>>(), [None, None, Some(1.0)]);
        assert_eq!(data.items[0].raw, "-1");
        let bars = read("DataBarChart", json!({"data": items}), &[]);
        let Content::Data(data) = bars.content else { panic!("there is data") };
        assert_eq!(data.items[0].value, Some(-1.0));
    }

    #[test]
    fn text_that_is_not_the_contract_is_nothing() {
        for text in ["", "[]", "{}", "{\"values\": 3}", "nonsense"] {
            assert_eq!(Reading::of("Chart", text), None);
        }
    }
}
