//! Lines and bars: from entries to a picture.

mod bars;
mod line;

pub use bars::{MAX_BARS, bars};
pub use line::line;

use crate::axis::{self, Scale};
use crate::number::{MAX_VALUE, label_style, tick_style, written};
use crate::page::{Number, Page};
use crate::picture::{Direction, Picture, Room};
use crate::plane::{Drawn, Frame, Plane, Side, ticks};
use crate::scene::{Prim, Role, Shape};
use crate::text::SMALL;

/// Between the names of values and the plane.
const GUTTER_AIR: f64 = 10.0;

/// A picture and what is known about its axis.
pub struct Sheet {
    pub picture: Picture,
    /// How values are written beside the drawing.
    pub style: Number,
    pub axis: Axis,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    Whole,
    /// It does not begin at zero but here, which people have to be told about bars.
    Broken(f64),
}

fn height(room: &Room) -> f64 {
    (room.width * 0.46).clamp(200.0, 340.0)
}

/// What the value axis of either kind has in common.
struct Values {
    range: (f64, f64),
    ticks: usize,
    tick: Number,
    value: Number,
    gutter: f64,
}

fn values_axis(range: (f64, f64), values: &[f64], height: f64, page: &dyn Page) -> Values {
    let count = ((height - 60.0) / 34.0).clamp(4.0, 7.0) as usize;
    let named = ticks(range, count);
    let step = named.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step } else { range.1 - range.0 };
    let largest = named.iter().fold(0.0, |largest: f64, tick| largest.max(tick.abs()));
    let tick = tick_style(step, largest);
    let width = |tick_value: &f64| page.text_width(&written(*tick_value, tick, page), SMALL);
    let gutter = named.iter().map(width).fold(0.0, f64::max) + GUTTER_AIR;
    Values { range, ticks: count, tick, value: label_style(values, step), gutter }
}

fn plane<'a>(
    values: &Values,
    x: (f64, f64),
    room: &Room,
    side: Side,
    tick_label: &'a dyn Fn(f64) -> String,
) -> Plane<'a> {
    Plane {
        size: (room.width, height(room)),
        x,
        y: values.range,
        ticks: values.ticks,
        tick_label,
        side,
        gutter: values.gutter.min(room.width * 0.4),
        beyond: 10.0,
        above: 22.0,
        below: axis::BELOW,
    }
}

fn side(room: &Room) -> Side {
    match room.direction {
        Direction::LeftToRight => Side::Left,
        Direction::RightToLeft => Side::Right,
    }
}

/// Grid and words of the value axis; what belongs to entries is taken out and answered with.
fn split(drawn: Drawn) -> (Vec<Prim>, Vec<(usize, Shape)>, Frame) {
    let mut back = Vec::new();
    let mut marks = Vec::new();
    for prim in drawn.prims {
        match prim.role {
            Role::Datum(index) => marks.push((usize::from(index), prim.shape)),
            _ => back.push(prim),
        }
    }
    (back, marks, drawn.frame)
}

/// Time runs from left to right in every language; a list begins where reading begins.
fn is_mirrored(scale: &Scale, room: &Room) -> bool {
    room.direction == Direction::RightToLeft && *scale == Scale::Places
}

fn is_drawable(low: f64, high: f64) -> bool {
    low.abs() <= MAX_VALUE && high.abs() <= MAX_VALUE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datum::Datum;
    use crate::page::plain::Plain;
    use crate::scene::{Anchor, pixels};
    use crate::text::bold_width;

    pub(super) const ROOM: Room = Room { width: 400.0, direction: Direction::LeftToRight };

    fn items(values: &[Option<f64>]) -> Vec<Datum> {
        let datum = |(position, value): (usize, &Option<f64>)| Datum {
            label: format!("L{position}"),
            value: *value,
            raw: if value.is_none() { "50%".into() } else { String::new() },
            parts: Vec::new(),
        };
        values.iter().enumerate().map(datum).collect()
    }

    pub(super) fn numbers(values: &[f64]) -> Vec<Datum> {
        items(&values.iter().map(|value| Some(*value)).collect::<Vec<_>>())
    }

    pub(super) fn texts(prims: &[Prim], role: Role) -> Vec<(f64, String)> {
        let text = |prim: &Prim| match &prim.shape {
            Shape::Text((x, _), _, text) if prim.role == role => Some((pixels(*x), text.clone())),
            _ => None,
        };
        prims.iter().filter_map(text).collect()
    }

    #[test]
    fn categories_run_as_the_language_does_and_time_does_not() {
        let room = Room { direction: Direction::RightToLeft, ..ROOM };
        let days = Scale::Days(vec![20_000, 20_001, 20_002]);
        for draw in [line, bars] {
            for (scale, rightwards) in [(&Scale::Places, false), (&days, true)] {
                let sheet = draw(&numbers(&[1.0, 4.0, 2.0]), scale, &room, &Plain).unwrap();
                let marks = sheet.picture.marks;
                assert_eq!(marks[0].at.0 < marks[2].at.0, rightwards);
                assert_eq!(marks.iter().map(|mark| mark.item).collect::<Vec<_>>(), [0, 1, 2]);
            }
        }
    }

    #[test]
    fn what_could_not_be_drawn_leaves_a_mark() {
        let data = items(&[Some(1.0), None, Some(3.0), Some(2.0)]);
        let sheet = bars(&data, &Scale::Places, &ROOM, &Plain).unwrap();
        assert_eq!(
            texts(&sheet.picture.front, Role::Gap).into_iter().map(|(_, text)| text).collect::<Vec<_>>(),
            ["50%"]
        );
        let sheet = line(&data, &Scale::Places, &ROOM, &Plain).unwrap();
        assert_eq!(sheet.picture.back.iter().filter(|prim| prim.role == Role::Gap).count(), 1);
    }

    #[test]
    fn words_stay_within_the_drawing() {
        let long: Vec<f64> = (0..9).map(|at| 1_234_567.25 + f64::from(at * at) * 1000.0).collect();
        for width in [184.0, 200.0, 320.0, 800.0] {
            for direction in [Direction::LeftToRight, Direction::RightToLeft] {
                let room = Room { width, direction };
                for draw in [line, bars] {
                    let picture = draw(&numbers(&long), &Scale::Places, &room, &Plain).unwrap().picture;
                    for (role, width_of) in [
                        (Role::Value, bold_width as fn(&dyn Page, &str) -> f64),
                        (Role::Tick, |page, text| page.text_width(text, SMALL)),
                    ] {
                        for prim in picture.front.iter().chain(&picture.back).filter(|prim| prim.role == role) {
                            let Shape::Text((x, _), anchor, text) = &prim.shape else { continue };
                            let (x, length) = (pixels(*x), width_of(&Plain, text));
                            let left = match anchor {
                                Anchor::Start => x,
                                Anchor::Middle => x - length / 2.0,
                                Anchor::End => x - length,
                            };
                            assert!(left >= -0.5 && left + length <= width + 0.5, "{text} in {width}: {left}");
                        }
                    }
                }
            }
        }
    }
}
