//! The protocol's published cases, as tables under `tests/fixtures/protocol`: every row runs, and the counts are printed.

use serde_json::{Value, json};

use super::outgoing::Outgoing;
use super::{Body, CallError, Dialect, Message, Version, flatten, parse};
use crate::data_model::{DataModel, Pointer};
use crate::dynamic::WireForm;
use crate::theme::Theme;
use crate::{Issue, Severity};

const MESSAGES: &str = include_str!("../../tests/fixtures/protocol/messages.json");
const V0_8_DATA: &str = include_str!("../../tests/fixtures/protocol/v0_8_data.json");
const V0_8_COMPONENTS: &str = include_str!("../../tests/fixtures/protocol/v0_8_components.json");
const TOLERANCE: &str = include_str!("../../tests/fixtures/protocol/tolerance.json");
const TOLERANCE_DOC: &str = include_str!("../../docs/tolerance.md");

fn rows(fixture: &str) -> Vec<Value> {
    serde_json::from_str(fixture).expect("a fixture is a list")
}

fn read(message: Value) -> (Option<Message>, Vec<Issue>) {
    parse(message, &|_| None)
}

fn finds(issues: &[Issue], severity: Severity, fragment: &Value) -> bool {
    let Some(fragment) = fragment.as_str() else {
        return !issues.iter().any(|issue| issue.severity == severity);
    };
    issues.iter().any(|issue| issue.severity == severity && issue.message.contains(fragment))
}

#[test]
fn messages_are_taken_or_refused_as_published() {
    let rows = rows(MESSAGES);
    for row in &rows {
        let (messages, issues): (Vec<_>, Vec<_>) = flatten(row["input"].clone()).into_iter().map(read).unzip();
        let messages: Vec<Message> = messages.into_iter().flatten().collect();
        let issues = issues.concat();
        assert_eq!(Some(messages.len() as u64), row["messages"].as_u64(), "{}: {issues:?}", row["name"]);
        assert!(finds(&issues, Severity::Error, &row["error"]), "{}: {issues:?}", row["name"]);
        assert!(finds(&issues, Severity::Warning, &row["warning"]), "{}: {issues:?}", row["name"]);
        assert!(finds(&issues, Severity::Info, &row["info"]), "{}: {issues:?}", row["name"]);
        if let Some(Message { dialect, body: Body::CallRendererFunction(call) }) = messages.first() {
            answers(&row["response"], &call.call_id, dialect);
        }
    }
    println!("messages: {} passed", rows.len());
}

/// The answer to a call is written as the case has it.
fn answers(response: &Value, call_id: &std::rc::Rc<str>, dialect: &Dialect) {
    let answer = &response["rendererFunctionResponse"];
    let text = |key: &str| answer["error"][key].as_str().map(str::to_owned);
    let outcome = match (text("code"), text("message")) {
        (Some(code), Some(message)) => Err(CallError { code, message }),
        _ => Ok(answer["value"].clone()),
    };
    let answer = Outgoing::RendererFunctionResponse { call_id: call_id.clone(), outcome };
    if !response.is_null() {
        assert_eq!(&answer.write(dialect, WireForm::Bare), response);
    }
}

#[test]
fn v0_8_data_becomes_plain_json() {
    let rows = rows(V0_8_DATA);
    for row in &rows {
        let mut model = DataModel::default();
        let mut errors = 0;
        for update in row["updates"].as_array().into_iter().flatten() {
            let mut update = update.clone();
            update["surfaceId"] = "s".into();
            let (message, issues) = read(json!({"dataModelUpdate": update}));
            errors += issues.iter().filter(|issue| issue.severity == Severity::Error).count();
            if let Some(Body::UpdateDataModel { path, value: Some(value), .. }) = message.map(|message| message.body) {
                model.set(&Pointer::parse(&path).expect("a path"), value).expect("a place that can be written");
            }
        }
        assert_eq!(model.value(), &row["model"], "{row}");
        assert_eq!(errors as u64, row["errors"].as_u64().unwrap_or_default(), "{row}");
    }
    println!("v0.8 data: {} passed", rows.len());
}

