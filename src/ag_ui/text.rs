//! `<a2ui-json>` blocks in streamed prose (AG-UI reference, section 11).

use serde_json::{Map, Value};

use super::operations::is_message;
use super::repair;
use crate::Issue;
use crate::framing::Scanner;

/// One text message, block by block.
#[derive(Debug, Default)]
pub(crate) struct TextMessage {
    /// Text that may be the start of a tag, or the end of one inside a block.
    held: String,
    block: Option<Block>,
    blocks: usize,
}

#[derive(Debug, Default)]
struct Block {
    body: String,
    scanner: Scanner,
    messages: Vec<Value>,
    /// How many of them were handed on.
    told: usize,
}

/// What a piece of text completed.
#[derive(Debug, PartialEq)]
pub(crate) enum TextPart {
    /// Prose to show.
    Prose(String),
    /// The messages of the block with this number so far, from the first one on.
    Block {
        index: usize,
        messages: Vec<Value>,
    },
    Issue(Issue),
}

const OPEN: &str = "<a2ui-json>";
const CLOSE: &str = "</a2ui-json>";
const MAX_BLOCK: usize = 10 << 20;
/// Lists up to so many messages are handed on at each of them.
const SHORT: usize = 32;

impl TextMessage {
    /// Takes the next piece; tags may be cut anywhere.
    pub(crate) fn push(&mut self, delta: &str) -> Vec<TextPart> {
        let mut parts = Vec::new();
        self.held.push_str(delta);
        loop {
            let tag = if self.block.is_some() { CLOSE } else { OPEN };
            let found = self.held.find(tag);
            let end = found.unwrap_or_else(|| self.held.len() - tag_start(&self.held, tag));
            let text: String = self.held.drain(..end).collect();
            self.take(&text, &mut parts);
            if found.is_none() {
                return parts;
            }
            self.held.drain(..tag.len());
            match self.block.take() {
                Some(block) => self.close(block, &mut parts),
                None => self.block = Some(Block::default()),
            }
        }
    }

    /// The message is over; an open block ends with it.
    pub(crate) fn end(mut self) -> Vec<TextPart> {
        let mut parts = Vec::new();
        let held = std::mem::take(&mut self.held);
        self.take(&held, &mut parts);
        if let Some(block) = self.block.take() {
            let issue = Issue::warning("BLOCK_NOT_CLOSED", "The message ended inside an <a2ui-json> block.");
            parts.push(TextPart::Issue(issue));
            self.close(block, &mut parts);
        }
        parts
    }

    fn take(&mut self, text: &str, parts: &mut Vec<TextPart>) {
        if text.is_empty() {
            return;
        }
        let Some(block) = &mut self.block else {
            parts.push(TextPart::Prose(text.to_owned()));
            return;
        };
        if block.body.len() + text.len() > MAX_BLOCK {
            return;
        }
        block.body.push_str(text);
        // A list shows its messages as they close. Anything else waits for the end of the block.
        if !block.body.trim_start().starts_with('[') {
            return;
        }
        let fresh = if block.scanner.text().is_empty() { block.body.clone() } else { text.to_owned() };
        let complete: Vec<Value> = block.scanner.push(&fresh).into_iter().map(|part| part.value).collect();
        block.messages.extend(complete);
        // Whoever takes a list looks at all of it: long ones are handed on when they have grown by a part of their length.
        if block.messages.len() > block.told + block.told / SHORT {
            block.told = block.messages.len();
            parts.push(TextPart::Block { index: self.blocks, messages: block.messages.clone() });
        }
    }

    fn close(&mut self, block: Block, parts: &mut Vec<TextPart>) {
        let index = self.blocks;
        self.blocks += 1;
        let messages = match repair::parse(&block.body) {
            Some(Value::Array(messages)) => messages,
            Some(message) if is_message(&message) => vec![message],
            _ => Vec::new(),
        };
        if !messages.is_empty() {
            if messages != block.messages[..block.told] {
                parts.push(TextPart::Block { index, messages });
            }
        } else if block.messages.is_empty() {
            let what = if block.body.trim().is_empty() { "is empty" } else { "holds no A2UI messages" };
            parts.push(TextPart::Issue(Issue::error("BLOCK_INVALID", format!("An <a2ui-json> block {what}."))));
        }
    }
}

