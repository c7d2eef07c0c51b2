//! Values side by side: bars.

use super::{Axis, GUTTER_AIR, Sheet, height, is_drawable, is_mirrored, plane, side, split, values_axis};
use crate::axis::{self, Scale};
use crate::datum::Datum;
use crate::number::{apart, exact_style, extent, written};
use crate::page::{Day, Number, Page};
use crate::picture::{Mark, Picture, Room, Tone};
use crate::plane::{Frame, Series, Side, ticks};
use crate::scene::{Anchor, PathText, Prim, Role, Shape, pixels, units};
use crate::text::{LINE, SMALL, bold_width, shorten};

/// Bars that are drawn.
pub const MAX_BARS: usize = 200;
/// More bars than this have no numbers on them.
const MAX_NUMBERS: usize = 12;
const MAX_BAR_WIDTH: f64 = 64.0;
/// Bars whose shortest is above this share of the longest look the same when measured from zero.
const ALIKE: f64 = 0.6;
/// Above the base: where bars on a broken axis are torn, and how wide the tear is.
const TEAR: f64 = 13.0;
const TORN: f64 = 5.0;

/// Draws the entries as bars. Nothing if their values are beyond what can be drawn.
pub fn bars(items: &[Datum], scale: &Scale, room: &Room, page: &dyn Page) -> Option<Sheet> {
    let count = items.len().min(MAX_BARS);
    let is_mirrored = is_mirrored(scale, room);
    let place = |position: usize| (if is_mirrored { count - 1 - position } else { position }) as f64;
    let kept: Vec<(usize, f64)> =
        items[..count].iter().enumerate().filter_map(|(position, item)| Some((position, item.value?))).collect();
    let values: Vec<f64> = kept.iter().map(|(_, value)| *value).collect();
    let (low, high) = extent(values.iter().copied()).filter(|(low, high)| is_drawable(*low, *high))?;
    let (range, broken) = if kept.len() <= MAX_NUMBERS { bar_range(low, high) } else { from_zero(low, high) };
    let mut axis = values_axis(range, &values, height(room), page);
    if let Axis::Broken(start) = broken {
        let name = base_name(start, axis.tick, page);
        axis.gutter = axis.gutter.max(page.text_width(&name, SMALL) + GUTTER_AIR);
    }

    let tick_label = |value: f64| written(value, axis.tick, page);
    let plane = plane(&axis, (-0.5, count as f64 - 0.5), room, side(room), &tick_label);
    let slot = (room.width - plane.gutter - plane.beyond) / count as f64;
    let half = (MAX_BAR_WIDTH / 2.0 / slot).min(0.34);
    let bars: Vec<(f64, f64)> = kept.iter().map(|(position, value)| (place(*position), *value)).collect();
    let drawn = plane.draw(Series::Bars(&bars, half))?;
    let (mut back, shapes, frame) = split(drawn);

    let tear = matches!(broken, Axis::Broken(_)).then(|| Tear { from: frame.left, y: frame.bottom - TEAR });
    let marks = shapes.into_iter().filter_map(|(index, shape)| match shape {
        Shape::Rect(from, to) => Some(bar(kept[index].0, values[index], from, to, tear)),
        _ => None,
    });
    let marks: Vec<Mark> = marks.collect();
    if let (Some(tear), Axis::Broken(start)) = (tear, broken) {
        back.extend(name_of_base(&back, base_name(start, axis.tick, page), frame));
        // Through the axis and everything that stands on it.
        let (left, right) = match side(room) {
            Side::Left => (frame.left - 8.0, frame.right),
            Side::Right => (frame.left, frame.right + 8.0),
        };
        for aside in [-TORN / 2.0, TORN / 2.0] {
            let edge = tear.edge(left, right, aside).into_iter().map(|(x, y)| (units(x), units(y)));
            back.push(Prim { role: Role::Break, shape: Shape::Path(edge.collect()) });
        }
    }
    let x = |position: usize| frame.left + (place(position) + 0.5) / count as f64 * (frame.right - frame.left);
    let names: Vec<String> = (0..count).map(|position| short_name(items, scale, position, page)).collect();
    let places: Vec<f64> = (0..count).map(x).collect();
    back.extend(axis::names(&names, &places, frame, room.width, page));
    let mut front = gaps(&items[..count], x, frame, slot, page);
    if marks.len() <= MAX_NUMBERS {
        front.extend(numbers(&values, &marks, axis.value, slot, page));
    }
    let size = (room.width, height(room));
    let picture = Picture { size, back, marks, front, frame: Some(frame), center: None };
    Some(Sheet { picture, style: exact_style(&values), axis: broken })
}

