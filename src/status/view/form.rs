//! A request for a correction as a form: what may be changed, what the agent suggests, and how the surface would look.
//!
//! The desk decides whether an answer may be sent; here is only what people type.

use std::sync::Arc;

use leptos::prelude::*;
use serde_json::Value;

use super::Model;
use super::preview;
use crate::healing::{Entry, Outcome, Phase, Row, RowKind, Suggestion, express, patch, rows};
use crate::lifecycle::{PanelKind, Text, Texts, fill};
use crate::{Millis, Severity};

/// A request as far as it changes, and what it asks for.
#[derive(Clone)]
pub(in crate::status) struct Form {
    pub(super) asked: Arc<Asked>,
    pub(super) phase: Phase,
    rejection: Option<String>,
    /// The time left, in whole seconds.
    seconds: Option<u64>,
}

/// What a request asks for; it never changes.
pub(super) struct Asked {
    session: String,
    id: String,
    heading: Option<String>,
    ticket: Option<String>,
    is_read_only: bool,
    rows: Vec<Row>,
    suggestions: Vec<Suggestion>,
    pub(super) payload: Option<Value>,
}

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        Arc::ptr_eq(&self.asked, &other.asked)
            && (self.phase, &self.rejection, self.seconds) == (other.phase, &other.rejection, other.seconds)
    }
}

impl Form {
    /// The form for a request; `before` is the last form of its activity.
    pub(in crate::status) fn of(entry: &Entry, before: Option<&Form>, now: Millis) -> Form {
        let request = &entry.request;
        let known = before.filter(|form| form.asked.session == request.session && form.asked.id == request.id);
        let asked = known.map(|form| form.asked.clone()).unwrap_or_else(|| {
            Arc::new(Asked {
                session: request.session.clone(),
                id: request.id.clone(),
                heading: request.error_message.clone().or_else(|| request.error_code.clone()).map(short),
                ticket: request.ticket.clone(),
                is_read_only: request.is_read_only(),
                rows: rows(request),
                suggestions: request.suggestions.clone(),
                payload: request.payload.clone(),
            })
        });
        let said = |error: &Value| {
            let text = error.get("message").and_then(Value::as_str).or(error.as_str());
            short(text.map_or_else(|| error.to_string(), str::to_owned))
        };
        Form {
            asked,
            phase: entry.phase,
            rejection: entry.rejection.as_ref().filter(|error| !error.is_null()).map(said),
            seconds: entry.seconds_left(now).filter(|_| entry.phase == Phase::Open),
        }
    }
}

/// The form within a panel. Beside painted surfaces it has a panel of its own.
pub(super) fn view(model: &Model, kind: PanelKind) -> impl IntoView + use<> {
    let (form, screen) = (model.form, model.view);
    let belongs_here =
        Memo::new(move |_| kind == PanelKind::Correction || screen.with(|view| view.state.as_str() != "painted"));
    let key = Memo::new(move |_| {
        let of = |form: &Form| (form.asked.session.clone(), form.asked.id.clone());
        form.with(|form| form.as_ref().map(of)).filter(|_| belongs_here.get())
    });
    let model = model.clone();
    move || {
        key.get()?;
        let asked = form.with_untracked(|form| form.as_ref().map(|form| form.asked.clone()))?;
        Some(shown(&model, asked))
    }
}

