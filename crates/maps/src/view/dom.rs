//! The few calls to the browser that the view makes.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Document;
    #[wasm_bindgen(thread_local_v2, js_name = document)]
    static DOCUMENT: Document;
    #[wasm_bindgen(method, js_name = createElement)]
    fn create_element(this: &Document, name: &str) -> Element;
    #[wasm_bindgen(method, js_name = createElementNS)]
    fn create_element_ns(this: &Document, namespace: &str, name: &str) -> Element;

    /// Any element; this module calls on each only what it has.
    #[wasm_bindgen(typescript_type = "Element")]
    #[derive(Clone)]
    pub type Element;
    #[wasm_bindgen(method, js_name = appendChild)]
    pub fn append(this: &Element, child: &Element);
    #[wasm_bindgen(method, js_name = insertBefore)]
    pub fn insert_before(this: &Element, child: &Element, next: Option<&Element>);
    #[wasm_bindgen(method)]
    pub fn remove(this: &Element);
    #[wasm_bindgen(method, js_name = replaceChildren)]
    pub fn clear(this: &Element);
    #[wasm_bindgen(method, getter, js_name = firstElementChild)]
    pub fn first_child(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = nextElementSibling)]
    pub fn next_sibling(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, js_name = setAttribute)]
    pub fn set(this: &Element, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = setAttribute)]
    pub fn set_number(this: &Element, name: &str, value: f64);
    #[wasm_bindgen(method, js_name = removeAttribute)]
    pub fn unset(this: &Element, name: &str);
    #[wasm_bindgen(method, js_name = toggleAttribute)]
    pub fn toggle(this: &Element, name: &str, is_on: bool);
    #[wasm_bindgen(method, setter, js_name = textContent)]
    pub fn set_text(this: &Element, text: &str);
    #[wasm_bindgen(method, getter)]
    fn style(this: &Element) -> Style;

    type Style;
    #[wasm_bindgen(method, js_name = setProperty)]
    fn set_number(this: &Style, name: &str, value: f64);
    #[wasm_bindgen(method, js_name = setProperty)]
    fn set_text(this: &Style, name: &str, value: &str);
}

impl Element {
    pub fn html(tag: &str, class: &str) -> Element {
        let element = DOCUMENT.with(|document| document.create_element(tag));
        element.with("class", class)
    }

    pub fn svg(tag: &str, class: &str) -> Element {
        let element = DOCUMENT.with(|document| document.create_element_ns("http://www.w3.org/2000/svg", tag));
        element.with("class", class)
    }

    /// A button that `action` tells src/js/maps.js what to do for.
    pub fn button(class: &str, action: &str) -> Element {
        Element::html("button", class).with("type", "button").with("data-do", action)
    }

    pub fn with(self, name: &str, value: &str) -> Element {
        self.set(name, value);
        self
    }

    pub fn text(self, text: &str) -> Element {
        self.set_text(text);
        self
    }

    pub fn holding<const N: usize>(self, children: [&Element; N]) -> Element {
        children.into_iter().for_each(|child| self.append(child));
        self
    }

    pub fn set_hidden(&self, is_hidden: bool) {
        self.toggle("hidden", is_hidden);
    }

    /// A custom property that maps.css reads. A number passes as it is, text only if it was checked.
    pub fn style_number(&self, name: &str, value: f64) {
        self.style().set_number(name, value);
    }

    pub fn style_text(&self, name: &str, value: &str) {
        self.style().set_text(name, value);
    }
}
