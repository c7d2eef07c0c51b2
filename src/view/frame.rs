//! One surface in the DOM: its frame, and every node that is drawn in it.

use super::dom::{Element, draw_in_button};
use super::drawn::{Drawn, Slots, Update};
use super::{OnDemand, attribution, list};
use crate::SurfaceId;
use crate::component::Component;
use crate::surface::{NodeChanges, NodeId, Surface};
use crate::theme::Rgb;

/// The darkest of the light grounds that words stand on, and the lightest of the dark ones: easel.css's `--subtle`.
const LIGHT_GROUND: Rgb = Rgb(0xef, 0xf1, 0xf7);
const DARK_GROUND: Rgb = Rgb(0x2a, 0x2d, 0x37);

/// A surface as drawn.
pub(crate) struct Frame {
    element: Element,
    on_demand: OnDemand,
    drawn: Vec<Option<Drawn>>,
    root: Option<NodeId>,
    /// How many nodes may still be drawn in this paint before long lists have to wait.
    room: usize,
    /// Lists whose last items wait for the next paint.
    unfinished: Vec<NodeId>,
}

/// More nodes than this at a time would keep a person's next keystroke waiting.
const ROOM: usize = 1_000;

impl Frame {
    pub(crate) fn new(id: &SurfaceId, on_demand: &OnDemand) -> Frame {
        let element = Element::new("div", "surface").with(&[("part", "surface"), ("data-surface-id", id.as_str())]);
        element.set_node_mark(0);
        Frame {
            element,
            on_demand: on_demand.clone(),
            drawn: Vec::new(),
            root: None,
            room: ROOM,
            unfinished: Vec::new(),
        }
    }

    pub(crate) fn element(&self) -> &Element {
        &self.element
    }

    pub(crate) fn dispose(self) {
        self.drawn.iter().flatten().for_each(|drawn| drawn.dispose(&self.on_demand));
        self.element.remove();
    }

    pub(crate) fn apply(&mut self, changes: NodeChanges, surface: &Surface, attribution: bool) {
        for id in changes.removed {
            if let Some(Some(drawn)) = self.drawn.get(id.0 as usize) {
                outermost(&drawn.element).remove();
            }
        }
        for id in changes.freed {
            self.forget(id);
        }
        for id in changes.rebuilt {
            self.rebuild(id, surface);
        }
        if changes.root || (self.root.is_none() && surface.tree.root.is_some()) {
            self.root = surface.tree.root;
            if let Some(root) = self.root {
                let element = self.build(root, surface);
                self.element.append(&element);
            }
        }
        for (id, from) in changes.children {
            self.place_children(id, from, surface);
        }
        for (id, before) in changes.updated {
            let (Some(node), Some(Some(drawn))) = (surface.tree.node(id), self.drawn.get(id.0 as usize)) else {
                continue;
            };
            match drawn.update(&before, &node.shown, &self.on_demand) {
                Update::Done => drawn.children_placed(&node.shown, &self.on_demand),
                Update::Rebuild => self.rebuild(id, surface),
            }
        }
        if changes.frame {
            self.show_theme(surface, attribution);
        }
    }

    /// Draws more of the lists that wait, as far as there is room. Answers whether there is still more to draw; then there is
    /// room for it in the next paint.
    pub(crate) fn go_on(&mut self, surface: &Surface) -> bool {
        for id in self.unfinished.clone() {
            if self.first_waiting(id, surface).is_some() {
                self.place_children(id, usize::MAX, surface);
            } else {
                self.unfinished.retain(|unfinished| *unfinished != id);
            }
        }
        self.room = ROOM;
        !self.unfinished.is_empty()
    }

    /// The position of the first child that is not drawn yet, of a list that is.
    fn first_waiting(&self, id: NodeId, surface: &Surface) -> Option<usize> {
        let is_drawn = |id: &NodeId| matches!(self.drawn.get(id.0 as usize), Some(Some(_)));
        let node = surface.tree.node(id).filter(|_| is_drawn(&id))?;
        node.children.iter().position(|child| !is_drawn(child))
    }

