//! The failure card: before a paint in the place of the interface, after one below it.

use leptos::prelude::*;

use super::{Model, is_there, panel};
use crate::lifecycle::{Card, Panel, Text, Texts};

pub(super) fn view(model: &Model, card: Memo<Option<Card>>) -> impl IntoView + use<> {
    let is_there = is_there(card);
    let model = model.clone();
    move || is_there.get().then(|| shown(&model, card))
}

fn shown(model: &Model, card: Memo<Option<Card>>) -> impl IntoView + use<> {
    let sentence = |read: fn(&Card) -> Text| {
        let speech = model.speech.clone();
        Memo::new(move |_| {
            let text = card.with(|card| card.as_ref().map(read));
            text.map(|text| speech.text(text).into_owned())
        })
    };
    let title = sentence(|card| card.title);
    let advice = sentence(|card| card.text);
    let details: Memo<Option<Panel>> = Memo::new(move |_| card.with(|card| card.as_ref()?.panel.clone()));
    let panel = panel::view(model, details);
    // The panel is no part of the alert: opening it, or news in it, would have everything read out again.
    view! {
        <div class="failure" part="failure">
            <div class="alert" role="alert">
                <slot name="failed">
                    <p class="title">{move || title.get()}</p>
                    <p class="advice">{move || advice.get()}</p>
                </slot>
            </div>
            {panel}
        </div>
    }
}
