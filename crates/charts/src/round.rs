//! Pies and rings: from slices to a picture, by own arcs.
//!
//! The drawing library makes polygons of arcs, a point a pixel, without telling which slice they are.

use std::f64::consts::{PI, TAU};

use crate::level::Level;
use crate::number::{MAX_VALUE, percent, written};
use crate::page::{Number, Page};
use crate::picture::{Mark, Picture, Room, Tone};
use crate::reading::Kind;
use crate::scene::{Anchor, PathText, Prim, Role, Shape, units};
use crate::text::{LINE, SMALL, shorten};

/// Colours on the palette.
pub const PALETTE: u8 = 8;
/// Thinner slices have no words on them.
const LEAST_SHARE: f64 = 0.04;
/// The hole of a ring, of its radius.
const HOLE: f64 = 0.6;
/// Room around the circle, for the line that shows the focus.
const AIR: f64 = 6.0;
/// From this width on the legend stands beside the picture.
const WIDE: f64 = 520.0;

/// Whether the legend has room beside the picture.
pub fn is_wide(room: &Room) -> bool {
    room.width >= WIDE
}

/// A circle to cut slices from.
#[derive(Clone, Copy)]
struct Circle {
    center: f64,
    radius: f64,
    hole: f64,
}

impl Circle {
    /// The place at an angle, which begins at twelve and runs clockwise.
    fn at(&self, angle: f64, radius: f64) -> (f64, f64) {
        (self.center + angle.sin() * radius, self.center - angle.cos() * radius)
    }
}

/// Draws the slices of one level.
pub fn slices(level: &Level, kind: Kind, room: &Room, page: &dyn Page) -> Picture {
    let size = if is_wide(room) { (room.width * 0.42).min(300.0) } else { room.width.min(264.0) }.max(96.0);
    let radius = size / 2.0 - AIR;
    let hole = if kind == Kind::Doughnut { radius * HOLE } else { 0.0 };
    let circle = Circle { center: size / 2.0, radius, hole };
    let mut marks = Vec::with_capacity(level.slices.len());
    let mut front = Vec::new();
    let mut start = 0.0;
    for (item, slice) in level.slices.iter().enumerate() {
        let end = (start + slice.share * TAU).min(TAU);
        let middle = (start + end) / 2.0;
        let (lit, dark) = (circle.radius, circle.hole);
        let percent = percent(slice.share, page);
        let name = slice.label.clone().unwrap_or_else(|| rest_name(slice.parts, page));
        let name = shorten(page, &name, SMALL, hole * 1.5);
        marks.push(Mark {
            item,
            path: sector(circle, start, end),
            tone: if slice.label.is_some() { Tone::Slice((item % 255) as u8) } else { Tone::Rest },
            at: circle.at(middle, (lit + dark) / 2.0),
            center: (hole > 0.0).then(|| (name, percent.clone())),
        });
        if slice.share >= LEAST_SHARE {
            front.extend(label(circle, start, end, item, percent, page));
        }
        start = end;
    }
    let center = (hole > 0.0).then(|| (page.word("chartTotal", None), total(level.total, hole, page)));
    Picture { size: (size, size), back: Vec::new(), marks, front, frame: None, center }
}

/// What the slice that stands for the small ones is called.
pub fn rest_name(parts: usize, page: &dyn Page) -> String {
    let count = page.number(parts as f64, Number::Plain { min: 0, max: 0 });
    a2ui_easel::template::fill(&page.word("chartOther", Some(parts)), &[("count", &count)])
}

fn total(total: f64, hole: f64, page: &dyn Page) -> String {
    const LARGE: f64 = 24.0;
    let fits = |text: &String| page.text_width(text, LARGE) <= hole * 1.6;
    let exact = written(total, Number::Plain { min: 0, max: 2 }, page);
    if fits(&exact) || total >= MAX_VALUE { exact } else { page.number(total, Number::Compact(1)) }
}

