//! The slips in agents' JSON that have one reading: commas before a closing bracket, typographic quotes as delimiters, halves of
//! characters as they remain where a text was cut.

use serde_json::Value;

/// The value of a text that is JSON but for such slips.
pub(crate) fn repaired(text: &str) -> Option<Value> {
    repaired_with(text, |_| char::REPLACEMENT_CHARACTER)
}

/// The same with another sign for half a character, given its code.
pub(crate) fn repaired_with(text: &str, sign: impl Fn(u32) -> char) -> Option<Value> {
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
                let rest = characters.as_str();
                match surrogate(rest) {
                    Some(0xD800..0xDC00) if matches!(rest.get(5..).and_then(paired), Some(0xDC00..0xE000)) => {
                        mended.push('\\');
                        mended.push_str(&rest[..11]);
                        characters = rest[11..].chars();
                    }
                    Some(half) => {
                        mended.push(sign(half));
                        characters = rest[5..].chars();
                    }
                    None => {
                        mended.push('\\');
                        mended.extend(characters.next());
                    }
                }
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

/// The half of a character that an escape stands for, given what follows the backslash.
fn surrogate(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix('u')?.get(..4)?;
    u32::from_str_radix(digits, 16).ok().filter(|code| (0xD800..0xE000).contains(code))
}

fn paired(rest: &str) -> Option<u32> {
    surrogate(rest.strip_prefix('\\')?)
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
            (
                r#"["a\ud83d", "\udc00b", "\ud83d\ud83d\ude00\\ud83d"]"#,
                json!(["a\u{fffd}", "\u{fffd}b", "\u{fffd}😀\\ud83d"]),
            ),
        ] {
            assert_eq!(repaired(text), Some(expected), "{text}");
        }
        assert_eq!(repaired(r#"{"a": }"#), None);
        assert_eq!(repaired("{,}"), Some(json!({})));
    }
}
