//! What is certain of a message that is still arriving, as messages of its own.

use serde_json::{Map, Value};

use super::scanner::{Frame, Scanner};
use super::{Piece, json};
use crate::protocol::fields::at;

/// Properties whose value is text that people read, so that its beginning is worth showing. Names that may just as well hold
/// a URL, an id or a word from a list (`url`, `name`, `value`, `content`) are not among them.
pub(super) const GROWING: [&str; 10] =
    ["text", "label", "title", "subtitle", "heading", "description", "summary", "placeholder", "caption", "altText"];

/// Members of data objects are handed out one by one down to this level; list items always come whole.
const MAX_LEVEL: usize = 5;
/// Longer members of a verb's object are none that a partial needs.
const MAX_FIELD: usize = 4096;

/// What of the message is known, and what of it has been handed out.
#[derive(Default)]
pub(super) struct Progress {
    version: Option<Value>,
    /// The finished members of the verb's object, but for components and data.
    fields: Map<String, Value>,
    /// Complete components (v0.8: or data entries) not yet handed out.
    elements: Vec<(usize, usize)>,
    /// Complete data not yet handed out: pointer below the value, and where it stands. A container that closes takes the
    /// place of its members unless one of them has been handed out already.
    pub(super) data: Vec<(String, usize, usize)>,
    created: bool,
    begun: bool,
}

impl Scanner {
    /// True once a partial was handed out.
    pub(super) fn begun(&self) -> bool {
        self.progress.begun
    }

    pub(super) fn value_ended(&mut self, start: usize, end: usize) {
        if !self.frames.last().is_some_and(|frame| frame.list || frame.in_value) {
            // A value where a key is due: the message will not parse.
            return;
        }
        match self.frames.len() {
            1 if self.key(0) == b"version" => {
                self.progress.version = json(&self.text[start..end]);
            }
            2 if end - start <= MAX_FIELD
                && !self.holds_data()
                && self.key(1) != b"components"
                && self.key(1) != b"contents" =>
            {
                let key = String::from_utf8_lossy(self.key(1)).into_owned();
                if let Some(value) = json(&self.text[start..end]) {
                    self.progress.fields.insert(key, value);
                }
            }
            3 if self.frames[2].list && (self.key(1) == b"components" || self.key(1) == b"contents") => {
                self.progress.elements.push((start, end));
            }
            level if self.takes_data(level) => {
                if let Some(pointer) = self.data_pointer() {
                    self.progress.data.push((pointer, start, end));
                }
            }
            _ => {}
        }
    }

    /// A container closed; its frame is gone, the place it stands in is on top.
    pub(super) fn container_ended(&mut self, frame: &Frame, end: usize) {
        if frame.flushed && self.takes_data(self.frames.len()) {
            // Some members are out already; the rest follows them.
            return;
        }
        if self.takes_data(self.frames.len()) {
            self.progress.data.truncate(frame.mark);
        }
        self.value_ended(frame.start, end);
    }

    fn holds_data(&self) -> bool {
        matches!(self.key(1), b"value" | b"dataModel")
    }

    /// The value that ends here is a member of the data, or of an object in it that no list holds.
    fn takes_data(&self, level: usize) -> bool {
        (3..=MAX_LEVEL).contains(&level)
            && self.holds_data()
            && self.frames[2..level - 1].iter().all(|frame| !frame.list)
    }

    fn data_pointer(&self) -> Option<String> {
        let mut pointer = String::new();
        for frame in self.frames.iter().skip(2) {
            if frame.list {
                pointer.push('/');
                pointer.push_str(&frame.index.to_string());
                continue;
            }
            let (start, end) = frame.key;
            let Value::String(key) = json(self.text.get(start.checked_sub(1)?..=end)?)? else { return None };
            if key.is_empty() {
                return None;
            }
            pointer.push_str(&at(&key));
        }
        Some(pointer)
    }

    /// Hands out what has become certain since the last time.
    pub(super) fn partials(&mut self, pieces: &mut Vec<Piece>) {
        if self.frames.len() < 3 || !self.progress.fields.get("surfaceId").is_some_and(Value::is_string) {
            return;
        }
        let before = pieces.len();
        let verb = std::str::from_utf8(self.key(0)).map(str::to_owned).unwrap_or_default();
        match &*verb {
            "updateComponents" | "surfaceUpdate" => self.components(&verb, pieces),
            "updateDataModel" => {
                if let Some(Value::String(path)) = self.progress.fields.get("path") {
                    let base = path.trim_end_matches('/').to_owned();
                    self.data(&base, pieces);
                }
            }
            "dataModelUpdate" => self.entries(pieces),
            "createSurface" if self.create(pieces) => {
                self.data("", pieces);
                self.components("updateComponents", pieces);
            }
            _ => {}
        }
        self.progress.begun |= pieces.len() > before;
    }

    /// The surface itself, once its version and catalog are known. True if it is there.
    fn create(&mut self, pieces: &mut Vec<Piece>) -> bool {
        if !self.progress.created {
            if self.progress.version.is_none() || !self.progress.fields.contains_key("catalogId") {
                return false;
            }
            self.progress.created = true;
            let value = self.envelope("createSurface", self.progress.fields.clone());
            pieces.push(Piece::Partial { value, growing: None });
        }
        true
    }