#[test]
fn v0_8_components_become_those_of_v0_9() {
    let rows = rows(V0_8_COMPONENTS);
    for row in &rows {
        let entry = json!({"id": "c", "component": row["v0_8"], "weight": row["weight"]});
        let (message, issues) = read(json!({"surfaceUpdate": {"surfaceId": "s", "components": [entry]}}));
        let Some(Body::UpdateComponents { components, .. }) = message.map(|message| message.body) else {
            panic!("{row}: {issues:?}")
        };
        let component = &components[0];
        let mut properties = component.properties.clone();
        properties.insert("component".into(), component.component.as_deref().map_or(Value::Null, Value::from));
        assert_eq!(Value::Object(properties), row["v0_9"], "{row}");
        let seeds = component.seeds.iter().map(|(path, value)| json!([**path, value])).collect::<Vec<_>>();
        assert_eq!(json!(seeds), *row.get("seeds").unwrap_or(&json!([])), "{row}");
    }
    println!("v0.8 components: {} passed", rows.len());
}

#[test]
fn every_tolerated_form_is_read_as_the_form_it_stands_for() {
    let rows = rows(TOLERANCE);
    for row in &rows {
        let form = row["form"].as_str().expect("a row names its form");
        let known = |_: &crate::SurfaceId| {
            row["living"].as_str().map(|spelling| Dialect { version: Version::V0_9, spelling: spelling.into() })
        };
        let all = |input: &Value| -> (Vec<Body>, Vec<Issue>) {
            let inputs = match input.as_str() {
                Some(text) => {
                    let (values, issues) = super::flatten_text(text);
                    assert!(issues.iter().all(|issue| issue.severity == Severity::Info), "{form}: {issues:?}");
                    values
                }
                None => flatten(input.clone()),
            };
            let read = inputs.into_iter().map(|message| parse(message, &known));
            let (messages, issues): (Vec<_>, Vec<_>) = read.unzip();
            (messages.into_iter().flatten().map(|message| placeless(message.body)).collect(), issues.concat())
        };
        let (sloppy, issues) = all(&row["sloppy"]);
        let (clean, none) = all(&row["clean"]);
        assert_eq!(none, [], "{form}");
        assert_eq!(clean.len(), row["clean"].as_array().map_or(1, Vec::len), "{form}");
        assert_eq!(sloppy, clean, "{form}");
        let worst = issues.iter().map(|issue| issue.severity).max();
        let stated = match row["issue"].as_str() {
            Some("info") => Some(Severity::Info),
            Some("warning") => Some(Severity::Warning),
            Some("error") => Some(Severity::Error),
            _ => None,
        };
        assert_eq!(worst, stated, "{form}: {issues:?}");
        assert!(TOLERANCE_DOC.contains(form), "docs/tolerance.md lacks the row: {form}");
    }
    let table = TOLERANCE_DOC.split("# Components").next().unwrap_or_default();
    let documented = table.lines().filter(|line| line.starts_with("| ") && line.contains(" | ")).count();
    // Heading and rule apart.
    assert_eq!(documented - 1, rows.len(), "docs/tolerance.md and the fixture have the same rows");
    println!("tolerated forms: {} passed", rows.len());
}

/// Where a definition stood differs between the forms, and is no part of what it means.
fn placeless(mut body: Body) -> Body {
    match &mut body {
        Body::UpdateComponents { components, .. } => components.iter_mut().for_each(|update| update.path.clear()),
        Body::CreateSurface(create) => create.components.iter_mut().for_each(|update| update.path.clear()),
        _ => {}
    }
    body
}

