//! The bar that says how far is far: a round distance and its length.

const METRES_IN_FOOT: f64 = 0.3048;
const FEET_IN_MILE: f64 = 5_280.0;
/// How long the bar is at most, in pixels.
const LONGEST: f64 = 96.0;

use crate::maths::power_of_ten;

/// What people measure distances in where the page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Metric,
    Miles,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleBar {
    pub pixels: f64,
    pub distance: f64,
    /// As `Intl.NumberFormat` names it.
    pub unit: &'static str,
}

pub fn scale_bar(metres_per_pixel: f64, measure: Measure) -> ScaleBar {
    let (unit, metres) = match measure {
        Measure::Metric if metres_per_pixel * LONGEST >= 1_000.0 => ("kilometer", 1_000.0),
        Measure::Metric => ("meter", 1.0),
        Measure::Miles if metres_per_pixel * LONGEST >= METRES_IN_FOOT * FEET_IN_MILE => {
            ("mile", METRES_IN_FOOT * FEET_IN_MILE)
        }
        Measure::Miles => ("foot", METRES_IN_FOOT),
    };
    let longest = metres_per_pixel * LONGEST / metres;
    let power = power_of_ten(longest);
    let distance = [5.0, 2.0, 1.0].into_iter().map(|step| step * power).find(|distance| *distance <= longest);
    let distance = distance.unwrap_or(power);
    ScaleBar { pixels: distance * metres / metres_per_pixel, distance, unit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::metres_per_pixel;

    #[test]
    fn distances_are_round() {
        for (lat, zoom, measure, distance, unit) in [
            (34.0522, 11.0, Measure::Metric, 5.0, "kilometer"),
            (34.0522, 11.0, Measure::Miles, 2.0, "mile"),
            (0.0, 0.0, Measure::Metric, 10_000.0, "kilometer"),
            (0.0, 18.0, Measure::Metric, 50.0, "meter"),
            (0.0, 16.0, Measure::Miles, 500.0, "foot"),
            (60.0, 22.0, Measure::Metric, 1.0, "meter"),
        ] {
            let bar = scale_bar(metres_per_pixel(lat, zoom), measure);
            assert_eq!((bar.distance, bar.unit), (distance, unit), "{lat}, {zoom}");
        }
    }

    #[test]
    fn the_bar_is_as_long_as_it_says_and_never_too_long() {
        for tenth in 0..=220 {
            for measure in [Measure::Metric, Measure::Miles] {
                let bar = scale_bar(metres_per_pixel(40.0, f64::from(tenth) / 10.0), measure);
                assert!((19.0..=LONGEST + 1e-9).contains(&bar.pixels), "{tenth}: {bar:?}");
            }
        }
        let bar = scale_bar(metres_per_pixel(34.0522, 11.0), Measure::Metric);
        assert!((bar.pixels - 78.95).abs() < 0.01, "{bar:?}");
    }
}
