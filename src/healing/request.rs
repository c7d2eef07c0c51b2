//! `interactive_healing_request`, decoded field by field (healing reference, sections 1, 7 and 13).

use serde_json::{Map, Value};

use super::pattern::Pattern;
use crate::Issue;
use crate::Millis;
use crate::dynamic::functions::epoch_millis;

/// Both clocks at one instant. After a request has been received only the monotonic one counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) now: Millis,
    /// Milliseconds since 1970.
    pub(crate) wall: i64,
}

/// What an agent asks of a person.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    pub(crate) session: String,
    pub(crate) id: String,
    pub(crate) error_code: Option<String>,
    pub(crate) error_message: Option<String>,
    /// Empty: nothing may be changed.
    pub(crate) allowed: Vec<Pattern>,
    pub(crate) suggestions: Vec<Suggestion>,
    /// Echoed, never checked.
    pub(crate) snapshot_hash: Option<Value>,
    /// What the paths point into.
    pub(crate) payload: Option<Value>,
    pub(crate) message_id: Option<String>,
    pub(crate) tool_call_id: Option<String>,
    pub(crate) surface_id: Option<String>,
    /// The agent does not wait; somebody will look at this ticket.
    pub(crate) ticket: Option<String>,
    /// `traceId` and `spanId`, copied into the response.
    pub(crate) trace: Map<String, Value>,
    /// Everything as sent, for the host.
    pub(crate) sent: Map<String, Value>,
    time: Time,
}

/// A patch the agent proposes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Suggestion {
    pub(crate) title: Option<String>,
    pub(crate) patch: Value,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Time {
    expires_at: Option<i64>,
    timestamp: Option<i64>,
    timeout: Option<f64>,
}

const MAX_PATTERNS: usize = 256;
const MAX_PATTERN: usize = 1_024;
const MAX_SUGGESTIONS: usize = 64;
const MAX_PAYLOAD: usize = 1 << 20;
const DAY: i64 = 86_400_000;

const INVALID: &str = "healing_request_invalid";

impl Request {
    /// Reads a request. Without session and request id it is refused; any other bad field is absent.
    pub(crate) fn decode(message: &Map<String, Value>) -> Result<(Self, Vec<Issue>), Issue> {
        let mut fields = Fields { message, issues: Vec::new() };
        let (Some(session), Some(id)) = (fields.text("sessionId"), fields.text("requestId")) else {
            return Err(Issue::error(INVALID, "A healing request needs a sessionId and a requestId."));
        };
        let (error_code, error_message) = fields.error();
        let mut trace = Map::new();
        for name in ["traceId", "spanId"] {
            if let Some(value) = fields.get(name) {
                trace.insert(name.to_owned(), value.clone());
            }
        }
        let request = Request {
            session,
            id,
            error_code,
            error_message,
            allowed: fields.patterns(),
            suggestions: fields.suggestions(),
            snapshot_hash: fields.get("payloadSnapshotHash").cloned(),
            payload: fields.payload(),
            message_id: fields.text("messageId"),
            tool_call_id: fields.text("toolCallId"),
            surface_id: fields.text("surfaceId"),
            ticket: fields.text("ticket"),
            trace,
            sent: message.clone(),
            time: Time {
                expires_at: fields.moment("expiresAt"),
                timestamp: fields.moment("timestamp"),
                timeout: fields.timeout(),
            },
        };
        Ok((request, fields.issues))
    }

    /// Nothing can be answered: the agent does not wait, or nothing may be changed.
    pub(crate) fn is_read_only(&self) -> bool {
        self.ticket.is_some() || self.allowed.is_empty()
    }

    /// When the answer is too late, on the monotonic clock. `interrupt` is the deadline of the interrupt it came with.
    pub(crate) fn deadline(&self, clock: Clock, interrupt: Option<i64>) -> Option<Millis> {
        let own = self.time.expires_at.or_else(|| {
            let timeout = self.time.timeout?.ceil() as i64;
            let sent = self.time.timestamp.filter(|sent| *sent <= clock.wall && clock.wall - *sent <= DAY);
            Some(sent.unwrap_or(clock.wall).saturating_add(timeout))
        });
        let wall = match (own, interrupt) {
            (Some(own), Some(interrupt)) => Some(own.min(interrupt)),
            (own, interrupt) => own.or(interrupt),
        };
        wall.map(|wall| clock.now + Millis(wall.saturating_sub(clock.wall).max(0) as u64))
    }

