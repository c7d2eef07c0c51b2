//! What people see of an activity: its loader or failure card, its surfaces, and what stands below them.
//!
//! Nothing is made anew by an update: what is there at all hangs on memos that say whether, what it says on memos of its own.

mod caret;
mod failure;
mod fields;
mod findings;
mod form;
mod loader;
mod note;
mod panel;
mod preview;

use leptos::html;
use leptos::prelude::*;

pub(super) use self::findings::Found;
pub(super) use self::form::Form;
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use super::host::Host;
use crate::Millis;
use crate::conversation::Conversation;
use crate::lifecycle::{Card, Exposure, Loader, Note, Panel, Screen, Text, Texts, View};

/// One activity as values that change.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) id: String,
    pub(super) host: Host,
    /// The page's words.
    pub(super) speech: Speech,
    pub(super) view: RwSignal<View>,
    /// What we found wrong with its surfaces.
    pub(super) findings: RwSignal<Vec<Found>>,
    /// The request for a correction that is made here.
    pub(super) form: RwSignal<Option<Form>>,
    /// When this was last brought up to date.
    pub(super) now: RwSignal<Millis>,
    pub(super) conversation: StoredValue<Rc<RefCell<Conversation>>, LocalStorage>,
    /// What the host asked to see of painted surfaces.
    pub(super) exposure: RwSignal<Option<Exposure>>,
    pub(super) section: NodeRef<html::Section>,
    /// Where its surfaces stand.
    pub(super) place: NodeRef<html::Div>,
}

/// The page's words as values that change: whoever says one says it again when the page changes them.
#[derive(Clone)]
pub(super) struct Speech {
    host: Host,
    changed: ArcTrigger,
}

impl Speech {
    pub(super) fn new(host: Host) -> Speech {
        Speech { host, changed: ArcTrigger::new() }
    }

    /// The words or the language changed.
    pub(super) fn change(&self) {
        self.changed.notify();
    }

    fn number(&self, number: f64) -> String {
        self.changed.track();
        self.host.number(number)
    }
}

impl Texts for Speech {
    fn text(&self, text: Text) -> Cow<'_, str> {
        self.changed.track();
        self.host.text(text)
    }
}

impl Model {
    /// One of our sentences, which follows the page's words.
    fn says(&self, text: Text) -> Memo<String> {
        let speech = self.speech.clone();
        Memo::new(move |_| speech.text(text).into_owned())
    }

    pub(super) fn new(id: &str, view: View, speech: Speech, conversation: Rc<RefCell<Conversation>>) -> Model {
        Model {
            id: id.to_owned(),
            host: speech.host.clone(),
            speech,
            view: RwSignal::new(view),
            findings: RwSignal::new(Vec::new()),
            form: RwSignal::new(None),
            now: RwSignal::new(Millis(0)),
            conversation: StoredValue::new_local(conversation),
            exposure: RwSignal::new(None),
            section: NodeRef::new(),
            place: NodeRef::new(),
        }
    }

    fn part<T: PartialEq + Send + Sync + 'static>(&self, read: impl Fn(&View) -> T + Send + Sync + 'static) -> Memo<T> {
        let view = self.view;
        Memo::new(move |_| view.with(|view| read(view)))
    }
}

/// The section of an activity.
pub(super) fn activity(model: Model) -> impl IntoView {
    let loader: Memo<Option<Loader>> = model.part(|view| match &view.screen {
        Screen::Loader(loader) => Some(loader.clone()),
        _ => None,
    });
    let failure: Memo<Option<Card>> = model.part(|view| match &view.screen {
        Screen::Failure(card) => Some(card.clone()),
        _ => None,
    });
    let note: Memo<Option<Note>> = model.part(|view| match &view.screen {
        Screen::Surfaces { note, .. } => note.clone(),
        _ => None,
    });
    let notice: Memo<Option<Card>> = model.part(|view| match &view.screen {
        Screen::Surfaces { notice, .. } => notice.clone(),
        _ => None,
    });
    let correction: Memo<Option<Panel>> = model.part(|view| match &view.screen {
        Screen::Surfaces { correction, .. } => correction.clone(),
        _ => None,
    });
    let state = model.part(|view| view.state.as_str());
    let is_busy = model.part(|view| matches!(view.screen, Screen::Surfaces { busy: true, .. }));
    let is_prepared = model.part(|view| view.preparing);
    // Another panel below the surfaces tells the same.
    let is_quiet = model.part(|view| match &view.screen {
        Screen::Surfaces { note, notice, correction, .. } => {
            let of_note = note.as_ref().is_some_and(|note| note.panel.is_some());
            let of_notice = notice.as_ref().is_some_and(|notice| notice.panel.is_some());
            !of_note && !of_notice && correction.is_none()
        }
        _ => false,
    });

    // A form that may be shown at all.
    let is_asking = model.part(|view| match &view.screen {
        Screen::Nothing => false,
        Screen::Loader(loader) => loader.panel.is_some(),
        Screen::Failure(card) => card.panel.is_some(),
        Screen::Surfaces { correction, .. } => correction.is_some(),
    });
    let said = note::announcement(&model, loader, note, is_asking);
    let top = (loader::view(&model, loader), failure::view(&model, failure));
    let bottom = (
        note::view(&model, note),
        failure::view(&model, notice),
        panel::view(&model, correction),
        findings::of_painted(&model, is_quiet),
    );
    view! {
        <section
            class="activity"
            part="activity"
            data-activity-id=model.id.clone()
            data-state=move || state.get()
            node_ref=model.section
        >
            {said}
            {top}
            <div
                class="surfaces"
                class:prepared=move || is_prepared.get()
                inert=move || is_prepared.get()
                aria-hidden=move || is_prepared.get().then_some("true")
                aria-busy=move || is_busy.get().then_some("true")
                node_ref=model.place
            ></div>
            {bottom}
        </section>
    }
}

/// Whether there is anything: changes only as it comes and goes.
fn is_there<T: Send + Sync + 'static>(of: Memo<Option<T>>) -> Memo<bool> {
    Memo::new(move |_| of.with(Option::is_some))
}
