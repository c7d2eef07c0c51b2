//! Typed AG-UI events (AG-UI reference, section 1). Unknown ones are kept out of the way, not refused.

use serde_json::{Map, Value};

use crate::Issue;
use crate::lifecycle::RunEnd;

/// One event, as far as a renderer cares. Null and absent are the same, and so are camelCase and snake_case names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// `messages`: what the run was started with.
    RunStarted {
        messages: Vec<Value>,
    },
    RunEnded(RunEnd),
    /// The run waits for somebody and continues later. Each interrupt is as sent.
    RunInterrupted {
        interrupts: Vec<Value>,
    },
    StepStarted {
        name: String,
    },
    StepFinished {
        name: String,
    },
    ActivitySnapshot {
        id: String,
        kind: String,
        content: Map<String, Value>,
        replace: bool,
    },
    ActivityDelta {
        id: String,
        patch: Value,
    },
    StateSnapshot(Value),
    StateDelta(Value),
    /// `metadata` of the event tell which activities the list is complete for.
    MessagesSnapshot {
        messages: Vec<Value>,
        metadata: Value,
    },
    ToolCallStart {
        id: String,
        name: String,
    },
    ToolCallArgs {
        id: String,
        delta: String,
    },
    ToolCallEnd {
        id: String,
    },
    ToolCallChunk {
        id: Option<String>,
        name: Option<String>,
        delta: String,
    },
    ToolCallResult {
        id: String,
        content: Value,
    },
    TextStart {
        id: String,
    },
    TextContent {
        id: String,
        delta: String,
    },
    TextEnd {
        id: String,
    },
    TextChunk {
        id: Option<String>,
        delta: String,
    },
    Custom {
        name: String,
        value: Value,
    },
    /// A healing message or a `channels` record (healing reference, section 2).
    Healing(Value),
    /// No event: an A2UI message, as far as one can tell.
    Message(Value),
    /// Nothing for a renderer: reasoning, raw, subagents, and what nobody has heard of.
    Other {
        kind: String,
    },
}

const INVALID: &str = "EVENT_INVALID";

impl Event {
    /// Reads one event. An event without a field it cannot do without is an error issue and nothing else.
    pub(crate) fn decode(event: Value) -> Result<Self, Issue> {
        let Value::Object(mut members) = event else {
            return Err(Issue::error(INVALID, "An event must be an object."));
        };
        members.retain(|_, value| !value.is_null());
        let Some(kind) = members.get("type").and_then(Value::as_str).map(str::to_owned) else {
            return Ok(Event::Message(Value::Object(members)));
        };
        if is_healing(&kind) {
            return Ok(Event::Healing(Value::Object(members)));
        }
        let mut fields = Fields { kind: &kind, members };
        Ok(match &*kind {
            "RUN_STARTED" => {
                let input = fields.take("input").unwrap_or_default();
                Event::RunStarted {
                    messages: input.get("messages").and_then(Value::as_array).cloned().unwrap_or_default(),
                }
            }
            "RUN_FINISHED" => run_finished(fields.take("outcome")),
            "RUN_ERROR" => {
                let message = fields.text("message").unwrap_or_else(|| "the run failed".into());
                let code = fields.text("code");
                // A fetch that the host stopped arrives as an error with this code.
                Event::RunEnded(if code.as_deref() == Some("abort") {
                    RunEnd::Cancelled
                } else {
                    RunEnd::Error { message, code }
                })
            }
            "STEP_STARTED" => Event::StepStarted { name: fields.text("stepName").unwrap_or_default() },
            "STEP_FINISHED" => Event::StepFinished { name: fields.text("stepName").unwrap_or_default() },
            "ACTIVITY_SNAPSHOT" => Event::ActivitySnapshot {
                id: fields.required("messageId")?,
                kind: fields.required("activityType")?,
                content: fields.object("content")?,
                replace: fields.take("replace") != Some(Value::Bool(false)),
            },
            "ACTIVITY_DELTA" => Event::ActivityDelta {
                id: fields.required("messageId")?,
                patch: fields.take("patch").unwrap_or_default(),
            },
            "STATE_SNAPSHOT" => Event::StateSnapshot(fields.take("snapshot").unwrap_or_default()),
            "STATE_DELTA" => Event::StateDelta(fields.take("delta").unwrap_or_default()),
            "MESSAGES_SNAPSHOT" => match fields.take("messages") {
                Some(Value::Array(messages)) => {
                    Event::MessagesSnapshot { messages, metadata: fields.take("metadata").unwrap_or_default() }
                }
                _ => return Err(fields.fault("messages", "must be a list")),
            },
            "TOOL_CALL_START" => Event::ToolCallStart {
                id: fields.required("toolCallId")?,
                name: fields.text("toolCallName").unwrap_or_default(),
            },
            "TOOL_CALL_ARGS" => Event::ToolCallArgs { id: fields.required("toolCallId")?, delta: fields.delta() },
            "TOOL_CALL_END" => Event::ToolCallEnd { id: fields.required("toolCallId")? },
            "TOOL_CALL_CHUNK" => Event::ToolCallChunk {
                id: fields.text("toolCallId"),
                name: fields.text("toolCallName"),
                delta: fields.delta(),
            },
            "TOOL_CALL_RESULT" => Event::ToolCallResult {
                id: fields.required("toolCallId")?,
                content: fields.take("content").unwrap_or_default(),
            },
            "TEXT_MESSAGE_START" => Event::TextStart { id: fields.required("messageId")? },
            "TEXT_MESSAGE_CONTENT" => Event::TextContent { id: fields.required("messageId")?, delta: fields.delta() },
            "TEXT_MESSAGE_END" => Event::TextEnd { id: fields.required("messageId")? },
            "TEXT_MESSAGE_CHUNK" => Event::TextChunk { id: fields.text("messageId"), delta: fields.delta() },
            "CUSTOM" => custom(fields.required("name")?, fields.take("value").unwrap_or_default()),
            _ => Event::Other { kind },
        })
    }
}

