//! What the custom element talks to: JSON text and DOM events in, DOM and JSON text out.
//!
//! JSON crosses as text. Parsing it here is faster than walking JS objects, and `JSON.parse` on the way out gives own
//! properties only, whatever an agent calls its keys.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use super::host::{self, HostFunctions};
use super::intl::Formatter;
use crate::component::Component;
use crate::dynamic::Effect;
use crate::issue::Severity;
use crate::millis::Millis;
use crate::protocol::{self, Version};
use crate::surface::{Changes, NodeId, Said, Surfaces};
use crate::view::{self, Element, Event, OnDemand, View};
use crate::{Issue, SurfaceId};

/// One element's state and view.
#[wasm_bindgen]
pub struct Easel {
    pub(super) surfaces: Surfaces,
    /// Drawing runs listeners of the page, which may read what is below and above: so it borrows only this one.
    pub(super) view: RefCell<View>,
    /// What is not drawn yet.
    changes: Cell<Changes>,
    /// Every problem found, up to [`MAX_ISSUES`].
    pub(super) issues: Vec<Issue>,
    /// How many of `issues` have been announced.
    announced: usize,
    /// What `snapshot` was last given, and `send` since.
    said: Said,
}

/// More issues than this tell nobody anything new.
const MAX_ISSUES: usize = 1_000;

#[wasm_bindgen]
impl Easel {
    /// An easel that draws into `stage`.
    #[wasm_bindgen(constructor)]
    pub fn new(stage: Element, on_demand: OnDemand, formatter: Formatter) -> Easel {
        Easel {
            surfaces: Surfaces::new(Rc::new(formatter)),
            view: RefCell::new(View::new(stage, on_demand)),
            changes: Cell::default(),
            issues: Vec::new(),
            announced: 0,
            said: Said::default(),
        }
    }

    /// Takes a catalog of the host: its document as JSON text, and the functions it implements.
    pub fn declare(&mut self, document: &str, functions: &HostFunctions) {
        let (catalog, mut issues) = host::read(document, functions);
        if let Some(catalog) = catalog {
            issues.extend(self.surfaces.declare(catalog));
        }
        self.note(issues);
    }

    /// What to tell an agent of this version, as JSON text: transport metadata by key. Nothing for an unknown version.
    pub fn capabilities(&self, version: &str) -> Option<String> {
        let version = match version.trim_start_matches('v') {
            "0.8" => Version::V0_8,
            "0.9" | "0.9.1" => Version::V0_9,
            "1.0" => Version::V1_0,
            _ => return None,
        };
        Some(Value::Object(self.surfaces.capabilities(version)).to_string())
    }

    /// Ids of calls to the agent begin with `seed`; it tells this page's from others.
    #[wasm_bindgen(js_name = setCallSeed)]
    pub fn set_call_seed(&mut self, seed: &str) {
        self.surfaces.set_call_seed(seed);
    }

    /// Whether a person is acting right now; some functions run for the agent only then.
    #[wasm_bindgen(js_name = setUserActivation)]
    pub fn set_user_activation(&mut self, is_active: bool) {
        self.surfaces.set_user_activation(is_active);
    }

    /// Applies messages given as JSON or JSONL text. Answers with the issues they caused, as JSON text.
    pub fn send(&mut self, text: &str, now: f64) -> String {
        let (messages, mut issues) = protocol::flatten_text(text);
        self.said.extend(&messages);
        issues.extend(self.surfaces.apply(Value::Array(messages), millis(now)));
        let caused = Value::Array(issues.iter().map(Issue::plain).collect()).to_string();
        self.note(issues);
        caused
    }

