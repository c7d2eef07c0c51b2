//! Runs a program over a text.

use super::class::Set;
use super::program::{Op, Program};

/// Whether the program matches anywhere in `text`; nothing if `steps` ran out.
pub(super) fn search(program: &Program, text: &[u32], steps: &mut usize) -> Option<bool> {
    let states = if program.is_regular { program.splits * (text.len() + 1) } else { 0 };
    let mut matcher = Matcher {
        program,
        text,
        steps,
        slots: vec![NOWHERE; program.slots],
        stack: Vec::new(),
        entered: vec![0; states.div_ceil(64)],
        log: Vec::new(),
        inside: 0,
    };
    for start in 0..=text.len() {
        if matcher.run(0, start)? {
            return Some(true);
        }
    }
    Some(false)
}

const NOWHERE: usize = usize::MAX;

struct Matcher<'a> {
    program: &'a Program,
    text: &'a [u32],
    steps: &'a mut usize,
    /// Remembered places of the text.
    slots: Vec<usize>,
    stack: Vec<Pending>,
    /// One bit for every split at every place: those that were entered lead nowhere new.
    entered: Vec<u64>,
    /// What look-arounds entered, to be undone if they match: they are then left half explored.
    log: Vec<usize>,
    /// How many look-arounds are being run.
    inside: usize,
}

/// What is done when the current attempt fails.
enum Pending {
    Try { op: usize, place: usize },
    Restore { slot: usize, place: usize },
}

impl Matcher<'_> {
    /// Runs from the step `op` at `place` to an [`Op::Accept`]. Recursion is as deep as look-arounds are nested.
    fn run(&mut self, mut op: usize, mut place: usize) -> Option<bool> {
        let base = self.stack.len();
        loop {
            *self.steps = self.steps.checked_sub(1)?;
            let program = self.program;
            let goes_on = match &program.ops[op] {
                Op::Accept => return Some(true),
                Op::Unit { unit, back } => self.read(&mut place, *back, |next| next == *unit),
                Op::Class { class, back } => self.read(&mut place, *back, |next| class.has(next)),
                Op::Start => place == 0,
                Op::End => place == self.text.len(),
                Op::Boundary(wanted) => self.is_boundary(place) == *wanted,
                Op::Save(slot) => self.save(*slot, place),
                Op::Progress(slot) => self.slots[*slot] != place,
                Op::Forget(slots) => slots.clone().all(|slot| self.save(slot, NOWHERE)),
                Op::BackReference { group, back } => self.read_again(*group, &mut place, *back)?,
                Op::Jump(target) => {
                    op = *target;
                    continue;
                }
                Op::Split { first, second, number } => {
                    if self.enter(*number, place) {
                        self.stack.push(Pending::Try { op: *second, place });
                        op = *first;
                        continue;
                    }
                    false
                }
                Op::Look { negative, next } => {
                    let found = self.look(op + 1, place, *negative)?;
                    if found != *negative {
                        op = *next;
                        continue;
                    }
                    false
                }
            };
            if goes_on {
                op += 1;
            } else {
                (op, place) = match self.back_track(base) {
                    Some(pending) => pending,
                    None => return Some(false),
                };
            }
        }
    }

    /// The latest alternative that was put off since `base`.
    fn back_track(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.stack.len() > base {
            match self.stack.pop()? {
                Pending::Try { op, place } => return Some((op, place)),
                Pending::Restore { slot, place } => self.slots[slot] = place,
            }
        }
        None
    }

    /// Whether the body of a look-around matches. It is never tried again in another way.
    fn look(&mut self, op: usize, place: usize, negative: bool) -> Option<bool> {
        let (base, logged) = (self.stack.len(), self.log.len());
        self.inside += 1;
        let found = self.run(op, place)?;
        self.inside -= 1;
        if found {
            for state in self.log.drain(logged..) {
                self.entered[state / 64] &= !(1 << (state % 64));
            }
            if negative {
                // What it captured is forgotten.
                while self.back_track(base).is_some() {}
            } else {
                // What it captured stays, until the pattern fails before it.
                let mut position = 0;
                self.stack.retain(|pending| {
                    position += 1;
                    position <= base || matches!(pending, Pending::Restore { .. })
                });
            }
        } else {
            self.log.truncate(logged);
        }
        Some(found)
    }

    fn read(&self, place: &mut usize, back: bool, belongs: impl Fn(u32) -> bool) -> bool {
        let at = if back { place.wrapping_sub(1) } else { *place };
        let found = self.text.get(at).is_some_and(|unit| belongs(*unit));
        if found {
            *place = if back { at } else { at + 1 };
        }
        found
    }

    /// Reads what a group captured once more; a group that captured nothing reads nothing.
    fn read_again(&mut self, group: usize, place: &mut usize, back: bool) -> Option<bool> {
        let (first, last) = (self.slots[2 * group], self.slots[2 * group + 1]);
        if first == NOWHERE || last == NOWHERE || last < first {
            return Some(true);
        }
        let length = last - first;
        *self.steps = self.steps.checked_sub(length)?;
        let start = if back { place.checked_sub(length) } else { Some(*place) };
        let found = start.and_then(|start| self.text.get(start..start + length)) == Some(&self.text[first..last]);
        if found {
            *place = if back { *place - length } else { *place + length };
        }
        Some(found)
    }

    fn save(&mut self, slot: usize, place: usize) -> bool {
        self.stack.push(Pending::Restore { slot, place: self.slots[slot] });
        self.slots[slot] = place;
        true
    }

    /// Marks a split at a place; false if it was marked before.
    fn enter(&mut self, split: usize, place: usize) -> bool {
        if !self.program.is_regular {
            return true;
        }
        let state = split * (self.text.len() + 1) + place;
        let (word, bit) = (&mut self.entered[state / 64], 1 << (state % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        if is_new && self.inside > 0 {
            self.log.push(state);
        }
        is_new
    }

    fn is_boundary(&self, place: usize) -> bool {
        let is_word = |at: usize| self.text.get(at).is_some_and(|unit| Set::Word.has(*unit));
        is_word(place.wrapping_sub(1)) != is_word(place)
    }
}
