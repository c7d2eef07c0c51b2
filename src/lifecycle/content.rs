//! One `a2ui-surface` activity content, decoded field by field (lifecycle reference, section 1).

use serde_json::{Map, Value};

use super::Exposure;
use crate::Issue;

/// What the agent says about an interface that is not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Building,
    Retrying,
    Failed,
}

/// The progress facts of one content. A field of the wrong type is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Report {
    pub(crate) status: Option<Status>,
    /// The attempt being started, not the one that failed.
    pub(crate) attempt: Option<u32>,
    pub(crate) max_attempts: Option<u32>,
    pub(crate) progress_tokens: Option<u64>,
    pub(crate) error: Option<String>,
    /// Any JSON each.
    pub(crate) errors: Vec<Value>,
    pub(crate) attempts: Vec<Value>,
    pub(crate) exposure: Option<Exposure>,
}

/// A decoded content: operations win over the report.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Content {
    /// A2UI messages, each an object.
    pub(crate) operations: Vec<Value>,
    pub(crate) report: Report,
}

/// Entries of `errors` and `attempts` beyond this are cut.
const MAX_ENTRIES: usize = 100;
/// Operations of one content beyond this are refused.
const MAX_OPERATIONS: usize = 20_000;

const IGNORED: &str = "ACTIVITY_FIELD_IGNORED";

impl Content {
    /// Reads `content`. No field can spoil another one: what is wrong counts as absent and is reported.
    pub(crate) fn decode(content: &Map<String, Value>) -> (Self, Vec<Issue>) {
        let mut fields = Fields { content, issues: Vec::new() };
        let report = Report {
            status: fields.read("status", "must be building, retrying or failed", status),
            attempt: fields.read("attempt", "must be a whole number", number),
            max_attempts: fields.read("maxAttempts", "must be a whole number", number),
            progress_tokens: fields.read("progressTokens", "must be a number that is not negative", tokens),
            error: fields.read("error", "must be a string", |value| value.as_str().map(str::to_owned)),
            errors: fields.entries("errors"),
            attempts: fields.entries("attempts"),
            exposure: fields.read("debugExposure", "must be hidden, collapsed or verbose", |value| {
                value.as_str().and_then(Exposure::parse)
            }),
        };
        let operations = fields.operations();
        (Content { operations, report }, fields.issues)
    }
}

struct Fields<'a> {
    content: &'a Map<String, Value>,
    issues: Vec<Issue>,
}

impl Fields<'_> {
    fn read<T>(&mut self, name: &str, rule: &str, decode: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        let value = self.content.get(name)?;
        let decoded = decode(value);
        if decoded.is_none() {
            self.report(name, rule);
        }
        decoded
    }

    fn report(&mut self, name: &str, rule: &str) {
        self.issues.push(Issue::info(IGNORED, format!("`{name}` {rule}; it is ignored.")).at(format!("/{name}")));
    }

    fn entries(&mut self, name: &str) -> Vec<Value> {
        let mut entries = self.read(name, "must be a list", |value| value.as_array().cloned()).unwrap_or_default();
        if entries.len() > MAX_ENTRIES {
            entries.truncate(MAX_ENTRIES);
            self.report(name, "is longer than 100 entries; the rest");
        }
        entries
    }

    /// The list under either key. A list that came as JSON text is read, with an info issue.
    fn operations(&mut self) -> Vec<Value> {
        for name in ["a2ui_operations", "operations"] {
            let list = match self.content.get(name) {
                Some(Value::Array(list)) => list.clone(),
                Some(Value::String(text)) => match serde_json::from_str(text) {
                    Ok(Value::Array(list)) => {
                        let message = format!("`{name}` is a list written as JSON text.");
                        self.issues.push(Issue::info("JSON_TEXT", message).at(format!("/{name}")));
                        list
                    }
                    _ => {
                        self.report(name, "must be a list of messages");
                        continue;
                    }
                },
                Some(_) => {
                    self.report(name, "must be a list of messages");
                    continue;
                }
                None => continue,
            };
            return self.objects(name, list);
        }
        Vec::new()
    }

    fn objects(&mut self, name: &str, mut list: Vec<Value>) -> Vec<Value> {
        if list.len() > MAX_OPERATIONS {
            list.truncate(MAX_OPERATIONS);
            let message = format!("`{name}` holds more than {MAX_OPERATIONS} messages; the rest is ignored.");
            self.issues.push(Issue::error("TOO_MANY_OPERATIONS", message).at(format!("/{name}")));
        }
        for (index, entry) in list.iter().enumerate().filter(|(_, entry)| !entry.is_object()).take(MAX_ENTRIES) {
            let what = if entry.is_null() { "null" } else { "no object" };
            let message = format!("This operation is {what}; it is skipped.");
            self.issues.push(Issue::error("OPERATION_SKIPPED", message).at(format!("/{name}/{index}")));
        }
        list.retain(Value::is_object);
        list
    }
}

