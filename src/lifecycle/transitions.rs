//! Every row of the tables of the lifecycle reference: transitions, reveal, sticky facts, loader, panels, hold, after paint, run end.

use serde_json::{Value, json};

use super::*;

/// A machine and its clock.
struct Stage {
    machine: Lifecycle,
    now: u64,
}

const SEEN: Input = Input::Operations { live: 1, visible: true };
const UNSEEN: Input = Input::Operations { live: 1, visible: false };
const GONE: Input = Input::Operations { live: 0, visible: false };

fn stage() -> Stage {
    Stage { machine: Lifecycle::new(Recovery::default()), now: 0 }
}

fn report(content: Value) -> Input {
    Input::Report(Content::decode(content.as_object().unwrap()).0.report)
}

fn building() -> Input {
    report(json!({"status": "building"}))
}

/// A retry that shows by time only.
fn retrying() -> Input {
    report(json!({"status": "retrying"}))
}

fn failed() -> Input {
    report(json!({"status": "failed", "error": "agent"}))
}

fn ended(end: RunEnd) -> Input {
    Input::RunEnded { end, rooted: false }
}

impl Stage {
    fn on(mut self, input: Input) -> Self {
        let _ = self.machine.on(input, Millis(self.now));
        self
    }

    fn say(self, content: Value) -> Self {
        self.on(report(content))
    }

    fn after(mut self, span: u64) -> Self {
        self.now += span;
        self.on(Input::Tick)
    }

    /// Sets the options to the defaults with a change.
    fn with(self, change: impl FnOnce(&mut Recovery)) -> Self {
        let mut recovery = Recovery::default();
        change(&mut recovery);
        self.on(Input::Recovery(recovery))
    }

    fn view(&self) -> View {
        self.machine.view(Millis(self.now))
    }

    fn state(&self) -> (State, bool) {
        let view = self.view();
        assert_eq!(view.state, self.machine.state());
        (view.state, view.preparing)
    }

    fn loader(&self) -> Loader {
        match self.view().screen {
            Screen::Loader(loader) => loader,
            other => panic!("no loader: {other:?}"),
        }
    }

    fn card(&self) -> Card {
        match self.view().screen {
            Screen::Failure(card) => card,
            other => panic!("no card: {other:?}"),
        }
    }

    fn painted(&self) -> (bool, Option<Note>, Option<Card>) {
        match self.view().screen {
            Screen::Surfaces { busy, note, notice, .. } => (busy, note, notice),
            other => panic!("nothing painted: {other:?}"),
        }
    }

    fn deadline(&self) -> Option<u64> {
        self.machine.next_deadline(Millis(self.now)).map(|at| at.0)
    }

    fn drops(&mut self, input: Input) -> Prepared {
        self.machine.on(input, Millis(self.now))
    }
}

const HELD: bool = true;
const OPEN: bool = false;

