//! AudioPlayer: sound with the browser's own controls and words that say what it is.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;
use crate::url;

pub(crate) const PROPERTIES: &[Property] = &[required("url", Kind::Text), optional("description", Kind::Text)];

#[derive(Debug, PartialEq)]
pub struct AudioPlayer {
    pub url: Option<String>,
    pub description: String,
}

impl AudioPlayer {
    pub(crate) fn read(reader: &Reader) -> AudioPlayer {
        AudioPlayer {
            url: url::allowed_media(&reader.text("url")).map(str::to_owned),
            description: reader.text("description"),
        }
    }
}
