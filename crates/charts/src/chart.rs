//! One chart: what its agent sent, where the person who looks at it stands, and what keys and presses do.

use std::collections::BTreeSet;

use crate::face::{Face, State};
use crate::level::{Step, valid_path};
use crate::page::Page;
use crate::picture::{Direction, Room};
use crate::reading::{Content, Finding, Reading};

/// The state of one component on the page.
#[derive(Debug, Default)]
pub struct Chart {
    reading: Option<Reading>,
    /// From the top to the open level.
    path: Vec<Step>,
    /// The mark that a person who goes on by keyboard goes on from.
    active: usize,
    /// For each open level the mark that was opened.
    opened: Vec<usize>,
    told: BTreeSet<String>,
}

/// A key that means something to a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    Open,
    Back,
}

impl Key {
    /// By the name that browsers give it.
    pub fn of(name: &str) -> Option<Key> {
        Some(match name {
            "ArrowLeft" => Key::Left,
            "ArrowRight" => Key::Right,
            "ArrowUp" => Key::Up,
            "ArrowDown" => Key::Down,
            "Home" => Key::Home,
            "End" => Key::End,
            "Enter" | " " => Key::Open,
            "Escape" | "Backspace" => Key::Back,
            _ => return None,
        })
    }
}

/// What a key or a press led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing: the page may do with it what it likes.
    Ignored,
    /// The active mark is another one.
    Moved,
    /// Another level is open; focus belongs on the active mark.
    Level,
}

impl Chart {
    /// Takes the properties of component `name` and answers with the faults that were not told before. `None`: the text
    /// is not what the contract says, and nothing has changed.
    pub fn update(&mut self, name: &str, properties: &str) -> Option<Vec<Finding>> {
        let mut reading = Reading::of(name, properties)?;
        let findings = std::mem::take(&mut reading.findings);
        let depth = match &reading.content {
            Content::Data(data) if reading.kind.is_round() => valid_path(&data.items, &self.path),
            // What is pending comes back, perhaps as it was.
            Content::Pending => self.path.len(),
            _ => 0,
        };
        if depth < self.path.len() {
            self.active = self.opened[depth];
        }
        self.path.truncate(depth);
        self.opened.truncate(depth);
        self.reading = Some(reading);
        Some(findings.into_iter().filter(|finding| self.told.insert(finding.message.clone())).collect())
    }

    /// What is to be seen in a room, after what was seen `before`: the active mark stays that of the same entry. If that is
    /// gone it is the one in its place. `None` before the first properties.
    pub fn face(&mut self, before: Option<&Face>, room: &Room, page: &dyn Page) -> Option<Face> {
        let room =
            Room { width: if room.width.is_finite() { room.width.clamp(120.0, 4096.0) } else { 120.0 }, ..*room };
        let face = Face::of(self.reading.as_ref()?, &self.path, &room, page);
        self.active = before.and_then(|before| face.mark_after(before, self.active)).unwrap_or(self.active);
        // What is pending comes back, perhaps as it was.
        if let Some(last) = face.points.len().checked_sub(1) {
            self.active = self.active.min(last);
        }
        Some(face)
    }

    pub fn active(&self) -> usize {
        self.active
    }

    pub fn is_drilled(&self) -> bool {
        !self.path.is_empty()
    }

    /// The mark a person pointed at or came to.
    pub fn activate(&mut self, mark: usize) {
        self.active = mark;
    }

    pub fn key(&mut self, key: Key, face: &Face, direction: Direction) -> Outcome {
        let Some(last) = face.points.len().checked_sub(1).filter(|_| face.state == State::Drawn) else {
            return if key == Key::Back { self.back() } else { Outcome::Ignored };
        };
        // Bars stand as the language runs; lines and slices do not turn around.
        let first_mark = face.picture.marks.first().map(|mark| mark.at.0);
        let last_mark = face.picture.marks.last().map(|mark| mark.at.0);
        let is_mirrored = direction == Direction::RightToLeft && face.picture.frame.is_some() && first_mark > last_mark;
        let forward = match key {
            Key::Right => !is_mirrored,
            Key::Left => is_mirrored,
            Key::Down => true,
            Key::Up => false,
            Key::Home => return self.move_to(0),
            Key::End => return self.move_to(last),
            Key::Open => return self.open(self.active, face),
            Key::Back => return self.back(),
        };
        let wraps = face.kind.is_round();
        self.move_to(match (forward, self.active) {
            (true, active) if active >= last => {
                if wraps {
                    0
                } else {
                    last
                }
            }
            (true, active) => active + 1,
            (false, 0) => {
                if wraps {
                    last
                } else {
                    0
                }
            }
            (false, active) => active - 1,
        })
    }

    fn move_to(&mut self, mark: usize) -> Outcome {
        self.active = mark;
        Outcome::Moved
    }

    /// Opens a mark that is made of parts.
    pub fn open(&mut self, mark: usize, face: &Face) -> Outcome {
        let Some(step) = face.points.get(mark).and_then(|spot| spot.step.clone()) else { return Outcome::Ignored };
        self.path.push(step);
        self.opened.push(mark);
        self.active = 0;
        Outcome::Level
    }

    /// A level up.
    pub fn back(&mut self) -> Outcome {
        self.climb(self.path.len().saturating_sub(1))
    }

    /// Up to the level at `depth`; the active mark is the one that was opened there.
    pub fn climb(&mut self, depth: usize) -> Outcome {
        let Some(opened) = self.opened.get(depth) else { return Outcome::Ignored };
        self.active = *opened;
        self.path.truncate(depth);
        self.opened.truncate(depth);
        Outcome::Level
    }
}
