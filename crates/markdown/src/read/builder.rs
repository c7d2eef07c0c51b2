//! The parser's events → nodes, with a cap on depth and number.

use std::ops::Range;

use pulldown_cmark as md;
use pulldown_cmark::{Event, LinkType};

use crate::links;
use crate::nodes::{Block, Node, Tag};
use crate::read::table::Table;

/// Elements inside elements. What is nested deeper is shown without its own element.
const MAX_DEPTH: usize = 32;

pub(super) struct Builder<'a> {
    text: &'a str,
    blocks: Vec<Block>,
    frames: Vec<Frame>,
    depth: usize,
    count: usize,
    /// Images around this place. Inside, only words count: they are the alternative text.
    images: usize,
    /// Tables do not nest.
    table: Table,
    /// The line of raw HTML is over; another may follow.
    html_line_over: bool,
}

/// What the parser has started and not ended.
enum Frame {
    Open {
        at: usize,
        closes: usize,
    },
    /// Has no element of its own.
    Bare,
    Image,
    /// `~so~`: one tilde is not ours, it is more often a range than a strike.
    Tilde,
    /// Opened by us around the words of a task.
    Label,
}

impl<'a> Builder<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Builder {
            text,
            blocks: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            count: 0,
            images: 0,
            table: Table::default(),
            html_line_over: false,
        }
    }

    /// Nothing if there are too many nodes.
    pub(super) fn build(mut self, events: impl Iterator<Item = (Event<'a>, Range<usize>)>) -> Option<Vec<Block>> {
        for (event, range) in events {
            if self.frames.is_empty() {
                self.begin_block(range.start);
            }
            match event {
                Event::Start(tag) => self.start(tag, range),
                Event::End(_) => self.end(),
                Event::Text(text) | Event::InlineHtml(text) => self.words(&text),
                Event::Html(text) => self.html(&text),
                Event::Code(text) => self.code(&text),
                Event::SoftBreak => self.words("\n"),
                Event::HardBreak => self.line_break(),
                Event::Rule => self.push(Node::Rule),
                Event::TaskListMarker(checked) => self.task(checked),
                // The extensions that give these are off.
                Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                    self.words(&text);
                }
            }
            if self.count > super::MAX_NODES {
                return None;
            }
        }
        self.drop_empty_block();
        Some(self.blocks)
    }

    fn begin_block(&mut self, at: usize) {
        self.drop_empty_block();
        let start = self.text[..at].bytes().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1);
        self.blocks.push(Block { start, nodes: Vec::new() });
    }

    fn drop_empty_block(&mut self) {
        if self.blocks.last().is_some_and(|block| block.nodes.is_empty()) {
            self.blocks.pop();
        }
    }

    fn nodes(&mut self) -> &mut Vec<Node> {
        &mut self.blocks.last_mut().expect("an event begins a block").nodes
    }

    fn push(&mut self, node: Node) {
        self.count += 1;
        self.nodes().push(node);
    }

    fn words(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        if let Some(Node::Text(text)) = self.nodes().last_mut() {
            text.push_str(words);
        } else {
            self.push(Node::Text(words.to_owned()));
        }
    }

    fn line_break(&mut self) {
        if self.images > 0 { self.words("\n") } else { self.push(Node::Break) }
    }

    fn code(&mut self, code: &str) {
        if self.images > 0 || self.depth >= MAX_DEPTH {
            return self.words(code);
        }
        self.push(Node::Open(Tag::Code));
        self.words(code);
        self.push(Node::Close);
    }

    /// Raw HTML is text; its author's lines stay lines.
    fn html(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.bytes().position(|byte| byte == b'\n');
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            if self.html_line_over {
                self.push(Node::Break);
            }
            self.words(line.trim_ascii_end());
            self.html_line_over = end.is_some();
            rest = after.get(1..).unwrap_or_default();
        }
    }

    fn task(&mut self, checked: bool) {
        let item = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Open { at, .. } if matches!(self.blocks.last()?.nodes[*at], Node::Open(Tag::Item)) => Some(*at),
            _ => None,
        });
        let Some(item) = item else {
            return self.words(if checked { "[x] " } else { "[ ] " });
        };
        self.nodes()[item] = Node::Open(Tag::TaskItem);
        self.push(Node::Open(Tag::Label));
        self.frames.push(Frame::Label);
        self.push(Node::Checkbox { checked });
        self.words(" ");
    }

    fn close_label(&mut self) {
        if matches!(self.frames.last(), Some(Frame::Label)) {
            self.frames.pop();
            self.push(Node::Close);
        }
    }

    fn start(&mut self, tag: md::Tag<'a>, range: Range<usize>) {
        if is_block(&tag) {
            self.close_label();
        }
        let frame = match tag {
            md::Tag::Image { .. } => {
                self.images += 1;
                Frame::Image
            }
            _ if self.images > 0 => Frame::Bare,
            md::Tag::Strikethrough if !self.text[range].starts_with("~~") => {
                self.words("~");
                Frame::Tilde
            }
            tag => self.element(tag),
        };
        self.frames.push(frame);
    }

    fn element(&mut self, tag: md::Tag<'a>) -> Frame {
        let parts_of = matches!(tag, md::Tag::Item | md::Tag::TableHead | md::Tag::TableRow | md::Tag::TableCell);
        let is_orphan = parts_of && matches!(self.frames.last(), Some(Frame::Bare));
        let needs = match tag {
            md::Tag::List(_) | md::Tag::CodeBlock(_) => 2,
            md::Tag::Table(_) => 5,
            _ => 1,
        };
        if is_orphan || (!parts_of && self.depth + needs > MAX_DEPTH) {
            let is_first = matches!(self.nodes().last(), None | Some(Node::Open(_) | Node::Break));
            if is_block(&tag) && !is_first {
                self.push(Node::Break);
            }
            return Frame::Bare;
        }
        match tag {
            md::Tag::Heading { level, .. } => self.open([Tag::Heading(level as u8)]),
            md::Tag::BlockQuote(_) => self.open([Tag::Quote]),
            md::Tag::CodeBlock(_) => self.open([Tag::CodeBlock, Tag::Code]),
            md::Tag::List(None) => self.open([Tag::BulletList]),
            md::Tag::List(Some(start)) => self.open([Tag::OrderedList { start }]),
            md::Tag::Item => self.open([Tag::Item]),
            md::Tag::Table(columns) => {
                self.table = Table::new(columns);
                self.open([Tag::TableBox, Tag::Table])
            }
            md::Tag::TableHead => self.open([Tag::TableHead, Tag::TableRow]),
            md::Tag::TableRow => {
                if self.table.next_row() {
                    self.push(Node::Open(Tag::TableBody));
                }
                self.open([Tag::TableRow])
            }
            md::Tag::TableCell => {
                let cell = self.table.next_cell();
                self.open([cell])
            }
            md::Tag::Emphasis => self.open([Tag::Emphasis]),
            md::Tag::Strong => self.open([Tag::Strong]),
            md::Tag::Strikethrough => self.open([Tag::Strikethrough]),
            md::Tag::Link { link_type: LinkType::Email, .. } => Frame::Bare,
            md::Tag::Link { dest_url, title, .. } => match links::safe(&dest_url) {
                Some(href) => self.open([Tag::Link { href, title: title.into_string() }]),
                None => Frame::Bare,
            },
            md::Tag::HtmlBlock => {
                self.html_line_over = false;
                self.open([Tag::Paragraph])
            }
            // Paragraphs, and blocks of extensions that are off.
            _ => self.open([Tag::Paragraph]),
        }
    }

    fn open<const N: usize>(&mut self, tags: [Tag; N]) -> Frame {
        let at = self.nodes().len();
        for tag in tags {
            self.push(Node::Open(tag));
        }
        self.depth += N;
        Frame::Open { at, closes: N }
    }

    fn end(&mut self) {
        self.close_label();
        match self.frames.pop() {
            Some(Frame::Open { at, closes }) => {
                self.depth -= closes;
                self.close(at, closes);
            }
            Some(Frame::Image) => self.images -= 1,
            Some(Frame::Tilde) => self.words("~"),
            Some(Frame::Bare | Frame::Label) | None => {}
        }
    }

    fn close(&mut self, at: usize, closes: usize) {
        let has_body = self.table.has_body();
        let nodes = self.nodes();
        let is_empty = at + closes == nodes.len();
        let mut extra = 0;
        match &mut nodes[at] {
            // Nothing to see, and an empty heading is a stop for screen readers.
            Node::Open(Tag::Paragraph | Tag::Heading(_)) if is_empty => {
                nodes.truncate(at);
                return;
            }
            // A link needs a name.
            Node::Open(Tag::Link { href, .. }) if is_empty => {
                let name = href.clone();
                self.words(&name);
            }
            Node::Open(tag @ Tag::HeaderCell(_)) if is_empty => {
                if let Tag::HeaderCell(align) = *tag {
                    *tag = Tag::Cell(align);
                }
            }
            Node::Open(Tag::CodeBlock) => {
                if let Some(Node::Text(code)) = nodes.last_mut()
                    && code.ends_with('\n')
                {
                    code.pop();
                }
            }
            Node::Open(Tag::TableBox) if has_body => extra = 1,
            _ => {}
        }
        for _ in 0..closes + extra {
            self.push(Node::Close);
        }
    }
}

