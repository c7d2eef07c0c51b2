//! Charts and maps as their modules are told of them.

use serde_json::{Value, json};

use super::support::Stage;
use crate::component::Component;

const RIZZCHARTS: &str =
    "https://github.com/google/A2UI/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json";
const CURRENCY: &str = "https://a2ui.org/catalog/currency-charts";
const CURRENCY_V1: &str = "https://a2ui.org/catalog/currency-charts/v1/catalog.json";

impl Stage {
    fn of(version: &str, catalog: &str, components: Value) -> Stage {
        let mut stage = Stage::default();
        stage.send(json!([
            {"version": version, "createSurface": {"surfaceId": "s", "catalogId": catalog}},
            {"version": version, "updateComponents": {"surfaceId": "s", "components": components}},
        ]));
        stage
    }

    fn write(&mut self, path: &str, value: Value) -> &mut Stage {
        self.send(json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}}))
    }

    /// `module name` of a drawing and what its module is told.
    fn drawing(&self, component: &str) -> (String, Value) {
        let node = self.node(component, "");
        match self.surface().component(node) {
            Some(Component::Drawing(drawing)) => {
                let properties = serde_json::from_str(&drawing.properties).expect("JSON text");
                ([drawing.module, drawing.name].join(" "), properties)
            }
            other => panic!("no drawing but {other:?}"),
        }
    }
}

#[test]
fn one_name_in_two_catalogs_is_two_components() {
    let bars = json!({"id": "root", "component": "BarChart", "labels": ["a"], "values": [1]});
    let data = json!({"id": "root", "component": "BarChart", "title": "t", "description": "d", "data": []});
    let pins = json!({"id": "root", "component": "GoogleMap", "center": {"lat": 1, "lng": 2}, "zoom": 3, "pins": []});
    let markers =
        json!({"id": "root", "component": "GoogleMap", "center": {"lat": 1, "lng": 2}, "zoom": 3, "markers": []});
    for (catalog, component, drawn) in [
        (CURRENCY, &bars, "charts BarChart"),
        ("declarative-gen-ui-catalog", &data, "charts DataBarChart"),
        // A named catalog counts for more than what the properties look like, …
        ("declarative-gen-ui-catalog", &bars, "charts DataBarChart"),
        (RIZZCHARTS, &pins, "maps GoogleMap"),
        ("a2ui://maps-agentic-ui-catalog.json", &markers, "maps MarkerMap"),
        // … and where none is named, they decide.
        ("basic", &bars, "charts BarChart"),
        ("basic", &data, "charts DataBarChart"),
        ("basic", &pins, "maps GoogleMap"),
        ("basic", &markers, "maps MarkerMap"),
    ] {
        assert_eq!(Stage::of("v0.9", catalog, json!([component])).drawing("root").0, drawn, "{catalog} {component}");
    }
}

#[test]
fn a_component_of_another_catalog_than_the_surface_s_names_it_in_v1_0() {
    let mut stage = Stage::default();
    stage.send(json!({"version": "v1.0", "createSurface": {
        "surfaceId": "s", "catalogId": "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
        "components": [{"id": "root", "component": "LineChart", "catalogId": CURRENCY_V1, "labels": {"@path": "/days"}, "values": [1, {"@path": "/rate"}]}],
        "dataModel": {"days": ["2026-01-05", "2026-01-06"], "rate": 2.5},
    }}));
    let (drawn, properties) = stage.drawing("root");
    assert_eq!(drawn, "charts LineChart");
    assert_eq!(
        properties,
        json!({"values": {"labels": ["2026-01-05", "2026-01-06"], "values": [1, 2.5]}, "pending": []})
    );
    assert!(stage.issues.is_empty(), "{:?}", stage.issues);
}

#[test]
fn what_is_bound_to_nothing_is_pending_until_it_comes_and_again_when_it_goes() {
    let chart = json!([{"id": "root", "component": "BarChart", "title": "Orders", "description": "d", "data": {"path": "/rows"}}]);
    let mut stage = Stage::of("v0.9", "declarative-gen-ui-catalog", chart);
    assert_eq!(stage.drawing("root").1["pending"], json!(["data"]));

    stage.write("/rows", json!([{"label": "Jan", "value": 4}]));
    assert_eq!(stage.drawing("root").1["values"]["data"], json!([{"label": "Jan", "value": 4}]));
    stage.write("/rows/0/value", json!(6));
    assert_eq!(stage.drawing("root").1["values"]["data"][0]["value"], 6);
    stage.write("/rows", json!([]));
    assert_eq!(
        stage.drawing("root").1,
        json!({"values": {"title": "Orders", "description": "d", "data": []}, "pending": []})
    );
    stage.write("/rows", Value::Null);
    assert_eq!(stage.drawing("root").1["pending"], json!(["data"]));
    assert!(stage.issues.is_empty(), "{:?}", stage.issues);
}

