//! The few functions that maps need, from the exponential, the logarithm and the arc tangent alone: those of the standard
//! library bring tables for arguments that no map has.

use std::f64::consts::{FRAC_PI_2, LN_2, LN_10};

use crate::projection::Point;

/// The sine of an angle within ±π/2, by its series.
pub fn sine(angle: f64) -> f64 {
    let square = angle * angle;
    // 25! is where the next term is lost in the last digit.
    (1..=12).rev().fold(1.0, |sum, step| {
        let factors = f64::from(2 * step * (2 * step + 1));
        1.0 - square / factors * sum
    }) * angle
}

/// The cosine of an angle within ±π/2.
pub fn cosine(angle: f64) -> f64 {
    sine(FRAC_PI_2 - angle.abs())
}

/// Two to the power of a zoom.
pub fn two_to(zoom: f64) -> f64 {
    // Whole zooms stay whole numbers.
    let whole = zoom.floor();
    f64::from(1u32 << whole.clamp(0.0, 31.0) as u32) * ((zoom - whole.clamp(0.0, 31.0)) * LN_2).exp()
}

pub fn log2(value: f64) -> f64 {
    value.ln() / LN_2
}

/// The largest power of ten that is no larger than a positive number.
pub fn power_of_ten(value: f64) -> f64 {
    let exponent = (value.ln() / LN_10 + 1e-9).floor() as i32;
    (0..exponent.abs()).fold(1.0, |power, _| if exponent > 0 { power * 10.0 } else { power / 10.0 })
}

/// What is left of a value on a round of `whole`: from 0 up to it.
pub fn round(value: f64, whole: f64) -> f64 {
    value - whole * (value / whole).floor()
}

pub fn length(point: Point) -> f64 {
    (point.x * point.x + point.y * point.y).sqrt()
}

/// Sorts by the number, and where that is equal by the index. Shell's sort: that of the standard library is some
/// kilobytes, for lists that are longer than any here.
pub fn sort(entries: &mut [(f64, usize)]) {
    for gap in [701, 301, 132, 57, 23, 10, 4, 1] {
        for start in gap..entries.len() {
            let entry = entries[start];
            let mut at = start;
            while at >= gap && entry.0.total_cmp(&entries[at - gap].0).then(entry.1.cmp(&entries[at - gap].1)).is_lt() {
                entries[at] = entries[at - gap];
                at -= gap;
            }
            entries[at] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_as_exact_as_those_of_the_library() {
        for step in -100..=100 {
            let angle = f64::from(step) / 100.0 * FRAC_PI_2;
            assert!((sine(angle) - angle.sin()).abs() < 1e-15, "{angle}");
            assert!((cosine(angle) - angle.cos()).abs() < 1e-15, "{angle}");
        }
        for step in 0..=220 {
            let zoom = f64::from(step) / 10.0;
            assert!((two_to(zoom) / zoom.exp2() - 1.0).abs() < 1e-15, "{zoom}");
            assert!((log2(zoom + 0.1) - (zoom + 0.1).log2()).abs() < 1e-14, "{zoom}");
        }
        assert_eq!(two_to(22.0), 4_194_304.0);
    }

    #[test]
    fn powers_of_ten_are_whole() {
        for (value, power) in [(1.0, 1.0), (999.9, 100.0), (1_000.0, 1_000.0), (0.5, 0.1), (20_000_000.0, 10_000_000.0)]
        {
            assert!((power_of_ten(value) / power - 1.0).abs() < 1e-12, "{value}");
        }
    }

    #[test]
    fn rounds_end_where_they_began() {
        for (value, expected) in [(0.25, 0.25), (1.25, 0.25), (-0.25, 0.75), (1.0, 0.0), (-7.5, 0.5)] {
            assert_eq!(round(value, 1.0), expected, "{value}");
        }
        assert_eq!(round(-541.0 + 180.0, 360.0), 359.0);
    }

    #[test]
    fn equal_numbers_keep_their_order() {
        let mut entries = [(2.0, 0), (1.0, 3), (1.0, 1), (-1.0, 2)];
        sort(&mut entries);
        assert_eq!(entries, [(-1.0, 2), (1.0, 1), (1.0, 3), (2.0, 0)]);
        let mut many: Vec<(f64, usize)> = (0..1_000).map(|index| (f64::from(index * 7_919 % 1_009), 0)).collect();
        sort(&mut many);
        assert!(many.is_sorted());
        sort(&mut []);
    }
}
