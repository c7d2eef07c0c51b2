//! What part of the world a picture shows: its centre and how near it is.

use crate::maths::{self, log2, round};
use crate::projection::{MAX_ZOOM, Place, Point, project, unproject, world_size};

/// How much room is left round places that are to be seen together: a pin and a little.
const PADDING: f64 = 48.0;
/// No nearer than this of one's own accord.
const MAX_FIT: f64 = 16.0;

/// Of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub center: Point,
    pub zoom: f64,
}

impl Camera {
    pub fn at(place: Place, zoom: f64) -> Camera {
        Camera { center: project(place), zoom: zoom.clamp(0.0, MAX_ZOOM) }
    }

    /// The picture that holds all points, by the shorter way round the date line; nothing without points. Points on one spot
    /// have no extent, and are seen at `zoom_of_one`.
    pub fn fit(points: &[Point], size: Size, zoom_of_one: f64) -> Option<Camera> {
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
        let room = |length: f64| (length - 2.0 * PADDING).max(32.0) / 256.0;
        let zoom = log2((room(size.width) / width).min(room(size.height) / (south - north)));
        let zoom = if zoom.is_finite() { zoom.clamp(0.0, MAX_FIT) } else { zoom_of_one.min(MAX_FIT) };
        Some(Camera { center: Point { x: west + width / 2.0, y: (north + south) / 2.0 }, zoom }.tidy())
    }

    pub fn place(self) -> Place {
        unproject(self.center)
    }

    pub fn world_size(self) -> f64 {
        world_size(self.zoom)
    }

    /// Where a point lies in the picture, by the copy of the world that is nearest to the centre.
    pub fn screen(self, point: Point, size: Size) -> Point {
        let east = round(point.x - self.center.x + 0.5, 1.0) - 0.5;
        Point {
            x: size.width / 2.0 + east * self.world_size(),
            y: size.height / 2.0 + (point.y - self.center.y) * self.world_size(),
        }
    }

    /// Moved by pixels: what lay there lies in the centre now.
    pub fn panned(self, by: Point) -> Camera {
        let size = self.world_size();
        Camera { center: Point { x: self.center.x + by.x / size, y: self.center.y + by.y / size }, ..self }.tidy()
    }

    /// At another zoom. What lies at `anchor`, in pixels from the centre, stays where it is.
    pub fn zoomed(self, zoom: f64, anchor: Point) -> Camera {
        let zoom = zoom.clamp(0.0, MAX_ZOOM);
        let shift = 1.0 / self.world_size() - 1.0 / world_size(zoom);
        let center = Point { x: self.center.x + anchor.x * shift, y: self.center.y + anchor.y * shift };
        Camera { center, zoom }.tidy()
    }

    /// On the way to another one, `part` of 1: about the point that is the same in both pictures.
    pub fn towards(self, to: Camera, part: f64) -> Camera {
        let zoom = self.zoom + (to.zoom - self.zoom) * part;
        let (from_scale, to_scale) = (1.0 / self.world_size(), 1.0 / to.world_size());
        let part = if (to.zoom - self.zoom).abs() < 1e-6 {
            part
        } else {
            (from_scale - 1.0 / world_size(zoom)) / (from_scale - to_scale)
        };
        let east = round(to.center.x - self.center.x + 0.5, 1.0) - 0.5;
        let center = Point { x: self.center.x + east * part, y: self.center.y + (to.center.y - self.center.y) * part };
        Camera { center, zoom }.tidy()
    }

    /// Pointers and wheels can say numbers that lead nowhere.
    pub fn is_somewhere(self) -> bool {
        self.center.x.is_finite() && self.center.y.is_finite() && self.zoom.is_finite()
    }

