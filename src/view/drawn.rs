//! One component as drawn, and the three verbs that every component's view has: build, update, dispose.

use super::dom::{Element, is_in_button, shape};
use super::{OnDemand, common};
use super::{
    audio_player, button, canvas, card, check_box, choice_picker, date_time_input, divider, drawing, icon, image, list,
    modal, row, slider, tabs, text, text_field, video,
};
use crate::component::{Component, Placeholder, Shown};

/// A component in the DOM.
pub(crate) struct Drawn {
    /// Where it stands in its parent.
    pub(crate) element: Element,
    /// What carries the accessible name and state; usually the element itself.
    pub(crate) control: Element,
    /// Where children go.
    pub(crate) children: Slots,
}

/// Where the children of a component are put.
#[derive(Clone)]
pub(crate) enum Slots {
    /// There are none.
    None,
    /// A module of its own draws in the element.
    Foreign,
    /// One after the other into this element.
    In(Element),
    /// The same, each in an element of its own.
    Items(Element),
    /// The first here, the second there.
    Pair(Element, Element),
}

/// What an update achieved.
pub(crate) enum Update {
    Done,
    /// The new values need another element in the same place.
    Rebuild,
}

impl Drawn {
    /// A component without children whose element says everything.
    pub(crate) fn plain(element: Element) -> Drawn {
        Drawn { control: element.clone(), element, children: Slots::None }
    }

    /// A component that puts its children straight into its element.
    pub(crate) fn container(element: Element) -> Drawn {
        Drawn { control: element.clone(), children: Slots::In(element.clone()), element }
    }

    pub(crate) fn build(shown: &Shown, id: &str, on_demand: &OnDemand) -> Drawn {
        let drawn = match &shown.component {
            Component::AudioPlayer(player) => audio_player::build(player),
            Component::Button(button) => button::build(button),
            Component::Canvas(_) => canvas::build(),
            Component::Card(card) => card::build(card),
            Component::CheckBox(check_box) => check_box::build(check_box),
            Component::ChoicePicker(picker) => choice_picker::build(picker, on_demand),
            Component::Column(column) => row::build(column, row::Direction::Column),
            Component::DateTimeInput(input) => date_time_input::build(input),
            Component::Divider(divider) => divider::build(divider),
            Component::Drawing(drawing) => drawing::build(drawing, shown, id, on_demand),
            Component::Icon(icon) => icon::build(icon, on_demand),
            Component::Image(image) => image::build(image),
            Component::List(list) => list::build(list, on_demand),
            Component::Modal(_) => modal::build(on_demand),
            Component::Row(row) => row::build(row, row::Direction::Row),
            Component::Slider(slider) => slider::build(slider),
            Component::Tabs(tabs) => tabs::build(tabs, on_demand),
            Component::Text(text) => text::build(text, on_demand),
            Component::TextField(field) => text_field::build(field),
            Component::Video(video) => video::build(video),
            Component::Placeholder(placeholder) => Drawn::placeholder(*placeholder),
        };
        drawn.element.set_component_id(id);
        common::build(&drawn, shown, on_demand);
        if is_in_button() && shown.component.is_control() {
            // A press on it is one on the button.
            drawn.element.toggle_attribute("inert", true);
        }
        drawn
    }

    pub(crate) fn update(&self, before: &Shown, now: &Shown, on_demand: &OnDemand) -> Update {
        let update = match (&before.component, &now.component) {
            (Component::AudioPlayer(a), Component::AudioPlayer(b)) => audio_player::update(self, a, b),
            (Component::Button(a), Component::Button(b)) => button::update(self, a, b),
            (Component::Card(a), Component::Card(b)) => card::update(self, a, b),
            (Component::CheckBox(a), Component::CheckBox(b)) => check_box::update(self, a, b),
            (Component::ChoicePicker(a), Component::ChoicePicker(b)) => choice_picker::update(self, a, b),
            (Component::Column(a), Component::Column(b)) => row::update(self, a, b),
            (Component::DateTimeInput(a), Component::DateTimeInput(b)) => date_time_input::update(self, a, b),
            (Component::Divider(a), Component::Divider(b)) if a != b => Update::Rebuild,
            (Component::Drawing(a), Component::Drawing(b)) if a.name != b.name => Update::Rebuild,
            (Component::Drawing(_), Component::Drawing(b)) => drawing::update(self, before, now, on_demand, b),
            (Component::Icon(a), Component::Icon(b)) => icon::update(self, a, b, on_demand),
            (Component::Image(a), Component::Image(b)) => image::update(self, a, b),
            (Component::List(a), Component::List(b)) => list::update(self, a, b, on_demand),
            (Component::Row(a), Component::Row(b)) => row::update(self, a, b),
            (Component::Slider(a), Component::Slider(b)) => slider::update(self, a, b),
            (Component::Tabs(a), Component::Tabs(b)) => tabs::update(self, a, b, on_demand),
            (Component::Text(a), Component::Text(b)) => text::update(self, a, b, on_demand),
            (Component::TextField(a), Component::TextField(b)) => text_field::update(self, a, b),
            (Component::Video(a), Component::Video(b)) => video::update(self, a, b),
            (Component::Placeholder(a), Component::Placeholder(b)) if a != b => Update::Rebuild,
            _ => Update::Done,
        };
        if matches!(update, Update::Done) {
            common::update(self, before, now, on_demand);
        }
        update
    }

    /// After the children are in place: what can only be done then.
    pub(crate) fn children_placed(&self, shown: &Shown, on_demand: &OnDemand) {
        match &shown.component {
            Component::Modal(modal) => modal::place(self, modal),
            Component::Button(_) if shown.common.label.is_empty() => icon::speak_in_button(&self.element, on_demand),
            _ => {}
        }
    }

    /// It will not be shown again.
    pub(crate) fn dispose(&self, on_demand: &OnDemand) {
        if matches!(self.children, Slots::Foreign) {
            on_demand.forget(&self.element);
        }
    }

    fn placeholder(placeholder: Placeholder) -> Drawn {
        let element = shape!(Element::new("div", "placeholder").with(&[("part", "placeholder")]));
        element.set_attribute("data-placeholder", placeholder.name());
        Drawn::plain(element)
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        if let Slots::Pair(..) = self.children {
            modal::let_go(&self.control);
        }
    }
}