fn shown(model: &Model, asked: Arc<Asked>) -> impl IntoView + use<> {
    let form = model.form;
    let phase = Memo::new(move |_| form.with(|form| form.as_ref().map(|form| form.phase)));
    let is_asking = Memo::new(move |_| matches!(phase.get(), Some(Phase::Open | Phase::Submitting)));
    let rejection = Memo::new(move |_| form.with(|form| form.as_ref().and_then(|form| form.rejection.clone())));
    let host = model.host.clone();
    let heading = asked.heading.clone().unwrap_or_else(|| host.text(Text::NeedsCorrection).into_owned());
    let ticket = asked.ticket.as_ref().map(|ticket| fill(&host.text(Text::Ticket), &[("id", ticket)]));
    let left = {
        let host = host.clone();
        Memo::new(move |_| {
            let seconds = form.with(|form| form.as_ref().and_then(|form| form.seconds))?;
            let (text, count) =
                if seconds < 120 { (Text::SecondsLeft, seconds) } else { (Text::MinutesLeft, seconds.div_ceil(60)) };
            Some(fill(&host.text(text), &[("count", &count.to_string())]))
        })
    };
    let outcome = Memo::new(move |_| phase.get().and_then(outcome).map(|text| host.text(text).into_owned()));
    let rejected = model.host.text(Text::CorrectionRejected).into_owned();
    let fields = {
        let (model, asked) = (model.clone(), asked.clone());
        move || (is_asking.get() && !asked.is_read_only).then(|| fields(&model, asked.clone(), phase))
    };
    view! {
        <form class="correction" part="correction" on:submit=|event| event.prevent_default()>
            <p class="heading">{heading}</p>
            {ticket.map(|ticket| view! { <p class="ticket">{ticket}</p> })}
            {move || rejection.get().map(|error| view! { <p class="rejection">{rejected.clone()}": "{error}</p> })}
            {fields}
            <p class="left">{move || left.get()}</p>
            <p class="outcome" role="status">{move || outcome.get()}</p>
        </form>
    }
}

fn fields(model: &Model, asked: Arc<Asked>, phase: Memo<Option<Phase>>) -> impl IntoView + use<> {
    let host = model.host.clone();
    let word = |text: Text| host.text(text).into_owned();
    // What was typed, by pointer; and the patch itself where people write that.
    let edits = RwSignal::new(Vec::<(String, String)>::new());
    let written = RwSignal::new(None::<String>);
    let reason = RwSignal::new(String::new());
    let made = {
        let asked = asked.clone();
        Memo::new(move |_| match written.get() {
            Some(text) => serde_json::from_str(&text).map_err(|_| "/".to_owned()),
            None => edits.with(|edits| {
                let edits = edits.iter().filter_map(|(pointer, raw)| {
                    let row = asked.rows.iter().find(|row| row.pointer == *pointer)?;
                    Some(value(row.kind, raw).map(|value| (pointer.clone(), value)).ok_or_else(|| pointer.clone()))
                });
                Ok(patch(&asked.rows, &edits.collect::<Result<Vec<_>, String>>()?))
            }),
        })
    };
    let problem = {
        let (conversation, id, now) = (model.conversation, model.id.clone(), model.now);
        Memo::new(move |_| {
            let patch = match made.get() {
                Ok(patch) => patch,
                Err(pointer) => return Some(format!("{pointer}: this is no JSON.")),
            };
            // The time goes on.
            let now = now.get();
            let conversation = conversation.get_value();
            let conversation = conversation.try_borrow().ok()?;
            let issues = conversation.healing().at(&id)?.check(&patch, now);
            issues.into_iter().find(|issue| issue.severity == Severity::Error).map(|issue| issue.message)
        })
    };
    let suggestions: Vec<_> = asked
        .suggestions
        .iter()
        .map(|suggestion| {
            let title = suggestion.title.clone().map_or_else(|| word(Text::UseSuggestion), short);
            let (suggestion, asked) = (suggestion.clone(), asked.clone());
            let use_it = move |_| match express(&suggestion, &asked.rows) {
                Some(list) => {
                    written.set(None);
                    edits.set(list.into_iter().map(|(pointer, value)| (pointer, raw(&value))).collect());
                }
                None => written.set(serde_json::to_string_pretty(&suggestion.patch).ok()),
            };
            view! { <button class="suggestion" type="button" on:click=use_it>{title}</button> }
        })
        .collect();
    let rows: Vec<_> = asked.rows.iter().map(|row| field(row, edits, written)).collect();
    let is_written = Memo::new(move |_| written.with(Option::is_some));
    let patch_text = move || {
        written.get().unwrap_or_else(|| {
            made.get().ok().and_then(|patch| serde_json::to_string_pretty(&patch).ok()).unwrap_or_default()
        })
    };
    let cause = format!("cause-{}", asked.id);
    let send = {
        let (host, asked) = (host.clone(), asked.clone());
        move |_| {
            if let Ok(patch) = made.get_untracked() {
                host.answer(&asked.session, &asked.id, Some(patch.to_string()), &reason.get_untracked());
            }
        }
    };
    let decline = {
        let (host, asked) = (host.clone(), asked.clone());
        move |_| host.answer(&asked.session, &asked.id, None, &reason.get_untracked())
    };
    let pictures = preview::view(model, asked.clone(), made);
    view! {
        <fieldset disabled=move || phase.get() != Some(Phase::Open)>
            {(!suggestions.is_empty()).then(|| view! { <div class="suggestions">{suggestions}</div> })}
            <div class="rows">{rows}</div>
            <details class="patch" prop:open=move || is_written.get()>
                <summary>{word(Text::Patch)}</summary>
                <textarea
                    aria-label=word(Text::Patch)
                    rows="6"
                    spellcheck="false"
                    prop:value=patch_text
                    on:input=move |event| written.set(Some(event_target_value(&event)))
                ></textarea>
            </details>
            <label class="reason">
                <span>{word(Text::Reason)}</span>
                <input type="text" maxlength="500" on:input=move |event| reason.set(event_target_value(&event)) />
            </label>
            {pictures}
            <p class="cause" id=cause.clone()>{move || problem.get()}</p>
            <div class="answers">
                <button
                    class="send"
                    type="button"
                    disabled=move || problem.with(Option::is_some)
                    aria-describedby=cause
                    on:click=send
                >
                    {word(Text::SendCorrection)}
                </button>
                <button class="decline" type="button" on:click=decline>
                    {word(Text::LetItFail)}
                </button>
            </div>
        </fieldset>
    }
}

