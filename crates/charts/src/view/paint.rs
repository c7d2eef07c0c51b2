//! A face onto its elements. What stays the same stays untouched; the elements of marks stay, and focus with them.

use super::dom::Element;
use super::nodes::Nodes;
use crate::color::edges;
use crate::face::{Entry, Face, Layout, Spot, State, Table};
use crate::picture::{Mark, Picture, Tone};
use crate::reading::Kind;
use crate::round::PALETTE;
use crate::scene::{Anchor, PathText, Prim, Role, Shape, number_text, pixels};

/// More marks than this are named one at a time, when they are come to: a list of hundreds helps nobody.
const MAX_NAMED: usize = 200;

/// Shows `face` where `before` is shown. `marks` are the elements of the marks, by position.
pub fn paint(nodes: &Nodes, before: Option<&Face>, face: &Face, marks: &mut Vec<Element>, active: usize) {
    if before == Some(face) {
        return;
    }
    let is_new = |differs: fn(&Face, &Face) -> bool| before.is_none_or(|before| differs(before, face));
    if is_new(|a, b| (a.state, a.kind, a.layout) != (b.state, b.kind, b.layout)) {
        frame(nodes, face);
    }
    if is_new(|a, b| (&a.title, &a.description) != (&b.title, &b.description)) {
        words(&nodes.title, face.title.as_deref());
        words(&nodes.about, face.description.as_deref());
    }
    if is_new(|a, b| a.crumbs != b.crumbs || a.state != b.state) {
        crumbs(nodes, face);
    }
    if is_new(|a, b| (&a.name, &a.summary) != (&b.name, &b.summary)) {
        nodes.svg.set("aria-label", &face.name);
        nodes.summary.set_text(&face.summary);
    }
    if is_new(|a, b| a.color != b.color) {
        color(nodes, face);
    }
    if is_new(|a, b| a.picture != b.picture || a.points != b.points || a.color != b.color) {
        picture(nodes, face, marks);
    }
    if is_new(|a, b| a.legend != b.legend) {
        legend(&nodes.legend, &face.legend);
    }
    if is_new(|a, b| a.notes != b.notes) {
        nodes.notes.clear();
        for note in &face.notes {
            Element::html("p", "chart-note").saying(note).inside(&nodes.notes);
        }
    }
    if is_new(|a, b| a.table != b.table) {
        table(&nodes.sheet, &face.table);
    }
    name_active(marks, face, active);
}

fn frame(nodes: &Nodes, face: &Face) {
    let (kind, state) = (kind(face.kind), state(face.state));
    nodes.root.set("data-kind", kind);
    nodes.root.set("data-state", state);
    nodes.root.mark("data-wide", face.layout == Layout::Wide);
    nodes.root.mark("data-tight", face.layout == Layout::Tight);
    nodes.body.set_hidden(face.state != State::Drawn);
    nodes.legend.set_hidden(!face.kind.is_round());
    nodes.toggle.set_hidden(face.state != State::Drawn);
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Doughnut => "doughnut",
        Kind::Pie => "pie",
        Kind::Line => "line",
        Kind::Bar => "bar",
    }
}

fn state(state: State) -> &'static str {
    match state {
        State::Pending => "pending",
        State::Empty => "empty",
        State::Table => "table",
        State::Drawn => "drawn",
    }
}

fn words(element: &Element, text: Option<&str>) {
    element.set_text(text.unwrap_or_default());
    element.set_hidden(text.is_none());
}

fn crumbs(nodes: &Nodes, face: &Face) {
    let shown: &[String] = if face.state == State::Pending { &[] } else { &face.crumbs };
    nodes.crumbs.set_hidden(shown.is_empty());
    nodes.crumb_list.clear();
    for (depth, crumb) in shown.iter().enumerate() {
        let item = Element::html("li", "chart-crumb").inside(&nodes.crumb_list);
        if depth + 1 == shown.len() {
            Element::html("span", "chart-here").with(&[("aria-current", "true")]).saying(crumb).inside(&item);
        } else {
            let attributes = [("type", "button"), ("data-depth", &*depth.to_string())];
            Element::html("button", "chart-up").with(&attributes).saying(crumb).inside(&item);
        }
    }
}

