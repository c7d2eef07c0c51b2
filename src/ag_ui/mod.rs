//! The AG-UI events we read, and what they carry: activities, A2UI messages in tool results and in text, and the way back.
//!
//! Architecture invariant: no surface is known here and nothing is applied; everything is a function from JSON to values.

mod event;
mod operations;
mod patch;
mod repair;

pub(crate) use event::{Chunks, Event};
pub(crate) use operations::{A2UI_TOOLS, Extracted, Tool, activities, build, extract, is_message, surface_of};
pub(crate) use patch::{Kind, Operation, Patch, PatchError};
