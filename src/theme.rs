//! A surface's theme: what the agent wrote, parsed into types and only ever printed from them.
//!
//! Nothing here pastes agent text into CSS. A colour is three bytes, a font a list of plain names that are quoted when
//! printed, so neither can carry `url()`, a semicolon or a brace.

use serde_json::{Map, Value};

use crate::Issue;

/// v0.8 `styles` and v0.9 `theme`, as far as they are understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Theme {
    pub(crate) primary: Option<Rgb>,
    pub(crate) font: Option<FontFamily>,
    /// What the agent calls itself. A claim, no identity.
    pub(crate) agent_display_name: Option<String>,
    /// Not yet checked: it passes the URL allow-list where it is used.
    pub(crate) icon_url: Option<String>,
}

/// A name longer than this is cut: it heads a surface, it does not fill it.
const MAX_NAME: usize = 120;

impl Theme {
    /// Reads the theme; `path` is where it stood in its message (`/theme`, `/styles`). What is wrong is left out and
    /// reported, what is unknown is left out.
    pub(crate) fn parse(members: &Map<String, Value>, path: &str) -> (Theme, Vec<Issue>) {
        let mut theme = Theme::default();
        let mut issues = Vec::new();
        for (key, value) in members {
            let Some(setting) = Setting::of(key) else { continue };
            if value.is_null() {
                continue;
            }
            let text = value.as_str().map(str::trim).filter(|text| !text.is_empty());
            let taken = match setting {
                Setting::Primary => {
                    theme.primary = text.and_then(Rgb::parse);
                    theme.primary.is_some()
                }
                Setting::Font => {
                    theme.font = text.and_then(FontFamily::parse);
                    theme.font.is_some()
                }
                Setting::Name => {
                    theme.agent_display_name = text.map(|text| text.chars().take(MAX_NAME).collect());
                    text.is_some()
                }
                Setting::Icon => {
                    theme.icon_url = text.map(str::to_owned);
                    text.is_some()
                }
            };
            if !taken {
                let sentence = match setting {
                    Setting::Primary => "primaryColor must be a colour such as #1A73E8; the default is used.",
                    Setting::Font => "font must be a list of font names; the default is used.",
                    Setting::Name => "agentDisplayName must be a text; it is not shown.",
                    Setting::Icon => "iconUrl must be a text; it is not shown.",
                };
                issues.push(Issue::warning("VALIDATION_FAILED", sentence).at([path, "/", key].concat()));
            }
        }
        (theme, issues)
    }
}

#[derive(Clone, Copy)]
enum Setting {
    Primary,
    Font,
    Name,
    Icon,
}

