//! The surface's part of the core conformance suite (tests/fixtures/surface).

use std::rc::Rc;

use serde_json::{Value, json};

use super::support::{Stage, create, create_v1, data, outline, update};
use crate::catalog::Catalog;
use crate::component::{Component, Live, Placeholder};
use crate::dynamic::Effect;
use crate::dynamic::functions::HostFunction;
use crate::fixtures::{self, Suite};
use crate::protocol::Message;
use crate::step::Step;
use crate::surface::NodeId;
use crate::theme::Rgb;
use crate::{Issue, Severity};

/// Runs every row of a table; a row passes that nothing is said against.
fn run(name: &'static str, table: &str, row_fails: impl Fn(&Value) -> Result<(), String>) {
    let mut suite = Suite::new(name);
    for row in fixtures::read(table).as_array().unwrap() {
        if row.get("component").is_none() && row.get("browser").is_some() {
            suite.elsewhere();
            continue;
        }
        let outcome = row_fails(row);
        suite.case(outcome.is_ok(), || format!("{}: {}", row["case"], outcome.unwrap_err()));
        if row.get("browser").is_some() {
            suite.elsewhere();
        }
    }
    suite.finish();
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} is {found:?}, not {expected:?}")) }
}

fn fits(issue: &Issue, expected: &Value) -> bool {
    issue.severity == Severity::Error
        && expected.get("code").is_none_or(|code| code == issue.code)
        && expected.get("contains").and_then(Value::as_str).is_none_or(|part| issue.message.contains(part))
}

#[test]
fn messages_leave_what_they_should() {
    run("surface/messages", "surface/messages.json", |row| {
        let mut stage = Stage::default();
        stage.send(row["send"].clone());
        match row.get("refused") {
            Some(expected) if stage.issues.iter().any(|issue| fits(issue, expected)) => {}
            Some(expected) => return Err(format!("{expected} is missing in {:?}", stage.issues)),
            None => same("the number of errors", stage.errors().len(), 0)?,
        }
        for (id, expected) in row.get("leaves").and_then(Value::as_object).into_iter().flatten() {
            let surface = stage.surfaces.surface(&id.as_str().into());
            let Some(surface) = surface else {
                same("the surface", &Value::Null, expected)?;
                continue;
            };
            for (key, expected) in expected.as_object().ok_or("the surface is there")? {
                let found = match key.as_str() {
                    "dataModel" => surface.model.value().clone(),
                    "sendDataModel" => surface.send_data_model.into(),
                    "outline" => outline(surface).into(),
                    "primary" => surface.theme.primary.map(Rgb::css).into(),
                    _ => components(surface, expected),
                };
                same(key, found, expected.clone())?;
            }
        }
        Ok(())
    });
}

/// The definitions of a surface, as those of the table are written.
fn components(surface: &crate::surface::Surface, like: &Value) -> Value {
    let of = |component: &Value| {
        let definition = surface.definition(&component["id"].as_str()?.into())?;
        let mut found = json!({"id": definition.id.as_str(), "component": definition.type_name()});
        for (name, value) in &definition.source.properties {
            found[name] = value.clone();
        }
        Some(found)
    };
    like.as_array().unwrap().iter().map(of).map(Option::unwrap_or_default).collect()
}

fn node_at(stage: &Stage, place: &str) -> Option<NodeId> {
    let tree = &stage.surfaces.surface(&"s".into())?.tree;
    let steps = place.split('/').skip(1).filter(|step| *step != "children");
    steps.fold(tree.root, |id, step| tree.node(id?)?.children.get(step.parse().unwrap_or(0)).copied())
}