#[test]
fn transitions_follow_the_table() {
    type Step = fn(Stage) -> Stage;
    let rows: &[(&str, Step, Input, (State, bool))] = &[
        ("idle, pre building", |s| s, building(), (State::Building, OPEN)),
        ("idle, pre retrying", |s| s, retrying(), (State::Retrying, OPEN)),
        ("idle, pre failed", |s| s, failed(), (State::Failed, OPEN)),
        ("idle, pre without status", |s| s, report(json!({})), (State::Building, OPEN)),
        ("building, pre building", |s| s.on(building()), building(), (State::Building, OPEN)),
        ("building, pre retrying", |s| s.on(building()), retrying(), (State::Retrying, OPEN)),
        ("building, pre failed", |s| s.on(building()), failed(), (State::Failed, OPEN)),
        ("retrying, pre building", |s| s.on(retrying()), building(), (State::Building, OPEN)),
        ("retrying, pre retrying", |s| s.on(retrying()), retrying(), (State::Retrying, OPEN)),
        ("retrying, pre failed", |s| s.on(retrying()), failed(), (State::Failed, OPEN)),
        ("failed, pre failed", |s| s.on(failed()), failed(), (State::Failed, OPEN)),
        ("failed, pre building", |s| s.on(failed()), building(), (State::Building, OPEN)),
        ("failed, pre retrying", |s| s.on(failed()), retrying(), (State::Retrying, OPEN)),
        ("idle, ops unseen", |s| s, UNSEEN, (State::Building, HELD)),
        ("building, ops unseen", |s| s.on(building()), UNSEEN, (State::Building, HELD)),
        ("retrying, ops unseen", |s| s.on(retrying()), UNSEEN, (State::Retrying, HELD)),
        ("failed, ops unseen", |s| s.on(failed()), UNSEEN, (State::Failed, HELD)),
        ("idle, ops seen", |s| s, SEEN, (State::Painted, OPEN)),
        ("building, ops seen", |s| s.on(building()), SEEN, (State::Painted, OPEN)),
        ("retrying, ops seen", |s| s.on(retrying()), SEEN, (State::Painted, OPEN)),
        ("failed, ops seen", |s| s.on(failed()), SEEN, (State::Painted, OPEN)),
        ("holding, ops seen", |s| s.on(UNSEEN), SEEN, (State::Painted, OPEN)),
        ("holding, ops unseen", |s| s.on(UNSEEN), UNSEEN, (State::Building, HELD)),
        (
            "holding, seen by other means",
            |s| s.on(UNSEEN),
            Input::Surfaces { live: 1, visible: true },
            (State::Painted, OPEN),
        ),
        ("holding, pre building", |s| s.on(UNSEEN), building(), (State::Building, OPEN)),
        ("holding, pre retrying", |s| s.on(UNSEEN), retrying(), (State::Retrying, OPEN)),
        ("holding, pre failed", |s| s.on(UNSEEN), failed(), (State::Failed, OPEN)),
        ("holding a failure, pre failed", |s| s.on(failed()).on(UNSEEN), failed(), (State::Failed, OPEN)),
        ("holding a failure, pre building", |s| s.on(failed()).on(UNSEEN), building(), (State::Building, OPEN)),
        ("painted, ops", |s| s.on(SEEN), UNSEEN, (State::Painted, OPEN)),
        ("painted, pre building", |s| s.on(SEEN), building(), (State::Painted, OPEN)),
        ("painted, pre retrying", |s| s.on(SEEN), retrying(), (State::Painted, OPEN)),
        ("painted, pre failed", |s| s.on(SEEN), failed(), (State::Painted, OPEN)),
        ("painted, pre without status", |s| s.on(SEEN), report(json!({})), (State::Painted, OPEN)),
        ("building, ops gone", |s| s.on(building()), GONE, (State::Idle, OPEN)),
        ("failed, ops gone", |s| s.on(failed()), GONE, (State::Idle, OPEN)),
        ("holding, ops gone", |s| s.on(UNSEEN), GONE, (State::Idle, OPEN)),
        ("painted, ops gone", |s| s.on(SEEN), GONE, (State::Idle, OPEN)),
        (
            "painted, gone by other means",
            |s| s.on(SEEN),
            Input::Surfaces { live: 0, visible: false },
            (State::Idle, OPEN),
        ),
        ("building, run ended", |s| s.on(building()), ended(RunEnd::Finished), (State::Failed, OPEN)),
        ("retrying, run ended", |s| s.on(retrying()), ended(RunEnd::Closed), (State::Failed, OPEN)),
        ("idle, run ended", |s| s, ended(RunEnd::Finished), (State::Idle, OPEN)),
        ("failed, run ended", |s| s.on(failed()), ended(RunEnd::Finished), (State::Failed, OPEN)),
        ("holding without root, run ended", |s| s.on(UNSEEN), ended(RunEnd::Finished), (State::Failed, OPEN)),
        (
            "holding with root, run ended",
            |s| s.on(UNSEEN),
            Input::RunEnded { end: RunEnd::Finished, rooted: true },
            (State::Painted, OPEN),
        ),
        ("painted, run ended", |s| s.on(SEEN), ended(RunEnd::Finished), (State::Painted, OPEN)),
        ("building, retired", |s| s.on(building()), Input::Retired, (State::Idle, OPEN)),
        ("painted, retired", |s| s.on(SEEN), Input::Retired, (State::Painted, OPEN)),
    ];
    for (name, before, input, expected) in rows {
        let after = before(stage()).on(input.clone());
        assert_eq!(after.state(), *expected, "{name}");
    }
}

