//! Words in a drawing: shortened to their room, and kept off each other.

use crate::page::Page;

/// The size of words at axes and marks, in CSS pixels.
pub const SMALL: f64 = 12.0;
/// The height of a line of these.
pub const LINE: f64 = 16.0;

/// `text`, or its beginning with an ellipsis, no wider than `room`.
pub fn shorten(page: &dyn Page, text: &str, size: f64, room: f64) -> String {
    if page.text_width(text, size) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let shortened =
        |count: usize| -> String { letters[..count].iter().collect::<String>().trim_end().to_owned() + "…" };
    let (mut fits, mut fails) = (0, letters.len());
    while fails - fits > 1 {
        let middle = (fits + fails) / 2;
        if page.text_width(&shortened(middle), size) <= room { fits = middle } else { fails = middle }
    }
    shortened(fits)
}

/// The width of what stands at values, which is written bold.
pub fn bold_width(page: &dyn Page, text: &str) -> f64 {
    const BOLD: f64 = 1.1;
    page.text_width(text, SMALL) * BOLD
}

/// A rectangle that words take up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Area {
    /// What a line of this width takes up around its middle.
    pub fn around(x: f64, y: f64, width: f64) -> Area {
        Area { left: x - width / 2.0, right: x + width / 2.0, top: y - LINE / 2.0, bottom: y + LINE / 2.0 }
    }

    /// Whether the line from one place to another comes through here, or near it.
    pub fn is_crossed(&self, from: (f64, f64), to: (f64, f64)) -> bool {
        const AIR: f64 = 1.5;
        let (left, right) = if from.0 <= to.0 { (from, to) } else { (to, from) };
        if right.0 < self.left || left.0 > self.right {
            return false;
        }
        let slope = (right.1 - left.1) / (right.0 - left.0).max(0.01);
        let enters = left.1 + (self.left - left.0).max(0.0) * slope;
        let leaves = right.1 - (right.0 - self.right).max(0.0) * slope;
        enters.min(leaves) < self.bottom + AIR && enters.max(leaves) > self.top - AIR
    }

    pub fn meets(&self, other: &Area) -> bool {
        const AIR: f64 = 4.0;
        self.left < other.right + AIR
            && other.left < self.right + AIR
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Every how many of `count` names are written, so that names of this width have air between them.
pub fn every(widest: f64, distance: f64) -> usize {
    const AIR: f64 = 12.0;
    ((widest + AIR) / distance.max(0.01)).ceil().max(1.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::plain::Plain;

    #[test]
    fn long_words_end_in_an_ellipsis() {
        for (text, room, expected) in [
            ("abc", 100.0, "abc"),
            ("abcdefgh", 40.0, "abcd…"),
            ("ab cdefgh", 26.0, "ab…"),
            ("abc", 1.0, "…"),
            ("", 0.0, ""),
        ] {
            assert_eq!(shorten(&Plain, text, 12.0, room), expected);
        }
    }

    #[test]
    fn a_line_through_words_is_seen() {
        let area = Area::around(50.0, 50.0, 20.0);
        for (from, to, expected) in [
            ((0.0, 50.0), (100.0, 50.0), true),
            ((100.0, 80.0), (0.0, 20.0), true),
            ((0.0, 70.0), (100.0, 70.0), false),
            ((0.0, 50.0), (30.0, 50.0), false),
            ((45.0, 0.0), (45.0, 30.0), false),
            ((45.0, 0.0), (45.0, 100.0), true),
        ] {
            assert_eq!(area.is_crossed(from, to), expected, "{from:?} {to:?}");
        }
    }

    #[test]
    fn names_that_would_touch_are_left_out() {
        for (widest, distance, expected) in [(20.0, 40.0, 1), (40.0, 40.0, 2), (40.0, 4.0, 13), (10.0, 0.0, 2200)] {
            assert_eq!(every(widest, distance), expected);
        }
    }
}
