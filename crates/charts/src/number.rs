//! Ranges of axes, and how many decimals numbers on and beside them need.

use crate::page::Number;

/// Beyond this the drawing code cannot be trusted, and nobody can read the axis.
pub const MAX_VALUE: f64 = 1e15;
const MAX_DECIMALS: u8 = 6;

/// The smallest and largest of some finite numbers.
pub fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |found, value| match found {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

/// The range of an axis that lines are drawn on: the values with some air around them.
pub fn around(low: f64, high: f64) -> (f64, f64) {
    let air = if high > low {
        (high - low) * 0.08
    } else if low == 0.0 {
        1.0
    } else {
        low.abs() * 0.05
    };
    // Nothing that is never negative has an axis that is.
    let bottom = if low >= 0.0 && high > low { (low - air).max(0.0) } else { low - air };
    apart(bottom, high + air)
}

/// A range that has some width, also where floats have run out of digits.
pub fn apart(low: f64, high: f64) -> (f64, f64) {
    let least = (low.abs().max(high.abs()) * 1e-9).max(f64::MIN_POSITIVE * 1e20);
    if high - low >= least { (low, high) } else { (low - least, high + least) }
}

/// How the ticks of an axis are written, by their distance and the largest of them.
pub fn tick_style(step: f64, largest: f64) -> Number {
    let plain = decimals(step);
    if largest >= 10_000.0 {
        let unit = [1e12, 1e9, 1e6, 1e3].into_iter().find(|unit| largest >= *unit).unwrap_or(1e3);
        let compact = decimals(step / unit);
        if compact <= 2 {
            return Number::Compact(compact);
        }
    }
    if plain > MAX_DECIMALS { Number::Scientific } else { Number::Plain { min: plain, max: plain } }
}

/// How values are written on a drawing whose ticks are `step` apart: with the decimals they have, as far as those tell
/// anything there.
pub fn value_style(values: &[f64], step: f64) -> Number {
    style_to(values, decimals(step).saturating_add(2).min(MAX_DECIMALS))
}

/// How values are written where they are read one by one: with the decimals they have.
pub fn exact_style(values: &[f64]) -> Number {
    style_to(values, MAX_DECIMALS)
}

fn style_to(values: &[f64], limit: u8) -> Number {
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    if largest > 0.0 && largest < 1e-4 {
        return Number::Scientific;
    }
    let mut digits = 0;
    while digits < limit && values.iter().any(|value| !is_whole(value * power(digits))) {
        digits += 1;
    }
    Number::Plain { min: digits, max: digits }
}

fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() <= value.abs().max(1.0) * 1e-9
}

/// Decimals that tell numbers apart which are `step` apart.
fn decimals(step: f64) -> u8 {
    let mut digits = 0;
    while digits < 12 && step * power(digits) < 0.999 {
        digits += 1;
    }
    digits
}

fn power(digits: u8) -> f64 {
    10f64.powi(digits.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_air_and_width() {
        for (low, high, expected) in [
            (1.0, 2.0, (0.92, 2.08)),
            (0.0, 10.0, (0.0, 10.8)),
            (0.2, 10.0, (0.0, 10.784)),
            (-1.0, 1.0, (-1.16, 1.16)),
            (100.0, 100.0, (95.0, 105.0)),
            (-100.0, -100.0, (-105.0, -95.0)),
            (0.0, 0.0, (-1.0, 1.0)),
        ] {
            assert_eq!(around(low, high), expected, "{low} {high}");
        }
        for (low, high) in [(1.0, 1.0 + f64::EPSILON), (1e15, 1e15 + 0.125), (0.0, f64::MIN_POSITIVE), (5e-324, 5e-324)]
        {
            let (bottom, top) = around(low, high);
            assert!(top > bottom && (top - bottom).is_normal(), "{low} {high}");
        }
    }

    #[test]
    fn ticks_have_the_decimals_that_tell_them_apart() {
        for (step, largest, expected) in [
            (10.0, 100.0, Number::Plain { min: 0, max: 0 }),
            (0.5, 3.0, Number::Plain { min: 1, max: 1 }),
            (0.005, 1.1, Number::Plain { min: 3, max: 3 }),
            (2000.0, 12_000.0, Number::Compact(0)),
            (500.0, 12_000.0, Number::Compact(1)),
            (1.0, 12_000.0, Number::Plain { min: 0, max: 0 }),
            (2e8, 1.2e9, Number::Compact(1)),
            (1e-9, 1e-8, Number::Scientific),
        ] {
            assert_eq!(tick_style(step, largest), expected, "{step}");
        }
    }

    #[test]
    fn values_keep_their_decimals_to_a_limit() {
        for (values, step, expected) in [
            (&[1.0, 2.0][..], 0.5, Number::Plain { min: 0, max: 0 }),
            (&[1.0873, 1.09], 0.005, Number::Plain { min: 4, max: 4 }),
            (&[1.0 / 3.0], 0.1, Number::Plain { min: 3, max: 3 }),
            (&[0.1 + 0.2], 0.1, Number::Plain { min: 1, max: 1 }),
            (&[1e-9], 1e-9, Number::Scientific),
        ] {
            assert_eq!(value_style(values, step), expected, "{values:?}");
        }
        assert_eq!(exact_style(&[1.0873, 0.3581]), Number::Plain { min: 4, max: 4 });
        assert_eq!(exact_style(&[1.0 / 3.0, 2.0]), Number::Plain { min: 6, max: 6 });
    }
}
