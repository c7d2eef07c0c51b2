//! Nodes → elements of a host: the only file that knows a browser.
//!
//! Elements are made one by one and text is set as text. Names cross the border once, as strings kept on the other side.

use wasm_bindgen::prelude::*;

use crate::links;
use crate::nodes::{Align, Node, Tag};
use crate::{Change, Document, Mode};

#[wasm_bindgen]
extern "C" {
    type Page;
    #[wasm_bindgen(thread_local_v2, js_name = document)]
    static PAGE: Page;
    #[wasm_bindgen(method, js_name = createElement)]
    fn create_element(this: &Page, name: &JsValue) -> Element;
    #[wasm_bindgen(method, js_name = createTextNode)]
    fn create_text(this: &Page, text: &str) -> Element;

    /// Any node; this file calls on each only what it has.
    #[wasm_bindgen(typescript_type = "Element")]
    #[derive(Clone)]
    pub type Element;
    #[wasm_bindgen(method, js_name = appendChild)]
    fn append(this: &Element, child: &Element);
    #[wasm_bindgen(method)]
    fn remove(this: &Element);
    #[wasm_bindgen(method, getter, js_name = firstChild)]
    fn first_child(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = lastChild)]
    fn last_child(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = childNodes)]
    fn children(this: &Element) -> Children;
    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_attribute(this: &Element, name: &JsValue, value: &JsValue);
    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_number_attribute(this: &Element, name: &JsValue, value: f64);
    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_text_attribute(this: &Element, name: &JsValue, value: &str);
    #[wasm_bindgen(method, js_name = appendData)]
    fn append_data(this: &Element, text: &str);
    #[wasm_bindgen(method, getter)]
    fn protocol(this: &Element) -> String;

    type Children;
    #[wasm_bindgen(method, getter)]
    fn length(this: &Children) -> usize;

    /// What is shown, by the first node that shows it: gone with that node, whoever removes it.
    #[wasm_bindgen(js_name = WeakMap)]
    type Memory;
    #[wasm_bindgen(constructor, js_class = "WeakMap")]
    fn new() -> Memory;
    #[wasm_bindgen(method)]
    fn get(this: &Memory, first: &Element) -> Option<Shown>;
    #[wasm_bindgen(method)]
    fn set(this: &Memory, first: &Element, shown: Shown);
    #[wasm_bindgen(method)]
    fn delete(this: &Memory, first: &Element);
}

/// Opaque to JavaScript, which only decides how long it lives.
#[wasm_bindgen(skip_typescript)]
struct Shown(Document);

thread_local! {
    static MEMORY: Memory = Memory::new();
    static WORDS: [JsValue; Word::TEXT.len()] = Word::TEXT.map(JsValue::from_str);
}

/// Shows `text` as Markdown in `host`, which holds nothing else. Called again with other text, it changes what differs.
///
/// `inline`: the host is a heading or a caption, so only emphasis, code and links are read.
/// Answers false if the text is beyond the limits on length or complexity, and shown as it came.
#[wasm_bindgen]
pub fn render(host: &Element, text: &str, inline: bool) -> bool {
    let mode = if inline { Mode::Inline } else { Mode::Blocks };
    let first = host.first_child();
    let shown = first.as_ref().and_then(|first| {
        let shown = MEMORY.with(|memory| memory.get(first));
        MEMORY.with(|memory| memory.delete(first));
        shown
    });
    let mut document = match shown {
        Some(Shown(document)) => document,
        None => {
            cut(host, 0);
            Document::new(mode)
        }
    };
    let change = document.update(text, mode);
    apply(host, &document, &change);
    let is_markdown = !document.is_plain();
    if let Some(first) = host.first_child() {
        MEMORY.with(|memory| memory.set(&first, Shown(document)));
    }
    is_markdown
}

fn apply(host: &Element, document: &Document, change: &Change) {
    let mut inner = host.clone();
    let mut parents = Vec::new();
    for step in &change.path {
        cut(&inner, step + 1);
        let Some(child) = inner.last_child() else { return };
        parents.push(std::mem::replace(&mut inner, child));
    }
    cut(&inner, change.children);
    if let (Some(more), Some(text)) = (&change.grown, inner.last_child()) {
        text.append_data(more);
    }
    let mut blocks = document.blocks().iter().skip(change.block);
    if let Some(block) = blocks.next() {
        build(&block.nodes[change.node..], inner, parents);
    }
    for block in blocks {
        build(&block.nodes, host.clone(), Vec::new());
    }
}

/// Leaves the first `count` children of `parent`.
fn cut(parent: &Element, count: usize) {
    for _ in count..parent.children().length() {
        if let Some(last) = parent.last_child() {
            last.remove();
        }
    }
}

