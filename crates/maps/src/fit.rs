//! Places that are to be seen together: from where all are in the picture, and none behind what lies over it.

use crate::camera::{Camera, Size};
use crate::layout::{self, LAST_HONEST_ZOOM, OPEN, PIN};
use crate::maths::{self, log2, round};
use crate::projection::Point;

/// What is left free round a pin.
const AIR: f64 = 6.0;
/// At the lower edge, where degrees are written.
const BELOW: f64 = 20.0;
/// No nearer than this of one's own accord, and no further than this where a picture is too narrow for the world.
const NEAREST: f64 = 16.0;
const FURTHEST: f64 = -1.0;
/// So many levels further away outlines are worth: the places are not together on one spot there.
const WORTH: f64 = 2.0;

/// How near is near enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// With outlines round the places, if there are any to be seen in reach. What is on one spot is seen at a zoom.
    Overview { of_one: f64 },
    /// As near as all of them can be seen.
    Near,
}

#[derive(Clone, Copy, Debug)]
struct Padding {
    left: f64,
    top: f64,
    right: f64,
}

/// The part of the world that places take, by the shorter way round the date line.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    middle: Point,
    width: f64,
    height: f64,
}

/// The picture that holds all points; nothing without points.
pub fn fit(points: &[Point], size: Size, aim: Aim) -> Option<Camera> {
    let bounds = bounds(points)?;
    let nearest = best(points, bounds, size, NEAREST);
    Some(match aim {
        Aim::Overview { of_one } if bounds.width == 0.0 && bounds.height == 0.0 => {
            Camera { center: bounds.middle, zoom: of_one.min(NEAREST) }
        }
        Aim::Overview { .. } if nearest.zoom > LAST_HONEST_ZOOM && nearest.zoom <= LAST_HONEST_ZOOM + WORTH => {
            best(points, bounds, size, LAST_HONEST_ZOOM)
        }
        _ => nearest,
    })
}

/// What lies in the middle of all points.
pub fn middle(points: &[Point]) -> Option<Point> {
    Some(bounds(points)?.middle)
}

fn bounds(points: &[Point]) -> Option<Bounds> {
    let mut xs: Vec<(f64, usize)> = points.iter().map(|point| (point.x, 0)).collect();
    maths::sort(&mut xs);
    let (first, last) = (xs.first()?.0, xs.last()?.0);
    // The widest gap between neighbours is what the picture leaves out.
    let mut gap = first + 1.0 - last;
    let mut west = first;
    for pair in xs.windows(2) {
        if pair[1].0 - pair[0].0 > gap {
            gap = pair[1].0 - pair[0].0;
            west = pair[1].0;
        }
    }
    let width = if 1.0 - gap < 1e-9 { 0.0 } else { 1.0 - gap };
    let north = points.iter().map(|point| point.y).fold(f64::INFINITY, f64::min);
    let south = points.iter().map(|point| point.y).fold(f64::NEG_INFINITY, f64::max);
    let middle = Point { x: round(west + width / 2.0, 1.0), y: (north + south) / 2.0 };
    Some(Bounds { middle, width, height: south - north })
}

/// Of all ways round what lies over the picture the one that hides fewest pins, and among those the nearest.
fn best(points: &[Point], bounds: Bounds, size: Size, limit: f64) -> Camera {
    let beside = PIN.width / 2.0 * OPEN + AIR;
    let above = PIN.height * OPEN + AIR;
    let covered = layout::covered(LAST_HONEST_ZOOM, size);
    let mut best = (f64::NEG_INFINITY, Camera { center: bounds.middle, zoom: 0.0 });
    for left in [0.0, covered[1].right] {
        for right in [0.0, size.width - covered[0].left] {
            for top in [0.0, covered[0].bottom, covered[1].bottom] {
                let padding = Padding { left: left + beside, top: top + above, right: right + beside };
                let camera = framed(bounds, size, padding, limit);
                let is_clear = |point: &&Point| layout::is_clear(camera.screen(**point, size), camera.zoom, size);
                let seen = points.iter().filter(is_clear).count();
                // One level is less than one pin.
                let worth = seen as f64 * 100.0 + camera.zoom;
                if worth > best.0 {
                    best = (worth, camera);
                }
            }
        }
    }
    best.1
}

