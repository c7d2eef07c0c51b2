//! The folded-away details: a native disclosure with what is wrong as a list and as JSON.

use leptos::html;
use leptos::prelude::*;

use super::{Model, findings, form};
use crate::lifecycle::{Finding, Panel, PanelKind, Text, Texts};
use crate::template::fill;

pub(super) fn view(model: &Model, panel: Memo<Option<Panel>>) -> impl IntoView + use<> {
    // Another kind is another panel: it does not inherit what a person did to the first.
    let kind = Memo::new(move |_| panel.with(|panel| panel.as_ref().map(|panel| panel.kind)));
    let model = model.clone();
    move || kind.get().map(|kind| shown(&model, kind, panel))
}

fn shown(model: &Model, kind: PanelKind, panel: Memo<Option<Panel>>) -> impl IntoView + use<> {
    let speech = model.speech.clone();
    let summary = Memo::new(move |_| {
        let label = speech.text(kind.label()).into_owned();
        let is_needed = panel.with(|panel| panel.as_ref().is_some_and(|panel| panel.input_needed));
        if is_needed { fill(&speech.text(Text::InputNeeded), &[("label", &label)]) } else { label }
    });
    let is_open = Memo::new(move |_| panel.with(|panel| panel.as_ref().is_some_and(|panel| panel.open)));
    let listed = Memo::new(move |_| panel.with(|panel| panel.as_ref().map(Panel::findings).unwrap_or_default()));
    let json = Memo::new(move |_| {
        panel.with(|panel| panel.as_ref().filter(|panel| !panel.payload.is_empty()).map(Panel::json))
    });
    let details = NodeRef::<html::Details>::new();
    let (id, host) = (model.id.clone(), model.host.clone());
    let toggled = move |_| {
        let Some(details) = details.get_untracked() else { return };
        // The browser tells of our own doing too.
        if details.open() != is_open.get_untracked() {
            host.toggled(&id, details.open());
        }
    };
    let own = findings::view(model);
    let form = form::view(model, kind, is_open);
    view! {
        <details class="panel" part="panel" prop:open=move || is_open.get() on:toggle=toggled node_ref=details>
            <summary>{move || summary.get()}</summary>
            <div class="panel-body">
                {form}
                {move || list(&listed.get())}
                {own}
                {move || json.get().map(|json| view! { <pre class="payload" tabindex="0">{json}</pre> })}
            </div>
        </details>
    }
}

fn list(findings: &[Finding]) -> Option<impl IntoView + use<>> {
    if findings.is_empty() {
        return None;
    }
    let items = findings.iter().map(|finding| {
        let Finding { code, path, message } = finding.clone();
        let is_told = |text: &String| !text.is_empty();
        view! {
            <li>
                {Some(code).filter(is_told).map(|code| view! { <code class="code">{code}</code> })}
                {Some(path).filter(is_told).map(|path| view! { <code class="path">{path}</code> })}
                <span class="message">{message}</span>
            </li>
        }
    });
    Some(view! { <ul class="findings">{items.collect_view()}</ul> })
}
