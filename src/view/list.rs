//! List in the DOM: a real list, scrolling where the host gives it less room than it needs.
//!
//! What comes after the first hundred items stands in chunks, which browsers lay out when they come near the window: of ten
//! thousand items of their own they would have to watch each one in every frame.

use wasm_bindgen::prelude::*;

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::List;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Element)]
    type Item;
    /// Our own mark on the elements that wrap a list's children.
    #[wasm_bindgen(method, getter, js_name = a2uiItem)]
    fn is_item(this: &Item) -> Option<bool>;
    #[wasm_bindgen(method, setter, js_name = a2uiItem)]
    fn set_is_item(this: &Item, is_item: bool);
    /// Our own mark on the elements that hold many of those.
    #[wasm_bindgen(method, getter, js_name = a2uiChunk)]
    fn is_chunk(this: &Item) -> Option<bool>;
    #[wasm_bindgen(method, setter, js_name = a2uiChunk)]
    fn set_is_chunk(this: &Item, is_chunk: bool);
}

/// How many items stand in the list itself, and how many in a chunk that grows at its end. What is put between items joins
/// the chunk of its neighbours: moving those on to the next one would take the focus from them.
pub(crate) const CHUNK: usize = 100;

pub(crate) fn build(list: &List, on_demand: &OnDemand) -> Drawn {
    let element = match list.style {
        "ordered" => shape!(Element::new("ol", "list").with(&[("part", "list"), ("role", "list")])),
        _ => shape!(Element::new("ul", "list").with(&[("part", "list"), ("role", "list")])),
    };
    arrange(&element, list, on_demand);
    Drawn { control: element.clone(), children: Slots::Items(element.clone()), element }
}

pub(crate) fn update(drawn: &Drawn, before: &List, now: &List, on_demand: &OnDemand) -> Update {
    if before.style != now.style {
        return Update::Rebuild;
    }
    if before.is_horizontal != now.is_horizontal || before.align != now.align {
        arrange(&drawn.element, now, on_demand);
    }
    Update::Done
}

fn arrange(element: &Element, list: &List, on_demand: &OnDemand) {
    if list.is_horizontal {
        on_demand.fade(element);
    }
    element.set_attribute("data-direction", if list.is_horizontal { "horizontal" } else { "vertical" });
    element.set_attribute("data-align", list.align);
    element.set_optional("data-style", if list.style == "none" { "" } else { list.style });
}

/// The element around one child.
pub(crate) fn item(child: &Element) -> Element {
    let item = shape!(Element::new("li", "item").with(&[("part", "item"), ("role", "listitem")]));
    item.unchecked_ref::<Item>().set_is_item(true);
    item.append(child);
    item
}

pub(crate) fn is_item(element: &Element) -> bool {
    element.unchecked_ref::<Item>().is_item() == Some(true)
}

/// Keeps room at the end of a list for so many more items. It is said by a property that means nothing to the list itself
/// and that no item inherits; the list's `::after` does.
pub(crate) fn reserve(list: &Element, items: usize) {
    let room = if items > 0 { [&(items * 40).to_string(), "px"].concat() } else { String::new() };
    list.set_style("contain-intrinsic-block-size", &room);
}

/// Puts an item at the end of a list, where it is number `position`.
pub(crate) fn append(list: &Element, position: usize, item: &Element) {
    match list.last_child().filter(is_chunk) {
        Some(chunk) if !position.is_multiple_of(CHUNK) => chunk.append(item),
        _ if position < CHUNK => list.append(item),
        _ => {
            let chunk = shape!(Element::new("div", "chunk").with(&[("role", "none")]));
            chunk.unchecked_ref::<Item>().set_is_chunk(true);
            chunk.append(item);
            list.append(&chunk);
        }
    }
}

/// The first item of a list.
pub(crate) fn first(list: &Element) -> Option<Element> {
    enter(list.first_child())
}

/// The item after this one.
pub(crate) fn next(item: &Element) -> Option<Element> {
    match item.next_sibling() {
        None => item.parent().filter(is_chunk).and_then(|chunk| enter(chunk.next_sibling())),
        next => enter(next),
    }
}

/// What is there or, of a chunk, its first item. Chunks that have lost their items go.
fn enter(mut place: Option<Element>) -> Option<Element> {
    while let Some(chunk) = place.take_if(|place| is_chunk(place)) {
        place = match chunk.first_child() {
            None => {
                let next = chunk.next_sibling();
                chunk.remove();
                next
            }
            item => return item,
        };
    }
    place
}

fn is_chunk(element: &Element) -> bool {
    element.unchecked_ref::<Item>().is_chunk() == Some(true)
}
