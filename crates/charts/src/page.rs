//! What a chart asks of the page it stands on: the width of words, numbers and days in the page's language, and our own words.

/// The page, as far as charts know it. In the browser this is `src/js/chart_page.js`; tests bring their own.
pub trait Page {
    /// The width in CSS pixels of `text` at `size` pixels.
    fn text_width(&self, text: &str, size: f64) -> f64;
    fn number(&self, value: f64, style: Number) -> String;
    /// A share of one, as percent with at most one decimal.
    fn percent(&self, share: f64) -> String;
    /// A day, counted from 1970-01-01.
    fn day(&self, day: i64, style: Day) -> String;
    /// One of our own texts. `count` decides between singular and plural.
    fn word(&self, name: &str, count: Option<usize>) -> String;
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// With at least `min` and at most `max` decimals.
    Plain { min: u8, max: u8 },
    /// With at most this many digits that count, wherever they stand.
    Digits(u8),
    /// 12K, 3.4M; with at most this many decimals.
    Compact(u8),
    /// 1.2E-9, for what six decimals do not reach.
    Scientific,
}

/// How much of a date is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Day {
    /// Day, month and year.
    Full,
    /// Day and month.
    Short,
    Month,
    MonthAndYear,
    Year,
}

/// A page for tests: English, with letters of fixed widths.
#[cfg(test)]
pub mod plain {
    use super::{Day, Number, Page};

    pub struct Plain;

    impl Page for Plain {
        fn text_width(&self, text: &str, size: f64) -> f64 {
            let width = |letter: char| match letter {
                'i' | 'l' | '.' | ',' | ' ' | ':' | '-' => 0.28,
                'm' | 'w' | 'M' | 'W' | '%' => 0.85,
                letter if letter.is_ascii_uppercase() => 0.66,
                letter if letter as u32 >= 0x2e80 => 1.0,
                _ => 0.56,
            };
            text.chars().map(width).sum::<f64>() * size
        }

        fn number(&self, value: f64, style: Number) -> String {
            match style {
                Number::Plain { min, max } => {
                    let text = format!("{value:.*}", usize::from(max));
                    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
                    let mut fraction = fraction.to_owned();
                    while fraction.len() > usize::from(min) && fraction.ends_with('0') {
                        fraction.pop();
                    }
                    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
                }
                Number::Digits(digits) => {
                    let exponent = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
                    let max = (i32::from(digits) - 1 - exponent).clamp(0, 20) as u8;
                    self.number(value, Number::Plain { min: 0, max })
                }
                Number::Compact(digits) => format!("{:.*}K", usize::from(digits), value / 1000.0),
                Number::Scientific => format!("{value:e}"),
            }
        }

        fn percent(&self, share: f64) -> String {
            format!("{}%", (share * 1000.0).round() / 10.0)
        }

        fn day(&self, day: i64, style: Day) -> String {
            format!("{style:?} {day}")
        }

        fn word(&self, name: &str, _: Option<usize>) -> String {
            match name {
                "chartSummaryParts" => "{kind}, {count} items, most {label} {share}".into(),
                "chartSummaryValues" => "{kind}, {count} from {first} to {last}, {low} to {high}".into(),
                "chartOther" => "Other ({count})".into(),
                "chartInvalid" | "chartHidden" => format!("{name}: {{count}}"),
                "chartHasParts" => "{count} parts".into(),
                _ => name.to_owned(),
            }
        }
    }
}
