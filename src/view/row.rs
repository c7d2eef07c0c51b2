//! Row and Column in the DOM: a flex container.

use super::dom::{Element, shape};
use super::drawn::{Drawn, Update};
use crate::component::Row;
use crate::data_model::number_text;

/// Which way the main axis runs.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Row,
    Column,
}

pub(crate) fn build(row: &Row, direction: Direction) -> Drawn {
    let element = match direction {
        Direction::Row => shape!(Element::new("div", "row").with(&[("part", "row")])),
        Direction::Column => shape!(Element::new("div", "column").with(&[("part", "column")])),
    };
    if row.justify != "start" || row.align.is_some() {
        arrange(&element, row);
    }
    if row.is_even || row.gap.is_some() {
        space(&element, row);
    }
    Drawn::container(element)
}

pub(crate) fn update(drawn: &Drawn, before: &Row, now: &Row) -> Update {
    if before.justify != now.justify || before.align != now.align {
        arrange(&drawn.element, now);
    }
    if before.is_even != now.is_even || before.gap != now.gap {
        space(&drawn.element, now);
    }
    Update::Done
}

fn arrange(element: &Element, row: &Row) {
    element.set_optional("data-justify", if row.justify == "start" { "" } else { row.justify });
    element.set_optional("data-align", row.align.unwrap_or_default());
}

/// What only the dashboard catalog's rows and columns say.
fn space(element: &Element, row: &Row) {
    element.toggle_attribute("data-even", row.is_even);
    // Children bring some room of their own.
    let gap = row.gap.map(|gap| ["max(0px, ", &number_text(gap), "px - 2 * var(--space))"].concat());
    element.set_style("gap", &gap.unwrap_or_default());
}
