//! Fingers and pointers on the picture: what they do to it.
//!
//! A mouse or pen drags. One finger scrolls the page, which the browser does; two move and pinch.

use crate::maths::length;
use crate::projection::Point;

/// A pointer that moves no further than this presses, and does not drag.
const SLOP: f64 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Touch,
    /// A mouse or a pen.
    Exact,
}

/// What is to happen to the picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// How far what is shown moves.
    pub by: Point,
    /// How much larger it gets, and about what.
    pub factor: f64,
    pub about: Point,
}

#[derive(Debug, Default)]
pub struct Gesture {
    pointers: Vec<(i32, Kind, Point)>,
    is_drag: bool,
    /// Pixels in a millisecond, of late.
    velocity: Option<(Point, f64)>,
}

impl Gesture {
    pub fn down(&mut self, id: i32, kind: Kind, at: Point) {
        self.pointers.retain(|(other, ..)| *other != id);
        if self.pointers.is_empty() {
            self.is_drag = false;
            self.velocity = None;
        }
        // A third finger changes nothing.
        if self.pointers.len() < 2 {
            self.pointers.push((id, kind, at));
        }
    }

    pub fn moved(&mut self, id: i32, at: Point, now: f64) -> Option<Change> {
        let own = self.pointers.iter().position(|(other, ..)| *other == id)?;
        let (_, kind, from) = self.pointers[own];
        let by = Point { x: at.x - from.x, y: at.y - from.y };
        let other = self.pointers.iter().enumerate().find(|(index, _)| *index != own).map(|(_, pointer)| pointer.2);
        let change = match (other, kind) {
            (None, Kind::Touch) => return None,
            (None, Kind::Exact) => {
                if !self.is_drag && length(by) < SLOP {
                    return None;
                }
                self.speed(by, now);
                Change { by, factor: 1.0, about: at }
            }
            (Some(other), _) => {
                let (before, after) = (distance(from, other), distance(at, other));
                let factor = if before > 1.0 && after > 1.0 { after / before } else { 1.0 };
                let about = Point { x: (at.x + other.x) / 2.0, y: (at.y + other.y) / 2.0 };
                Change { by: Point { x: by.x / 2.0, y: by.y / 2.0 }, factor, about }
            }
        };
        self.is_drag = true;
        self.pointers[own].2 = at;
        Some(change)
    }

    /// Answers with how fast the picture was moving, if it was let go in motion.
    pub fn up(&mut self, id: i32, now: f64) -> Option<Point> {
        self.pointers.retain(|(other, ..)| *other != id);
        let (velocity, at) = self.velocity.take()?;
        (self.pointers.is_empty() && now - at < 60.0 && length(velocity) > 0.2).then_some(velocity)
    }

    /// Whether the pointer that went down has dragged. What is clicked at the end of that is no click.
    pub fn is_drag(&self) -> bool {
        self.is_drag
    }

    fn speed(&mut self, by: Point, now: f64) {
        let Some((old, at)) = self.velocity else {
            self.velocity = Some((Point { x: 0.0, y: 0.0 }, now));
            return;
        };
        let time = (now - at).max(1.0);
        let mixed = |old: f64, by: f64| 0.6 * old + 0.4 * by / time;
        self.velocity = Some((Point { x: mixed(old.x, by.x), y: mixed(old.y, by.y) }, now));
    }
}

fn distance(a: Point, b: Point) -> f64 {
    length(Point { x: a.x - b.x, y: a.y - b.y })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn a_mouse_drags_once_it_has_moved_a_little() {
        let mut gesture = Gesture::default();
        gesture.down(1, Kind::Exact, at(10.0, 10.0));
        assert_eq!(gesture.moved(1, at(12.0, 11.0), 0.0), None);
        assert!(!gesture.is_drag());
        assert_eq!(gesture.moved(1, at(20.0, 10.0), 10.0).map(|change| change.by), Some(at(10.0, 0.0)));
        assert_eq!(gesture.moved(1, at(21.0, 10.0), 20.0).map(|change| change.by), Some(at(1.0, 0.0)));
        assert!(gesture.is_drag());
        gesture.up(1, 500.0);
        assert!(gesture.is_drag(), "the click that follows still belongs to it");
        gesture.down(1, Kind::Exact, at(0.0, 0.0));
        assert!(!gesture.is_drag());
    }

    #[test]
    fn one_finger_moves_nothing_and_two_pinch() {
        let mut gesture = Gesture::default();
        gesture.down(1, Kind::Touch, at(100.0, 100.0));
        assert_eq!(gesture.moved(1, at(150.0, 100.0), 0.0), None);
        gesture.down(2, Kind::Touch, at(200.0, 100.0));
        let change = gesture.moved(2, at(300.0, 100.0), 0.0).expect("a pinch");
        assert_eq!((change.by, change.factor, change.about), (at(50.0, 0.0), 2.0, at(200.0, 100.0)));
        gesture.down(3, Kind::Touch, at(0.0, 0.0));
        assert_eq!(gesture.moved(3, at(9.0, 9.0), 0.0), None);
    }

    #[test]
    fn fingers_on_one_spot_do_not_divide_by_nothing() {
        let mut gesture = Gesture::default();
        gesture.down(1, Kind::Touch, at(5.0, 5.0));
        gesture.down(2, Kind::Touch, at(5.0, 5.0));
        assert_eq!(gesture.moved(2, at(50.0, 5.0), 0.0).map(|change| change.factor), Some(1.0));
    }

    #[test]
    fn a_picture_that_is_let_go_in_motion_has_a_speed() {
        let mut gesture = Gesture::default();
        gesture.down(1, Kind::Exact, at(0.0, 0.0));
        for step in 1..=10 {
            gesture.moved(1, at(f64::from(step) * 10.0, 0.0), f64::from(step) * 10.0);
        }
        let velocity = gesture.up(1, 110.0).expect("a speed");
        assert!((velocity.x - 1.0).abs() < 0.1, "{velocity:?}");
        gesture.down(1, Kind::Exact, at(0.0, 0.0));
        gesture.moved(1, at(90.0, 0.0), 1_000.0);
        assert_eq!(gesture.up(1, 2_000.0), None, "it stood still for a second");
    }
}
