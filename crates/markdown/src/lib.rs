//! Markdown for a2ui-easel, a module of its own that is loaded when a Text carries some.
//!
//! ```text
//!  text ─▶ read ─▶ nodes ─▶ document ─▶ dom
//!          (links)  Block    Change      elements
//! ```
//!
//! Text becomes a closed set of nodes, and nodes become elements: there is no HTML string anywhere, so nothing an agent
//! writes can turn into markup that is not listed in [`Tag`]. Raw HTML is text, images are their alternative text, and a
//! link that leads elsewhere than to the web is its own words.
//!
//! [`Document`] remembers what it showed. Text that grows, as it does while an agent streams, changes only the end of the
//! tree; what stands before it keeps its elements, and the reader's selection in them.
//!
//! Only `dom` knows a browser. Everything else is plain Rust, tested natively.
#![forbid(unsafe_code)]

mod nodes;

mod links;
mod read;

mod document;

#[cfg(target_family = "wasm")]
mod dom;

pub use document::{Change, Document};
pub use nodes::{Align, Block, Node, Tag};
pub use read::Mode;

/// The main module's check whether a text needs this one.
#[cfg(test)]
#[path = "../../../src/markdown.rs"]
mod plain;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{nodes::markup, plain::has_markup};

    const PIECES: [&str; 48] = [
        "a",
        "word",
        " ",
        " ",
        "  ",
        "\n",
        "\n",
        "\n\n",
        "\t",
        "*",
        "**",
        "_",
        "__",
        "~",
        "~~",
        "`",
        "```",
        "#",
        "##",
        "# ",
        "-",
        "- ",
        "+ ",
        "1.",
        "1. ",
        "2)",
        ">",
        "> ",
        "|",
        "|-|",
        "=",
        "===",
        "---",
        ":-",
        "[",
        "]",
        "(",
        ")",
        "](",
        "<",
        "<b",
        "&",
        "&amp;",
        "\\",
        "!",
        "é",
        "\r",
        "https://a.b",
    ];

    /// Texts of random pieces, the same in every run.
    fn texts() -> impl Iterator<Item = String> {
        let mut state = 1u64;
        let mut below = move |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        (0..200_000).map(move |_| (0..1 + below(9)).map(|_| PIECES[below(PIECES.len())]).collect())
    }

    fn rendered(text: &str, mode: Mode) -> String {
        let mut document = Document::new(mode);
        document.update(text, mode);
        document.blocks().iter().map(|block| markup(&block.nodes)).collect()
    }

    #[test]
    fn where_no_markup_is_seen_the_text_is_one_paragraph_as_it_stands() {
        let mut plain = 0;
        for text in texts() {
            let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
            let escaped = trimmed.replace('&', "&amp;").replace('<', "&lt;");
            if !has_markup(&text, false) {
                let expected = if trimmed.is_empty() { String::new() } else { format!("<p>{escaped}</p>") };
                assert_eq!(rendered(&text, Mode::Blocks), expected, "{text:?}");
                plain += 1;
            }
            if !has_markup(&text, true) {
                // Lines run on in a heading, as they do on screen.
                assert_eq!(rendered(&text, Mode::Inline), escaped.replace(['\n', '\r'], " "), "{text:?}");
            }
        }
        assert!(plain > 20_000, "the check is of use: {plain}");
    }
}