fn check_nodes(stage: &Stage, nodes: Option<&Value>) -> Result<(), String> {
    for (place, expected) in nodes.and_then(Value::as_object).into_iter().flatten() {
        let surface = stage.surface();
        let id = node_at(stage, place).ok_or_else(|| format!("{place} is missing"))?;
        let node = surface.tree.node(id).ok_or("a node")?;
        for (key, expected) in expected.as_object().unwrap() {
            match key.as_str() {
                "component" => same(place, node.component.as_str(), expected.as_str().unwrap())?,
                "scope" => same(place, node.scope.base().as_str(), expected.as_str().unwrap())?,
                "pending" => same(
                    place,
                    Value::from(node.shown.component == Component::Placeholder(Placeholder::Pending)),
                    expected.clone(),
                )?,
                _ => {
                    for (name, expected) in expected.as_object().unwrap() {
                        let shown = match (&node.shown.component, name.as_str()) {
                            (Component::Text(text), "text") => &text.text,
                            (Component::TextField(field), "label") => &field.label,
                            (Component::TextField(field), "value") => &field.value,
                            _ => return Err(format!("{place} has no {name}")),
                        };
                        let source = &surface.definition(&node.component).ok_or("a definition")?.source;
                        let is_bound = source.properties[name].get("path").is_some();
                        same(place, json!([shown, is_bound]), expected.clone())?;
                    }
                }
            }
        }
    }
    Ok(())
}

#[test]
fn nodes_live_as_long_as_their_places() {
    run("surface/nodes", "surface/nodes.json", |row| {
        let mut stage = Stage::default();
        stage.send(create()).send(data("", row["data"].clone()));
        stage.send(update(row["components"].clone()));
        check_nodes(&stage, row.get("nodes"))?;
        for step in row["steps"].as_array().unwrap() {
            let places = |key: &str| -> Vec<String> {
                let places = step.get(key).and_then(Value::as_array).into_iter().flatten();
                places.map(|place| place.as_str().unwrap().to_owned()).collect()
            };
            let ids = |stage: &Stage, key: &str| -> Vec<Option<NodeId>> {
                places(key).iter().map(|place| node_at(stage, place)).collect()
            };
            let (kept, gone) = (ids(&stage, "kept"), ids(&stage, "gone"));
            stage.take_changes();
            let (what, how) = step["do"].as_object().unwrap().iter().next().unwrap();
            match what.as_str() {
                "enter" => {
                    let id = node_at(&stage, how[0].as_str().unwrap()).ok_or("an input")?;
                    stage.surfaces.change(&"s".into(), |surface| surface.enter(id, how[1].clone()));
                }
                "data" => drop(stage.send(data(how[0].as_str().unwrap(), how[1].clone()))),
                "components" => drop(stage.send(update(how.clone()))),
                "forget" => {
                    let components = vec![how.as_str().unwrap().into()];
                    stage.surfaces.take_steps(vec![Step::Forget { surface: "s".into(), components }], stage.now);
                }
                "delete" => drop(stage.send(json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}))),
                _ => {
                    let id = node_at(&stage, how.as_str().unwrap()).ok_or("a button")?;
                    let (effect, _) = stage.surfaces.press(&"s".into(), id, "now");
                    let opened = step.get("opens").map(|url| Effect::OpenUrl(url.as_str().unwrap().to_owned()));
                    same("what is opened", effect, opened)?;
                    let sent = stage.take_sent();
                    same("the number of messages", sent.len(), step["sends"].as_array().unwrap().len())?;
                    for (sent, expected) in sent.iter().zip(step["sends"].as_array().unwrap()) {
                        for (key, expected) in expected.as_object().unwrap() {
                            same(key, &sent["action"][key], expected)?;
                        }
                    }
                }
            }
            check_nodes(&stage, step.get("nodes"))?;
            let changes = stage.take_changes();
            same("what is kept", ids(&stage, "kept"), kept)?;
            for id in gone.into_iter().flatten() {
                let surface = stage.surfaces.surface(&"s".into());
                same("what is gone", surface.is_some_and(|surface| surface.tree.node(id).is_some()), false)?;
            }
            let sorted = |mut ids: Vec<Option<NodeId>>| {
                ids.sort_unstable();
                ids
            };
            same("what is anew", changes.rebuilt.into_iter().map(Some).collect(), sorted(ids(&stage, "anew")))?;
            if step.get("updated").is_some() {
                let updated = changes.updated.iter().map(|(id, _)| Some(*id)).collect();
                same("what is updated", sorted(updated), sorted(ids(&stage, "updated")))?;
            }
            for (path, expected) in step.get("data").and_then(Value::as_object).into_iter().flatten() {
                same(path, stage.model().pointer(path), Some(expected))?;
            }
        }
        Ok(())
    });
}

