//! The stream against whole conversations: cut anywhere, framed in every way, broken in some.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::data_model::{DataModel, Pointer};
use crate::protocol::{Body, Message, parse};

const CONVERSATIONS: &str = include_str!("../../../tests/fixtures/protocol/conversations.json");
const STREAMS: &str = include_str!("../../../tests/fixtures/protocol/streams.json");

fn rows(fixture: &str) -> Vec<Value> {
    serde_json::from_str(fixture).expect("a fixture is a list")
}

/// Every conversation among the fixtures: this module's own, and the examples of all versions (folders `v…`).
fn conversations() -> Vec<Value> {
    let mut conversations = rows(CONVERSATIONS);
    let files = |folder: &std::path::Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    for folder in files(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures").as_ref()) {
        if !folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('v')) {
            continue;
        }
        for file in files(&folder) {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let example: Option<Value> = serde_json::from_str(&text).ok();
            conversations.extend(example.filter(|example| example["messages"].is_array()));
        }
    }
    conversations
}

fn messages(value: &Value) -> Vec<Value> {
    value.as_array().cloned().expect("a row has a list of messages")
}

/// All pieces of a text in chunks.
fn stream<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Piece> {
    let mut stream = Stream::default();
    let mut pieces: Vec<Piece> = chunks.into_iter().flat_map(|chunk| stream.push(chunk)).collect();
    pieces.extend(stream.end());
    pieces
}

fn finished(pieces: &[Piece]) -> Vec<Value> {
    let finished = |piece: &Piece| match piece {
        Piece::Message { value, .. } => Some(value.clone()),
        _ => None,
    };
    pieces.iter().filter_map(finished).collect()
}

fn errors(pieces: &[Piece]) -> usize {
    pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::Issue(issue) if issue.severity == crate::Severity::Error))
        .count()
}

/// The text of a conversation in each way that agents send it.
fn framings(messages: &[Value]) -> Vec<(&'static str, String)> {
    let lines: Vec<String> = messages.iter().map(Value::to_string).collect();
    let list = Value::Array(messages.to_vec());
    let pretty = serde_json::to_string_pretty(&list).expect("a value prints");
    let events = |end: &str| lines.iter().map(|line| ["data: ", line, end, end].concat()).collect::<String>();
    let split = pretty.replace('\n', "\ndata: ");
    vec![
        ("lines", lines.join("\n")),
        ("lines of Windows, blank ones between", lines.join("\r\n\r\n")),
        ("no line at all", lines.concat()),
        ("list", list.to_string()),
        ("printed list", pretty.clone()),
        ("container", json!({"messages": list}).to_string()),
        ("activity", json!({"status": "ok", "a2ui_operations": list, "attempt": {"of": 3}}).to_string()),
        ("events", ["event: message\nid: 7\n", &*events("\n"), ": ping\n\ndata: [DONE]\n\n"].concat()),
        ("events of Windows", events("\r\n")),
        ("one event of many lines", ["data: ", &*split, "\n\n"].concat()),
        (
            "prose",
            ["Here {it} is, [see](x):\n<a2ui-json>", &*list.to_string(), "</a2ui-json>\nThat's \"all\"!"].concat(),
        ),
        ("fence", ["Hello!\n\n```json\n", &*pretty, "\n```\nBye."].concat()),
    ]
}

#[test]
fn every_framing_brings_the_same_messages() {
    for row in conversations() {
        let expected = messages(&row["messages"]);
        for (name, text) in framings(&expected) {
            let pieces = stream([text.as_bytes()]);
            assert_eq!(errors(&pieces), 0, "{} as {name}", row["name"]);
            assert_eq!(finished(&pieces), expected, "{} as {name}", row["name"]);
            assert_eq!(finished(&stream(text.as_bytes().chunks(1))), expected, "{} as {name}, in bytes", row["name"]);
        }
    }
}

#[test]
fn every_cut_brings_the_same_messages() {
    for row in conversations() {
        let expected = messages(&row["messages"]);
        let (_, text) = framings(&expected).swap_remove(3);
        for cut in (0..text.len()).step_by(text.len() / 60 + 1) {
            let (before, after) = text.as_bytes().split_at(cut);
            let pieces = stream([before, after]);
            assert_eq!(errors(&pieces), 0);
            assert_eq!(finished(&pieces), expected, "cut at {cut}");
        }
    }
}

/// A surface as far as messages decide it: what it is made of, and its data.
#[derive(Clone, Debug, Default, PartialEq)]
struct Painted {
    surfaces: BTreeMap<String, (String, bool)>,
    components: BTreeMap<String, (Option<String>, Value)>,
    data: BTreeMap<String, DataModel>,
}

