//! One try at one interface: what is known of it and never taken back (lifecycle reference, sections 4 to 7).

use serde_json::Value;

use super::{Exposure, Label, Millis, Recovery, Report, Status};

/// How long an opening snapshot without a count keeps the skeleton short.
const GRACE: Millis = Millis(500);

/// The facts of one generation.
#[derive(Clone, Debug)]
pub(super) struct Generation {
    pub(super) began: Millis,
    pub(super) retrying: bool,
    pub(super) exposure: Option<Exposure>,
    pub(super) tokens: Option<u64>,
    /// The last list that was not empty.
    pub(super) errors: Vec<Value>,
    /// The highest seen.
    pub(super) attempt: Option<u32>,
    max_attempts: Option<u32>,
    first_retry: Option<Millis>,
    revealed: bool,
    /// Whether a token count ever came.
    counted: bool,
    /// The most rows shown so far, as a phase.
    rows: u8,
}

impl Generation {
    /// Opens with a progress report.
    pub(super) fn open(report: &Report, now: Millis) -> Self {
        let mut generation = Generation::bare(now);
        generation.take(report, now);
        generation
    }

    /// Opens with operations: there was no progress to show, so the whole skeleton stands until something can be seen.
    pub(super) fn unannounced(now: Millis) -> Self {
        Generation { counted: true, ..Generation::bare(now) }
    }

    fn bare(now: Millis) -> Self {
        Generation {
            began: now,
            retrying: false,
            exposure: None,
            tokens: None,
            errors: Vec::new(),
            attempt: None,
            max_attempts: None,
            first_retry: None,
            revealed: false,
            counted: false,
            rows: 0,
        }
    }

    /// Takes the next report in. A report that knows less takes nothing back.
    pub(super) fn take(&mut self, report: &Report, now: Millis) {
        self.rows = self.phase(now);
        self.retrying = report.status == Some(Status::Retrying);
        if self.retrying {
            self.first_retry.get_or_insert(now);
        }
        self.exposure = report.exposure;
        self.tokens = report.progress_tokens;
        self.counted |= report.progress_tokens.is_some();
        self.attempt = self.attempt.max(report.attempt);
        self.max_attempts = report.max_attempts.or(self.max_attempts);
        if !report.errors.is_empty() {
            self.errors.clone_from(&report.errors);
        }
    }

    /// Notes what has become visible by `now`; it stays so.
    pub(super) fn latch(&mut self, recovery: &Recovery, now: Millis) {
        self.revealed |= self.retrying && self.is_due(recovery, now);
    }

    /// A retry that people are told about.
    pub(super) fn shows_retry(&self, recovery: &Recovery, now: Millis) -> bool {
        self.retrying && (self.revealed || self.is_due(recovery, now))
    }

    fn is_due(&self, recovery: &Recovery, now: Millis) -> bool {
        let by_count = recovery.show_after_attempts.is_some_and(|threshold| self.attempt.unwrap_or(0) >= threshold);
        by_count || self.reveal_at(recovery).is_some_and(|at| at <= now)
    }

    /// Counted from the first retry, whatever came since.
    fn reveal_at(&self, recovery: &Recovery) -> Option<Millis> {
        Some(self.first_retry? + recovery.show_after?)
    }

    pub(super) fn label(&self, recovery: &Recovery, now: Millis) -> Label {
        if self.shows_retry(recovery, now) {
            Label::Retrying { attempts: self.attempt.zip(self.max_attempts) }
        } else {
            Label::Building
        }
    }

    /// The skeleton's phase at `now`: rows once shown stay.
    pub(super) fn phase(&self, now: Millis) -> u8 {
        let current = match self.tokens {
            Some(..50) => 0,
            Some(..200) => 1,
            Some(..400) => 2,
            Some(_) => 3,
            None if self.in_grace(now) => 0,
            None => 3,
        };
        current.max(self.rows)
    }

    fn in_grace(&self, now: Millis) -> bool {
        !self.counted && now < self.began + GRACE
    }

    /// When the loader changes by itself: the reveal, or the end of the grace.
    pub(super) fn next_deadline(&self, recovery: &Recovery, now: Millis) -> Option<Millis> {
        let grace = self.in_grace(now).then_some(self.began + GRACE);
        grace.into_iter().chain(self.next_reveal(recovery, now)).min()
    }

    /// When a retry that is not visible yet becomes so.
    pub(super) fn next_reveal(&self, recovery: &Recovery, now: Millis) -> Option<Millis> {
        if self.retrying && !self.shows_retry(recovery, now) { self.reveal_at(recovery) } else { None }
    }
}
