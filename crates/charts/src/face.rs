//! Everything a chart shows and says at one moment, decided before anything is on the page.

use a2ui_easel::template::fill;

use crate::axis::Scale;
use crate::cartesian::{self, Axis, MAX_BARS, Sheet};
use crate::color::Color;
use crate::datum::{Data, Datum};
use crate::level::{Level, Slice, Step, entries, level};
use crate::number::{percent, written};
use crate::page::{Number, Page};
use crate::picture::{Picture, Room, Tone};
use crate::reading::{Content, Kind, Reading};
use crate::round;

#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    pub state: State,
    pub kind: Kind,
    pub title: Option<String>,
    pub description: Option<String>,
    /// The levels from the top to this one; empty at the top.
    pub crumbs: Vec<String>,
    /// What assistive technology calls the drawing, and how it describes it.
    pub name: String,
    pub summary: String,
    pub layout: Layout,
    pub picture: Picture,
    /// What each mark says, in the order of the marks.
    pub points: Vec<Spot>,
    pub legend: Vec<Entry>,
    pub table: Table,
    pub notes: Vec<String>,
    pub color: Option<Color>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The data has not come yet.
    Pending,
    /// There is a list, and nothing in it.
    Empty,
    /// There is data that cannot be drawn: it is in the table.
    Table,
    Drawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The legend beside the drawing.
    Wide,
    /// One below the other.
    Narrow,
    /// And the numbers of the legend below their names.
    Tight,
}

/// What is known about one mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// All of it in one line, for assistive technology.
    pub name: String,
    pub label: String,
    pub value: String,
    pub share: Option<String>,
    pub step: Option<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub label: String,
    pub value: String,
    pub share: String,
    pub tone: Tone,
    pub opens: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub caption: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Charts that are narrower than this, in CSS pixels, are tight.
const TIGHT: f64 = 280.0;

/// Rows of the table. Longer ones are for machines.
const MAX_ROWS: usize = 1000;

impl Face {
    /// What `reading` looks like in this room, with the level at `path` open.
    pub fn of(reading: &Reading, path: &[Step], room: &Room, page: &dyn Page) -> Face {
        let kind = page.word(kind_word(reading.kind), None);
        let top = reading.title.clone().unwrap_or_else(|| kind.clone());
        let mut face = Face {
            state: State::Pending,
            kind: reading.kind,
            title: reading.title.clone(),
            description: reading.description.clone(),
            crumbs: crumbs(&top, &reading.content, path, page),
            name: reading.label.clone().unwrap_or_else(|| top.clone()),
            summary: String::new(),
            layout: if room.width < TIGHT { Layout::Tight } else { Layout::Narrow },
            picture: Picture::default(),
            points: Vec::new(),
            legend: Vec::new(),
            table: Table { caption: top, ..Table::default() },
            notes: Vec::new(),
            color: reading.color,
        };
        match &reading.content {
            Content::Pending => {}
            Content::Unreadable => face.state = State::Table,
            Content::Data(data) if reading.kind.is_round() => face.round(data, path, room, page, &kind),
            Content::Data(data) => face.plane(data, room, page, &kind),
        }
        if let Some(place) = face.crumbs.last() {
            face.table.caption.clone_from(place);
        }
        if let Some(explanation) = &reading.explanation {
            face.summary.clone_from(explanation);
        }
        face
    }

    /// Which mark stands for the entry now that `mark` stood for `before`: the nearest of the same label on the same level.
    pub fn mark_after(&self, before: &Face, mark: usize) -> Option<usize> {
        let label = &before.points.get(mark).filter(|_| self.crumbs == before.crumbs)?.label;
        let same = self.points.iter().enumerate().filter(|(_, spot)| spot.label == *label);
        same.map(|(position, _)| position).min_by_key(|position| position.abs_diff(mark))
    }

    fn round(&mut self, data: &Data, path: &[Step], room: &Room, page: &dyn Page, kind: &str) {
        // A path is made valid whenever the data changes.
        let found = entries(&data.items, path).unwrap_or_default();
        let level = level(&found);
        self.columns(&["chartCategory", "chartValue", "chartShare", "chartParts"], page);
        for datum in found.iter().take(MAX_ROWS) {
            let share = level.total.is_normal().then(|| datum.value.map(|value| percent(value / level.total, page)));
            let share = share.flatten().unwrap_or_default();
            let parts = if datum.parts.is_empty() { String::new() } else { whole(datum.parts.len(), page) };
            let value = datum.value.map_or(datum.raw.clone(), |value| written(value, PART, page));
            self.table.rows.push(vec![datum.label.clone(), value, share, parts]);
        }
        self.notes = notes(level.invalid, level.cut + data.cut, page);
        self.state = match (found.is_empty(), level.slices.is_empty()) {
            (true, _) => State::Empty,
            (_, true) => State::Table,
            _ if level.slices.iter().all(|slice| slice.value == 0.0) => State::Empty,
            _ => State::Drawn,
        };
        if self.state != State::Drawn {
            return;
        }
        if round::is_wide(room) {
            self.layout = Layout::Wide;
        }
        self.picture = round::slices(&level, self.kind, room, page);
        self.points = level.slices.iter().map(|slice| spot(slice, page)).collect();
        for (spot, mark) in self.points.iter().zip(&self.picture.marks) {
            self.legend.push(Entry {
                label: spot.label.clone(),
                value: spot.value.clone(),
                share: spot.share.clone().unwrap_or_default(),
                tone: mark.tone,
                opens: spot.step.is_some(),
            });
        }
        self.summary = summary_of_parts(&level, &self.points, kind, page);
    }

