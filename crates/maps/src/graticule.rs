//! The lines of longitude and latitude through a picture, and what stands beside them.

use crate::camera::{Camera, Size};
use crate::maths::cosine;
use crate::projection::{Place, project, unproject};
use crate::words::Words;

/// How far lines may lie apart, in seconds of arc, from far away to near.
const SPACINGS: [u32; 20] = [
    324_000, 162_000, 108_000, 54_000, 36_000, 18_000, 7_200, 3_600, 1_800, 900, 600, 300, 120, 60, 30, 15, 10, 5, 2, 1,
];
/// And how many pixels at most.
const WIDEST: f64 = 160.0;
/// Into how many parts finer lines divide what lies between two lines.
const PARTS: i32 = 5;
/// Above 85 degrees there is no picture.
const LAST_PARALLEL: i64 = 85 * 3_600;

/// A line: where it lies, in pixels from the left or from the top, and its degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub at: f64,
    pub label: String,
}

/// Lines from top to bottom, from left to right.
pub fn meridians(camera: Camera, size: Size, words: &dyn Words) -> Vec<Line> {
    let pixels = camera.world_size() / (360.0 * 3_600.0);
    let spacing = spacing(pixels);
    let west = camera.center.x * 1_296_000.0 - size.width / 2.0 / pixels;
    let first = (west / f64::from(spacing)).ceil() as i64;
    let count = (size.width / pixels / f64::from(spacing)) as i64 + 1;
    (first..=first + count.min(200))
        .map(|step| step * i64::from(spacing))
        .map(|seconds| (seconds, (seconds as f64 - west) * pixels))
        .filter(|(_, at)| (0.0..=size.width).contains(at))
        .map(|(seconds, at)| {
            let from_greenwich = (seconds).rem_euclid(1_296_000) - 648_000;
            let side = if from_greenwich < 0 { "mapWest" } else { "mapEast" };
            let is_plain = from_greenwich == 0 || from_greenwich == -648_000;
            Line { at, label: label(from_greenwich, if is_plain { None } else { Some(side) }, words) }
        })
        .collect()
}

/// Lines from left to right, from top to bottom.
pub fn parallels(camera: Camera, size: Size, words: &dyn Words) -> Vec<Line> {
    let at = |seconds: i64| {
        let point = project(Place { lat: seconds as f64 / 3_600.0, lng: 0.0 });
        size.height / 2.0 + (point.y - camera.center.y) * camera.world_size()
    };
    let half = size.height / 2.0 / camera.world_size();
    let lat = |y: f64| (unproject(crate::projection::Point { x: 0.0, y: y.clamp(0.0, 1.0) }).lat * 3_600.0) as i64;
    let (north, south) = (lat(camera.center.y - half), lat(camera.center.y + half));
    // Parallels lie further apart towards the poles.
    let stretch = cosine(camera.place().lat.to_radians()).max(0.05);
    let spacing = i64::from(spacing(camera.world_size() / (360.0 * 3_600.0) / stretch));
    let first = (south.max(-LAST_PARALLEL)).div_euclid(spacing);
    let last = north.min(LAST_PARALLEL).div_euclid(spacing);
    (first..=last.min(first + 200))
        .rev()
        .map(|step| step * spacing)
        .filter(|seconds| seconds.abs() <= LAST_PARALLEL && (0.0..=size.height).contains(&at(*seconds)))
        .map(|seconds| {
            let side = match seconds {
                0 => None,
                1.. => Some("mapNorth"),
                _ => Some("mapSouth"),
            };
            Line { at: at(seconds), label: label(seconds, side, words) }
        })
        .collect()
}

/// Finer lines between and beyond the lines of a picture that is so long.
pub fn between(lines: &[Line], length: f64) -> Vec<f64> {
    let [first, second, ..] = lines else { return Vec::new() };
    let step = (second.at - first.at) / f64::from(PARTS);
    if step < 8.0 {
        return Vec::new();
    }
    let before = (first.at / step) as i32;
    (-before..=((length - first.at) / step) as i32)
        .filter(|index| index % PARTS != 0)
        .map(|index| first.at + f64::from(index) * step)
        .collect()
}

