//! Numbers compared and combined: functions beyond the schemas that agents use (functions reference, section 11).

use serde_json::Value;

use super::Args;
use crate::data_model::number_value;
use crate::dynamic::evaluation::{Evaluation, Problem};

pub(super) fn add(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    operands(args).map(|(a, b)| number_value(a + b))
}

pub(super) fn subtract(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    operands(args).map(|(a, b)| number_value(a - b))
}

pub(super) fn multiply(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    operands(args).map(|(a, b)| number_value(a * b))
}

/// Null where the result is no finite number.
pub(super) fn divide(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    operands(args).map(|(a, b)| number_value(a / b))
}

pub(super) fn greater_than(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    operands(args).map(|(a, b)| (a > b).into())
}

pub(super) fn less_than(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    operands(args).map(|(a, b)| (a < b).into())
}

pub(super) fn equals(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    Ok(same(args)?.into())
}

pub(super) fn not_equals(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    Ok((!same(args)?).into())
}

/// Strict equality of JavaScript: no conversion, and two lists or objects are never the same one.
fn same(args: &Args<'_>) -> Result<bool, Problem> {
    Ok(match (args.required("a")?, args.required("b")?) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(_) | Value::Object(_), _) => false,
        (a, b) => a == b,
    })
}

fn operands(args: &Args<'_>) -> Result<(f64, f64), Problem> {
    Ok((args.number("a")?, args.number("b")?))
}
