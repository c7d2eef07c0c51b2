//! ChoicePicker: one or several of a list of options. The value is a list of texts in every variant.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

const VARIANTS: &[&str] = &["mutuallyExclusive", "multipleSelection"];
const STYLES: &[&str] = &["checkbox", "chips"];
const OPTION: &[Property] = &[required("label", Kind::Text), required("value", Kind::Text)];

pub(crate) const PROPERTIES: &[Property] = &[
    optional("label", Kind::Text),
    required("options", Kind::Items(OPTION)),
    required("value", Kind::Dynamic),
    optional("variant", Kind::Choice(VARIANTS)),
    optional("displayStyle", Kind::Choice(STYLES)),
    optional("filterable", Kind::Boolean),
    optional("maxAllowedSelections", Kind::Number),
    optional("checks", Kind::Checks),
];

#[derive(Debug, PartialEq)]
pub struct ChoicePicker {
    pub label: String,
    pub options: Vec<Choice>,
    pub is_single: bool,
    pub is_chips: bool,
    pub is_filterable: bool,
    /// v0.8: no more than so many.
    pub max_selections: Option<usize>,
    /// Chosen values in the model's order, also those that are no option.
    pub selected: Vec<String>,
}

/// One option.
#[derive(Debug, PartialEq)]
pub struct Choice {
    pub label: String,
    pub value: String,
}

impl ChoicePicker {
    pub(crate) fn read(reader: &Reader) -> ChoicePicker {
        ChoicePicker {
            label: reader.text("label"),
            options: reader
                .items("options")
                .iter()
                .map(|option| Choice { label: option.text("label"), value: option.text("value") })
                .collect(),
            is_single: reader.choice("variant", VARIANTS) == "mutuallyExclusive",
            is_chips: reader.choice("displayStyle", STYLES) == "chips",
            is_filterable: reader.boolean("filterable"),
            max_selections: reader.number("maxAllowedSelections").filter(|max| *max >= 1.0).map(|max| max as usize),
            selected: reader.texts("value"),
        }
    }

    pub fn is_selected(&self, value: &str) -> bool {
        self.selected.iter().any(|selected| selected == value)
    }

    /// Whether no further option can be chosen.
    pub fn is_full(&self) -> bool {
        !self.is_single && self.max_selections.is_some_and(|max| self.selected.len() >= max)
    }

    /// The selection after a press on `value`. Single choice: a chosen option stays chosen. A full list takes no more.
    pub(crate) fn toggled(&self, value: &str) -> Vec<String> {
        if self.is_single {
            return vec![value.to_owned()];
        }
        let mut selected = self.selected.clone();
        match selected.iter().position(|selected| selected == value) {
            Some(position) => drop(selected.remove(position)),
            None if self.is_full() => {}
            None => selected.push(value.to_owned()),
        }
        selected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picker(is_single: bool, max_selections: Option<usize>, selected: &[&str]) -> ChoicePicker {
        ChoicePicker {
            label: String::new(),
            options: Vec::new(),
            is_single,
            is_chips: false,
            is_filterable: false,
            max_selections,
            selected: selected.iter().map(|value| (*value).to_owned()).collect(),
        }
    }

    #[test]
    fn a_press_chooses_within_the_rules() {
        assert_eq!(picker(true, None, &["a"]).toggled("b"), ["b"]);
        assert_eq!(picker(true, None, &["a"]).toggled("a"), ["a"]);
        assert_eq!(picker(false, None, &["a"]).toggled("b"), ["a", "b"]);
        assert_eq!(picker(false, None, &["a", "b"]).toggled("a"), ["b"]);
        assert_eq!(picker(false, Some(1), &["a"]).toggled("b"), ["a"]);
    }
}
