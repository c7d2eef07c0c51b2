//! Who the agent says it is, above its surface: a claim, so it is shown only where the host allows it.

use super::OnDemand;
use super::dom::Element;
use crate::theme::Theme;
use crate::url;

/// Brings the line at the head of `surface` up to date; nothing is loaded and nothing shown unless it `is_allowed`.
pub(crate) fn show(surface: &Element, theme: &Theme, is_allowed: bool, on_demand: &OnDemand) {
    if let Some(line) = surface.find(":scope > .attribution") {
        line.remove();
    }
    let Some(name) = theme.agent_display_name.as_deref().filter(|_| is_allowed) else { return };
    let line = Element::new("p", "attribution").with(&[("part", "attribution")]);
    if let Some(icon) = theme.icon_url.as_deref().and_then(url::allowed_image) {
        line.append(&Element::new("img", "").with(&[("src", icon), ("alt", "")]));
    }
    let words = Element::new("span", "");
    words.set_text(&[&on_demand.word("from"), " ", name].concat());
    line.append(&words);
    match surface.first_child() {
        Some(first) => first.before(&line),
        None => surface.append(&line),
    }
}