fn is_block(tag: &md::Tag) -> bool {
    use md::Tag::{Emphasis, Image, Link, Strikethrough, Strong};
    !matches!(tag, Emphasis | Strong | Strikethrough | Link { .. } | Image { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::markup;
    use crate::read::blocks;

    fn check(text: &str, expected: &str) {
        let blocks = blocks(text).expect("within the limits");
        assert_eq!(blocks.iter().map(|block| markup(&block.nodes)).collect::<String>(), expected, "{text:?}");
    }

    #[test]
    fn markdown_becomes_the_elements_it_means() {
        for (text, expected) in [
            ("a *b* **c** ~~d~~ `e`", "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>"),
            ("###### six\n\nSetext\n---", "<h6>six</h6><h2>Setext</h2>"),
            ("soft\nhard  \nback\\\nend", "<p>soft\nhard<br>back<br>end</p>"),
            ("3. a\n4. b\n   - c", "<ol start=3><li>a</li><li>b<ul><li>c</li></ul></li></ol>"),
            ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
            ("> a\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"),
            ("```js\nif (a < b) {}\n```", "<pre><code>if (a &lt; b) {}</code></pre>"),
            ("    indented\n    code", "<pre><code>indented\ncode</code></pre>"),
            ("a\n\n***\n\nb", "<p>a</p><hr><p>b</p>"),
            ("&copy; &#97; \\* &nope;", "<p>© a * &amp;nope;</p>"),
            ("<https://example.com/>", "<p><a https://example.com/>https://example.com/</a></p>"),
            ("<ada@example.com>", "<p>ada@example.com</p>"),
            ("[a][1]\n\n[1]: /x 'T'", "<p><a /x T>a</a></p>"),
            ("[](https://example.com)", "<p><a https://example.com>https://example.com</a></p>"),
            ("#\n\ntext", "<p>text</p>"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn a_task_is_named_by_its_words_and_not_by_what_is_below() {
        check(
            "- [x] done **now**\n  - [ ] part\n- plain",
            "<ul><li task><label><input checked> done <strong>now</strong></label>\
             <ul><li task><label><input> part</label></li></ul></li><li>plain</li></ul>",
        );
        check(
            "- [ ] a\n\n  more\n\n- b",
            "<ul><li task><p><label><input> a</label></p><p>more</p></li><li><p>b</p></li></ul>",
        );
    }

    #[test]
    fn raw_html_is_text() {
        check("a <b onclick=x>c</b>", "<p>a &lt;b onclick=x>c&lt;/b></p>");
        check("<script>\nalert(1)\n</script>", "<p>&lt;script><br>alert(1)<br>&lt;/script></p>");
        check("<!-- a\n\nb -->\n\n*c*", "<p>&lt;!-- a<br><br>b --></p><p><em>c</em></p>");
        check("- <div>\n  x\n", "<ul><li><p>&lt;div><br>x</p></li></ul>");
    }

    #[test]
    fn a_link_to_a_forbidden_place_is_its_words() {
        for text in [
            "[a](javascript:alert(1))",
            "[a](<JAVA&#x0A;SCRIPT:alert(1)>)",
            "[a](&#1;javascript:alert(1))",
            "[a][1]\n\n[1]: data:text/html,x",
            "[a]\n\n[a]: vbscript:x \"title\"",
        ] {
            check(text, "<p>a</p>");
        }
        check("<javascript:alert(1)>", "<p>javascript:alert(1)</p>");
    }

    #[test]
    fn an_image_is_its_alternative_text() {
        check("![a *cat*](https://example.com/x.png)", "<p>a cat</p>");
        check("[![logo](x.png)](/home)", "<p><a /home>logo</a></p>");
        check("![[a](/1)](/2) ![](/3)", "<p>a </p>");
        check("[![x [y](/1) `z`](/2)](/3)", "<p>[x y z](/3)</p>");
        check("![](/3)", "");
    }

    #[test]
    fn one_tilde_is_a_tilde() {
        check("10~20, 30~40 and ~*x*~", "<p>10~20, 30~40 and ~<em>x</em>~</p>");
    }

    #[test]
    fn deep_nesting_is_flattened() {
        for text in [
            format!("{}x\n", "> ".repeat(5_000)),
            (0..200).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect(),
            format!("{}x{}", "*a **b ".repeat(1_000), "** *".repeat(1_000)),
            format!("{}x{}", "[".repeat(5_000), "](/a)".repeat(5_000)),
            format!("{}| a |\n{}|---|\n", "> ".repeat(40), "> ".repeat(40)),
        ] {
            let blocks = blocks(&text).expect("within the limits");
            for block in blocks {
                let (mut depth, mut deepest) = (0usize, 0);
                for node in &block.nodes {
                    match node {
                        Node::Open(_) => depth += 1,
                        Node::Close => depth -= 1,
                        _ => {}
                    }
                    deepest = deepest.max(depth);
                }
                assert_eq!(depth, 0);
                assert!(deepest <= MAX_DEPTH + 3, "{deepest}");
            }
        }
        let deep = (0..40).map(|depth| format!("{}- {depth}\n", "  ".repeat(depth))).collect::<String>();
        assert!(markup(&blocks(&deep).unwrap()[0].nodes).contains("<li>15<br>16<br>17"));
    }
}
