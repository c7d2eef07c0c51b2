//! Activities of a stored thread that kept only its messages (AG-UI reference, section 5).

use serde_json::{Map, Value, json};

use super::operations::{A2UI_TOOLS, Extracted, LOG_TOOL, Tool, activities, build, extract};
use super::repair;
use super::text::{TextMessage, TextPart, block_activity};

/// The activities that the tool calls and text blocks of `messages` stand for, in order. A call without a result stands for
/// nothing: a stored thread will never finish it.
pub(crate) fn project(messages: &[Value]) -> Vec<(String, Map<String, Value>)> {
    let mut found: Vec<(String, Map<String, Value>)> = Vec::new();
    // The call that render calls are made within, while it is not answered (AG-UI reference, section 7).
    let mut enclosing: Option<&Value> = None;
    for message in messages {
        if let Some(answered) = answers(message) {
            enclosing = enclosing.filter(|call| text(call, "id") != Some(answered));
        }
        if text(message, "role") != Some("assistant") {
            continue;
        }
        found.extend(blocks(message));
        let calls = message.get("toolCalls").or_else(|| message.get("tool_calls"));
        for call in calls.and_then(Value::as_array).into_iter().flatten() {
            let is_other = !A2UI_TOOLS.contains(&name(call)) && name(call) != LOG_TOOL;
            if is_other {
                enclosing = Some(call);
            }
            for (id, content) in settle(call, enclosing.filter(|_| !is_other), messages).into_iter().flatten() {
                // The next attempt takes the place of the one before.
                found.retain(|(known, _)| *known != id);
                found.push((id, content));
            }
        }
    }
    found
}

/// The call that a tool message answers.
fn answers(message: &Value) -> Option<&str> {
    let is_tool = text(message, "role") == Some("tool");
    text(message, "toolCallId").or_else(|| text(message, "tool_call_id")).filter(|_| is_tool)
}

/// The function a call names.
fn name(call: &Value) -> &str {
    text(call.get("function").unwrap_or(call), "name").unwrap_or_default()
}

/// What the tool message of a call says.
fn outcome<'a>(call: &Value, messages: &'a [Value]) -> Option<(&'a Value, Extracted)> {
    let id = text(call, "id")?;
    let result = messages.iter().find(|message| answers(message) == Some(id))?;
    let tool = if A2UI_TOOLS.contains(&name(call)) { Tool::SpeaksA2ui } else { Tool::Other };
    Some((result, extract(result.get("content").unwrap_or(&Value::Null), tool)))
}

fn blocks(message: &Value) -> Vec<(String, Map<String, Value>)> {
    let (Some(id), Some(content)) = (text(message, "id"), text(message, "content")) else { return Vec::new() };
    let mut reader = TextMessage::default();
    let mut parts = reader.push(content);
    parts.extend(reader.end());
    let mut blocks: Vec<(usize, Vec<Value>)> = Vec::new();
    for part in parts {
        if let TextPart::Block { index, messages } = part {
            // A later state of the same block says all that the earlier one said.
            blocks.retain(|(known, _)| *known != index);
            blocks.push((index, messages));
        }
    }
    blocks.into_iter().map(|(index, messages)| block_activity(id, index, messages)).collect()
}

