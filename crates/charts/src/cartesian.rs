//! Lines and bars: from entries to a picture.

use crate::axis::{self, Scale};
use crate::datum::Datum;
use crate::number::{MAX_VALUE, apart, around, exact_style, extent, label_style, tick_style};
use crate::page::{Number, Page};
use crate::picture::{Direction, Mark, Picture, Room, Tone};
use crate::plane::{Drawn, Frame, Plane, Series, Side, ticks};
use crate::reduce::reduce;
use crate::scene::{Anchor, PathText, Prim, Role, Shape, pixels, units};
use crate::text::{Area, LINE, SMALL};

/// Points of a line that are drawn.
pub const MAX_POINTS: usize = 1000;
/// Bars that are drawn.
pub const MAX_BARS: usize = 200;
/// More points than this have no dots.
const MAX_DOTS: usize = 31;
/// More bars than this have no numbers on them.
const MAX_NUMBERS: usize = 12;
const MAX_BAR_WIDTH: f64 = 64.0;
/// Bars whose shortest is above this share of the longest look the same when measured from zero.
const ALIKE: f64 = 0.6;

/// A picture and what is known about its axis.
pub struct Sheet {
    pub picture: Picture,
    /// How values are written beside the drawing.
    pub style: Number,
    pub axis: Axis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Whole,
    /// It does not begin at zero, which people have to be told about bars.
    Broken,
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
    let count = ((height - 60.0) / 40.0).clamp(3.0, 7.0) as usize;
    let named = ticks(range, count);
    let step = named.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step } else { range.1 - range.0 };
    let largest = named.iter().fold(0.0, |largest: f64, tick| largest.max(tick.abs()));
    let tick = tick_style(step, largest);
    let width = |tick_value: &f64| page.text_width(&page.number(*tick_value, tick), SMALL);
    let gutter = named.iter().map(width).fold(0.0, f64::max) + 10.0;
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
    let tick_label = |value: f64| page.number(value, axis.tick);
    let drawn = plane(&axis, x, room, side(room), &tick_label).draw(Series::Lines(&runs(&kept, items)))?;
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
    let front = extremes(&values, &marks, axis.value, frame, page);
    let size = (room.width, height(room));
    let picture = Picture { size, back, marks, front, frame: Some(frame), center: None };
    Some(Sheet { picture, style: exact_style(&values), axis: Axis::Whole })
}