fn short_name(items: &[Datum], scale: &Scale, position: usize, page: &dyn Page) -> String {
    match scale {
        Scale::Places => items[position].label.clone(),
        Scale::Days(days) => page.day(days[position], Day::Short),
    }
}

/// Where a broken axis begins. Its ticks may need fewer decimals.
fn base_name(start: f64, tick: Number, page: &dyn Page) -> String {
    let style = match tick {
        Number::Compact(_) => Number::Compact(2),
        _ => Number::Plain { min: 0, max: 6 },
    };
    written(start, style, page)
}

/// Where the axis begins, if that is not said yet: as its other names are, at the base.
fn name_of_base(back: &[Prim], text: String, frame: Frame) -> Option<Prim> {
    let base = units(frame.bottom);
    let mut place = None;
    for prim in back.iter().filter(|prim| prim.role == Role::Tick) {
        let Shape::Text((x, y), anchor, _) = prim.shape else { continue };
        if (base - y).abs() < units(LINE) {
            return None;
        }
        place = Some((x, anchor));
    }
    let (x, anchor) = place?;
    Some(Prim { role: Role::Tick, shape: Shape::Text((x, base), anchor, text) })
}

/// What was sent for entries that are no numbers, where their bars would stand.
fn gaps(items: &[Datum], x: impl Fn(usize) -> f64, frame: Frame, slot: f64, page: &dyn Page) -> Vec<Prim> {
    let y = units(frame.bottom - LINE * 0.75);
    let gap = |(position, item): (usize, &Datum)| {
        let text = Some(shorten(page, &item.raw, SMALL, slot - 4.0)).filter(|text| !text.is_empty() && text != "…");
        let text = text.unwrap_or_else(|| "×".to_owned());
        Prim { role: Role::Gap, shape: Shape::Text((units(x(position)), y), Anchor::Middle, text) }
    };
    let is_gap = |(_, item): &(usize, &Datum)| item.value.is_none();
    items.iter().enumerate().filter(is_gap).map(gap).collect()
}

/// From zero, unless that would make all bars look the same. Then from a round value so far below that the
/// shortest bar is still at least half as long as the longest.
fn bar_range(low: f64, high: f64) -> ((f64, f64), Axis) {
    // Less than a float can hold reliably is no difference.
    if !(low > high * ALIKE && high - low > high * 1e-6) {
        return from_zero(low, high);
    }
    let top = high + (high - low) * 0.1;
    let mut bottom = 2.0 * low - high;
    // A wider range may have wider steps.
    for _ in 0..3 {
        let named = ticks((bottom, top), 10);
        let step = named.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        if step.is_finite() {
            bottom = (bottom / step + 1e-6).floor() * step;
        }
    }
    if bottom < low * 1e-3 {
        return from_zero(low, high);
    }
    (apart(bottom - (top - bottom) * 1e-9, top), Axis::Broken(bottom))
}

fn from_zero(low: f64, high: f64) -> ((f64, f64), Axis) {
    let (bottom, top) = (low.min(0.0), high.max(0.0));
    let (bottom, top) = if bottom == top { (0.0, 1.0) } else { (bottom, top) };
    let air = (top - bottom) * 0.04;
    // Numbers stand below what hangs down.
    let bottom = if low < 0.0 { bottom - 2.5 * air } else { bottom };
    (apart(bottom, if high > 0.0 { top + air } else { top }), Axis::Whole)
}

/// The zigzag along which all bars are torn where their axis leaves something out: one line across the whole plane.
#[derive(Clone, Copy)]
struct Tear {
    /// Where it begins to turn.
    from: f64,
    y: f64,
}

impl Tear {
    const TURN: f64 = 6.0;
    const RISE: f64 = 2.5;

    fn at(&self, x: f64) -> f64 {
        let turns = ((x - self.from) / Self::TURN).rem_euclid(2.0);
        self.y + Self::RISE * ((turns - 1.0).abs() * 2.0 - 1.0)
    }

    /// Its points from `left` to `right`, moved down by `aside`.
    fn edge(&self, left: f64, right: f64, aside: f64) -> Vec<(f64, f64)> {
        let turn = |x: f64| (x - self.from) / Self::TURN;
        let (first, last) = (turn(left).floor() as i64 + 1, turn(right).ceil() as i64);
        let turns = (first..last).map(|turn| self.from + turn as f64 * Self::TURN);
        std::iter::once(left).chain(turns).chain([right]).map(|x| (x, self.at(x) + aside)).collect()
    }
}

