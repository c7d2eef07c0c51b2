//! `formatDate`: ISO 8601 in, a Unicode TR35 pattern out (functions reference, section 6).
//!
//! A date is shown as its wall time was written; nothing here knows a time zone.

use serde_json::Value;

use super::Args;
use crate::calendar::{civil, days};
use crate::dynamic::evaluation::{Evaluation, Problem};
use crate::dynamic::intl::{Intl, Width};

/// Empty for what is no date: never an error.
pub(super) fn format_date(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let moment = match args.required("value")? {
        Value::String(text) => Moment::parse(text.trim()),
        Value::Number(millis) => millis.as_f64().and_then(Moment::from_millis),
        _ => None,
    };
    let format = args.text("format")?;
    let text = match moment {
        None => String::new(),
        Some(moment) if format == "ISO" => moment.iso(),
        Some(moment) => moment.format(&format, evaluation.intl),
    };
    Ok(text.into())
}

/// Milliseconds since 1970 of an ISO 8601 text.
pub(crate) fn epoch_millis(text: &str) -> Option<i64> {
    Moment::parse(text.trim()).map(|moment| moment.millis())
}

/// A calendar date and the time on the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moment {
    year: i64,
    month: u32,
    day: u32,
    hour: u32,
    minute: u32,
    second: u32,
    millisecond: u32,
    /// Minutes east of UTC, as written.
    offset: i64,
}

const DAY: i64 = 86_400_000;

impl Moment {
    /// `2026-01`, `2026-01-16`, `2026-01-16T14:30`, with optional seconds, fraction and zone.
    fn parse(text: &str) -> Option<Self> {
        let mut rest = Reader(text.as_bytes());
        let year = rest.digits(4)?.into();
        rest.one_of(b"-")?;
        let month = rest.digits(2)?;
        let day = if rest.one_of(b"-").is_some() { rest.digits(2)? } else { 1 };
        let mut moment = Moment { year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0, offset: 0 };
        if !(1..=12).contains(&month) || day == 0 || day > days_in(year, month) {
            return None;
        }
        if rest.is_empty() {
            return Some(moment);
        }
        rest.one_of(b"Tt ")?;
        moment.hour = rest.digits(2)?;
        rest.one_of(b":")?;
        moment.minute = rest.digits(2)?;
        if rest.one_of(b":").is_some() {
            moment.second = rest.digits(2)?;
            if rest.one_of(b".,").is_some() {
                moment.millisecond = rest.fraction()?;
            }
        }
        moment.offset = rest.zone()?;
        let possible = moment.hour < 24 && moment.minute < 60 && moment.second < 60 && rest.is_empty();
        possible.then_some(moment)
    }

    /// Milliseconds since 1970 in UTC, in the range that JavaScript dates have.
    fn from_millis(millis: f64) -> Option<Self> {
        if millis.abs() > 8.64e15 {
            return None;
        }
        let millis = millis as i64;
        let (year, month, day) = civil(millis.div_euclid(DAY));
        let time = millis.rem_euclid(DAY) as u32;
        Some(Moment {
            year,
            month,
            day,
            hour: time / 3_600_000,
            minute: time / 60_000 % 60,
            second: time / 1_000 % 60,
            millisecond: time % 1_000,
            offset: 0,
        })
    }

    fn millis(&self) -> i64 {
        let minutes = i64::from(self.hour * 60 + self.minute) - self.offset;
        let seconds = minutes * 60 + i64::from(self.second);
        days(self.year, self.month, self.day) * DAY + seconds * 1000 + i64::from(self.millisecond)
    }

    /// The same moment in UTC, as `Date.toISOString` writes it.
    fn iso(&self) -> String {
        let utc = Moment::from_millis(self.millis() as f64).unwrap_or(*self);
        let mut text = String::with_capacity(24);
        let fields = [
            (utc.year, 4, '-'),
            (utc.month.into(), 2, '-'),
            (utc.day.into(), 2, 'T'),
            (utc.hour.into(), 2, ':'),
            (utc.minute.into(), 2, ':'),
            (utc.second.into(), 2, '.'),
            (utc.millisecond.into(), 3, 'Z'),
        ];
        for (number, width, after) in fields {
            push_padded(&mut text, number, width);
            text.push(after);
        }
        text
    }

