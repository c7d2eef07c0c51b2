//! Dates as day numbers, and the days an axis names.

use a2ui_easel::calendar::{civil, days};

use crate::page::Day;

/// The day of an ISO date, `2026-03-05` or a time on it, counted from 1970-01-01.
pub fn parse_day(text: &str) -> Option<i64> {
    let text = text.trim();
    let date = text.get(..10)?;
    if !matches!(text.as_bytes().get(10), None | Some(b'T' | b' ')) {
        return None;
    }
    let mut fields = date.split('-');
    let mut field = |digits: usize| {
        let text = fields.next()?;
        (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse::<u32>().ok())?
    };
    let (year, month, day) = (field(4)?, field(2)?, field(2)?);
    let number = days(year.into(), month, 1) + i64::from(day) - 1;
    ((1..=12).contains(&month) && day >= 1 && civil(number).1 == month).then_some(number)
}

/// A day that an axis names, and how.
pub type Tick = (i64, Day);

/// The days between `first` and `last` that are named when there is room for `room` of them.
pub fn ticks(first: i64, last: i64, room: usize) -> Vec<Tick> {
    let room = room.max(2) as i64;
    let span = last - first;
    let by_days = |step: i64| -> Vec<Tick> {
        // Weeks begin on Monday; 1970-01-05 was one.
        let offset = if step % 7 == 0 { 4 } else { first };
        let start = first + (offset - first).rem_euclid(step);
        (start..=last).step_by(step as usize).map(|day| (day, Day::Short)).collect()
    };
    for step in [1, 2, 7, 14] {
        if span / step < room {
            return by_days(step);
        }
    }
    let months = |(year, month, _): (i64, u32, u32)| year * 12 + i64::from(month) - 1;
    let (from, to) = (civil(first), civil(last));
    let start = months(from) + i64::from(from.2 > 1);
    let end = months(to);
    let mut step = 1;
    for wider in [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 24_000] {
        step = wider;
        if (end - start) / step < room {
            break;
        }
    }
    let start = start + (-start).rem_euclid(step);
    let named = |month: i64| {
        let style = match month.rem_euclid(12) {
            _ if step >= 12 => Day::Year,
            0 => Day::Year,
            _ if month == start => Day::MonthAndYear,
            _ => Day::Month,
        };
        (days(month.div_euclid(12), month.rem_euclid(12) as u32 + 1, 1), style)
    };
    let ticks: Vec<Tick> = (start..=end).step_by(step as usize).map(named).collect();
    if ticks.len() < 2 { vec![(first, Day::Full), (last, Day::Full)] } else { ticks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_and_nothing_else_is() {
        for (text, expected) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-02-29", Some(11_016)),
            ("2026-03-05", Some(20_517)),
            ("2026-03-05T12:00:00Z", Some(20_517)),
            ("0001-01-01", Some(-719_162)),
            ("2023-02-29", None),
            ("2026-13-01", None),
            ("2026-00-10", None),
            ("2026-01-00", None),
            ("2026-3-5", None),
            ("2026-03-055", None),
            ("05.03.2026", None),
            ("Mär", None),
            ("ÄÄÄÄÄÄ", None),
            ("", None),
        ] {
            assert_eq!(parse_day(text), expected, "{text}");
        }
        for day in (-1_000_000..1_000_000).step_by(997) {
            let (year, month, date) = civil(day);
            assert_eq!(days(year, month, date), day);
        }
    }

    #[test]
    fn ticks_are_as_many_as_there_is_room_for() {
        let first = parse_day("2025-11-20").expect("a date");
        for (span, room, count, style) in [
            (3, 8, 4, Day::Short),
            (10, 8, 6, Day::Short),
            (30, 6, 4, Day::Short),
            (90, 5, 3, Day::MonthAndYear),
            (365, 6, 4, Day::Year),
            (4000, 6, 6, Day::Year),
        ] {
            let ticks = ticks(first, first + span, room);
            assert_eq!((ticks.len(), ticks[0].1), (count, style), "{span}");
            assert!(ticks.len() <= room && ticks.iter().all(|(day, _)| (first..=first + span).contains(day)));
        }
        assert_eq!(ticks(5, 5, 4), [(5, Day::Short)]);
        assert!(ticks(-719_162, 2_932_896, 2).len() <= 6);
    }
}
