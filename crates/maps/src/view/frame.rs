//! The elements of a map that are always there.

use super::dom::Element;
use crate::graticule::Line;
use crate::outlines::{Paths, UNITS};
use crate::projection::MAX_ZOOM;
use crate::properties::Wanted;
use crate::scene::{Locator, Outlines, Scene};
use crate::texts;
use crate::words::Words;

/// Copies of the world, from the first to the last that a picture may show: the world is 128 pixels wide at least where
/// that is narrow, else 256.
const COPIES: std::ops::RangeInclusive<i32> = -5..=5;

pub struct Frame {
    pub root: Element,
    title: Element,
    toggle: Element,
    pub canvas: Element,
    description: Element,
    world: Element,
    copies: Vec<Element>,
    grid: Element,
    fine: Element,
    degrees: Element,
    routes: Element,
    pub names: Element,
    pub marks: Element,
    pub overlay: Element,
    locator: Element,
    globe: Element,
    beyond: Element,
    spot: Element,
    zoom_in: Element,
    zoom_out: Element,
    fit: Element,
    outside: Element,
    outside_text: Element,
    outside_fit: Element,
    bar: Element,
    distance: Element,
    no_detail: Element,
    note: Element,
    pub list: Element,
    /// The id that the list's heading bears.
    pub list_title: String,
}

impl Frame {
    /// `id` is no other map's of the page.
    pub fn new(id: &str, paths: &Paths) -> Frame {
        let named = |name: &str| ["map-", id, "-", name].concat();
        let title = Element::html("p", "map-title");
        let toggle =
            Element::button("map-toggle", "list").with("aria-expanded", "false").with("aria-controls", &named("list"));

        let world = Element::svg("g", "map-world");
        let copies = world_copies(&world, &named("land"), paths);
        let grid = Element::svg("path", "map-grid");
        let fine = Element::svg("path", "map-fine");
        let routes = Element::svg("path", "map-routes");
        let base = Element::svg("svg", "map-base").with("aria-hidden", "true").holding([&world, &fine, &grid, &routes]);
        let degrees = Element::html("div", "map-degrees").with("aria-hidden", "true");
        let names = Element::html("div", "map-names").with("aria-hidden", "true");
        let marks = Element::html("div", "map-marks");
        let description = Element::html("p", "map-unseen").with("id", &named("description"));
        let canvas = Element::html("div", "map-canvas")
            .with("role", "group")
            .with("tabindex", "0")
            .with("aria-describedby", &named("description"))
            .holding([&base, &degrees, &names, &marks]);

        let spot = Element::svg("circle", "map-spot").with("r", "3.5");
        let [globe_world, beyond] =
            [(), ()].map(|()| Element::svg("use", "").with("href", &["#", &named("land")].concat()));
        let globe = Element::svg("g", "map-globe").holding([&globe_world, &beyond]);
        let locator = Element::svg("svg", "map-locator")
            .with("viewBox", "0 0 96 56")
            .with("aria-hidden", "true")
            .holding([&globe, &spot]);
        let zoom_in = icon_button("in", "M6 12h12M12 6v12");
        let zoom_out = icon_button("out", "M6 12h12");
        let fit = icon_button("fit", "M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4");
        let controls = Element::html("div", "map-controls").holding([&zoom_in, &zoom_out, &fit]);
        let outside_text = Element::html("span", "map-outside-text").with("dir", "auto");
        let outside_fit = Element::button("map-outside-fit", "fit");
        let outside = Element::html("div", "map-outside").holding([&outside_text, &outside_fit]);
        let overlay = Element::html("div", "map-overlay");
        let picture = Element::html("div", "map-picture").holding([
            &canvas,
            &description,
            &locator,
            &overlay,
            &outside,
            &controls,
        ]);

        let bar = Element::html("span", "map-bar");
        let distance = Element::html("span", "map-distance");
        let scale = Element::html("span", "map-scale").with("aria-hidden", "true").holding([&bar, &distance]);
        let no_detail = Element::html("span", "map-no-detail");
        let note = Element::html("span", "");
        let notes = Element::html("span", "map-note").with("dir", "auto").holding([&no_detail, &note]);
        let foot = Element::html("div", "map-foot").holding([&scale, &notes]);
        let view = Element::html("div", "map-view").holding([&picture, &foot]);
        let list = Element::html("div", "map-list").with("id", &named("list"));
        let panel = Element::html("div", "map-panel").holding([&toggle, &list]);
        let body = Element::html("div", "map-body").holding([&view, &panel]);
        let root = Element::html("div", "map").holding([&title, &body]);
        Frame {
            root,
            title,
            toggle,
            canvas,
            description,
            world,
            copies,
            grid,
            fine,
            degrees,
            routes,
            names,
            marks,
            overlay,
            locator,
            globe,
            beyond,
            spot,
            zoom_in,
            zoom_out,
            fit,
            outside,
            outside_text,
            outside_fit,
            bar,
            distance,
            no_detail,
            note,
            list,
            list_title: named("title"),
        }
    }

