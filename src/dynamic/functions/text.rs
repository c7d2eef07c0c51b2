//! Texts compared and changed: functions beyond the schemas that agents use (functions reference, section 11).

use std::borrow::Cow;

use serde_json::Value;

use super::Args;
use crate::dynamic::evaluation::{Evaluation, Problem};

pub(super) fn contains(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    both(args, "substring").map(|(text, part)| text.contains(&*part).into())
}

pub(super) fn starts_with(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    both(args, "prefix").map(|(text, part)| text.starts_with(&*part).into())
}

pub(super) fn ends_with(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    both(args, "suffix").map(|(text, part)| text.ends_with(&*part).into())
}

pub(super) fn capitalize(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    let text = args.text("value")?;
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return Ok("".into()) };
    Ok(first.to_uppercase().chain(rest).collect::<String>().into())
}

fn both<'a>(args: &Args<'a>, part: &str) -> Result<(Cow<'a, str>, Cow<'a, str>), Problem> {
    Ok((args.text("string")?, args.text(part)?))
}
