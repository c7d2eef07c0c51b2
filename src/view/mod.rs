//! Draws surfaces. Wasm only.
//!
//! Views are plain DOM: every shape is cloned, filled and inserted once, and an update touches what differs from what was
//! shown before. Which node differs is decided by [`crate::surface`], so nothing here needs reactivity of its own; measured
//! against leptos views the module is a third smaller and an update costs a third.
//!
//! Architecture invariant: a view never edits state or builds JSON.

mod attribution;
mod audio_player;
mod button;
mod canvas;
mod card;
mod check_box;
mod choice_picker;
mod common;
mod date_time_input;
mod divider;
pub(crate) mod dom;
mod drawing;
mod drawn;
mod events;
mod field;
mod frame;
mod icon;
mod image;
mod list;
mod modal;
mod row;
mod slider;
mod tabs;
mod text;
mod text_field;
mod video;

pub(crate) use choice_picker::{filter, is_filter};
pub(crate) use dom::{Element, is_right_to_left};
pub(crate) use events::Event;
use frame::Frame;
pub(crate) use image::mark_broken;
pub(crate) use modal::{is_dialog, is_pressed_by_key as modal_key, press as modal_press};
pub(crate) use tabs::{focus as focus_tab, index_of as tab_index};
use wasm_bindgen::prelude::*;

use crate::SurfaceId;
use crate::surface::{Changes, SurfaceChangeKind, Surfaces};

#[wasm_bindgen]
extern "C" {
    /// What views ask of the page and cannot do themselves: parts of the package that are loaded when they are needed.
    #[derive(Clone)]
    pub type OnDemand;

    /// Fills `host` with `text` read as Markdown, at once or as soon as the module is there.
    #[wasm_bindgen(method)]
    fn markdown(this: &OnDemand, host: &Element, text: &str, is_inline: bool);
    /// Draws the named symbol into an `<svg>`.
    #[wasm_bindgen(method)]
    fn icon(this: &OnDemand, svg: &Element, name: &str);
    /// Lets `module` draw its component `name` into `host`: JSON text, see [`crate::component::Drawing`], and the agent's
    /// own accessible name and description of it.
    #[wasm_bindgen(method)]
    fn draw(
        this: &OnDemand,
        host: &Element,
        module: &str,
        name: &str,
        properties: &str,
        label: &str,
        description: &str,
    );
    /// What `host` still waits for is not wanted any more, nor what a module draws in it.
    #[wasm_bindgen(method)]
    fn forget(this: &OnDemand, host: &Element);
    /// Puts `now` in the place of `before`, and the focus where it was.
    #[wasm_bindgen(method)]
    fn replace(this: &OnDemand, before: &Element, now: &Element);
    /// Scrolls what is around `element` so far that all of it is seen.
    #[wasm_bindgen(method)]
    fn reveal(this: &OnDemand, element: &Element);
    /// Lets what scrolls sideways in `element` fade at an edge that there is more behind.
    #[wasm_bindgen(method)]
    fn fade(this: &OnDemand, element: &Element);
    /// One of our own few words, in the element's language.
    #[wasm_bindgen(method)]
    fn word(this: &OnDemand, name: &str) -> String;
}

/// Everything one `<a2ui-easel>` shows.
pub(crate) struct View {
    stage: Element,
    on_demand: OnDemand,
    frames: Vec<(SurfaceId, Frame)>,
    /// Surfaces that stand elsewhere than at the end of the stage.
    places: Vec<(SurfaceId, Element)>,
    /// Show only this surface.
    only: Option<SurfaceId>,
    /// Whether surfaces may say who the agent claims to be.
    attribution: bool,
}

impl View {
    /// A view that puts its surfaces into `stage`.
    pub(crate) fn new(stage: Element, on_demand: OnDemand) -> View {
        View { stage, on_demand, frames: Vec::new(), places: Vec::new(), only: None, attribution: false }
    }

    /// Brings the DOM up to date. Answers whether there is more to draw than a person should wait for: then it is to be
    /// called again soon.
    pub(crate) fn apply(&mut self, changes: Changes, surfaces: &Surfaces) -> bool {
        for change in changes.surfaces {
            let position = self.frames.iter().position(|(id, _)| *id == change.surface);
            match change.kind {
                SurfaceChangeKind::Deleted => {
                    if let Some(position) = position {
                        self.frames.remove(position).1.dispose();
                    }
                }
                SurfaceChangeKind::Changed(changes) => {
                    let Some(surface) = surfaces.surface(&change.surface) else { continue };
                    let position = position.unwrap_or_else(|| {
                        let frame = Frame::new(&change.surface, &self.on_demand);
                        frame.element().toggle_attribute("hidden", self.hides(&change.surface));
                        self.host(&change.surface).append(frame.element());
                        self.frames.push((change.surface.clone(), frame));
                        self.frames.len() - 1
                    });
                    self.frames[position].1.apply(changes, surface, self.attribution);
                }
            }
        }
        let mut is_more = false;
        for (id, frame) in &mut self.frames {
            is_more |= surfaces.surface(id).is_some_and(|surface| frame.go_on(surface));
        }
        is_more
    }

    /// Puts a surface into `host`, now and when it is drawn; nothing puts it back on the stage.
    pub(crate) fn place(&mut self, surface: SurfaceId, host: Option<Element>) {
        self.places.retain(|(id, _)| *id != surface);
        if let Some(host) = host {
            self.places.push((surface.clone(), host));
        }
        if let Some((_, frame)) = self.frames.iter().find(|(id, _)| *id == surface) {
            let host = self.host(&surface);
            // Moving what is in its place would take the focus from it.
            if frame.element().parent().as_ref() != Some(host) {
                host.append(frame.element());
            }
        }
    }

    fn host(&self, surface: &SurfaceId) -> &Element {
        self.places.iter().find(|(id, _)| id == surface).map_or(&self.stage, |(_, host)| host)
    }

    /// The surface and component that an event is about, from the inside out, as far as this view drew them.
    pub(crate) fn trace(&self, event: &Event) -> Option<(SurfaceId, Vec<(crate::surface::NodeId, Element)>)> {
        let (frame, nodes) = event.path()?;
        let (id, _) = self.frames.iter().find(|(_, drawn)| *drawn.element() == frame)?;
        Some((id.clone(), nodes))
    }

    pub(crate) fn set_attribution(&mut self, is_allowed: bool, surfaces: &Surfaces) {
        self.attribution = is_allowed;
        for (id, frame) in &self.frames {
            if let Some(surface) = surfaces.surface(id) {
                frame.show_theme(surface, is_allowed);
            }
        }
    }

    pub(crate) fn show_only(&mut self, only: Option<SurfaceId>) {
        self.only = only;
        for (id, frame) in &self.frames {
            frame.element().toggle_attribute("hidden", self.hides(id));
        }
    }

    fn hides(&self, surface: &SurfaceId) -> bool {
        self.only.as_ref().is_some_and(|only| only != surface)
    }
}
