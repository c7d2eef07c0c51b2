//! Whether a text needs the Markdown module at all, and what to show while it loads.
//!
//! Most texts carry no Markdown and must neither pay for it nor wait for it. The check errs on one side only: where it
//! sees no markup, rendering as Markdown gives one paragraph with this very text (`crates/markdown` proves it).

/// Whether `text` may look different as Markdown. `inline`: in a heading or caption, which know no blocks.
pub(crate) fn has_markup(text: &str, inline: bool) -> bool {
    let starts_blank = text.starts_with(BLANKS);
    let text = text.trim_matches(BLANKS);
    let has_lines = text.contains(['\n', '\r']);
    // A single line that only starts like a list or a rule is a label, see `read` in crates/markdown.
    has_inline_markup(text)
        || starts_heading(text)
        || (!inline && text.starts_with('>'))
        || (!inline && has_lines && (starts_blank || has_blocks(text)))
}

const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

fn has_inline_markup(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut backticks = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).copied();
        let found = match byte {
            // Opens emphasis only before a word, and an underscore not within one.
            b'*' => !ends_word(next),
            b'_' => !(ends_word(next) || is_in_word(text, at)),
            b'~' => next == Some(b'~'),
            b'`' => {
                backticks += 1;
                backticks > 1
            }
            b']' => matches!(next, Some(b'(' | b':')),
            b'<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?')),
            b'&' => is_entity(&bytes[at + 1..]),
            b'\\' => next.is_some_and(|next| next.is_ascii_punctuation() || matches!(next, b'\n' | b'\r')),
            b'\t' => false,
            byte => byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r'),
        };
        if found {
            return true;
        }
    }
    false
}

fn ends_word(next: Option<u8>) -> bool {
    matches!(next, None | Some(b' ' | b'\t' | b'\n' | b'\r'))
}

fn is_in_word(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + 1..].chars().next();
    before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
}

fn is_entity(after: &[u8]) -> bool {
    let name = after.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    name > 0 && after.get(name) == Some(&b';')
}

fn starts_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    rest.len() < line.len() && (rest.is_empty() || rest.starts_with(BLANKS))
}

/// For a text of several lines, already trimmed.
fn has_blocks(text: &str) -> bool {
    text.contains(['|', '\r'])
        || text.split('\n').enumerate().any(|(index, line)| {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let after_digits = line[digits..].strip_prefix(['.', ')']);
            line.starts_with(BLANKS)
                || line.ends_with(BLANKS)
                || line.is_empty()
                || line.starts_with(['>', '_', '*', '<'])
                || starts_heading(line)
                || (index > 0 && line.starts_with(['=', ':']))
                || line
                    .strip_prefix(['-', '+'])
                    .is_some_and(|rest| ends_word(rest.bytes().next()) || rest.starts_with('-'))
                || (digits > 0 && after_digits.is_some_and(|rest| ends_word(rest.bytes().next())))
        })
}

/// `text` without the commonest markers: what is shown until the module has arrived, and what a name is made of.
pub(crate) fn strip(text: &str) -> String {
    let text = text.trim_matches(BLANKS);
    let is_one_line = !text.contains('\n');
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let line = line.trim_matches(BLANKS);
        if line.starts_with("```") {
            continue;
        }
        let line = if starts_heading(line) { line.trim_start_matches('#') } else { line };
        // `- 5 °C` on its own is a temperature.
        let item = ["- ", "* ", "+ ", "> "].iter().find_map(|mark| line.strip_prefix(mark));
        let line = item.filter(|_| !is_one_line).unwrap_or(line).trim_matches(BLANKS);
        if !out.is_empty() {
            out.push('\n');
        }
        strip_pairs(line, &mut out);
    }
    out
}

/// Drops backticks and doubled `*`, `_`, `~`. A single one of those may be meant: `5 * 3`, `a_b`.
fn strip_pairs(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['*', '_', '~', '`']) {
        let (before, run) = rest.split_at(at);
        let mark = run.as_bytes()[0];
        let length = run.bytes().take_while(|byte| *byte == mark).count();
        out.push_str(before);
        if length == 1 && mark != b'`' {
            out.push(char::from(mark));
        }
        rest = &run[length..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_need_no_markdown() {
        for text in [
            "",
            "  Flight OS 87 ",
            "5 * 3 = 15",
            "Name *",
            "- 5 °C",
            "1. Start",
            "---",
            "user_name and AT&T",
            "R & D",
            "a < b > c",
            "[x] done (later)",
            "C:\\dir",
            "10~20",
            "#1 in sales",
            "one ` tick",
            "first line\nsecond line\n-5 °C\n#tag",
            "https://example.com/a_b?c=d&e=f",
            "$1,234.50 (incl. 20 % VAT)!",
        ] {
            assert!(!has_markup(text, false), "{text:?}");
            assert!(!has_markup(text, true), "{text:?}");
        }
        assert!(!has_markup("> 5", true));
        assert!(!has_markup("- a\n- b", true));
    }

    #[test]
    fn markup_is_found() {
        for text in ["**b**", "*i*", "_i_", "`c`", "~~d~~", "[a](/b)", "<https://a.b>", "&copy;", "\\*", "# Title", "#"]
        {
            assert!(has_markup(text, false), "{text:?}");
            assert!(has_markup(text, true), "{text:?}");
        }
        for text in [
            "> q",
            "- a\n- b",
            "a\n\nb",
            "1. a\n2. b",
            "a  \nb",
            "a\n---",
            "a\n===",
            "|a|\n|-|",
            "a\n# b",
            "<b>",
            "[a]: /b",
        ] {
            assert!(has_markup(text, false), "{text:?}");
        }
    }

    #[test]
    fn the_commonest_markers_are_stripped() {
        for (text, expected) in [
            ("# Title\n\nSome **bold** and `code`", "Title\n\nSome bold and code"),
            ("- a\n* b\n> c", "a\nb\nc"),
            ("- 5 °C", "- 5 °C"),
            ("```js\nx\n```\ny", "x\ny"),
            ("5 * 3, a_b, ~~old~~, __init__", "5 * 3, a_b, old, init"),
            ("***both*** ##", "both ##"),
            ("#1", "#1"),
            ("", ""),
        ] {
            assert_eq!(strip(text), expected, "{text:?}");
        }
    }
}