/// The outline of a slice. A whole circle is two halves: an arc from a point to itself is none.
fn sector(circle: Circle, start: f64, end: f64) -> String {
    let Circle { radius, hole, .. } = circle;
    let angle = end - start;
    let arc = |path: PathText, radius: f64, to: f64, is_large: bool, is_back: bool| {
        let (x, y) = circle.at(to, radius);
        let flag = |is_set: bool| if is_set { 1.0 } else { 0.0 };
        path.command('A', &[radius, radius, 0.0, flag(is_large), flag(!is_back), x, y])
    };
    let go = |path: PathText, command: char, (x, y): (f64, f64)| path.command(command, &[x, y]);
    let path = go(PathText::default(), 'M', circle.at(start, radius));
    if angle >= TAU - 1e-6 {
        let path = arc(arc(path, radius, start + PI, false, false), radius, start, false, false).command('Z', &[]);
        if hole == 0.0 {
            return path.done();
        }
        let path = go(path, 'M', circle.at(start, hole));
        return arc(arc(path, hole, start + PI, false, true), hole, start, false, true).command('Z', &[]).done();
    }
    let path = arc(path, radius, end, angle > PI, false);
    let path = go(path, 'L', circle.at(end, hole));
    let path = if hole > 0.0 { arc(path, hole, start, angle > PI, true) } else { path };
    path.command('Z', &[]).done()
}

/// The percentage on a slice, where it fits between its sides.
fn label(circle: Circle, start: f64, end: f64, item: usize, text: String, page: &dyn Page) -> Option<Prim> {
    let (angle, middle) = (end - start, (start + end) / 2.0);
    let depth = circle.radius - circle.hole;
    let distance = if circle.hole > 0.0 { circle.radius - depth / 2.0 } else { circle.radius * 0.68 };
    let (width, height) = (page.text_width(&text, SMALL) + 4.0, LINE - 2.0);
    let chord = if angle >= PI { f64::INFINITY } else { 2.0 * distance * (angle / 2.0).sin() };
    let (across, along) = (middle.sin().abs(), middle.cos().abs());
    let fits = across * width + along * height <= depth && along * width + across * height <= chord;
    let (x, y) = circle.at(middle, distance);
    let shape = Shape::Text((units(x), units(y)), Anchor::Middle, text);
    fits.then_some(Prim { role: Role::Datum(item as u16), shape })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datum::Datum;
    use crate::level::level;
    use crate::page::plain::Plain;
    use crate::picture::Direction;

    fn draw(values: &[f64], kind: Kind, width: f64) -> Picture {
        let data: Vec<Datum> =
            values.iter().map(|value| Datum { label: "x".into(), value: Some(*value), ..Datum::default() }).collect();
        let level = level(&data.iter().collect::<Vec<_>>());
        slices(&level, kind, &Room { width, direction: Direction::LeftToRight }, &Plain)
    }

    #[test]
    fn slices_start_at_twelve_and_run_clockwise() {
        let picture = draw(&[1.0, 3.0], Kind::Pie, 212.0);
        assert_eq!(picture.size, (212.0, 212.0));
        let paths: Vec<&str> = picture.marks.iter().map(|mark| mark.path.as_str()).collect();
        assert_eq!(paths, ["M106 6A100 100 0 0 1 206 106L106 106Z", "M206 106A100 100 0 1 1 106 6L106 106Z"]);
    }

    #[test]
    fn one_slice_is_a_whole_ring_of_four_arcs() {
        let ring = draw(&[0.0, 5.0], Kind::Doughnut, 212.0);
        assert_eq!(ring.marks[1].path.matches('A').count(), 4);
        assert_eq!(draw(&[5.0], Kind::Pie, 212.0).marks[0].path, "M106 6A100 100 0 0 1 106 206A100 100 0 0 1 106 6Z");
        assert_eq!(ring.marks.len(), 2, "a zero is there too");
        assert!(ring.is_sound());
    }

    #[test]
    fn percentages_stand_where_they_fit() {
        let texts = |values: &[f64]| draw(values, Kind::Doughnut, 264.0).front.len();
        assert_eq!(texts(&[1.0, 1.0, 1.0]), 3);
        assert_eq!(texts(&[97.0, 3.0]), 1);
        assert_eq!(texts(&[10.0; 12]), 12);
        assert_eq!(texts(&[]), 0);
    }

    #[test]
    fn a_ring_tells_the_total_and_a_pie_does_not() {
        assert_eq!(draw(&[40.0, 1.5], Kind::Doughnut, 300.0).center, Some(("chartTotal".into(), "41.5".into())));
        assert_eq!(
            draw(&[123_456_789.0], Kind::Doughnut, 100.0).center.map(|center| center.1),
            Some("123456.8K".into())
        );
        assert_eq!(draw(&[1.0], Kind::Pie, 300.0).center, None);
    }
}
