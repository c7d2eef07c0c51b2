//! What people see of an activity: its loader or failure card, its surfaces, and what stands below them.
//!
//! Nothing is made anew by an update: what is there at all hangs on memos that say whether, what it says on memos of its own.

mod failure;
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
use std::cell::RefCell;
use std::rc::Rc;

use super::host::Host;
use crate::Millis;
use crate::conversation::Conversation;
use crate::lifecycle::{Card, Exposure, Loader, Note, Panel, Screen, View};

/// One activity as values that change.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) id: String,
    pub(super) host: Host,
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

impl Model {
    pub(super) fn new(id: &str, view: View, host: Host, conversation: Rc<RefCell<Conversation>>) -> Model {
        Model {
            id: id.to_owned(),
            host,
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

    let said = note::announcement(&model, loader, note);
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
