//! The packed outlines of the countries: which country a place is in, and paths to draw them by.
//!
//! `scripts/outlines.mjs` describes the packing. Arcs are shared between neighbours, so one that is used twice is a
//! border, and one that is used once is a coast.

use crate::projection::{Place, project};

/// Natural Earth at 1:110 000 000; see `data/NOTICE.md`.
pub const COUNTRIES: &[u8] = include_bytes!("../data/countries-110m.bin");
/// Packed coordinates in a degree.
const STEPS: f64 = 50.0;
/// And once round the world.
const ROUND: i32 = 18_000;
/// How wide the world is in the units of the paths.
pub const UNITS: f64 = 65_536.0;

/// What the paths of [`Outlines`] draw, ready for the `d` of an SVG path.
#[derive(Default)]
pub struct Paths {
    /// All countries, to be filled.
    pub land: String,
    pub coasts: String,
    pub borders: String,
}

pub struct Outlines {
    arcs: Vec<Arc>,
    countries: Vec<Country>,
}

struct Arc {
    /// In packed coordinates. Beyond the date line they go on.
    points: Vec<Packed>,
    uses: usize,
}

type Packed = (i32, i32);

struct Country {
    code: String,
    rings: Vec<Vec<Packed>>,
}

impl Outlines {
    /// Nothing if the bytes are no outlines.
    pub fn decode(bytes: &[u8]) -> Option<Outlines> {
        let mut reader = Reader { bytes };
        let (mut x, mut y) = (0i32, 0i32);
        let mut arcs = reader.list(|reader| {
            let points = reader.list(|reader| {
                x = x.checked_add(reader.signed()?)?;
                y = y.checked_add(reader.signed()?)?;
                (x.abs() <= 2 * ROUND && y.abs() <= ROUND / 4).then_some((x, y))
            })?;
            Some(Arc { points, uses: 0 })
        })?;
        let countries = reader.list(|reader| {
            let code = std::str::from_utf8(reader.take(2)?).ok()?.to_owned();
            let rings = reader.list(|reader| {
                let mut ring = Vec::new();
                reader.list(|reader| {
                    let arc = reader.unsigned()?;
                    let Arc { points, uses } = arcs.get_mut(arc / 2)?;
                    *uses += 1;
                    if arc % 2 == 0 {
                        join(&mut ring, points.iter());
                    } else {
                        join(&mut ring, points.iter().rev());
                    }
                    Some(())
                })?;
                close(&mut ring);
                Some(ring)
            })?;
            Some(Country { code, rings })
        })?;
        reader.bytes.is_empty().then_some(Outlines { arcs, countries })
    }

    /// The two letters of the country that a place is in, as exact as the outlines are.
    pub fn country_at(&self, place: Place) -> Option<&str> {
        let y = place.lat * STEPS;
        let holds = |country: &&Country| {
            [-1.0, 0.0, 1.0].into_iter().any(|turn| {
                let x = (place.lng + turn * 360.0) * STEPS;
                country.rings.iter().map(|ring| crossings(ring, x, y)).sum::<usize>() % 2 == 1
            })
        };
        self.countries.iter().find(holds).map(|country| country.code.as_str()).filter(|code| *code != "--")
    }

    pub fn paths(&self) -> Paths {
        let mut land = Pen::default();
        for ring in self.countries.iter().flat_map(|country| &country.rings) {
            land.line(ring);
            land.close();
        }
        let mut coasts = Pen::default();
        let mut borders = Pen::default();
        for arc in &self.arcs {
            let pen = if arc.uses > 1 { &mut borders } else { &mut coasts };
            pen.line(&arc.points);
        }
        Paths { land: land.path, coasts: coasts.path, borders: borders.path }
    }
}

/// Goes on with an arc where the ring has come to: on this side of the date line or on that one.
fn join<'a>(ring: &mut Vec<Packed>, mut arc: impl Iterator<Item = &'a Packed>) {
    let Some(&first) = arc.next() else { return };
    let turns = ring.last().map_or(0, |last| ((last.0 - first.0) as f64 / f64::from(ROUND)).round() as i32);
    if ring.is_empty() {
        ring.push(first);
    }
    ring.extend(arc.map(|point| (point.0 + turns * ROUND, point.1)));
}

/// A ring that goes round the world, as that of Antarctica does, closes below the picture.
fn close(ring: &mut Vec<Packed>) {
    if let (Some(&first), Some(&last)) = (ring.first(), ring.last())
        && (last.0 - first.0).abs() > ROUND / 2
    {
        ring.extend([(last.0, -ROUND / 4), (first.0, -ROUND / 4)]);
    }
}