fn field(row: &Row, edits: RwSignal<Vec<(String, String)>>, written: RwSignal<Option<String>>) -> AnyView {
    let pointer = row.pointer.clone();
    let original = row.value.as_ref().map(raw).unwrap_or_default();
    let current = {
        let pointer = pointer.clone();
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
    let is_fixed = move || written.with(Option::is_some);
    let input = match row.kind {
        RowKind::CheckBox => view! {
            <input
                type="checkbox"
                disabled=is_fixed
                prop:checked=move || current.get() == "true"
                on:change=move |event| edit(event_target_checked(&event).to_string())
            />
        }
        .into_any(),
        RowKind::Json => view! {
            <textarea
                rows="3"
                spellcheck="false"
                readonly=is_fixed
                prop:value=move || current.get()
                on:input=move |event| edit(event_target_value(&event))
            ></textarea>
        }
        .into_any(),
        kind => view! {
            <input
                type="text"
                inputmode=if kind == RowKind::Number { "decimal" } else { "text" }
                readonly=is_fixed
                prop:value=move || current.get()
                on:input=move |event| edit(event_target_value(&event))
            />
        }
        .into_any(),
    };
    view! { <label class="row-field"><span class="pointer">{short(pointer)}</span>{input}</label> }.into_any()
}

/// What a person typed as the value of its kind; nothing if it is none.
fn value(kind: RowKind, raw: &str) -> Option<Value> {
    match kind {
        RowKind::Text => Some(raw.into()),
        RowKind::CheckBox | RowKind::Json => serde_json::from_str(raw).ok(),
        RowKind::Number => serde_json::from_str(raw.trim()).ok().filter(Value::is_number),
        RowKind::Free => Some(serde_json::from_str(raw).unwrap_or_else(|_| raw.into())),
    }
}

fn raw(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn outcome(phase: Phase) -> Option<Text> {
    Some(match phase {
        Phase::Open => return None,
        Phase::Submitting => Text::WaitingForAgent,
        Phase::Settled(Outcome::Applied) => Text::CorrectionApplied,
        Phase::Settled(Outcome::Rejected) => Text::CorrectionRejected,
        Phase::Settled(Outcome::Expired) => Text::NoAnswerInTime,
        Phase::Settled(Outcome::Declined) => Text::Declined,
        Phase::Settled(Outcome::Superseded) => Text::NoLongerNeeded,
    })
}

/// Sentences of an agent are cut.
fn short(text: String) -> String {
    match text.char_indices().nth(2_000) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text,
    }
}