    /// What changes with the properties and with the language. A map that waits keeps room for what may come.
    pub fn describe(&self, wanted: &Wanted, is_waiting: bool, words: &dyn Words) {
        let places = wanted.pins.len();
        self.title.set_text(wanted.title.as_deref().unwrap_or("\u{a0}"));
        self.title.set_hidden(wanted.title.is_none() && !(is_waiting && wanted.awaits_title));
        self.canvas.set("aria-label", &texts::name(wanted, words));
        self.canvas.set("aria-roledescription", &words.word("mapRole"));
        let label = [words.word("mapPlaces"), [" (", &words.number(places as f64, 0), ")"].concat()].concat();
        self.toggle.set_text(&label);
        let is_empty = places == 0 && !(is_waiting && wanted.awaits_places);
        self.root.toggle("data-empty", is_empty);
        self.no_detail.set_text(&[&words.word("mapNoDetail"), " · "].concat());
        let footnote = texts::footnote(wanted, words);
        // The name of a work, in every language.
        let note =
            [footnote.as_deref().unwrap_or_default(), if footnote.is_some() { " · " } else { "" }, "Natural Earth"];
        self.note.set_text(&note.concat());
        for (button, word) in [(&self.zoom_in, "mapZoomIn"), (&self.zoom_out, "mapZoomOut"), (&self.fit, "mapFit")] {
            let word = words.word(word);
            button.set("aria-label", &word);
            button.set("title", &word);
        }
        self.fit.set_hidden(places == 0);
        self.outside_fit.set_text(&words.word("mapFit"));
    }

    pub fn set_description(&self, text: &str) {
        self.description.set_text(text);
    }

    pub fn set_open(&self, is_open: bool) {
        self.root.toggle("data-open", is_open);
        self.toggle.set("aria-expanded", if is_open { "true" } else { "false" });
    }

    /// Everything of the picture but pins and their names.
    pub fn draw(&self, scene: &Scene, zoom: f64, words: &dyn Words) {
        self.draw_outlines(&scene.outlines);
        self.draw_grid(scene);
        let mut path = String::new();
        for (from, to) in &scene.routes {
            for (command, point) in [('M', from), ('L', to)] {
                path.push(command);
                push(&mut path, point.x);
                path.push(' ');
                push(&mut path, point.y);
            }
        }
        self.routes.set("d", &path);
        self.locator.set_hidden(scene.locator.is_none());
        if let Some(locator) = &scene.locator {
            self.draw_locator(locator);
        }
        self.zoom_in.toggle("disabled", zoom >= MAX_ZOOM);
        self.zoom_out.toggle("disabled", zoom <= 0.0);
        self.outside.set_hidden(scene.notice.is_none());
        if let Some(notice) = &scene.notice {
            self.outside_text.set_text(&notice.text);
            self.outside.style_number("--x", notice.x);
            self.outside.style_number("--bottom", notice.bottom);
        }
        self.bar.style_number("--width", scene.scale_bar.pixels);
        self.distance.set_text(&words.distance(scene.scale_bar));
        // Its room stays, so that nothing below moves when outlines come and go.
        self.no_detail.toggle("data-out", scene.outlines.opacity == 1.0);
    }

    fn draw_locator(&self, Locator { size, corner, scale, spot, is_region }: &Locator) {
        self.locator.set_number("width", size.width);
        self.locator.set_number("height", size.height);
        self.locator.toggle("data-region", *is_region);
        for (name, value) in [("--x", corner.x), ("--y", corner.y), ("--scale", *scale)] {
            self.globe.style_number(name, value);
        }
        // A region may lie on both sides of the date line.
        self.beyond.set_number("x", if corner.x > 0.0 { -UNITS } else { UNITS });
        self.spot.set_number("cx", spot.x);
        self.spot.set_number("cy", spot.y);
    }