    /// Takes the whole conversation: what is new at its end is applied; one that differs is converged to. Surfaces that are
    /// named in `others`, a JSON list, come from elsewhere: that the conversation leaves them out means nothing.
    pub fn snapshot(&mut self, text: &str, others: &str, now: f64) {
        let (messages, mut issues) = protocol::flatten_text(text);
        if self.said.is_start_of(&messages) {
            let tail = messages[self.said.count()..].to_vec();
            self.said.extend(&tail);
            issues.extend(self.surfaces.apply(Value::Array(tail), millis(now)));
        } else {
            self.said = Said::of(&messages);
            let others: Vec<SurfaceId> = match serde_json::from_str(others) {
                Ok(Value::Array(others)) => others.iter().filter_map(Value::as_str).map(SurfaceId::from).collect(),
                _ => Vec::new(),
            };
            self.issues.retain(|issue| issue.surface.as_ref().is_some_and(|surface| others.contains(surface)));
            self.announced = self.issues.len();
            issues.extend(self.surfaces.converge(Value::Array(messages), &others, millis(now)));
        }
        self.note(issues);
    }

    /// Finds out what changed; `paint` shows it.
    pub fn settle(&mut self) {
        *self.changes.get_mut() = self.surfaces.take_changes();
    }

    /// Brings the DOM up to date. Answers whether the rest of long lists waits for the next call.
    pub fn paint(&self) -> bool {
        self.view.borrow_mut().apply(self.changes.take(), &self.surfaces)
    }

    /// What a person did. Answers with a URL to open, if that is what it comes to.
    pub fn handle(&mut self, event: &Event, timestamp: &str) -> Option<String> {
        let (surface, path) = self.view.borrow().trace(event)?;
        let kind = event.kind();
        let mut open = None;
        for (id, element) in path {
            let effect = match kind.as_str() {
                "click" => self.click(&surface, id, &element, event, timestamp),
                "input" | "change" => self.enter(&surface, id, &element, event, &kind),
                "focusout" => self.leave(&surface, id, &element, event),
                "keydown" => self.key(&surface, id, &element, event),
                "close" => self.close(&surface, id, &element, event),
                "error" => self.broken(&surface, id, &element),
                _ => None,
            };
            if let Some(Effect::OpenUrl(url)) = effect {
                open = Some(url);
            }
        }
        open
    }

    /// Messages for the agent since this was last asked, as JSON text: `{sent: [{message, isAction, metadata,
    /// itemPath?}], metadata}` where the first `metadata` is a position in the second; empty if there are none.
    #[wasm_bindgen(js_name = takeOutgoing)]
    pub fn take_outgoing(&mut self) -> String {
        let sent = self.surfaces.take_outgoing();
        if sent.is_empty() {
            return String::new();
        }
        // Metadata may be large, and many messages share it.
        let mut metadata: Vec<Rc<Map<String, Value>>> = Vec::new();
        let mut list = Vec::new();
        for sent in sent {
            let known = metadata.iter().position(|known| Rc::ptr_eq(known, &sent.metadata));
            let position = known.unwrap_or(metadata.len());
            if known.is_none() {
                metadata.push(sent.metadata);
            }
            let mut entry = Map::new();
            entry.insert("message".into(), sent.message);
            entry.insert("isAction".into(), sent.is_action.into());
            entry.insert("metadata".into(), position.into());
            if let Some(path) = sent.item_path {
                entry.insert("itemPath".into(), path.into());
            }
            list.push(Value::Object(entry));
        }
        let mut outgoing = Map::new();
        outgoing.insert("sent".into(), Value::Array(list));
        let metadata = metadata.into_iter().map(|shared| Value::Object(Rc::unwrap_or_clone(shared)));
        outgoing.insert("metadata".into(), Value::Array(metadata.collect()));
        Value::Object(outgoing).to_string()
    }

    /// Issues since this was last asked, as JSON text; empty if there are none.
    #[wasm_bindgen(js_name = takeIssues)]
    pub fn take_issues(&mut self) -> String {
        let new = self.issues.get(self.announced..).unwrap_or_default();
        if new.is_empty() {
            return String::new();
        }
        let text = Value::Array(new.iter().map(Issue::plain).collect()).to_string();
        self.announced = self.issues.len();
        text
    }