/// The activity that a block stands for.
pub(crate) fn block_activity(message: &str, index: usize, messages: Vec<Value>) -> (String, Map<String, Value>) {
    let content = Map::from_iter([("a2ui_operations".to_owned(), Value::Array(messages))]);
    (format!("a2ui-text-{message}-{index}"), content)
}

/// How many bytes at the end of `text` may be the start of `tag`.
fn tag_start(text: &str, tag: &str) -> usize {
    (1..tag.len()).rev().find(|length| text.ends_with(&tag[..*length])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// All prose, the last state of every block, and the codes of the issues.
    fn read(text: &str, cut: usize) -> (String, Vec<Vec<Value>>, Vec<&'static str>) {
        let (mut prose, mut blocks, mut issues) = (String::new(), Vec::new(), Vec::new());
        let mut message = TextMessage::default();
        let chars: Vec<char> = text.chars().collect();
        let mut parts: Vec<_> =
            chars.chunks(cut).flat_map(|piece| message.push(&piece.iter().collect::<String>())).collect();
        parts.extend(message.end());
        for part in parts {
            match part {
                TextPart::Prose(text) => prose.push_str(&text),
                TextPart::Block { index, messages } => {
                    blocks.resize(blocks.len().max(index + 1), Vec::new());
                    blocks[index] = messages;
                }
                TextPart::Issue(issue) => issues.push(issue.code),
            }
        }
        (prose, blocks, issues)
    }

    fn delete() -> Value {
        json!({"version": "v0.9", "deleteSurface": {"surfaceId": "ü"}})
    }

    #[test]
    fn blocks_are_found_wherever_the_text_is_cut() {
        let one = delete().to_string();
        for (text, prose, blocks, issues) in [
            ("a < b <a2ui".to_owned(), "a < b <a2ui", vec![], vec![]),
            (
                format!("Hé <a2ui-json>[{one}]</a2ui-json>!<a2ui-json>\n{one}</a2ui-json>"),
                "Hé !",
                vec![vec![delete()], vec![delete()]],
                vec![],
            ),
            (
                format!("<a2ui-json>\n```json\n[{one},{one}]\n```\n</a2ui-json>"),
                "",
                vec![vec![delete(), delete()]],
                vec![],
            ),
            (format!("<a2ui-json>[{one},]</a2ui-json>"), "", vec![vec![delete()]], vec![]),
            (format!("x<a2ui-json>[{one}"), "x", vec![vec![delete()]], vec!["BLOCK_NOT_CLOSED"]),
            ("<a2ui-json> </a2ui-json>".to_owned(), "", vec![], vec!["BLOCK_INVALID"]),
            ("<a2ui-json>words</a2ui-json>y".to_owned(), "y", vec![], vec!["BLOCK_INVALID"]),
        ] {
            for cut in [1, 3, 1_000] {
                let expected = (prose.to_owned(), blocks.clone(), issues.clone());
                assert_eq!(read(&text, cut), expected, "{text} by {cut}");
            }
        }
    }

    #[test]
    fn long_lists_are_handed_on_when_they_have_grown_by_a_part_of_their_length() {
        let mut message = TextMessage::default();
        let (mut count, mut handed) = (0, 0);
        let mut hear = |parts: Vec<TextPart>| {
            for part in parts {
                let TextPart::Block { messages, .. } = part else { panic!("{part:?}") };
                (count, handed) = (messages.len(), handed + messages.len());
            }
        };
        hear(message.push("<a2ui-json>["));
        (0..2_000).for_each(|_| hear(message.push(&format!("{},", delete()))));
        hear(message.push("]</a2ui-json>"));
        assert_eq!(count, 2_000);
        assert!(handed < 100 * count, "{handed}");
    }

    #[test]
    fn messages_come_as_they_close() {
        let mut message = TextMessage::default();
        let parts = message.push(&format!("<a2ui-json>[{}, {{\"ver", delete()));
        assert_eq!(parts, [TextPart::Block { index: 0, messages: vec![delete()] }]);
    }
}
