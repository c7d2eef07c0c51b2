//! Calls across the wire, both ways (v1.0).

use std::cell::Cell;
use std::rc::Rc;

use serde_json::{Value, json};

use super::support::{Stage, create_v1, lines};
use crate::catalog::Catalog;
use crate::dynamic::functions::HostFunction;

/// A stage whose host declares the catalog `shop`, and the number of times its local functions ran.
fn shop() -> (Stage, Rc<Cell<usize>>) {
    let runs = Rc::new(Cell::new(0));
    let document = json!({"catalogId": "shop", "functions": {
        "stock": {"allowedCallers": "agentOnly", "returnType": "number"},
        "price": {"allowedCallers": "rendererOrAgent"},
        "note": {"allowedCallers": "rendererOrAgent", "args": {
            "properties": {"text": {"type": "string"}, "path": {"type": "string"}}, "required": ["text"]}},
        "fail": {"allowedCallers": "rendererOrAgent"},
        "local": {},
        "gesture": {"allowedCallers": "rendererOrAgent", "requiresUserActivation": true},
    }});
    let (catalog, issues) = Catalog::read(&document, |name| {
        let runs = Rc::clone(&runs);
        let function: Rc<HostFunction> = match name {
            "fail" => Rc::new(|_| Err("secret reason".to_owned())),
            "note" | "local" | "gesture" => Rc::new(move |args| {
                runs.set(runs.get() + 1);
                Ok(Value::Object(args.clone()))
            }),
            _ => return None,
        };
        Some(function)
    });
    assert!(issues.is_empty());
    let mut stage = Stage::default();
    stage.surfaces.declare(catalog);
    stage.surfaces.set_call_seed("seed");
    (stage, runs)
}

fn ask(function: &str, args: Value) -> Value {
    json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f", "surfaceId": "s",
        "callFunction": {"@call": function, "catalogId": "shop", "args": args}}})
}

fn answer(id: &str, outcome: Value) -> Value {
    let mut body = json!({"functionCallId": id});
    for (key, value) in outcome.as_object().unwrap() {
        body[key] = value.clone();
    }
    json!({"version": "v1.0", "agentFunctionResponse": body})
}

#[test]
fn the_agent_s_calls_are_checked_in_order_run_and_answered() {
    let (mut stage, runs) = shop();
    stage.send(create_v1(json!([{"id": "root", "component": "Text", "text": "t"}]), json!({"name": "Ada"})));
    let refused = |message: &str| json!({"error": {"code": "INVALID_FUNCTION_CALL", "message": message}});
    let unknown_surface = json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f", "surfaceId": "gone",
        "callFunction": {"call": "nope", "catalogId": "nowhere"}}});
    let unknown_catalog = json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f",
        "callFunction": {"call": "note", "catalogId": "nowhere"}}});
    let old_catalog = json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f",
        "callFunction": {"call": "email", "catalogId": "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}});
    let basic = json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f",
        "callFunction": {"call": "openUrl", "catalogId": "basic", "args": {"url": "https://a.example"}}}});
    for (message, expected) in [
        (unknown_surface, refused("Surface not found: gone")),
        (unknown_catalog, refused("Catalog not found: nowhere")),
        (old_catalog, refused("Catalog not found: https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json")),
        (basic, refused("Function 'openUrl' cannot be called by agent (allowedCallers is rendererOnly).")),
        (ask("nope", json!({})), refused("Function not found: nope")),
        (ask("stock", json!({})), refused("Function not found: stock")),
        (
            ask("local", json!({})),
            refused("Function 'local' cannot be called by agent (allowedCallers is rendererOnly)."),
        ),
        (ask("gesture", json!({})), refused("Function 'gesture' requires user activation context to execute.")),
        (ask("note", json!({})), refused("The argument text is missing.")),
        (ask("note", json!({"text": 4})), refused("The argument text is of another type than the catalog says.")),
        (ask("note", json!({"text": {"@call": "nope"}})), refused("There is no function `nope` here.")),
        (
            ask("fail", json!({})),
            json!({"error": {"code": "EXECUTION_ERROR", "message": "An error occurred during function execution."}}),
        ),
        (
            ask("note", json!({"text": {"@path": "/name"}, "path": "/just/text"})),
            json!({"value": {"text": "Ada", "path": "/just/text"}}),
        ),
    ] {
        stage.send(message.clone());
        let mut response = json!({"functionCallId": "f"});
        for (key, value) in expected.as_object().unwrap() {
            response[key] = value.clone();
        }
        let expected = json!({"version": "v1.0", "rendererFunctionResponse": response});
        assert_eq!(stage.take_sent(), [expected], "{message}");
    }
    assert!(stage.issues.is_empty(), "{:?}", stage.issues);
    assert_eq!(runs.get(), 1);
    stage.surfaces.set_user_activation(true);
    stage.send(ask("gesture", json!({"a": 1})));
    assert_eq!(stage.take_sent()[0]["rendererFunctionResponse"]["value"], json!({"a": 1}));
}