/// Whether a type belongs to interactive healing.
fn is_healing(kind: &str) -> bool {
    matches!(kind, "channels" | "healing") || kind.starts_with("interactive_healing_")
}

fn custom(name: String, value: Value) -> Event {
    match value {
        // The value is the message; its own type may lack.
        Value::Object(mut message) if is_healing(&name) => {
            message.entry("type").or_insert_with(|| name.into());
            Event::Healing(Value::Object(message))
        }
        value => Event::Custom { name, value },
    }
}

fn run_finished(outcome: Option<Value>) -> Event {
    let outcome = outcome.unwrap_or_default();
    let kind = outcome.get("type").and_then(Value::as_str).or_else(|| outcome.as_str());
    match kind {
        Some("cancelled") => Event::RunEnded(RunEnd::Cancelled),
        Some("interrupt") => {
            let interrupts = outcome.get("interrupts").and_then(Value::as_array).cloned().unwrap_or_default();
            Event::RunInterrupted { interrupts }
        }
        _ => Event::RunEnded(RunEnd::Finished),
    }
}

struct Fields<'a> {
    kind: &'a str,
    members: Map<String, Value>,
}

impl Fields<'_> {
    fn take(&mut self, name: &str) -> Option<Value> {
        self.members.shift_remove(name).or_else(|| self.members.shift_remove(&snake_case(name)))
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    fn delta(&mut self) -> String {
        self.text("delta").unwrap_or_default()
    }

    fn required(&mut self, name: &str) -> Result<String, Issue> {
        self.text(name)
            .filter(|text| !text.is_empty())
            .ok_or_else(|| self.fault(name, "must be a string that is not empty"))
    }

    fn object(&mut self, name: &str) -> Result<Map<String, Value>, Issue> {
        match self.take(name) {
            Some(Value::Object(object)) => Ok(object),
            _ => Err(self.fault(name, "must be an object")),
        }
    }

    fn fault(&self, name: &str, rule: &str) -> Issue {
        Issue::error(INVALID, format!("`{name}` of {} {rule}; the event is ignored.", self.kind)).at(format!("/{name}"))
    }
}