    /// Whether a child at this position has to wait.
    fn must_wait(&self, slots: &Slots, position: usize) -> bool {
        self.room == 0 && matches!(slots, Slots::Items(_)) && position >= list::CHUNK
    }

    /// Of this list, so many items wait.
    fn leave(&mut self, id: NodeId, list: &Element, waiting: usize) {
        let known = self.unfinished.iter().position(|unfinished| *unfinished == id);
        match known {
            None if waiting > 0 => self.unfinished.push(id),
            Some(known) if waiting == 0 => drop(self.unfinished.remove(known)),
            _ => {}
        }
        if waiting > 0 || known.is_some() {
            list::reserve(list, waiting);
        }
    }

    /// Colours and font, and where the host allows it the agent's name.
    pub(crate) fn show_theme(&self, surface: &Surface, attribution: bool) {
        let theme = &surface.theme;
        let css = |colour: Option<Rgb>| colour.map(Rgb::css).unwrap_or_default();
        self.element.set_style("--a2ui-color-primary", &css(theme.primary));
        self.element.set_style("--a2ui-color-on-primary", &css(theme.primary.map(Rgb::on)));
        self.element.set_style("--a2ui-color-primary-hover", &css(theme.primary.map(Rgb::hovered)));
        let readable = |ground: Rgb| theme.primary.map(|primary| primary.readable_on(ground).css());
        let as_text = readable(LIGHT_GROUND).zip(readable(DARK_GROUND));
        let as_text = as_text.map(|(light, dark)| ["light-dark(", &light, ", ", &dark, ")"].concat());
        self.element.set_style("--a2ui-color-primary-text", &as_text.unwrap_or_default());
        self.element.set_style("--a2ui-font-family", &theme.font.as_ref().map(|font| font.css()).unwrap_or_default());
        attribution::show(&self.element, theme, attribution, &self.on_demand);
        self.element.toggle_attribute("data-overdue", surface.is_overdue && !surface.has_root());
    }

    /// Draws a node and everything below it; the element is not in the document yet. The depth of trees is capped.
    fn build(&mut self, id: NodeId, surface: &Surface) -> Element {
        let Some(node) = surface.tree.node(id) else { return Element::new("div", "placeholder") };
        let drawn = Drawn::build(&node.shown, node.component.as_str(), &self.on_demand);
        drawn.element.set_node_mark(id.0 + 1);
        self.room = self.room.saturating_sub(1);
        let was_in_button = matches!(node.shown.component, Component::Button(_)).then(|| draw_in_button(true));
        for (position, child) in node.children.iter().enumerate() {
            if self.must_wait(&drawn.children, position) {
                // What there was of them stood in what this one replaces.
                let waiting = &node.children[position..];
                waiting.iter().for_each(|child| drop(self.forget(*child)));
                self.leave(id, &drawn.element, waiting.len());
                break;
            }
            let child = self.build(*child, surface);
            append(&drawn.children, position, &wrap(&drawn.children, child));
        }
        if let Some(before) = was_in_button {
            draw_in_button(before);
        }
        drawn.children_placed(&node.shown, &self.on_demand);
        let element = drawn.element.clone();
        let index = id.0 as usize;
        if self.drawn.len() <= index {
            self.drawn.resize_with(index + 1, || None);
        }
        self.drawn[index] = Some(drawn);
        element
    }

    /// Draws a node anew where it stands.
    fn rebuild(&mut self, id: NodeId, surface: &Surface) {
        if let Some(before) = self.forget(id) {
            let place = before.element.parent();
            draw_in_button(place.is_some_and(|place| place.is_in_button()));
            let now = self.build(id, surface);
            draw_in_button(false);
            self.on_demand.replace(&before.element, &now);
        }
    }

