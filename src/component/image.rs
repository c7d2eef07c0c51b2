//! Image: a picture from a URL, with words in its place where it cannot be shown.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;
use crate::url;

const FITS: &[&str] = &["fill", "contain", "cover", "none", "scaleDown"];
const VARIANTS: &[&str] = &["mediumFeature", "icon", "avatar", "smallFeature", "largeFeature", "header"];

pub(crate) const PROPERTIES: &[Property] = &[
    required("url", Kind::Text),
    optional("description", Kind::Text),
    optional("fit", Kind::Choice(FITS)),
    optional("variant", Kind::Choice(VARIANTS)),
];

#[derive(Debug, PartialEq)]
pub struct Image {
    /// `None` if there is none, or none that may be loaded.
    pub url: Option<String>,
    pub description: String,
    /// As the catalog spells it. `None`: the agent left it to us.
    pub fit: Option<&'static str>,
    pub variant: &'static str,
}

impl Image {
    pub(crate) fn read(reader: &Reader) -> Image {
        Image {
            url: url::allowed_image(&reader.text("url")).map(str::to_owned),
            description: reader.text("description"),
            fit: reader.has("fit").then(|| reader.choice("fit", FITS)),
            variant: reader.choice("variant", VARIANTS),
        }
    }
}
