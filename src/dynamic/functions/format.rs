//! `formatString`, `formatNumber`, `formatCurrency` (functions reference, sections 3 to 5).

use serde_json::Value;

use super::Args;
use super::args::not_a_number;
use crate::data_model::coerce;
use crate::dynamic::evaluation::{Evaluation, Problem};
use crate::dynamic::format_string;

/// The only function that interpolates.
pub(super) fn format_string(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    format_string::interpolate(&args.text("value")?, evaluation).map(Value::String)
}

pub(super) fn format_number(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let value = amount(args)?;
    let fractions = decimals(args)?.map_or((0, 3), |decimals| (decimals, decimals));
    Ok(evaluation.intl.decimal(value, fractions, args.unless_denied("grouping")).into())
}

pub(super) fn format_currency(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let value = amount(args)?;
    let decimals = decimals(args)?;
    let grouping = args.unless_denied("grouping");
    let currency = args.text("currency")?.trim().to_ascii_uppercase();
    if currency.is_empty() {
        return Err(Problem::expression("The argument `currency` is empty."));
    }
    if currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Ok(evaluation.intl.currency(value, &currency, decimals, grouping).into());
    }
    // No currency there is: the code as given, a no-break space, and two digits as most have.
    let digits = decimals.unwrap_or(2);
    Ok([&*currency, "\u{a0}", &evaluation.intl.decimal(value, (digits, digits), grouping)].concat().into())
}

fn amount(args: &Args<'_>) -> Result<f64, Problem> {
    match args.required("value")? {
        Value::Bool(value) => Ok(f64::from(*value)),
        value => coerce::parse_number(value).ok_or_else(|| not_a_number("value")),
    }
}

/// Fraction digits, brought into the range there is.
fn decimals(args: &Args<'_>) -> Result<Option<u8>, Problem> {
    Ok(args.optional_number("decimals")?.map(|decimals| decimals.clamp(0.0, 20.0) as u8))
}
