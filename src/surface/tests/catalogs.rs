//! What a surface's catalogs allow, and what is said of what they do not.

use serde_json::{Value, json};

use super::support::{Stage, V0_9, lines};
use crate::catalog::Catalog;
use crate::protocol::Version;

fn create(version: &str, catalog: Value) -> Value {
    let mut body = json!({"surfaceId": "s"});
    if !catalog.is_null() {
        body["catalogId"] = catalog;
    }
    json!({"version": version, "createSurface": body})
}

fn update(version: &str, components: Value) -> Value {
    json!({"version": version, "updateComponents": {"surfaceId": "s", "components": components}})
}

#[test]
fn a_surface_is_painted_under_any_catalog_and_told_of_one_nobody_knows() {
    let text = json!([{"id": "root", "component": "Text", "text": "t"}]);
    for (version, catalog, issues) in [
        ("v0.9", json!("https://a2ui.org/specification/v0_9/standard_catalog.json"), &[][..]),
        ("v0.9", json!("basic"), &[]),
        ("v0.9", json!(""), &["info TOLERATED /catalogId"]),
        ("v0.9", json!("declarative-gen-ui-catalog"), &[]),
        ("v0.9", json!("a2ui://maps-agentic-ui-catalog.json"), &[]),
        (
            "v0.9",
            json!("https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"),
            &["info TOLERATED /catalogId"],
        ),
        ("v0.9", json!("https://example.org/unheard.json"), &["error CATALOG_ERROR /catalogId"]),
        ("v1.0", json!("https://example.org/unheard.json"), &["error CATALOG_ERROR /catalogId"]),
        ("v1.0", json!(V0_9), &["info TOLERATED /catalogId"]),
    ] {
        let mut stage = Stage::default();
        stage.send(json!([create(version, catalog.clone()), update(version, text.clone())]));
        assert_eq!(stage.outline(), "Text root \"t\"", "{catalog}");
        assert_eq!(stage.take_issues(), issues, "{catalog}");
    }
}

#[test]
fn a_component_can_name_its_own_catalog() {
    let mut stage = Stage::default();
    stage.send(json!([
        create("v1.0", Value::Null),
        update("v1.0", json!([
            {"id": "root", "component": "Column", "catalogId": "https://a2ui.org/catalogs/basic/v1/catalog.json", "children": ["a", "b", "c", "d"]},
            {"id": "a", "component": "Text", "text": "no catalog"},
            {"id": "b", "component": "Text", "text": "none either"},
            {"id": "c", "component": "Text", "text": "unheard", "catalogId": "unheard"},
            {"id": "d", "component": "Text", "text": "empty", "catalogId": ""},
        ])),
    ]));
    assert_eq!(
        stage.outline(),
        lines(
            r#"
            Column root
              Text a "no catalog"
              Text b "none either"
              Text c "unheard"
              Text d "empty"
            "#
        )
    );
    let error = |index: usize| format!("error CATALOG_ERROR /components/{index}/catalogId");
    assert_eq!(stage.take_issues(), [error(1), error(3), error(4)]);
}

#[test]
fn an_unknown_component_is_a_placeholder_and_told_once() {
    let nope = json!([{"id": "root", "component": "Card", "child": "x"}, {"id": "x", "component": "Nope", "a": 1}]);
    let mut stage = Stage::default();
    stage.send(json!([create("v0.9", json!("basic")), update("v0.9", nope.clone()), update("v0.9", nope)]));
    assert_eq!(stage.outline(), "Card root\n  (unknown) x");
    let sent = stage.take_sent();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0]["error"]["code"], json!("UNKNOWN_COMPONENT_TYPE"));
    assert_eq!(sent[0]["error"]["path"], json!("/components/1/component"));
}

#[test]
fn a_catalog_declared_later_makes_its_functions_known() {
    let mut stage = Stage::default();
    stage.send(json!([
        create("v1.0", json!("shop")),
        update("v1.0", json!([{"id": "root", "component": "Text", "text": {"@call": "greet", "args": {"to": "Ada"}}}])),
    ]));
    assert_eq!(stage.outline(), "Text root \"\"");
    let (catalog, _) = Catalog::read(&json!({"id": "shop", "functions": {"greet": {}}}), |_| {
        Some(std::rc::Rc::new(|args| Ok(json!(format!("Hello {}", args["to"].as_str().unwrap_or_default())))))
    });
    stage.surfaces.declare(catalog);
    assert_eq!(stage.outline(), "Text root \"Hello Ada\"");
}

#[test]
fn what_is_wrong_in_a_catalog_is_reported_with_its_place() {
    let document = json!({"catalogId": "c", "protocolVersion": "1.0",
        "components": {"Good": {"allowedParents": ["Surface"]}, "Bad": {"allowedParents": "Surface"},
            "Worse": {"allowedChildren": [1]}, "no name": {}},
        "functions": [{"name": "fine"}, {"name": "not fine"}]});
    let (catalog, issues) = Catalog::read(&document, |_| None);
    let mut places: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            "/components/Bad/allowedParents",
            "/components/Worse/allowedChildren",
            "/components/no name",
            "/functions/not fine"
        ]
    );
    assert_eq!((catalog.version, catalog.components.len(), catalog.functions.len()), (Some(Version::V1_0), 3, 1));
}

#[test]
fn agents_are_told_what_can_be_shown() {
    let stage = Stage::default();
    let capabilities = Value::Object(stage.surfaces.capabilities(Version::V0_9));
    let ids = capabilities["a2uiClientCapabilities"]["v0.9"]["supportedCatalogIds"].as_array().unwrap();
    assert!(ids.contains(&json!(V0_9)) && ids.contains(&json!("declarative-gen-ui-catalog")));
}
