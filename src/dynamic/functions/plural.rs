//! `pluralize` (functions reference, section 7).

use serde_json::Value;

use super::Args;
use crate::data_model::coerce;
use crate::dynamic::evaluation::{Evaluation, Problem};

/// The text for the number's plural category. A text that is given for exactly 0, 1 or 2 comes first, even an empty one.
pub(super) fn pluralize(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let value = args.number("value")?.abs();
    let other = args.text("other")?;
    let exact = match value {
        0.0 => Some("zero"),
        1.0 => Some("one"),
        2.0 => Some("two"),
        _ => None,
    };
    let given = |name: &str| args.get(name).filter(|text| !text.is_null());
    let text = exact.and_then(given).or_else(|| given(evaluation.intl.plural(value)));
    Ok(text.map_or(other, coerce::to_text).into_owned().into())
}