/// The agent's colour, and what keeps it visible, printed from bytes.
fn color(nodes: &Nodes, face: &Face) {
    let edges = face.color.and_then(edges);
    match face.color {
        Some(color) => nodes.root.set_style("--series", &color.css()),
        None => nodes.root.unset_style("--series"),
    }
    match edges {
        Some([light, dark]) => {
            nodes.root.set_style("--edge", &["light-dark(", &light.css(), ", ", &dark.css(), ")"].concat());
        }
        None => nodes.root.unset_style("--edge"),
    }
    nodes.root.mark("data-edged", edges.is_some());
}

fn picture(nodes: &Nodes, face: &Face, marks: &mut Vec<Element>) {
    let picture = &face.picture;
    let (width, height) = (number_text(picture.size.0), number_text(picture.size.1));
    nodes.svg.set("width", &width);
    nodes.svg.set("height", &height);
    nodes.svg.set("viewBox", &["0 0 ", &width, " ", &height].concat());
    nodes.back.clear();
    let is_edged = face.color.and_then(edges).is_some();
    for prim in &picture.back {
        if is_edged && prim.role == Role::Line {
            prim_shape(prim, "chart-casing", nodes).inside(&nodes.back);
        }
        prim_element(prim, nodes).inside(&nodes.back);
    }
    paint_marks(nodes, picture, &face.points, marks);
    nodes.front.clear();
    for mark in &picture.marks {
        if matches!(mark.tone, Tone::Slice(index) if index >= PALETTE) {
            let fill = ["url(#", &nodes.id, "-hatch)"].concat();
            Element::svg("path", "chart-hatch").with(&[("d", &mark.path), ("fill", &fill)]).inside(&nodes.front);
        }
    }
    for prim in &picture.front {
        let element = prim_element(prim, nodes).inside(&nodes.front);
        if let Role::Datum(index) = prim.role {
            element.set("class", &["chart-on ", &*tone_class(picture.marks[usize::from(index)].tone)].concat());
        }
    }
    center(nodes, picture, picture.center.as_ref());
}

fn paint_marks(nodes: &Nodes, picture: &Picture, spots: &[Spot], marks: &mut Vec<Element>) {
    while marks.len() > picture.marks.len() {
        if let Some(mark) = marks.pop() {
            mark.remove();
        }
    }
    for (position, (mark, spot)) in picture.marks.iter().zip(spots).enumerate() {
        if marks.len() == position {
            let element = Element::svg("path", "").with(&[("data-mark", &position.to_string()), ("tabindex", "-1")]);
            marks.push(element.inside(&nodes.marks));
        }
        let element = &marks[position];
        element.set("class", &mark_class(mark));
        element.set("d", &mark.path);
        element.set("role", if spot.step.is_some() { "button" } else { "img" });
        if picture.marks.len() <= MAX_NAMED {
            element.set("aria-label", &spot.name);
            element.unset("aria-hidden");
        } else {
            element.unset("aria-label");
            element.set("aria-hidden", "true");
        }
        element.mark("data-opens", spot.step.is_some());
    }
}

/// The one mark that the Tab key reaches.
pub fn name_active(marks: &[Element], face: &Face, active: usize) {
    for (position, mark) in marks.iter().enumerate() {
        let is_active = position == active;
        mark.set("tabindex", if is_active { "0" } else { "-1" });
        if marks.len() > MAX_NAMED {
            if is_active {
                mark.set("aria-label", &face.points[position].name);
                mark.unset("aria-hidden");
            } else {
                mark.set("aria-hidden", "true");
            }
        }
    }
}

fn mark_class(mark: &Mark) -> String {
    ["chart-mark ", &*tone_class(mark.tone)].concat()
}

pub fn tone_class(tone: Tone) -> String {
    match tone {
        Tone::Bar => "chart-bar".to_owned(),
        Tone::Dot => "chart-dot".to_owned(),
        Tone::Unseen => "chart-dot chart-unseen-dot".to_owned(),
        Tone::Slice(index) => {
            let mut class = ["chart-tone-", &(index % PALETTE + 1).to_string()].concat();
            if index >= PALETTE {
                class.push_str(" chart-hatched");
            }
            class
        }
        Tone::Rest => "chart-tone-rest".to_owned(),
    }
}

/// The words in the hole of a ring.
pub fn center(nodes: &Nodes, picture: &Picture, words: Option<&(String, String)>) {
    let (label, value) = words.map_or(("", ""), |(label, value)| (label.as_str(), value.as_str()));
    let middle = picture.size.0 / 2.0;
    for (element, text, y) in [(&nodes.center_label, label, middle - 15.0), (&nodes.center_value, value, middle + 9.0)]
    {
        element.set_text(text);
        element.set("x", &number_text(middle));
        element.set("y", &number_text(y));
        element.set("dy", "0.35em");
        element.set("text-anchor", "middle");
    }
}

