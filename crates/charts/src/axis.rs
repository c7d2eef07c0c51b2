//! The names along the bottom of a plane: categories or days, as many as fit.

use crate::datum::Datum;
use crate::days::{self, parse_day};
use crate::page::{Day, Page};
use crate::plane::Frame;
use crate::scene::{Anchor, Prim, Role, Shape, units};
use crate::text::{Area, LINE, SMALL, every, shorten};

/// What the entries stand along.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// One place after the other.
    Places,
    /// In time, by day.
    Days(Vec<i64>),
}

impl Scale {
    /// Time, if every label is a date after the one before it.
    pub fn of(items: &[Datum]) -> Scale {
        let days: Option<Vec<i64>> = items.iter().map(|item| parse_day(&item.label)).collect();
        match days {
            Some(days) if !days.is_empty() && days.windows(2).all(|pair| pair[0] < pair[1]) => Scale::Days(days),
            _ => Scale::Places,
        }
    }

    /// Where entry `position` stands.
    pub fn place(&self, position: usize) -> f64 {
        match self {
            Scale::Places => position as f64,
            Scale::Days(days) => days[position] as f64,
        }
    }

    /// What entry `position` is called in full.
    pub fn name(&self, items: &[Datum], position: usize, page: &dyn Page) -> String {
        match self {
            Scale::Places => items[position].label.clone(),
            Scale::Days(days) => page.day(days[position], Day::Full),
        }
    }
}

/// How far below the plane the middle of the names is.
const DISTANCE: f64 = 16.0;

/// The names of places: `places` are x positions in pixels, from left to right or back.
pub fn names(names: &[String], places: &[f64], frame: Frame, width: f64, page: &dyn Page) -> Vec<Prim> {
    let distance = match places {
        [first, second, ..] => (second - first).abs(),
        _ => frame.right - frame.left,
    };
    // Narrower than this a beginning of a name tells nothing.
    let room = (distance - 8.0).max(56.0);
    let shortened: Vec<String> = names.iter().map(|name| shorten(page, name, SMALL, room)).collect();
    let widths: Vec<f64> = shortened.iter().map(|name| page.text_width(name, SMALL)).collect();
    let step = every(widths.iter().fold(0.0, |widest, width| width.max(widest)) - 4.0, distance);
    let chosen = (0..places.len()).step_by(step);
    line(chosen.map(|position| (places[position], shortened[position].clone(), widths[position])), frame, width)
}

/// The names of days, where the plane spans those from `first` to `last`.
pub fn dates(first: i64, last: i64, frame: Frame, width: f64, page: &dyn Page) -> Vec<Prim> {
    const APART: f64 = 64.0;
    let span = ((last - first) as f64).max(1.0);
    let scale = (frame.right - frame.left) / span;
    let room = ((frame.right - frame.left) / APART) as usize;
    let ticks = if first == last { vec![(first, Day::Full)] } else { days::ticks(first, last, room) };
    let middle = (frame.left + frame.right) / 2.0;
    line(
        ticks.into_iter().map(|(day, style)| {
            let name = page.day(day, style);
            let name_width = page.text_width(&name, SMALL);
            let x = if first == last { middle } else { frame.left + (day - first) as f64 * scale };
            (x, name, name_width)
        }),
        frame,
        width,
    )
}

/// Names in a line, kept within the drawing and off each other.
fn line(names: impl Iterator<Item = (f64, String, f64)>, frame: Frame, width: f64) -> Vec<Prim> {
    let y = frame.bottom + DISTANCE;
    let mut taken: Option<Area> = None;
    let mut prims = Vec::new();
    for (x, name, name_width) in names {
        let half = name_width / 2.0;
        let x = x.min(width - half).max(half);
        let area = Area::around(x, y, name_width);
        if name.is_empty() || taken.is_some_and(|taken| taken.meets(&area)) {
            continue;
        }
        taken = Some(area);
        prims.push(Prim { role: Role::Tick, shape: Shape::Text((units(x), units(y)), Anchor::Middle, name) });
    }
    prims
}

/// The room below the plane that names take.
pub const BELOW: f64 = DISTANCE + LINE / 2.0;