    fn tidy(self) -> Camera {
        Camera { center: Point { x: round(self.center.x, 1.0), y: self.center.y.clamp(0.0, 1.0) }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 720.0, height: 432.0 };

    fn place(lat: f64, lng: f64) -> Place {
        Place { lat, lng }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.05
    }

    #[test]
    fn the_pins_of_a_city_lie_round_its_centre() {
        let camera = Camera::at(place(34.0522, -118.2437), 11.0);
        for (lat, lng, x, y) in [
            (34.0135, -118.4947, -365.5, 68.0),
            (34.1341, -118.3215, -113.3, -144.0),
            (34.134, -118.3397, -139.8, -143.9),
            (34.0453, -118.2673, -34.4, 12.1),
            (34.0639, -118.3592, -168.2, -20.6),
            (33.985, -118.4729, -333.8, 118.1),
        ] {
            let at = camera.screen(project(place(lat, lng)), SIZE);
            assert!(close(at.x - 360.0, x) && close(at.y - 216.0, y), "{lat}, {lng}: {at:?}");
        }
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let camera = Camera::at(place(34.0522, -118.2437), 11.0);
        let anchor = Point { x: 200.0, y: -90.0 };
        let under = camera.panned(anchor).center;
        for zoom in [2.5, 10.0, 12.25, 22.0] {
            let at = camera.zoomed(zoom, anchor).screen(under, SIZE);
            assert!((at.x - 560.0).abs() < 1e-3 && (at.y - 126.0).abs() < 1e-3, "{zoom}: {at:?}");
        }
    }

    #[test]
    fn the_way_to_a_zoom_about_a_point_keeps_that_point() {
        let from = Camera::at(place(48.0, 11.0), 5.0);
        let anchor = Point { x: -120.0, y: 60.0 };
        let to = from.zoomed(8.0, anchor);
        let under = from.panned(anchor).center;
        for part in [0.0, 0.3, 0.9, 1.0] {
            let at = from.towards(to, part).screen(under, SIZE);
            assert!(close(at.x, 240.0) && close(at.y, 276.0), "{part}: {at:?}");
        }
    }

    #[test]
    fn a_fit_goes_the_shorter_way_round() {
        let fit = |places: &[(f64, f64)]| {
            let points: Vec<Point> = places.iter().map(|&(lat, lng)| project(place(lat, lng))).collect();
            Camera::fit(&points, SIZE, 8.0)
        };
        let fiji_and_samoa = fit(&[(-17.7, 178.0), (-13.8, -172.0)]).expect("a picture");
        assert!(close(fiji_and_samoa.place().lng, -177.0), "{:?}", fiji_and_samoa.place());
        assert!(fiji_and_samoa.zoom > 5.0);
        let oslo_and_rome = fit(&[(59.91, 10.75), (41.9, 12.5)]).expect("a picture");
        assert!(close(oslo_and_rome.place().lng, 11.625));
        assert_eq!(fit(&[(1.0, 2.0), (1.0, 2.0)]).map(|camera| camera.zoom), Some(8.0));
        assert_eq!(fit(&[(1.0, 2.0), (1.0, 2.000_001)]).map(|camera| camera.zoom), Some(16.0));
        assert_eq!(fit(&[]), None);
    }

    #[test]
    fn all_that_is_fitted_is_in_the_picture() {
        let points: Vec<Point> =
            [(34.01, -118.49), (34.13, -118.32), (33.98, -118.47)].iter().map(|&(a, b)| project(place(a, b))).collect();
        let camera = Camera::fit(&points, SIZE, 8.0).expect("a picture");
        for point in points {
            let at = camera.screen(point, SIZE);
            assert!((47.9..=672.1).contains(&at.x) && (47.9..=384.1).contains(&at.y), "{at:?}");
        }
    }

    #[test]
    fn the_world_goes_on_at_the_date_line() {
        let camera = Camera::at(place(0.0, 180.0), 3.0);
        let at = camera.screen(project(place(0.0, -179.0)), SIZE);
        assert!((360.0..370.0).contains(&at.x), "{at:?}");
        assert!((camera.panned(Point { x: 100.0, y: 0.0 }).place().lng + 162.4).abs() < 0.1);
    }

    #[test]
    fn no_zoom_or_pan_leaves_the_world() {
        let camera = Camera::at(place(80.0, 0.0), 99.0);
        assert_eq!(camera.zoom, 22.0);
        assert_eq!(Camera::at(place(0.0, 0.0), -5.0).zoom, 0.0);
        assert_eq!(Camera::at(place(0.0, 0.0), 1.0).panned(Point { x: 0.0, y: -1e9 }).center.y, 0.0);
    }
}
