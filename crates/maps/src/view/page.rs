//! What the page answers: words and numbers in its language.

use wasm_bindgen::prelude::*;

use crate::scale_bar::{Measure, ScaleBar};
use crate::words::Words;

#[wasm_bindgen]
extern "C" {
    /// Made by src/js/maps.js. Nothing of it throws.
    pub type Page;
    #[wasm_bindgen(method)]
    fn word(this: &Page, name: &str) -> String;
    #[wasm_bindgen(method)]
    fn number(this: &Page, value: f64, decimals: u32) -> String;
    #[wasm_bindgen(method)]
    fn distance(this: &Page, value: f64, unit: &str) -> String;
    #[wasm_bindgen(method)]
    fn country(this: &Page, code: &str) -> String;
    #[wasm_bindgen(method)]
    fn width(this: &Page, name: &str) -> f64;
    #[wasm_bindgen(method)]
    pub fn report(this: &Page, severity: &str, code: &str, message: &str);
    #[wasm_bindgen(method, getter, js_name = hasMiles)]
    fn has_miles(this: &Page) -> bool;
    #[wasm_bindgen(method, getter, js_name = isCalm)]
    pub fn is_calm(this: &Page) -> bool;
}

impl Page {
    pub fn measure(&self) -> Measure {
        if self.has_miles() { Measure::Miles } else { Measure::Metric }
    }
}

impl Words for Page {
    fn word(&self, name: &str) -> String {
        Page::word(self, name)
    }

    fn number(&self, value: f64, decimals: u32) -> String {
        Page::number(self, value, decimals)
    }

    fn distance(&self, bar: ScaleBar) -> String {
        Page::distance(self, bar.distance, bar.unit)
    }

    fn country(&self, code: &str) -> String {
        Page::country(self, code)
    }

    fn width(&self, name: &str) -> f64 {
        Page::width(self, name)
    }
}
