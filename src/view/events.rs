//! What a person did, as the DOM tells it.

use wasm_bindgen::prelude::*;

use super::dom::Element;
use crate::surface::NodeId;

#[wasm_bindgen]
extern "C" {
    /// A DOM event.
    pub type Event;

    #[wasm_bindgen(method, getter, js_name = type)]
    pub(crate) fn kind(this: &Event) -> String;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn target(this: &Event) -> Option<Element>;
    /// Focus events: where the focus goes.
    #[wasm_bindgen(method, getter, js_name = relatedTarget)]
    pub(crate) fn related(this: &Event) -> Option<Element>;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn key(this: &Event) -> Option<String>;
    #[wasm_bindgen(method, js_name = preventDefault)]
    pub(crate) fn prevent_default(this: &Event);
}

impl Event {
    /// The frame of the surface, and the components from the target outwards, each with the element that draws it.
    pub(crate) fn path(&self) -> Option<(Element, Vec<(NodeId, Element)>)> {
        let mut nodes = Vec::new();
        let mut next = self.target();
        while let Some(element) = next {
            next = element.parent();
            match element.node_mark() {
                Some(0) => return Some((element, nodes)),
                Some(mark) => nodes.push((NodeId(mark - 1), element)),
                None => {}
            }
        }
        None
    }
}