/// A bar that is rounded where it ends, and torn near its base if the axis is.
fn bar(item: usize, value: f64, from: (i32, i32), to: (i32, i32), tear: Option<Tear>) -> Mark {
    let (left, right) = (pixels(from.0.min(to.0)), pixels(from.0.max(to.0)));
    let (top, bottom) = (pixels(from.1.min(to.1)), pixels(from.1.max(to.1)));
    let radius = (bottom - top).min((right - left) / 2.0).min(4.0);
    // Drawn from its base: `end` is where the value is, `turn` the way a rounded corner goes.
    let (base, end, inward, sweep) = if value < 0.0 { (top, bottom, -radius, 0.0) } else { (bottom, top, radius, 1.0) };
    let corner = |path: PathText, x: f64, y: f64| path.command('A', &[radius, radius, 0.0, 0.0, sweep, x, y]);
    let along =
        |path: PathText, edge: &[(f64, f64)]| edge.iter().fold(path, |path, (x, y)| path.command('L', &[*x, *y]));
    let mut path = PathText::default();
    let mut foot = vec![(right, base), (left, base)];
    if let Some(tear) = tear {
        path = path.command('M', &[left, base]);
        path = along(path, &tear.edge(left, right, TORN / 2.0)).command('L', &[right, base]).command('Z', &[]);
        foot = tear.edge(left, right, -TORN / 2.0);
        foot.reverse();
    }
    path = path.command('M', &[left, end + inward]);
    path = corner(path, left + radius, end).command('L', &[right - radius, end]);
    path = along(corner(path, right, end + inward), &foot).command('Z', &[]);
    Mark { item, path: path.done(), tone: Tone::Bar, at: ((left + right) / 2.0, end), center: None }
}

/// The numbers at the ends of bars, if all fit; shortened if that makes them.
fn numbers(values: &[f64], marks: &[Mark], style: Number, slot: f64, page: &dyn Page) -> Vec<Prim> {
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let short = (largest >= 1000.0).then_some(Number::Compact(1));
    let fits = |text: &String| bold_width(page, text) <= slot - 2.0;
    let texts = |style: Number| values.iter().map(|value| written(*value, style, page)).collect::<Vec<String>>();
    let fitting = [style].into_iter().chain(short).map(texts).find(|texts| texts.iter().all(fits));
    let Some(texts) = fitting else { return Vec::new() };
    let number = |((value, mark), text): ((&f64, &Mark), String)| {
        let y = if *value < 0.0 { mark.at.1 + LINE * 0.65 } else { mark.at.1 - LINE * 0.65 };
        Prim { role: Role::Value, shape: Shape::Text((units(mark.at.0), units(y)), Anchor::Middle, text) }
    };
    values.iter().zip(marks).zip(texts).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ROOM, numbers, texts};
    use super::*;
    use crate::page::plain::Plain;

    #[test]
    fn an_axis_is_broken_only_where_bars_would_look_alike_and_even_then_exaggerates_little() {
        for (low, high, start) in [
            (38.0, 62.0, Some(10.0)),
            (61.0, 100.0, Some(20.0)),
            (97.0, 100.0, Some(94.0)),
            (1.0873, 1.0912, Some(1.083)),
            (60.0, 100.0, None),
            (5.0, 5.0, None),
            (-5.0, 4.0, None),
            (1.0, 1.0 + 1e-12, None),
        ] {
            let ((bottom, top), axis) = bar_range(low, high);
            match (axis, start) {
                (Axis::Broken(found), Some(start)) => {
                    assert!((found - start).abs() < 1e-9 && bottom <= found, "{low} {high}: {found}");
                    assert!((low - bottom) / (high - bottom) >= 0.5, "{low} {high}: twice as long at most");
                }
                (Axis::Whole, None) => assert!(bottom <= 0.0 && top > bottom, "{low} {high}"),
                other => panic!("{low} {high}: {other:?}"),
            }
        }
    }

    #[test]
    fn every_bar_on_a_broken_axis_is_torn_and_says_its_number() {
        let sheet = bars(&numbers(&[38.0, 62.0, 50.0]), &Scale::Places, &ROOM, &Plain).unwrap();
        assert_eq!(sheet.axis, Axis::Broken(10.0));
        assert!(sheet.picture.marks.iter().all(|mark| mark.path.matches('M').count() == 2));
        assert_eq!(sheet.picture.back.iter().filter(|prim| prim.role == Role::Break).count(), 2);
        assert_eq!(texts(&sheet.picture.front, Role::Value).len(), 3);
        assert!(texts(&sheet.picture.back, Role::Tick).iter().any(|(_, text)| text == "10"), "the base has a name");
        // Where there are too many for numbers nothing is broken either.
        let many: Vec<f64> = (0..13).map(|at| 90.0 + f64::from(at)).collect();
        let sheet = bars(&numbers(&many), &Scale::Places, &ROOM, &Plain).unwrap();
        assert_eq!(sheet.axis, Axis::Whole);
        assert!(sheet.picture.marks.iter().all(|mark| mark.path.matches('M').count() == 1));
    }
}