fn status(value: &Value) -> Option<Status> {
    match value.as_str()? {
        "building" => Some(Status::Building),
        "retrying" => Some(Status::Retrying),
        "failed" => Some(Status::Failed),
        _ => None,
    }
}

/// A whole number, also if written `2.0`.
fn number(value: &Value) -> Option<u32> {
    let number = value.as_f64()?;
    (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
}

fn tokens(value: &Value) -> Option<u64> {
    value.as_f64().filter(|number| *number >= 0.0).map(|number| number.round() as u64)
}

/// Whether two JSON values mean the same: numbers by value, object keys in any order.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64() && !(whole(a) && whole(b)),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Two large integers may share one float; only floats are compared as floats.
fn whole(number: &serde_json::Number) -> bool {
    number.is_i64() || number.is_u64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn decode(value: Value) -> (Content, Vec<String>) {
        let (content, issues) = Content::decode(value.as_object().unwrap());
        (content, issues.into_iter().map(|issue| issue.path).collect())
    }

    #[test]
    fn every_field_is_read() {
        let (content, issues) = decode(json!({
            "status": "retrying", "attempt": 2, "maxAttempts": 3.0, "progressTokens": 60.4, "error": "no",
            "errors": ["a", {"code": "no_root"}], "attempts": [{"attempt": 1}], "debugExposure": "verbose",
            "surfaceId": "kept, not interpreted",
        }));
        assert_eq!(issues, Vec::<String>::new());
        assert_eq!(
            content.report,
            Report {
                status: Some(Status::Retrying),
                attempt: Some(2),
                max_attempts: Some(3),
                progress_tokens: Some(60),
                error: Some("no".into()),
                errors: vec![json!("a"), json!({"code": "no_root"})],
                attempts: vec![json!({"attempt": 1})],
                exposure: Some(Exposure::Verbose),
            }
        );
    }

    #[test]
    fn a_bad_field_costs_only_itself() {
        for (field, bad) in [
            ("status", json!("painted")),
            ("status", json!(null)),
            ("attempt", json!("2")),
            ("attempt", json!(1.5)),
            ("attempt", json!(-1)),
            ("maxAttempts", json!(true)),
            ("progressTokens", json!(null)),
            ("progressTokens", json!(-3)),
            ("error", json!({"message": "x"})),
            ("errors", json!("x")),
            ("attempts", json!({})),
            ("debugExposure", json!("loud")),
            ("a2ui_operations", json!({})),
        ] {
            let mut content = json!({"operations": [{"version": "v0.9"}], "intent": "x"});
            content[field] = bad;
            let (content, issues) = decode(content);
            assert_eq!(issues, [format!("/{field}")]);
            assert_eq!(content.report, Report::default(), "{field}");
            assert_eq!(content.operations.len(), 1);
        }
    }

    #[test]
    fn operations_are_found_under_either_key() {
        let one = &json!({"deleteSurface": {"surfaceId": "s"}});
        assert_eq!(decode(json!({"a2ui_operations": [one]})).0.operations, std::slice::from_ref(one));
        assert_eq!(decode(json!({"operations": [one]})).0.operations, std::slice::from_ref(one));
        assert_eq!(decode(json!({"a2ui_operations": [], "operations": [one]})).0.operations, [] as [Value; 0]);
        assert_eq!(decode(json!({"a2ui_operations": 1, "operations": [one]})).0.operations, std::slice::from_ref(one));
        assert_eq!(decode(json!({"a2ui_operations": format!("[{one}]")})).0.operations, std::slice::from_ref(one));
    }

    #[test]
    fn entries_that_are_no_objects_are_skipped_and_reported() {
        let (content, issues) = decode(json!({"a2ui_operations": [null, {"a": 1}, "x", []]}));
        assert_eq!(content.operations, [json!({"a": 1})]);
        assert_eq!(issues, ["/a2ui_operations/0", "/a2ui_operations/2", "/a2ui_operations/3"]);
    }

    #[test]
    fn long_lists_are_cut() {
        let (content, issues) = decode(json!({"errors": vec![1; 101]}));
        assert_eq!((content.report.errors.len(), issues.len()), (100, 1));
        let (content, issues) = decode(json!({"operations": vec![json!({}); MAX_OPERATIONS + 1]}));
        assert_eq!((content.operations.len(), issues.len()), (MAX_OPERATIONS, 1));
    }

    #[test]
    fn sameness_is_of_meaning() {
        for (a, b, expected) in [
            (json!({"a": 1, "b": [2]}), json!({"b": [2.0], "a": 1}), true),
            (json!({"a": 1}), json!({"a": 1, "b": null}), false),
            (json!([1, 2]), json!([2, 1]), false),
            (json!(9007199254740993u64), json!(9007199254740992u64), false),
            (json!(0), json!(false), false),
        ] {
            assert_eq!(same(&a, &b), expected, "{a} {b}");
        }
    }
}
