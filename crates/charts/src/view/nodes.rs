//! The elements that a chart always has. What they hold changes, they do not.

use super::dom::Element;

pub struct Nodes {
    pub root: Element,
    pub title: Element,
    pub crumbs: Element,
    pub crumb_list: Element,
    pub about: Element,
    pub body: Element,
    pub plot: Element,
    pub svg: Element,
    pub back: Element,
    pub marks: Element,
    pub front: Element,
    pub ring: Element,
    pub cross: Element,
    pub center_label: Element,
    pub center_value: Element,
    pub tip: Element,
    pub legend: Element,
    pub message: Element,
    pub notes: Element,
    pub toggle: Element,
    pub sheet: Element,
    pub summary: Element,
    pub status: Element,
    /// What the ids of this chart begin with.
    pub id: String,
}

impl Nodes {
    /// Builds them in `host`, in the place of what was there.
    pub fn build(host: &Element, number: usize) -> Nodes {
        let id = ["a2ui-chart-", &number.to_string()].concat();
        host.clear();
        let root = Element::html("div", "chart");
        let title = Element::html("h3", "chart-title").inside(&root);
        let crumbs = Element::html("nav", "chart-crumbs").inside(&root);
        let crumb_list = Element::html("ol", "chart-crumb-list").inside(&crumbs);
        let about = Element::html("p", "chart-about").inside(&root);
        let body = Element::html("div", "chart-body").inside(&root);
        let plot = Element::html("div", "chart-plot").inside(&body);
        let svg = Element::svg("svg", "chart-svg").with(&[("role", "group")]).inside(&plot);
        let definitions = Element::svg("defs", "").inside(&svg);
        fade(&id, &definitions);
        hatch(&id, &definitions);
        let hidden = &[("aria-hidden", "true")];
        let back = Element::svg("g", "chart-back").with(hidden).inside(&svg);
        let cross = Element::svg("path", "chart-cross").with(hidden).inside(&svg);
        let marks = Element::svg("g", "chart-marks").inside(&svg);
        let front = Element::svg("g", "chart-front").with(hidden).inside(&svg);
        let ring = Element::svg("path", "chart-ring").with(hidden).inside(&svg);
        let center = Element::svg("g", "chart-center").with(hidden).inside(&svg);
        let center_label = Element::svg("text", "chart-center-label").inside(&center);
        let center_value = Element::svg("text", "chart-center-value").inside(&center);
        let tip = Element::html("div", "chart-tip").with(hidden).inside(&plot);
        let legend = Element::html("ul", "chart-legend").with(&[("role", "list")]).inside(&body);
        // It takes the focus of what it replaces.
        let message = Element::html("p", "chart-message").with(&[("tabindex", "-1")]).inside(&root);
        let notes = Element::html("div", "chart-notes").inside(&root);
        let sheet_id = [&id, "-table"].concat();
        let toggle = Element::html("button", "chart-toggle")
            .with(&[("type", "button"), ("aria-controls", &sheet_id), ("aria-expanded", "false")])
            .inside(&root);
        let sheet = Element::html("div", "chart-sheet").with(&[("id", &sheet_id)]).inside(&root);
        let summary_id = [&id, "-summary"].concat();
        let summary = Element::html("p", "chart-unseen").with(&[("id", &summary_id)]).inside(&root);
        let status = Element::html("p", "chart-unseen").with(&[("role", "status")]).inside(&root);
        svg.set("aria-describedby", &summary_id);
        host.append(&root);
        Nodes {
            root,
            title,
            crumbs,
            crumb_list,
            about,
            body,
            plot,
            svg,
            back,
            marks,
            front,
            ring,
            cross,
            center_label,
            center_value,
            tip,
            legend,
            message,
            notes,
            toggle,
            sheet,
            summary,
            status,
            id,
        }
    }
}

/// What the area under a line is filled with.
fn fade(id: &str, definitions: &Element) {
    let fade = [id, "-fade"].concat();
    let attributes = [("id", &*fade), ("x1", "0"), ("y1", "0"), ("x2", "0"), ("y2", "1")];
    let fade = Element::svg("linearGradient", "").with(&attributes).inside(definitions);
    Element::svg("stop", "chart-fade").with(&[("offset", "0"), ("stop-opacity", "0.28")]).inside(&fade);
    Element::svg("stop", "chart-fade").with(&[("offset", "1"), ("stop-opacity", "0.02")]).inside(&fade);
}

/// What lies over a colour that comes round a second time.
fn hatch(id: &str, definitions: &Element) {
    let hatch = [id, "-hatch"].concat();
    let attributes = [
        ("id", &*hatch),
        ("width", "7"),
        ("height", "7"),
        ("patternUnits", "userSpaceOnUse"),
        ("patternTransform", "rotate(45)"),
    ];
    let pattern = Element::svg("pattern", "").with(&attributes).inside(definitions);
    Element::svg("rect", "chart-hatching").with(&[("width", "3"), ("height", "7")]).inside(&pattern);
}
