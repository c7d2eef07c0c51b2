//! The few DOM calls views share. Strings are what a crossing costs: constants are made once, shapes are cloned.

use std::cell::{Cell, OnceCell};

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// An element, a shadow root or a text node: one type, so that nothing needs a cast.
    #[derive(Clone, PartialEq)]
    pub type Element;

    #[wasm_bindgen(js_namespace = document, js_name = createElement)]
    fn create_element(tag: &str) -> Element;
    #[wasm_bindgen(js_namespace = document, js_name = createElementNS)]
    fn create_element_ns(namespace: &str, tag: &str) -> Element;

    #[wasm_bindgen(thread_local_v2, js_namespace = document, js_name = documentElement)]
    static PAGE: Element;

    #[wasm_bindgen(method, js_name = cloneNode)]
    fn clone_node(this: &Element, deep: bool) -> Element;
    #[wasm_bindgen(method)]
    pub(crate) fn append(this: &Element, child: &Element);
    #[wasm_bindgen(method)]
    pub(crate) fn before(this: &Element, other: &Element);
    #[wasm_bindgen(method)]
    pub(crate) fn remove(this: &Element);
    #[wasm_bindgen(method, getter, js_name = parentNode)]
    pub(crate) fn parent(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = firstElementChild)]
    pub(crate) fn first_child(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = lastElementChild)]
    pub(crate) fn last_child(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = nextElementSibling)]
    pub(crate) fn next_sibling(this: &Element) -> Option<Element>;
    #[wasm_bindgen(method, getter, js_name = textContent)]
    pub(crate) fn text_content(this: &Element) -> Option<String>;
    #[wasm_bindgen(method, setter, js_name = textContent)]
    pub(crate) fn set_text(this: &Element, text: &str);
    #[wasm_bindgen(method, setter, js_name = className)]
    pub(crate) fn set_class(this: &Element, class: &str);
    #[wasm_bindgen(method, js_name = getAttribute)]
    pub(crate) fn attribute(this: &Element, name: &str) -> Option<String>;
    #[wasm_bindgen(method, js_name = setAttribute)]
    pub(crate) fn set_attribute(this: &Element, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_attribute_value(this: &Element, name: &JsValue, value: &str);
    #[wasm_bindgen(method, js_name = removeAttribute)]
    pub(crate) fn remove_attribute(this: &Element, name: &str);
    #[wasm_bindgen(method, js_name = toggleAttribute)]
    pub(crate) fn toggle_attribute(this: &Element, name: &str, on: bool);
    #[wasm_bindgen(method)]
    pub(crate) fn focus(this: &Element);
    #[wasm_bindgen(method, js_name = querySelector)]
    pub(crate) fn find(this: &Element, selector: &str) -> Option<Element>;
    #[wasm_bindgen(method)]
    pub(crate) fn matches(this: &Element, selector: &str) -> bool;
    #[wasm_bindgen(method)]
    pub(crate) fn closest(this: &Element, selector: &str) -> Option<Element>;
    #[wasm_bindgen(method)]
    pub(crate) fn contains(this: &Element, other: &Element) -> bool;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn value(this: &Element) -> String;
    #[wasm_bindgen(method, setter)]
    fn set_value(this: &Element, value: &str);
    #[wasm_bindgen(method, getter, js_name = selectionStart)]
    fn selection_start(this: &Element) -> Option<u32>;
    #[wasm_bindgen(method, getter, js_name = selectionEnd)]
    fn selection_end(this: &Element) -> Option<u32>;
    #[wasm_bindgen(method, js_name = setSelectionRange)]
    fn set_selection(this: &Element, start: u32, end: u32);
    #[wasm_bindgen(method, getter)]
    fn validity(this: &Element) -> Option<Validity>;
    type Validity;
    #[wasm_bindgen(method, getter, js_name = badInput)]
    fn bad_input(this: &Validity) -> bool;
    /// Our own mark: whether an input method is composing text in this field.
    #[wasm_bindgen(method, getter, js_name = a2uiComposing)]
    fn is_composing(this: &Element) -> Option<bool>;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn checked(this: &Element) -> bool;
    #[wasm_bindgen(method, setter)]
    fn set_checked(this: &Element, checked: bool);
    #[wasm_bindgen(method, getter, js_name = valueAsNumber)]
    pub(crate) fn value_as_number(this: &Element) -> f64;
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_disabled(this: &Element, disabled: bool);

    #[wasm_bindgen(method, js_name = showModal, catch)]
    pub(crate) fn show_modal(this: &Element) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    pub(crate) fn close(this: &Element);
    #[wasm_bindgen(method, getter, js_name = open)]
    pub(crate) fn is_open(this: &Element) -> bool;

    /// Our own mark: which node an element draws, plus one; absent on all others.
    #[wasm_bindgen(method, getter, js_name = a2uiNode)]
    pub(crate) fn node_mark(this: &Element) -> Option<u32>;
    #[wasm_bindgen(method, setter, js_name = a2uiNode)]
    pub(crate) fn set_node_mark(this: &Element, mark: u32);

    #[wasm_bindgen(method, getter)]
    fn style(this: &Element) -> Style;
    #[wasm_bindgen(js_name = getComputedStyle)]
    fn computed_style(element: &Element) -> Style;
    type Style;
    type Text;
    #[wasm_bindgen(method, js_name = toLowerCase)]
    fn to_lower_case(this: &Text) -> String;
    #[wasm_bindgen(method, getter)]
    fn direction(this: &Style) -> String;
    #[wasm_bindgen(method, js_name = setProperty)]
    fn set_property(this: &Style, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = removeProperty)]
    fn remove_property(this: &Style, name: &str);
}