#[test]
fn presses_send_what_they_should() {
    run("surface/actions", "surface/actions.json", |row| {
        let mut components = json!([
            {"id": "root", "component": "Button", "child": "t", "action": row["action"]},
            {"id": "t", "component": "Text", "text": "t"},
        ]);
        let scope = row.get("scope").and_then(Value::as_str).unwrap_or_default();
        let button = if scope.is_empty() { "root" } else { "b" };
        components[0]["id"] = json!(button);
        if let Some((list, _)) = scope.rsplit_once('/') {
            let list = json!({"id": "root", "component": "Column", "children": {"componentId": "b", "path": list}});
            components.as_array_mut().unwrap().push(list);
        }
        let mut stage = Stage::default();
        stage.send(create_v1(components, row.get("data").cloned().unwrap_or(json!({}))));
        stage.take_issues();
        stage.press(button, scope);
        let warned: Vec<Value> = stage.issues.iter().map(|issue| issue.code.into()).collect();
        same("what is warned of", &Value::from(warned), row.get("warns").unwrap_or(&json!([])))?;
        let sent = stage.take_sent();
        let Some(expected) = row["sends"].as_object() else { return same("the number of messages", sent.len(), 0) };
        let context = json!({});
        let action = &sent.first().ok_or("nothing is sent")?["action"];
        same("the context", &action["context"], expected.get("context").unwrap_or(&context))?;
        for (key, expected) in expected {
            same(key, &action[key], expected)?;
        }
        same("the sentence", action.get("userMessage"), expected.get("userMessage"))
    });
}

#[test]
fn calls_are_answered_as_they_should() {
    run("surface/calls", "surface/calls.json", |row| {
        let call = row["message"].pointer("/callRendererFunction/callFunction").or(row.pointer("/calls/callFunction"));
        let named = call.and_then(|call| call["catalogId"].as_str()).unwrap_or("none");
        let mut document = json!({"catalogId": named, "functions": row.get("functions").unwrap_or(&json!({}))});
        if named == "non_existent_catalog" {
            document["catalogId"] = json!("another_catalog");
        }
        if row.get("calls").is_some() {
            document["functions"] = json!({call.unwrap()["call"].as_str().unwrap(): {"allowedCallers": "agentOnly"}});
        }
        let (catalog, issues) = Catalog::read(&document, |_| {
            let (throws, returns) = (row.get("throws").is_some(), row.get("returns").cloned().unwrap_or_default());
            let function: Rc<HostFunction> =
                Rc::new(move |_| if throws { Err("thrown".to_owned()) } else { Ok(returns.clone()) });
            Some(function)
        });
        same("the catalog's issues", issues, Vec::new())?;
        let mut stage = Stage::default();
        stage.surfaces.declare(catalog);
        stage.surfaces.set_user_activation(row.get("activation") == Some(&json!(true)));
        let mut message = row["message"].clone();
        if let Some(expected) = row.get("calls") {
            let text = json!([{"id": "root", "component": "Text", "text": expected["callFunction"]}]);
            let mut create = create_v1(text, json!({}));
            create["createSurface"]["catalogId"] = json!(named);
            stage.send(create);
            let sent = stage.take_sent();
            let call = &sent.first().ok_or("nothing is sent")?["callAgentFunction"];
            same("the call", &call["callFunction"], &expected["callFunction"])?;
            message["agentFunctionResponse"]["functionCallId"] = call["functionCallId"].clone();
        }
        stage.send(message);
        if let Some(part) = row.get("refused") {
            let expected = json!({"contains": part});
            return same("the refusal", stage.issues.iter().any(|issue| fits(issue, &expected)), true);
        }
        if let Some(shown) = row.get("shows") {
            return same("what is shown", stage.outline(), format!("Text root {:?}", shown.to_string()));
        }
        let expected: Vec<Value> = row.get("sends").filter(|sent| !sent.is_null()).cloned().into_iter().collect();
        same("the answer", stage.take_sent(), expected)
    });
}