    /// All issues, as JSON text.
    pub fn issues(&self) -> String {
        Value::Array(self.issues.iter().map(Issue::plain).collect()).to_string()
    }

    /// The live data of a surface, as JSON text.
    #[wasm_bindgen(js_name = dataModel)]
    pub fn data_model(&self, surface: &str) -> Option<String> {
        self.surfaces.data_model(&surface.into()).map(|model| model.value().to_string())
    }

    /// What a module found in the component that it draws, and in which property. Said once for each component and sentence.
    pub fn report(
        &mut self,
        surface: &str,
        component: &str,
        severity: &str,
        code: &str,
        message: &str,
        property: Option<String>,
    ) {
        let code = ["TOLERATED", "UNKNOWN_VALUE", "LIMIT_EXCEEDED"].into_iter().find(|known| *known == code);
        let severity = match severity {
            "info" => Severity::Info,
            "error" => Severity::Error,
            _ => Severity::Warning,
        };
        let issue = Issue::new(severity, code.unwrap_or("VALIDATION_FAILED"), message);
        self.change(&surface.into(), |surface| surface.report_in(&component.into(), property.as_deref(), issue));
    }

    /// Whether a person sees anything.
    #[wasm_bindgen(js_name = isVisible)]
    pub fn is_visible(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.is_visible())
    }

    /// When `tick` is due, in milliseconds on the clock that `now` comes from.
    #[wasm_bindgen(js_name = nextDeadline)]
    pub fn next_deadline(&self) -> Option<f64> {
        self.surfaces.next_deadline().map(|deadline| deadline.0 as f64)
    }

    /// Does what is due at `now`.
    pub fn tick(&mut self, now: f64) {
        let issues = self.surfaces.tick(millis(now));
        self.note(issues);
    }

    /// Another language.
    #[wasm_bindgen(js_name = setFormatter)]
    pub fn set_formatter(&mut self, formatter: Formatter) {
        let issues = self.surfaces.set_intl(Rc::new(formatter));
        self.note(issues);
    }

    /// Shows only this surface; an empty id shows all.
    #[wasm_bindgen(js_name = showOnly)]
    pub fn show_only(&mut self, surface: &str) {
        self.view.get_mut().show_only((!surface.is_empty()).then(|| surface.into()));
    }

    /// Whether surfaces may say who the agent claims to be.
    #[wasm_bindgen(js_name = setAttribution)]
    pub fn set_attribution(&mut self, is_allowed: bool) {
        self.view.get_mut().set_attribution(is_allowed, &self.surfaces);
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.surfaces.reset();
        self.issues.clear();
        self.announced = 0;
        self.said = Said::default();
    }
}

impl Easel {
    pub(super) fn note(&mut self, issues: Vec<Issue>) {
        let room = MAX_ISSUES.saturating_sub(self.issues.len());
        self.issues.extend(issues.into_iter().take(room));
    }

    fn change(&mut self, surface: &SurfaceId, doing: impl FnOnce(&mut crate::surface::Surface)) {
        let issues = self.surfaces.change(surface, doing);
        self.note(issues);
    }

    fn component(&self, surface: &SurfaceId, id: NodeId) -> Option<&Component> {
        self.surfaces.surface(surface)?.component(id)
    }

    fn click(
        &mut self,
        surface: &SurfaceId,
        id: NodeId,
        element: &Element,
        event: &Event,
        timestamp: &str,
    ) -> Option<Effect> {
        let target = event.target()?;
        match self.component(surface, id)? {
            Component::Drawing(_) if target.closest("[data-press]").is_none() => {}
            Component::Button(_) | Component::Drawing(_) => {
                let (effect, issues) = self.surfaces.press(surface, id, timestamp);
                self.note(issues);
                return effect;
            }
            Component::Tabs(_) => {
                if let Some(index) = view::tab_index(element, &target) {
                    self.change(surface, |surface| surface.select_tab(id, index));
                }
            }
            Component::Modal(modal) => {
                let is_open = view::modal_press(element, &target, modal.is_open);
                if is_open != modal.is_open {
                    self.change(surface, |surface| surface.set_open(id, is_open));
                }
            }
            _ => {}
        }
        None
    }