#[test]
fn bindings_inside_items_are_resolved() {
    let map = json!([{
        "id": "root", "component": "GoogleMap", "zoom": 9, "center": {"lat": {"path": "/lat"}, "lng": 2},
        "markers": [{"lat": 1, "lng": 2, "label": {"path": "/name"}}],
    }]);
    let mut stage = Stage::of("v0.9", "a2ui://maps-agentic-ui-catalog.json", map);
    stage.write("/", json!({"lat": 5, "name": "Start"}));
    let values = stage.drawing("root").1["values"].take();
    assert_eq!(values["center"], json!({"lat": 5, "lng": 2}));
    assert_eq!(values["markers"], json!([{"lat": 1, "lng": 2, "label": "Start"}]));
}

#[test]
fn v0_8_wrappers_and_places_are_read_in_any_catalog() {
    let mut stage = Stage::default();
    stage.send(json!([
        {"beginRendering": {"surfaceId": "s", "root": "root"}},
        {"surfaceUpdate": {"surfaceId": "s", "components": [
            {"id": "root", "component": {"Canvas": {"children": {"explicitList": ["chart", "map"]}}}},
            {"id": "chart", "component": {"Chart": {"type": "doughnut", "title": {"path": "/chart.title"}, "chartData": {"path": "/chart.items"}}}},
            {"id": "map", "component": {"GoogleMap": {"center": {"literalObject": {"lat": 1, "lng": 2}}, "zoom": {"literalNumber": 4}, "pins": {"literalArray": []}}}},
        ]}},
        {"dataModelUpdate": {"surfaceId": "s", "path": "/", "contents": [
            {"key": "chart.title", "valueString": "Sales"},
            {"key": "chart.items[0].label", "valueString": "Apparel"},
            {"key": "chart.items[0].value", "valueNumber": 41},
            {"key": "chart.items[0].drillDown[0].label", "valueString": "Tops"},
            {"key": "chart.items[0].drillDown[0].value", "valueNumber": 31},
        ]}},
    ]));
    assert_eq!(stage.outline(), "Canvas root\n  Drawing chart\n  Drawing map");
    let items = json!([{"label": "Apparel", "value": 41, "drillDown": [{"label": "Tops", "value": 31}]}]);
    assert_eq!(stage.drawing("chart").1["values"], json!({"type": "doughnut", "title": "Sales", "chartData": items}));
    assert_eq!(stage.drawing("map").1["values"], json!({"center": {"lat": 1, "lng": 2}, "zoom": 4, "pins": []}));
}

#[test]
fn flat_keys_of_v0_9_are_read_where_nothing_stands_otherwise() {
    let chart = json!([{"id": "root", "component": "Chart", "type": "pie", "title": {"path": "/chart.title"}, "chartData": {"path": "/chart.items"}}]);
    let mut stage = Stage::of("v0.9", RIZZCHARTS, chart);
    stage.write("/", json!({
        "chart.title": "Sales", "example.com": 1,
        "chart.items[0].label": "Apparel", "chart.items[0].value": 41, "chart.items[1].label": "Toys", "chart.items[1].value": 9,
    }));
    let values = stage.drawing("root").1["values"].take();
    assert_eq!(values["title"], "Sales");
    assert_eq!(values["chartData"], json!([{"label": "Apparel", "value": 41}, {"label": "Toys", "value": 9}]));
    assert_eq!(stage.take_issues(), ["info TOLERATED /components/0"]);
    assert_eq!(stage.model()["example.com"], 1);

    stage.write("/chart.items[1].value", json!(12));
    assert_eq!(stage.drawing("root").1["values"]["chartData"][1]["value"], 12);
    stage.write("/chart.items", json!([]));
    assert_eq!(stage.drawing("root").1["values"]["chartData"], json!([]));
}

