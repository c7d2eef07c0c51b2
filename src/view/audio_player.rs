//! AudioPlayer in the DOM: the browser's own player under a caption.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Slots, Update};
use crate::component::AudioPlayer;

pub(crate) fn build(player: &AudioPlayer) -> Drawn {
    let element = shape!(Element::new("figure", "audio").with(&[("part", "audio")]).holding(&[
        &Element::new("figcaption", "label"),
        &Element::new("audio", "").with(&[("controls", ""), ("preload", "metadata")]),
    ]));
    let control = element.last_child().unwrap_or_else(|| element.clone());
    let drawn = Drawn { element, control, children: Slots::None };
    show(&drawn, player);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &AudioPlayer, now: &AudioPlayer) -> Update {
    if before != now {
        show(drawn, now);
    }
    Update::Done
}

fn show(drawn: &Drawn, player: &AudioPlayer) {
    if let Some(caption) = drawn.element.first_child() {
        caption.show_text(&player.description);
        caption.toggle_attribute("hidden", player.description.is_empty());
    }
    drawn.control.set_optional("aria-label", &player.description);
    drawn.control.set_optional("src", player.url.as_deref().unwrap_or_default());
}
