//! What each component of the basic catalog *is*: its properties, defaults and children. How it looks is `view`'s affair.
//!
//! A definition is decoded once, by the property table of its type; it is read whenever something it depends on changes.
//! Architecture invariant: nothing here knows the wire version, the tree or the DOM.

mod audio_player;
mod button;
mod canvas;
mod card;
mod check_box;
pub(crate) mod children;
mod choice_picker;
mod column;
mod date_time_input;
mod definition;
mod divider;
mod drawing;
mod icon;
mod image;
mod list;
mod modal;
mod placeholder;
pub(crate) mod property;
mod reader;
mod row;
mod slider;
mod tabs;
mod text;
mod text_field;
mod video;

pub use audio_player::AudioPlayer;
pub use button::Button;
pub use canvas::Canvas;
pub use card::Card;
pub use check_box::CheckBox;
pub use children::{Children, Items};
pub use choice_picker::ChoicePicker;
pub use column::Column;
pub use date_time_input::{DateTimeInput, Parts};
pub use definition::Live;
pub(crate) use definition::{Common, Definition, Shown};
pub use divider::Divider;
pub use drawing::Drawing;
pub use icon::{Icon, Symbol};
pub use image::Image;
pub use list::List;
pub use modal::Modal;
pub use placeholder::Placeholder;
use property::Property;
pub(crate) use reader::MAX_ITEMS;
#[cfg(test)]
pub(crate) use reader::MAX_TEXT;
use reader::Reader;
pub use row::Row;
use serde_json::Value;
pub use slider::Slider;
pub use tabs::Tabs;
pub use text::Text;
pub use text_field::TextField;
pub use video::Video;

/// A component as it stands now: every value resolved and of the type it must have.
#[derive(Debug, PartialEq)]
pub enum Component {
    AudioPlayer(AudioPlayer),
    Button(Button),
    Canvas(Canvas),
    Card(Card),
    CheckBox(CheckBox),
    ChoicePicker(ChoicePicker),
    Column(Column),
    DateTimeInput(DateTimeInput),
    /// What a module of its own draws, such as a chart or a map.
    Drawing(Drawing),
    Divider(Divider),
    Icon(Icon),
    Image(Image),
    List(List),
    Modal(Modal),
    Row(Row),
    Slider(Slider),
    Tabs(Tabs),
    Text(Text),
    TextField(TextField),
    Video(Video),
    /// What stands where nothing can be shown, or not yet.
    Placeholder(Placeholder),
}

/// What the person did to a component that no data model holds.
#[derive(Debug, Default)]
pub(crate) struct Local {
    /// Tabs: the index of the chosen one.
    pub(crate) selected_tab: usize,
    /// Modal.
    pub(crate) is_open: bool,
    /// Inputs whose `value` is not bound: what was entered.
    pub(crate) entered: Option<Value>,
    /// Inputs: whether the person has been here, so that a complaint is due.
    pub(crate) is_touched: bool,
}

/// One type of component: its name in the catalog, what its JSON may say, and how it is read.
pub(crate) struct Type {
    pub(crate) name: &'static str,
    pub(crate) properties: &'static [Property],
    read: fn(&Reader, &Local) -> Component,
}

impl PartialEq for Type {
    /// Two types may have one name: each is itself.
    fn eq(&self, other: &Type) -> bool {
        std::ptr::eq(self, other)
    }
}

macro_rules! types {
    ($($name:ident $module:ident ($reader:ident, $local:pat) $read:expr;)*) => {
        /// The basic catalog's components. v0.8 names have become these before they get here.
        pub(crate) static TYPES: &[Type] = &[$(Type {
            name: stringify!($name),
            properties: $module::PROPERTIES,
            read: |$reader, $local| Component::$name($read),
        }),*];
    };
}

types! {
    Text text (r, _) Text::read(r);
    Column column (r, _) Column::read(r);
    Row row (r, _) Row::read(r);
    Button button (r, _) Button::read(r);
    Card card (r, _) Card::read(r);
    List list (r, _) List::read(r);
    Image image (r, _) Image::read(r);
    Icon icon (r, _) Icon::read(r);
    TextField text_field (r, _) TextField::read(r);
    CheckBox check_box (r, _) CheckBox::read(r);
    ChoicePicker choice_picker (r, _) ChoicePicker::read(r);
    DateTimeInput date_time_input (r, _) DateTimeInput::read(r);
    Slider slider (r, _) Slider::read(r);
    Tabs tabs (r, local) Tabs::read(r, local.selected_tab);
    Modal modal (r, local) Modal::read(r, local.is_open);
    Divider divider (r, _) Divider::read(r);
    Video video (r, _) Video::read(r);
    AudioPlayer audio_player (r, _) AudioPlayer::read(r);
}

