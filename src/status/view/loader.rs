//! The skeleton, or the host's loader in its place.

use leptos::prelude::*;

use super::{Model, is_there, panel};
use crate::lifecycle::{Loader, Panel, Text, Texts};
use crate::template::fill;

/// The phase from which each row of the skeleton shows.
const ROWS: [u8; 7] = [0, 0, 1, 1, 2, 2, 3];

pub(super) fn view(model: &Model, loader: Memo<Option<Loader>>) -> impl IntoView + use<> {
    let is_there = is_there(loader);
    let model = model.clone();
    move || is_there.get().then(|| shown(&model, loader))
}

fn shown(model: &Model, loader: Memo<Option<Loader>>) -> impl IntoView + use<> {
    let speech = model.speech.clone();
    let label = Memo::new(move |_| loader.with(|loader| loader.as_ref().map(|loader| loader.label.text(&speech))));
    let speech = model.speech.clone();
    let tokens = Memo::new(move |_| {
        let count = loader.with(|loader| loader.as_ref()?.tokens).filter(|count| *count > 0)?;
        Some(fill(&speech.text(Text::Tokens), &[("count", &speech.number(count as f64))]))
    });
    let phase = Memo::new(move |_| loader.with(|loader| loader.as_ref().map_or(3, |loader| loader.phase)));
    let is_hosts = Memo::new(move |_| loader.with(|loader| loader.as_ref().is_some_and(|loader| loader.host)));
    let is_still = Memo::new(move |_| loader.with(|loader| loader.as_ref().is_some_and(|loader| loader.still)));
    let details: Memo<Option<Panel>> = Memo::new(move |_| loader.with(|loader| loader.as_ref()?.panel.clone()));
    let rows = ROWS
        .iter()
        .map(|&from| view! { <div class="bone" class:shown=move || { from <= phase.get() }></div> })
        .collect_view();
    let panel = panel::view(model, details);
    view! {
        <div class="loader" part="loader">
            // Under any other name the slot shows what is in it: our own skeleton, always the same one.
            <slot name=move || if is_hosts.get() { "loading" } else { "own" }>
                <div
                    class="skeleton"
                    class:still=move || is_still.get()
                    part="skeleton"
                    role="progressbar"
                    aria-label=move || label.get()
                >
                    <p class="says">{move || label.get()}</p>
                    <p class="tokens">{move || tokens.get()}</p>
                    <div class="bones">{rows}</div>
                </div>
            </slot>
            {panel}
        </div>
    }
}
