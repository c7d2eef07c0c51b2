//! The surface of a correction before and after it: a picture, or text where the payload is no surface.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use serde_json::Value;

use super::Model;
use super::form::Asked;
use crate::ag_ui::Patch;
use crate::healing::payload_operations;
use crate::lifecycle::{Text, Texts};

pub(super) fn view(
    model: &Model,
    asked: Arc<Asked>,
    made: Memo<Result<Value, String>>,
) -> Option<impl IntoView + use<>> {
    let before = asked.payload.clone()?;
    let after = {
        let before = before.clone();
        Memo::new(move |_| Patch::parse(&made.get().ok()?).ok()?.apply(&before).ok())
    };
    let before = Memo::new(move |_| Some(before.clone()));
    let word = |text: Text| model.host.text(text).into_owned();
    let pair = (side(model, word(Text::Before), before), side(model, word(Text::After), after));
    Some(view! { <div class="pictures" inert=true aria-hidden="true">{pair}</div> })
}

fn side(model: &Model, label: String, payload: Memo<Option<Value>>) -> impl IntoView + use<> {
    let place = NodeRef::<html::Div>::new();
    let host = model.host.clone();
    let operations = Memo::new(move |_| payload.with(|payload| payload.as_ref().and_then(surface)));
    Effect::new(move |_| {
        if let (Some(messages), Some(place)) = (operations.get(), place.get()) {
            host.picture(place.into(), &messages);
        }
    });
    let text = Memo::new(move |_| {
        let is_surface = operations.with(Option::is_some);
        payload.with(|payload| {
            payload.as_ref().filter(|_| !is_surface).and_then(|it| serde_json::to_string_pretty(it).ok())
        })
    });
    view! {
        <div class="picture">
            <p class="says">{label}</p>
            <div node_ref=place></div>
            {move || text.get().map(|text| view! { <pre class="payload">{text}</pre> })}
        </div>
    }
}

/// The messages a payload stands for, as JSON text.
fn surface(payload: &Value) -> Option<String> {
    let operations = payload_operations(payload)?.into_iter().map(|(_, operation)| operation);
    Some(Value::Array(operations.collect()).to_string())
}