#[test]
fn the_hold_ends_after_hold_max_from_the_first_operations() {
    let holding = stage().on(UNSEEN);
    assert_eq!(holding.deadline(), Some(8_000));
    let grown = holding.after(7_000).on(UNSEEN);
    assert_eq!(grown.deadline(), Some(8_000), "growing snapshots do not restart the clock");
    let almost = grown.after(999);
    assert_eq!(almost.state(), (State::Building, HELD));
    let due = almost.after(1);
    assert_eq!(due.state(), (State::Painted, OPEN));
    assert_eq!(due.deadline(), None);
}

#[test]
fn surfaces_prepared_in_vain_are_dropped() {
    for input in [building(), retrying(), failed(), ended(RunEnd::Finished), Input::Retired] {
        assert_eq!(stage().on(UNSEEN).drops(input.clone()), Prepared::Drop, "{input:?}");
    }
    for input in [SEEN, UNSEEN, Input::Tick, Input::RunEnded { end: RunEnd::Finished, rooted: true }] {
        assert_eq!(stage().on(UNSEEN).drops(input.clone()), Prepared::Keep, "{input:?}");
    }
    assert_eq!(stage().on(SEEN).drops(failed()), Prepared::Keep);
}

#[test]
fn a_retry_shows_by_count_or_by_time_and_stays() {
    let attempt = |n: u32| json!({"status": "retrying", "attempt": n, "maxAttempts": 3});
    let hidden = Label::Building;
    let shown = Label::Retrying { attempts: Some((1, 3)) };

    let by_count = stage().say(attempt(2));
    assert_eq!(by_count.loader().label, Label::Retrying { attempts: Some((2, 3)) });
    assert_eq!(by_count.after(500).deadline(), None);

    let by_time = stage().say(attempt(1)).after(1_999);
    assert_eq!((by_time.loader().label, by_time.deadline()), (hidden, Some(2_000)));
    let by_time = by_time.after(1);
    assert_eq!((by_time.loader().label, by_time.deadline()), (shown, None));

    let without_attempt = stage().on(retrying());
    assert_eq!(without_attempt.loader().label, hidden);
    assert_eq!(without_attempt.after(2_000).loader().label, Label::Retrying { attempts: None });

    let further = stage().say(attempt(1)).after(1_500).say(attempt(1)).after(500);
    assert_eq!(further.loader().label, shown, "the clock is not restarted");

    let between = stage().say(attempt(1)).after(1_000).on(building());
    assert_eq!((between.loader().label, between.state().0), (hidden, State::Building));
    assert_eq!(between.deadline(), None);
    let back = between.after(1_000).say(attempt(1));
    assert_eq!(back.loader().label, shown, "the clock survives a building");
    let latched = back.on(building()).say(attempt(1));
    assert_eq!(latched.loader().label, shown, "the latch survives a building");

    let lowered = stage().say(attempt(1)).after(1_000).with(|r| r.show_after = Some(Millis(1_500)));
    assert_eq!((lowered.loader().label, lowered.deadline()), (hidden, Some(1_500)));
    let past = stage().say(attempt(1)).after(1_000).with(|r| r.show_after = Some(Millis(900)));
    assert_eq!(past.loader().label, shown);

    let raised = stage().say(attempt(2)).with(|r| (r.show_after, r.show_after_attempts) = (None, None));
    assert_eq!(raised.loader().label, Label::Retrying { attempts: Some((2, 3)) });

    for zero in [
        stage().with(|r| r.show_after = Some(Millis(0))),
        stage().with(|r| (r.show_after, r.show_after_attempts) = (None, Some(0))),
    ] {
        let retried = zero.on(retrying()).after(500);
        assert_eq!((retried.loader().label, retried.deadline()), (Label::Retrying { attempts: None }, None));
    }

    let never = stage().with(|r| (r.show_after, r.show_after_attempts) = (None, None)).say(attempt(9)).after(1 << 40);
    assert_eq!((never.loader().label, never.deadline()), (hidden, None));

    let again = stage().say(attempt(3)).on(failed()).on(building()).say(attempt(1));
    assert_eq!(again.loader().label, hidden, "a new generation starts over");
    assert_eq!(again.after(2_000).loader().label, shown, "its attempt too");
}

