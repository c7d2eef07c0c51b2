//! What people fill in: suggestions, rows, the patch itself, and the two answers.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use serde_json::Value;

use super::form::{Asked, short};
use super::{Model, preview};
use crate::Severity;
use crate::healing::{Phase, Row, RowKind, express, patch};
use crate::lifecycle::{Text, Texts};
use crate::template::fill;

/// Why nothing can be sent.
#[derive(Clone, PartialEq)]
struct Problem {
    message: String,
    /// The row at fault, if it is one row's.
    pointer: Option<String>,
}

/// A patch, or the place of what is no JSON.
type Made = Memo<Result<Value, String>>;

pub(super) fn view(
    model: &Model,
    asked: &Arc<Asked>,
    phase: Memo<Option<Phase>>,
    is_open: Memo<bool>,
) -> impl IntoView + use<> {
    let draft = &asked.draft;
    let (written, reason, caret) = (draft.written.clone(), draft.reason.clone(), draft.caret.clone());
    let made = made(asked);
    let problem = problem(model, made, phase);
    let cause = format!("cause-{}", asked.request.id);
    let rows: Vec<_> =
        asked.rows.iter().enumerate().map(|(index, row)| field(index, row, asked, problem, &cause)).collect();
    let answer = |patch: Option<Made>| {
        let (host, asked) = (model.host.clone(), asked.clone());
        move |_| {
            let (session, id) = (&asked.request.session, &asked.request.id);
            let patch = match patch.map(|made| made.get_untracked()) {
                Some(Ok(patch)) => Some(patch.to_string()),
                Some(Err(_)) => return,
                None => None,
            };
            host.answer(session, id, patch, &asked.draft.reason.get_untracked());
        }
    };
    let (send, decline) = (answer(Some(made)), answer(None));
    let is_written = {
        let written = written.clone();
        Memo::new(move |_| written.with(Option::is_some))
    };
    let patch_text = {
        let written = written.clone();
        move || {
            written.get().unwrap_or_else(|| {
                made.get().ok().and_then(|patch| serde_json::to_string_pretty(&patch).ok()).unwrap_or_default()
            })
        }
    };
    let write = {
        let written = written.clone();
        move |event| written.set(Some(event_target_value(&event)))
    };
    let back = move || {
        let written = written.clone();
        move |_| written.set(None)
    };
    let given_reason = reason.clone();
    let fieldset = NodeRef::<html::Fieldset>::new();
    caret.give_back(fieldset);
    let note = || {
        let caret = caret.clone();
        move |event: &leptos::web_sys::Event| caret.note(event)
    };
    let (on_focus, on_key, on_click, on_input) = (note(), note(), note(), note());
    let pictures = preview::view(model, asked.clone(), made, is_open);
    let suggestions = suggestions(model, asked);
    let [patch, to_fields, why, send_it, let_it] =
        [Text::Patch, Text::BackToFields, Text::Reason, Text::SendCorrection, Text::LetItFail]
            .map(|text| model.says(text));
    view! {
        <fieldset
            disabled=move || phase.get() != Some(Phase::Open)
            node_ref=fieldset
            on:focusin=move |event| on_focus(&event)
            on:keyup=move |event| on_key(&event)
            on:click=move |event| on_click(&event)
            on:input=move |event| on_input(&event)
            on:focusout=move |event| caret.leave(&event)
        >
            {suggestions}
            <div class="rows">{rows}</div>
            <details class="patch" prop:open=move || is_written.get()>
                <summary>{move || patch.get()}</summary>
                <textarea
                    aria-label=move || patch.get()
                    data-field="patch"
                    rows="6"
                    spellcheck="false"
                    prop:value=patch_text
                    on:input=write
                ></textarea>
                {move || is_written.get().then(|| view! { <button type="button" on:click=back()>{move || to_fields.get()}</button> })}
            </details>
            <label class="reason">
                <span>{move || why.get()}</span>
                <input
                    type="text"
                    maxlength="500"
                    data-field="reason"
                    prop:value=move || given_reason.get()
                    on:input=move |event| reason.set(event_target_value(&event))
                />
            </label>
            {pictures}
            <p class="cause" id=cause.clone()>{move || problem.with(|problem| problem.as_ref().map(|it| it.message.clone()))}</p>
            <div class="answers">
                <button
                    class="send"
                    type="button"
                    disabled=move || problem.with(Option::is_some)
                    aria-describedby=cause
                    on:click=send
                >
                    {move || send_it.get()}
                </button>
                <button class="decline" type="button" on:click=decline>
                    {move || let_it.get()}
                </button>
            </div>
        </fieldset>
    }
}

/// The patch that the rows make, or that was written.
fn made(asked: &Arc<Asked>) -> Made {
    let (asked, written, edits) = (asked.clone(), asked.draft.written.clone(), asked.draft.edits.clone());
    Memo::new(move |_| match written.get() {
        Some(text) => serde_json::from_str(&text).map_err(|_| "/".to_owned()),
        None => edits.with(|edits| {
            let edits = edits.iter().filter_map(|(pointer, raw)| {
                let row = asked.rows.iter().find(|row| row.pointer == *pointer)?;
                Some(row.kind.read(raw).map(|value| (pointer.clone(), value)).ok_or_else(|| pointer.clone()))
            });
            Ok(patch(&asked.rows, &edits.collect::<Result<Vec<_>, String>>()?))
        }),
    })
}