    fn enter(
        &mut self,
        surface: &SurfaceId,
        id: NodeId,
        element: &Element,
        event: &Event,
        kind: &str,
    ) -> Option<Effect> {
        let target = event.target()?;
        let value = match self.component(surface, id)? {
            Component::TextField(_) if kind == "input" => Value::String(target.value()),
            Component::CheckBox(_) if kind == "change" => Value::Bool(target.checked()),
            Component::Slider(_) if kind == "input" => crate::data_model::number_value(target.value_as_number()),
            // What is half typed is no value yet, and none to throw the old one away for.
            Component::DateTimeInput(_) if target.is_half_typed() => return None,
            Component::DateTimeInput(input) => Value::String(input.written(&target.value())),
            Component::ChoicePicker(picker) if view::is_filter(&target) => {
                view::filter(element, picker, &target.value());
                return None;
            }
            Component::ChoicePicker(picker) if kind == "change" => {
                Value::Array(picker.toggled(&target.value()).into_iter().map(Value::String).collect())
            }
            _ => return None,
        };
        self.change(surface, |surface| surface.enter(id, value));
        None
    }

    fn leave(&mut self, surface: &SurfaceId, id: NodeId, element: &Element, event: &Event) -> Option<Effect> {
        let stays = event.related().is_some_and(|next| element.contains(&next));
        if self.component(surface, id)?.is_input() && !stays {
            self.change(surface, |surface| surface.touch(id));
        }
        None
    }

    fn key(&mut self, surface: &SurfaceId, id: NodeId, element: &Element, event: &Event) -> Option<Effect> {
        let tabs = match self.component(surface, id)? {
            Component::Tabs(tabs) => tabs,
            Component::Modal(_) => {
                if view::modal_key(element, &event.target()?, &event.key()?) {
                    event.prevent_default();
                    self.change(surface, |surface| surface.set_open(id, true));
                }
                return None;
            }
            _ => return None,
        };
        view::tab_index(element, &event.target()?)?;
        let last = tabs.titles.len().checked_sub(1)?;
        let (next, previous) =
            if view::is_right_to_left(element) { ("ArrowLeft", "ArrowRight") } else { ("ArrowRight", "ArrowLeft") };
        let key = event.key()?;
        let index = match key.as_str() {
            "Home" => 0,
            "End" => last,
            key if key == next => {
                if tabs.selected == last {
                    0
                } else {
                    tabs.selected + 1
                }
            }
            key if key == previous => tabs.selected.checked_sub(1).unwrap_or(last),
            _ => return None,
        };
        event.prevent_default();
        self.change(surface, |surface| surface.select_tab(id, index));
        self.settle();
        self.paint();
        view::focus_tab(element, index);
        None
    }

    /// The browser closed a dialog: Escape.
    fn close(&mut self, surface: &SurfaceId, id: NodeId, element: &Element, event: &Event) -> Option<Effect> {
        let Component::Modal(_) = self.component(surface, id)? else { return None };
        if view::is_dialog(element, &event.target()?) {
            self.change(surface, |surface| surface.set_open(id, false));
        }
        None
    }

    fn broken(&mut self, surface: &SurfaceId, id: NodeId, element: &Element) -> Option<Effect> {
        if let Component::Image(_) = self.component(surface, id)? {
            view::mark_broken(element);
        }
        None
    }
}

pub(super) fn millis(now: f64) -> Millis {
    Millis(now.max(0.0) as u64)
}