#[test]
fn later_snapshots_take_nothing_back() {
    let told =
        stage().say(json!({"status": "retrying", "attempt": 2, "maxAttempts": 3, "errors": [{"code": "no_root"}]}));
    let progress = told.say(json!({"status": "retrying", "attempt": 1, "progressTokens": 260}));
    let loader = progress.loader();
    assert_eq!(loader.label, Label::Retrying { attempts: Some((2, 3)) });
    assert_eq!(loader.tokens, Some(260));
    let payload = json!(loader.panel.unwrap().payload);
    assert_eq!(payload, json!({"attempt": 2, "errors": [{"code": "no_root"}]}));

    let beyond = progress.say(json!({"status": "retrying", "attempt": 4}));
    assert_eq!(beyond.loader().label, Label::Retrying { attempts: Some((4, 3)) });
    assert_eq!(beyond.loader().tokens, None);
}

#[test]
fn the_skeleton_only_grows() {
    let tokens = |n: u64| json!({"status": "building", "progressTokens": n});
    for (count, phase) in [(0, 0), (49, 0), (50, 1), (199, 1), (200, 2), (399, 2), (400, 3), (9_999, 3)] {
        assert_eq!(stage().say(tokens(count)).loader().phase, phase, "{count}");
    }
    let opening = stage().on(building());
    assert_eq!((opening.loader().phase, opening.deadline()), (0, Some(500)));
    let counted = opening.after(100).say(tokens(20));
    assert_eq!((counted.loader().phase, counted.deadline()), (0, None));
    let shrunk = counted.say(tokens(220)).say(tokens(10));
    assert_eq!(shrunk.loader().phase, 2);
    assert_eq!(shrunk.on(retrying()).loader().phase, 3, "a report without a count shows all rows");

    let waited = stage().on(building()).after(500);
    assert_eq!((waited.loader().phase, waited.deadline()), (3, None));
    assert_eq!(waited.say(tokens(20)).loader().phase, 3);
    assert_eq!(stage().on(UNSEEN).loader().phase, 3);
    assert_eq!(stage().say(tokens(0)).loader().tokens, None);
}

#[test]
fn the_host_loader_stands_until_a_retry_shows() {
    assert!(stage().on(building()).loader().host);
    assert!(stage().on(retrying()).loader().host);
    assert!(stage().on(retrying()).on(UNSEEN).loader().host, "frozen into holding");
    assert!(!stage().on(retrying()).after(2_000).loader().host);
}

#[test]
fn the_view_is_frozen_while_holding() {
    let before = stage().say(json!({"status": "retrying", "attempt": 1, "errors": ["x"]})).after(100);
    let screen = before.view().screen;
    let holding = before.on(UNSEEN);
    assert_eq!(holding.view().screen, screen);
    let later = holding.after(5_000).with(|r| r.show_after = Some(Millis(0)));
    assert_eq!(later.view().screen, screen, "nothing is revealed meanwhile");
}

