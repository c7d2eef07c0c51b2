//! The state machine of one activity (lifecycle reference, sections 3 to 10, 13 and 14).

use super::generation::Generation;
use super::{Exposure, Millis, PanelKind, Recovery, Report, State, Status};

/// What can happen to an activity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// A content without operations.
    Report(Report),
    /// A content with operations, after they were applied: how many surfaces it names are alive, and whether anything of
    /// one can be seen.
    Operations { live: usize, visible: bool },
    /// The surfaces of the activity changed in another way: an edit, a raw message, another activity.
    Surfaces { live: usize, visible: bool },
    /// The run ended; `rooted` tells whether a live surface has its root.
    RunEnded { end: RunEnd, rooted: bool },
    /// The activity is no longer needed: its surfaces came under other ids, or its status is not ours to show.
    Retired,
    /// A correction is asked of a person, or no longer.
    Asks(Asking),
    /// The host changed its options.
    Recovery(Recovery),
    /// The person opened or closed the panel.
    PanelToggled { open: bool },
    /// Time passed.
    Tick,
}

/// Whether a person is asked for a correction here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    Nothing,
    /// The form is open: nothing goes on until somebody answers.
    Open,
    /// The form is there to be read: an answer is under way, or it came too late.
    Answered,
}

/// How a run ended. An interrupt is not an end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RunEnd {
    Finished,
    Error {
        message: String,
        code: Option<String>,
    },
    Cancelled,
    /// The stream closed without an end event.
    Closed,
}

/// Why an activity failed although no failure was sent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cause {
    pub(super) message: String,
    pub(super) code: Option<String>,
}

/// What becomes of surfaces that were prepared out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Prepared {
    Keep,
    /// They will not be shown: remove them.
    Drop,
}

/// One activity's life. It owns no clock and sets no timer.
#[derive(Clone, Debug)]
pub(crate) struct Lifecycle {
    pub(super) phase: Phase,
    pub(super) recovery: Recovery,
    pub(super) asking: Asking,
    pub(super) choice: Option<Choice>,
    /// What the content that is painted says of the agent's troubles.
    pub(super) painted_exposure: Option<Exposure>,
}

#[derive(Clone, Debug)]
pub(super) enum Phase {
    Idle,
    /// Building or retrying.
    Waiting(Generation),
    Failed(Failure),
    /// Surfaces exist, nothing of them can be seen yet.
    Holding {
        since: Millis,
        frozen: Frozen,
        /// The patience that the frozen view was drawn with.
        recovery: Recovery,
    },
    Painted {
        began: Millis,
        pending: Option<Generation>,
        notice: Option<Failure>,
    },
}

#[derive(Clone, Debug)]
pub(super) enum Frozen {
    Loader(Generation),
    Failure(Failure),
}

#[derive(Clone, Debug)]
pub(super) struct Failure {
    began: Millis,
    pub(super) report: Report,
    pub(super) cause: Option<Cause>,
    pub(super) stopped: bool,
}

/// What the person did to the panel; it holds while panel and exposure stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) kind: PanelKind,
    pub(super) exposure: Exposure,
    pub(super) open: bool,
}

impl Lifecycle {
    pub(crate) fn new(recovery: Recovery) -> Self {
        Lifecycle { phase: Phase::Idle, recovery, asking: Asking::Nothing, choice: None, painted_exposure: None }
    }

    /// Takes one input at `now`, after everything that was due by then.
    pub(crate) fn on(&mut self, input: Input, now: Millis) -> Prepared {
        self.pass_time(now);
        let held = matches!(self.phase, Phase::Holding { .. });
        match input {
            Input::Tick => {}
            Input::Recovery(recovery) => self.recovery = recovery,
            Input::Asks(asking) => self.asking = asking,
            Input::PanelToggled { open } => {
                self.choice = self.panel(now).map(|panel| Choice { kind: panel.kind, exposure: panel.exposure, open });
            }
            Input::Report(report) => self.replace(|phase, _| phase.report(report, now)),
            Input::Operations { live, visible } => {
                self.replace(|phase, recovery| phase.operations(live, visible, recovery, now));
            }
            Input::Surfaces { live, visible } => self.replace(|phase, _| phase.surfaces(live, visible)),
            Input::RunEnded { end, rooted } => self.replace(|phase, _| phase.run_ended(end, rooted)),
            Input::Retired => self.replace(|phase, _| phase.retire()),
        }
        self.pass_time(now);
        self.forget_stale_choice(now);
        match self.phase {
            Phase::Holding { .. } | Phase::Painted { .. } => Prepared::Keep,
            _ if held => Prepared::Drop,
            _ => Prepared::Keep,
        }
    }