/// A component beyond the basic catalog, and the family of catalogs it is of: one name can mean different things.
pub(crate) struct Beyond {
    pub(crate) family: Family,
    pub(crate) component: Type,
}

/// Catalogs with the same components under several ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    RizzCharts,
    Currency,
    Dashboard,
    MapsToolkit,
}

macro_rules! beyond {
    ($($family:ident $name:literal $properties:path, $reader:ident $read:expr;)*) => {
        /// The components of our catalogs beyond the basic one.
        pub(crate) static BEYOND: &[Beyond] = &[$(Beyond {
            family: Family::$family,
            component: Type { name: $name, properties: $properties, read: |$reader, _| $read },
        }),*];
    };
}

beyond! {
    RizzCharts "Canvas" canvas::PROPERTIES, r Component::Canvas(Canvas::read(r));
    RizzCharts "Chart" drawing::CHART, r Drawing::read(r, "charts", "Chart").into();
    RizzCharts "GoogleMap" drawing::PINS, r Drawing::read(r, "maps", "GoogleMap").into();
    MapsToolkit "GoogleMap" drawing::MARKERS, r Drawing::read(r, "maps", "MarkerMap").into();
    Currency "LineChart" drawing::LABELS_AND_VALUES, r Drawing::read(r, "charts", "LineChart").into();
    Currency "BarChart" drawing::LABELS_AND_VALUES, r Drawing::read(r, "charts", "BarChart").into();
    Dashboard "BarChart" drawing::DATA, r Drawing::read(r, "charts", "DataBarChart").into();
    Dashboard "PieChart" drawing::DATA, r Drawing::read(r, "charts", "PieChart").into();
    Dashboard "Row" row::DASHBOARD, r Component::Row(Row::read_even(r));
    Dashboard "Column" row::DASHBOARD, r Component::Column(Column::read(r));
    Dashboard "Card" card::DASHBOARD, r Component::Card(Card::read(r));
    Dashboard "StatusBadge" drawing::STATUS_BADGE, r Drawing::read(r, "dashboard", "StatusBadge").into();
    Dashboard "Metric" drawing::METRIC, r Drawing::read(r, "dashboard", "Metric").into();
    Dashboard "InfoRow" drawing::INFO_ROW, r Drawing::read(r, "dashboard", "InfoRow").into();
    Dashboard "DataTable" drawing::DATA_TABLE, r Drawing::read(r, "dashboard", "DataTable").into();
    Dashboard "PrimaryButton" drawing::PRIMARY_BUTTON, r Drawing::read(r, "dashboard", "PrimaryButton").into();
}

impl From<Drawing> for Component {
    fn from(drawing: Drawing) -> Component {
        Component::Drawing(drawing)
    }
}

impl Component {
    /// The children that are part of the tree now: of tabs the chosen one, of a modal the content only while it is open.
    pub(crate) fn children(&self) -> Children {
        let ids =
            |ids: &[&Option<crate::ComponentId>]| Children::Ids(ids.iter().filter_map(|id| (*id).clone()).collect());
        match self {
            Component::Column(row) | Component::Row(row) => row.children.clone(),
            Component::List(list) => list.children.clone(),
            Component::Canvas(canvas) => canvas.children.clone(),
            Component::Card(card) => ids(&[&card.child]),
            Component::Button(button) => ids(&[&button.child]),
            Component::Tabs(tabs) => ids(&[&tabs.child]),
            Component::Modal(modal) if modal.is_open => ids(&[&modal.trigger, &modal.content]),
            Component::Modal(modal) => ids(&[&modal.trigger]),
            _ => Children::default(),
        }
    }

    /// Whether a person enters a value here.
    pub(crate) fn is_input(&self) -> bool {
        matches!(
            self,
            Component::TextField(_)
                | Component::CheckBox(_)
                | Component::ChoicePicker(_)
                | Component::DateTimeInput(_)
                | Component::Slider(_)
        )
    }

    /// Whether people press or type into it.
    pub(crate) fn is_control(&self) -> bool {
        self.is_input()
            || matches!(
                self,
                Component::Button(_)
                    | Component::Modal(_)
                    | Component::Tabs(_)
                    | Component::Video(_)
                    | Component::AudioPlayer(_)
            )
    }

    /// Whether a person sees something of this component even if it has no children (life cycle reference, section 9).
    pub(crate) fn is_visible(&self) -> bool {
        match self {
            Component::Text(text) => !text.text.trim().is_empty(),
            Component::Column(_)
            | Component::Row(_)
            | Component::List(_)
            | Component::Card(_)
            | Component::Canvas(_) => false,
            Component::Tabs(tabs) => !tabs.titles.is_empty(),
            Component::Modal(_) | Component::Placeholder(_) => false,
            _ => true,
        }
    }
}
