//! Numbers as text: the shortest decimal that means the same double, laid out as JavaScript prints it.

use serde_json::{Number, Value};

/// The shortest decimal digits of a double: `0.d₁d₂d₃… × 10^point`.
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    /// ASCII digits without leading or trailing zeros; empty for zero.
    pub(crate) digits: Vec<u8>,
    pub(crate) point: i32,
}

impl Decimal {
    /// The digits of `value`; none for what is not finite.
    pub(crate) fn of(value: f64) -> Option<Self> {
        // serde_json prints the shortest digits that read back as the same double.
        let printed = Number::from_f64(value)?.to_string();
        let (negative, printed) = match printed.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, printed.as_str()),
        };
        let (mantissa, exponent) = printed.split_once('e').unwrap_or((printed, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let mut point = whole.len() as i32 + exponent.parse::<i32>().unwrap_or(0);
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        point -= zeros as i32;
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        Some(Decimal { negative, digits, point })
    }
}

/// `value` as JavaScript's `String(value)` prints it; nothing for what is not finite.
pub(crate) fn number_text(value: f64) -> String {
    let Some(Decimal { negative, digits, point }) = Decimal::of(value) else {
        return String::new();
    };
    let mut text = String::with_capacity(24);
    if digits.is_empty() {
        text.push('0');
        return text;
    }
    if negative {
        text.push('-');
    }
    let count = digits.len() as i32;
    let push = |text: &mut String, digits: &[u8]| text.extend(digits.iter().map(|digit| *digit as char));
    let zeros = |text: &mut String, count: i32| (0..count).for_each(|_| text.push('0'));
    if (1..=21).contains(&point) {
        let whole = point.min(count) as usize;
        push(&mut text, &digits[..whole]);
        zeros(&mut text, point - count);
        if count > point {
            text.push('.');
            push(&mut text, &digits[whole..]);
        }
    } else if (-5..=0).contains(&point) {
        text.push_str("0.");
        zeros(&mut text, -point);
        push(&mut text, &digits);
    } else {
        push(&mut text, &digits[..1]);
        if count > 1 {
            text.push('.');
            push(&mut text, &digits[1..]);
        }
        text.push('e');
        text.push(if point > 0 { '+' } else { '-' });
        text.push_str(&(point - 1).unsigned_abs().to_string());
    }
    text
}

/// `value` as a JSON number, whole where it is whole; null for what is not finite.
pub(crate) fn number_value(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.abs() <= EXACT && value as i64 as f64 == value {
        Value::from(value as i64)
    } else {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

/// A decimal or exponent number with optional sign; blanks around it are allowed, names and hexadecimal are not.
pub(crate) fn parse_decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    // Rewritten the one way JSON allows, and read by the parser that is in the module anyway. Read as any value: a typed
    // read can name a float it did not expect, and takes in a second float printer for that.
    let mut json = String::with_capacity(text.len() + 3);
    let whole = whole.trim_start_matches('0');
    json.push_str(if whole.is_empty() { "0" } else { whole });
    if !fraction.is_empty() {
        json.push('.');
        json.push_str(fraction);
    }
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits.is_empty() || !are_digits(digits) {
            return None;
        }
        json.push('e');
        json.push_str(exponent);
    }
    let value = serde_json::from_str::<Value>(&json).ok()?.as_f64().filter(|value| value.is_finite())?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_javascript_prints_them() {
        let cases: &[(f64, &str)] = &[
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.0, "-1"),
            (10.0, "10"),
            (0.1, "0.1"),
            (0.5, "0.5"),
            (-0.25, "-0.25"),
            (1.5, "1.5"),
            (100.25, "100.25"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-5, "0.00001"),
            (0.000001, "0.000001"),
            (0.0000012, "0.0000012"),
            (1e-7, "1e-7"),
            (1.5e-7, "1.5e-7"),
            (-1e-7, "-1e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (1e15, "1000000000000000"),
            (1e16, "10000000000000000"),
            (9007199254740993.0, "9007199254740992"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e21, "1.5e+21"),
            (-1e21, "-1e+21"),
            (1e100, "1e+100"),
            (1234567.891, "1234567.891"),
            (4.35, "4.35"),
            (1e17, "100000000000000000"),
            (1.2e17, "120000000000000000"),
        ];
        for (value, text) in cases {
            assert_eq!(number_text(*value), *text);
        }
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(number_text(value), "");
        }
    }

    #[test]
    fn only_decimal_text_is_a_number() {
        let good: &[(&str, f64)] = &[
            ("5", 5.0),
            (" 5 ", 5.0),
            ("-2.5", -2.5),
            ("+3", 3.0),
            (".5", 0.5),
            ("1.", 1.0),
            ("007", 7.0),
            ("0", 0.0),
            ("00.10", 0.1),
            ("1e3", 1000.0),
            ("1E-2", 0.01),
            ("1e+2", 100.0),
            ("12345678901234567890", 12345678901234567890.0),
        ];
        for (text, value) in good {
            assert_eq!(parse_decimal(text), Some(*value), "{text}");
        }
        let bad = [
            "", " ", ".", "-", "+", "e5", "1e", "1e+", "0x10", "NaN", "inf", "Infinity", "1 2", "1,000", "--1",
            "1.2.3", "1e5e5", "1e999", "1e-", "٣",
        ];
        for text in bad {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_stay_whole_in_json() {
        let cases = [(2.0, "2"), (-2.0, "-2"), (0.5, "0.5"), (f64::NAN, "null"), (f64::INFINITY, "null")];
        for (value, json) in cases {
            assert_eq!(number_value(value).to_string(), json);
        }
    }
}
