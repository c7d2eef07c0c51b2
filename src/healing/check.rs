//! Whether a patch may be sent: one pure function for suggestions, every keystroke and the host (healing reference, section 5).

use serde_json::Value;

use super::request::Request;
use super::validate::validate;
use crate::Millis;
use crate::ag_ui::patch::{depth, tokens};
use crate::ag_ui::{Kind, Patch};
use crate::{Issue, Severity};

/// Whether the request takes answers at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    Open {
        deadline: Option<Millis>,
    },
    /// Settled, or an answer is under way.
    Closed,
}

const MAX_OPERATIONS: usize = 64;
const MAX_BYTES: usize = 64 << 10;
const MAX_DEPTH: usize = 64;

/// Everything that is wrong with `patch`; an error among it forbids sending.
pub(crate) fn check(request: &Request, gate: Gate, patch: &Value, now: Millis) -> Vec<Issue> {
    let closed = |code, message: &str| vec![Issue::error(code, message)];
    match gate {
        Gate::Closed => return closed("healing_closed", "This request takes no answer any more."),
        Gate::Open { .. } if request.is_read_only() => {
            return closed("healing_closed", "This request takes no answer.");
        }
        Gate::Open { deadline } if deadline.is_some_and(|deadline| deadline <= now) => {
            return closed("healing_expired", "The time for an answer is over.");
        }
        Gate::Open { .. } => {}
    }
    match allowed(request, patch) {
        Err(issues) => issues,
        Ok(patch) => consequences(request, &patch),
    }
}

/// Steps 2 to 4: size, form and places. Suggestions must pass these to be offered.
pub(super) fn allowed(request: &Request, patch: &Value) -> Result<Patch, Vec<Issue>> {
    let one = |code, message: &str| Err(vec![Issue::error(code, message)]);
    let Some(list) = patch.as_array() else {
        return one("healing_patch_invalid", "The patch must be a list of operations.");
    };
    if list.is_empty() {
        return one("healing_patch_invalid", "The patch changes nothing.");
    }
    let bytes = serde_json::to_string(patch).map_or(usize::MAX, |text| text.len());
    if list.len() > MAX_OPERATIONS || bytes > MAX_BYTES || depth(patch) > MAX_DEPTH {
        return one("healing_too_large", "The patch has more than 64 operations, 64 KiB or 64 levels.");
    }
    let parsed = Patch::parse(patch).map_err(|error| {
        let place = error.index.map(|index| format!("/{index}")).unwrap_or_default();
        vec![Issue::error("healing_patch_invalid", error.message()).at(place)]
    })?;
    let mut issues = Vec::new();
    for (index, operation) in parsed.operations.iter().enumerate() {
        let appends = matches!(operation.kind, Kind::Add(_) | Kind::Move(_) | Kind::Copy(_));
        let from = match &operation.kind {
            Kind::Move(from) | Kind::Copy(from) => Some((&from.path, &from.tokens, false)),
            _ => None,
        };
        for (path, keys, appends) in [(&operation.path, &operation.tokens, appends)].into_iter().chain(from) {
            let is_end = keys.last().is_some_and(|key| key == "-");
            if (is_end && !appends) || !request.allowed.iter().any(|pattern| pattern.allows(keys)) {
                let message = format!("Operation {index}: \"{path}\" may not be changed.");
                issues.push(Issue::error("healing_path_not_allowed", message).at(format!("/{index}")));
            }
        }
    }
    if issues.is_empty() { Ok(parsed) } else { Err(issues) }
}

/// The payload as a patch would make it, if it may.
pub(crate) fn preview(request: &Request, patch: &Value) -> Option<Value> {
    allowed(request, patch).ok()?.apply(request.payload.as_ref()?).ok()
}

