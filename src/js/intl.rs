//! Formatting by the browser's `Intl`, behind the same contract as the native one.

use wasm_bindgen::prelude::*;

use crate::dynamic::intl::{Intl, Width};

#[wasm_bindgen]
extern "C" {
    /// `src/js/intl.js`: one locale's formatters, made when they are first needed.
    pub type Formatter;

    #[wasm_bindgen(method)]
    fn decimal(this: &Formatter, value: f64, least: u8, most: u8, grouping: bool) -> String;
    #[wasm_bindgen(method)]
    fn currency(this: &Formatter, value: f64, currency: &str, decimals: Option<u8>, grouping: bool) -> String;
    #[wasm_bindgen(method)]
    fn plural(this: &Formatter, value: f64) -> String;
    #[wasm_bindgen(method)]
    fn month(this: &Formatter, month: u32, is_long: bool) -> String;
    #[wasm_bindgen(method)]
    fn weekday(this: &Formatter, weekday: u32, is_long: bool) -> String;
    #[wasm_bindgen(method, js_name = dayPeriod)]
    fn day_period(this: &Formatter, hour: u32) -> String;
}

impl Intl for Formatter {
    fn decimal(&self, value: f64, fractions: (u8, u8), grouping: bool) -> String {
        Formatter::decimal(self, value, fractions.0, fractions.1, grouping)
    }

    fn currency(&self, value: f64, currency: &str, decimals: Option<u8>, grouping: bool) -> String {
        Formatter::currency(self, value, currency, decimals, grouping)
    }

    fn plural(&self, value: f64) -> &'static str {
        let category = Formatter::plural(self, value);
        ["zero", "one", "two", "few", "many"].into_iter().find(|known| *known == category).unwrap_or("other")
    }

    fn month(&self, month: u32, width: Width) -> String {
        Formatter::month(self, month, width == Width::Long)
    }

    fn weekday(&self, weekday: u32, width: Width) -> String {
        Formatter::weekday(self, weekday, width == Width::Long)
    }

    fn day_period(&self, hour: u32) -> String {
        Formatter::day_period(self, hour)
    }
}