#[test]
fn a_call_without_a_call_is_an_error_and_no_answer() {
    let (mut stage, _) = shop();
    stage.send(json!({"version": "v1.0", "callRendererFunction": {"functionCallId": "f"}}));
    let sent = stage.take_sent();
    assert_eq!(sent.len(), 1);
    assert!(sent[0]["error"]["message"].as_str().unwrap().contains("callFunction"));
}

#[test]
fn a_conversation_set_again_runs_nothing_twice() {
    let (mut stage, runs) = shop();
    let conversation = json!([create_v1(json!([]), json!({})), ask("note", json!({"text": "x"}))]);
    stage.send(conversation.clone());
    assert_eq!((stage.take_sent().len(), runs.get()), (1, 1));
    stage.converge(conversation);
    assert_eq!((stage.take_sent().len(), runs.get()), (0, 1));
}

fn asking(value: Value) -> Stage {
    let (mut stage, _) = shop();
    stage.send(json!({"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": "shop",
        "components": [{"id": "root", "component": "Text", "text": value}], "dataModel": {"id": 1}}}));
    stage
}

fn call_of(message: &Value) -> (String, Value) {
    let call = &message["callAgentFunction"];
    assert_eq!((&message["version"], &call["surfaceId"]), (&json!("v1.0"), &json!("s")));
    (call["functionCallId"].as_str().unwrap().to_owned(), call["callFunction"].clone())
}

fn data(path: &str, value: Value) -> Value {
    json!({"version": "v1.0", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}})
}

fn check(stage: &Stage, expected: &str) {
    assert_eq!(stage.outline(), lines(expected));
}

#[test]
fn a_value_waits_for_the_agent_and_keeps_what_it_had() {
    let mut stage = asking(json!({"@call": "stock", "args": {"id": {"@path": "/id"}}}));
    let sent = stage.take_sent();
    assert_eq!(sent.len(), 1);
    let (first, call) = call_of(&sent[0]);
    assert_eq!(first, "seed-1");
    assert_eq!(call, json!({"@call": "stock", "args": {"id": 1}, "catalogId": "shop"}));
    check(&stage, "Text root \"\"");

    stage.send(answer("stray", json!({"value": "not this"})));
    stage.send(answer(&first, json!({"value": 12})));
    check(&stage, "Text root \"12\"");
    stage.send(answer(&first, json!({"value": 13})));
    check(&stage, "Text root \"12\"");

    // Other arguments: asked again, but not at every keystroke.
    for id in 2..6 {
        stage.send(data("/id", json!(id)));
        stage.wait(100);
    }
    assert!(stage.take_sent().is_empty());
    stage.wait(1_000);
    let sent = stage.take_sent();
    assert_eq!(sent.len(), 1);
    let (second, call) = call_of(&sent[0]);
    assert_eq!(call["args"], json!({"id": 5}));
    check(&stage, "Text root \"12\"");
    stage.send(answer(&second, json!({"value": null})));
    check(&stage, "Text root \"\"");
    assert!(stage.issues.is_empty(), "{:?}", stage.issues);
    assert_eq!(stage.surfaces.next_deadline(), None);
}

#[test]
fn an_answer_to_arguments_that_are_no_longer_asked_for_is_late() {
    let mut stage = asking(json!({"@call": "stock", "args": {"id": {"@path": "/id"}}}));
    let (first, _) = call_of(&stage.take_sent()[0]);
    stage.send(data("/id", json!(2)));
    stage.send(answer(&first, json!({"value": "late"})));
    check(&stage, "Text root \"\"");
    stage.wait(1_000);
    let (second, _) = call_of(&stage.take_sent()[0]);
    stage.send(answer(&second, json!({"value": "right"})));
    check(&stage, "Text root \"right\"");
}

