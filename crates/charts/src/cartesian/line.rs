//! Values in order: a line.

use super::{Sheet, height, is_drawable, is_mirrored, plane, side, split, values_axis};
use crate::axis::{self, Scale};
use crate::datum::Datum;
use crate::number::{around, exact_style, extent, written};
use crate::page::{Number, Page};
use crate::picture::{Mark, Picture, Room, Tone};
use crate::plane::{Frame, Series, Side};
use crate::reduce::reduce;
use crate::scene::{Anchor, PathText, Prim, Role, Shape, pixels, units};
use crate::text::{Area, LINE, bold_width};

/// Points of a line that are drawn.
pub const MAX_POINTS: usize = 1000;
/// More points than this have no dots.
const MAX_DOTS: usize = 31;

/// Draws the entries as a line. Nothing if their values are beyond what can be drawn.
pub fn line(items: &[Datum], scale: &Scale, room: &Room, page: &dyn Page) -> Option<Sheet> {
    let all: Vec<(usize, (f64, f64))> = items
        .iter()
        .enumerate()
        .filter_map(|(position, item)| Some((position, (scale.place(position), item.value?))))
        .collect();
    let points: Vec<(f64, f64)> = all.iter().map(|(_, point)| *point).collect();
    let kept: Vec<(usize, (f64, f64))> =
        reduce(&points, MAX_POINTS).into_iter().map(|position| all[position]).collect();
    let values: Vec<f64> = kept.iter().map(|(_, point)| point.1).collect();
    let (low, high) = extent(values.iter().copied()).filter(|(low, high)| is_drawable(*low, *high))?;
    let axis = values_axis(around(low, high), &values, height(room), page);

    let (first, last) = (kept[0].1.0, kept[kept.len() - 1].1.0);
    let x = if last > first { (first, last) } else { (first - 1.0, first + 1.0) };
    let mut runs = runs(&kept, items);
    if is_mirrored(scale, room) {
        runs.iter_mut().flat_map(|(_, run)| run).for_each(|point| point.0 = x.0 + x.1 - point.0);
    }
    let tick_label = |value: f64| written(value, axis.tick, page);
    let drawn = plane(&axis, x, room, side(room), &tick_label).draw(Series::Lines(&runs))?;
    let (mut back, shapes, frame) = split(drawn);

    let tone = if kept.len() <= MAX_DOTS { Tone::Dot } else { Tone::Unseen };
    let marks = shapes.into_iter().filter_map(|(index, shape)| match shape {
        Shape::Circle(center, radius) => Some(dot(kept[index].0, center, radius, tone)),
        _ => None,
    });
    // One mark a point: what follows looks them up by position.
    let marks: Vec<Mark> = Some(marks.collect()).filter(|marks: &Vec<Mark>| marks.len() == kept.len())?;
    back.extend(match scale {
        Scale::Days(_) => axis::dates(first as i64, last as i64, frame, room.width, page),
        Scale::Places => {
            let names: Vec<String> = kept.iter().map(|(position, _)| items[*position].label.clone()).collect();
            let places: Vec<f64> = marks.iter().map(|mark| mark.at.0).collect();
            axis::names(&names, &places, frame, room.width, page)
        }
    });
    back.extend(bridges(&kept, &marks, items));
    let front = extremes(&values, &marks, axis.value, frame, room, page);
    let size = (room.width, height(room));
    let picture = Picture { size, back, marks, front, frame: Some(frame), center: None };
    Some(Sheet { picture, style: exact_style(&values), axis: super::Axis::Whole })
}

/// The points in stretches without a gap.
fn runs(points: &[(usize, (f64, f64))], items: &[Datum]) -> Vec<(usize, Vec<(f64, f64)>)> {
    let mut runs: Vec<(usize, Vec<(f64, f64)>)> = Vec::new();
    let mut before: Option<usize> = None;
    for (index, (position, point)) in points.iter().enumerate() {
        let is_gap = before.is_none_or(|before| items[before..*position].iter().any(|item| item.value.is_none()));
        match runs.last_mut() {
            Some((_, run)) if !is_gap => run.push(*point),
            _ => runs.push((index, vec![*point])),
        }
        before = Some(*position);
    }
    runs
}

