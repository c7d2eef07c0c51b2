//! Text in the DOM: a heading, a caption or a paragraph; a block of its own where Markdown needs one.

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use crate::component::Text;
use crate::markdown;

pub(crate) fn build(text: &Text, on_demand: &OnDemand) -> Drawn {
    let drawn = Drawn::plain(match shape_of(text) {
        Shape::Block => shape!(Element::new("div", "text md").with(&[("part", "text")])),
        Shape::Paragraph => shape!(Element::new("p", "text").with(&[("part", "text")])),
        Shape::Caption => shape!(Element::new("p", "text caption").with(&[("part", "text caption")])),
        Shape::Heading(1) => shape!(Element::new("h1", "text h1").with(&[("part", "text heading")])),
        Shape::Heading(2) => shape!(Element::new("h2", "text h2").with(&[("part", "text heading")])),
        Shape::Heading(3) => shape!(Element::new("h3", "text h3").with(&[("part", "text heading")])),
        Shape::Heading(4) => shape!(Element::new("h4", "text h4").with(&[("part", "text heading")])),
        Shape::Heading(_) => shape!(Element::new("h5", "text h5").with(&[("part", "text heading")])),
    });
    if markdown::has_markup(&text.text, text.variant != "body") {
        // Until the module is there.
        drawn.element.set_text(&markdown::strip(&text.text));
    }
    fill(&drawn.element, text, on_demand);
    if has_long_word(&text.text) {
        drawn.element.toggle_attribute(LONG, true);
    }
    drawn
}

/// Marks text whose words may be broken even beside other things: an address, a key.
const LONG: &str = "data-long";

fn has_long_word(text: &str) -> bool {
    text.len() > LONGEST_WORD && text.split_ascii_whitespace().any(|word| word.len() > LONGEST_WORD)
}

/// In bytes; names and compounds of most languages stay below it.
const LONGEST_WORD: usize = 24;

pub(crate) fn update(drawn: &Drawn, before: &Text, now: &Text, on_demand: &OnDemand) -> Update {
    if shape_of(before) != shape_of(now) {
        return Update::Rebuild;
    }
    if before.text != now.text {
        fill(&drawn.element, now, on_demand);
        if has_long_word(&before.text) != has_long_word(&now.text) {
            drawn.element.toggle_attribute(LONG, has_long_word(&now.text));
        }
    }
    Update::Done
}

#[derive(PartialEq)]
enum Shape {
    Block,
    Paragraph,
    Caption,
    Heading(u8),
}

fn shape_of(text: &Text) -> Shape {
    match text.variant {
        "h1" => Shape::Heading(1),
        "h2" => Shape::Heading(2),
        "h3" => Shape::Heading(3),
        "h4" => Shape::Heading(4),
        "h5" => Shape::Heading(5),
        "caption" => Shape::Caption,
        _ if markdown::has_markup(&text.text, false) => Shape::Block,
        _ => Shape::Paragraph,
    }
}

fn fill(element: &Element, text: &Text, on_demand: &OnDemand) {
    element.mark_huge(&text.text);
    // What a button says is a label: it has no room for paragraphs and lists.
    let is_inline = text.variant != "body" || element.is_phrase();
    if markdown::has_markup(&text.text, is_inline) {
        on_demand.markdown(element, &text.text, is_inline);
    } else {
        element.set_text(&text.text);
    }
}
