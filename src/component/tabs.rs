//! Tabs: several children of which one is shown. Which one is the viewer's choice, not data.

use super::property::{Kind, Property, required};
use super::reader::Reader;
use crate::ComponentId;

const TAB: &[Property] = &[required("title", Kind::Text), required("child", Kind::Child)];

pub(crate) const PROPERTIES: &[Property] = &[required("tabs", Kind::Items(TAB))];

#[derive(Debug, PartialEq)]
pub struct Tabs {
    pub titles: Vec<String>,
    /// Index of the tab that is shown. Beyond the titles only if there are none.
    pub selected: usize,
    /// The child of the tab that is shown.
    pub child: Option<ComponentId>,
}

impl Tabs {
    pub(crate) fn read(reader: &Reader, selected: usize) -> Tabs {
        let tabs = reader.items("tabs");
        let selected = selected.min(tabs.len().saturating_sub(1));
        Tabs {
            titles: tabs.iter().map(|tab| tab.text("title")).collect(),
            selected,
            child: tabs.get(selected).and_then(|tab| tab.child("child")),
        }
    }
}