/// The widest that is not too wide, for so many pixels in a second of arc.
fn spacing(pixels: f64) -> u32 {
    SPACINGS.into_iter().find(|seconds| f64::from(*seconds) * pixels <= WIDEST).unwrap_or(1)
}

fn label(seconds: i64, side: Option<&str>, words: &dyn Words) -> String {
    let seconds = seconds.unsigned_abs();
    let mut text = (seconds / 3_600).to_string();
    text.push('°');
    for (part, sign) in [(seconds / 60 % 60, '′'), (seconds % 60, '″')] {
        let is_last = sign == '″';
        if part > 0 || (!is_last && !seconds.is_multiple_of(60)) {
            text.push('\u{202f}');
            text.push_str(&part.to_string());
            text.push(sign);
        }
    }
    if let Some(side) = side {
        text.push('\u{a0}');
        text.push_str(&words.word(side));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::English;

    const SIZE: Size = Size { width: 720.0, height: 432.0 };

    fn labels(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.label.replace(['\u{a0}', '\u{202f}'], " ")).collect()
    }

    #[test]
    fn lines_carry_their_degrees() {
        let camera = Camera::at(Place { lat: 34.0522, lng: -118.2437 }, 11.0);
        let meridians = meridians(camera, SIZE, &English);
        assert_eq!(labels(&meridians), ["118° 25′ W", "118° 20′ W", "118° 15′ W", "118° 10′ W", "118° 5′ W", "118° W"]);
        assert_eq!(labels(&parallels(camera, SIZE, &English)), ["34° 10′ N", "34° 5′ N", "34° N"]);
        let step = meridians[1].at - meridians[0].at;
        assert!((step - 121.4).abs() < 0.1, "{step}");
    }

    #[test]
    fn the_equator_greenwich_and_the_date_line_have_no_side() {
        let camera = Camera::at(Place { lat: 0.0, lng: 180.0 }, 1.0);
        let meridians = labels(&meridians(camera, SIZE, &English));
        assert!(meridians.contains(&"180°".to_owned()) && meridians.contains(&"0°".to_owned()), "{meridians:?}");
        assert!(labels(&parallels(camera, SIZE, &English)).contains(&"0°".to_owned()));
    }

    #[test]
    fn lines_are_neither_crowded_nor_rare_at_any_zoom() {
        for lat in [0.0, 47.0, -80.0] {
            for step in 6..180 {
                let camera = Camera::at(Place { lat, lng: 7.0 }, f64::from(step) / 10.0);
                let lines = meridians(camera, SIZE, &English);
                assert!((4..=12).contains(&lines.len()), "zoom {}: {}", camera.zoom, lines.len());
                assert!(parallels(camera, SIZE, &English).len() <= 24);
            }
        }
    }

    #[test]
    fn finer_lines_divide_the_others() {
        let line = |at: f64| Line { at, label: String::new() };
        assert_eq!(between(&[line(30.0), line(130.0)], 180.0), [10.0, 50.0, 70.0, 90.0, 110.0, 150.0, 170.0]);
        assert!(between(&[line(30.0)], 180.0).is_empty());
        assert!(between(&[line(0.0), line(20.0)], 180.0).is_empty(), "too fine");
    }

    #[test]
    fn nothing_runs_away_at_the_ends() {
        for zoom in [0.0, 22.0] {
            for lat in [-90.0, 90.0] {
                let camera = Camera::at(Place { lat, lng: -180.0 }, zoom);
                assert!(meridians(camera, SIZE, &English).len() < 30);
                assert!(parallels(camera, SIZE, &English).len() < 30);
            }
        }
        let nothing = Size { width: 0.0, height: 0.0 };
        assert!(meridians(Camera::at(Place { lat: 0.0, lng: 1.0 }, 3.0), nothing, &English).is_empty());
    }
}
