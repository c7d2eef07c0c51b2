//! What holds for every sequence of contents, clock readings and option changes.

use serde_json::json;

use super::*;

/// A small deterministic generator: the same seed, the same story.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    pub(crate) fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }

    pub(crate) fn chance(&mut self) -> bool {
        self.below(2) == 0
    }

    fn report(&mut self) -> Report {
        let mut content = json!({});
        if self.below(5) > 0 {
            content["status"] = self.one(&["building", "retrying", "failed"]).into();
        }
        for (name, values) in [("attempt", [1, 2, 5]), ("maxAttempts", [1, 3, 3]), ("progressTokens", [0, 120, 900])] {
            if self.chance() {
                content[name] = self.one(&values).into();
            }
        }
        if self.chance() {
            content["errors"] = json!(["e"]);
            content["debugExposure"] = self.one(&["hidden", "collapsed", "verbose"]).into();
        }
        Content::decode(content.as_object().unwrap()).0.report
    }

    fn input(&mut self) -> Input {
        let live = self.below(8).min(1) as usize;
        let visible = live > 0 && self.chance();
        match self.below(12) {
            0..=4 => Input::Report(self.report()),
            5 | 6 => Input::Operations { live, visible },
            7 => Input::Surfaces { live, visible },
            8 => Input::RunEnded { end: self.one(&[RunEnd::Finished, RunEnd::Cancelled]), rooted: self.chance() },
            9 => Input::Asks(self.one(&[Asking::Nothing, Asking::Open, Asking::Answered])),
            10 => {
                let ms = [0.0, 700.0, 2_000.0, f64::INFINITY, f64::NAN];
                Input::Recovery(Recovery::new(self.one(&ms), self.one(&ms), "verbose", self.one(&ms)))
            }
            _ => Input::PanelToggled { open: self.chance() },
        }
    }
}

fn stories(mut check: impl FnMut(&mut Lifecycle, &mut Dice, &mut Millis)) {
    for seed in 1..=400 {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed));
        let mut machine = Lifecycle::new(Recovery::default());
        let mut now = Millis(0);
        for _ in 0..60 {
            now = now + Millis(dice.one(&[0, 1, 300, 900, 2_500, 20_000]));
            check(&mut machine, &mut dice, &mut now);
        }
    }
}

#[test]
fn a_painted_surface_is_never_taken_away_while_a_surface_lives() {
    stories(|machine, dice, now| {
        let before = machine.view(*now);
        let input = dice.input();
        let emptied = matches!(input, Input::Operations { live: 0, .. } | Input::Surfaces { live: 0, .. });
        let prepared = machine.on(input, *now);
        let after = machine.view(*now);
        if before.state == State::Painted && !emptied {
            assert_eq!((after.state, prepared), (State::Painted, Prepared::Keep));
            assert!(matches!(after.screen, Screen::Surfaces { .. }));
        }
    });
}

#[test]
fn the_screen_fits_the_state_and_a_hold_shows_no_surface() {
    stories(|machine, dice, now| {
        let _ = machine.on(dice.input(), *now);
        let view = machine.view(*now);
        let fits = match &view.screen {
            Screen::Nothing => view.state == State::Idle,
            Screen::Loader(_) => matches!(view.state, State::Building | State::Retrying),
            Screen::Failure(_) => view.state == State::Failed,
            Screen::Surfaces { .. } => view.state == State::Painted,
        };
        assert!(fits, "{view:?}");
        assert!(!(view.preparing && matches!(view.screen, Screen::Surfaces { .. } | Screen::Nothing)), "{view:?}");
    });
}

#[test]
fn every_deadline_fires_and_is_then_gone() {
    stories(|machine, dice, now| {
        let _ = machine.on(dice.input(), *now);
        let mut last = None;
        for _ in 0..8 {
            let Some(at) = machine.next_deadline(*now) else { return };
            assert!(at >= *now && Some(at) > last, "{at:?} again");
            last = Some(at);
            // Every other story lets the deadline pass unseen and acts later.
            if dice.chance() {
                return;
            }
            let before = machine.view(*now);
            *now = at;
            let _ = machine.on(Input::Tick, *now);
            let after = machine.view(*now);
            let grown = matches!((&before.screen, &after.screen), (Screen::Loader(_), Screen::Loader(_)));
            assert!(before != after || grown, "nothing happened at {at:?}: {after:?}");
        }
        panic!("deadlines without end");
    });
}

#[test]
fn looking_changes_nothing_and_ticking_agrees_with_looking() {
    stories(|machine, dice, now| {
        let _ = machine.on(dice.input(), *now);
        let seen = machine.view(*now);
        let _ = machine.on(Input::Tick, *now);
        assert_eq!(machine.view(*now), seen);
    });
}

#[test]
fn no_loader_survives_the_end_of_its_run() {
    stories(|machine, dice, now| {
        let _ = machine.on(dice.input(), *now);
        let mut ended = machine.clone();
        let _ = ended.on(Input::RunEnded { end: RunEnd::Closed, rooted: dice.chance() }, *now);
        assert!(!matches!(ended.view(*now).screen, Screen::Loader(_)));
        assert_eq!(ended.next_deadline(*now), None);
    });
}

#[test]
fn within_a_generation_the_skeleton_never_shrinks() {
    let mut last: Option<(Millis, u8)> = None;
    stories(|machine, dice, now| {
        let _ = machine.on(dice.input(), *now);
        let Screen::Loader(loader) = machine.view(*now).screen else {
            last = None;
            return;
        };
        let began = machine.began().unwrap();
        if let Some((before, phase)) = last
            && before == began
            && began < *now
        {
            assert!(loader.phase >= phase);
        }
        last = Some((began, loader.phase));
    });
}