#[test]
fn no_answer_and_an_error_leave_nothing_and_a_warning() {
    let mut stage = asking(json!({"@call": "stock"}));
    stage.wait(29_000);
    assert!(stage.issues.is_empty());
    stage.wait(2_000);
    check(&stage, "Text root \"\"");
    assert!(stage.issues[0].message.contains("TIMEOUT"));
    assert_eq!(stage.take_issues(), ["warning EXPRESSION_ERROR /components/0"]);

    let mut stage = asking(json!({"@call": "stock"}));
    let (id, _) = call_of(&stage.take_sent()[0]);
    stage.send(answer(&id, json!({"error": {"code": "BUSY", "message": "Later."}})));
    assert!(stage.issues[0].message.contains("BUSY"));
    stage.send(data("/id", json!(7)));
    assert_eq!((stage.issues.len(), stage.take_sent().len()), (1, 0));
}

#[test]
fn a_check_is_not_met_while_its_answer_is_out() {
    let (mut stage, _) = shop();
    stage.send(json!({"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": "shop", "components": [
        {"id": "root", "component": "Button", "child": "t", "action": {"event": {"name": "go"}},
            "checks": [{"condition": {"@call": "stock", "args": {}}, "message": "Out of stock"}]},
        {"id": "t", "component": "Text", "text": "Go"}]}}));
    let (id, _) = call_of(&stage.take_sent()[0]);
    stage.press("root", "");
    assert!(stage.take_sent().is_empty());
    stage.send(answer(&id, json!({"value": {"valid": true}})));
    stage.press("root", "");
    assert_eq!(stage.take_sent()[0]["action"]["name"], json!("go"));
}

#[test]
fn a_press_can_call_the_agent_and_fails_locally() {
    let (mut stage, _) = shop();
    stage.send(json!({"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": "shop", "components": [
        {"id": "root", "component": "Column", "children": ["a", "b"]},
        {"id": "a", "component": "Button", "child": "t",
            "action": {"functionCall": {"@call": "price", "args": {"id": {"@path": "/id"}}}}},
        {"id": "b", "component": "Button", "child": "t", "action": {"functionCall": {"@call": "local", "args": {
            "x": {"@call": "stock"}}}}},
        {"id": "t", "component": "Text", "text": "t"}], "dataModel": {"id": 9}}}));
    assert_eq!(stage.press("a", ""), None);
    let (id, call) = call_of(&stage.take_sent()[0]);
    assert_eq!(call, json!({"@call": "price", "args": {"id": 9}, "catalogId": "shop"}));
    stage.send(answer(&id, json!({"error": {"code": "NO", "message": "No."}})));
    assert_eq!(stage.take_issues(), ["warning EXPRESSION_ERROR"]);
    assert!(stage.take_sent().is_empty());

    stage.press("a", "");
    stage.take_sent();
    stage.wait(31_000);
    assert_eq!(stage.take_issues(), ["warning EXPRESSION_ERROR"]);
    assert_eq!(stage.surfaces.next_deadline(), None);

    stage.press("b", "");
    assert_eq!(stage.take_issues(), ["warning EXPRESSION_ERROR"]);
    assert!(stage.take_sent().is_empty());
}

#[test]
fn calls_end_with_what_asked_for_them() {
    let mut stage = asking(json!({"@call": "stock"}));
    let (id, _) = call_of(&stage.take_sent()[0]);
    stage.send(json!({"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [
        {"id": "root", "component": "Text", "text": "plain"}]}}));
    assert_eq!(stage.surfaces.next_deadline(), None);
    stage.send(answer(&id, json!({"value": 1})));
    check(&stage, "Text root \"plain\"");

    let mut stage = asking(json!({"@call": "stock"}));
    let (id, _) = call_of(&stage.take_sent()[0]);
    stage.send(json!({"version": "v1.0", "deleteSurface": {"surfaceId": "s"}}));
    assert_eq!(stage.surfaces.next_deadline(), None);
    stage.send(answer(&id, json!({"value": 1})));
    assert!(stage.issues.is_empty() && stage.take_sent().is_empty());
}

#[test]
fn no_more_values_wait_than_one_surface_may_have() {
    let (mut stage, _) = shop();
    let items: Vec<Value> = (0..150).map(Value::from).collect();
    stage.send(json!({"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": "shop", "components": [
        {"id": "root", "component": "Column", "children": {"componentId": "t", "path": "/l"}},
        {"id": "t", "component": "Text", "text": {"@call": "stock", "args": {"id": {"@path": "."}}}}],
        "dataModel": {"l": items}}}));
    assert_eq!(stage.take_sent().len(), 100);
    assert_eq!(stage.take_issues(), ["warning LIMIT_EXCEEDED /components/1"]);
}
