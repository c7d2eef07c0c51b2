//! The form: which rows it has, and the patch they make (healing reference, section 10).

use serde_json::{Value, json};

use super::pattern::Segment;
use super::request::{Request, Suggestion};
use crate::ag_ui::patch::{find, is_of_prototypes};
use crate::ag_ui::{Kind, Patch};

/// One field of the form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// Its label, and where it writes.
    pub(crate) pointer: String,
    /// What stands there; nothing in an empty row.
    pub(crate) value: Option<Value>,
    pub(crate) kind: RowKind,
    /// An error of the activity points here.
    pub(crate) is_wrong: bool,
}

/// How a row is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    Text,
    Number,
    CheckBox,
    Json,
    /// An empty row: JSON if it parses as such, else text.
    Free,
}

const MAX_ROWS: usize = 200;

/// The allowed places, expanded over the payload; at most 200. Those that errors point to come first; `errors` are pointers or
/// locators for people.
pub(crate) fn rows(request: &Request, errors: &[String]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for pattern in &request.allowed {
        expand(request.payload.as_ref(), &pattern.segments, String::new(), &mut rows);
        if rows.len() >= MAX_ROWS {
            break;
        }
    }
    for row in &mut rows {
        let is_simple = row.kind != RowKind::Json;
        // What was sent may be wrong in its very type.
        let suggested = suggested(request, &row.pointer).map(kind);
        row.kind =
            suggested.filter(|kind| row.value.is_none() || (is_simple && *kind != RowKind::Json)).unwrap_or(row.kind);
    }
    let errors: Vec<String> = errors.iter().map(|error| pointer(error)).collect();
    for row in &mut rows {
        // What is wrong within a value is mended with the value.
        let is_here = |error: &String| {
            error.strip_prefix(&*row.pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        row.is_wrong = errors.iter().any(is_here);
    }
    rows.sort_by_key(|row| !row.is_wrong);
    rows
}

/// `components[2].child` as a pointer into the payload: `/components/2/child`.
fn pointer(locator: &str) -> String {
    if locator.starts_with('/') {
        return locator.to_owned();
    }
    let keys = locator.split(['.', '[']).map(|key| key.trim_end_matches(']')).filter(|key| !key.is_empty());
    keys.map(|key| ["/", &escape(key)].concat()).collect()
}

fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The patch that edited rows make: only changed ones, in row order.
pub(crate) fn patch(rows: &[Row], edits: &[(String, Value)]) -> Value {
    let changed = rows.iter().filter_map(|row| {
        let (_, value) = edits.iter().find(|(pointer, _)| *pointer == row.pointer)?;
        let operation = if row.value.is_some() { "replace" } else { "add" };
        (row.value.as_ref() != Some(value)).then(|| json!({"op": operation, "path": row.pointer, "value": value}))
    });
    changed.collect()
}

/// What a suggestion writes into the rows; nothing if they would make another patch of it, and the patch itself must be shown.
pub(crate) fn express(suggestion: &Suggestion, rows: &[Row]) -> Option<Vec<(String, String)>> {
    let wanted = Patch::parse(&suggestion.patch).ok()?.operations;
    let mut edits = Vec::new();
    let mut typed = Vec::new();
    for operation in &wanted {
        let (Kind::Add(value) | Kind::Replace(value)) = &operation.kind else { return None };
        let row = rows.iter().find(|row| row.pointer == operation.path)?;
        typed.push((row.pointer.clone(), row.kind.write(value)));
        edits.push((row.pointer.clone(), row.kind.read(&row.kind.write(value))?));
    }
    let made = Patch::parse(&patch(rows, &edits)).ok()?.operations;
    let is_within = |one: &str, other: &str| one.strip_prefix(other).is_some_and(|rest| rest.starts_with('/'));
    let are_apart = wanted.iter().all(|one| wanted.iter().all(|other| !is_within(&one.path, &other.path)));
    let is_same = made.len() == wanted.len() && wanted.iter().all(|operation| made.contains(operation));
    (is_same && are_apart).then_some(typed)
}

impl RowKind {
    /// What a person typed as a value of this kind; nothing if it is none.
    pub(crate) fn read(self, raw: &str) -> Option<Value> {
        match self {
            RowKind::Text => Some(raw.into()),
            RowKind::CheckBox | RowKind::Json => serde_json::from_str(raw).ok(),
            RowKind::Number => serde_json::from_str(raw.trim()).ok().filter(Value::is_number),
            RowKind::Free => Some(serde_json::from_str(raw).unwrap_or_else(|_| raw.into())),
        }
    }

    /// A value as it is typed.
    pub(crate) fn write(self, value: &Value) -> String {
        match value {
            Value::String(text) if self != RowKind::Json => text.clone(),
            value => value.to_string(),
        }
    }
}

fn expand(here: Option<&Value>, segments: &[Segment], pointer: String, rows: &mut Vec<Row>) {
    if rows.len() >= MAX_ROWS {
        return;
    }
    let Some((segment, rest)) = segments.split_first() else {
        if rows.iter().all(|row| row.pointer != pointer) {
            rows.push(Row { pointer, value: here.cloned(), kind: here.map_or(RowKind::Free, kind), is_wrong: false });
        }
        return;
    };
    let below = |key: &str| [&*pointer, "/", &escape(key)].concat();
    match (segment, here) {
        (Segment::Key(key), _) => {
            let next = here.and_then(|here| find(here, std::slice::from_ref(key)).ok());
            expand(next, rest, below(key), rows);
        }
        (Segment::Any, Some(Value::Array(elements))) => {
            for (index, element) in elements.iter().enumerate().take(MAX_ROWS) {
                expand(Some(element), rest, below(&index.to_string()), rows);
            }
            if rest.is_empty() {
                expand(None, rest, below("-"), rows);
            }
        }
        (Segment::Any, Some(Value::Object(members))) => {
            for (key, member) in members.iter().take(MAX_ROWS).filter(|(key, _)| !is_of_prototypes(key)) {
                expand(Some(member), rest, below(key), rows);
            }
        }
        // A missing place is a row only where it is named without a wildcard.
        (Segment::Any, _) => {}
    }
}

fn kind(value: &Value) -> RowKind {
    match value {
        Value::String(_) => RowKind::Text,
        Value::Number(_) => RowKind::Number,
        Value::Bool(_) => RowKind::CheckBox,
        _ => RowKind::Json,
    }
}

fn suggested<'a>(request: &'a Request, pointer: &str) -> Option<&'a Value> {
    let operations = request.suggestions.iter().filter_map(|suggestion| suggestion.patch.as_array()).flatten();
    let mut here = operations.filter(|operation| operation.get("path").and_then(Value::as_str) == Some(pointer));
    here.find_map(|operation| operation.get("value"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(fields: Value) -> Request {
        let mut message = json!({"sessionId": "s", "requestId": "r"});
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        Request::decode(message.as_object().unwrap()).unwrap().0
    }

    fn shown(fields: Value) -> Vec<(String, RowKind)> {
        rows(&request(fields), &[]).into_iter().map(|row| (row.pointer, row.kind)).collect()
    }

    #[test]
    fn patterns_expand_over_the_payload() {
        let row = |pointer: &str, kind| (pointer.to_owned(), kind);
        let payload = json!({"orderId": "o", "lines": [{"q": 1}, {"q": true}, {}], "tags": ["x"], "a/b": {"k": null}});
        let expected = [
            row("/orderId", RowKind::Text),
            row("/lines/0/q", RowKind::Number),
            row("/lines/1/q", RowKind::CheckBox),
            row("/lines/2/q", RowKind::Free),
            row("/tags/0", RowKind::Text),
            row("/tags/-", RowKind::Free),
            row("/a~1b/k", RowKind::Json),
            row("/missing/x", RowKind::Number),
        ];
        let allowed = json!(["/orderId", "/lines/*/q", "/tags/*", "/a~1b/*", "/none/*", "/missing/x", "/orderId"]);
        let suggestion = json!([{"op": "add", "path": "/missing/x", "value": 3}]);
        assert_eq!(
            shown(json!({"payload": payload, "allowedPatchPaths": allowed, "suggestedPatches": suggestion})),
            expected
        );
        assert_eq!(shown(json!({"allowedPatchPaths": ["/a", "/b/*"]})), [row("/a", RowKind::Free)]);
        let many = shown(json!({"payload": vec![1; 1_000], "allowedPatchPaths": ["/*", "/*"]}));
        assert_eq!(many.len(), MAX_ROWS);
    }

    #[test]
    fn changed_rows_make_the_patch_and_suggestions_fill_rows() {
        let request = request(json!({
            "payload": {"a": 1, "b": 2}, "allowedPatchPaths": ["/a", "/b", "/c"],
            "suggestedPatches": [{"op": "replace", "path": "/a", "value": 5}, {"op": "remove", "path": "/a"}],
        }));
        let rows = rows(&request, &[]);
        let edits = [("/c".to_owned(), json!("new")), ("/a".to_owned(), json!(5)), ("/b".to_owned(), json!(2))];
        assert_eq!(
            patch(&rows, &edits),
            json!([
                {"op": "replace", "path": "/a", "value": 5},
                {"op": "add", "path": "/c", "value": "new"},
            ])
        );
        assert_eq!(express(&request.suggestions[0], &rows), Some(vec![("/a".to_owned(), "5".to_owned())]));
        assert_eq!(express(&request.suggestions[1], &rows), None);
    }

    #[test]
    fn a_suggestion_goes_into_rows_only_if_they_make_just_that_of_it() {
        let replace = |path: &str, value: Value| json!({"op": "replace", "path": path, "value": value});
        let add = |path: &str, value: Value| json!({"op": "add", "path": path, "value": value});
        let payload = json!({"s": "one", "n": 1, "o": {}, "tags": ["x", "y"]});
        for (suggestion, typed) in [
            (json!([replace("/s", json!(1))]), Some(vec![("/s", "1")])),
            (json!([replace("/s", json!(true))]), Some(vec![("/s", "true")])),
            (json!([replace("/s", json!("1"))]), Some(vec![("/s", "1")])),
            (json!([replace("/n", json!("two"))]), Some(vec![("/n", "two")])),
            (json!([replace("/o", json!("str"))]), Some(vec![("/o", "\"str\"")])),
            (json!([replace("/tags/0", json!(3)), replace("/n", json!(2))]), Some(vec![("/tags/0", "3"), ("/n", "2")])),
            (json!([add("/tags/-", json!("p"))]), Some(vec![("/tags/-", "p")])),
            (json!([add("/tags/-", json!({"a": 1}))]), Some(vec![("/tags/-", "{\"a\":1}")])),
            // Of text a row makes text, of an addition a replacement, and of two one.
            (json!([replace("/s", json!(null))]), None),
            (json!([replace("/s", json!({"a": 1}))]), None),
            (json!([add("/tags/0", json!("ins"))]), None),
            (json!([add("/tags/-", json!("p")), add("/tags/-", json!("q"))]), None),
            (json!([replace("/n", json!(2)), replace("/n", json!(3))]), None),
            (json!([replace("/n", json!(1))]), None),
            (json!([replace("/elsewhere", json!(1))]), None),
        ] {
            let allowed = ["/s", "/n", "/o", "/tags/*"];
            let request =
                request(json!({"payload": payload, "allowedPatchPaths": allowed, "suggestedPatches": [suggestion]}));
            let rows = rows(&request, &[]);
            let owned = |(pointer, raw): (&str, &str)| (pointer.to_owned(), raw.to_owned());
            let typed = typed.map(|typed| typed.into_iter().map(owned).collect::<Vec<_>>());
            assert_eq!(express(&request.suggestions[0], &rows), typed, "{suggestion}");
        }
    }

    #[test]
    fn what_is_wrong_comes_first() {
        let request = request(json!({
            "payload": {"components": [{"id": "root", "child": "x"}, {"id": "b", "a/b": [1]}], "orderId": "o"},
            "allowedPatchPaths": ["/orderId", "/components/*/id", "/components/*/child", "/components/1/a~1b"],
        }));
        for (error, expected) in [
            ("components[0].child", Some("/components/0/child")),
            ("/orderId", Some("/orderId")),
            ("components[1].a/b[0]", Some("/components/1/a~1b")),
            ("components[1]", None),
            ("components", None),
            ("", None),
        ] {
            let rows = rows(&request, &[error.to_owned()]);
            let wrong: Vec<_> = rows.iter().filter(|row| row.is_wrong).map(|row| &*row.pointer).collect();
            assert_eq!(wrong, expected.as_slice(), "{error}");
            assert!(expected.is_none_or(|pointer| rows[0].pointer == pointer));
        }
    }
}
