//! `and`, `or`, `not`, and what counts as true for them (functions reference, sections 1 and 9).

use serde_json::Value;

use super::Args;
use crate::dynamic::evaluation::{Evaluation, Problem};

/// Truth as the logical functions and checks see it: not the coercion table, since any text but the empty one is true.
pub(in crate::dynamic) fn truthy(value: &Value, evaluation: &Evaluation<'_>) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::Null => false,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) => true,
        Value::Object(_) => evaluation.verdict_of(value).unwrap_or(true),
    }
}

pub(super) fn and(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    Ok(operands(args)?.iter().all(|value| truthy(value, evaluation)).into())
}

pub(super) fn or(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    Ok(operands(args)?.iter().any(|value| truthy(value, evaluation)).into())
}

pub(super) fn not(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    Ok((!truthy(args.required("value")?, evaluation)).into())
}

fn operands<'a>(args: &Args<'a>) -> Result<&'a [Value], Problem> {
    match args.required("values")? {
        Value::Array(values) if values.len() >= 2 => Ok(values),
        _ => Err(Problem::expression("The argument `values` is a list of at least two values.")),
    }
}