fn problem(model: &Model, made: Made, phase: Memo<Option<Phase>>) -> Memo<Option<Problem>> {
    let (conversation, id, now, speech) = (model.conversation, model.id.clone(), model.now, model.speech.clone());
    Memo::new(move |_| {
        if phase.get() != Some(Phase::Open) {
            return None;
        }
        let patch = match made.get() {
            Ok(patch) => patch,
            Err(pointer) => {
                let message = fill(&speech.text(Text::NoJson), &[("place", &pointer)]);
                return Some(Problem { message, pointer: Some(pointer) });
            }
        };
        // The time goes on.
        let now = now.get();
        let conversation = conversation.get_value();
        let conversation = conversation.try_borrow().ok()?;
        let issues = conversation.healing().at(&id)?.check(&patch, now);
        let issue = issues.into_iter().find(|issue| issue.severity == Severity::Error)?;
        Some(Problem { message: short(issue.message), pointer: Some(issue.path.to_string()) })
    })
}

fn suggestions(model: &Model, asked: &Arc<Asked>) -> Option<impl IntoView + use<>> {
    let list = &asked.request.suggestions;
    if list.is_empty() {
        return None;
    }
    let default = model.says(Text::UseSuggestion);
    let buttons: Vec<_> = list
        .iter()
        .map(|suggestion| {
            let title = suggestion.title.clone().map(short);
            let (suggestion, asked) = (suggestion.clone(), asked.clone());
            let use_it = move |_| match express(&suggestion, &asked.rows) {
                Some(list) => {
                    asked.draft.written.set(None);
                    asked.draft.edits.set(list);
                }
                None => asked.draft.written.set(serde_json::to_string_pretty(&suggestion.patch).ok()),
            };
            let says = move || title.clone().unwrap_or_else(|| default.get());
            view! { <button class="suggestion" type="button" on:click=use_it>{says}</button> }
        })
        .collect();
    Some(view! { <div class="suggestions">{buttons}</div> })
}

fn field(index: usize, row: &Row, asked: &Arc<Asked>, problem: Memo<Option<Problem>>, cause: &str) -> AnyView {
    let (edits, written) = (asked.draft.edits.clone(), asked.draft.written.clone());
    let pointer = row.pointer.clone();
    let original = row.value.as_ref().map(|value| row.kind.write(value)).unwrap_or_default();
    let current = {
        let (pointer, edits) = (pointer.clone(), edits.clone());
        Memo::new(move |_| {
            let edited = edits.with(|edits| edits.iter().find(|(at, _)| *at == pointer).map(|(_, raw)| raw.clone()));
            edited.unwrap_or_else(|| original.clone())
        })
    };
    let edit = {
        let pointer = pointer.clone();
        move |raw: String| {
            edits.update(|edits| {
                edits.retain(|(at, _)| *at != pointer);
                edits.push((pointer.clone(), raw));
            });
        }
    };
    let is_fixed = Memo::new(move |_| written.with(Option::is_some));
    // What cannot be sent because of this row, or what the agent found wrong here.
    let is_at_fault = {
        let pointer = pointer.clone();
        Memo::new(move |_| {
            problem.with(|problem| problem.as_ref().is_some_and(|it| it.pointer.as_ref() == Some(&pointer)))
        })
    };
    let is_wrong = row.is_wrong;
    let invalid = move || (is_wrong || is_at_fault.get()).then_some("true");
    let described = {
        let cause = cause.to_owned();
        move || is_at_fault.get().then(|| cause.clone())
    };
    let name = index.to_string();
    let input = match row.kind {
        RowKind::CheckBox => view! {
            <input
                type="checkbox"
                data-field=name
                disabled=move || is_fixed.get()
                prop:checked=move || current.get() == "true"
                on:change=move |event| edit(event_target_checked(&event).to_string())
            />
        }
        .into_any(),
        RowKind::Json => view! {
            <textarea
                rows="3"
                spellcheck="false"
                data-field=name
                readonly=move || is_fixed.get()
                aria-invalid=invalid
                aria-describedby=described
                prop:value=move || current.get()
                on:input=move |event| edit(event_target_value(&event))
            ></textarea>
        }
        .into_any(),
        kind => view! {
            <input
                type="text"
                data-field=name
                inputmode=if kind == RowKind::Number { "decimal" } else { "text" }
                readonly=move || is_fixed.get()
                aria-invalid=invalid
                aria-describedby=described
                prop:value=move || current.get()
                on:input=move |event| edit(event_target_value(&event))
            />
        }
        .into_any(),
    };
    view! { <label class="row-field" class:wrong=is_wrong><span class="pointer">{short(pointer)}</span>{input}</label> }
        .into_any()
}
