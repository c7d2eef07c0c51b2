//! What a host shows, and what must change in it when its text does.

use crate::nodes::{Block, Node};
use crate::read::{self, Mode};

/// A text as it was shown last.
pub struct Document {
    mode: Mode,
    text: String,
    blocks: Vec<Block>,
    is_plain: bool,
}

/// What to do to the elements: keep a beginning, drop the rest, build the new rest.
///
/// Keep all that comes before child `children` of the element at `path` from the host, cut off everything behind it, at
/// every level of the path; then build on from there with the nodes of block `block` from `node`, and all later blocks.
#[derive(Debug, PartialEq)]
pub struct Change {
    pub path: Vec<usize>,
    pub children: usize,
    pub block: usize,
    pub node: usize,
    /// Add this to the text that is the last child kept: it only grew.
    pub grown: Option<String>,
}

impl Document {
    pub fn new(mode: Mode) -> Self {
        Document { mode, text: String::new(), blocks: Vec::new(), is_plain: false }
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether the text is beyond the limits and shown as it came.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Shows `text` instead.
    pub fn update(&mut self, text: &str, mode: Mode) -> Change {
        if self.mode != mode {
            *self = Document::new(mode);
        }
        let certain = self.certain(text);
        let rest = match self.blocks.get(certain) {
            Some(open) if certain > 0 => {
                let spent = self.blocks[..certain].iter().map(|block| block.nodes.len()).sum();
                read::continued(text, open.start, spent)
            }
            _ => read::read(text, mode),
        };
        self.is_plain = rest.is_none();
        let kept = if self.is_plain { 0 } else { certain };
        let rest = rest.unwrap_or_else(|| read::plain(text, mode));

        let old = self.blocks.split_off(kept);
        let change = match mode {
            Mode::Blocks => {
                let same = old.iter().zip(&rest).take_while(|(old, new)| old.nodes == new.nodes).count();
                Change::between(old.get(same), rest.get(same), kept + same, kept + same)
            }
            // The one block has no element: its nodes are the host's own children.
            Mode::Inline => Change::between(old.first(), rest.first(), 0, 0),
        };
        self.blocks.extend(rest);
        self.text.clear();
        self.text.push_str(text);
        change
    }

    /// How many leading blocks of what is shown are blocks of `text` too, known without reading them again.
    ///
    /// Appended text can change what the last line means, and with it the block that was open before that line:
    /// `- a⏎1` is a list and a paragraph until `. b` follows. Blocks before that one are closed for good, unless a link
    /// definition arrives, which reaches everywhere.
    fn certain(&self, text: &str) -> usize {
        let reads_alike = self.mode == Mode::Blocks && !self.is_plain && !read::is_one_line(&self.text);
        if !reads_alike || !text.starts_with(&self.text) || text.as_bytes().windows(2).any(|pair| pair == b"]:") {
            return 0;
        }
        let last_line = self.text.bytes().rposition(is_line_end).map_or(0, |end| end + 1);
        self.blocks.iter().rposition(|block| block.start < last_line).unwrap_or(0)
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

impl Change {
    /// From the block that was at `block` to the one that is, whose nodes begin at `child` of the host.
    fn between(old: Option<&Block>, new: Option<&Block>, block: usize, child: usize) -> Change {
        let old = old.map_or(&[][..], |block| &block.nodes);
        let new = new.map_or(&[][..], |block| &block.nodes);
        let mut change = Change { path: Vec::new(), children: child, block, node: 0, grown: None };
        for (old, new) in old.iter().zip(new) {
            match (old, new) {
                (Node::Text(old), Node::Text(new)) if old != new => {
                    if let Some(more) = new.strip_prefix(old.as_str()) {
                        change.grown = Some(more.to_owned());
                        change.children += 1;
                        change.node += 1;
                    }
                    break;
                }
                _ if old != new => break,
                (Node::Open(_), _) => {
                    change.path.push(change.children);
                    change.children = 0;
                }
                (Node::Close, _) => change.children = change.path.pop().expect("every Close has its Open") + 1,
                _ => change.children += 1,
            }
            change.node += 1;
        }
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::markup;

    const TEXTS: [&str; 9] = [
        "# Title\n\nSome *text* with `code`.\nAnd more\n\n- a\n- b\n  - c\n\n1. x\n2. y\n\nEnd **now**.\n",
        "- a\n1. b\n\n1. c\n\n2. d\n\npara\n-foo\n\n> q\n-foo\n\n> r\n- list\n",
        "a\n| x | y |\n|---|---|\n| 1 | 2 |\nlazy\n\n| a |\n|---|\n",
        "```js\ncode\n\nmore\n```\ntext\n~~~\nopen\n\n# not\n",
        "Setext\n===\n\nOther\n---\n---\n***\n    code\n\n    more\ntext\n",
        "<div>\n*x*\n</div>\n\n<!-- a\n\nb --> c\n\nend\n",
        "a [link] and [other][1].\n\nmore\n\n[link]: https://example.com\n[1]: /x\n\nend\n",
        "- [ ] a\n- [x] b\n\n  par\n\n- [ ] c\r\n\r\nmac\rlines\r\r- d\r- e\r",
        "\u{e9}\u{1f600} **\u{4e2d}**\n\n#\n\n##\ntext\n- \n\n  x\n",
    ];

    /// The host's children after a change, from those before it: what `dom` does, on markup-like trees.
    #[derive(Clone, Debug, PartialEq)]
    enum Tree {
        Element(String, Vec<Tree>),
        Leaf(Node),
    }

    fn apply(host: &mut Vec<Tree>, change: &Change, blocks: &[Block]) {
        fn at<'a>(mut children: &'a mut Vec<Tree>, path: &[usize]) -> &'a mut Vec<Tree> {
            for step in path {
                let Tree::Element(_, inner) = &mut children[*step] else { panic!("no element at {path:?}") };
                children = inner;
            }
            children
        }
        for depth in 0..change.path.len() {
            at(host, &change.path[..depth]).truncate(change.path[depth] + 1);
        }
        let inner = at(host, &change.path);
        inner.truncate(change.children);
        if let Some(more) = &change.grown {
            let Some(Tree::Leaf(Node::Text(text))) = inner.last_mut() else { panic!("no text to grow") };
            text.push_str(more);
        }
        let mut path = change.path.clone();
        let first = blocks.get(change.block).map_or(&[][..], |block| &block.nodes[change.node..]);
        let later = blocks.iter().skip(change.block + 1).flat_map(|block| &block.nodes);
        for node in first.iter().chain(later) {
            let children = at(host, &path);
            match node {
                Node::Open(tag) => {
                    children.push(Tree::Element(format!("{tag:?}"), Vec::new()));
                    path.push(children.len() - 1);
                }
                Node::Close => drop(path.pop().expect("an element to close")),
                leaf => children.push(Tree::Leaf(leaf.clone())),
            }
        }
        assert!(path.is_empty());
    }

    fn show(mode: Mode, texts: impl Iterator<Item = String>) {
        let (mut document, mut host) = (Document::new(mode), Vec::new());
        for text in texts {
            let change = document.update(&text, mode);
            apply(&mut host, &change, document.blocks());

            let mut fresh = Document::new(mode);
            let all = fresh.update(&text, mode);
            let mut expected = Vec::new();
            apply(&mut expected, &all, fresh.blocks());
            assert_eq!(host, expected, "{text:?}");
        }
    }

    #[test]
    fn text_that_streams_in_ends_as_if_it_had_come_at_once() {
        for text in TEXTS {
            for mode in [Mode::Blocks, Mode::Inline] {
                for step in [1, 3, 7] {
                    let ends = text.char_indices().map(|(at, _)| at).step_by(step).chain([text.len()]);
                    show(mode, ends.map(|end| text[..end].to_owned()));
                }
            }
        }
    }

    #[test]
    fn any_text_can_follow_any_other() {
        let every = TEXTS.iter().flat_map(|a| TEXTS.iter().flat_map(move |b| [a, b]));
        show(Mode::Blocks, every.clone().map(|text| (*text).to_owned()));
        let joined = TEXTS.iter().flat_map(|a| TEXTS.iter().map(move |b| format!("{a}{b}")));
        show(Mode::Blocks, joined.flat_map(|text| [text[..text.len() / 2 - 3].replace('\u{fffd}', ""), text]));
    }

    #[test]
    fn growing_text_keeps_what_stands() {
        let mut document = Document::new(Mode::Blocks);
        document.update("# Title\n\n- a\n- **b** c", Mode::Blocks);
        let change = document.update("# Title\n\n- a\n- **b** cd\n- e", Mode::Blocks);

        // The second item's text grows; only the third item is new.
        let grown = Some("d".to_owned());
        assert_eq!(change, Change { path: vec![1, 1], children: 2, block: 1, node: 9, grown });
        let rest = document.blocks()[1].nodes[change.node..].to_vec();
        assert_eq!(rest.len(), 5, "{rest:?}");
    }

    #[test]
    fn the_limits_hold_for_text_that_grows() {
        let mut document = Document::new(Mode::Blocks);
        let mut text = String::new();
        while !document.is_plain() {
            text.push_str(&"*a* b\n\n".repeat(500));
            document.update(&text, Mode::Blocks);
            assert!(text.len() < 100_000, "the cap fires");
        }
        assert!(markup(&document.blocks()[0].nodes).starts_with("<p plain>*a* b"));
        document.update("*a*", Mode::Blocks);
        assert!(!document.is_plain());
        assert_eq!(markup(&document.blocks()[0].nodes), "<p><em>a</em></p>");
    }
}
