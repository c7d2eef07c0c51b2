//! Text: words, as a heading, a caption or a paragraph with Markdown.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

const VARIANTS: &[&str] = &["body", "h1", "h2", "h3", "h4", "h5", "caption"];

pub(crate) const PROPERTIES: &[Property] = &[required("text", Kind::Text), optional("variant", Kind::Choice(VARIANTS))];

#[derive(Debug, PartialEq)]
pub struct Text {
    pub text: String,
    /// `body`, `caption` or `h1` to `h5`.
    pub variant: &'static str,
}

impl Text {
    pub(crate) fn read(reader: &Reader) -> Text {
        Text { text: reader.text("text"), variant: reader.choice("variant", VARIANTS) }
    }
}