#[test]
fn catalogs_rule_what_stands_in_what() {
    run("surface/composition", "surface/composition.json", |row| {
        let (catalog, issues) = Catalog::read(&json!({"catalogId": "c", "components": row["components"]}), |_| None);
        if let Some(valid) = row.get("valid") {
            return same("the catalog's verdict", Value::from(issues.is_empty()), valid.clone());
        }
        let mut stage = Stage::default();
        stage.surfaces.declare(catalog);
        stage.send(json!({"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": "c"}}));
        stage.send(json!({"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": row["surface"]}}));
        let found: Vec<Value> =
            stage.errors().iter().map(|issue| json!({"code": issue.code, "message": issue.message})).collect();
        same("the errors", found, row.get("refused").cloned().into_iter().collect())
    });
}

#[test]
fn calls_on_a_surface_find_their_catalog() {
    run("surface/routing", "surface/routing.json", |row| {
        let mut stage = Stage::default();
        for id in row["declared"].as_array().unwrap() {
            stage.surfaces.declare(Catalog::read(&json!({"catalogId": id}), |_| None).0);
        }
        let mut create = row["surface"].clone();
        create["surfaceId"] = json!("s");
        let basic = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
        let mut text = json!({"id": "root", "component": "Text", "text": row["call"]});
        if row["version"] == "v1.0" {
            text["catalogId"] = json!(basic);
        }
        stage.send(json!([
            {"version": row["version"], "createSurface": create},
            {"version": row["version"], "updateComponents": {"surfaceId": "s", "components": [text]}},
        ]));
        match row.get("shows") {
            Some(shown) => {
                same("the issues", stage.issues.len(), 0)?;
                same("what is shown", stage.outline(), format!("Text root {shown}"))
            }
            None => {
                let part = row["fails"].as_str().unwrap();
                let is_told = |issue: &Issue| issue.code == "CATALOG_ERROR" && issue.message.contains(part);
                same("the complaint", stage.issues.iter().any(is_told), true)
            }
        }
    });
}

#[test]
fn accessible_names_and_states_are_resolved() {
    run("surface/accessibility", "surface/accessibility.json", |row| {
        let mut component = row["component"].clone();
        component["id"] = json!("root");
        let mut stage = Stage::default();
        stage.send(create_v1(json!([component]), row.get("data").cloned().unwrap_or(json!({}))));
        let node = stage.surface().tree.node(stage.node("root", "")).ok_or("a node")?;
        let common = &node.shown.common;
        for (key, expected) in row["shows"].as_object().unwrap() {
            let found = match key.as_str() {
                "label" => json!(common.label),
                "description" => json!(common.description),
                "hidden" => json!(common.is_hidden),
                _ => json!(match common.live {
                    Live::Off => "off",
                    Live::Polite => "polite",
                    Live::Assertive => "assertive",
                }),
            };
            same(key, &found, expected)?;
        }
        Ok(())
    });
}

#[test]
fn the_steps_of_a_conversation_are_messages_like_any_other() {
    let dialect = crate::protocol::spoken(&create()).unwrap();
    let (message, _) = crate::protocol::parse(create(), &|_| Some(dialect.clone()));
    let mut stage = Stage::default();
    let steps: Vec<Message> = message.into_iter().collect();
    let steps: Vec<Step> = steps.into_iter().map(Step::Apply).collect();
    stage.surfaces.take_steps(steps, stage.now);
    assert_eq!(stage.outline(), "… root");
}
