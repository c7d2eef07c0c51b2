//! Many pins as few marks: from 100 pins on, those that lie close together are one mark with their number.

use crate::maths;
use crate::projection::Point;

/// Up to so many pins each is drawn.
const MOST_PINS: usize = 100;
/// How wide a cell is, in pixels: pins in the same one are one mark.
const CELL: f64 = 60.0;
/// Marks that are no further apart than this are one: a group is that large.
const APART: f64 = 38.0;
/// How far a group reaches from its middle.
pub const REACH: f64 = 20.0;
/// More than a world has of them.
const COLUMNS: f64 = 4e7;

#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Pin {
        index: usize,
        at: Point,
    },
    /// The pins in it, the first in the list first, and the middle of them.
    Cluster {
        members: Vec<usize>,
        at: Point,
    },
}

impl Mark {
    pub fn at(&self) -> Point {
        match self {
            Mark::Pin { at, .. } | Mark::Cluster { at, .. } => *at,
        }
    }

    pub fn holds(&self, pin: usize) -> bool {
        match self {
            Mark::Pin { index, .. } => *index == pin,
            Mark::Cluster { members, .. } => members.contains(&pin),
        }
    }

    /// The pin that it is known by.
    pub fn first(&self) -> usize {
        match self {
            Mark::Pin { index, .. } => *index,
            Mark::Cluster { members, .. } => members.first().copied().unwrap_or(0),
        }
    }
}

/// What to draw for the pins in the picture, of `all` there are. `origin` is where the world's corner lies, in pixels: cells
/// belong to the world, so that nothing regroups while it is moved.
pub fn group(pins: &[(usize, Point)], all: usize, origin: Point) -> Vec<Mark> {
    if all <= MOST_PINS {
        return pins.iter().map(|&(index, at)| Mark::Pin { index, at }).collect();
    }
    // One number for a cell: its row, then its column.
    let cell = |at: Point| ((at.y - origin.y) / CELL).floor() * COLUMNS + ((at.x - origin.x) / CELL).floor();
    let mut sorted: Vec<(f64, usize)> = pins.iter().enumerate().map(|(own, (_, at))| (cell(*at), own)).collect();
    maths::sort(&mut sorted);
    let together: Vec<&[(f64, usize)]> = sorted.chunk_by(|a, b| a.0 == b.0).collect();
    let mut order: Vec<(f64, usize)> =
        together.iter().enumerate().map(|(own, group)| (group[0].1 as f64, own)).collect();
    maths::sort(&mut order);
    let mut groups: Vec<Vec<(usize, Point)>> = Vec::new();
    for (_, own) in order {
        let mut members: Vec<(usize, Point)> = together[own].iter().map(|&(_, own)| pins[own]).collect();
        let at = middle(&members);
        // What lies on both sides of the edge of a cell may lie close all the same.
        let near = groups.iter_mut().find(|other| {
            let other = middle(other);
            (other.x - at.x).abs() < APART && (other.y - at.y).abs() < APART
        });
        match near {
            Some(near) => near.append(&mut members),
            None => groups.push(members),
        }
    }
    let mark = |members: Vec<(usize, Point)>| match members[..] {
        [(index, at)] => Mark::Pin { index, at },
        _ => Mark::Cluster { at: middle(&members), members: members.iter().map(|(index, _)| *index).collect() },
    };
    groups.into_iter().map(mark).collect()
}

fn middle(members: &[(usize, Point)]) -> Point {
    let count = members.len() as f64;
    let x = members.iter().map(|(_, at)| at.x).sum::<f64>() / count;
    let y = members.iter().map(|(_, at)| at.y).sum::<f64>() / count;
    Point { x, y }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNER: Point = Point { x: 0.0, y: 0.0 };

    #[test]
    fn few_pins_are_never_grouped() {
        let pins: Vec<(usize, Point)> = (0..100).map(|index| (index, CORNER)).collect();
        assert_eq!(group(&pins, 100, CORNER).len(), 100);
    }

    #[test]
    fn many_pins_are_grouped_where_they_lie_close() {
        let pins = [(0, Point { x: 70.0, y: 10.0 }), (1, Point { x: 10.0, y: 10.0 }), (2, Point { x: 30.0, y: 50.0 })];
        let expected = [
            Mark::Pin { index: 0, at: Point { x: 70.0, y: 10.0 } },
            Mark::Cluster { members: vec![1, 2], at: Point { x: 20.0, y: 30.0 } },
        ];
        assert_eq!(group(&pins, 101, CORNER), expected);
    }

    #[test]
    fn groups_do_not_lie_over_one_another() {
        let at = |x: f64| Point { x, y: 10.0 };
        let pins = [(0, at(50.0)), (1, at(58.0)), (2, at(62.0)), (3, at(70.0)), (4, at(170.0))];
        let expected =
            [Mark::Cluster { members: vec![0, 1, 2, 3], at: at(60.0) }, Mark::Pin { index: 4, at: at(170.0) }];
        assert_eq!(group(&pins, 101, CORNER), expected);
    }

    #[test]
    fn moving_the_picture_regroups_nothing() {
        let pins: Vec<(usize, Point)> = (0..200u32)
            .map(|index| (index as usize, Point { x: f64::from(index * 37 % 700), y: f64::from(index * 53 % 400) }))
            .collect();
        let members = |shift: f64| -> Vec<usize> {
            let moved: Vec<(usize, Point)> =
                pins.iter().map(|&(index, at)| (index, Point { x: at.x + shift, ..at })).collect();
            group(&moved, 200, Point { x: shift, y: 0.0 }).iter().map(Mark::first).collect()
        };
        assert_eq!(members(0.0), members(17.0));
        assert!(members(0.0).len() < 120);
    }
}