    fn replace(&mut self, change: impl FnOnce(Phase, &Recovery) -> Phase) {
        let phase = std::mem::replace(&mut self.phase, Phase::Idle);
        self.phase = change(phase, &self.recovery);
    }

    /// Everything due at `now` happens; what became visible stays so.
    fn pass_time(&mut self, now: Millis) {
        match &mut self.phase {
            Phase::Waiting(generation) => generation.latch(&self.recovery, now),
            Phase::Painted { pending: Some(pending), .. } => pending.latch(&self.recovery, now),
            Phase::Holding { since, frozen, .. } if self.recovery.hold_max.is_some_and(|max| *since + max <= now) => {
                self.phase = Phase::painted(frozen.began());
            }
            _ => {}
        }
    }

    fn forget_stale_choice(&mut self, now: Millis) {
        if let (Some(choice), Some(panel)) = (self.choice, self.panel(now))
            && (choice.kind, choice.exposure) != (panel.kind, panel.exposure)
        {
            // A form that somebody opened stays open where it moves to.
            let moves = self.asking == Asking::Open && choice.exposure == panel.exposure;
            self.choice = moves.then_some(Choice { kind: panel.kind, ..choice });
        }
    }

    /// What hosts see as the state.
    pub(crate) fn state(&self) -> State {
        match &self.phase {
            Phase::Idle => State::Idle,
            Phase::Waiting(generation) | Phase::Holding { frozen: Frozen::Loader(generation), .. } => {
                if generation.retrying { State::Retrying } else { State::Building }
            }
            Phase::Failed(_) | Phase::Holding { frozen: Frozen::Failure(_), .. } => State::Failed,
            Phase::Painted { .. } => State::Painted,
        }
    }

    /// A content with operations may say, as one without, how much people see of the agent's troubles.
    pub(crate) fn set_painted_exposure(&mut self, exposure: Option<Exposure>) {
        self.painted_exposure = exposure;
    }

    /// Something newer than what is painted is under way.
    pub(crate) fn is_pending(&self) -> bool {
        matches!(self.phase, Phase::Painted { pending: Some(_), .. })
    }

    /// When the current try began; idle has none.
    pub(crate) fn began(&self) -> Option<Millis> {
        match &self.phase {
            Phase::Idle => None,
            Phase::Waiting(generation) => Some(generation.began),
            Phase::Failed(failure) => Some(failure.began),
            Phase::Holding { frozen, .. } => Some(frozen.began()),
            Phase::Painted { began, pending, .. } => Some(pending.as_ref().map_or(*began, |pending| pending.began)),
        }
    }

    /// The highest attempt of the try that is under way.
    pub(crate) fn attempt(&self) -> Option<u32> {
        match &self.phase {
            Phase::Waiting(generation) | Phase::Holding { frozen: Frozen::Loader(generation), .. } => {
                generation.attempt
            }
            Phase::Painted { pending, .. } => pending.as_ref()?.attempt,
            _ => None,
        }
    }

    /// When to look again: never before `now`, and never for something that is no longer waited for.
    pub(crate) fn next_deadline(&self, now: Millis) -> Option<Millis> {
        let deadline = match &self.phase {
            Phase::Idle | Phase::Failed(_) => None,
            Phase::Waiting(generation) => generation.next_deadline(&self.recovery, now),
            Phase::Holding { since, .. } => self.recovery.hold_max.map(|max| *since + max),
            Phase::Painted { pending, .. } => pending.as_ref().and_then(|pending| {
                let retry = pending.shows_retry(&self.recovery, now);
                let line = self.line_at(pending).filter(|at| *at > now && !retry);
                line.into_iter().chain(pending.next_reveal(&self.recovery, now)).min()
            }),
        };
        deadline.map(|deadline| deadline.max(now))
    }

    /// When the status line of a pending try appears.
    pub(super) fn line_at(&self, pending: &Generation) -> Option<Millis> {
        self.recovery.show_after.map(|after| pending.began + after)
    }
}

impl Phase {
    fn painted(began: Millis) -> Self {
        Phase::Painted { began, pending: None, notice: None }
    }

