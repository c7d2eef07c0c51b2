//! The status line below painted surfaces, and what is read out.

use leptos::prelude::*;

use super::{Model, is_there, panel};
use crate::lifecycle::{Loader, Note, Panel};

pub(super) fn view(model: &Model, note: Memo<Option<Note>>) -> impl IntoView + use<> {
    let is_there = is_there(note);
    let model = model.clone();
    move || is_there.get().then(|| shown(&model, note))
}

fn shown(model: &Model, note: Memo<Option<Note>>) -> impl IntoView + use<> {
    let speech = model.speech.clone();
    let label = Memo::new(move |_| note.with(|note| note.as_ref().map(|note| note.label.text(&speech))));
    let details: Memo<Option<Panel>> = Memo::new(move |_| note.with(|note| note.as_ref()?.panel.clone()));
    let panel = panel::view(model, details);
    view! {
        <div class="note" part="note">
            <p class="says">{move || label.get()}</p>
            {panel}
        </div>
    }
}

/// The label of whatever goes on, and what a form asks for, for those who hear the page. It alone is announced, and only when
/// it changes.
pub(super) fn announcement(
    model: &Model,
    loader: Memo<Option<Loader>>,
    note: Memo<Option<Note>>,
    is_asking: Memo<bool>,
) -> impl IntoView + use<> {
    let (speech, form) = (model.speech.clone(), model.form);
    let label = Memo::new(move |_| {
        let asked = || form.with(|form| form.as_ref()?.announcement(&speech));
        let asked = is_asking.get().then(asked).flatten();
        let of_loader = || loader.with(|loader| loader.as_ref().map(|loader| loader.label));
        let label = || of_loader().or_else(|| note.with(|note| note.as_ref().map(|note| note.label)));
        asked.or_else(|| label().map(|label| label.text(&speech)))
    });
    view! { <div class="announcement" role="status">{move || label.get()}</div> }
}
