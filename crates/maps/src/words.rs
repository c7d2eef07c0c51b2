//! What is said in the page's language: words, numbers, countries. The view asks the page; tests ask [`English`].

use a2ui_easel::template::fill;

use crate::scale_bar::ScaleBar;

pub trait Words {
    /// One of our own words, as src/js/map_words.js lists them.
    fn word(&self, name: &str) -> String;
    fn number(&self, value: f64, decimals: u32) -> String;
    fn distance(&self, bar: ScaleBar) -> String;
    /// The name of a country, by its two letters.
    fn country(&self, code: &str) -> String;
    /// How wide a name stands in the picture, in pixels.
    fn width(&self, name: &str) -> f64;
}

/// A word with `{name}` in it filled in.
pub fn filled(words: &dyn Words, name: &str, holes: &[(&str, &str)]) -> String {
    fill(&words.word(name), holes)
}

/// A word for a number of things: `one` is the name of the word for a single one.
pub fn counted(words: &dyn Words, one: &str, many: &str, count: usize) -> String {
    filled(words, if count == 1 { one } else { many }, &[("count", &words.number(count as f64, 0))])
}

#[cfg(test)]
pub struct English;

#[cfg(test)]
impl Words for English {
    fn word(&self, name: &str) -> String {
        let table = include_str!("../../../src/js/map_words.js");
        let entry = ["  ", name, ": \""].concat();
        let text = table.split(&entry).nth(1).and_then(|rest| rest.split("\",\n").next());
        text.unwrap_or_else(|| panic!("src/js/map_words.js has no {name}")).to_owned()
    }

    fn number(&self, value: f64, decimals: u32) -> String {
        format!("{value:.*}", decimals as usize)
    }

    fn distance(&self, bar: ScaleBar) -> String {
        format!("{} {}", bar.distance, bar.unit)
    }

    fn country(&self, code: &str) -> String {
        code.to_owned()
    }

    fn width(&self, name: &str) -> f64 {
        name.chars().count() as f64 * 7.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_once_and_what_fills_them_is_not_read_again() {
        assert_eq!(filled(&English, "mapRoute", &[("from", "A {to}"), ("to", "B")]), "A {to} to B");
        assert_eq!(counted(&English, "mapOutsideOne", "mapOutside", 1), "1 place outside the view");
        assert_eq!(counted(&English, "mapOutsideOne", "mapOutside", 3), "3 places outside the view");
    }
}
