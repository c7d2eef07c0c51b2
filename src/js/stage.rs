//! The surfaces as a conversation sees them, which decides in a module of its own: steps in, facts out, places in the page.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::easel::{Easel, millis};
use crate::Issue;
use crate::step::Step;
use crate::view::Element;

const EXISTS: u8 = 1;
const HAS_ROOT: u8 = 2;
const IS_VISIBLE: u8 = 4;

#[wasm_bindgen]
impl Easel {
    /// Takes steps as JSON text. Answers with the issues they caused, as JSON text.
    #[wasm_bindgen(js_name = applySteps)]
    pub fn apply_steps(&mut self, steps: &str, now: f64) -> String {
        let steps = match serde_json::from_str(steps) {
            Ok(Value::Array(steps)) => steps.into_iter().filter_map(Step::read).collect(),
            _ => Vec::new(),
        };
        let issues = self.surfaces.take_steps(steps, millis(now));
        let caused = Value::Array(issues.iter().map(Issue::plain).collect()).to_string();
        self.note(issues);
        caused
    }

    /// Shows what is certain of a message that is still arriving. Of the component `growing` only the beginning is known.
    pub fn preview(&mut self, partial: &str, growing: Option<String>, now: f64) {
        if let Ok(partial) = serde_json::from_str(partial) {
            self.surfaces.preview(partial, growing.as_deref(), millis(now));
        }
    }

    /// What is true of a surface, as bits: it exists, it has a root, it would show anything.
    pub fn facts(&self, surface: &str) -> u8 {
        let Some(surface) = self.surfaces.surface(&surface.into()) else { return 0 };
        let bit = |holds: bool, bit: u8| if holds { bit } else { 0 };
        EXISTS | bit(surface.has_root(), HAS_ROOT) | bit(surface.is_visible(), IS_VISIBLE)
    }

    /// The version as the agent of a surface spells it; empty for v0.8.
    pub fn spelling(&self, surface: &str) -> Option<String> {
        self.surfaces.surface(&surface.into()).map(|surface| surface.dialect.spelling.to_string())
    }

    /// Where a surface stands; nowhere in particular is at the end of the stage. What is drawn of it moves along.
    pub fn place(&mut self, surface: &str, host: Option<Element>) {
        self.view.get_mut().place(surface.into(), host);
    }

    /// The issues of one surface, as JSON text.
    #[wasm_bindgen(js_name = issuesOf)]
    pub fn issues_of(&self, surface: &str) -> String {
        let here = |issue: &&Issue| issue.surface.as_ref().is_some_and(|about| about.as_str() == surface);
        Value::Array(self.issues.iter().filter(here).map(Issue::plain).collect()).to_string()
    }
}
