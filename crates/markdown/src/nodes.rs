//! What Markdown can become: a closed set of elements, kept as a flat list per top-level block.

/// One top-level block: the nodes of exactly one element of the host.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Where in the text the line begins on which the block begins.
    pub start: usize,
    pub nodes: Vec<Node>,
}

/// One step of building. What stands between an `Open` and its `Close` is inside that element.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Open(Tag),
    Close,
    /// Never next to another `Text`.
    Text(String),
    Break,
    Rule,
    /// A box that shows whether a task is done. It cannot be pressed.
    Checkbox {
        checked: bool,
    },
}

/// An element with content.
#[derive(Clone, Debug, PartialEq)]
pub enum Tag {
    Paragraph,
    /// Text beyond the limits, shown as it came.
    Plain,
    /// 1 to 6.
    Heading(u8),
    Quote,
    CodeBlock,
    Code,
    BulletList,
    OrderedList {
        start: u64,
    },
    Item,
    TaskItem,
    /// The words of a task, naming its checkbox.
    Label,
    /// What a wide table scrolls in.
    TableBox,
    Table,
    TableHead,
    TableBody,
    TableRow,
    HeaderCell(Align),
    Cell(Align),
    Emphasis,
    Strong,
    Strikethrough,
    Link {
        href: String,
        title: String,
    },
}

/// How a table column is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Align {
    Unset,
    Left,
    Center,
    Right,
}

/// The nodes as short markup, for tests to compare.
#[cfg(test)]
pub(crate) fn markup(nodes: &[Node]) -> String {
    let (mut out, mut open) = (String::new(), Vec::new());
    let cell = |name: &str, align: &Align| match align {
        Align::Unset => name.to_owned(),
        Align::Left => format!("{name} left"),
        Align::Center => format!("{name} center"),
        Align::Right => format!("{name} right"),
    };
    for node in nodes {
        match node {
            Node::Open(tag) => {
                let tag = match tag {
                    Tag::Paragraph => "p".into(),
                    Tag::Plain => "p plain".into(),
                    Tag::Heading(level) => format!("h{level}"),
                    Tag::Quote => "blockquote".into(),
                    Tag::CodeBlock => "pre".into(),
                    Tag::Code => "code".into(),
                    Tag::BulletList => "ul".into(),
                    Tag::OrderedList { start } => format!("ol start={start}"),
                    Tag::Item => "li".into(),
                    Tag::TaskItem => "li task".into(),
                    Tag::Label => "label".into(),
                    Tag::TableBox => "div".into(),
                    Tag::Table => "table".into(),
                    Tag::TableHead => "thead".into(),
                    Tag::TableBody => "tbody".into(),
                    Tag::TableRow => "tr".into(),
                    Tag::HeaderCell(align) => cell("th", align),
                    Tag::Cell(align) => cell("td", align),
                    Tag::Emphasis => "em".into(),
                    Tag::Strong => "strong".into(),
                    Tag::Strikethrough => "del".into(),
                    Tag::Link { href, title } => format!("a {href} {title}").trim_end().into(),
                };
                out += &format!("<{tag}>");
                open.push(tag.split(' ').next().unwrap_or_default().to_owned());
            }
            Node::Close => out += &format!("</{}>", open.pop().expect("every Close has its Open")),
            Node::Text(text) => out += &text.replace('&', "&amp;").replace('<', "&lt;"),
            Node::Break => out += "<br>",
            Node::Rule => out += "<hr>",
            Node::Checkbox { checked } => out += if *checked { "<input checked>" } else { "<input>" },
        }
    }
    assert!(open.is_empty(), "every Open has its Close: {out}");
    out
}
