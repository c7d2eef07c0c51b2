//! A colour that an agent chose: read into bytes, and only ever printed from them.

mod names;

use crate::listed::read_number;
use crate::theme::Rgb;

use self::names::named;

/// A colour, and how much of it covers what is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    pub rgb: Rgb,
    pub alpha: u8,
}

impl Color {
    /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()` and `rgba()` with numbers, and names.
    pub fn parse(text: &str) -> Option<Color> {
        let text = text.trim();
        if text.len() > 64 || !text.is_ascii() {
            return None;
        }
        let text = text.to_ascii_lowercase();
        if let Some(digits) = text.strip_prefix('#') {
            return hexadecimal(digits);
        }
        let arguments = text.strip_prefix("rgba").or_else(|| text.strip_prefix("rgb"));
        match arguments.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')')) {
            Some(arguments) => function(arguments),
            None => named(&text).map(opaque),
        }
    }

    /// As CSS writes it.
    pub fn css(self) -> String {
        let mut text = self.rgb.css();
        if self.alpha < 255 {
            for digit in [self.alpha >> 4, self.alpha & 15] {
                text.push(char::from_digit(digit.into(), 16).unwrap_or('f'));
            }
        }
        text
    }
}

fn opaque(bytes: u32) -> Color {
    Color { rgb: Rgb((bytes >> 16) as u8, (bytes >> 8) as u8, bytes as u8), alpha: 255 }
}

/// Three or six digits, with one or two more of alpha.
fn hexadecimal(digits: &str) -> Option<Color> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let (rgb, alpha) = match digits.len() {
        4 => digits.split_at(3),
        8 => digits.split_at(6),
        _ => (digits, ""),
    };
    let number = u8::from_str_radix(alpha, 16);
    let alpha = match alpha.len() {
        0 => 255,
        1 => number.ok()? * 17,
        _ => number.ok()?,
    };
    Some(Color { rgb: Rgb::parse(rgb)?, alpha })
}

/// `1, 2, 3`, `1 2 3`, with an alpha after a comma or a slash, each a number or a percentage.
fn function(arguments: &str) -> Option<Color> {
    let mut numbers = arguments.split([',', '/', ' ']).map(str::trim).filter(|number| !number.is_empty());
    let [red, green, blue] = [numbers.next()?, numbers.next()?, numbers.next()?].map(|text| amount(text, 1.0));
    let alpha = numbers.next().map_or(Some(255), |text| amount(text, 255.0));
    if numbers.next().is_some() {
        return None;
    }
    Some(Color { rgb: Rgb(red?, green?, blue?), alpha: alpha? })
}

fn amount(text: &str, unit: f64) -> Option<u8> {
    let (digits, unit) = match text.strip_suffix('%') {
        Some(digits) => (digits, 255.0 / 100.0),
        None => (text, unit),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    let number = is_number.then(|| read_number(&digits.into())).flatten()?;
    // 50 % of 255 is 128, whatever floats make of it.
    Some((number * unit + 1e-9).round().clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_bytes() {
        for (text, expected) in [
            ("#3b82f6", Some("#3b82f6")),
            ("#0AF", Some("#00aaff")),
            ("#0af8", Some("#00aaff88")),
            ("#3b82f680", Some("#3b82f680")),
            ("rgb(1, 2, 300)", Some("#0102ff")),
            ("rgb(1 2 3 / 50%)", Some("#01020380")),
            ("rgba(100%,0%,0%,0.5)", Some("#ff000080")),
            (" Tomato ", Some("#ff6347")),
            ("url(#x)", None),
            ("var(--x)", None),
            ("expression(alert(1))", None),
            ("rgb(1,2)", None),
            ("rgb(1,2,3,4,5)", None),
            ("rgb(1;2,3,4)", None),
            ("rgb(calc(1),2,3)", None),
            ("#12345", None),
            ("#12g", None),
            ("hsl(1 2 3)", None),
            ("currentcolor", None),
            ("red;background:url(x)", None),
            ("rötlich", None),
            ("", None),
        ] {
            assert_eq!(Color::parse(text).map(Color::css).as_deref(), expected, "{text}");
        }
        assert_eq!(Color::parse(&"#".repeat(1000)), None);
    }
}