impl Painted {
    fn apply(&mut self, message: Message) {
        match message.body {
            Body::CreateSurface(create) => {
                let name = create.surface.to_string();
                self.surfaces.insert(name.clone(), (create.root.to_string(), create.send_data_model));
                if let Some(data) = create.data_model {
                    self.write(&name, "", Some(data));
                }
                self.update(create.components);
            }
            Body::UpdateComponents { components, .. } => self.update(components),
            Body::UpdateDataModel { surface, path, value, .. } => self.write(surface.as_str(), &path, value),
            _ => {}
        }
    }

    fn update(&mut self, components: Vec<crate::protocol::ComponentUpdate>) {
        for update in components {
            let kind = update.component.as_deref().map(str::to_owned);
            self.components.insert(update.id.to_string(), (kind, Value::Object(update.properties)));
        }
    }

    fn write(&mut self, surface: &str, path: &str, value: Option<Value>) {
        let model = self.data.entry(surface.to_owned()).or_default();
        let Ok(pointer) = Pointer::parse(path) else { return };
        let _ = match value {
            Some(value) => model.set(&pointer, value),
            None => model.remove(&pointer),
        };
    }
}

#[test]
fn partials_are_certain_and_end_in_the_same_surface() {
    for row in conversations() {
        let expected = messages(&row["messages"]);
        let read = |value: Value| parse(value, &|_| None).0;
        let mut whole = Painted::default();
        expected.iter().cloned().filter_map(read).for_each(|message| whole.apply(message));
        let text = Value::Array(expected).to_string();
        for size in [1, 17, 301] {
            let mut painted = Painted::default();
            let mut partials = 0;
            for piece in stream(text.as_bytes().chunks(size)) {
                match piece {
                    Piece::Message { value, .. } => painted.apply(read(value).expect("a message that parses")),
                    Piece::Partial { value, growing } => {
                        partials += 1;
                        certain(&value, growing.as_deref(), &text);
                        read(value).into_iter().for_each(|message| painted.apply(message));
                    }
                    Piece::Issue(issue) => panic!("{issue:?}"),
                }
            }
            assert!(partials > 0, "{}", row["name"]);
            assert_eq!(painted, whole, "{} in chunks of {size}", row["name"]);
        }
    }
}

/// Every text in a partial stands in the conversation as a whole, unless it is one that people read.
fn certain(value: &Value, growing: Option<&str>, text: &str) {
    let mut open = vec![("", value)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::Object(members) => open.extend(members.iter().map(|(key, member)| (key.as_str(), member))),
            Value::Array(elements) => open.extend(elements.iter().map(|element| (name, element))),
            Value::String(string) => {
                let may_grow = partial::GROWING.contains(&name) || name == "literalString" && growing.is_some();
                // Paths of data partials are made up of keys, `.` is v0.8's key for a value itself.
                let made = matches!(name, "path" | "key") || name == "value" && growing.is_none();
                assert!(may_grow || made || text.contains(&value.to_string()), "{name}: {string}");
            }
            Value::Number(number) => {
                assert!(text.contains(&number.to_string()) || number.is_f64(), "{name}: {number}");
            }
            _ => {}
        }
    }
}

#[test]
fn the_streams_of_the_agent_kits_are_read() {
    let mut passed = 0;
    for row in rows(STREAMS) {
        let chunks: Vec<&str> = row["chunks"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let pieces = stream(chunks.iter().map(|chunk| chunk.as_bytes()));
        let got = finished(&pieces);
        let text = chunks.concat();
        assert_eq!(finished(&stream(text.as_bytes().chunks(1))), got, "{}", row["name"]);
        let expected = messages(&row["messages"]);
        if row["broken"] == true {
            // Brackets are missing or the text breaks off: at least what is whole must come, in order.
            let mut rest = got.iter();
            for message in &expected {
                assert!(rest.any(|found| found == message), "{}: {message}", row["name"]);
            }
        } else {
            assert_eq!(got, expected, "{}", row["name"]);
            assert_eq!(errors(&pieces) > 0, row["error"] == true, "{}", row["name"]);
        }
        passed += 1;
    }
    println!("streams of the agent kits: {passed} passed");
}

#[test]
fn one_broken_message_costs_only_itself() {
    let good = json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}});
    for broken in [
        r#"{"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [{"id": "a", "text": "cut"#,
        r#"{"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [{"id": "a"},"#,
        r#"{"version": "v0.9", "updateComponents": }"#,
        r#"{"version": "v0.9" "updateComponents": {}}"#,
    ] {
        let text = format!("{good}\n{broken}\n{good}\n");
        let pieces = stream([text.as_bytes()]);
        assert_eq!(finished(&pieces), [good.clone(), good.clone()], "{broken}");
        assert_eq!(errors(&pieces), 1, "{broken}: {pieces:?}");
    }
    let events = format!("data: {good}\n\ndata: {{\"version\": \"v0.9\",\n\ndata: {good}\n\n");
    let pieces = stream([events.as_bytes()]);
    assert_eq!((finished(&pieces).len(), errors(&pieces)), (2, 1));
}