thread_local! {
    static COMPONENT_ID: JsValue = JsValue::from_str("data-component-id");
}

impl Element {
    /// A new element with a class, which is also the name of its `::part`. In a button everything is a phrase.
    pub(crate) fn new(tag: &str, class: &str) -> Element {
        // Headings and rules are the tags with an h.
        let is_block = matches!(tag, "div" | "p") || tag.starts_with('h');
        let element = create_element(if is_block && is_in_button() { "span" } else { tag });
        if !class.is_empty() {
            element.set_class(class);
        }
        element
    }

    pub(crate) fn svg(tag: &str) -> Element {
        create_element_ns("http://www.w3.org/2000/svg", tag)
    }

    /// The same with the attributes given.
    pub(crate) fn with(self, attributes: &[(&str, &str)]) -> Element {
        for (name, value) in attributes {
            self.set_attribute(name, value);
        }
        self
    }

    /// The same with the children given.
    pub(crate) fn holding(self, children: &[&Element]) -> Element {
        for child in children {
            self.append(child);
        }
        self
    }

    pub(crate) fn set_component_id(&self, id: &str) {
        COMPONENT_ID.with(|name| self.set_attribute_value(name, id));
    }

    /// Whether this is a button or stands in one.
    pub(crate) fn is_in_button(&self) -> bool {
        self.closest("button").is_some()
    }

    /// Whether this was drawn as a phrase, as all is in a button.
    pub(crate) fn is_phrase(&self) -> bool {
        self.matches("span")
    }

    /// An attribute that is there only if there is something to say.
    pub(crate) fn set_optional(&self, name: &str, value: &str) {
        if value.is_empty() { self.remove_attribute(name) } else { self.set_attribute(name, value) }
    }

    /// An attribute, unless it says so already.
    pub(crate) fn show_attribute(&self, name: &str, value: &str) {
        if self.attribute(name).as_deref().unwrap_or_default() != value {
            self.set_optional(name, value);
        }
    }

    /// A style property through CSSOM, which a content security policy without inline styles allows.
    pub(crate) fn set_style(&self, name: &str, value: &str) {
        if value.is_empty() { self.style().remove_property(name) } else { self.style().set_property(name, value) }
    }

    /// The value of a field, unless the field shows it already. A field in use keeps its selection; one in which text is
    /// being composed or a date is half typed is left alone: the person's next keystroke settles what it says.
    pub(crate) fn show_value(&self, value: &str) {
        if self.value() == value || self.is_composing() == Some(true) {
            return;
        }
        if !self.matches(":focus") {
            return self.set_value(value);
        }
        if self.is_half_typed() {
            return;
        }
        let selection = (self.selection_start(), self.selection_end());
        self.set_value(value);
        if let (Some(start), Some(end)) = selection {
            self.set_selection(start, end);
        }
    }

    /// Whether there is something in the field that is no value yet, such as a date without its year.
    pub(crate) fn is_half_typed(&self) -> bool {
        self.validity().is_some_and(|validity| validity.bad_input())
    }

    pub(crate) fn show_checked(&self, checked: bool) {
        if self.checked() != checked {
            self.set_checked(checked);
        }
    }

    /// The text, unless it is there already.
    pub(crate) fn show_text(&self, text: &str) {
        if self.text_content().as_deref() != Some(text) {
            self.set_text(text);
            self.mark_huge(text);
        }
    }

    /// Marks what holds more words than anybody reads. Browsers find the direction of its lines in quadratic time.
    pub(crate) fn mark_huge(&self, text: &str) {
        if text.len() > HUGE {
            self.toggle_attribute("data-huge", true);
        }
    }
}

/// In bytes.
const HUGE: usize = 50_000;

/// By the browser's tables: our own would weigh ten kilobytes.
pub(crate) fn lower_case(text: &str) -> String {
    JsValue::from_str(text).unchecked_into::<Text>().to_lower_case()
}

/// The root element of the page.
pub(crate) fn page() -> Element {
    PAGE.with(Element::clone)
}

pub(crate) fn is_right_to_left(element: &Element) -> bool {
    computed_style(element).direction() == "rtl"
}

/// A shape made once and copied from then on; see [`shape!`].
pub(crate) type Shapes = [OnceCell<Element>; 2];

thread_local! {
    /// Whether what is drawn stands in a button, which by HTML's rules may hold phrases and no blocks.
    static IN_BUTTON: Cell<bool> = const { Cell::new(false) };
}

/// Draws by the rules for what stands in a button, or not; answers with what held before.
pub(crate) fn draw_in_button(is_in_button: bool) -> bool {
    IN_BUTTON.replace(is_in_button)
}

pub(crate) fn is_in_button() -> bool {
    IN_BUTTON.get()
}

/// A copy of one of two shapes: as it is made in the open, and as it is made in a button.
pub(crate) fn copy(shapes: &Shapes, make: fn() -> Element) -> Element {
    shapes[usize::from(is_in_button())].get_or_init(make).clone_node(true)
}

/// A shape made once and copied from then on.
macro_rules! shape {
    ($make:expr) => {{
        thread_local!(static SHAPES: $crate::view::dom::Shapes = const { [const { std::cell::OnceCell::new() }; 2] });
        SHAPES.with(|shapes| $crate::view::dom::copy(shapes, || $make))
    }};
}
pub(crate) use shape;