fn settle(call: &Value, enclosing: Option<&Value>, messages: &[Value]) -> Option<Vec<(String, Map<String, Value>)>> {
    let id = text(call, "id")?;
    let (result, said) = outcome(call, messages)?;
    match said {
        Extracted::Operations(operations) => Some(activities(id, operations)),
        Extracted::Failure(content) => Some(vec![(format!("a2ui-surface-{id}"), content)]),
        // Any other tool may fail without an interface being missed.
        Extracted::Nothing if !name(call).contains("a2ui") => None,
        Extracted::Nothing => match result.get("error").filter(|error| !error.is_null()) {
            Some(error) => {
                let error = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
                let content = json!({"status": "failed", "error": error});
                Some(vec![(format!("a2ui-surface-{id}"), content.as_object()?.clone())])
            }
            None if !A2UI_TOOLS.contains(&name(call)) => None,
            None => {
                let enclosed = enclosing.and_then(|outer| Some((text(outer, "id")?, outcome(outer, messages)?.1)));
                let key = match enclosed {
                    // One attempt of many: what came of them is told by the call around them.
                    Some((_, Extracted::Operations(_) | Extracted::Failure(_))) => return None,
                    Some((outer, Extracted::Nothing)) => outer,
                    None => id,
                };
                let function = call.get("function").unwrap_or(call);
                let arguments = function.get("arguments").or_else(|| function.get("args"))?;
                let read = arguments.as_str().map_or_else(|| Some(arguments.clone()), repair::parse)?;
                Some(activities(key, build(&read)?))
            }
        },
    }
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(name: &str, arguments: Value, result: Option<Value>) -> Vec<(String, Value)> {
        let call =
            json!({"id": "c", "type": "function", "function": {"name": name, "arguments": arguments.to_string()}});
        let mut messages =
            vec![json!({"id": "u", "role": "user"}), json!({"id": "m", "role": "assistant", "toolCalls": [call]})];
        messages.extend(result.map(|mut result| {
            result["role"] = "tool".into();
            result["toolCallId"] = "c".into();
            result
        }));
        project(&messages).into_iter().map(|(id, content)| (id, content.into())).collect()
    }

    #[test]
    fn results_come_back_as_the_activities_of_the_live_run() {
        let operations = json!([{"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}]);
        let painted = json!({"content": json!({"a2ui_operations": operations}).to_string()});
        let expected = ("a2ui-surface-c".to_owned(), json!({"a2ui_operations": operations}));
        assert_eq!(thread("generate_a2ui", json!({}), Some(painted)), [expected]);

        let exhausted = json!({"content": "{\"code\": \"a2ui_recovery_exhausted\", \"error\": \"e\"}"});
        let failed = ("a2ui-surface-c".to_owned(), json!({"status": "failed", "error": "e"}));
        assert_eq!(thread("generate_a2ui", json!({}), Some(exhausted)), std::slice::from_ref(&failed));
        for tool in ["render_a2ui", "generate_a2ui"] {
            assert_eq!(
                thread(tool, json!({}), Some(json!({"content": "", "error": "e"}))),
                std::slice::from_ref(&failed)
            );
        }
    }

    #[test]
    fn text_blocks_come_back_too() {
        let content = "Here: <a2ui-json>[{\"deleteSurface\": {\"surfaceId\": \"s\"}}]</a2ui-json>";
        let found = project(&[
            json!({"id": "m", "role": "assistant", "content": content}),
            json!({"role": "user", "content": content}),
        ]);
        assert_eq!(found.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), ["a2ui-text-m-0"]);
    }

    #[test]
    fn a_render_call_is_painted_from_its_arguments() {
        let arguments = json!({"surfaceId": "s", "components": []});
        let rendered = json!({"content": "{\"status\": \"rendered\"}"});
        let made = thread("render_a2ui", arguments.clone(), Some(rendered.clone()));
        assert_eq!(made[0].1["a2ui_operations"][0]["createSurface"]["surfaceId"], "s");
        assert_eq!(thread("render_a2ui", arguments.clone(), None), []);
        assert_eq!(thread("weather", arguments, Some(rendered.clone())), []);
        assert_eq!(thread("render_a2ui", json!("nope"), Some(rendered)), []);
        assert_eq!(thread("weather", json!({}), Some(json!({"content": "", "error": "e"}))), []);
    }
    #[test]
    fn attempts_within_a_call_are_told_by_its_result() {
        let call = |id: &str, name: &str| {
            let arguments = json!({"surfaceId": id, "components": []}).to_string();
            json!({"id": id, "function": {"name": name, "arguments": arguments}})
        };
        let answer =
            |id: &str, content: Value| json!({"role": "tool", "toolCallId": id, "content": content.to_string()});
        let ids = |outer: Value, gap: bool| {
            let first = json!({"role": "assistant", "toolCalls": [call("o", "generate_a2ui")]});
            let attempts =
                json!({"role": "assistant", "toolCalls": [call("i1", "render_a2ui"), call("i2", "render_a2ui")]});
            let rest = ["i1", "i2"].map(|id| answer(id, json!({"status": "rendered"})));
            let outer = answer("o", outer);
            let order = if gap { [first, outer, attempts] } else { [first, attempts, outer] };
            let messages: Vec<Value> = order.into_iter().chain(rest).collect();
            project(&messages).into_iter().map(|(id, content)| (id, content.contains_key("status"))).collect::<Vec<_>>()
        };
        let failure = json!({"code": "a2ui_recovery_exhausted", "error": "e"});
        assert_eq!(ids(failure, false), [("a2ui-surface-o".to_owned(), true)]);
        assert_eq!(ids(json!("done"), false), [("a2ui-surface-o".to_owned(), false)]);
        let answered = [("a2ui-surface-i1".to_owned(), false), ("a2ui-surface-i2".to_owned(), false)];
        assert_eq!(ids(json!("done"), true), answered, "an answered call encloses nothing");
    }
}