fn framed(bounds: Bounds, size: Size, Padding { left, top, right }: Padding, limit: f64) -> Camera {
    let room = |length: f64| length.max(8.0) / 256.0;
    let across = room(size.width - left - right) / bounds.width;
    let down = room(size.height - top - BELOW) / bounds.height;
    let zoom = log2(across.min(down)).min(limit).max(FURTHEST);
    Camera { center: bounds.middle, zoom }.panned(Point { x: (right - left) / 2.0, y: (BELOW - top) / 2.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Area;
    use crate::projection::{Place, project};

    const SIZE: Size = Size { width: 720.0, height: 432.0 };
    /// As pictures are from 200 pixels of width on.
    const SIZES: [(f64, f64); 7] = [
        (182.0, 240.0),
        (302.0, 240.0),
        (342.0, 240.0),
        (440.0, 264.0),
        (542.0, 325.0),
        (830.0, 498.0),
        (1400.0, 500.0),
    ];

    fn points(places: &[(f64, f64)]) -> Vec<Point> {
        places.iter().map(|&(lat, lng)| project(Place { lat, lng })).collect()
    }

    fn overview(places: &[(f64, f64)], size: Size) -> Option<Camera> {
        fit(&points(places), size, Aim::Overview { of_one: 8.0 })
    }

    #[test]
    fn a_fit_goes_the_shorter_way_round() {
        let fiji_and_samoa = overview(&[(-17.7, 178.0), (-13.8, -172.0)], SIZE).expect("a picture");
        assert!((fiji_and_samoa.place().lng + 177.0).abs() < 1.0, "{:?}", fiji_and_samoa.place());
        assert!(fiji_and_samoa.zoom > 5.0);
        assert_eq!(overview(&[(1.0, 2.0), (1.0, 2.0)], SIZE).map(|camera| camera.zoom), Some(8.0));
        assert_eq!(overview(&[(1.0, 2.0), (1.0, 2.000_001)], SIZE).map(|camera| camera.zoom), Some(16.0));
        assert_eq!(overview(&[], SIZE), None);
    }

    #[test]
    fn no_pin_that_is_fitted_lies_behind_a_control_or_out_of_sight() {
        let mut places = vec![
            vec![(34.05, -118.24), (40.71, -74.0)],
            vec![(45.46, 9.19), (41.9, 12.5), (40.85, 14.27)],
            vec![(34.01, -118.49), (34.13, -118.32), (33.98, -118.47)],
            vec![(-17.7, 178.0), (-13.8, -172.0)],
            vec![(34.05, -118.24), (51.5, -0.12), (-33.87, 151.2)],
            vec![(60.0, 10.0), (-40.0, 10.0)],
            vec![(10.0, -60.0), (10.0, 60.0)],
            vec![(1.0, 1.0), (1.0, 1.0)],
        ];
        // All corners of boxes of every extent.
        for step in 1..20 {
            let reach = f64::from(step * step) / 6.0;
            places.push(vec![
                (reach / 2.0, reach),
                (-reach / 2.0, -reach),
                (reach / 2.0, -reach),
                (-reach / 2.0, reach),
            ]);
            places.push(vec![(48.0, 11.0), (48.0, 11.0 + reach)]);
            places.push(vec![(48.0 - reach, 11.0), (48.0, 11.0)]);
        }
        for (width, height) in SIZES {
            let size = Size { width, height };
            for places in &places {
                let points = points(places);
                for aim in [Aim::Overview { of_one: 6.0 }, Aim::Near] {
                    let camera = fit(&points, size, aim).expect("a picture");
                    for point in &points {
                        let at = camera.screen(*point, size);
                        let is_clear = layout::is_clear(at, camera.zoom, size);
                        assert!(is_clear, "{places:?} in {width}: {at:?} at {camera:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_fit_takes_the_room_there_is() {
        let camera = overview(&[(34.05, -118.24), (40.71, -74.0)], SIZE).expect("a picture");
        let at: Vec<Point> =
            points(&[(34.05, -118.24), (40.71, -74.0)]).iter().map(|point| camera.screen(*point, SIZE)).collect();
        assert!(at[1].x - at[0].x > 0.8 * SIZE.width, "{at:?}");
        assert!(!layout::covered(3.0, SIZE).iter().any(|area| area.meets(&Area::pin(at[1]))));
    }

    #[test]
    fn a_region_is_seen_with_its_outlines_and_a_town_is_not_lost_for_them() {
        for (places, expected) in [
            // Rome, Milan and Naples, then three towns in Switzerland.
            (vec![(45.46, 9.19), (41.9, 12.5), (40.85, 14.27)], 5.0..=6.0),
            (vec![(47.37, 8.54), (46.2, 6.14), (46.95, 7.45)], 6.0..=6.0),
            (vec![(34.01, -118.49), (34.13, -118.32), (33.98, -118.47)], 10.0..=12.0),
        ] {
            for (width, height) in SIZES {
                let zoom = overview(&places, Size { width, height }).expect("a picture").zoom;
                assert!(expected.contains(&zoom) || !(300.0..=800.0).contains(&width), "{places:?} in {width}: {zoom}");
            }
            let near = fit(&points(&places), SIZE, Aim::Near).expect("a picture");
            assert!(near.zoom > 6.0);
        }
    }
}