#[test]
fn what_a_drawing_lacks_or_does_not_know_is_said_and_the_rest_stands() {
    let chart =
        json!([{"id": "root", "component": "Chart", "type": "radar", "chartData": {"call": 1}, "colour": "red"}]);
    let mut stage = Stage::of("v0.9", RIZZCHARTS, chart);
    assert_eq!(
        stage.drawing("root").1,
        json!({"values": {"type": "doughnut", "chartData": {"call": 1}}, "pending": []})
    );
    assert_eq!(
        stage.take_issues(),
        ["info UNKNOWN_VALUE /components/0/type", "info UNKNOWN_PROPERTY /components/0/colour"]
    );

    let mut stage = Stage::of("v0.9", RIZZCHARTS, json!([{"id": "root", "component": "GoogleMap"}]));
    assert_eq!(stage.drawing("root").1, json!({"values": {}, "pending": []}));
    assert_eq!(
        stage.take_issues(),
        ["warning VALIDATION_FAILED /components/0/center", "warning VALIDATION_FAILED /components/0/zoom"]
    );
}

#[test]
fn what_a_module_finds_is_told_where_it_stands_in_the_message() {
    let bars = json!([
        {"id": "root", "component": "Column", "children": ["bars"]},
        {"id": "bars", "component": "BarChart", "labels": ["a"], "values": ["?"]},
    ]);
    let mut stage = Stage::of("v0.9", CURRENCY, bars);
    assert!(stage.take_issues().is_empty());
    let surface = "s".into();
    for (component, property) in [("bars", Some("values")), ("bars", None), ("gone", Some("values"))] {
        let message = format!("{component} {property:?}");
        let found = stage.surfaces.change(&surface, |surface| {
            surface.report_in(&component.into(), property, crate::Issue::warning("VALIDATION_FAILED", message));
        });
        stage.issues.extend(found);
    }
    assert_eq!(
        stage.take_issues(),
        [
            "warning VALIDATION_FAILED /components/1/values",
            "warning VALIDATION_FAILED /components/1",
            "warning VALIDATION_FAILED"
        ]
    );
}

#[test]
fn the_dashboard_catalog_has_its_own_rows_and_cards_and_the_basic_one_keeps_its_own() {
    let components = json!([
        {"id": "root", "component": "Row", "gap": 24, "children": ["card"]},
        {"id": "card", "component": "Card", "title": "Reps", "subtitle": {"path": "/quarter"}, "child": "text"},
        {"id": "text", "component": "Text", "text": "t"},
    ]);
    let mut stage = Stage::of("v0.9", "declarative-gen-ui-catalog", components.clone());
    stage.write("/quarter", json!("Q2"));
    assert_eq!(stage.outline(), "Row root\n  Card card\n    Text text \"t\"");
    let component = |id| stage.surface().component(stage.node(id, ""));
    assert!(matches!(component("root"), Some(Component::Row(row)) if row.is_even && row.gap == Some(24.0)));
    assert!(matches!(component("card"), Some(Component::Card(card)) if card.title == "Reps" && card.subtitle == "Q2"));
    assert!(stage.issues.is_empty(), "{:?}", stage.issues);

    let mut stage = Stage::of("v0.9", "basic", components);
    assert!(matches!(stage.surface().component(stage.node("root", "")), Some(Component::Row(row)) if !row.is_even));
    assert_eq!(stage.take_issues().len(), 3, "gap, title and subtitle are not known there");
}

#[test]
fn what_a_module_draws_may_have_an_action() {
    let button = json!([{
        "id": "root", "component": "PrimaryButton", "label": "Send", "action": {"event": {"name": "send", "context": {"to": {"path": "/to"}}}},
    }]);
    let mut stage = Stage::of("v0.9", "declarative-gen-ui-catalog", button);
    stage.write("/to", json!("Ada"));
    assert_eq!(
        stage.drawing("root"),
        ("dashboard PrimaryButton".into(), json!({"values": {"label": "Send"}, "pending": []}))
    );
    stage.press("root", "");
    let sent = stage.take_sent();
    assert_eq!(sent[0]["action"]["name"], "send");
    assert_eq!(sent[0]["action"]["context"], json!({"to": "Ada"}));
}

#[test]
fn gaps_stay_within_reason() {
    for (gap, read) in
        [(json!(-5), Some(0.0)), (json!(1e9), Some(128.0)), (json!("12"), Some(12.0)), (json!("wide"), None)]
    {
        let stage = Stage::of(
            "v0.9",
            "declarative-gen-ui-catalog",
            json!([{"id": "root", "component": "Column", "gap": gap, "children": []}]),
        );
        let component = stage.surface().component(stage.node("root", ""));
        assert!(matches!(component, Some(Component::Column(column)) if column.gap == read), "{gap}");
    }
}
