//! What the conversation's module asks of the page: the surfaces, which live in the element's own module, and its words.

use std::borrow::Cow;

use leptos::web_sys;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::conversation::Stage;
use crate::lifecycle::{English, Text, Texts};
use crate::protocol::{self, Dialect};
use crate::step::Step;
use crate::{Issue, Millis, SurfaceId};

#[wasm_bindgen]
extern "C" {
    /// `src/js/conversation.js`.
    #[derive(Clone)]
    pub type Host;

    #[wasm_bindgen(method, js_name = applySteps)]
    fn apply_steps(this: &Host, steps: &str, now: f64);
    #[wasm_bindgen(method)]
    pub(super) fn preview(this: &Host, partial: &str, growing: Option<String>, now: f64);
    #[wasm_bindgen(method)]
    fn facts(this: &Host, surface: &str) -> u8;
    #[wasm_bindgen(method)]
    fn spelling(this: &Host, surface: &str) -> Option<String>;
    #[wasm_bindgen(method, js_name = dataModel)]
    fn data_model(this: &Host, surface: &str) -> Option<String>;
    #[wasm_bindgen(method, js_name = issuesOf)]
    fn issues_of(this: &Host, surface: &str) -> String;
    /// Puts a surface into an element of ours; nothing puts it back.
    #[wasm_bindgen(method)]
    pub(super) fn place(this: &Host, surface: &str, place: Option<web_sys::Element>);
    /// A sentence of the page's own table.
    #[wasm_bindgen(method)]
    fn word(this: &Host, key: &str) -> Option<String>;
    /// A whole number as people of this language write it.
    #[wasm_bindgen(method)]
    pub(super) fn number(this: &Host, number: f64) -> String;
    /// A person opened or closed a panel.
    #[wasm_bindgen(method)]
    pub(super) fn toggled(this: &Host, activity: &str, open: bool);
    /// A person answers a request; no patch declines.
    #[wasm_bindgen(method)]
    pub(super) fn answer(this: &Host, session: &str, request: &str, patch: Option<String>, reason: &str);
    /// Outlines a component on its surface, or none any more.
    #[wasm_bindgen(method)]
    pub(super) fn outline(this: &Host, surface: &str, component: Option<String>);
    /// Puts text on the clipboard.
    #[wasm_bindgen(method)]
    pub(super) fn copy(this: &Host, text: &str);
    /// Draws messages into an element as a picture: nothing in it can be reached.
    #[wasm_bindgen(method)]
    pub(super) fn picture(this: &Host, place: web_sys::Element, messages: &str);
}

impl Host {
    /// What was found wrong with a surface, as hosts read it.
    pub(super) fn findings(&self, surface: &SurfaceId) -> Vec<Value> {
        match serde_json::from_str(&self.issues_of(surface.as_str())) {
            Ok(Value::Array(list)) => list,
            _ => Vec::new(),
        }
    }
}

const EXISTS: u8 = 1;
const HAS_ROOT: u8 = 2;
const IS_VISIBLE: u8 = 4;

impl Stage for Host {
    /// The element's own module announces the issues: none come back.
    fn apply(&mut self, steps: Vec<Step>, now: Millis) -> Vec<Issue> {
        if !steps.is_empty() {
            let steps: Value = steps.into_iter().map(Step::write).collect();
            self.apply_steps(&steps.to_string(), now.0 as f64);
        }
        Vec::new()
    }

    fn exists(&self, surface: &SurfaceId) -> bool {
        self.facts(surface.as_str()) & EXISTS != 0
    }

    fn has_root(&self, surface: &SurfaceId) -> bool {
        self.facts(surface.as_str()) & HAS_ROOT != 0
    }

    fn is_visible(&self, surface: &SurfaceId) -> bool {
        self.facts(surface.as_str()) & IS_VISIBLE != 0
    }

    fn data(&self, surface: &SurfaceId) -> Option<Cow<'_, Value>> {
        let text = self.data_model(surface.as_str())?;
        serde_json::from_str(&text).ok().map(Cow::Owned)
    }

    fn dialect(&self, surface: &SurfaceId) -> Option<Dialect> {
        let spelling = self.spelling(surface.as_str())?;
        protocol::spoken(&json!({"version": if spelling.is_empty() { "v0.8" } else { &spelling }}))
    }
}

impl Texts for Host {
    fn text(&self, text: Text) -> Cow<'_, str> {
        self.word(text.key()).map_or_else(|| English.text(text), Cow::Owned)
    }
}
