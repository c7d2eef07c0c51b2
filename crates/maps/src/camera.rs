//! What part of the world a picture shows: its centre and how near it is.

use crate::maths::round;
use crate::projection::{MAX_ZOOM, Place, Point, project, unproject, world_size};

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
        // A fit may be further away than a person goes.
        let zoom = zoom.clamp(self.zoom.min(0.0), MAX_ZOOM);
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