    fn format(&self, format: &str, intl: &dyn Intl) -> String {
        let mut text = String::with_capacity(format.len() * 2);
        let mut rest = format.chars().peekable();
        while let Some(letter) = rest.next() {
            if letter == '\'' {
                if rest.next_if_eq(&'\'').is_some() {
                    text.push('\'');
                    continue;
                }
                while let Some(quoted) = rest.next() {
                    if quoted == '\'' && rest.next_if_eq(&'\'').is_none() {
                        break;
                    }
                    text.push(quoted);
                }
                continue;
            }
            let mut count = 1;
            while letter.is_ascii_alphabetic() && rest.next_if_eq(&letter).is_some() {
                count += 1;
            }
            self.push_field(&mut text, letter, count, intl);
        }
        text
    }

    /// Writes the field that `count` times `letter` asks for; letters without one stand for themselves.
    fn push_field(&self, text: &mut String, letter: char, count: usize, intl: &dyn Intl) {
        let number = |number: u32| (i64::from(number), count.min(2));
        let width = if count < 4 { Width::Short } else { Width::Long };
        let (number, padded) = match letter {
            // `YYYY` and `DD` are misused for `yyyy` and `dd` more often than meant.
            'y' | 'Y' if count == 2 => (self.year.rem_euclid(100), 2),
            'y' | 'Y' => (self.year, count.min(4)),
            'M' | 'L' if count >= 3 => return text.push_str(&intl.month(self.month, width)),
            'M' | 'L' => number(self.month),
            'd' => number(self.day),
            'D' if count == 2 => number(self.day),
            'E' => {
                let weekday = (days(self.year, self.month, self.day) + 4).rem_euclid(7) as u32;
                return text.push_str(&intl.weekday(weekday, width));
            }
            'H' => number(self.hour),
            'h' => number((self.hour + 11) % 12 + 1),
            'K' => number(self.hour % 12),
            'k' => number((self.hour + 23) % 24 + 1),
            'm' => number(self.minute),
            's' => number(self.second),
            'S' => {
                let mut digits = String::with_capacity(3);
                push_padded(&mut digits, self.millisecond.into(), 3);
                digits.truncate(count);
                return text.push_str(&digits);
            }
            'a' => return text.push_str(&intl.day_period(self.hour)),
            _ => return text.extend(std::iter::repeat_n(letter, count)),
        };
        push_padded(text, number, padded);
    }
}

fn push_padded(text: &mut String, number: i64, width: usize) {
    let digits = number.unsigned_abs().to_string();
    if number < 0 {
        text.push('-');
    }
    text.extend(std::iter::repeat_n('0', width.saturating_sub(digits.len())));
    text.push_str(&digits);
}