    /// Whether a repeat of this request moves the deadline: only a stated end does.
    pub(super) fn states_its_end(&self) -> bool {
        self.time.expires_at.is_some()
    }
}

struct Fields<'a> {
    message: &'a Map<String, Value>,
    issues: Vec<Issue>,
}

impl Fields<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        let snake = || {
            let mut snake = String::new();
            for c in name.chars() {
                if c.is_ascii_uppercase() {
                    snake.push('_');
                }
                snake.push(c.to_ascii_lowercase());
            }
            snake
        };
        self.message.get(name).or_else(|| self.message.get(&snake())).filter(|value| !value.is_null())
    }

    fn ignored(&mut self, name: &str, rule: &str) {
        let message = format!("`{name}` {rule}; it is ignored.");
        self.issues.push(Issue::info("healing_field_ignored", message).at(format!("/{name}")));
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.get(name)? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            _ => {
                self.ignored(name, "must be a string that is not empty");
                None
            }
        }
    }

    fn error(&mut self) -> (Option<String>, Option<String>) {
        match self.get("error") {
            Some(Value::String(text)) => (None, Some(text.clone())),
            Some(Value::Object(error)) => {
                let text = |name| error.get(name).and_then(Value::as_str).map(str::to_owned);
                (text("code"), text("message"))
            }
            Some(_) => {
                self.ignored("error", "must be an object or a string");
                (None, None)
            }
            None => (None, None),
        }
    }

    fn list(&mut self, name: &str, max: usize) -> Vec<Value> {
        match self.get(name).cloned() {
            Some(Value::Array(mut list)) => {
                if list.len() > max {
                    // Cutting a list of patterns never allows more.
                    list.truncate(max);
                    let message = format!("`{name}` has more than {max} entries; the rest is ignored.");
                    self.issues.push(Issue::warning("healing_too_large", message).at(format!("/{name}")));
                }
                list
            }
            Some(_) => {
                self.ignored(name, "must be a list");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn patterns(&mut self) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for (index, entry) in self.list("allowedPatchPaths", MAX_PATTERNS).iter().enumerate() {
            let parsed = match entry.as_str() {
                Some(text) if text.len() > MAX_PATTERN => Err("it is too long"),
                Some(text) => Pattern::parse(text),
                None => Err("it is no string"),
            };
            let told = match &parsed {
                Ok(pattern) if pattern.looks_mistaken() => Some("`*` stands for a whole segment only".to_owned()),
                Ok(_) => None,
                Err(reason) => Some(format!("this pattern is ignored: {reason}")),
            };
            if let Some(told) = told {
                let place = format!("/allowedPatchPaths/{index}");
                self.issues.push(Issue::info("healing_pattern", format!("In allowedPatchPaths {told}.")).at(place));
            }
            patterns.extend(parsed);
        }
        patterns
    }

    fn suggestions(&mut self) -> Vec<Suggestion> {
        let entries = self.list("suggestedPatches", MAX_SUGGESTIONS);
        entries
            .into_iter()
            .map(|entry| match entry {
                Value::Array(patch) => Suggestion { title: None, patch: patch.into() },
                Value::Object(mut members) if members.contains_key("patch") => Suggestion {
                    title: members.get("title").and_then(Value::as_str).map(str::to_owned),
                    patch: members.shift_remove("patch").unwrap_or_default(),
                },
                operation => Suggestion { title: None, patch: vec![operation].into() },
            })
            .collect()
    }

    fn payload(&mut self) -> Option<Value> {
        // An explicit null is a document too.
        let payload = self.message.get("payload")?;
        if serde_json::to_string(payload).map_or(usize::MAX, |text| text.len()) > MAX_PAYLOAD {
            self.issues.push(
                Issue::warning("healing_too_large", "The payload is larger than 1 MiB; it is not shown.")
                    .at("/payload"),
            );
            return None;
        }
        Some(payload.clone())
    }

    /// ISO text or epoch milliseconds.
    fn moment(&mut self, name: &str) -> Option<i64> {
        let moment = match self.get(name)? {
            Value::String(text) => epoch_millis(text),
            value => value.as_f64().map(|millis| millis as i64),
        };
        if moment.is_none() {
            self.ignored(name, "must be an ISO date or epoch milliseconds");
        }
        moment
    }

    fn timeout(&mut self) -> Option<f64> {
        let timeout = self.get("timeoutMs")?.as_f64().filter(|timeout| timeout.is_finite());
        if timeout.is_none() {
            self.ignored("timeoutMs", "must be a number");
        }
        timeout
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const WALL: i64 = 1_768_573_805_000;

    fn decode(fields: Value) -> (Request, Vec<String>) {
        let mut message = json!({"sessionId": "s", "requestId": "r"});
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let (request, issues) = Request::decode(message.as_object().unwrap()).unwrap();
        (request, issues.into_iter().map(|issue| issue.path).collect())
    }

    fn deadline(fields: Value, interrupt: Option<i64>) -> Option<u64> {
        let clock = Clock { now: Millis(1_000), wall: WALL };
        decode(fields).0.deadline(clock, interrupt).map(|at| at.0)
    }

    #[test]
    fn a_request_needs_its_identity() {
        for message in [
            json!({}),
            json!({"sessionId": "s"}),
            json!({"sessionId": "s", "requestId": ""}),
            json!({"sessionId": 1, "requestId": "r"}),
        ] {
            assert_eq!(Request::decode(message.as_object().unwrap()).unwrap_err().code, INVALID);
        }
        let snake = json!({"session_id": "s", "request_id": "r", "tool_call_id": "c", "allowed_patch_paths": ["/a"]});
        let (request, _) = Request::decode(snake.as_object().unwrap()).unwrap();
        assert_eq!((&*request.id, request.tool_call_id.as_deref(), request.allowed.len()), ("r", Some("c"), 1));
    }

    #[test]
    fn a_bad_field_is_absent_and_told() {
        let (request, issues) = decode(json!({
            "error": 7, "allowedPatchPaths": {}, "suggestedPatches": 1, "timeoutMs": "60000", "expiresAt": "soon", "messageId": 5, "surfaceId": null,
        }));
        assert_eq!(
            issues,
            ["/error", "/allowedPatchPaths", "/suggestedPatches", "/messageId", "/expiresAt", "/timeoutMs"]
        );
        assert!(request.is_read_only());
        let clock = Clock { now: Millis(0), wall: WALL };
        assert_eq!(request.deadline(clock, None), None);
        assert_eq!(decode(json!({"error": "plain"})).0.error_message.as_deref(), Some("plain"));
        let (request, issues) = decode(json!({"allowedPatchPaths": ["/a", "#/b", "/**", 5]}));
        assert_eq!((request.allowed.len(), issues.len()), (2, 3));
    }

    #[test]
    fn suggestions_come_in_three_forms() {
        let operation = json!({"op": "remove", "path": "/a"});
        let (request, _) =
            decode(json!({"suggestedPatches": [operation, [operation], {"title": "T", "patch": [operation]}]}));
        for (suggestion, title) in request.suggestions.iter().zip([None, None, Some("T")]) {
            assert_eq!((suggestion.title.as_deref(), &suggestion.patch), (title, &json!([operation])));
        }
    }

    #[test]
    fn the_deadline_is_the_first_that_is_stated() {
        for (fields, interrupt, expected) in [
            (json!({}), None, None),
            (json!({"timeoutMs": 500}), None, Some(1_500)),
            (json!({"timeoutMs": 0}), None, Some(1_000)),
            (json!({"timeoutMs": -5}), None, Some(1_000)),
            (json!({"timeoutMs": 500, "timestamp": WALL - 200}), None, Some(1_300)),
            (json!({"timeoutMs": 500, "timestamp": WALL + 1}), None, Some(1_500)),
            (json!({"timeoutMs": 500, "timestamp": WALL - DAY - 1}), None, Some(1_500)),
            (json!({"timeoutMs": 500, "expiresAt": WALL + 9_000}), None, Some(10_000)),
            (json!({"expiresAt": "2026-01-16T14:30:06Z"}), None, Some(2_000)),
            (json!({"expiresAt": WALL - 1}), None, Some(1_000)),
            (json!({"expiresAt": WALL + 9_000}), Some(WALL + 100), Some(1_100)),
            (json!({}), Some(WALL + 100), Some(1_100)),
        ] {
            assert_eq!(deadline(fields.clone(), interrupt), expected, "{fields}");
        }
    }

    #[test]
    fn sizes_are_bounded() {
        let (request, issues) = decode(json!({
            "allowedPatchPaths": vec!["/a"; 10_000], "payload": "x".repeat(5 << 20), "suggestedPatches": vec![json!([]); 65],
        }));
        assert_eq!((request.allowed.len(), request.suggestions.len(), request.payload), (256, 64, None));
        assert_eq!(issues.len(), 3);
        assert_eq!(decode(json!({"allowedPatchPaths": ["/".repeat(1_025)]})).0.allowed.len(), 0);
    }
}
