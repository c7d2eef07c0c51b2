//! The activities as they stand in the page: one section each, in order, kept until its activity goes.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::mount::{UnmountHandle, mount_to};
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::web_sys::{Element, HtmlElement};
use wasm_bindgen::JsCast;

use super::host::Host;
use super::view::{Form, Found, Model, Speech, activity};
use crate::conversation::{ActivityView, Conversation};
use crate::healing::Phase;
use crate::lifecycle::{Exposure, Panel, Screen, View};
use crate::{Millis, SurfaceId};

/// Everything one element shows of its conversation.
pub(super) struct Screens {
    stage: HtmlElement,
    host: Host,
    speech: Speech,
    conversation: Rc<RefCell<Conversation>>,
    shown: Vec<Shown>,
    /// Surfaces and the activity that each stands in.
    placed: Vec<(SurfaceId, String)>,
    /// What the host itself asked to see of an agent's troubles, painted surfaces included.
    exposure: Option<Exposure>,
}

/// One activity. Dropping it takes its section out of the page.
struct Shown {
    model: Model,
    section: Element,
    place: Element,
    _mounted: UnmountHandle<AnyViewState>,
}

impl Screens {
    pub(super) fn new(stage: Element, host: Host, conversation: Rc<RefCell<Conversation>>) -> Screens {
        let stage = stage.unchecked_into();
        let speech = Speech::new(host.clone());
        Screens { stage, host, speech, conversation, shown: Vec::new(), placed: Vec::new(), exposure: None }
    }

    pub(super) fn set_exposure(&mut self, exposure: Option<Exposure>) {
        self.exposure = exposure;
    }

    /// The page's words or language changed.
    pub(super) fn reword(&self) {
        self.speech.change();
    }

    /// Brings the page up to date.
    pub(super) fn show(&mut self, now: Millis) {
        let conversation = self.conversation.clone();
        let activities = conversation.borrow().activities(&self.host, now);
        self.take_back(&activities);
        self.shown.retain(|shown| activities.iter().any(|activity| activity.id == shown.model.id));
        for (index, activity) in activities.into_iter().enumerate() {
            self.show_activity(index, activity, now);
        }
    }

    /// When the next whole second of a time that people see begins.
    pub(super) fn next_second(&self, now: Millis) -> Option<Millis> {
        let conversation = self.conversation.borrow();
        let open = self.shown.iter().filter_map(|shown| conversation.healing().at(&shown.model.id));
        let deadlines = open.filter(|entry| entry.phase == Phase::Open).filter_map(|entry| entry.deadline);
        let next = deadlines.filter_map(|deadline| {
            let left = deadline.since(now).0;
            // Minutes are enough where there are many.
            let unit = if left > 120_000 { 60_000 } else { 1_000 };
            Some(Millis(deadline.0 - left.div_ceil(unit).checked_sub(1)? * unit))
        });
        next.min()
    }

    fn show_activity(&mut self, index: usize, activity: ActivityView, now: Millis) {
        let position = self.shown.iter().position(|shown| shown.model.id == activity.id);
        let findings = self.findings(&activity);
        let form = {
            let before = position.and_then(|position| self.shown[position].model.form.get_untracked());
            let conversation = self.conversation.borrow();
            let entry = conversation.healing().at(&activity.id).filter(|entry| !entry.is_prevented);
            let errors = errors(&activity.view.screen);
            entry.map(|entry| Form::of(entry, before.as_ref(), &errors, now))
        };
        let exposure = self.beside_surfaces(&activity.view);
        let ActivityView { id, view, surfaces } = activity;
        let position = position.unwrap_or_else(|| {
            let next = self.shown.get(index).map(|shown| shown.section.clone());
            let shown = Shown::mount(
                Model::new(&id, view.clone(), self.speech.clone(), self.conversation.clone()),
                &self.stage,
            );
            if let Some(next) = next {
                // Only moving can fail, and then it stands at the end.
                self.stage.insert_before(&shown.section, Some(&next)).ok();
            }
            self.shown.insert(index.min(self.shown.len()), shown);
            index.min(self.shown.len() - 1)
        });
        let shown = &self.shown[position];
        set(shown.model.view, view);
        set(shown.model.now, now);
        set(shown.model.form, form);
        set(shown.model.findings, findings);
        set(shown.model.exposure, exposure);
        for surface in surfaces {
            if !self.placed.iter().any(|(placed, at)| *placed == surface && *at == id) {
                self.placed.retain(|(placed, _)| *placed != surface);
                self.host.place(surface.as_str(), Some(shown.place.clone()));
                self.placed.push((surface, id.clone()));
            }
        }
    }

    /// Surfaces that stand in no activity any more go back to the stage, before the section they stood in goes.
    fn take_back(&mut self, activities: &[ActivityView]) {
        let host = &self.host;
        self.placed.retain(|(surface, id)| {
            let stands = activities.iter().any(|activity| activity.id == *id && activity.surfaces.contains(surface));
            if !stands {
                host.place(surface.as_str(), None);
            }
            stands
        });
    }

    /// What may be told beside painted surfaces: what the server said, else what the host asked for.
    fn beside_surfaces(&self, view: &View) -> Option<Exposure> {
        view.said.or(self.exposure).filter(|exposure| *exposure != Exposure::Hidden)
    }

    /// What is wrong with the surfaces at hand, as far as it may be told.
    fn findings(&self, activity: &ActivityView) -> Vec<Found> {
        let may_tell = match &activity.view.screen {
            Screen::Nothing => false,
            Screen::Loader(loader) => loader.panel.is_some(),
            Screen::Failure(card) => card.panel.is_some(),
            Screen::Surfaces { .. } => self.beside_surfaces(&activity.view).is_some(),
        };
        if !may_tell {
            return Vec::new();
        }
        activity.surfaces.iter().flat_map(|surface| self.host.findings(surface)).map(Found::new).collect()
    }
}

impl Shown {
    fn mount(model: Model, stage: &HtmlElement) -> Shown {
        let mounted = {
            let model = model.clone();
            mount_to(stage.clone(), move || activity(model).into_any())
        };
        let element = |node: Option<HtmlElement>| node.expect("mounting fills in the references").unchecked_into();
        let section = element(model.section.get_untracked().map(JsCast::unchecked_into));
        let place = element(model.place.get_untracked().map(JsCast::unchecked_into));
        Shown { model, section, place, _mounted: mounted }
    }
}

/// Where an activity went wrong, as far as its panel tells.
fn errors(screen: &Screen) -> Vec<String> {
    let panel = match screen {
        Screen::Nothing => None,
        Screen::Loader(loader) => loader.panel.as_ref(),
        Screen::Failure(card) => card.panel.as_ref(),
        Screen::Surfaces { note, notice, .. } => {
            note.as_ref().and_then(|note| note.panel.as_ref()).or_else(|| notice.as_ref()?.panel.as_ref())
        }
    };
    panel.map(Panel::findings).unwrap_or_default().into_iter().map(|finding| finding.path).collect()
}

/// Sets a signal whose value differs.
fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
