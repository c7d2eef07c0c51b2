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

/// `{"call", "args", "message"}`, which documents show.
fn shorthand(members: &Map<String, Value>, form: WireForm) -> Result<Dynamic, DecodeError> {
    let mut call = members.clone();
    call.shift_remove("message");
    match Dynamic::decode(&Value::Object(call), form)? {
        Dynamic::Literal(_) => Err(DecodeError::invalid("/condition", "The check has no condition.")),
        condition => Ok(condition),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::data_model::{DataModel, Pointer};
    use crate::dynamic::Scope;
    use crate::dynamic::functions::Functions;
    use crate::dynamic::intl::English;
    use crate::fixtures::{self, Suite};

    fn failures(checks: Value, data: Value, version: Version) -> Vec<Failure> {
        let mut model = DataModel::default();
        model.set(&Pointer::root(), data).unwrap();
        let (scope, functions) = (Scope::root(), Functions::default());
        let evaluation = Evaluation::new(&model, &scope, &English, &functions, version);
        let checks = checks.as_array().unwrap().iter().map(|check| Check::decode(check, WireForm::Bare).unwrap());
        checks.filter_map(|check| check.failure(&evaluation)).collect()
    }

    #[test]
    fn validation_results_pass_the_conformance_suite() {
        let mut suite = Suite::new("checks/validation_results");
        for row in fixtures::read("checks/validation_results.json").as_array().unwrap() {
            let failures = failures(row["checks"].clone(), row["model"].clone(), Version::V1_0);
            let expected = [Failure {
                message: row["gives"]["message"].as_str().unwrap().to_owned(),
                severity: Severity::Error,
                code: row["gives"]["code"].as_str().map(str::to_owned),
            }];
            suite.case(failures == expected, || format!("{row}: {failures:?}"));
        }
        suite.finish();
    }

    #[test]
    fn a_condition_is_true_or_the_message_is_shown() {
        let result = json!({"path": "/r"});
        let is_valid = |condition: &Value, data: Value, version| {
            failures(json!([{"condition": condition, "message": "m"}]), json!({"r": data}), version).is_empty()
        };
        for (data, v0_9, v1_0) in [
            (json!(true), true, true),
            (json!(false), false, false),
            (json!(null), false, false),
            (json!(""), false, false),
            (json!("x"), true, true),
            (json!(0), false, false),
            (json!({"valid": false}), true, false),
            (json!({"valid": true}), true, true),
            (json!({"valid": "no"}), true, true),
        ] {
            assert_eq!(is_valid(&result, data.clone(), Version::V0_9), v0_9, "{data}");
            assert_eq!(is_valid(&result, data.clone(), Version::V1_0), v1_0, "{data}");
        }
        for failing in [json!({"path": "/none"}), json!({"call": "nope"}), json!({"call": "regex", "args": {}})] {
            assert!(!is_valid(&failing, json!(null), Version::V0_9));
            assert!(!is_valid(&failing, json!(null), Version::V1_0));
        }
    }

    #[test]
    fn the_result_speaks_first_then_the_rule_then_everyone() {
        let message = |result: Value, rule: Value| {
            let checks = json!([{"condition": {"path": "/r"}, "message": rule}]);
            failures(checks, json!({"r": result, "m": "bound"}), Version::V1_0).pop().map(|failure| failure.message)
        };
        let failed = json!({"valid": false});
        let told = json!({"valid": false, "message": "own"});

        assert_eq!(message(told, json!("rule")).as_deref(), Some("own"));
        assert_eq!(message(failed.clone(), json!("rule")).as_deref(), Some("rule"));
        assert_eq!(message(failed.clone(), json!({"path": "/m"})).as_deref(), Some("bound"));
        assert_eq!(message(failed, json!(null)).as_deref(), Some("Validation failed"));
        assert_eq!(message(json!(true), json!("rule")), None);
    }

    #[test]
    fn all_rules_are_evaluated_and_a_warning_fails_too() {
        let checks = json!([
            {"condition": true, "message": "a"},
            {"condition": {"path": "/w"}},
            {"condition": false, "message": "c"},
        ]);
        let data = json!({"w": {"valid": false, "message": "b", "severity": "warning"}});
        let failures = failures(checks, data, Version::V1_0);

        let told: Vec<_> = failures.iter().map(|failure| (failure.message.as_str(), failure.severity)).collect();
        assert_eq!(told, [("b", Severity::Warning), ("c", Severity::Error)]);
    }

    #[test]
    fn a_call_may_stand_for_its_rule() {
        let call = json!({"call": "required", "args": {"value": {"path": "/v"}}, "message": "Fill it in"});
        assert_eq!(failures(json!([call]), json!({}), Version::V0_9)[0].message, "Fill it in");

        let at = json!({"@call": "required", "args": {"value": 1}, "message": "m"});
        assert!(matches!(Check::decode(&at, WireForm::At).unwrap().condition, Dynamic::Call(_)));
    }

    #[test]
    fn what_is_no_rule_is_refused_with_its_place() {
        let cases = [
            (json!("x"), ""),
            (json!({"message": "m"}), "/condition"),
            (json!({"condition": {"call": "f", "args": 1}}), "/condition/args"),
        ];
        for (value, path) in cases {
            assert_eq!(Check::decode(&value, WireForm::Bare).unwrap_err().path, path);
        }
    }
}