    fn draw_outlines(&self, outlines: &Outlines) {
        self.world.set_hidden(outlines.opacity == 0.0);
        self.world.toggle("data-gone", outlines.opacity == 0.0);
        if outlines.opacity == 0.0 {
            return;
        }
        for (name, value) in [
            ("--x", outlines.corner.x),
            ("--y", outlines.corner.y),
            ("--scale", outlines.scale),
            ("opacity", outlines.opacity),
        ] {
            self.world.style_number(name, value);
        }
        for (copy, element) in COPIES.zip(&self.copies) {
            element.toggle("data-gone", !outlines.copies.contains(&copy));
        }
    }

    fn draw_grid(&self, scene: &Scene) {
        let places = |lines: &[Line]| lines.iter().map(|line| line.at).collect::<Vec<f64>>();
        self.grid.set("d", &lines(&places(&scene.meridians), &places(&scene.parallels)));
        self.fine.set("d", &lines(&scene.fine.0, &scene.fine.1));
        let mut next = self.degrees.first_child();
        let lines =
            scene.meridians.iter().map(|line| ("x", line)).chain(scene.parallels.iter().map(|line| ("y", line)));
        for (axis, line) in lines {
            let label = next.unwrap_or_else(|| {
                let label = Element::html("span", "map-degree");
                self.degrees.append(&label);
                label
            });
            label.set("data-axis", axis);
            label.style_number("--at", line.at);
            label.set_text(&line.label);
            next = label.next_sibling();
        }
        while let Some(label) = next {
            next = label.next_sibling();
            label.remove();
        }
    }
}

/// Lines through all of the picture, however large it is.
fn lines(down: &[f64], across: &[f64]) -> String {
    let mut path = String::new();
    for at in down {
        path.push('M');
        push(&mut path, *at);
        path.push_str(" 0v9999");
    }
    for at in across {
        path.push_str("M0 ");
        push(&mut path, *at);
        path.push_str("h9999");
    }
    path
}

/// The outlines once, and as often again as the world is seen.
fn world_copies(world: &Element, id: &str, paths: &Paths) -> Vec<Element> {
    let shape = Element::svg("g", "").with("id", id);
    // By attributes: what is drawn by reference knows no style sheet's ancestors, but inherits custom properties.
    shape.append(&Element::svg("path", "").with("d", &paths.land).with("fill", "var(--map-land)"));
    for (path, color, width) in
        [(&paths.borders, "var(--map-border)", "0.8"), (&paths.coasts, "var(--map-coast)", "0.9")]
    {
        let line = Element::svg("path", "").with("d", path).with("fill", "none").with("stroke", color);
        shape.append(&line.with("stroke-width", width).with("vector-effect", "non-scaling-stroke"));
    }
    world.append(&Element::svg("defs", "").holding([&shape]));
    let water = Element::svg("rect", "map-water");
    for (name, value) in [("x", -5.0 * UNITS), ("width", 11.0 * UNITS), ("height", UNITS)] {
        water.set_number(name, value);
    }
    world.append(&water);
    let reference = ["#", id].concat();
    COPIES
        .map(|copy| {
            let element = Element::svg("use", "map-copy").with("href", &reference);
            element.set_number("x", f64::from(copy) * UNITS);
            world.append(&element);
            element
        })
        .collect()
}

fn icon_button(action: &str, path: &str) -> Element {
    let icon = Element::svg("svg", "").with("viewBox", "0 0 24 24").with("aria-hidden", "true");
    icon.append(&Element::svg("path", "").with("d", path));
    Element::button("map-control", action).holding([&icon])
}

/// Writes a number with one decimal, as a path needs it and no more.
fn push(path: &mut String, number: f64) {
    let tenths = (number * 10.0).round() as i64;
    if tenths < 0 {
        path.push('-');
    }
    path.push_str(&(tenths.abs() / 10).to_string());
    if tenths % 10 != 0 {
        path.push('.');
        path.push_str(&(tenths.abs() % 10).to_string());
    }
}
