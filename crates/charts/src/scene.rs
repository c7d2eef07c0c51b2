//! What a drawing is made of, without a word on how it gets onto the screen.
//!
//! Lengths are whole [`UNITS`] of a CSS pixel: the drawing library's coordinates are whole numbers, and lines between whole
//! pixels are visibly jagged. Colours are [`Role`]s, so that a change of theme needs no new drawing.

/// Units in a CSS pixel.
pub const UNITS: f64 = 8.0;

pub type Point = (i32, i32);

#[derive(Clone, Debug, PartialEq)]
pub struct Prim {
    pub role: Role,
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Path(Vec<Point>),
    Polygon(Vec<Point>),
    /// Two opposite corners.
    Rect(Point, Point),
    /// Centre and radius.
    Circle(Point, i32),
    Text(Point, Anchor, String),
}

/// Where on a text its point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// What something is there for; the style sheet knows how that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Grid,
    /// The line that values are measured from.
    Base,
    /// Where an axis leaves something out.
    Break,
    /// Where an entry could not be drawn.
    Gap,
    /// Words at an axis.
    Tick,
    /// Words at a value.
    Value,
    Area,
    Line,
    /// What was drawn for one entry.
    Datum(u16),
}

impl Role {
    /// The reserved colour that stands for the role while the drawing library draws.
    pub fn color(self) -> (u8, u8, u8) {
        match self {
            Role::Grid => (1, 0, 0),
            Role::Base => (2, 0, 0),
            Role::Break => (3, 0, 0),
            Role::Tick => (4, 0, 0),
            Role::Value => (5, 0, 0),
            Role::Area => (6, 0, 0),
            Role::Line => (7, 0, 0),
            Role::Gap => (9, 0, 0),
            Role::Datum(index) => (8, (index >> 8) as u8, index as u8),
        }
    }

    /// The role that a reserved colour stands for.
    pub fn of(color: (u8, u8, u8)) -> Option<Role> {
        Some(match color.0 {
            1 => Role::Grid,
            2 => Role::Base,
            3 => Role::Break,
            4 => Role::Tick,
            5 => Role::Value,
            6 => Role::Area,
            7 => Role::Line,
            9 => Role::Gap,
            8 => Role::Datum(u16::from(color.1) << 8 | u16::from(color.2)),
            _ => return None,
        })
    }
}

/// CSS pixels in whole units.
pub fn units(pixels: f64) -> i32 {
    (pixels * UNITS).round() as i32
}

/// Units in CSS pixels.
pub fn pixels(units: i32) -> f64 {
    f64::from(units) / UNITS
}

/// The `d` of a path, written piece by piece.
#[derive(Default)]
pub struct PathText(String);

impl PathText {
    pub fn command(mut self, command: char, numbers: &[f64]) -> Self {
        self.0.push(command);
        for (position, number) in numbers.iter().enumerate() {
            if position > 0 {
                self.0.push(' ');
            }
            push_number(&mut self.0, *number);
        }
        self
    }

    pub fn done(self) -> String {
        self.0
    }
}

/// A number with at most two decimals, as SVG reads it.
pub fn number_text(number: f64) -> String {
    let mut text = String::new();
    push_number(&mut text, number);
    text
}

/// By whole numbers: printing floats takes kilobytes of code that is needed for nothing else.
fn push_number(text: &mut String, number: f64) {
    let hundredths = (number * 100.0).round() as i64;
    if hundredths < 0 {
        text.push('-');
    }
    let hundredths = hundredths.unsigned_abs();
    text.push_str(&(hundredths / 100).to_string());
    let digits = hundredths % 100;
    if digits > 0 {
        text.push('.');
        text.push(char::from(b'0' + (digits / 10) as u8));
        if !digits.is_multiple_of(10) {
            text.push(char::from(b'0' + (digits % 10) as u8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_survives_being_a_colour() {
        for role in [
            Role::Grid,
            Role::Base,
            Role::Break,
            Role::Gap,
            Role::Tick,
            Role::Value,
            Role::Area,
            Role::Line,
            Role::Datum(0),
            Role::Datum(999),
            Role::Datum(u16::MAX),
        ] {
            assert_eq!(Role::of(role.color()), Some(role));
        }
        assert_eq!(Role::of((0, 0, 0)), None);
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in
            [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (-12.345, "-12.35"), (0.05, "0.05"), (7.0, "7"), (f64::NAN, "0")]
        {
            assert_eq!(number_text(number), text);
        }
        let path = PathText::default().command('M', &[1.0, -2.5]).command('Z', &[]);
        assert_eq!(path.done(), "M1 -2.5Z");
    }
}
