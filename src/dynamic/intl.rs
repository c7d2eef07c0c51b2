//! What formatting needs to know of languages. The browser answers through `Intl`; native tests use [`English`].

use crate::data_model::Decimal;

/// Locale-dependent formatting. Implementations never fail: impossible arguments give a plain rendering.
pub(crate) trait Intl {
    /// `value` with at least `fractions.0` and at most `fractions.1` (both 0 to 20) fraction digits, rounded half away from zero.
    fn decimal(&self, value: f64, fractions: (u8, u8), grouping: bool) -> String;

    /// `value` as money. `currency` is three upper-case letters; `decimals: None` means the currency's own number of digits.
    fn currency(&self, value: f64, currency: &str, decimals: Option<u8>, grouping: bool) -> String;

    /// The CLDR plural category of `value`: `zero`, `one`, `two`, `few`, `many` or `other`.
    fn plural(&self, value: f64) -> &'static str;

    /// The name of a month, 1 to 12.
    fn month(&self, month: u32, width: Width) -> String;

    /// The name of a weekday, 0 (Sunday) to 6.
    fn weekday(&self, weekday: u32, width: Width) -> String;

    /// The name of the half of the day that `hour` (0 to 23) lies in: `AM`, `PM`.
    fn day_period(&self, hour: u32) -> String;
}

/// How much of a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Long,
    Short,
}

/// English as `en-US` writes it.
pub(crate) struct English;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Currencies that have a sign of their own; the others show their code.
const SIGNS: [(&str, &str); 22] = [
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("INR", "₹"),
    ("CNY", "CN¥"),
    ("KRW", "₩"),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("AUD", "A$"),
    ("MXN", "MX$"),
    ("NZD", "NZ$"),
    ("HKD", "HK$"),
    ("TWD", "NT$"),
    ("ILS", "₪"),
    ("VND", "₫"),
    ("PHP", "₱"),
    ("XAF", "FCFA"),
    ("XCD", "EC$"),
    ("XCG", "Cg."),
    ("XOF", "F\u{202f}CFA"),
    ("XPF", "CFPF"),
];

/// Currencies without a fraction, and those with three digits of it; the others have two.
const WHOLE: &str = "AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL \
                     SOS SYP UGX VND VUV XAF XOF XPF YER";
const THOUSANDTHS: &str = "BHD JOD KWD LYD OMR TND";

impl Intl for English {
    fn decimal(&self, value: f64, fractions: (u8, u8), grouping: bool) -> String {
        let (negative, digits) = rounded(value, fractions, grouping);
        if negative { ["-", &digits].concat() } else { digits }
    }

    fn currency(&self, value: f64, currency: &str, decimals: Option<u8>, grouping: bool) -> String {
        let decimals = decimals.unwrap_or_else(|| match currency {
            _ if WHOLE.contains(currency) => 0,
            _ if THOUSANDTHS.contains(currency) => 3,
            _ => 2,
        });
        let sign = SIGNS.iter().find(|(code, _)| *code == currency).map_or(currency, |(_, sign)| sign);
        let space = if sign.ends_with(|last: char| last.is_ascii_alphabetic()) { "\u{a0}" } else { "" };
        let (negative, digits) = rounded(value, (decimals, decimals), grouping);
        [if negative { "-" } else { "" }, sign, space, &digits].concat()
    }

    fn plural(&self, value: f64) -> &'static str {
        if value == 1.0 { "one" } else { "other" }
    }

    fn month(&self, month: u32, width: Width) -> String {
        name(MONTHS.get(month.wrapping_sub(1) as usize), width)
    }

    fn weekday(&self, weekday: u32, width: Width) -> String {
        name(WEEKDAYS.get(weekday as usize), width)
    }

    fn day_period(&self, hour: u32) -> String {
        if hour < 12 { "AM" } else { "PM" }.to_owned()
    }
}

/// The short names are the first three letters.
fn name(name: Option<&&str>, width: Width) -> String {
    let name = name.copied().unwrap_or_default();
    match width {
        Width::Long => name,
        Width::Short => name.get(..3).unwrap_or(name),
    }
    .to_owned()
}