fn dot(item: usize, center: (i32, i32), radius: i32, tone: Tone) -> Mark {
    let (x, y, r) = (pixels(center.0), pixels(center.1), pixels(radius));
    let path = PathText::default()
        .command('M', &[x - r, y])
        .command('A', &[r, r, 0.0, 1.0, 1.0, x + r, y])
        .command('A', &[r, r, 0.0, 1.0, 1.0, x - r, y])
        .command('Z', &[]);
    Mark { item, path: path.done(), tone, at: (x, y), center: None }
}

/// What spans the entries between two points that could not be drawn.
fn bridges(points: &[(usize, (f64, f64))], marks: &[Mark], items: &[Datum]) -> Vec<Prim> {
    let spans = |pair: &usize| items[points[*pair].0..points[*pair + 1].0].iter().any(|item| item.value.is_none());
    let end = |mark: &Mark| (units(mark.at.0), units(mark.at.1));
    let bridge =
        |pair: usize| Prim { role: Role::Gap, shape: Shape::Path(vec![end(&marks[pair]), end(&marks[pair + 1])]) };
    (0..points.len().saturating_sub(1)).filter(spans).map(bridge).collect()
}

/// The numbers at the highest, lowest, last and first point, as far as there is room.
fn extremes(values: &[f64], marks: &[Mark], style: Number, frame: Frame, room: &Room, page: &dyn Page) -> Vec<Prim> {
    let by = |better: fn(f64, f64) -> bool| {
        (0..values.len()).fold(0, |best, index| if better(values[index], values[best]) { index } else { best })
    };
    let (highest, lowest) = (by(|a, b| a > b), by(|a, b| a < b));
    // The side without the names of values has room to its edge.
    let (left, right) = match side(room) {
        Side::Left => (frame.left, room.width - 1.0),
        Side::Right => (1.0, frame.right),
    };
    let mut taken: Vec<Area> = Vec::new();
    let mut prims = Vec::new();
    for index in [highest, lowest, values.len() - 1, 0] {
        let text = written(values[index], style, page);
        let width = bold_width(page, &text);
        let (at, y) = marks[index].at;
        let x = at.min(right - width / 2.0).max(left + width / 2.0);
        let sides: &[f64] = match index {
            _ if index == highest => &[-LINE],
            _ if index == lowest => &[LINE],
            _ => &[-LINE, LINE],
        };
        let fits = |area: &Area| {
            let hides_a_dot = marks.len() <= MAX_DOTS
                && marks.iter().any(|mark| {
                    let (x, y) = mark.at;
                    let dot = Area { left: x - 3.0, right: x + 3.0, top: y - 3.0, bottom: y + 3.0 };
                    dot.meets(area) && (x - at).abs() > 0.5
                });
            let line = marks.windows(2).any(|pair| area.is_crossed(pair[0].at, pair[1].at));
            area.bottom <= frame.bottom && !hides_a_dot && !line && !taken.iter().any(|other| other.meets(area))
        };
        let Some(area) = sides.iter().map(|aside| Area::around(x, y + aside, width)).find(fits) else { continue };
        taken.push(area);
        let place = (units(x), units(area.bottom - LINE / 2.0));
        prims.push(Prim { role: Role::Value, shape: Shape::Text(place, Anchor::Middle, text) });
    }
    prims
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ROOM, numbers};
    use super::*;
    use crate::page::plain::Plain;

    #[test]
    fn no_number_lies_on_a_dense_line() {
        let wave: Vec<f64> = (0..64).map(|at| 1.08 + 0.02 * (f64::from(at) * 0.9).sin()).collect();
        let picture = line(&numbers(&wave), &Scale::Places, &ROOM, &Plain).unwrap().picture;
        let numbers: Vec<Area> = picture
            .front
            .iter()
            .filter_map(|prim| match &prim.shape {
                Shape::Text((x, y), _, text) => Some(Area::around(pixels(*x), pixels(*y), bold_width(&Plain, text))),
                _ => None,
            })
            .collect();
        assert!(!numbers.is_empty(), "the highest has room");
        for area in numbers {
            assert!(picture.marks.windows(2).all(|pair| !area.is_crossed(pair[0].at, pair[1].at)));
        }
    }
}
