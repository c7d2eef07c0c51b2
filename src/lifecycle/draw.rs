//! What a life cycle has on screen (lifecycle reference, sections 3, 7, 8 and 10).

use serde_json::{Map, Value};

use super::generation::Generation;
use super::machine::{Asking, Failure, Frozen, Lifecycle, Phase};
use super::panel::{details, validation};
use super::{Card, Exposure, Label, Loader, Millis, Note, Panel, PanelKind, Recovery, Screen, Text, View};

impl Lifecycle {
    /// What is on screen at `now`.
    pub(crate) fn view(&self, now: Millis) -> View {
        let (screen, preparing) = match &self.phase {
            Phase::Idle => (Screen::Nothing, false),
            Phase::Waiting(generation) => (Screen::Loader(self.loader(generation, &self.recovery, now)), false),
            Phase::Failed(failure) => (Screen::Failure(self.card(failure, self.asking)), false),
            Phase::Holding { since, frozen, recovery } => {
                let recovery = Recovery { debug_exposure: self.recovery.debug_exposure, ..*recovery };
                let screen = match frozen {
                    Frozen::Loader(generation) => Screen::Loader(self.loader(generation, &recovery, *since)),
                    Frozen::Failure(failure) => Screen::Failure(self.card(failure, self.asking)),
                };
                (screen, true)
            }
            Phase::Painted { pending, notice, .. } => {
                let screen = Screen::Surfaces {
                    busy: pending.is_some(),
                    note: pending.as_ref().and_then(|pending| self.note(pending, now)),
                    notice: notice.as_ref().map(|failure| self.card(failure, Asking::Nothing)),
                    correction: self.correction(),
                };
                (screen, false)
            }
        };
        View { state: self.state(), screen, preparing, said: self.said() }
    }

    fn loader(&self, generation: &Generation, recovery: &Recovery, now: Millis) -> Loader {
        let exposure = generation.exposure.unwrap_or(recovery.debug_exposure);
        let asking = if exposure == Exposure::Hidden { Asking::Nothing } else { self.asking };
        let still = asking == Asking::Open;
        let revealed = asking != Asking::Nothing || generation.shows_retry(recovery, now);
        let payload = revealed.then(|| validation(generation.attempt, &generation.errors)).flatten();
        Loader {
            label: if still { Label::WaitingForInput } else { generation.label(recovery, now) },
            tokens: generation.tokens.filter(|tokens| *tokens > 0),
            phase: generation.phase(now),
            host: !revealed,
            still,
            panel: self.gate(PanelKind::ValidationIssues, exposure, payload, asking),
        }
    }

    fn card(&self, failure: &Failure, asking: Asking) -> Card {
        let exposure = failure.report.exposure.unwrap_or(self.recovery.debug_exposure);
        let report = &failure.report;
        let payload = details(report.error.as_deref(), &report.attempts, failure.cause.as_ref());
        let (title, text) = if failure.stopped {
            (Text::StoppedTitle, Text::StoppedAdvice)
        } else {
            (Text::FailureTitle, Text::FailureAdvice)
        };
        Card { title, text, panel: self.gate(PanelKind::DeveloperDetails, exposure, payload, asking) }
    }

    fn note(&self, pending: &Generation, now: Millis) -> Option<Note> {
        if pending.shows_retry(&self.recovery, now) {
            let exposure = pending.exposure.unwrap_or(self.recovery.debug_exposure);
            let payload = validation(pending.attempt, &pending.errors);
            let panel = self.gate(PanelKind::ValidationIssues, exposure, payload, Asking::Nothing);
            return Some(Note { label: pending.label(&self.recovery, now), panel });
        }
        self.line_at(pending).is_some_and(|at| at <= now).then_some(Note { label: Label::Building, panel: None })
    }

    fn said(&self) -> Option<Exposure> {
        let Phase::Painted { pending, notice, .. } = &self.phase else { return None };
        let newer = pending.as_ref().and_then(|pending| pending.exposure);
        newer.or_else(|| notice.as_ref()?.report.exposure).or(self.painted_exposure)
    }

    fn correction(&self) -> Option<Panel> {
        let exposure = self.said().unwrap_or(self.recovery.debug_exposure);
        self.gate(PanelKind::Correction, exposure, None, self.asking)
    }

    /// A panel is there only if the exposure allows it and there is something in it.
    fn gate(
        &self,
        kind: PanelKind,
        exposure: Exposure,
        payload: Option<Map<String, Value>>,
        asking: Asking,
    ) -> Option<Panel> {
        if exposure == Exposure::Hidden || (payload.is_none() && asking == Asking::Nothing) {
            return None;
        }
        let chosen = self.choice.filter(|choice| (choice.kind, choice.exposure) == (kind, exposure));
        let open = chosen.map_or(exposure == Exposure::Verbose, |choice| choice.open);
        let input_needed = asking == Asking::Open;
        Some(Panel { kind, exposure, open, input_needed, payload: payload.unwrap_or_default() })
    }

    /// The panel on screen; beside a painted surface the correction comes first.
    pub(super) fn panel(&self, now: Millis) -> Option<Panel> {
        match self.view(now).screen {
            Screen::Nothing => None,
            Screen::Loader(loader) => loader.panel,
            Screen::Failure(card) => card.panel,
            Screen::Surfaces { note, notice, correction, .. } => {
                correction.or_else(|| note?.panel).or_else(|| notice?.panel)
            }
        }
    }
}
