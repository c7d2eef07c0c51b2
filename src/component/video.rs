//! Video: a film with the browser's own controls.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;
use crate::url;

pub(crate) const PROPERTIES: &[Property] = &[required("url", Kind::Text), optional("posterUrl", Kind::Text)];

#[derive(Debug, PartialEq)]
pub struct Video {
    pub url: Option<String>,
    pub poster: Option<String>,
}

impl Video {
    pub(crate) fn read(reader: &Reader) -> Video {
        Video {
            url: url::allowed_media(&reader.text("url")).map(str::to_owned),
            poster: url::allowed_image(&reader.text("posterUrl")).map(str::to_owned),
        }
    }
}
