//! Text → blocks, within limits, and the rule that a short label is not a list.

use pulldown_cmark::{Options, Parser};

use crate::nodes::{Block, Node, Tag};

mod builder;
mod table;

/// Longer text is shown as it came.
const MAX_BYTES: usize = 256 * 1024;

/// As is text that makes more nodes, ends of elements counted.
pub(crate) const MAX_NODES: usize = 40_000;

/// What the surrounding element can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Any block: the host is a container.
    Blocks,
    /// Emphasis, code and links only: the host is a heading or a caption.
    Inline,
}

/// The blocks of `text`, or nothing if it is beyond the limits on length or number of nodes.
///
/// In [`Mode::Inline`] there is at most one block, and its nodes stand in the host without an element around them.
pub(crate) fn read(text: &str, mode: Mode) -> Option<Vec<Block>> {
    if text.len() > MAX_BYTES {
        return None;
    }
    if mode == Mode::Inline {
        return Some(block_of(inline(without_heading_markers(text))?));
    }
    let trimmed = text.trim_ascii();
    if is_one_line(trimmed) {
        // Indentation before a single line is an accident, not code.
        return if is_label(trimmed) {
            let mut nodes = inline(trimmed)?;
            nodes.insert(0, Node::Open(Tag::Paragraph));
            nodes.push(Node::Close);
            Some(block_of(nodes))
        } else {
            blocks(trimmed)
        };
    }
    blocks(text)
}

/// The blocks of a text of several lines from byte `start`, where a block begins, when those before have `spent` nodes.
pub(crate) fn continued(text: &str, start: usize, spent: usize) -> Option<Vec<Block>> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut rest = blocks(&text[start..])?;
    for block in &mut rest {
        block.start += start;
    }
    let nodes = spent + rest.iter().map(|block| block.nodes.len()).sum::<usize>();
    (nodes <= MAX_NODES).then_some(rest)
}

/// `text` as one block without any markup.
pub(crate) fn plain(text: &str, mode: Mode) -> Vec<Block> {
    let text = Node::Text(text.to_owned());
    block_of(match mode {
        Mode::Inline => vec![text],
        Mode::Blocks => vec![Node::Open(Tag::Plain), text, Node::Close],
    })
}

/// The blocks of a text that has several lines, as CommonMark sees them.
fn blocks(text: &str) -> Option<Vec<Block>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    builder::Builder::new(text).build(Parser::new_ext(text, options).into_offset_iter())
}

pub(crate) fn is_one_line(text: &str) -> bool {
    !text.trim_ascii().bytes().any(|byte| matches!(byte, b'\n' | b'\r'))
}

fn block_of(nodes: Vec<Node>) -> Vec<Block> {
    if nodes.is_empty() { Vec::new() } else { vec![Block { start: 0, nodes }] }
}

