//! Tabs in the DOM: a tab list with roving focus, and the panel of the chosen tab.

use super::OnDemand;
use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use super::field::fresh_id;
use crate::component::Tabs;

pub(crate) fn build(tabs: &Tabs, on_demand: &OnDemand) -> Drawn {
    let element = shape!(Element::new("div", "tabs").with(&[("part", "tabs")]).holding(&[
        &Element::new("div", "tablist").with(&[("part", "tablist"), ("role", "tablist")]),
        &Element::new("div", "tabpanel").with(&[("part", "tabpanel"), ("role", "tabpanel"), ("tabindex", "0")]),
    ]));
    let (Some(list), Some(panel)) = (element.first_child(), element.last_child()) else { return Drawn::plain(element) };
    panel.set_attribute("id", &fresh_id());
    on_demand.fade(&list);
    let drawn = Drawn { element, control: list, children: Slots::In(panel) };
    show(&drawn, tabs);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &Tabs, now: &Tabs, on_demand: &OnDemand) -> Update {
    if before != now {
        show(drawn, now);
    }
    if before.selected != now.selected
        && let Some(tab) = drawn.control.find("[aria-selected=true]")
    {
        // Browsers leave a tab of which they show a part where it is, the focus or a press notwithstanding.
        on_demand.reveal(&tab);
    }
    Update::Done
}

fn show(drawn: &Drawn, tabs: &Tabs) {
    let Slots::In(panel) = &drawn.children else { return };
    let panel_id = panel.attribute("id").unwrap_or_default();
    let mut next = drawn.control.first_child();
    for (index, title) in tabs.titles.iter().enumerate() {
        let tab = next.clone().unwrap_or_else(|| {
            let tab =
                shape!(Element::new("button", "tab").with(&[("type", "button"), ("part", "tab"), ("role", "tab")]));
            tab.set_attribute("id", &fresh_id());
            tab.set_attribute("aria-controls", &panel_id);
            drawn.control.append(&tab);
            tab
        });
        next = next.and_then(|tab| tab.next_sibling());
        let is_selected = index == tabs.selected;
        tab.show_text(title);
        tab.show_attribute("aria-selected", if is_selected { "true" } else { "false" });
        tab.show_attribute("tabindex", if is_selected { "0" } else { "-1" });
        if is_selected {
            panel.show_attribute("aria-labelledby", &tab.attribute("id").unwrap_or_default());
        }
    }
    while let Some(surplus) = next {
        next = surplus.next_sibling();
        surplus.remove();
    }
}

/// Which tab `target` is or lies in.
pub(crate) fn index_of(tabs: &Element, target: &Element) -> Option<usize> {
    let mut tab = tabs.first_child()?.first_child();
    let mut index = 0;
    while let Some(candidate) = tab {
        if candidate.contains(target) {
            return Some(index);
        }
        index += 1;
        tab = candidate.next_sibling();
    }
    None
}

/// Moves the focus to a tab.
pub(crate) fn focus(tabs: &Element, index: usize) {
    let mut tab = tabs.first_child().and_then(|list| list.first_child());
    for _ in 0..index {
        tab = tab.and_then(|tab| tab.next_sibling());
    }
    if let Some(tab) = tab {
        tab.focus();
    }
}
