//! Icon: one of the catalog's symbols, or a path drawn in a square of 24 units.

use serde_json::Value;

use super::property::{Kind, Property, required};
use super::reader::Reader;
use crate::data_model::coerce;
use crate::dynamic::Dynamic;

pub(crate) const PROPERTIES: &[Property] = &[required("name", Kind::DeepDynamic)];

#[derive(Debug, PartialEq)]
pub struct Icon {
    pub symbol: Symbol,
}

/// What is drawn.
#[derive(Debug, PartialEq)]
pub enum Symbol {
    /// A name in snake case, as icon sets write it; unknown names draw a neutral shape.
    Named(String),
    /// SVG path data, checked to hold nothing else.
    Path(String),
}

impl Icon {
    pub(crate) fn read(reader: &Reader) -> Icon {
        // Early catalogs put path data where a binding's path stands.
        if let Some(Dynamic::Binding(path)) = reader.dynamic("name")
            && is_path_data(path)
            && path.contains([' ', ','])
        {
            return Icon { symbol: Symbol::Path(path.to_string()) };
        }
        let value = reader.value("name");
        let symbol = match &*value {
            Value::Object(object) => match object.get("svgPath").map(coerce::to_text) {
                Some(path) if is_path_data(&path) => Symbol::Path(path.into_owned()),
                _ => Symbol::Named(String::new()),
            },
            value => Symbol::Named(snake_case(&coerce::to_text(value))),
        };
        Icon { symbol }
    }
}

/// Whether `text` is SVG path syntax: commands and numbers only, beginning with a move.
fn is_path_data(text: &str) -> bool {
    let mut characters = text.trim().chars();
    matches!(characters.next(), Some('M' | 'm'))
        && text.len() <= 20_000
        && characters.all(|c| "MmLlHhVvCcSsQqTtAaZzEe0123456789+-., \n\r\t".contains(c))
}

/// `skipNext` → `skip_next`; the few names that icon sets know by another one are mapped.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.trim().chars().take(64) {
        match c {
            'A'..='Z' => {
                if !snake.is_empty() {
                    snake.push('_');
                }
                snake.push(c.to_ascii_lowercase());
            }
            'a'..='z' | '0'..='9' | '_' => snake.push(c),
            _ => snake.push('_'),
        }
    }
    match snake.as_str() {
        "play" => "play_arrow".into(),
        "rewind" => "fast_rewind".into(),
        "favorite_off" => "favorite_border".into(),
        "star_off" => "star_border".into(),
        _ => snake,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_those_of_the_icon_set() {
        for (name, expected) in
            [("skipNext", "skip_next"), ("play", "play_arrow"), ("starOff", "star_border"), ("more_vert", "more_vert")]
        {
            assert_eq!(snake_case(name), expected);
        }
    }

    #[test]
    fn path_data_holds_commands_and_numbers_only() {
        assert!(is_path_data("M12 2L2 22h20z"));
        assert!(!is_path_data("M0 0\"/><script>"));
        assert!(!is_path_data("url(#x)"));
    }
}
