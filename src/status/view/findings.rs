//! What we ourselves found wrong with the surfaces at hand: where, in one sentence, and on which component.

use leptos::prelude::*;
use serde_json::Value;

use super::Model;
use crate::lifecycle::{Exposure, Text};

/// One issue of a surface, as hosts read it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::status) struct Found(Value);

impl Found {
    pub(in crate::status) fn new(issue: Value) -> Found {
        Found(issue)
    }

    fn text(&self, name: &str) -> String {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

/// The findings within a panel that is there anyway.
pub(super) fn view(model: &Model) -> impl IntoView + use<> {
    let (findings, model) = (model.findings, model.clone());
    move || findings.with(|findings| (!findings.is_empty()).then(|| shown(&model, findings)))
}

/// A panel of their own beside painted surfaces, where the host asked for it.
pub(super) fn of_painted(model: &Model, is_quiet: Memo<bool>) -> impl IntoView + use<> {
    let model = model.clone();
    let (findings, exposure) = (model.findings, model.exposure);
    let is_told = Memo::new(move |_| is_quiet.get() && findings.with(|findings| !findings.is_empty()));
    let exposure = Memo::new(move |_| exposure.get().filter(|_| is_told.get()));
    move || {
        exposure.get().map(|exposure| {
            let label = model.says(Text::Findings);
            let inside = view(&model);
            view! {
                <details class="panel" part="panel" open=exposure == Exposure::Verbose>
                    <summary>{move || label.get()}</summary>
                    <div class="panel-body">{inside}</div>
                </details>
            }
        })
    }
}

fn shown(model: &Model, findings: &[Found]) -> impl IntoView + use<> {
    let items: Vec<_> = findings.iter().map(|found| item(model, found)).collect();
    let json: Value = findings.iter().map(|found| found.0.clone()).collect();
    let json = serde_json::to_string_pretty(&json).unwrap_or_default();
    let label = model.says(Text::CopyJson);
    let host = model.host.clone();
    view! {
        <ul class="findings">{items}</ul>
        <button class="copy" type="button" on:click=move |_| host.copy(&json)>{move || label.get()}</button>
    }
}

fn item(model: &Model, found: &Found) -> impl IntoView + use<> {
    let (surface, component) = (found.text("surfaceId"), found.text("componentId"));
    let severity = found.text("severity");
    let about = (!component.is_empty()).then(|| {
        let outline = {
            let (host, component) = (model.host.clone(), component.clone());
            move |on: bool| host.outline(&surface, on.then(|| component.clone()))
        };
        let (enter, leave, focus, blur) = (outline.clone(), outline.clone(), outline.clone(), outline);
        view! {
            <button
                class="about"
                type="button"
                on:mouseenter=move |_| enter(true)
                on:mouseleave=move |_| leave(false)
                on:focus=move |_| focus(true)
                on:blur=move |_| blur(false)
            >
                {component}
            </button>
        }
    });
    let path = found.text("path");
    view! {
        <li class="finding" data-severity=severity.clone()>
            <span class="severity">{severity.clone()}</span>
            <code class="code">{found.text("code")}</code>
            {(!path.is_empty()).then(|| view! { <code class="path">{path}</code> })}
            <span class="message">{found.text("message")}</span>
            {about}
        </li>
    }
}
