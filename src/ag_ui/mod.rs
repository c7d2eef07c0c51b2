//! The AG-UI events we read, and what they carry: activities, A2UI messages in tool results and in text, and the way back.
//!
//! Architecture invariant: no surface is known here and nothing is applied; everything is a function from JSON to values.

mod action;
mod activity;
mod chunks;
mod event;
mod halves;
mod history;
mod operations;
pub(crate) mod patch;
mod repair;
mod text;

pub(crate) use action::{announcement, forwarded_props};
pub(crate) use activity::{Activities, Change, RECOVERY_ACTIVITY};
pub(crate) use chunks::Chunks;
pub(crate) use event::Event;
pub(crate) use halves::{Halves, mended};
pub(crate) use history::project;
pub(crate) use operations::{A2UI_TOOLS, Extracted, LOG_TOOL, Tool, activities, build, extract, surface_of};
pub(crate) use patch::{Kind, Patch};
pub(crate) use text::{TextMessage, TextPart, block_activity};
