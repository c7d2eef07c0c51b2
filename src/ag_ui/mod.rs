//! The AG-UI events we read, and what they carry: activities, A2UI messages in tool results and in text, and the way back.
//!
//! Architecture invariant: no surface is known here and nothing is applied; everything is a function from JSON to values.

mod patch;

pub(crate) use patch::{Kind, Operation, Patch, PatchError};
