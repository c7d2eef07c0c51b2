//! The straight lines that stand for routes.

use crate::camera::Size;
use crate::projection::Point;

/// The parts of a straight line that are in the picture, the shorter way round the world.
pub fn route(from: Point, to: Point, world: f64, size: Size) -> Vec<(Point, Point)> {
    let nearest = |x: f64, to: f64| x + ((to - x) / world).round() * world;
    let here = (from, Point { x: nearest(to.x, from.x), ..to });
    let there = (Point { x: nearest(from.x, to.x), ..from }, to);
    let is_same = (here.0.x - there.0.x).abs() < 0.5;
    [Some(here), (!is_same).then_some(there)].into_iter().flatten().filter_map(|(a, b)| cut(a, b, size)).collect()
}

/// The part of a line that is in the picture, or near it (Liang and Barsky).
fn cut(from: Point, to: Point, size: Size) -> Option<(Point, Point)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (mut first, mut last) = (0.0f64, 1.0f64);
    let out = 50.0;
    for (by, room) in
        [(-dx, from.x + out), (dx, size.width + out - from.x), (-dy, from.y + out), (dy, size.height + out - from.y)]
    {
        if by == 0.0 && room < 0.0 {
            return None;
        }
        if by < 0.0 {
            first = first.max(room / by);
        } else if by > 0.0 {
            last = last.min(room / by);
        }
    }
    let at = |part: f64| Point { x: from.x + dx * part, y: from.y + dy * part };
    (first < last).then(|| (at(first), at(last)))
}
