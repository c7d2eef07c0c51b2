//! Mends the few faults that language models make in JSON. Only for text that failed a plain parse.

use serde_json::Value;

/// The value in `text`: parsed as it is, or else without fence, trailing commas and misplaced typographic quotes.
pub(crate) fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&mend(strip_fence(text))).ok())
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

fn mend(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut string = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match string {
            Some(quote) => {
                let closes = match quote {
                    Quote::Ascii => c == '"',
                    Quote::Typographic => c == '"' || is_typographic(c),
                };
                if !escaped && closes {
                    string = None;
                    mended.push('"');
                } else {
                    mended.push(c);
                }
                escaped = !escaped && c == '\\';
            }
            None if c == '"' || is_typographic(c) => {
                string = Some(if c == '"' { Quote::Ascii } else { Quote::Typographic });
                mended.push('"');
            }
            None if c == ',' && text[at + 1..].trim_start().starts_with([']', '}']) => {}
            None => mended.push(c),
        }
    }
    mended
}

/// How the string being read was opened. Typographic quotes inside an ordinary string are text.
#[derive(Clone, Copy)]
enum Quote {
    Ascii,
    Typographic,
}

fn is_typographic(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟')
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
