//! Where somebody is typing, so that a form that moves can give the caret back.

use std::sync::{Arc, Mutex};

use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{self, HtmlInputElement, HtmlTextAreaElement};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// The field that has the focus, by the name in its `data-field`, and the selection in it. Names are ours, never an agent's.
#[derive(Clone, Default)]
pub(super) struct Caret(Arc<Mutex<Option<Place>>>);

#[derive(Clone)]
struct Place {
    field: String,
    start: u32,
    end: u32,
}

impl Place {
    /// Puts the caret here.
    fn take(&self, fields: &web_sys::Element) {
        let named = format!("[data-field=\"{}\"]", self.field);
        let Ok(Some(field)) = fields.query_selector(&named) else { return };
        // Fields without a selection, such as check boxes, refuse one.
        if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
            input.focus().ok();
            input.set_selection_range(self.start, self.end).ok();
        } else if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
            area.focus().ok();
            area.set_selection_range(self.start, self.end).ok();
        }
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = queueMicrotask)]
    fn queue_microtask(work: &JsValue);
}

impl Caret {
    /// Something happened in a field that has the focus.
    pub(super) fn note(&self, event: &web_sys::Event) {
        let Some((field, start, end)) = event.target().and_then(|target| selection(&target)) else { return };
        self.set(Some(Place { field, start, end }));
    }

    /// A field lost the focus: to another one, or because it was taken out of the page, after which the caret is owed.
    pub(super) fn leave(&self, event: &web_sys::Event) {
        let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
            return;
        };
        let (caret, left) = (self.clone(), element.get_attribute("data-field"));
        let work = Closure::once_into_js(move || {
            if element.is_connected() && caret.field() == left {
                caret.set(None);
            }
        });
        queue_microtask(&work);
    }

    /// The fields stand in a new place: whoever was typing goes on.
    pub(super) fn give_back(&self, fields: NodeRef<html::Fieldset>) {
        let caret = self.clone();
        Effect::new(move |_| {
            let Some(fields) = fields.get() else { return };
            let Some(place) = caret.0.lock().ok().and_then(|place| place.clone()) else { return };
            // Once the fields are filled: a new value puts the caret at its end.
            request_animation_frame(move || place.take(&fields));
        });
    }

    fn field(&self) -> Option<String> {
        self.0.lock().ok()?.as_ref().map(|place| place.field.clone())
    }

    fn set(&self, place: Option<Place>) {
        if let Ok(mut known) = self.0.lock() {
            *known = place;
        }
    }
}

fn selection(target: &web_sys::EventTarget) -> Option<(String, u32, u32)> {
    let field = target.dyn_ref::<web_sys::Element>()?.get_attribute("data-field")?;
    let (start, end) = if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        (input.selection_start().ok().flatten(), input.selection_end().ok().flatten())
    } else {
        let area = target.dyn_ref::<HtmlTextAreaElement>()?;
        (area.selection_start().ok().flatten(), area.selection_end().ok().flatten())
    };
    Some((field, start.unwrap_or(0), end.unwrap_or(0)))
}
