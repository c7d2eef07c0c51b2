//! Tolerant access to the members of one wire object: what is unambiguous is taken and noted, what is left over is named.

use serde_json::{Map, Value};

use crate::{CatalogId, ComponentId, Issue, SurfaceId};

/// The message was refused; the reason stands among the issues.
#[derive(Debug)]
pub(super) struct Refused;

/// Read, but not as the schema has it.
pub(super) const TOLERATED: &str = "TOLERATED";
/// No sensible reading.
pub(super) const INVALID: &str = "VALIDATION_FAILED";
/// A member that the schema does not know.
pub(super) const UNKNOWN_PROPERTY: &str = "UNKNOWN_PROPERTY";

/// One message reports no more than this.
const MAX_ISSUES: usize = 100;
/// Agents choose the names that sentences and pointers quote; no longer ones are passed on.
const MAX_TEXT: usize = 500;

/// What was noticed while one message was read. The same remark is kept once a message, at its first place.
#[derive(Default)]
pub(super) struct Notes(pub(super) Vec<Issue>);

impl Notes {
    pub(super) fn add(&mut self, mut issue: Issue) {
        if self.0.len() == MAX_ISSUES {
            // A refusal must not hide behind remarks.
            self.0[MAX_ISSUES - 1].severity = self.0[MAX_ISSUES - 1].severity.max(issue.severity);
            return;
        }
        if self.0.len() == MAX_ISSUES - 1 {
            issue = Issue::new(issue.severity, INVALID, "The message has more problems than are listed.");
        }
        for text in [&mut issue.message, &mut issue.path] {
            let mut end = MAX_TEXT.min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        self.0.push(issue);
    }

    pub(super) fn tolerated(&mut self, path: &str, sentence: &str) {
        if !self.0.iter().any(|issue| issue.code == TOLERATED && issue.message == sentence) {
            self.add(Issue::info(TOLERATED, sentence).at(path));
        }
    }

    pub(super) fn ignored(&mut self, path: &str, sentence: impl Into<String>) {
        self.add(Issue::warning(UNKNOWN_PROPERTY, sentence).at(path));
    }

    pub(super) fn refused(&mut self, path: &str, sentence: impl Into<String>) -> Refused {
        self.add(Issue::error(INVALID, sentence).at(path));
        Refused
    }

    pub(super) fn refused_component(&mut self, path: &str, id: Option<&ComponentId>, sentence: impl Into<String>) {
        let issue = Issue::error(INVALID, sentence).at(path);
        self.add(match id {
            Some(id) => issue.of(id),
            None => issue,
        });
    }
}

/// The members of a verb's object that nobody has taken yet.
pub(super) struct Fields<'n> {
    members: Map<String, Value>,
    pub(super) notes: &'n mut Notes,
}

impl<'n> Fields<'n> {
    pub(super) fn new(members: Map<String, Value>, notes: &'n mut Notes) -> Self {
        Fields { members, notes }
    }

    /// The member as sent; null and nothing stay apart.
    pub(super) fn take_nullable(&mut self, key: &str) -> Option<Value> {
        self.members.shift_remove(key)
    }

    /// The member, where null means that it is not there.
    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        match self.members.shift_remove(key)? {
            Value::Null => {
                self.notes.tolerated(&at(key), "An optional property was null; it should be left out.");
                None
            }
            value => Some(value),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.members.contains_key(key)
    }

    /// The surface the message is about.
    pub(super) fn surface(&mut self) -> Result<SurfaceId, Refused> {
        match self.take("surfaceId") {
            Some(Value::String(id)) => Ok(SurfaceId::from(&*id)),
            Some(_) => Err(self.notes.refused("/surfaceId", "surfaceId must be a string.")),
            None => Err(self.notes.refused("/surfaceId", "surfaceId is missing.")),
        }
    }

    /// An optional text. Anything but a text is ignored with a warning.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        match self.take(key)? {
            Value::String(text) => Some(text),
            _ => {
                self.notes.ignored(&at(key), [key, " must be a string; it was ignored."].concat());
                None
            }
        }
    }

    pub(super) fn required_text(&mut self, key: &str) -> Result<String, Refused> {
        match self.take(key) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(self.notes.refused(&at(key), [key, " must be a string."].concat())),
            None => Err(self.notes.refused(&at(key), [key, " is missing."].concat())),
        }
    }

    pub(super) fn catalog(&mut self) -> Result<Option<CatalogId>, Refused> {
        match self.take("catalogId") {
            None => Ok(None),
            Some(Value::String(id)) => Ok(Some(CatalogId::from(&*id))),
            Some(_) => Err(self.notes.refused("/catalogId", "catalogId must be a string.")),
        }
    }

    /// An optional boolean that is false unless said otherwise.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        match self.take(key) {
            None => false,
            Some(Value::Bool(flag)) => flag,
            Some(Value::String(text)) if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") => {
                self.notes.tolerated(&at(key), "A boolean was written as a text.");
                text.eq_ignore_ascii_case("true")
            }
            Some(_) => {
                self.notes.ignored(&at(key), [key, " must be true or false; it was ignored."].concat());
                false
            }
        }
    }

    /// An optional object, also as JSON text. Anything else is ignored with an error at its place.
    pub(super) fn object(&mut self, key: &str) -> Option<Map<String, Value>> {
        match unquote(self.take(key)?, &at(key), self.notes) {
            Value::Object(members) => Some(members),
            _ => {
                self.notes.refused(&at(key), [key, " must be an object; it was ignored."].concat());
                None
            }
        }
    }

    /// A list of objects, also as JSON text or as the one object it should hold.
    pub(super) fn list(&mut self, key: &str) -> Result<Option<Listed>, Refused> {
        let Some(value) = self.take(key) else { return Ok(None) };
        match unquote(value, &at(key), self.notes) {
            Value::Array(elements) => Ok(Some(Listed::Many(elements))),
            single @ Value::Object(_) => Ok(Some(Listed::One(single))),
            _ => Err(self.notes.refused(&at(key), [key, " must be a list."].concat())),
        }
    }

    /// Names what nobody took.
    pub(super) fn finish(self) {
        for key in self.members.keys() {
            self.notes
                .ignored(&at(key), ["The property ", key, " is not part of this message; it was ignored."].concat());
        }
    }
}

/// A list member that may have been sent as its only element.
pub(super) enum Listed {
    Many(Vec<Value>),
    One(Value),
}

/// The pointer of a member.
pub(super) fn at(key: &str) -> String {
    let mut path = String::with_capacity(key.len() + 1);
    path.push('/');
    if key.contains(['~', '/']) {
        path.push_str(&key.replace('~', "~0").replace('/', "~1"));
    } else {
        path.push_str(key);
    }
    path
}

/// Where an object or list is due, a text that holds one is read as that.
pub(super) fn unquote(value: Value, path: &str, notes: &mut Notes) -> Value {
    let Value::String(text) = &value else { return value };
    match json_text(text) {
        Some(inner) => {
            notes.tolerated(path, "JSON was sent as a text where the value itself was due.");
            inner
        }
        None => value,
    }
}

/// The object or list that a text holds, if that is all it holds.
pub(super) fn json_text(text: &str) -> Option<Value> {
    let trimmed = text.trim();
    let enclosed =
        trimmed.starts_with('{') && trimmed.ends_with('}') || trimmed.starts_with('[') && trimmed.ends_with(']');
    if enclosed { serde_json::from_str(trimmed).ok() } else { None }
}
