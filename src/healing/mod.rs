//! Interactive healing: an agent that cannot repair its output asks a person for a JSON Patch.
//!
//! Architecture invariant: this adds a form to a panel and never changes the state of an activity. Nothing here knows the DOM,
//! a clock or a network; what is said back is a value for the caller to send.

mod check;
mod compare;
mod desk;
mod log;
mod pattern;
mod request;
mod rows;
#[cfg(test)]
mod stories;
mod validate;
mod way_back;

pub(crate) use check::preview;
pub(crate) use compare::{Line, compare};
pub(crate) use desk::{Desk, Entry, HealingNews, Outcome, Phase, Progress, Unsent};
pub(crate) use log::Record;
pub(crate) use request::{Clock, Request};
pub(crate) use rows::{Row, RowKind, express, patch, rows};
pub(crate) use validate::payload_operations;
pub(crate) use way_back::{Interrupt, Source, WayBack, of_interrupt};