/// Steps 5 and 6: what the payload becomes.
fn consequences(request: &Request, patch: &Patch) -> Vec<Issue> {
    let Some(payload) = &request.payload else { return Vec::new() };
    let after = match patch.apply(payload) {
        Ok(after) => after,
        Err(error) => {
            let place = error.index.map(|index| format!("/{index}")).unwrap_or_default();
            return vec![Issue::error("healing_patch_failed", error.message()).at(place)];
        }
    };
    let before = validate(payload);
    let findings = validate(&after).into_iter().map(|finding| {
        let known = before.iter().any(|known| known.path == finding.path && known.message == finding.message);
        let mendable =
            tokens(&finding.path).is_ok_and(|keys| request.allowed.iter().any(|pattern| pattern.covers(&keys)));
        // What the person may not touch cannot be mended here, and does not block.
        let blocks = !known || mendable;
        let severity = if blocks { Severity::Error } else { Severity::Warning };
        Issue::new(severity, "healing_result_invalid", finding.message).at(finding.path)
    });
    findings.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const OPEN: Gate = Gate::Open { deadline: Some(Millis(100)) };

    fn request(fields: Value) -> Request {
        let mut message = json!({"sessionId": "s", "requestId": "r", "allowedPatchPaths": ["/orderId", "/lines/*/quantity", "/tags/*", "/a~1b"]});
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        Request::decode(message.as_object().unwrap()).unwrap().0
    }

    fn codes(request: &Request, patch: Value) -> Vec<&'static str> {
        let issues = check(request, OPEN, &patch, Millis(99));
        issues.into_iter().filter(|issue| issue.severity == Severity::Error).map(|issue| issue.code).collect()
    }

    #[test]
    fn places_follow_the_table() {
        let request = request(json!({}));
        for (operation, allowed) in [
            (json!({"op": "replace", "path": "/orderId", "value": 1}), true),
            (json!({"op": "replace", "path": "/orderId/0", "value": 1}), false),
            (json!({"op": "replace", "path": "/lines/3/quantity", "value": 1}), true),
            (json!({"op": "remove", "path": "/lines/3"}), false),
            (json!({"op": "add", "path": "/tags/-", "value": 1}), true),
            (json!({"op": "replace", "path": "/tags/-", "value": 1}), false),
            (json!({"op": "remove", "path": "/tags/-"}), false),
            (json!({"op": "replace", "path": "/a~1b", "value": 1}), true),
            (json!({"op": "replace", "path": "/a/b", "value": 1}), false),
            (json!({"op": "copy", "from": "/secret", "path": "/orderId"}), false),
            (json!({"op": "move", "from": "/tags/0", "path": "/tags/1"}), true),
            (json!({"op": "move", "from": "/tags/-", "path": "/tags/1"}), false),
            (json!({"op": "test", "path": "/secret", "value": 1}), false),
            (json!({"op": "replace", "path": "", "value": 1}), false),
        ] {
            let expected: &[&str] = if allowed { &[] } else { &["healing_path_not_allowed"] };
            assert_eq!(codes(&request, json!([operation])), expected, "{operation}");
        }
    }

    #[test]
    fn each_step_has_its_code() {
        let plain = request(json!({}));
        let good = json!([{"op": "add", "path": "/orderId", "value": 1}]);
        let with =
            |gate, now| check(&plain, gate, &good, Millis(now)).into_iter().map(|issue| issue.code).collect::<Vec<_>>();
        assert_eq!(with(OPEN, 99), [] as [&str; 0]);
        assert_eq!(with(OPEN, 100), ["healing_expired"]);
        assert_eq!(with(Gate::Closed, 0), ["healing_closed"]);
        assert_eq!(codes(&request(json!({"ticket": "T-1"})), good.clone()), ["healing_closed"]);
        assert_eq!(codes(&request(json!({"allowedPatchPaths": []})), good), ["healing_closed"]);
        let deep = (0..70).fold(json!(1), |inner, _| json!([inner]));
        for (patch, code) in [
            (json!({}), "healing_patch_invalid"),
            (json!([]), "healing_patch_invalid"),
            (json!([{"op": "add"}]), "healing_patch_invalid"),
            (json!([{"op": "add", "path": "/__proto__/x", "value": 1}]), "healing_patch_invalid"),
            (json!(vec![json!({"op": "remove", "path": "/orderId"}); 65]), "healing_too_large"),
            (json!([{"op": "add", "path": "/orderId", "value": "x".repeat(70_000)}]), "healing_too_large"),
            (json!([{"op": "add", "path": "/orderId", "value": deep}]), "healing_too_large"),
        ] {
            assert_eq!(codes(&plain, patch), [code]);
        }
        let with_payload = request(json!({"payload": {"orderId": "o", "lines": [{"quantity": "x"}]}}));
        let second_fails = json!([{"op": "replace", "path": "/orderId", "value": 1}, {"op": "replace", "path": "/lines/x/quantity", "value": 1}]);
        let issues = check(&with_payload, OPEN, &second_fails, Millis(0));
        assert_eq!(preview(&with_payload, &second_fails), None);
        assert_eq!(preview(&with_payload, &json!([{"op": "remove", "path": "/lines"}])), None);
        let good = json!([{"op": "replace", "path": "/orderId", "value": 1}]);
        assert_eq!(preview(&with_payload, &good).unwrap()["orderId"], 1);
        assert_eq!((issues[0].code, &*issues[0].path), ("healing_patch_failed", "/1"));
    }

    #[test]
    fn errors_that_cannot_be_mended_here_do_not_block() {
        let payload = json!({"surfaceId": "s", "components": [
            {"id": "root", "component": "Column", "children": ["a", "gone"]},
            {"id": "a", "component": "Text", "text": "x"},
            {"id": "b", "component": "Card", "child": "nowhere"},
        ]});
        let request = request(
            json!({"payload": payload, "allowedPatchPaths": ["/components/0/children/*", "/components/1/text", "/components/1/id"]}),
        );
        let mended = json!([{"op": "replace", "path": "/components/0/children/1", "value": "b"}]);
        let issues = check(&request, OPEN, &mended, Millis(0));
        assert_eq!(
            issues.iter().map(|issue| (issue.severity, &*issue.path)).collect::<Vec<_>>(),
            [(Severity::Warning, "/components/2/child")]
        );
        let unmended = json!([{"op": "replace", "path": "/components/1/text", "value": "y"}]);
        assert_eq!(codes(&request, unmended), ["healing_result_invalid"], "the dangling child could be mended");
        let worse = json!([{"op": "replace", "path": "/components/0/children/1", "value": "b"}, {"op": "replace", "path": "/components/1/id", "value": "root"}]);
        assert!(!codes(&request, worse).is_empty(), "the patch broke something");
    }
}