#[test]
fn themes_are_read_as_the_schema_has_them() {
    for (theme, valid) in [
        (json!({"primaryColor": "#00BFFF", "agentDisplayName": "Test Agent"}), true),
        (json!({"primaryColor": 123}), false),
        (json!({"primaryColor": "invalid-color"}), false),
        (json!({"primaryColor": "#00BFFF", "customProperty": "customValue"}), true),
    ] {
        let (_, issues) = Theme::parse(theme.as_object().expect("a theme"), "/theme");
        assert_eq!(issues.is_empty(), valid, "{theme}");
    }
}

#[test]
fn nothing_an_agent_puts_anywhere_stops_the_reader() {
    let conversations = include_str!("../../tests/fixtures/protocol/conversations.json");
    let deep = (0..120).fold(json!("x"), |inner, _| json!([inner]));
    let odd =
        [Value::Null, json!(1e308), json!(""), json!("{\"a\":[1]}"), json!([]), json!({}), json!([null, 1]), deep];
    let (mut read_at_all, mut count) = (0, 0);
    for message in rows(conversations)
        .iter()
        .chain(&rows(MESSAGES))
        .flat_map(|row| flatten(row.get("messages").filter(|list| list.is_array()).unwrap_or(&row["input"]).clone()))
    {
        for place in places(&message) {
            for odd in &odd {
                let mut message = message.clone();
                *message.pointer_mut(&place).expect("a place of the message") = odd.clone();
                count += 1;
                for message in flatten(message) {
                    read_at_all += usize::from(read(message).0.is_some());
                }
            }
        }
    }
    assert!(read_at_all > count / 4, "{read_at_all} of {count}");
}

/// The pointers of everything in a value.
fn places(value: &Value) -> Vec<String> {
    let mut places = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((place, value)) = open.pop() {
        match value {
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, member)| ([&place, &*super::fields::at(key)].concat(), member)));
            }
            Value::Array(elements) => {
                open.extend(elements.iter().enumerate().map(|(index, element)| (format!("{place}/{index}"), element)));
            }
            _ => {}
        }
        places.push(place);
    }
    places
}

#[test]
fn a_message_full_of_faults_reports_a_few() {
    let components: Vec<Value> = (0..5_000).map(Value::from).collect();
    let (message, issues) =
        read(json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}}));
    assert!(message.is_some());
    assert_eq!(issues.len(), 100);
    let long = "x".repeat(100_000);
    let (_, issues) = read(json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s", long: 1}}));
    assert!(issues[0].message.len() <= 500 && issues[0].path.len() <= 500);
}

#[test]
fn components_beyond_the_limit_are_left_out() {
    let component = json!({"id": "a", "component": "Text"});
    let components = vec![component; super::component::MAX_COMPONENTS + 1];
    let (message, issues) =
        read(json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}}));
    assert!(matches!(message.map(|message| message.body), Some(Body::UpdateComponents { components, .. })
        if components.len() == super::component::MAX_COMPONENTS));
    assert_eq!(issues[0].path, "/components/20000");
}

#[test]
fn deep_keys_and_maps_are_refused() {
    let path = "a.".repeat(60);
    let entry =
        (0..60).fold(json!({"key": "x", "valueNumber": 1}), |inner, _| json!({"key": "m", "valueMap": [inner]}));
    for entry in [json!({"key": path, "valueNumber": 1}), entry] {
        let (_, issues) = read(json!({"dataModelUpdate": {"surfaceId": "s", "contents": [entry]}}));
        assert!(issues.iter().any(|issue| issue.severity == Severity::Error), "{issues:?}");
    }
}

#[test]
fn the_final_form_is_told_by_its_keys() {
    for (value, expected) in [
        (json!({"text": {"@path": "/a"}}), true),
        (json!({"action": {"functionCall": {"@call": "f"}}}), true),
        (json!([{"a": [{"@@type": 1}]}]), true),
        (json!({"text": {"path": "/a"}}), false),
        (json!({"text": "@path", "email": "a@b", "@type": 1}), false),
    ] {
        assert_eq!(super::v1_0::uses_at_form(&value), expected, "{value}");
    }
}
