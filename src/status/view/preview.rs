//! The surface of a correction before and after it: a picture, or text where the payload is no surface. Nothing of it is made
//! while the panel is closed.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use serde_json::Value;

use super::Model;
use super::form::Asked;
use crate::healing::{Line, compare, payload_operations, preview};
use crate::lifecycle::Text;

/// What stands on one side.
#[derive(Clone, PartialEq)]
enum Side {
    Nothing,
    /// The messages of a surface, as JSON text.
    Picture(String),
    Text(Vec<Line>),
}

pub(super) fn view(
    model: &Model,
    asked: Arc<Asked>,
    made: Memo<Result<Value, String>>,
    is_open: Memo<bool>,
) -> Option<impl IntoView + use<>> {
    asked.request.payload.as_ref()?;
    let sides = Memo::new(move |_| {
        let Some(before) = asked.request.payload.as_ref().filter(|_| is_open.get()) else {
            return (Side::Nothing, Side::Nothing);
        };
        let after = made.get().ok().and_then(|patch| preview(&asked.request, &patch));
        let pictures = (surface(before), after.as_ref().map(surface));
        match (pictures, after) {
            ((Some(before), None), _) => (Side::Picture(before), Side::Nothing),
            ((Some(before), Some(Some(after))), _) => (Side::Picture(before), Side::Picture(after)),
            (_, None) => (Side::Text(compare(&pretty(before), &pretty(before)).0), Side::Nothing),
            (_, Some(after)) => {
                let (before, after) = compare(&pretty(before), &pretty(&after));
                (Side::Text(before), Side::Text(after))
            }
        }
    });
    let before = Memo::new(move |_| sides.with(|(before, _)| before.clone()));
    let after = Memo::new(move |_| sides.with(|(_, after)| after.clone()));
    let model = model.clone();
    Some(move || {
        is_open.get().then(|| {
            let pair = (side(&model, Text::Before, before), side(&model, Text::After, after));
            view! { <div class="pictures" inert=true aria-hidden="true">{pair}</div> }
        })
    })
}

fn side(model: &Model, label: Text, side: Memo<Side>) -> impl IntoView + use<> {
    let place = NodeRef::<html::Div>::new();
    let (host, label) = (model.host.clone(), model.says(label));
    Effect::new(move |_| {
        let messages = side.with(|side| if let Side::Picture(messages) = side { Some(messages.clone()) } else { None });
        if let (Some(messages), Some(place)) = (messages, place.get()) {
            host.picture(place.into(), &messages);
        }
    });
    let text = move || {
        side.with(|side| {
            let Side::Text(lines) = side else { return None };
            let lines: Vec<_> = lines
                .iter()
                .map(|line| {
                    let text = [&line.text, "\n"].concat();
                    if line.is_changed { view! { <mark>{text}</mark> }.into_any() } else { text.into_any() }
                })
                .collect();
            Some(view! { <pre class="payload">{lines}</pre> })
        })
    };
    view! {
        <div class="picture">
            <p class="says">{move || label.get()}</p>
            <div node_ref=place></div>
            {text}
        </div>
    }
}

/// The messages a payload stands for, as JSON text.
fn surface(payload: &Value) -> Option<String> {
    let operations = payload_operations(payload)?.into_iter().map(|(_, operation)| operation);
    Some(Value::Array(operations.collect()).to_string())
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