#[test]
fn panels_obey_the_exposure() {
    let errors =
        |exposure: Value| json!({"status": "retrying", "attempt": 2, "errors": ["x"], "debugExposure": exposure});
    let open = |stage: &Stage| stage.loader().panel.map(|panel| panel.open);
    for (exposure, expected) in [
        (json!("hidden"), None),
        (json!("collapsed"), Some(false)),
        (json!("verbose"), Some(true)),
        (json!("loud"), Some(false)),
        (json!(null), Some(false)),
    ] {
        assert_eq!(open(&stage().say(errors(exposure.clone()))), expected, "{exposure}");
    }
    let client = stage().with(|r| r.debug_exposure = Exposure::Hidden);
    assert_eq!(open(&client.say(errors(json!("verbose")))), Some(true), "the server's value wins");
    assert_eq!(open(&stage().with(|r| r.debug_exposure = Exposure::Hidden).say(errors(json!(null)))), None);

    let unrevealed = stage().say(json!({"status": "retrying", "attempt": 1, "errors": ["x"]}));
    assert_eq!(unrevealed.loader().panel, None);
    assert_eq!(stage().say(json!({"status": "retrying", "attempt": 2})).loader().panel, None, "no errors, no panel");
    assert_eq!(stage().say(json!({"status": "failed"})).card().panel, None, "nothing to tell, no panel");
    let card = stage().say(json!({"status": "failed", "attempts": [{"attempt": 1}]})).card();
    assert_eq!(json!(card.panel.unwrap().payload), json!({"attempts": [{"attempt": 1}]}));
}

#[test]
fn the_persons_choice_survives_snapshots_but_not_another_panel_or_exposure() {
    let told = |attempt: u32| json!({"status": "retrying", "attempt": attempt, "errors": ["x"]});
    let open = |stage: &Stage| stage.loader().panel.unwrap().open;
    let chosen = stage().say(told(2)).on(Input::PanelToggled { open: true });
    assert!(open(&chosen));
    let chosen = chosen.say(told(3)).on(building()).say(told(3));
    assert!(open(&chosen));
    let chosen = chosen.with(|r| r.debug_exposure = Exposure::Hidden).with(|_| {});
    assert!(open(&chosen), "hidden for a while, then as before");
    let mut verbose = told(3);
    verbose["debugExposure"] = json!("verbose");
    let other = chosen.say(verbose).on(Input::PanelToggled { open: false }).say(told(3));
    assert!(!open(&other), "back to the default");
    let failed = other.on(Input::PanelToggled { open: true }).on(failed());
    assert!(!failed.card().panel.unwrap().open);
    assert!(!open(&failed.say(told(2))));
}

#[test]
fn nothing_painted_is_wiped() {
    let pending = stage().on(SEEN).on(building());
    assert_eq!(pending.painted(), (true, None, None));
    assert_eq!(pending.deadline(), Some(2_000));
    let shown = pending.after(2_000);
    assert_eq!(shown.painted(), (true, Some(Note { label: Label::Building, panel: None }), None));
    assert_eq!(shown.deadline(), None);
    let retry = shown.say(json!({"status": "retrying", "attempt": 2, "maxAttempts": 3, "errors": ["x"]}));
    let note = retry.painted().1.unwrap();
    assert_eq!(note.label, Label::Retrying { attempts: Some((2, 3)) });
    assert_eq!(note.panel.unwrap().kind, PanelKind::ValidationIssues);
    let ignored = retry.say(json!({}));
    assert!(ignored.painted().1.is_some(), "a content without status is ignored");
    assert_eq!(ignored.on(UNSEEN).painted(), (false, None, None));

    let own_clock = stage().on(SEEN).on(building()).after(1_500).on(retrying());
    assert_eq!(own_clock.deadline(), Some(2_000));
    let own_clock = own_clock.after(500);
    assert_eq!(own_clock.painted().1.unwrap().label, Label::Building);
    assert_eq!(own_clock.deadline(), Some(3_500));
    assert_eq!(own_clock.after(1_500).painted().1.unwrap().label, Label::Retrying { attempts: None });

    let noticed = stage().on(SEEN).on(building()).on(failed());
    let (busy, note, notice) = noticed.painted();
    assert_eq!((busy, note), (false, None));
    let notice = notice.unwrap();
    assert_eq!((notice.title, notice.text), (Text::FailureTitle, Text::FailureAdvice));
    assert_eq!(json!(notice.panel.unwrap().payload), json!({"error": "agent"}));
    assert!(noticed.painted().2.is_some());
    let renewed = noticed.on(building());
    assert_eq!(renewed.painted(), (true, None, None));
    assert_eq!(stage().on(SEEN).on(failed()).on(SEEN).painted(), (false, None, None));
    assert_eq!(stage().on(SEEN).on(building()).on(ended(RunEnd::Finished)).painted(), (false, None, None));
    assert!(stage().on(SEEN).on(failed()).on(ended(RunEnd::Finished)).painted().2.is_some());
}

