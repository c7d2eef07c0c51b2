//! Ranges of axes, and how many decimals numbers on and beside them need.

use crate::page::{Number, Page};

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

/// How values are written on a drawing whose ticks are `step` apart: all alike, with the decimals they have as far as those
/// tell them apart, in five digits if that will do.
pub fn label_style(values: &[f64], step: f64) -> Number {
    const DIGITS: i32 = 5;
    let apart = decimals(step);
    let most = within(DIGITS, largest(values)).max(apart).min(apart.saturating_add(2)).min(MAX_DECIMALS);
    style_to(values, most, 4)
}

/// How values are written where they are read one by one: with the decimals they have, within reason.
pub fn exact_style(values: &[f64]) -> Number {
    const DIGITS: i32 = 7;
    style_to(values, within(DIGITS, largest(values)).clamp(2, MAX_DECIMALS), DIGITS as u8)
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

/// Decimals of a number of this size that is written in so many digits.
fn within(digits: i32, value: f64) -> u8 {
    let mut before = 1;
    while before < 16 && value >= power(before as u8) {
        before += 1;
    }
    // What begins with zeros has its digits behind them.
    let mut zeros = 0;
    while value > 0.0 && zeros < 12 && value * power(zeros) < 1.0 {
        zeros += 1;
    }
    if zeros > 0 { (digits + i32::from(zeros) - 1) as u8 } else { (digits - before).max(0) as u8 }
}

/// With at most `limit` decimals, all the same; by digits where that would make another value of one.
fn style_to(values: &[f64], limit: u8, digits: u8) -> Number {
    let largest = largest(values);
    if largest > 0.0 && largest < 1e-4 {
        return Number::Scientific;
    }
    let mut decimals = 0;
    while decimals < limit && values.iter().any(|value| !is_whole(value * power(decimals))) {
        decimals += 1;
    }
    let suffers = |value: &f64| {
        let scaled = value * power(decimals);
        (scaled - scaled.round()).abs() > scaled.abs() * 0.05
    };
    if values.iter().any(suffers) {
        return Number::Digits(digits);
    }
    Number::Plain { min: decimals, max: decimals }
}

/// A number as people can read it, in this style if that will do: neither hundreds of digits nor a zero that is none.
pub fn written(value: f64, style: Number, page: &dyn Page) -> String {
    let size = value.abs();
    let style = match style {
        Number::Plain { .. } if size >= MAX_VALUE => Number::Scientific,
        Number::Plain { max, .. } if value != 0.0 && size * power(max) < 0.5 => {
            if size < 1e-6 {
                Number::Scientific
            } else {
                Number::Digits(3)
            }
        }
        Number::Digits(_) if value != 0.0 && size < 1e-6 => Number::Scientific,
        style => style,
    };
    page.number(value, style)
}

/// A share of one. Nothing that is there is 0 %, and nothing is all while there is something else.
pub fn percent(share: f64, page: &dyn Page) -> String {
    const LEAST: f64 = 0.001;
    if share > 0.0 && share < LEAST / 2.0 {
        ["< ", &*page.percent(LEAST)].concat()
    } else if share < 1.0 && share > 1.0 - LEAST / 2.0 {
        ["> ", &*page.percent(1.0 - LEAST)].concat()
    } else {
        page.percent(share)
    }
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
    use crate::page::plain::Plain;

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
    fn labels_have_the_digits_that_tell_them_apart() {
        let plain = |decimals| Number::Plain { min: decimals, max: decimals };
        for (values, step, expected) in [
            (&[1.0, 2.0][..], 0.5, plain(0)),
            (&[1.0873, 1.09], 0.005, plain(4)),
            (&[1.0 / 3.0], 0.1, plain(3)),
            (&[0.1 + 0.2], 0.1, plain(1)),
            (&[1e-9], 1e-9, Number::Scientific),
            (&[99.975584, 41.25], 20.0, plain(2)),
            (&[99.975584, 99.975597], 0.000005, plain(6)),
            (&[12_345.678, 99_999.123], 20_000.0, plain(0)),
            (&[12_345.678, 12_346.123], 0.1, plain(1)),
            (&[0.000123, 0.000345], 0.0001, plain(6)),
            (&[0.000123, 250.0], 50.0, Number::Digits(4)),
        ] {
            assert_eq!(label_style(values, step), expected, "{values:?}");
        }
    }

    #[test]
    fn exact_values_keep_the_decimals_they_have_within_reason() {
        let plain = |decimals| Number::Plain { min: decimals, max: decimals };
        for (values, expected) in [
            (&[1.0873, 0.3581][..], plain(4)),
            (&[1.0 / 3.0, 2.0], plain(6)),
            (&[99.975584], plain(5)),
            (&[1_234_567.891], plain(2)),
            (&[0.000123, 0.5], plain(6)),
            (&[0.00000123, 0.5], Number::Digits(7)),
        ] {
            assert_eq!(exact_style(values), expected, "{values:?}");
        }
    }

    #[test]
    fn no_number_is_hundreds_of_digits_and_none_but_zero_is_zero() {
        let style = Number::Plain { min: 0, max: 3 };
        for (value, expected) in [
            (0.0, "0"),
            (1.5, "1.5"),
            (0.000123, "0.000123"),
            (-0.000123, "-0.000123"),
            (1.23e-9, "1.23e-9"),
            (1e308, "1e308"),
            (-2.5e20, "-2.5e20"),
            (123_456_789_012.0, "123456789012"),
        ] {
            assert_eq!(written(value, style, &Plain), expected);
        }
        assert_eq!(written(1e-9, Number::Digits(4), &Plain), "1e-9");
    }

    #[test]
    fn shares_are_never_rounded_to_nothing_or_all() {
        for (share, expected) in [
            (0.0, "0%"),
            (1e-12, "< 0.1%"),
            (0.0004, "< 0.1%"),
            (0.0005, "0.1%"),
            (0.382, "38.2%"),
            (0.99999, "> 99.9%"),
            (1.0, "100%"),
        ] {
            assert_eq!(percent(share, &Plain), expected, "{share}");
        }
    }
}