/// `messageId` → `message_id`.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn id(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn events_are_read_whatever_their_case_and_their_nulls() {
        for (event, expected) in [
            (
                json!({"type": "RUN_STARTED", "threadId": "t", "runId": "r", "input": null}),
                Event::RunStarted { messages: vec![] },
            ),
            (
                json!({"type": "RUN_STARTED", "input": {"messages": [1]}}),
                Event::RunStarted { messages: vec![json!(1)] },
            ),
            (json!({"type": "RUN_FINISHED", "outcome": null}), Event::RunEnded(RunEnd::Finished)),
            (json!({"type": "RUN_FINISHED", "outcome": {"type": "success"}}), Event::RunEnded(RunEnd::Finished)),
            (json!({"type": "RUN_FINISHED", "outcome": {"type": "cancelled"}}), Event::RunEnded(RunEnd::Cancelled)),
            (
                json!({"type": "RUN_FINISHED", "outcome": {"type": "interrupt", "interrupts": [{"id": "i"}]}}),
                Event::RunInterrupted { interrupts: vec![json!({"id": "i"})] },
            ),
            (
                json!({"type": "RUN_ERROR", "message": "m", "code": "c"}),
                Event::RunEnded(RunEnd::Error { message: id("m"), code: Some(id("c")) }),
            ),
            (json!({"type": "RUN_ERROR", "message": "m", "code": "abort"}), Event::RunEnded(RunEnd::Cancelled)),
            (
                json!({"type": "ACTIVITY_SNAPSHOT", "message_id": "m", "activity_type": "a2ui-surface", "content": {}, "replace": null}),
                Event::ActivitySnapshot { id: id("m"), kind: id("a2ui-surface"), content: Map::new(), replace: true },
            ),
            (
                json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "m", "activityType": "x", "content": {}, "replace": false}),
                Event::ActivitySnapshot { id: id("m"), kind: id("x"), content: Map::new(), replace: false },
            ),
            (
                json!({"type": "ACTIVITY_DELTA", "messageId": "m", "activityType": "x", "patch": []}),
                Event::ActivityDelta { id: id("m"), patch: json!([]) },
            ),
            (json!({"type": "STATE_SNAPSHOT", "snapshot": null}), Event::StateSnapshot(Value::Null)),
            (json!({"type": "STATE_DELTA", "delta": []}), Event::StateDelta(json!([]))),
            (json!({"type": "STEP_STARTED", "step_name": "s"}), Event::StepStarted { name: id("s") }),
            (json!({"type": "STEP_FINISHED", "stepName": "s"}), Event::StepFinished { name: id("s") }),
            (
                json!({"type": "MESSAGES_SNAPSHOT", "messages": []}),
                Event::MessagesSnapshot { messages: vec![], metadata: Value::Null },
            ),
            (
                json!({"type": "TOOL_CALL_START", "tool_call_id": "c", "tool_call_name": "n", "parentMessageId": null}),
                Event::ToolCallStart { id: id("c"), name: id("n") },
            ),
            (json!({"type": "TOOL_CALL_END", "toolCallId": "c", "runId": "r"}), Event::ToolCallEnd { id: id("c") }),
            (
                json!({"type": "TOOL_CALL_RESULT", "messageId": "m", "toolCallId": "c", "content": [1]}),
                Event::ToolCallResult { id: id("c"), content: json!([1]) },
            ),
            (json!({"type": "CUSTOM", "name": "n", "value": 1}), Event::Custom { name: id("n"), value: json!(1) }),
            (
                json!({"type": "CUSTOM", "name": "interactive_healing_timeout", "value": {"requestId": "r"}}),
                Event::Healing(json!({"requestId": "r", "type": "interactive_healing_timeout"})),
            ),
            (json!({"type": "channels", "ws": "/x"}), Event::Healing(json!({"type": "channels", "ws": "/x"}))),
            (json!({"deleteSurface": {}}), Event::Message(json!({"deleteSurface": {}}))),
            (json!({"type": "SUBAGENT_ERROR", "subagentRunId": "s"}), Event::Other { kind: id("SUBAGENT_ERROR") }),
            (json!({"type": "FROM_THE_FUTURE"}), Event::Other { kind: id("FROM_THE_FUTURE") }),
        ] {
            assert_eq!(Event::decode(event.clone()), Ok(expected), "{event}");
        }
    }

    #[test]
    fn an_event_without_what_it_needs_is_reported() {
        for (event, path) in [
            (json!({"type": "ACTIVITY_SNAPSHOT", "messageId": "m", "activityType": "x", "content": []}), "/content"),
            (json!({"type": "ACTIVITY_SNAPSHOT", "activityType": "x", "content": {}}), "/messageId"),
            (json!({"type": "TOOL_CALL_RESULT", "toolCallId": ""}), "/toolCallId"),
            (json!({"type": "MESSAGES_SNAPSHOT", "messages": {}}), "/messages"),
            (json!([]), ""),
        ] {
            assert_eq!(Event::decode(event.clone()).unwrap_err().path, path, "{event}");
        }
    }
}
