//! Places on Earth ↔ points of the square Web Mercator world, and how large that world is at a zoom.
//!
//! All in f64: at zoom 22 an f32 would be off by metres.

use std::f64::consts::PI;

use crate::maths::{cosine, round, sine, two_to};

/// North of this (and south of its negative) the projection shows nothing.
pub const MAX_LATITUDE: f64 = 85.051_128_78;
/// The largest zoom that anything is drawn at.
pub const MAX_ZOOM: f64 = 22.0;

/// A place on Earth: latitude within ±90, longitude from −180 up to 180.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub lat: f64,
    pub lng: f64,
}

impl Place {
    /// A longitude is brought round into range; a latitude beyond the poles is none.
    pub fn new(lat: f64, lng: f64) -> Option<Place> {
        let sane = lat.is_finite() && lng.is_finite() && lat.abs() <= 90.0;
        let lng = if (-180.0..=180.0).contains(&lng) { lng } else { round(lng + 180.0, 360.0) - 180.0 };
        sane.then_some(Place { lat, lng })
    }
}

/// A point of the world (0 to 1, from west to east and from north to south), or a distance in it; or of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

pub fn project(place: Place) -> Point {
    let sine = sine(place.lat.clamp(-MAX_LATITUDE, MAX_LATITUDE).to_radians());
    Point { x: (place.lng + 180.0) / 360.0, y: 0.5 - ((1.0 + sine) / (1.0 - sine)).ln() / (4.0 * PI) }
}

pub fn unproject(point: Point) -> Place {
    let lng = round(point.x, 1.0) * 360.0 - 180.0;
    let power = (PI * (1.0 - 2.0 * point.y)).exp();
    Place { lat: ((power - 1.0 / power) / 2.0).atan().to_degrees(), lng }
}

/// How many pixels the world is wide.
pub fn world_size(zoom: f64) -> f64 {
    256.0 * two_to(zoom)
}

pub fn metres_per_pixel(lat: f64, zoom: f64) -> f64 {
    156_543.033_928_04 * cosine(lat.to_radians()) / two_to(zoom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lie_where_other_maps_have_them() {
        for (lat, lng, zoom, x, y) in [
            (0.0, 0.0, 0.0, 128.0, 128.0),
            (34.0522, -118.2437, 11.0, 89939.131, 209344.808),
            (34.0135, -118.4947, 11.0, 89573.585, 209412.817),
            (51.5074, -0.1278, 10.0, 130978.939, 87169.571),
            (-33.8688, 151.2093, 5.0, 7536.852, 4915.956),
            (85.05112878, 180.0, 0.0, 256.0, 0.0),
        ] {
            let point = project(Place { lat, lng });
            let size = world_size(zoom);
            assert!((point.x * size - x).abs() < 0.001, "{lat}, {lng}: {}", point.x * size);
            assert!((point.y * size - y).abs() < 0.001, "{lat}, {lng}: {}", point.y * size);
        }
        assert!((metres_per_pixel(34.0522, 11.0) - 63.330).abs() < 0.001);
    }

    #[test]
    fn the_way_back_leads_to_the_same_place() {
        for lat in [-85.0, -33.8688, -0.001, 0.0, 34.0522, 71.2, 85.0] {
            for lng in [-180.0, -118.2437, 0.0, 10.75, 179.9999] {
                let back = unproject(project(Place { lat, lng }));
                assert!((back.lat - lat).abs() < 1e-9 && (back.lng - lng).abs() < 1e-9, "{lat}, {lng}: {back:?}");
            }
        }
    }

    #[test]
    fn longitudes_go_round_and_latitudes_do_not() {
        for (lat, lng, expected) in [
            (10.0, 190.0, Some((10.0, -170.0))),
            (10.0, -541.0, Some((10.0, 179.0))),
            (90.0, 180.0, Some((90.0, 180.0))),
            (90.1, 0.0, None),
            (f64::NAN, 0.0, None),
            (0.0, f64::INFINITY, None),
        ] {
            assert_eq!(Place::new(lat, lng).map(|place| (place.lat, place.lng)), expected, "{lat}, {lng}");
        }
        assert!(project(Place { lat: 90.0, lng: 0.0 }).y.abs() < 1e-9, "what lies beyond is drawn at the edge");
    }
}