    fn plane(&mut self, data: &Data, room: &Room, page: &dyn Page, kind: &str) {
        let items = &data.items;
        let scale = Scale::of(items);
        let invalid = items.iter().filter(|item| item.value.is_none()).count();
        let hidden = if self.kind == Kind::Bar { items.len().saturating_sub(MAX_BARS) } else { 0 };
        self.notes = notes(invalid, hidden + data.cut, page);
        let drawn = match (items.is_empty(), self.kind) {
            (true, _) => None,
            (_, Kind::Line) => cartesian::line(items, &scale, room, page),
            _ => cartesian::bars(items, &scale, room, page),
        };
        let style = drawn.as_ref().map_or(Number::Plain { min: 0, max: 6 }, |sheet| sheet.style);
        let label = |position: usize| scale.name(items, position, page);
        self.columns(&["chartLabel", "chartValue"], page);
        for (position, item) in items.iter().enumerate().take(MAX_ROWS) {
            let value = item.value.map_or(item.raw.clone(), |value| written(value, style, page));
            self.table.rows.push(vec![label(position), value]);
        }
        let Some(Sheet { picture, style, axis }) = drawn else {
            self.state = if items.is_empty() { State::Empty } else { State::Table };
            return;
        };
        self.state = State::Drawn;
        if let Axis::Broken(start) = axis {
            let start = written(start, Number::Plain { min: 0, max: 6 }, page);
            self.notes.insert(0, fill(&page.word("chartBrokenAxis", None), &[("start", &start)]));
        }
        let spot = |item: usize| {
            let (label, value) = (label(item), written(items[item].value.unwrap_or(0.0), style, page));
            Spot { name: [&label, ", ", &*value].concat(), label, value, share: None, step: None }
        };
        self.points = picture.marks.iter().map(|mark| spot(mark.item)).collect();
        self.summary = summary_of_values(items, &picture, &self.points, kind, page);
        self.picture = picture;
    }

    fn columns(&mut self, names: &[&str], page: &dyn Page) {
        self.table.columns = names.iter().map(|name| page.word(name, None)).collect();
    }
}

/// Values of slices: as they come, within reason.
const PART: Number = Number::Plain { min: 0, max: 3 };

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Doughnut => "chartDoughnut",
        Kind::Pie => "chartPie",
        Kind::Line => "chartLine",
        Kind::Bar => "chartBar",
    }
}

fn whole(count: usize, page: &dyn Page) -> String {
    page.number(count as f64, Number::Plain { min: 0, max: 0 })
}

fn notes(invalid: usize, cut: usize, page: &dyn Page) -> Vec<String> {
    let note = |(word, count): (&str, usize)| {
        (count > 0).then(|| fill(&page.word(word, Some(count)), &[("count", &whole(count, page))]))
    };
    [("chartInvalid", invalid), ("chartHidden", cut)].into_iter().filter_map(note).collect()
}

fn crumbs(top: &str, content: &Content, path: &[Step], page: &dyn Page) -> Vec<String> {
    if path.is_empty() {
        return Vec::new();
    }
    let items: &[Datum] = match content {
        Content::Data(data) => &data.items,
        _ => &[],
    };
    let name = |depth: usize| match &path[depth] {
        Step::Part(_, label) => label.clone(),
        Step::Rest => round::rest_name(entries(items, &path[..=depth]).map_or(0, |rest| rest.len()), page),
    };
    std::iter::once(top.to_owned()).chain((0..path.len()).map(name)).collect()
}

fn spot(slice: &Slice, page: &dyn Page) -> Spot {
    let label = slice.label.clone().unwrap_or_else(|| round::rest_name(slice.parts, page));
    let value = written(slice.value, PART, page);
    let share = percent(slice.share, page);
    let mut name = [&label, ", ", &*value, ", ", &*share].concat();
    if slice.step.is_some() {
        let parts = page.word("chartHasParts", Some(slice.parts));
        name = [&name, ", ", &*fill(&parts, &[("count", &whole(slice.parts, page))])].concat();
    }
    Spot { name, label, value, share: Some(share), step: slice.step.clone() }
}

fn summary_of_parts(level: &Level, points: &[Spot], kind: &str, page: &dyn Page) -> String {
    let largest =
        (0..level.slices.len()).max_by(|a, b| level.slices[*a].share.total_cmp(&level.slices[*b].share).then(b.cmp(a)));
    let Some(largest) = largest.map(|position| &points[position]) else { return String::new() };
    let words = page.word("chartSummaryParts", Some(points.len()));
    let share = largest.share.as_deref().unwrap_or_default();
    let count = whole(points.len(), page);
    fill(&words, &[("kind", kind), ("count", &count), ("label", &largest.label), ("share", share)])
}

fn summary_of_values(items: &[Datum], picture: &Picture, points: &[Spot], kind: &str, page: &dyn Page) -> String {
    let value = |position: &usize| items[picture.marks[*position].item].value.unwrap_or(0.0);
    let by_value = |a: &usize, b: &usize| value(a).total_cmp(&value(b));
    let (Some(low), Some(high)) = ((0..points.len()).min_by(by_value), (0..points.len()).max_by(by_value)) else {
        return String::new();
    };
    let words = page.word("chartSummaryValues", Some(points.len()));
    let values = [
        ("kind", kind),
        ("count", &*whole(points.len(), page)),
        ("first", &points[0].label),
        ("last", &points[points.len() - 1].label),
        ("low", &points[low].value),
        ("lowLabel", &points[low].label),
        ("high", &points[high].value),
        ("highLabel", &points[high].label),
    ];
    fill(&words, &values)
}
