//! Components that a module of their own draws, loaded when a surface has one: charts, maps, dashboards.
//!
//! What is known here is what they may say (custom components reference, section 4). Their values go to the module
//! resolved and otherwise as they are: a list may have arrived as an object, a number as a text, and the module reads
//! both, so that the first paint carries nothing of that.

use serde_json::{Map, Value};

use super::property::{Kind, Property, PropertyValue, optional, required};
use super::reader::Reader;

/// A component as its module is told of it.
#[derive(Debug, PartialEq)]
pub struct Drawing {
    /// The module that draws it.
    pub module: &'static str,
    /// What the module knows it as; one name in two catalogs is two of these.
    pub name: &'static str,
    /// JSON text: `{"values": {…}, "pending": […]}`, the resolved properties and the names of those that are bound to a
    /// place where nothing stands yet.
    pub properties: String,
}

pub(crate) const CHART: &[Property] = &[
    required("type", Kind::Choice(&["doughnut", "pie"])),
    optional("title", Kind::Text),
    required("chartData", Kind::DeepDynamic),
];

/// The currency agent's charts.
pub(crate) const LABELS_AND_VALUES: &[Property] = &[
    optional("title", Kind::Text),
    required("labels", Kind::DeepDynamic),
    required("values", Kind::DeepDynamic),
    optional("color", Kind::Text),
];

/// The charts of the dashboard catalog.
pub(crate) const DATA: &[Property] =
    &[required("title", Kind::Text), required("description", Kind::Text), required("data", Kind::DeepDynamic)];

pub(crate) const STATUS_BADGE: &[Property] =
    &[required("text", Kind::Text), optional("variant", Kind::Choice(&["info", "success", "warning", "error"]))];

pub(crate) const METRIC: &[Property] = &[
    required("label", Kind::Text),
    required("value", Kind::Text),
    optional("trend", Kind::Choice(&["neutral", "up", "down"])),
    optional("trendValue", Kind::Text),
];

pub(crate) const INFO_ROW: &[Property] = &[required("label", Kind::Text), required("value", Kind::Text)];

pub(crate) const DATA_TABLE: &[Property] =
    &[required("columns", Kind::DeepDynamic), required("rows", Kind::DeepDynamic)];

pub(crate) const PRIMARY_BUTTON: &[Property] = &[required("label", Kind::Text), optional("action", Kind::Action)];

/// RizzCharts' map.
pub(crate) const PINS: &[Property] = &[
    required("center", Kind::DeepDynamic),
    required("zoom", Kind::Number),
    optional("pins", Kind::DeepDynamic),
    optional("title", Kind::Text),
];

/// The map of Google's toolkit.
pub(crate) const MARKERS: &[Property] = &[
    required("center", Kind::DeepDynamic),
    required("zoom", Kind::Number),
    optional("tilt", Kind::Number),
    optional("heading", Kind::Number),
    optional("mode", Kind::Choice(&["roadmap", "satellite"])),
    optional("anchorMarker", Kind::DeepDynamic),
    optional("markers", Kind::DeepDynamic),
    optional("routes", Kind::DeepDynamic),
    optional("origin", Kind::DeepDynamic),
    optional("destination", Kind::DeepDynamic),
    optional("travelMode", Kind::Choice(&["driving", "walking", "bicycling", "transit"])),
];

impl Drawing {
    pub(crate) fn read(reader: &Reader, module: &'static str, name: &'static str) -> Drawing {
        let mut values = Map::new();
        let mut pending = Vec::new();
        for (name, property) in reader.all() {
            let value = match property {
                PropertyValue::Choice(choice) => Value::from(*choice),
                // What a press does is not the module's business.
                PropertyValue::Action(_) => continue,
                _ => reader.owned(name),
            };
            if value.is_null() {
                pending.push(Value::from(*name));
            } else {
                values.insert((*name).into(), value);
            }
        }
        let properties = Map::from_iter([
            ("values".to_owned(), Value::Object(values)),
            ("pending".to_owned(), Value::Array(pending)),
        ]);
        Drawing { module, name, properties: Value::Object(properties).to_string() }
    }
}