/// Adds to `inner`, which stands in `parents`. An element is put in its place when it is complete.
fn build(nodes: &[Node], mut inner: Element, mut parents: Vec<Element>) {
    let mut standing = parents.len();
    for node in nodes {
        match node {
            Node::Open(tag) => parents.push(std::mem::replace(&mut inner, element(tag))),
            Node::Close => {
                let Some(parent) = parents.pop() else { return };
                if parents.len() < standing {
                    standing = parents.len();
                } else {
                    parent.append(&inner);
                }
                inner = parent;
            }
            Node::Text(text) => inner.append(&PAGE.with(|page| page.create_text(text))),
            Node::Break => inner.append(&create(Word::Br)),
            Node::Rule => inner.append(&create(Word::Hr)),
            Node::Checkbox { checked } => {
                let checkbox = create(Word::Input);
                set(&checkbox, Word::Type, Word::Checkbox);
                set(&checkbox, Word::Disabled, Word::Empty);
                if *checked {
                    set(&checkbox, Word::Checked, Word::Empty);
                }
                inner.append(&checkbox);
            }
        }
    }
}

fn element(tag: &Tag) -> Element {
    match tag {
        Tag::Paragraph => create(Word::P),
        Tag::Plain => with(create(Word::P), Word::Class, Word::Plain),
        Tag::Heading(1) => create(Word::H1),
        Tag::Heading(2) => create(Word::H2),
        Tag::Heading(3) => create(Word::H3),
        Tag::Heading(4) => create(Word::H4),
        Tag::Heading(5) => create(Word::H5),
        Tag::Heading(_) => create(Word::H6),
        Tag::Quote => create(Word::Blockquote),
        // What may scroll sideways can be reached by keyboard.
        Tag::CodeBlock => with(create(Word::Pre), Word::Tabindex, Word::Zero),
        Tag::TableBox => with(with(create(Word::Div), Word::Class, Word::Table), Word::Tabindex, Word::Zero),
        Tag::Code => create(Word::Code),
        Tag::BulletList => create(Word::Ul),
        Tag::OrderedList { start: 1 } => create(Word::Ol),
        Tag::OrderedList { start } => {
            let list = create(Word::Ol);
            // Nine digits at most.
            list.set_number_attribute(&Word::Start.value(), *start as f64);
            list
        }
        Tag::Item => create(Word::Li),
        Tag::TaskItem => with(create(Word::Li), Word::Class, Word::Task),
        Tag::Label => create(Word::Label),
        Tag::Table => create(Word::Table),
        Tag::TableHead => create(Word::Thead),
        Tag::TableBody => create(Word::Tbody),
        Tag::TableRow => create(Word::Tr),
        Tag::HeaderCell(align) => aligned(with(create(Word::Th), Word::Scope, Word::Col), *align),
        Tag::Cell(align) => aligned(create(Word::Td), *align),
        Tag::Emphasis => create(Word::Em),
        Tag::Strong => create(Word::Strong),
        Tag::Strikethrough => create(Word::Del),
        Tag::Link { href, title } => link(href, title),
    }
}

fn link(href: &str, title: &str) -> Element {
    let link = create(Word::A);
    link.set_text_attribute(&Word::Href.value(), href);
    // Where it leads, relative to this page, is known only now. A page of another scheme (`file:`) gets the words only.
    let protocol = link.protocol();
    let scheme = protocol.trim_end_matches(':');
    if !links::is_allowed(scheme) {
        return create(Word::Span);
    }
    set(&link, Word::Rel, Word::Nofollow);
    set(&link, Word::Target, Word::Blank);
    if !title.is_empty() {
        link.set_text_attribute(&Word::Title.value(), title);
    }
    link
}

fn aligned(cell: Element, align: Align) -> Element {
    match align {
        Align::Unset => cell,
        Align::Left => with(cell, Word::DataAlign, Word::Left),
        Align::Center => with(cell, Word::DataAlign, Word::Center),
        Align::Right => with(cell, Word::DataAlign, Word::Right),
    }
}

fn create(name: Word) -> Element {
    PAGE.with(|page| page.create_element(&name.value()))
}

fn with(element: Element, name: Word, value: Word) -> Element {
    set(&element, name, value);
    element
}

fn set(element: &Element, name: Word, value: Word) {
    element.set_attribute(&name.value(), &value.value());
}

macro_rules! words {
    ($($name:ident $text:literal,)*) => {
        /// The names and values used here.
        #[derive(Clone, Copy)]
        enum Word { $($name),* }

        impl Word {
            const TEXT: [&'static str; [$($text),*].len()] = [$($text),*];
        }
    };
}

words! {
    P "p", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", Blockquote "blockquote", Pre "pre", Code "code", Ul "ul",
    Ol "ol", Li "li", Label "label", Div "div", Table "table", Thead "thead", Tbody "tbody", Tr "tr", Th "th", Td "td",
    Em "em", Strong "strong", Del "del", A "a", Span "span", Br "br", Hr "hr", Input "input",
    Class "class", Plain "plain", Task "task", Tabindex "tabindex", Zero "0", Start "start", Scope "scope", Col "col",
    Href "href", Rel "rel", Nofollow "noopener noreferrer nofollow", Target "target", Blank "_blank", Title "title",
    DataAlign "data-align", Left "left", Center "center", Right "right",
    Type "type", Checkbox "checkbox", Disabled "disabled", Checked "checked", Empty "",
}

impl Word {
    fn value(self) -> JsValue {
        WORDS.with(|words| words[self as usize].clone())
    }
}
