//! The few calls to the browser that charts make, and the page as [`Page`].

use wasm_bindgen::prelude::*;

use crate::page::{Day, Number, Page};

#[wasm_bindgen]
extern "C" {
    type Window;
    #[wasm_bindgen(thread_local_v2, js_name = document)]
    static DOCUMENT: Window;
    #[wasm_bindgen(method, js_name = createElement)]
    fn create_element(this: &Window, name: &str) -> Element;
    #[wasm_bindgen(method, js_name = createElementNS)]
    fn create_element_ns(this: &Window, space: &str, name: &str) -> Element;

    /// Any element; each is called only for what it has.
    #[wasm_bindgen(typescript_type = "Element")]
    #[derive(Clone)]
    pub type Element;
    #[wasm_bindgen(method, js_name = appendChild)]
    pub fn append(this: &Element, child: &Element);
    #[wasm_bindgen(method, js_name = insertBefore)]
    pub fn insert(this: &Element, child: &Element, before: &Element);
    #[wasm_bindgen(method)]
    pub fn remove(this: &Element);
    #[wasm_bindgen(method, js_name = replaceChildren)]
    pub fn clear(this: &Element);
    #[wasm_bindgen(method, getter, js_name = lastElementChild)]
    pub fn last_child(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, js_name = setAttribute)]
    pub fn set(this: &Element, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = removeAttribute)]
    pub fn unset(this: &Element, name: &str);
    #[wasm_bindgen(method, setter, js_name = textContent)]
    pub fn set_text(this: &Element, text: &str);
    #[wasm_bindgen(method, setter, js_name = hidden)]
    pub fn set_hidden(this: &Element, is_hidden: bool);
    #[wasm_bindgen(method, getter, js_name = offsetWidth)]
    pub fn width(this: &Element) -> f64;
    #[wasm_bindgen(method, getter, js_name = offsetHeight)]
    pub fn height(this: &Element) -> f64;
    #[wasm_bindgen(method, getter)]
    fn style(this: &Element) -> Style;

    type Style;
    #[wasm_bindgen(method, js_name = setProperty)]
    fn set_property(this: &Style, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = removeProperty)]
    fn remove_property(this: &Style, name: &str) -> String;

    /// What src/js/charts.js makes of the page.
    pub type JsPage;
    #[wasm_bindgen(method, js_name = textWidth)]
    fn js_text_width(this: &JsPage, text: &str, size: f64) -> f64;
    #[wasm_bindgen(method, js_name = number)]
    fn js_number(this: &JsPage, value: f64, notation: &str, least: u8, most: u8) -> String;
    #[wasm_bindgen(method, js_name = percent)]
    fn js_percent(this: &JsPage, share: f64) -> String;
    #[wasm_bindgen(method, js_name = day)]
    fn js_day(this: &JsPage, day: f64, style: &str) -> String;
    #[wasm_bindgen(method, js_name = word)]
    fn js_word(this: &JsPage, name: &str, count: Option<f64>) -> String;
    #[wasm_bindgen(method)]
    pub fn report(this: &JsPage, message: &str, property: &str);
}

impl Element {
    pub fn html(name: &str, class: &str) -> Element {
        let element = DOCUMENT.with(|document| document.create_element(name));
        element.set("class", class);
        element
    }

    pub fn svg(name: &str, class: &str) -> Element {
        let element = DOCUMENT.with(|document| document.create_element_ns("http://www.w3.org/2000/svg", name));
        element.set("class", class);
        element
    }

    /// With attributes.
    pub fn with(self, attributes: &[(&str, &str)]) -> Element {
        for (name, value) in attributes {
            self.set(name, value);
        }
        self
    }

    /// With words in it.
    pub fn saying(self, text: &str) -> Element {
        self.set_text(text);
        self
    }

    /// Put into `parent`.
    pub fn inside(self, parent: &Element) -> Element {
        parent.append(&self);
        self
    }

    /// Sets the attribute, or takes it away.
    pub fn mark(&self, name: &str, is_set: bool) {
        if is_set { self.set(name, "") } else { self.unset(name) }
    }

    /// A style property, set without a style attribute.
    pub fn set_style(&self, name: &str, value: &str) {
        self.style().set_property(name, value);
    }

    pub fn unset_style(&self, name: &str) {
        self.style().remove_property(name);
    }
}

impl Page for JsPage {
    fn text_width(&self, text: &str, size: f64) -> f64 {
        self.js_text_width(text, size)
    }

    fn number(&self, value: f64, style: Number) -> String {
        match style {
            Number::Plain { min, max } => self.js_number(value, "standard", min, max),
            Number::Digits(digits) => self.js_number(value, "digits", 0, digits),
            Number::Compact(digits) => self.js_number(value, "compact", 0, digits),
            Number::Scientific => self.js_number(value, "scientific", 0, 3),
        }
    }

    fn percent(&self, share: f64) -> String {
        self.js_percent(share)
    }

    fn day(&self, day: i64, style: Day) -> String {
        let style = match style {
            Day::Full => "full",
            Day::Short => "short",
            Day::Month => "month",
            Day::MonthAndYear => "monthAndYear",
            Day::Year => "year",
        };
        self.js_day(day as f64, style)
    }

    fn word(&self, name: &str, count: Option<usize>) -> String {
        self.js_word(name, count.map(|count| count as f64))
    }
}