#[test]
fn the_end_of_a_message_is_due() {
    let pieces = stream([br#"{"version": "v0.9", "deleteSurface": {"surfaceId": "s"}"#.as_slice()]);
    assert_eq!((finished(&pieces).len(), errors(&pieces)), (0, 1));
}

#[test]
fn depth_and_length_are_limited() {
    let good = r#"{"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}"#;
    let deep = ["{\"a\":", &*"[".repeat(100_000), &*"]".repeat(100_000), "}\n", good].concat();
    let pieces = stream([deep.as_bytes()]);
    assert_eq!((finished(&pieces).len(), errors(&pieces)), (1, 1));
    let long = ["{\"a\":\"", &*"x".repeat(MAX_MESSAGE), "\"}\n", good].concat();
    let pieces = stream([long.as_bytes()]);
    assert_eq!((finished(&pieces).len(), errors(&pieces)), (1, 1));
}

#[test]
fn prose_is_no_message() {
    for text in ["", "\u{feff}\n", "Hello {name}", "{name} said\n{ so }", "[1] See [a](b).\n{not: json}\n", "a > {b}"] {
        assert_eq!(stream([text.as_bytes()]), [], "{text}");
    }
}

#[test]
fn text_grows_and_nothing_else_does() {
    let partials = |text: &str| -> Vec<(Value, Option<String>)> {
        let partial = |piece| match piece {
            Piece::Partial { value, growing } => Some((value, growing)),
            _ => None,
        };
        Stream::default().push(text.as_bytes()).into_iter().filter_map(partial).collect()
    };
    let components = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":["#;
    let start = |more: &str| partials(&[components, more].concat());
    let update = |component: Value| json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [component]}});
    let text = json!({"id": "t", "component": "Text", "text": "Hel"});
    for (more, expected) in [
        (r#"{"id":"t","component":"Text","text":"Hel"#, Some((text.clone(), Some("t")))),
        // An escape cut in two is left out.
        (r#"{"id":"t","component":"Text","text":"Hel\u26"#, Some((text.clone(), Some("t")))),
        (r#"{"id":"t","component":"Text","text":"Hel\ud83d\ude"#, Some((text.clone(), Some("t")))),
        (r#"{"id":"t","component":"Text","text":"Hel"}"#, Some((text, None))),
        (r#"{"id":"t","component":"Text","text":"Hel","#, None),
        (r#"{"id":"t","component":"Te"#, None),
        (r#"{"component":"Text","text":"Hel"#, None),
        (r#"{"id":"i","component":"Image","url":"https://exa"#, None),
        (r#"{"id":"t","component":"Text","text":{"path":"/na"#, None),
        (r#"{"id":"t","component":"Text","weight":1"#, None),
        (r#"{"id":"t","component":"Tabs","tabs":[{"title":"On"#, None),
    ] {
        let expected: Vec<_> =
            expected.into_iter().map(|(component, id)| (update(component), id.map(str::to_owned))).collect();
        assert_eq!(start(more), expected, "{more}");
    }
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/p","value":"#;
    let write = |path: &str, value: Value| {
        (json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}}), None)
    };
    for (more, expected) in [
        (r#"{"title":"Hel"#, vec![write("/p/title", json!("Hel"))]),
        (r#"{"url":"https://exa"#, vec![]),
        (r#"{"count":12"#, vec![]),
        (r#"{"count":12,"#, vec![write("/p/count", json!(12))]),
        (
            r#"{"a/b":{"x":1},"items":[{"n":1},{"n":2"#,
            vec![write("/p/a~1b", json!({"x": 1})), write("/p/items/0", json!({"n": 1}))],
        ),
        (r#"[1,2,3"#, vec![write("/p/0", json!(1)), write("/p/1", json!(2))]),
        (r#""Hel"#, vec![]),
    ] {
        assert_eq!(partials(&[data, more].concat()), expected, "{more}");
    }
    // The path may still come, and decides where the value goes.
    assert_eq!(partials(r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"a":1,"#), []);
}

#[test]
fn noise_never_stops_the_stream() {
    let text: String = rows(CONVERSATIONS).iter().map(|row| row["messages"].to_string()).collect();
    // A small generator of the same noise every time.
    let mut state = 0x2545_f491_u32;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % below
    };
    let noise = b"{}[]\",:\\\n\r \x00\xff\xf0ud0-e<>`";
    for _ in 0..80 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=random(12) {
            let at = random(bytes.len());
            match random(3) {
                0 => bytes[at] = noise[random(noise.len())],
                1 => bytes.insert(at, noise[random(noise.len())]),
                _ => drop(bytes.remove(at)),
            }
        }
        let size = 1 + random(400);
        let chunked = finished(&stream(bytes.chunks(size)));
        assert_eq!(chunked, finished(&stream([&*bytes])), "the same noise reads the same in chunks of {size}");
    }
}
