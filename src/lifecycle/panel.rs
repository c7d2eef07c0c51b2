//! The folded-away details beside a retry or a failure (lifecycle reference, section 8).

use serde_json::{Map, Value, json};

use super::machine::Cause;
use super::{Exposure, Text};

/// Which details these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanelKind {
    ValidationIssues,
    DeveloperDetails,
    /// A person is asked for a correction beside a painted surface.
    Correction,
}

impl PanelKind {
    /// What the summary says.
    pub(crate) fn label(self) -> Text {
        match self {
            PanelKind::ValidationIssues | PanelKind::Correction => Text::ValidationIssues,
            PanelKind::DeveloperDetails => Text::DeveloperDetails,
        }
    }
}

/// A native `<details>` and its text. There is none where nothing may or can be told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Panel {
    pub(crate) kind: PanelKind,
    pub(crate) exposure: Exposure,
    /// The person's choice, else whether the exposure is verbose.
    pub(crate) open: bool,
    /// A person is asked for something in it.
    pub(crate) input_needed: bool,
    pub(crate) payload: Map<String, Value>,
}

/// One line of the readable list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Finding {
    pub(crate) code: String,
    /// A locator for people such as `components[2].child`.
    pub(crate) path: String,
    pub(crate) message: String,
}

const MAX_TEXT: usize = 20_000;
const MAX_FINDING: usize = 2_000;

impl Panel {
    /// The payload as pretty JSON, cut at 20,000 characters.
    pub(crate) fn json(&self) -> String {
        let text = serde_json::to_string_pretty(&self.payload).unwrap_or_default();
        cut(&text, MAX_TEXT)
    }

    /// The entries that are sentences or `{code, path, message}`, those of failed attempts included.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let own = self.payload.get("errors");
        let attempts = self.payload.get("attempts").and_then(Value::as_array).into_iter().flatten();
        let of_attempts = attempts.filter_map(|attempt| attempt.get("errors"));
        own.into_iter().chain(of_attempts).filter_map(Value::as_array).flatten().filter_map(finding).collect()
    }
}

/// The payload of the validation panel; nothing without errors.
pub(super) fn validation(attempt: Option<u32>, errors: &[Value]) -> Option<Map<String, Value>> {
    if errors.is_empty() {
        return None;
    }
    let mut payload = Map::new();
    if let Some(attempt) = attempt {
        payload.insert("attempt".into(), attempt.into());
    }
    payload.insert("errors".into(), errors.into());
    Some(payload)
}

/// The payload of the details panel; nothing where there is nothing to tell.
pub(super) fn details(error: Option<&str>, attempts: &[Value], cause: Option<&Cause>) -> Option<Map<String, Value>> {
    let mut payload = Map::new();
    if let Some(error) = error.filter(|error| !error.is_empty()) {
        payload.insert("error".into(), error.into());
    }
    if !attempts.is_empty() {
        payload.insert("attempts".into(), attempts.into());
    }
    if let Some(cause) = cause {
        let mut told = json!({"message": cause.message});
        if let Some(code) = &cause.code {
            told["code"] = code.as_str().into();
        }
        payload.insert("cause".into(), told);
    }
    (!payload.is_empty()).then_some(payload)
}

fn finding(entry: &Value) -> Option<Finding> {
    if let Some(text) = entry.as_str() {
        return Some(Finding { message: cut(text, MAX_FINDING), ..Finding::default() });
    }
    let text = |name| entry.get(name).and_then(Value::as_str).map(|text| cut(text, MAX_FINDING)).unwrap_or_default();
    let finding = Finding { code: text("code"), path: text("path"), message: text("message") };
    (finding != Finding::default()).then_some(finding)
}

/// The first `max` characters, with a mark where something is missing.
fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(payload: Option<Map<String, Value>>) -> Panel {
        Panel {
            kind: PanelKind::DeveloperDetails,
            exposure: Exposure::Collapsed,
            open: false,
            input_needed: false,
            payload: payload.unwrap(),
        }
    }

    #[test]
    fn what_says_nothing_has_no_panel() {
        assert_eq!(details(Some(""), &[], None), None);
        assert_eq!(details(None, &[], None), None);
        assert!(details(Some("no"), &[], None).is_some());
    }

    #[test]
    fn there_is_no_panel_without_something_to_tell() {
        assert_eq!(validation(Some(2), &[]), None);
        assert_eq!(details(None, &[], None), None);
    }

    #[test]
    fn entries_become_a_readable_list() {
        let errors = [json!("plain"), json!({"code": "no_root", "path": "components", "message": "m"}), json!(7)];
        let own = panel(validation(Some(2), &errors));
        assert_eq!(own.findings().iter().map(|line| &*line.message).collect::<Vec<_>>(), ["plain", "m"]);

        let attempts = [json!({"attempt": 1, "ok": false, "errors": errors}), json!("odd")];
        let cause = Cause { message: "gone".into(), code: Some("abort".into()) };
        let failed = panel(details(Some("e"), &attempts, Some(&cause)));
        assert_eq!(failed.findings()[1].code, "no_root");
        assert_eq!(failed.payload["cause"], json!({"message": "gone", "code": "abort"}));
        assert!(failed.json().contains("\n  \"error\": \"e\""));
    }

    #[test]
    fn what_is_printed_is_capped() {
        let errors = [json!("é".repeat(30_000))];
        let long = panel(validation(None, &errors));
        assert_eq!(long.json().chars().count(), MAX_TEXT + 1);
        assert_eq!(long.findings()[0].message.chars().count(), MAX_FINDING + 1);
    }
}
