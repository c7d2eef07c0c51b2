//! Characters cut in two by servers that count in units of UTF-16: one half ends a delta, the other begins the next.
//!
//! JSON can name half a character (`\ud83c`), our texts cannot: until its other half comes, each stands as a mark.

use serde_json::Value;

use super::event::Event;
use crate::protocol;

/// Where the marks of the halves `0xD800..0xE000` begin: the end of the last private plane, which no font draws.
const MARKS: u32 = 0x10_F800;

/// An event that no strict reader takes, with its slips mended. Halves at the edges of its delta are kept.
pub(crate) fn mended(text: &str) -> Option<Value> {
    let mut event = protocol::repaired_with(text, |half| from_code(MARKS + half - 0xD800))?;
    let delta = event.get_mut("delta").map(Value::take);
    give_up(&mut event);
    if let Some(mut delta) = delta {
        if let Value::String(text) = &mut delta {
            let last = text.chars().count().saturating_sub(1);
            let is_edge = |at: usize, half: char| (at == 0 && is_low(half)) || (at == last && is_high(half));
            *text =
                text.chars().enumerate().map(|(at, half)| if is_edge(at, half) { half } else { whole(half) }).collect();
        } else {
            give_up(&mut delta);
        }
        event["delta"] = delta;
    }
    Some(event)
}

/// The half that waits for its other, and the call or message it belongs to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halves(Option<(String, char)>);

impl Halves {
    /// Joins what one delta ended with and the next one of the same text begins with.
    pub(crate) fn join(&mut self, event: &mut Event) {
        let (Event::ToolCallArgs { id, delta } | Event::TextContent { id, delta }) = event else { return };
        if delta.is_empty() {
            return;
        }
        let high = self.0.take_if(|(owner, _)| owner == id).map(|(_, high)| high);
        let low = delta.chars().next().filter(|first| is_low(*first));
        if low.is_some() {
            delta.remove(0);
        }
        match (high, low) {
            (Some(high), Some(low)) => {
                let [high, low] = [high, low].map(|mark| (u32::from(mark) - MARKS) & 0x3FF);
                delta.insert(0, from_code(0x1_0000 + (high << 10) + low));
            }
            (None, None) => {}
            _ => delta.insert(0, char::REPLACEMENT_CHARACTER),
        }
        if delta.ends_with(is_high) {
            self.0 = delta.pop().map(|high| (id.clone(), high));
        }
    }
}

fn from_code(code: u32) -> char {
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn is_high(mark: char) -> bool {
    (MARKS..MARKS + 0x400).contains(&mark.into())
}

fn is_low(mark: char) -> bool {
    u32::from(mark) >= MARKS + 0x400
}

/// What is shown of a half that has lost its other.
fn whole(character: char) -> char {
    if is_high(character) || is_low(character) { char::REPLACEMENT_CHARACTER } else { character }
}

fn give_up(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(|character| whole(character) != character) => {
            *text = text.chars().map(whole).collect();
        }
        Value::Array(items) => items.iter_mut().for_each(give_up),
        Value::Object(members) => members.values_mut().for_each(give_up),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What arrives of these deltas, each the inside of a JSON text.
    fn heard(deltas: &[&str]) -> String {
        let mut halves = Halves::default();
        let hear = |delta: &&str| {
            let text = format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"{delta}"}}"#);
            let value = serde_json::from_str(&text).ok().or_else(|| mended(&text)).expect("an event");
            let mut event = Event::decode(value).expect("a known one");
            halves.join(&mut event);
            match event {
                Event::TextContent { delta, .. } => delta,
                other => panic!("{other:?}"),
            }
        };
        deltas.iter().map(hear).collect()
    }

    #[test]
    fn halves_of_characters_find_each_other() {
        for (deltas, expected) in [
            (&[r"sun \ud83c", r"\udf24!"][..], "sun 🌤!"),
            (&[r"\ud83c", r"\udf24\ud83c", r"\udf24"], "🌤🌤"),
            (&[r"a\ud83c", "", r"\udf24b"], "a🌤b"),
            (&[r"a\ud83c", r"b\udf24"], "a\u{fffd}b\u{fffd}"),
            (&[r"\udf24a", r"b"], "\u{fffd}ab"),
            (&[r"a\ud83cb", r"\udf24\udf24"], "a\u{fffd}b\u{fffd}\u{fffd}"),
            (&["\u{10ffff}", "a"], "\u{fffd}a"),
        ] {
            assert_eq!(heard(deltas), expected, "{deltas:?}");
        }
    }

    #[test]
    fn elsewhere_halves_are_lost() {
        let event = mended(r#"{"delta": [1, "\ud83c"], "value": {"a": "x\ud83c"}, "id": "\udf24",}"#);
        assert_eq!(event, Some(json!({"value": {"a": "x\u{fffd}"}, "id": "\u{fffd}", "delta": [1, "\u{fffd}"]})));
    }
}