fn days_in(year: i64, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What is left to read of a date.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn one_of(&mut self, bytes: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first().filter(|(first, _)| bytes.contains(first))?;
        self.0 = rest;
        Some(*first)
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        (0..count).try_fold(0, |number, _| Some(number * 10 + u32::from(self.one_of(b"0123456789")? - b'0')))
    }

    /// Any number of digits after the point, as milliseconds.
    fn fraction(&mut self) -> Option<u32> {
        let (mut millis, mut scale) = (self.digits(1)? * 100, 10);
        while let Some(digit) = self.digits(1) {
            millis += digit * scale;
            scale /= 10;
        }
        Some(millis)
    }

    /// `Z`, `+02:00`, `+0200`, `+02` or nothing, in minutes.
    fn zone(&mut self) -> Option<i64> {
        let Some(sign) = self.one_of(b"Zz+-").filter(|sign| !sign.eq_ignore_ascii_case(&b'z')) else {
            return Some(0);
        };
        let hours = self.digits(2)?;
        let has_minutes = self.one_of(b":").is_some() || !self.is_empty();
        let minutes = if has_minutes { self.digits(2)? } else { 0 };
        let offset = i64::from(hours * 60 + minutes);
        if hours < 24 && minutes < 60 { Some(if sign == b'-' { -offset } else { offset }) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::intl::English;

    #[test]
    fn only_iso_dates_that_exist_are_read() {
        let bad = [
            "",
            "not a date",
            "14:30",
            "2026",
            "2026-1-5",
            "2026-02-30",
            "2025-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "2026-01-16T",
            "2026-01-16T25:00:00Z",
            "2026-01-16T24:00",
            "2026-01-16T14:60",
            "2026-01-16T14:30:61",
            "2026-01-16T14:30:05.Z",
            "2026-01-16T14:30:05+25:00",
            "2026-01-16T14:30:05Zjunk",
            "2026-01-16x",
            "2026-W03-1",
            "Jan 5, 2026",
            "2026-01-1６",
        ];
        for text in bad {
            assert_eq!(Moment::parse(text), None, "{text}");
        }
        let good = ["2026-01", "2024-02-29", "2000-02-29", "2026-01-16 14:30", "2026-01-16t14:30:05,5z"];
        for text in good {
            assert!(Moment::parse(text).is_some(), "{text}");
        }
    }

    #[test]
    fn iso_output_is_in_utc() {
        let cases = [
            ("2026-01-16T14:30:05+02:00", "2026-01-16T12:30:05.000Z"),
            ("2026-01-01T00:30:00+0100", "2025-12-31T23:30:00.000Z"),
            ("2026-12-31T23:30:00.1234-01", "2027-01-01T00:30:00.123Z"),
            ("2026-01-16", "2026-01-16T00:00:00.000Z"),
            ("2026-01", "2026-01-01T00:00:00.000Z"),
        ];
        for (text, iso) in cases {
            assert_eq!(Moment::parse(text).unwrap().iso(), iso);
        }
    }

    #[test]
    fn every_day_of_eight_centuries_survives_the_round_trip() {
        for day in -150_000..150_000 {
            let (year, month, day_of_month) = civil(day);
            assert_eq!(days(year, month, day_of_month), day);
            assert!(day_of_month <= days_in(year, month));
        }
        assert_eq!(Moment::from_millis(8.64e15).unwrap().year, 275_760);
        assert_eq!(Moment::from_millis(-1.0).unwrap().iso(), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn patterns_follow_tr35_and_unknown_letters_stand_for_themselves() {
        let moment = Moment::parse("2026-07-04T09:05:07.123Z").unwrap();
        let cases = [
            ("yyyy-MM-dd", "2026-07-04"),
            ("y yy yyy yyyy YYYY", "2026 26 2026 2026 2026"),
            ("M MM MMM MMMM LLLL", "7 07 Jul July July"),
            ("d dd DD D", "4 04 04 D"),
            ("E EE EEE EEEE", "Sat Sat Sat Saturday"),
            ("H HH h hh K k", "9 09 9 09 9 9"),
            ("m mm s ss", "5 05 7 07"),
            ("S SS SSS", "1 12 123"),
            ("h:mm a", "9:05 AM"),
            ("yyyy 'at' HH 'o''clock' ''", "2026 at 09 o'clock '"),
            ("'unclosed y", "unclosed y"),
            ("yyyy年M月d日", "2026年7月4日"),
            ("QQQ w Z", "QQQ w Z"),
            ("", ""),
        ];
        for (format, text) in cases {
            assert_eq!(moment.format(format, &English), text, "{format}");
        }
        let midnight = Moment::parse("2026-01-16T00:05:00Z").unwrap();
        assert_eq!(midnight.format("h a K k H", &English), "12 AM 0 24 0");
    }
}
