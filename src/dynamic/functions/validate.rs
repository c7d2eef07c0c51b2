//! `required`, `regex`, `length`, `numeric`, `email` (functions reference, section 2).

use serde_json::{Map, Value};

use super::Args;
use super::args::not_a_number;
use super::pattern::{MAX_STEPS, Pattern};
use crate::data_model::coerce;
use crate::dynamic::evaluation::{Evaluation, Problem};
use crate::protocol::Version;

pub(super) fn required(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let filled = match args.get("value") {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(elements)) => !elements.is_empty(),
        Some(_) => true,
    };
    Ok(result(filled, evaluation))
}

pub(super) fn regex(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    Ok(result(matches(&args.text("value")?, &args.text("pattern")?, evaluation)?, evaluation))
}

/// Whether an agent's `pattern` matches anywhere in `text`.
pub(crate) fn matches(text: &str, pattern: &str, evaluation: &Evaluation<'_>) -> Result<bool, Problem> {
    let pattern = evaluation.functions.patterns.get(pattern, Pattern::parse);
    let pattern = pattern.as_ref().as_ref().map_err(|message| Problem::expression(message.as_str()))?;
    let granted = MAX_STEPS.min(evaluation.fuel());
    let mut left = granted;
    let found = pattern.is_in(text, &mut left);
    evaluation.spend(granted - left);
    found.map_err(Problem::expression)
}

pub(super) fn length(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let length = match args.required("value")? {
        Value::Array(elements) => elements.len(),
        Value::Object(members) => members.len(),
        scalar => coerce::to_text(scalar).chars().count(),
    };
    Ok(result(Bounds::read(args)?.hold(length as f64), evaluation))
}

/// Text that is no number fails; it is not an error.
pub(super) fn numeric(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let bounds = Bounds::read(args)?;
    let number = match args.required("value")? {
        Value::Bool(value) => Some(f64::from(*value)),
        value => coerce::parse_number(value),
    };
    Ok(result(number.is_some_and(|number| bounds.hold(number)), evaluation))
}

pub(super) fn email(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let valid = is_email(&args.text("value")?);
    if valid || evaluation.version != Version::V1_0 {
        return Ok(result(valid, evaluation));
    }
    let mut result = Map::new();
    result.insert("valid".into(), false.into());
    result.insert("code".into(), "INVALID_EMAIL".into());
    result.insert("message".into(), "Please enter a valid email address (e.g. user@example.com).".into());
    result.insert("severity".into(), "error".into());
    Ok(Value::Object(result))
}

/// `^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$`, which both reference implementations use.
fn is_email(text: &str) -> bool {
    let all = |text: &str, others: &[u8]| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || others.contains(&byte))
    };
    let parts = text.split_once('@').and_then(|(user, host)| Some((user, host.rsplit_once('.')?)));
    parts.is_some_and(|(user, (host, top))| {
        all(user, b"._%+-") && all(host, b".-") && top.len() >= 2 && top.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// What a validator answers: v1.0 made it an object.
fn result(valid: bool, evaluation: &Evaluation<'_>) -> Value {
    if evaluation.version != Version::V1_0 {
        return valid.into();
    }
    let mut result = Map::new();
    result.insert("valid".into(), valid.into());
    Value::Object(result)
}

/// Inclusive limits, either of which may be left out.
struct Bounds {
    min: f64,
    max: f64,
}

impl Bounds {
    fn read(args: &Args<'_>) -> Result<Self, Problem> {
        let bound = |name: &str, none: f64| match args.get(name) {
            None | Some(Value::Null) => Ok(none),
            Some(value) => coerce::parse_number(value).ok_or_else(|| not_a_number(name)),
        };
        Ok(Bounds { min: bound("min", f64::NEG_INFINITY)?, max: bound("max", f64::INFINITY)? })
    }

    fn hold(&self, number: f64) -> bool {
        self.min <= number && number <= self.max
    }
}
