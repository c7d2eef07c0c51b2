//! The slips in agents' JSON that have one reading: commas before a closing bracket, typographic quotes as delimiters.

use serde_json::Value;

/// The value of a text that is JSON but for such slips.
pub(crate) fn repaired(text: &str) -> Option<Value> {
    let mut mended = String::with_capacity(text.len());
    let mut characters = text.chars();
    // The quote that ends the text we are in.
    let mut closing = None;
    while let Some(character) = characters.next() {
        match (closing, character) {
            (None, '"') => {
                closing = Some('"');
                mended.push('"');
            }
            (None, '“' | '”') => {
                closing = Some('”');
                mended.push('"');
            }
            (None, '}' | ']') => {
                let kept = mended.trim_end().len();
                if mended[..kept].ends_with(',') {
                    mended.truncate(kept - 1);
                }
                mended.push(character);
            }
            (Some(_), '\\') => {
                mended.push('\\');
                mended.extend(characters.next());
            }
            (Some(quote), _) if character == quote => {
                closing = None;
                mended.push('"');
            }
            (Some('”'), '"') => mended.push_str("\\\""),
            _ => mended.push(character),
        }
    }
    serde_json::from_str(&mended).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn slips_with_one_reading_are_mended() {
        for (text, expected) in [
            (r#"{"a": 1,}"#, json!({"a": 1})),
            ("[1, 2 , \n ]", json!([1, 2])),
            (r#"{"a": “Text”, "b": "Value’s"}"#, json!({"a": "Text", "b": "Value’s"})),
            (r#"{"a": "1,}", "b": ["x,]",],}"#, json!({"a": "1,}", "b": ["x,]"]})),
            (r#"{"a": "q\",}",}"#, json!({"a": "q\",}"})),
        ] {
            assert_eq!(repaired(text), Some(expected), "{text}");
        }
        assert_eq!(repaired(r#"{"a": }"#), None);
        assert_eq!(repaired("{,}"), Some(json!({})));
    }
}