fn is_drawable(low: f64, high: f64) -> bool {
    low.abs() <= MAX_VALUE && high.abs() <= MAX_VALUE
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

/// The numbers at the highest, lowest, last and first point, as far as there is room.
fn extremes(values: &[f64], marks: &[Mark], style: Number, frame: Frame, page: &dyn Page) -> Vec<Prim> {
    let by = |better: fn(f64, f64) -> bool| {
        (0..values.len()).fold(0, |best, index| if better(values[index], values[best]) { index } else { best })
    };
    let lowest = by(|a, b| a < b);
    let chosen = [by(|a, b| a > b), lowest, values.len() - 1, 0];
    let mut taken: Vec<Area> = Vec::new();
    let mut prims = Vec::new();
    for index in chosen {
        let text = page.number(values[index], style);
        let width = page.text_width(&text, SMALL);
        let (x, y) = marks[index].at;
        let is_below = index == lowest && values[index] < values[chosen[0]];
        let y = if is_below { y + LINE } else { y - LINE };
        let x = x.min(frame.right + 8.0 - width / 2.0).max(frame.left + width / 2.0);
        let area = Area::around(x, y, width);
        let hides_a_dot = marks.len() <= MAX_DOTS
            && marks.iter().any(|mark| {
                Area { left: mark.at.0 - 3.0, right: mark.at.0 + 3.0, top: mark.at.1 - 3.0, bottom: mark.at.1 + 3.0 }
                    .meets(&area)
                    && (mark.at.0 - marks[index].at.0).abs() > 0.5
            });
        if y + LINE / 2.0 > frame.bottom || hides_a_dot || taken.iter().any(|other| other.meets(&area)) {
            continue;
        }
        taken.push(area);
        prims.push(Prim { role: Role::Value, shape: Shape::Text((units(x), units(y)), Anchor::Middle, text) });
    }
    prims
}

/// Draws the entries as bars. Nothing if their values are beyond what can be drawn.
pub fn bars(items: &[Datum], scale: &Scale, room: &Room, page: &dyn Page) -> Option<Sheet> {
    let count = items.len().min(MAX_BARS);
    // Time runs from left to right in every language; a list begins where reading begins.
    let is_mirrored = room.direction == Direction::RightToLeft && *scale == Scale::Places;
    let place = |position: usize| (if is_mirrored { count - 1 - position } else { position }) as f64;
    let kept: Vec<(usize, f64)> =
        items[..count].iter().enumerate().filter_map(|(position, item)| Some((position, item.value?))).collect();
    let values: Vec<f64> = kept.iter().map(|(_, value)| *value).collect();
    let (low, high) = extent(values.iter().copied()).filter(|(low, high)| is_drawable(*low, *high))?;
    let (range, broken) = bar_range(low, high);
    let axis = values_axis(range, &values, height(room), page);

    let tick_label = |value: f64| page.number(value, axis.tick);
    let plane = plane(&axis, (-0.5, count as f64 - 0.5), room, side(room), &tick_label);
    let slot = (room.width - plane.gutter - plane.beyond) / count as f64;
    let half = (MAX_BAR_WIDTH / 2.0 / slot).min(0.34);
    let bars: Vec<(f64, f64)> = kept.iter().map(|(position, value)| (place(*position), *value)).collect();
    let drawn = plane.draw(Series::Bars(&bars, half))?;
    let (mut back, shapes, frame) = split(drawn);

    let mut front = Vec::new();
    let marks = shapes.into_iter().filter_map(|(index, shape)| match shape {
        Shape::Rect(from, to) => {
            if broken == Axis::Broken {
                front.push(notch(from, to));
            }
            Some(bar(kept[index].0, values[index], from, to))
        }
        _ => None,
    });
    let marks: Vec<Mark> = marks.collect();
    let x = |position: usize| frame.left + (place(position) + 0.5) / count as f64 * (frame.right - frame.left);
    let names: Vec<String> = (0..count).map(|position| short_name(items, scale, position, page)).collect();
    let places: Vec<f64> = (0..count).map(x).collect();
    back.extend(axis::names(&names, &places, frame, room.width, page));
    if marks.len() <= MAX_NUMBERS {
        front.extend(numbers(&values, &marks, [exact_style(&values), axis.value], slot, page));
    }
    let size = (room.width, height(room));
    let picture = Picture { size, back, marks, front, frame: Some(frame), center: None };
    Some(Sheet { picture, style: exact_style(&values), axis: broken })
}

fn short_name(items: &[Datum], scale: &Scale, position: usize, page: &dyn Page) -> String {
    match scale {
        Scale::Places => items[position].label.clone(),
        Scale::Days(days) => page.day(days[position], crate::page::Day::Short),
    }
}

/// From zero, unless that would make all bars look the same.
fn bar_range(low: f64, high: f64) -> ((f64, f64), Axis) {
    if low > 0.0 && low < high && low > high * ALIKE {
        let air = (high - low) * 0.25;
        return (apart((low - air).max(0.0), high + (high - low) * 0.05), Axis::Broken);
    }
    let (bottom, top) = (low.min(0.0), high.max(0.0));
    let (bottom, top) = if bottom == top { (0.0, 1.0) } else { (bottom, top) };
    let air = (top - bottom) * 0.04;
    // Numbers stand below what hangs down.
    let bottom = if low < 0.0 { bottom - 2.5 * air } else { bottom };
    (apart(bottom, if high > 0.0 { top + air } else { top }), Axis::Whole)
}

/// A bar that is rounded where it ends.
fn bar(item: usize, value: f64, from: (i32, i32), to: (i32, i32)) -> Mark {
    let (left, right) = (pixels(from.0.min(to.0)), pixels(from.0.max(to.0)));
    let (top, bottom) = (pixels(from.1.min(to.1)), pixels(from.1.max(to.1)));
    let radius = (bottom - top).min((right - left) / 2.0).min(4.0);
    // Drawn from its base: `end` is where the value is, `turn` the way a rounded corner goes.
    let (base, end, inward, sweep) = if value < 0.0 { (top, bottom, -radius, 0.0) } else { (bottom, top, radius, 1.0) };
    let corner = |path: PathText, x: f64, y: f64| path.command('A', &[radius, radius, 0.0, 0.0, sweep, x, y]);
    let path = PathText::default().command('M', &[left, base]).command('L', &[left, end + inward]);
    let path = corner(path, left + radius, end).command('L', &[right - radius, end]);
    let path = corner(path, right, end + inward).command('L', &[right, base]).command('Z', &[]);
    Mark { item, path: path.done(), tone: Tone::Bar, at: ((left + right) / 2.0, end), center: None }
}

/// The cut near the base of a bar whose axis leaves something out.
fn notch(from: (i32, i32), to: (i32, i32)) -> Prim {
    let (left, right) = (from.0.min(to.0) - units(1.0), from.0.max(to.0) + units(1.0));
    let base = from.1.max(to.1) - units(7.0);
    let (rise, quarter) = (units(3.0), (right - left) / 4);
    let points = (0..5).map(|step| (left + quarter * step, if step % 2 == 0 { base + rise } else { base - rise }));
    Prim { role: Role::Break, shape: Shape::Path(points.collect()) }
}

/// The numbers at the ends of bars, in the first of the styles in which all fit.
fn numbers(values: &[f64], marks: &[Mark], styles: [Number; 2], slot: f64, page: &dyn Page) -> Vec<Prim> {
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let short = (largest >= 1000.0).then_some(Number::Compact(1));
    let fits = |text: &String| page.text_width(text, SMALL) <= slot - 2.0;
    let texts = |style: Number| values.iter().map(|value| page.number(*value, style)).collect::<Vec<String>>();
    let fitting = styles.into_iter().chain(short).map(texts).find(|texts| texts.iter().all(fits));
    let Some(texts) = fitting else { return Vec::new() };
    let number = |((value, mark), text): ((&f64, &Mark), String)| {
        let y = if *value < 0.0 { mark.at.1 + LINE * 0.65 } else { mark.at.1 - LINE * 0.65 };
        Prim { role: Role::Value, shape: Shape::Text((units(mark.at.0), units(y)), Anchor::Middle, text) }
    };
    values.iter().zip(marks).zip(texts).map(number).collect()
}