    fn report(self, report: Report, now: Millis) -> Phase {
        match self {
            Phase::Idle => Phase::opened(report, now),
            Phase::Waiting(generation) | Phase::Holding { frozen: Frozen::Loader(generation), .. } => {
                Phase::continued(generation, report, now)
            }
            Phase::Failed(failure) | Phase::Holding { frozen: Frozen::Failure(failure), .. } => {
                if report.status == Some(Status::Failed) {
                    Phase::Failed(Failure::reported(report, failure.began))
                } else {
                    Phase::opened(report, now)
                }
            }
            // Painted is final for what is on screen: progress is a note beside it (section 10).
            Phase::Painted { began, pending, notice } => match report.status {
                None => Phase::Painted { began, pending, notice },
                Some(Status::Failed) => {
                    Phase::Painted { began, pending: None, notice: Some(Failure::reported(report, now)) }
                }
                Some(Status::Building | Status::Retrying) => {
                    let pending = match pending {
                        Some(mut pending) => {
                            pending.take(&report, now);
                            pending
                        }
                        None => Generation::open(&report, now),
                    };
                    Phase::Painted { began, pending: Some(pending), notice: None }
                }
            },
        }
    }

    fn opened(report: Report, now: Millis) -> Phase {
        if report.status == Some(Status::Failed) {
            Phase::Failed(Failure::reported(report, now))
        } else {
            Phase::Waiting(Generation::open(&report, now))
        }
    }

    fn continued(mut generation: Generation, report: Report, now: Millis) -> Phase {
        if report.status == Some(Status::Failed) {
            return Phase::Failed(Failure::reported(report, generation.began));
        }
        generation.take(&report, now);
        Phase::Waiting(generation)
    }

    fn operations(self, live: usize, visible: bool, recovery: &Recovery, now: Millis) -> Phase {
        if live == 0 {
            return Phase::Idle;
        }
        let (since, frozen, recovery) = match self {
            Phase::Painted { began, .. } => return Phase::painted(began),
            Phase::Holding { since, frozen, recovery } => (since, frozen, recovery),
            Phase::Idle => (now, Frozen::Loader(Generation::unannounced(now)), *recovery),
            Phase::Waiting(generation) => (now, Frozen::Loader(generation), *recovery),
            Phase::Failed(failure) => (now, Frozen::Failure(failure), *recovery),
        };
        if visible {
            let began = if let Frozen::Failure(_) = frozen { now } else { frozen.began() };
            return Phase::painted(began);
        }
        Phase::Holding { since, frozen, recovery }
    }

    fn surfaces(self, live: usize, visible: bool) -> Phase {
        match self {
            Phase::Holding { .. } | Phase::Painted { .. } if live == 0 => Phase::Idle,
            Phase::Holding { frozen, .. } if visible => Phase::painted(frozen.began()),
            phase => phase,
        }
    }

    fn run_ended(self, end: RunEnd, rooted: bool) -> Phase {
        match self {
            Phase::Waiting(generation) => Phase::Failed(Failure::settled(&generation, end)),
            Phase::Holding { frozen, .. } if rooted => Phase::painted(frozen.began()),
            Phase::Holding { frozen: Frozen::Loader(generation), .. } => {
                Phase::Failed(Failure::settled(&generation, end))
            }
            Phase::Holding { frozen: Frozen::Failure(failure), .. } => Phase::Failed(failure),
            Phase::Painted { began, notice, .. } => Phase::Painted { began, pending: None, notice },
            phase @ (Phase::Idle | Phase::Failed(_)) => phase,
        }
    }

    fn retire(self) -> Phase {
        match self {
            painted @ Phase::Painted { .. } => painted,
            _ => Phase::Idle,
        }
    }
}

impl Frozen {
    fn began(&self) -> Millis {
        match self {
            Frozen::Loader(generation) => generation.began,
            Frozen::Failure(failure) => failure.began,
        }
    }
}

impl Failure {
    fn reported(report: Report, began: Millis) -> Self {
        Failure { began, report, cause: None, stopped: false }
    }

    /// No loader outlives its run (section 13).
    fn settled(generation: &Generation, end: RunEnd) -> Self {
        let stopped = end == RunEnd::Cancelled;
        let (message, code) = match end {
            RunEnd::Finished => ("the run ended before the interface was ready".to_owned(), None),
            RunEnd::Error { message, code } => (message, code),
            RunEnd::Cancelled => ("cancelled".to_owned(), None),
            RunEnd::Closed => ("connection closed".to_owned(), None),
        };
        Failure {
            began: generation.began,
            report: Report { exposure: generation.exposure, ..Report::default() },
            cause: Some(Cause { message, code }),
            stopped,
        }
    }
}
