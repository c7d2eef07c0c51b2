//! DateTimeInput: a date, a time, or both, as ISO 8601 text.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

pub(crate) const PROPERTIES: &[Property] = &[
    required("value", Kind::Text),
    optional("label", Kind::Text),
    optional("enableDate", Kind::Boolean),
    optional("enableTime", Kind::Boolean),
    optional("min", Kind::Text),
    optional("max", Kind::Text),
    optional("outputFormat", Kind::Text),
    optional("checks", Kind::Checks),
];

#[derive(Debug, PartialEq)]
pub struct DateTimeInput {
    pub label: String,
    pub parts: Parts,
    /// As the browser's input wants it; empty if unset or not readable.
    pub value: String,
    pub min: String,
    pub max: String,
    /// What followed the wall time in the model (`Z`, `+02:00`); kept when the value is written again.
    pub zone: String,
}

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    Date,
    Time,
    DateAndTime,
}

impl DateTimeInput {
    pub(crate) fn read(reader: &Reader) -> DateTimeInput {
        let parts = match (reader.boolean("enableDate"), reader.boolean("enableTime")) {
            (true, false) => Parts::Date,
            (false, true) => Parts::Time,
            _ => Parts::DateAndTime,
        };
        let text = reader.text("value");
        let (value, zone) = parts.split(&text).unwrap_or_default();
        let limit = |name| parts.split(&reader.text(name)).map(|(limit, _)| limit).unwrap_or_default();
        let mut max = limit("max");
        // The last day is allowed to its end.
        if parts == Parts::DateAndTime && !reader.text("max").contains(':') && max.ends_with("T00:00") {
            max.truncate(max.len() - "00:00".len());
            max.push_str("23:59");
        }
        DateTimeInput { label: reader.text("label"), parts, value, min: limit("min"), max, zone }
    }

    /// What goes into the model when the browser's input holds `entered`: its text, with the zone the model had.
    pub(crate) fn written(&self, entered: &str) -> String {
        if entered.is_empty() || self.parts == Parts::Date {
            entered.to_owned()
        } else {
            format!("{entered}{}", self.zone)
        }
    }
}

impl Parts {
    /// Splits ISO text into what an input of this kind shows and the zone behind it. A date-and-time input shows the start
    /// of the day for a bare date.
    fn split(self, text: &str) -> Option<(String, String)> {
        let text = text.trim();
        let (date, rest) = match text.split_once(['T', ' ']) {
            Some((date, rest)) => (date, rest),
            None if text.contains(':') => ("", text),
            None => (text, ""),
        };
        let zone_at = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
        let (time, zone) = rest.split_at(zone_at);
        let is_date = is_shape(date, "0000-00-00");
        // Inputs refuse fractions of milliseconds and below; whole minutes are the common case.
        let time = time.split('.').next().filter(|time| is_shape(time, "00:00") || is_shape(time, "00:00:00"));
        let time = time.map(|time| time.strip_suffix(":00").filter(|short| short.len() == 5).unwrap_or(time));
        match self {
            Parts::Date => is_date.then(|| (date.to_owned(), String::new())),
            Parts::Time => time.map(|time| (time.to_owned(), zone.to_owned())),
            Parts::DateAndTime => is_date.then(|| (format!("{date}T{}", time.unwrap_or("00:00")), zone.to_owned())),
        }
    }
}

/// Whether `text` has digits where `shape` has zeros and the same characters elsewhere.
fn is_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text
            .bytes()
            .zip(shape.bytes())
            .all(|(byte, shape)| if shape == b'0' { byte.is_ascii_digit() } else { byte == shape })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_text_is_shown_in_its_written_wall_time() {
        let check = |parts: Parts, text: &str, value: &str, zone: &str| {
            assert_eq!(parts.split(text).unwrap_or_default(), (value.to_owned(), zone.to_owned()), "{text}");
        };
        check(Parts::Date, "2027-01-15", "2027-01-15", "");
        check(Parts::Date, "2027-01-15T23:30:00Z", "2027-01-15", "");
        check(Parts::Time, "08:05", "08:05", "");
        check(Parts::Time, "2027-01-15T08:05:30+02:00", "08:05:30", "+02:00");
        check(Parts::DateAndTime, "2027-01-15T08:05:00.000Z", "2027-01-15T08:05", "Z");
        check(Parts::DateAndTime, "2027-01-15", "2027-01-15T00:00", "");
        check(Parts::Date, "soon", "", "");
        check(Parts::DateAndTime, "", "", "");
    }
}