    fn forget(&mut self, id: NodeId) -> Option<Drawn> {
        let drawn = self.drawn.get_mut(id.0 as usize).and_then(Option::take);
        drawn.inspect(|drawn| drawn.dispose(&self.on_demand))
    }

    /// Puts the children of a node in order from position `from` on, moving only those that are not where they belong.
    fn place_children(&mut self, id: NodeId, from: usize, surface: &Surface) {
        let Some(node) = surface.tree.node(id) else { return };
        let Some(Some(drawn)) = self.drawn.get(id.0 as usize) else { return };
        let is_unfinished = self.unfinished.contains(&id);
        let from =
            if is_unfinished { self.first_waiting(id, surface).map_or(from, |first| first.min(from)) } else { from };
        let mut new = Vec::new();
        let slots = drawn.children.clone();
        draw_in_button(drawn.element.is_in_button());
        let mut waiting = 0;
        for (position, child) in node.children.iter().enumerate().skip(from) {
            let is_drawn = matches!(self.drawn.get(child.0 as usize), Some(Some(_)));
            let must_wait = !is_drawn && self.must_wait(&slots, position);
            waiting += usize::from(must_wait);
            new.push((!is_drawn && !must_wait).then(|| self.build(*child, surface)));
        }
        draw_in_button(false);
        let Some(Some(drawn)) = self.drawn.get(id.0 as usize) else { return };
        let element_of = |child: &NodeId| match self.drawn.get(child.0 as usize) {
            Some(Some(drawn)) => Some(outermost(&drawn.element)),
            _ => None,
        };
        if let Slots::Pair(first, second) = &drawn.children {
            for (child, host) in node.children.iter().zip([first, second]) {
                let Some(element) = element_of(child) else { continue };
                // Moving what is in its place would take the focus from it.
                if element.parent().as_ref() != Some(host) {
                    host.append(&element);
                }
            }
        } else if let Slots::In(host) | Slots::Items(host) = &drawn.children {
            let kept = from.checked_sub(1).and_then(|last| node.children.get(last)).and_then(&element_of);
            let mut next = match kept {
                Some(kept) => list::next(&kept),
                None => list::first(host),
            };
            for ((position, child), fresh) in node.children.iter().enumerate().skip(from).zip(new) {
                let element = match fresh {
                    Some(fresh) => wrap(&drawn.children, fresh),
                    None => match element_of(child) {
                        Some(element) => element,
                        None => continue,
                    },
                };
                if next.as_ref().is_some_and(|there| *there != element) && element.matches(":focus-within") {
                    // Moving it would take the focus from it: what stands before it goes behind it.
                    let behind = element.next_sibling();
                    while let Some(there) = next.take_if(|there| *there != element) {
                        next = list::next(&there);
                        match (&behind, element.parent()) {
                            (Some(behind), _) => behind.before(&there),
                            (None, Some(parent)) => parent.append(&there),
                            (None, None) => {}
                        }
                    }
                }
                match &next {
                    Some(there) if *there == element => next = list::next(there),
                    Some(there) => there.before(&element),
                    None => append(&drawn.children, position, &element),
                }
            }
        }
        drawn.children_placed(&node.shown, &self.on_demand);
        if let Slots::Items(host) = &slots {
            self.leave(id, host, waiting);
        }
    }
}

fn append(slots: &Slots, position: usize, child: &Element) {
    match slots {
        Slots::None | Slots::Foreign => {}
        Slots::In(host) => host.append(child),
        Slots::Items(host) => list::append(host, position, child),
        Slots::Pair(first, _) if position == 0 => first.append(child),
        Slots::Pair(_, second) => second.append(child),
    }
}

fn wrap(slots: &Slots, child: Element) -> Element {
    match slots {
        Slots::Items(_) => list::item(&child),
        _ => child,
    }
}

/// The element that stands in the parent: the item around it, if it has one.
fn outermost(element: &Element) -> Element {
    match element.parent() {
        Some(parent) if list::is_item(&parent) => parent,
        _ => element.clone(),
    }
}
