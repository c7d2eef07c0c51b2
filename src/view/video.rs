//! Video in the DOM: the browser's own player.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use crate::component::Video;

pub(crate) fn build(video: &Video) -> Drawn {
    let element = shape!(Element::new("video", "video").with(&[
        ("part", "video"),
        ("controls", ""),
        ("preload", "metadata"),
        ("playsinline", ""),
    ]));
    let drawn = Drawn::plain(element);
    show(&drawn, video);
    drawn
}

pub(crate) fn update(drawn: &Drawn, before: &Video, now: &Video) -> Update {
    if before != now {
        show(drawn, now);
    }
    Update::Done
}

fn show(drawn: &Drawn, video: &Video) {
    drawn.element.set_optional("src", video.url.as_deref().unwrap_or_default());
    drawn.element.set_optional("poster", video.poster.as_deref().unwrap_or_default());
}