#[test]
fn no_loader_outlives_its_run() {
    let error = RunEnd::Error { message: "boom".into(), code: Some("500".into()) };
    for (end, title, cause) in [
        (RunEnd::Finished, Text::FailureTitle, json!({"message": "the run ended before the interface was ready"})),
        (error, Text::FailureTitle, json!({"message": "boom", "code": "500"})),
        (RunEnd::Cancelled, Text::StoppedTitle, json!({"message": "cancelled"})),
        (RunEnd::Closed, Text::FailureTitle, json!({"message": "connection closed"})),
    ] {
        for before in [building(), retrying(), UNSEEN] {
            let card = stage().on(before).on(ended(end.clone())).card();
            assert_eq!(card.title, title);
            assert_eq!(card.panel.unwrap().payload["cause"], cause);
        }
    }
    assert_eq!(stage().on(building()).on(ended(RunEnd::Closed)).on(SEEN).state(), (State::Painted, OPEN));
    let kept = stage().on(failed()).on(UNSEEN).on(ended(RunEnd::Finished)).card();
    assert_eq!(json!(kept.panel.unwrap().payload), json!({"error": "agent"}), "the failure that was on screen stays");
    let quiet = stage().say(json!({"status": "building", "debugExposure": "hidden"})).on(ended(RunEnd::Finished));
    assert_eq!(quiet.card().panel, None);
}

#[test]
fn a_question_to_a_person_shows_wherever_the_activity_stands() {
    let asked = stage().on(building()).on(Input::Asks(Asking::Open));
    let loader = asked.loader();
    assert_eq!((loader.label, loader.host, loader.still), (Label::WaitingForInput, false, true));
    assert!(loader.panel.unwrap().input_needed);
    let asked = asked.on(Input::Asks(Asking::Answered));
    assert_eq!((asked.loader().label, asked.loader().still), (Label::Building, false));
    assert!(!asked.loader().panel.unwrap().input_needed);
    let panel = asked.on(Input::Asks(Asking::Open)).on(ended(RunEnd::Finished)).card().panel.unwrap();
    assert!(panel.input_needed && !panel.open, "the form moves into the failure card");
    let opened = stage().on(building()).on(Input::Asks(Asking::Open)).on(Input::PanelToggled { open: true });
    assert!(opened.on(ended(RunEnd::Finished)).card().panel.unwrap().open, "and stays open if it was");

    let hidden = stage().say(json!({"status": "building", "debugExposure": "hidden"})).on(Input::Asks(Asking::Open));
    assert_eq!((hidden.loader().label, hidden.loader().panel), (Label::Building, None));

    let painted = stage().on(SEEN).on(Input::Asks(Asking::Open));
    let Screen::Surfaces { correction, busy, .. } = painted.view().screen else { panic!() };
    assert_eq!((correction.unwrap().kind, busy), (PanelKind::Correction, false));
    let mut quiet = stage().on(Input::Asks(Asking::Open));
    quiet.machine.set_painted_exposure(Some(Exposure::Hidden));
    let Screen::Surfaces { correction, .. } = quiet.on(SEEN).view().screen else { panic!() };
    assert_eq!(correction, None, "the content that is painted may say so as well");
    assert_eq!(painted.on(Input::Asks(Asking::Nothing)).painted(), (false, None, None));
}

#[test]
fn after_a_long_sleep_everything_due_has_happened() {
    let mut slept = stage().on(retrying());
    slept.now = 60_000;
    assert_eq!(slept.deadline(), None, "the view shows it already");
    assert_eq!(slept.on(UNSEEN).loader().label, Label::Retrying { attempts: None });
    let mut held = stage().on(UNSEEN);
    held.now = 60_000;
    assert_eq!(held.deadline(), Some(60_000), "due deadlines are never in the past");
    assert_eq!(held.on(building()).state(), (State::Painted, OPEN), "it was painted before the report came");
}
