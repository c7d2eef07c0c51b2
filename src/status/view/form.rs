//! A request for a correction as a form: what may be changed, what the agent suggests, and how the surface would look.
//!
//! The desk decides whether an answer may be sent; here is only what people type.

use std::sync::Arc;

use leptos::prelude::*;
use serde_json::Value;

use super::Model;
use super::caret::Caret;
use super::fields;
use crate::Millis;
use crate::healing::{Entry, Outcome, Phase, Request, Row, rows};
use crate::lifecycle::{PanelKind, Text, Texts};
use crate::template::fill;

/// A request as far as it changes, and what it asks for.
#[derive(Clone)]
pub(in crate::status) struct Form {
    pub(super) asked: Arc<Asked>,
    pub(super) phase: Phase,
    is_sent: bool,
    rejection: Option<String>,
    /// The time left, in whole seconds.
    seconds: Option<u64>,
}

/// What a request asks for, which never changes, and what people have made of it.
pub(super) struct Asked {
    pub(super) request: Request,
    pub(super) rows: Vec<Row>,
    pub(super) draft: Draft,
    /// Once the time gets short it is told, unless it was from the beginning.
    was_long: bool,
}

/// What was typed. It lives as long as the request, wherever the form moves.
#[derive(Default)]
pub(super) struct Draft {
    /// By pointer.
    pub(super) edits: ArcRwSignal<Vec<(String, String)>>,
    /// The patch itself, where people write that.
    pub(super) written: ArcRwSignal<Option<String>>,
    pub(super) reason: ArcRwSignal<String>,
    pub(super) caret: Caret,
}

/// When people who cannot see the clock are told of it.
const SHORT: u64 = 30;

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        Arc::ptr_eq(&self.asked, &other.asked)
            && (self.phase, self.is_sent, &self.rejection, self.seconds)
                == (other.phase, other.is_sent, &other.rejection, other.seconds)
    }
}

impl Form {
    /// The form for a request; `before` is the last form of its activity, `errors` say where the activity went wrong.
    pub(in crate::status) fn of(entry: &Entry, before: Option<&Form>, errors: &[String], now: Millis) -> Form {
        let request = &entry.request;
        let is_same = |asked: &Asked| (&asked.request.session, &asked.request.id) == (&request.session, &request.id);
        let seconds = entry.seconds_left(now);
        let known = before.filter(|form| is_same(&form.asked)).map(|form| form.asked.clone());
        let asked = known.unwrap_or_else(|| {
            Arc::new(Asked {
                request: (**request).clone(),
                rows: rows(request, errors),
                draft: Draft::default(),
                was_long: seconds.is_none_or(|seconds| seconds > SHORT),
            })
        });
        let said = |error: &Value| {
            let text = error.get("message").and_then(Value::as_str).or(error.as_str());
            short(text.map_or_else(|| error.to_string(), str::to_owned))
        };
        Form {
            asked,
            phase: entry.phase,
            is_sent: entry.is_sent,
            rejection: entry.rejection.as_ref().filter(|error| !error.is_null()).map(said),
            seconds: seconds.filter(|_| entry.phase == Phase::Open),
        }
    }

    /// What is read out while the form waits: that it came, and once that the time is getting short.
    pub(super) fn announcement(&self, texts: &impl Texts) -> Option<String> {
        let is_short = self.asked.was_long && self.seconds.is_some_and(|seconds| seconds <= SHORT);
        let text = match self.phase {
            Phase::Open if is_short => fill(&texts.text(Text::SecondsLeft), &[("count", &SHORT.to_string())]),
            Phase::Open => texts.text(Text::WaitingForInput).into_owned(),
            phase => texts.text(outcome(phase, self.is_sent)?).into_owned(),
        };
        Some(text)
    }
}

