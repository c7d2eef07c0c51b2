//! List in the DOM: a real list, scrolling where the host gives it less room than it needs.

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
}

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
    // What scrolls sideways must be reachable by keyboard.
    element.set_optional("tabindex", if list.is_horizontal { "0" } else { "" });
}

/// The element around one child.
pub(crate) fn item(child: &Element) -> Element {
    let item = shape!(Element::new("li", "item").with(&[("part", "item")]));
    item.unchecked_ref::<Item>().set_is_item(true);
    item.append(child);
    item
}

pub(crate) fn is_item(element: &Element) -> bool {
    element.unchecked_ref::<Item>().is_item() == Some(true)
}