    fn components(&mut self, verb: &str, pieces: &mut Vec<Piece>) {
        let mut components: Vec<Value> = std::mem::take(&mut self.progress.elements)
            .into_iter()
            .filter_map(|(start, end)| json(&self.text[start..end]))
            .collect();
        let mut growing = None;
        if let Some((id, component)) = self.growing_component() {
            growing = Some(id);
            components.push(component);
        }
        if !components.is_empty() {
            let value = self.about(verb, "components", Value::Array(components));
            pieces.push(Piece::Partial { value, growing });
        }
    }

    /// The component that is cut inside a text people read, with that text as far as it goes.
    fn growing_component(&self) -> Option<(String, Value)> {
        self.unfinished()?;
        if self.key(1) != b"components" || !self.frames[2].list {
            return None;
        }
        let component = self.frames.get(3)?;
        // v0.9: component.text; v0.8: component.component.Text.text, perhaps .literalString.
        let below = self.frames.get(4..)?;
        if below.iter().any(|frame| frame.list) || component.list {
            return None;
        }
        let property = match below.len() {
            0 => self.key(3),
            2 | 3 if self.key(3) == b"component" && (below.len() == 2 || self.key(6) == b"literalString") => {
                self.key(5)
            }
            _ => return None,
        };
        if !is_growing(property) {
            return None;
        }
        let value = self.cut(component.start, self.frames.len() - 3)?;
        let id = value.get("id")?.as_str()?.to_owned();
        let kind = value.get("component")?;
        (kind.is_string() || kind.is_object()).then_some((id, value))
    }

    /// The unfinished value that began at `start`, its text and `open` containers closed.
    fn cut(&self, start: usize, open: usize) -> Option<Value> {
        let bytes = &self.text[start..];
        let whole = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
        };
        let closing: String = self.frames[self.frames.len() - open..]
            .iter()
            .rev()
            .map(|frame| if frame.list { ']' } else { '}' })
            .collect();
        let text_start = self.unfinished()? - start;
        let mut end = whole.len();
        // An escape may be cut in two, and so may the pair of escapes that make one character.
        for _ in 0..3 {
            let text = [whole.get(..end)?, "\"", &closing].concat();
            if let Ok(value) = serde_json::from_str(&text) {
                return Some(value);
            }
            end = text_start + whole.get(text_start..end)?.rfind('\\')?;
        }
        None
    }

    fn data(&mut self, base: &str, pieces: &mut Vec<Piece>) {
        let members = std::mem::take(&mut self.progress.data);
        let count = members.len();
        for (pointer, start, end) in members {
            if let Some(value) = json(&self.text[start..end]) {
                pieces.push(self.data_piece([base, &*pointer].concat(), value));
            }
        }
        for frame in self.frames.iter_mut().skip(2) {
            frame.flushed |= count > frame.mark;
            frame.mark = 0;
        }
        if let Some((pointer, value)) = self.growing_data() {
            pieces.push(self.data_piece([base, &*pointer].concat(), value));
            self.frames.iter_mut().skip(2).for_each(|frame| frame.flushed = true);
        }
    }

    fn growing_data(&self) -> Option<(String, Value)> {
        let start = self.unfinished()?;
        let level = self.frames.len();
        if !self.takes_data(level) || self.frames[level - 1].list || !is_growing(self.key(level - 1)) {
            return None;
        }
        Some((self.data_pointer()?, self.cut(start - 1, 0)?))
    }

    fn data_piece(&self, path: String, value: Value) -> Piece {
        let mut body = self.named();
        body.insert("path".into(), Value::String(path));
        body.insert("value".into(), value);
        Piece::Partial { value: self.envelope("updateDataModel", body), growing: None }
    }

    /// v0.8: each complete entry on its own, addressed by its key.
    fn entries(&mut self, pieces: &mut Vec<Piece>) {
        let Some(Value::String(path)) = self.progress.fields.get("path").cloned() else { return };
        for (start, end) in std::mem::take(&mut self.progress.elements) {
            let Some(Value::Object(mut entry)) = json(&self.text[start..end]) else { continue };
            let Some(Value::String(key)) = entry.insert("key".into(), ".".into()) else { continue };
            let path = if key == "." { path.clone() } else { [&*path, "/", &*key].concat() };
            let mut body = self.named();
            body.insert("path".into(), Value::String(path));
            body.insert("contents".into(), Value::Array(vec![Value::Object(entry)]));
            pieces.push(Piece::Partial { value: self.envelope("dataModelUpdate", body), growing: None });
        }
    }

    fn about(&self, verb: &str, key: &str, value: Value) -> Value {
        let mut body = self.named();
        body.insert(key.into(), value);
        self.envelope(verb, body)
    }

    fn named(&self) -> Map<String, Value> {
        let surface = self.progress.fields.get("surfaceId").cloned().unwrap_or_default();
        Map::from_iter([("surfaceId".to_owned(), surface)])
    }

    fn envelope(&self, verb: &str, body: Map<String, Value>) -> Value {
        let mut message = Map::new();
        if let Some(version) = &self.progress.version {
            message.insert("version".into(), version.clone());
        }
        message.insert(verb.into(), Value::Object(body));
        Value::Object(message)
    }
}

fn is_growing(property: &[u8]) -> bool {
    GROWING.iter().any(|name| name.as_bytes() == property)
}