fn prim_element(prim: &Prim, nodes: &Nodes) -> Element {
    let class = match prim.role {
        Role::Grid => "chart-grid",
        Role::Base => "chart-base",
        Role::Break => "chart-break",
        Role::Gap => "chart-gap",
        Role::Tick => "chart-tick",
        Role::Value | Role::Datum(_) => "chart-value",
        Role::Area => "chart-area",
        Role::Line => "chart-line",
    };
    prim_shape(prim, class, nodes)
}

fn prim_shape(prim: &Prim, class: &str, nodes: &Nodes) -> Element {
    match &prim.shape {
        Shape::Text((x, y), anchor, text) => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let (x, y) = (number_text(pixels(*x)), number_text(pixels(*y)));
            let attributes = [("x", &*x), ("y", &*y), ("dy", "0.35em"), ("text-anchor", anchor)];
            Element::svg("text", class).with(&attributes).saying(text)
        }
        Shape::Path(points) => Element::svg("path", class).with(&[("d", &outline(points, false))]),
        Shape::Polygon(points) => {
            let fill = ["url(#", &nodes.id, "-fade)"].concat();
            Element::svg("path", class).with(&[("d", &outline(points, true)), ("fill", &fill)])
        }
        Shape::Rect((left, top), (right, bottom)) => {
            let corners = [(*left, *top), (*right, *top), (*right, *bottom), (*left, *bottom)];
            Element::svg("path", class).with(&[("d", &outline(&corners, true))])
        }
        Shape::Circle((x, y), radius) => {
            let [x, y, r] = [x, y, radius].map(|units| number_text(pixels(*units)));
            Element::svg("circle", class).with(&[("cx", &x), ("cy", &y), ("r", &r)])
        }
    }
}

fn outline(points: &[(i32, i32)], is_closed: bool) -> String {
    let mut path = PathText::default();
    for (position, (x, y)) in points.iter().enumerate() {
        path = path.command(if position == 0 { 'M' } else { 'L' }, &[pixels(*x), pixels(*y)]);
    }
    if is_closed { path.command('Z', &[]).done() } else { path.done() }
}

fn legend(list: &Element, entries: &[Entry]) {
    list.clear();
    for (position, entry) in entries.iter().enumerate() {
        let item = Element::html("li", "chart-entry").with(&[("data-entry", &position.to_string())]).inside(list);
        let row = if entry.opens {
            // By keyboard the slices are the way in; this is for pointers, and not a second stop.
            Element::html("button", "chart-row").with(&[("type", "button"), ("tabindex", "-1")]).inside(&item)
        } else {
            Element::html("span", "chart-row").inside(&item)
        };
        let class = ["chart-swatch ", &*tone_class(entry.tone)].concat();
        Element::html("span", &class).with(&[("aria-hidden", "true")]).inside(&row);
        Element::html("span", "chart-label").saying(&entry.label).inside(&row);
        Element::html("span", "chart-amount").saying(&entry.value).inside(&row);
        Element::html("span", "chart-share").saying(&entry.share).inside(&row);
    }
}

fn table(sheet: &Element, table: &Table) {
    sheet.clear();
    if table.rows.is_empty() {
        return;
    }
    let element = Element::html("table", "chart-table").inside(sheet);
    Element::html("caption", "chart-caption").saying(&table.caption).inside(&element);
    let head = Element::html("tr", "").inside(&Element::html("thead", "").inside(&element));
    // A column in which there is nothing is none.
    let is_used = |column: usize| column == 0 || table.rows.iter().any(|row| !row[column].is_empty());
    let columns: Vec<usize> = (0..table.columns.len()).filter(|column| is_used(*column)).collect();
    for column in &columns {
        Element::html("th", "").with(&[("scope", "col")]).saying(&table.columns[*column]).inside(&head);
    }
    let body = Element::html("tbody", "").inside(&element);
    for row in &table.rows {
        let line = Element::html("tr", "").inside(&body);
        for column in &columns {
            let cell =
                if *column == 0 { Element::html("th", "").with(&[("scope", "row")]) } else { Element::html("td", "") };
            cell.saying(&row[*column]).inside(&line);
        }
    }
}
