//! JSON as language models write it, fences and slips included. Only text that fails a plain parse is mended.

use serde_json::Value;

use crate::protocol;

/// The value in `text`: parsed as it is, or else without fence, trailing commas and misplaced typographic quotes.
pub(crate) fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| protocol::repaired(strip_fence(text)))
}

/// What stands between the lines of a Markdown fence; the text itself if there is none.
fn strip_fence(text: &str) -> &str {
    let trimmed = text.trim();
    let fenced = trimmed.strip_prefix("```").and_then(|rest| rest.split_once('\n'));
    match fenced {
        Some((_language, body)) => body.trim_end().strip_suffix("```").unwrap_or(body),
        None => trimmed,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sloppy_json_is_mended() {
        for (text, expected) in [
            ("{\"a\":1}", Some(json!({"a": 1}))),
            ("```json\n[1]\n```", Some(json!([1]))),
            ("  ```\n[1]", Some(json!([1]))),
            ("[1, 2, ]", Some(json!([1, 2]))),
            ("{\"a\": [1,],\n}", Some(json!({"a": [1]}))),
            ("{“a”: “b”}", Some(json!({"a": "b"}))),
            ("{\"a\": \"say “hi”, ]\",}", Some(json!({"a": "say “hi”, ]"}))),
            ("{\"a\": \"\\\"“,]\",}", Some(json!({"a": "\"“,]"}))),
            ("nope", None),
            ("", None),
            ("[1", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