impl Setting {
    fn of(key: &str) -> Option<Setting> {
        Some(match key {
            "primaryColor" => Setting::Primary,
            "font" => Setting::Font,
            "agentDisplayName" => Setting::Name,
            // `logoUrl` is what v0.8 renderers read.
            "iconUrl" | "logoUrl" => Setting::Icon,
            _ => return None,
        })
    }
}

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    pub const BLACK: Rgb = Rgb(0, 0, 0);
    pub const WHITE: Rgb = Rgb(255, 255, 255);

    /// Reads `#RRGGBB`, and `#RGB` or either without the sign where an agent was sloppy.
    pub fn parse(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        match digits.len() {
            6 => Some(Rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)),
            3 => Some(Rgb((number >> 8) as u8 * 17, (number >> 4 & 15) as u8 * 17, (number & 15) as u8 * 17)),
            _ => None,
        }
    }

    /// The colour as CSS writes it.
    pub fn css(self) -> String {
        let mut text = String::with_capacity(7);
        text.push('#');
        for byte in [self.0, self.1, self.2] {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
            }
        }
        text
    }

    /// Black or white, whichever is easier to read on this colour.
    pub fn on(self) -> Rgb {
        if self.contrast(Rgb::BLACK) >= self.contrast(Rgb::WHITE) { Rgb::BLACK } else { Rgb::WHITE }
    }

    /// WCAG contrast, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// This colour with `percent` of another in it.
    pub fn mix(self, other: Rgb, percent: u8) -> Rgb {
        let share = u32::from(percent.min(100));
        let channel = |a: u8, b: u8| ((u32::from(a) * (100 - share) + u32::from(b) * share + 50) / 100) as u8;
        Rgb(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// The same hue, moved no further than needed to be readable as text on `background` (4.5 : 1).
    pub fn readable_on(self, background: Rgb) -> Rgb {
        let target = background.on();
        (0..=100)
            .step_by(5)
            .map(|percent| self.mix(target, percent))
            .find(|color| color.contrast(background) >= 4.5)
            .unwrap_or(target)
    }

    /// The variant for pointers that hover: a little nearer to the colour's own foreground, or where that would be hard
    /// to read, a little farther from it.
    pub fn hovered(self) -> Rgb {
        let on = self.on();
        let nearer = self.mix(on, 15);
        if nearer.contrast(on) >= 4.5 { nearer } else { self.mix(on.on(), 15) }
    }

    fn luminance(self) -> f64 {
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// One channel without gamma: sRGB's power of 2.4, without the weight of a general power function.
fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 {
        return value / 12.92;
    }
    let x = (value + 0.055) / 1.055;
    let square = x * x;
    // Newton: the fifth root of x² is x to the 0.4.
    let mut root = 1.0;
    for _ in 0..24 {
        root = (4.0 * root + square / (root * root * root * root)) / 5.0;
    }
    square * root
}

/// Font names in order of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FontFamily(Vec<String>);

const MAX_FONTS: usize = 8;
const MAX_FONT_NAME: usize = 64;
const GENERIC: [&str; 13] = [
    "serif",
    "sans-serif",
    "monospace",
    "cursive",
    "fantasy",
    "system-ui",
    "ui-serif",
    "ui-sans-serif",
    "ui-monospace",
    "ui-rounded",
    "math",
    "emoji",
    "fangsong",
];

impl FontFamily {
    /// Reads names of letters, digits, blanks, hyphens and underscores, quoted or not, with commas between them.
    pub(crate) fn parse(text: &str) -> Option<FontFamily> {
        let names: Option<Vec<String>> = text.split(',').map(name).collect();
        names.filter(|names| names.len() <= MAX_FONTS).map(FontFamily)
    }

    /// The value of `font-family`: names quoted, generic families bare, `sans-serif` as the last resort.
    pub(crate) fn css(&self) -> String {
        let mut text = String::new();
        for name in &self.0 {
            if GENERIC.contains(&name.as_str()) {
                text.push_str(name);
            } else {
                text.push('"');
                text.push_str(name);
                text.push('"');
            }
            text.push_str(", ");
        }
        text.push_str("sans-serif");
        text
    }
}

fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let quoted = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    let text = quoted('"').or_else(|| quoted('\'')).unwrap_or(text);
    let safe = |character: char| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_' | '.');
    (!text.is_empty() && text.len() <= MAX_FONT_NAME && text.chars().all(safe)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(theme: Value) -> (Theme, Vec<Issue>) {
        Theme::parse(theme.as_object().expect("a table row is an object"), "/theme")
    }

    #[test]
    fn colours_are_bytes() {
        for (text, expected) in [
            ("#00BFFF", Some("#00bfff")),
            ("#0af", Some("#00aaff")),
            ("1A73E8", Some("#1a73e8")),
            ("red", None),
            ("#12345", None),
            ("#+12345", None),
            ("#00BFFF; background: url(x)", None),
            ("", None),
        ] {
            assert_eq!(Rgb::parse(text).map(Rgb::css).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn fonts_are_plain_names() {
        for (text, expected) in [
            ("Roboto", Some("\"Roboto\", sans-serif")),
            ("'Open Sans', serif", Some("\"Open Sans\", serif, sans-serif")),
            ("Noto Sans JP", Some("\"Noto Sans JP\", sans-serif")),
            ("url(https://evil)", None),
            ("a\"; } body { color: red", None),
            ("a,,b", None),
            ("", None),
        ] {
            assert_eq!(FontFamily::parse(text).map(|font| font.css()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_reported_and_what_is_unknown_is_not() {
        let (theme, issues) =
            parse(json!({"primaryColor": "blue", "font": 3, "agentDisplayName": "Chef", "customProperty": 1}));
        assert_eq!(theme, Theme { agent_display_name: Some("Chef".into()), ..Theme::default() });
        let paths: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
        assert_eq!(paths, ["/theme/primaryColor", "/theme/font"]);
    }

    #[test]
    fn the_foreground_contrasts() {
        for (color, expected) in
            [("#ffffff", Rgb::BLACK), ("#000000", Rgb::WHITE), ("#1a73e8", Rgb::BLACK), ("#0b57d0", Rgb::WHITE)]
        {
            let color = Rgb::parse(color).expect("a colour");
            assert_eq!(color.on(), expected, "{color:?}");
            assert!(color.contrast(color.on()) >= 4.5);
        }
        assert!((Rgb::BLACK.contrast(Rgb::WHITE) - 21.0).abs() < 1e-9);
        let grey = Rgb(0x77, 0x77, 0x77).contrast(Rgb::WHITE);
        assert!((grey - 4.478).abs() < 0.001, "{grey}");
    }

    #[test]
    fn the_foreground_contrasts_under_the_pointer_too() {
        for red in (0..=255).step_by(17) {
            for green in (0..=255).step_by(17) {
                for blue in (0..=255).step_by(17) {
                    let color = Rgb(red, green, blue);
                    assert!(color.hovered().contrast(color.on()) >= 4.5, "{color:?}");
                }
            }
        }
    }

    #[test]
    fn a_colour_becomes_readable_as_text() {
        for background in [Rgb::WHITE, Rgb(0x12, 0x12, 0x12)] {
            for color in [Rgb(255, 255, 0), Rgb(0, 0, 128), Rgb(128, 128, 128)] {
                assert!(color.readable_on(background).contrast(background) >= 4.5);
            }
        }
        let already = Rgb(0, 0, 128);
        assert_eq!(already.readable_on(Rgb::WHITE), already);
    }
}
