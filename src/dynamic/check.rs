//! `checks` → whether an input is valid, and what to say if not (protocol reference, section 12).

use serde_json::{Map, Value};

use super::functions::truthy;
use super::{DecodeError, Dynamic, Evaluation, WireForm};
use crate::Severity;
use crate::data_model::coerce;
use crate::protocol::Version;

/// One rule that a value has to meet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Check {
    pub(crate) condition: Dynamic,
    pub(crate) message: Option<Dynamic>,
}

/// The outcome of all checks of one component.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) failures: Vec<Failure>,
}

/// A rule that is not met.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// What to tell the person.
    pub(crate) message: String,
    /// How the function that failed rates it. Whatever it says, the value is invalid.
    pub(crate) severity: Severity,
    /// The function's own word for it, such as `INVALID_EMAIL`.
    pub(crate) code: Option<String>,
}

impl Verdict {
    pub(crate) fn is_valid(&self) -> bool {
        self.failures.is_empty()
    }

    /// The message to show: that of the first rule that is not met.
    pub(crate) fn message(&self) -> Option<&str> {
        self.failures.first().map(|failure| failure.message.as_str())
    }

    pub(crate) fn severity(&self) -> Option<Severity> {
        self.failures.first().map(|failure| failure.severity)
    }
}

impl Check {
    /// Reads a rule: `{"condition", "message"?}`, or the call itself with a `message` beside it.
    pub(crate) fn decode(value: &Value, form: WireForm) -> Result<Check, DecodeError> {
        let Value::Object(members) = value else {
            return Err(DecodeError::invalid("", "A check is an object with a condition."));
        };
        let message = match members.get("message") {
            None | Some(Value::Null) => None,
            Some(message) => Some(Dynamic::decode(message, form).map_err(|error| error.under("message"))?),
        };
        let condition = match members.get("condition") {
            Some(condition) => Dynamic::decode(condition, form).map_err(|error| error.under("condition"))?,
            None => shorthand(members, form)?,
        };
        Ok(Check { condition, message })
    }

    /// Reads the list of rules.
    pub(crate) fn decode_all(value: &Value, form: WireForm) -> Result<Vec<Check>, DecodeError> {
        let Value::Array(rules) = value else {
            return Err(DecodeError::invalid("", "Checks are a list."));
        };
        let rules = rules.iter().enumerate();
        rules.map(|(at, rule)| Check::decode(rule, form).map_err(|error| error.under(&at.to_string()))).collect()
    }

    /// What is wrong, if the rule is not met here and now.
    pub(crate) fn failure(&self, evaluation: &Evaluation<'_>) -> Option<Failure> {
        let outcome = evaluation.resolve(&self.condition);
        if truthy(&outcome, evaluation) {
            return None;
        }
        let result = match evaluation.version {
            Version::V1_0 => outcome.as_object(),
            _ => None,
        };
        let given = |key: &str| {
            let text = coerce::to_text(result?.get(key)?);
            (!text.is_empty()).then(|| text.into_owned())
        };
        let own = self.message.as_ref().map(|message| evaluation.text(message)).filter(|message| !message.is_empty());
        Some(Failure {
            message: given("message").or(own).unwrap_or_else(|| "Validation failed".to_owned()),
            severity: match given("severity").as_deref() {
                Some("warning") => Severity::Warning,
                Some("info") => Severity::Info,
                _ => Severity::Error,
            },
            code: given("code"),
        })
    }
}

/// Evaluates all rules.
pub(crate) fn verdict(checks: &[Check], evaluation: &Evaluation<'_>) -> Verdict {
    Verdict { failures: checks.iter().filter_map(|check| check.failure(evaluation)).collect() }
}

/// `{"call", "args", "message"}`, which documents show.
fn shorthand(members: &Map<String, Value>, form: WireForm) -> Result<Dynamic, DecodeError> {
    let mut call = members.clone();
    call.shift_remove("message");
    match Dynamic::decode(&Value::Object(call), form)? {
        Dynamic::Literal(_) => Err(DecodeError::invalid("/condition", "The check has no condition.")),
        condition => Ok(condition),
    }
}
