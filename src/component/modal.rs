//! Modal: a trigger in the flow, and content that a press on it opens above everything.

use super::property::{Kind, Property, required};
use super::reader::Reader;
use crate::ComponentId;

pub(crate) const PROPERTIES: &[Property] = &[required("trigger", Kind::Child), required("content", Kind::Child)];

#[derive(Debug, PartialEq)]
pub struct Modal {
    pub trigger: Option<ComponentId>,
    pub content: Option<ComponentId>,
    pub is_open: bool,
}

impl Modal {
    pub(crate) fn read(reader: &Reader, is_open: bool) -> Modal {
        Modal { trigger: reader.child("trigger"), content: reader.child("content"), is_open }
    }
}