/// The inline markup of `text`; what starts a block elsewhere is text here.
fn inline(text: &str) -> Option<Vec<Node>> {
    // Behind these two characters no block can start, and emphasis opens as at the beginning of a line.
    const GUARD: &str = ". ";
    let text = text.trim_ascii();
    if text.is_empty() {
        return Some(Vec::new());
    }
    let mut line = String::from(GUARD);
    line.extend(text.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
    let mut nodes = blocks(&line)?.pop()?.nodes;
    nodes.pop();
    nodes.remove(0);
    if let Some(Node::Text(first)) = nodes.first_mut() {
        first.drain(..GUARD.len().min(first.len()));
        if first.is_empty() {
            nodes.remove(0);
        }
    }
    Some(nodes)
}

/// A heading component is a heading already: `# Title` in it is the title.
fn without_heading_markers(text: &str) -> &str {
    let text = text.trim_ascii();
    let opening = text.bytes().take_while(|byte| *byte == b'#').count();
    if opening == 0 || !ends_marker(text, opening) {
        return text;
    }
    let title = &text[opening..];
    let closing = title.bytes().rev().take_while(|byte| *byte == b'#').count();
    let body = &title[..title.len() - closing];
    if body.bytes().next_back().is_none_or(|byte| byte.is_ascii_whitespace()) { body } else { title }
}

/// Whether a single line only looks like the start of a list, a rule or a quotation: `- 5 °C`, `1. Start`, `---`, `> 90 %`.
fn is_label(line: &str) -> bool {
    let bytes = line.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match bytes.get(digits) {
        Some(b'.' | b')') if digits > 0 => ends_marker(line, digits + 1),
        Some(b'>') if digits == 0 => {
            line[1..].trim_ascii_start().bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        }
        Some(mark @ (b'-' | b'+' | b'*' | b'_')) if digits == 0 => {
            let is_rule = bytes.iter().all(|byte| byte == mark || byte.is_ascii_whitespace());
            is_rule || (*mark != b'_' && ends_marker(line, 1))
        }
        _ => false,
    }
}

/// Whether a marker that ends at `at` stands by itself.
fn ends_marker(line: &str, at: usize) -> bool {
    line.as_bytes().get(at).is_none_or(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::markup;

    fn check(mode: Mode, text: &str, expected: &str) {
        let blocks = read(text, mode).expect("within the limits");
        assert_eq!(blocks.iter().map(|block| markup(&block.nodes)).collect::<String>(), expected, "{text:?}");
    }

    #[test]
    fn a_single_line_is_not_a_list_a_rule_or_a_quotation_by_accident() {
        for label in ["- 5 °C", "1. Start", "2) Go", "1.", "-", "+", "*", "---", "* * *", "___", "> 90 %", "+ 3"] {
            check(Mode::Blocks, label, &format!("<p>{label}</p>"));
            check(Mode::Blocks, &format!("    {label}\n"), &format!("<p>{label}</p>"));
        }
        check(Mode::Blocks, "- **5** °C", "<p>- <strong>5</strong> °C</p>");
        check(Mode::Blocks, "-5 °C", "<p>-5 °C</p>");
        check(Mode::Blocks, "# Title", "<h1>Title</h1>");
        check(Mode::Blocks, "> To be", "<blockquote><p>To be</p></blockquote>");
        check(Mode::Blocks, "- a\n- b", "<ul><li>a</li><li>b</li></ul>");
    }

    #[test]
    fn headings_and_captions_know_inline_markup_only() {
        for (text, expected) in [
            ("# City *guide*", "City <em>guide</em>"),
            ("### Title ###", "Title"),
            ("## C#", "C#"),
            ("#1 in sales", "#1 in sales"),
            ("##", ""),
            ("1. Start", "1. Start"),
            ("---", "---"),
            ("> a", "> a"),
            ("    code", "code"),
            ("| a |\n|---|\n| b |", "| a | |---| | b |"),
            ("Title\n===", "Title ==="),
            ("two\n\nparts", "two  parts"),
            ("**Bold** and `code`", "<strong>Bold</strong> and <code>code</code>"),
            ("_it_", "<em>it</em>"),
            ("a_b_c", "a_b_c"),
            ("<div>x</div>", "&lt;div>x&lt;/div>"),
            ("[a]: https://example.com", "[a]: https://example.com"),
            ("", ""),
            (" \n ", ""),
            (". x", ". x"),
            ("`x`", "<code>x</code>"),
        ] {
            check(Mode::Inline, text, expected);
        }
    }

    #[test]
    fn text_beyond_the_limits_is_refused_as_a_whole() {
        assert!(read(&"a".repeat(MAX_BYTES), Mode::Blocks).is_some());
        assert!(read(&"a".repeat(MAX_BYTES + 1), Mode::Blocks).is_none());
        assert!(read(&"*a* ".repeat(MAX_BYTES / 4), Mode::Blocks).is_none());
        assert!(read(&"*a* ".repeat(MAX_BYTES / 4), Mode::Inline).is_none());
        assert_eq!(markup(&plain("*a*", Mode::Blocks)[0].nodes), "<p plain>*a*</p>");
        assert_eq!(markup(&plain("*a*", Mode::Inline)[0].nodes), "*a*");
    }
}