/// Whether a minus belongs before it, and the digits. Zero has no sign, whatever it was rounded from.
fn rounded(value: f64, (least, most): (u8, u8), grouping: bool) -> (bool, String) {
    let Some(Decimal { negative, mut digits, mut point }) = Decimal::of(value) else {
        return (false, String::new());
    };
    let most = i32::from(most.max(least));
    let kept = point + most;
    if kept < digits.len() as i32 {
        // The first digit that is dropped decides: half goes away from zero.
        let up = kept >= 0 && digits[kept as usize] >= b'5';
        digits.truncate(kept.max(0) as usize);
        if up {
            while digits.last() == Some(&b'9') {
                digits.pop();
            }
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    digits.push(b'1');
                    point += 1;
                }
            }
        }
    }
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    let zero = digits.is_empty();
    let digit = |position: i32| {
        let digit = usize::try_from(position).ok().and_then(|position| digits.get(position));
        digit.map_or('0', |digit| *digit as char)
    };
    let whole = point.max(1);
    let mut text = String::with_capacity((whole + whole / 3 + most + 1) as usize);
    for place in 0..whole {
        if grouping && place > 0 && (whole - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit(place + point - whole));
    }
    let needed = if zero { 0 } else { digits.len() as i32 - point };
    let fraction = needed.clamp(i32::from(least), most);
    if fraction > 0 {
        text.push('.');
        (0..fraction).for_each(|place| text.push(digit(point + place)));
    }
    (negative && !zero, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_half_away_from_zero_on_the_digits_people_see() {
        let cases: &[(f64, (u8, u8), &str)] = &[
            (1234567.891, (0, 3), "1,234,567.891"),
            (1234.5, (2, 2), "1,234.50"),
            (0.0, (0, 3), "0"),
            (0.0, (2, 2), "0.00"),
            (-0.0, (0, 0), "0"),
            (5.0, (3, 3), "5.000"),
            (-1234.5678, (2, 2), "-1,234.57"),
            (999999.9999, (0, 3), "1,000,000"),
            (9.99, (1, 1), "10.0"),
            (99.5, (0, 0), "100"),
            (2.5, (0, 0), "3"),
            (1.005, (2, 2), "1.01"),
            (-0.5, (0, 0), "-1"),
            (-0.4, (0, 0), "0"),
            (0.05, (1, 1), "0.1"),
            (0.04, (1, 1), "0.0"),
            (0.004, (1, 1), "0.0"),
            (0.95, (1, 1), "1.0"),
            (0.0001234, (0, 3), "0"),
            (0.0001234, (0, 20), "0.0001234"),
            (1e21, (0, 3), "1,000,000,000,000,000,000,000"),
            (123.0, (0, 3), "123"),
            (1.2003, (0, 3), "1.2"),
            (100.0, (0, 3), "100"),
            (1e-7, (0, 3), "0"),
        ];
        for (value, fractions, text) in cases {
            assert_eq!(English.decimal(*value, *fractions, true), *text, "{value} {fractions:?}");
        }
        assert_eq!(English.decimal(1234.567, (0, 0), false), "1235");
        assert_eq!(English.decimal(f64::NAN, (0, 3), true), "");
    }

    #[test]
    fn money_has_the_sign_and_digits_of_its_currency() {
        let cases = [
            (1234.5, "USD", None, "$1,234.50"),
            (-5.255, "USD", None, "-$5.26"),
            (1234.5, "JPY", None, "¥1,235"),
            (1234.567, "KWD", None, "KWD\u{a0}1,234.567"),
            (-5.0, "CHF", None, "-CHF\u{a0}5.00"),
            (-5.5, "CAD", None, "-CA$5.50"),
            (5.0, "XOF", None, "F\u{202f}CFA\u{a0}5"),
            (12.0, "USD", Some(3), "$12.000"),
            (0.001, "EUR", None, "€0.00"),
            (1.0, "XYZ", None, "XYZ\u{a0}1.00"),
        ];
        for (value, currency, decimals, text) in cases {
            assert_eq!(English.currency(value, currency, decimals, true), text);
        }
    }

    #[test]
    fn names_out_of_range_are_empty() {
        assert_eq!(English.month(9, Width::Short), "Sep");
        assert_eq!(English.month(0, Width::Long), "");
        assert_eq!(English.month(13, Width::Short), "");
        assert_eq!(English.weekday(0, Width::Long), "Sunday");
        assert_eq!(English.weekday(7, Width::Short), "");
        assert_eq!((English.day_period(11), English.day_period(12)), ("AM".into(), "PM".into()));
    }
}