/// The form within a panel. Beside painted surfaces it has a panel of its own.
pub(super) fn view(model: &Model, kind: PanelKind, is_open: Memo<bool>) -> impl IntoView + use<> {
    let (form, screen) = (model.form, model.view);
    let belongs_here =
        Memo::new(move |_| kind == PanelKind::Correction || screen.with(|view| view.state.as_str() != "painted"));
    let key = Memo::new(move |_| {
        let of = |form: &Form| (form.asked.request.session.clone(), form.asked.request.id.clone());
        form.with(|form| form.as_ref().map(of)).filter(|_| belongs_here.get())
    });
    let model = model.clone();
    move || {
        key.get()?;
        let asked = form.with_untracked(|form| form.as_ref().map(|form| form.asked.clone()))?;
        Some(shown(&model, asked, is_open))
    }
}

fn shown(model: &Model, asked: Arc<Asked>, is_open: Memo<bool>) -> impl IntoView + use<> {
    let form = model.form;
    let phase = Memo::new(move |_| form.with(|form| form.as_ref().map(|form| form.phase)));
    let is_asking = Memo::new(move |_| matches!(phase.get(), Some(Phase::Open | Phase::Submitting)));
    let rejection = Memo::new(move |_| form.with(|form| form.as_ref().and_then(|form| form.rejection.clone())));
    let request = &asked.request;
    let heading = request.error_message.clone().or_else(|| request.error_code.clone()).map(short);
    let needs = model.says(Text::NeedsCorrection);
    let ticket = request.ticket.clone().map(|ticket| {
        let text = model.says(Text::Ticket);
        move || fill(&text.get(), &[("id", &short(ticket.clone()))])
    });
    let speech = model.speech.clone();
    let left = Memo::new(move |_| {
        let seconds = form.with(|form| form.as_ref().and_then(|form| form.seconds))?;
        let (text, count) =
            if seconds < 120 { (Text::SecondsLeft, seconds) } else { (Text::MinutesLeft, (seconds + 30) / 60) };
        Some(fill(&speech.text(text), &[("count", &count.to_string())]))
    });
    let speech = model.speech.clone();
    let outcome = Memo::new(move |_| {
        let text = form.with(|form| form.as_ref().and_then(|form| outcome(form.phase, form.is_sent)));
        text.map(|text| speech.text(text).into_owned())
    });
    let rejected = model.says(Text::CorrectionRejected);
    let fields = {
        let (model, asked) = (model.clone(), asked.clone());
        let is_read_only = asked.request.is_read_only();
        move || (is_asking.get() && !is_read_only).then(|| fields::view(&model, &asked, phase, is_open))
    };
    view! {
        <form class="correction" part="correction" on:submit=|event| event.prevent_default()>
            <p class="heading">{move || heading.clone().unwrap_or_else(|| needs.get())}</p>
            {ticket.map(|ticket| view! { <p class="ticket">{ticket}</p> })}
            {move || rejection.get().map(|error| view! { <p class="rejection">{rejected.get()}": "{error}</p> })}
            {fields}
            <p class="left">{move || left.get()}</p>
            <p class="outcome">{move || outcome.get()}</p>
        </form>
    }
}

fn outcome(phase: Phase, is_sent: bool) -> Option<Text> {
    Some(match phase {
        Phase::Open => return None,
        Phase::Submitting if is_sent => Text::WaitingForAgent,
        Phase::Submitting => Text::Sending,
        Phase::Settled(Outcome::Applied) => Text::CorrectionApplied,
        Phase::Settled(Outcome::Rejected) => Text::CorrectionRejected,
        Phase::Settled(Outcome::Expired) => Text::NoAnswerInTime,
        Phase::Settled(Outcome::Declined) => Text::Declined,
        Phase::Settled(Outcome::Superseded) => Text::NoLongerNeeded,
    })
}

/// Sentences of an agent are cut.
pub(super) fn short(text: String) -> String {
    match text.char_indices().nth(2_000) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text,
    }
}