/// How often a ring crosses the ray from a point to the east.
fn crossings(ring: &[Packed], x: f64, y: f64) -> usize {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    ends.filter(|(from, to)| {
        let (ax, ay, bx, by) = (f64::from(from.0), f64::from(from.1), f64::from(to.0), f64::from(to.1));
        (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    })
    .count()
}

fn unit((x, y): Packed) -> Packed {
    let point = project(Place { lat: f64::from(y) / STEPS, lng: f64::from(x) / STEPS });
    ((point.x * UNITS).round() as i32, (point.y * UNITS).round() as i32)
}

/// Writes a path of whole numbers, each as the difference to the one before.
#[derive(Default)]
struct Pen {
    path: String,
    at: Packed,
    start: Packed,
}

impl Pen {
    fn line(&mut self, points: &[Packed]) {
        for (index, point) in points.iter().enumerate() {
            self.to(unit(*point), index == 0);
        }
    }

    fn to(&mut self, point: Packed, is_start: bool) {
        let by = (point.0 - self.at.0, point.1 - self.at.1);
        if is_start {
            self.path.push('m');
            self.start = point;
        } else if by == (0, 0) {
            return;
        } else {
            self.path.push('l');
        }
        self.number(by.0);
        if by.1 >= 0 {
            self.path.push(' ');
        }
        self.number(by.1);
        self.at = point;
    }

    fn close(&mut self) {
        self.path.push('z');
        self.at = self.start;
    }

    fn number(&mut self, number: i32) {
        self.path.push_str(&number.to_string());
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn unsigned(&mut self) -> Option<usize> {
        let mut value = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.take(1)?[0];
            value |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i32> {
        let value = self.unsigned()? as i32;
        Some(if value % 2 == 0 { value / 2 } else { -(value + 1) / 2 })
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.unsigned()?;
        let mut items = Vec::new();
        for _ in 0..length {
            items.push(item(self)?);
        }
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlines() -> Outlines {
        Outlines::decode(COUNTRIES).expect("the packed file")
    }

    #[test]
    fn every_ring_is_closed_and_every_point_on_earth() {
        let outlines = outlines();
        assert_eq!((outlines.arcs.len(), outlines.countries.len()), (595, 177));
        for country in &outlines.countries {
            for ring in &country.rings {
                let (first, last) = (ring[0], ring[ring.len() - 1]);
                assert!(
                    ring.len() >= 4 && first == last || country.code == "AQ",
                    "{}: {first:?} {last:?}",
                    country.code
                );
            }
        }
    }

    #[test]
    fn places_are_in_their_countries() {
        let outlines = outlines();
        for (lat, lng, code) in [
            (34.0522, -118.2437, Some("US")),
            (48.8566, 2.3522, Some("FR")),
            (-1.2921, 36.8219, Some("KE")),
            (-33.8688, 151.0, Some("AU")),
            (-29.6, 28.3, Some("LS")),
            (64.9, -18.6, Some("IS")),
            (67.0, -178.0, Some("RU")),
            (67.0, 178.0, Some("RU")),
            (-16.6, 179.3, Some("FJ")),
            (-85.5, 20.0, Some("AQ")),
            (-89.0, -179.0, Some("AQ")),
            (42.6, 20.9, None),
            (0.0, -30.0, None),
            (90.0, 180.0, None),
        ] {
            assert_eq!(outlines.country_at(Place { lat, lng }), code, "{lat}, {lng}");
        }
    }

    #[test]
    fn paths_are_whole_numbers_and_know_coasts_from_borders() {
        let paths = outlines().paths();
        for path in [&paths.land, &paths.coasts, &paths.borders] {
            assert!(path.starts_with('m') && path.len() < 120_000, "{}", path.len());
            assert!(path.bytes().all(|byte| b"mlz -0123456789".contains(&byte)));
        }
        assert!(paths.coasts.len() > paths.borders.len());
        assert_eq!(paths.coasts.matches('z').count(), 0);
    }

    #[test]
    fn damaged_bytes_are_no_outlines() {
        for length in [0, 1, 100, COUNTRIES.len() - 1] {
            assert!(Outlines::decode(&COUNTRIES[..length]).is_none(), "{length}");
        }
        let mut damaged = COUNTRIES.to_vec();
        damaged.extend([0]);
        assert!(Outlines::decode(&damaged).is_none());
        for at in (0..COUNTRIES.len()).step_by(97) {
            let mut damaged = COUNTRIES.to_vec();
            damaged[at] = 255;
            if let Some(outlines) = Outlines::decode(&damaged) {
                outlines.paths();
            }
        }
    }
}
