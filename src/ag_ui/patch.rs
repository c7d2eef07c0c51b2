//! JSON Patch (RFC 6902): all or nothing, on a copy (AG-UI reference, section 4).

use serde_json::Value;

use crate::lifecycle::same;

/// A well-formed patch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Patch {
    pub(crate) operations: Vec<Operation>,
}

/// One step of a patch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Operation {
    pub(crate) kind: Kind,
    /// As written.
    pub(crate) path: String,
    /// The decoded keys of the path.
    pub(crate) tokens: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Add(Value),
    Remove,
    Replace(Value),
    Move(From),
    Copy(From),
    Test(Value),
}

/// Where a move or copy takes its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct From {
    /// As written.
    pub(crate) path: String,
    /// The decoded keys of the path.
    pub(crate) tokens: Vec<String>,
}

/// Why a patch was refused as a whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PatchError {
    /// The operation, counted from 0; nothing if the patch itself is at fault.
    pub(crate) index: Option<usize>,
    pub(crate) pointer: String,
    pub(crate) reason: &'static str,
}

const MAX_OPERATIONS: usize = 10_000;
const MAX_DEPTH: usize = 120;
/// Values that all copies of one patch may make: a few copies of copies would fill the memory, and a few bytes cost as much
/// time as a large document.
const MAX_COPIED: usize = 20_000;

impl PatchError {
    /// One sentence with index, pointer and reason.
    pub(crate) fn message(&self) -> String {
        match self.index {
            Some(index) => format!("Operation {index} at \"{}\": {}.", self.pointer, self.reason),
            None => format!("The patch {}.", self.reason),
        }
    }
}

impl Patch {
    /// Reads a list of operations. Members that no operation has are ignored.
    pub(crate) fn parse(patch: &Value) -> Result<Self, PatchError> {
        let whole = |reason| PatchError { index: None, pointer: String::new(), reason };
        let list = patch.as_array().ok_or_else(|| whole("must be a list of operations"))?;
        if list.len() > MAX_OPERATIONS {
            return Err(whole("has more than 10,000 operations"));
        }
        let operations = list.iter().enumerate().map(|(index, operation)| {
            parse(operation).map_err(|reason| {
                let pointer = operation.get("path").and_then(Value::as_str).unwrap_or_default().to_owned();
                PatchError { index: Some(index), pointer, reason }
            })
        });
        Ok(Patch { operations: operations.collect::<Result<_, _>>()? })
    }

    /// The patched copy of `document`.
    pub(crate) fn apply(&self, document: &Value) -> Result<Value, PatchError> {
        let mut copy = document.clone();
        self.run(&mut copy)?;
        Ok(copy)
    }

    /// Whether this is a single step below the root that cannot fail half-way and brings fewer values than there is `room`.
    pub(crate) fn is_step(&self, room: usize) -> bool {
        let [step] = &self.operations[..] else { return false };
        let brings = match &step.kind {
            Kind::Add(value) | Kind::Replace(value) => weight(value),
            Kind::Remove | Kind::Test(_) => 0,
            Kind::Move(_) | Kind::Copy(_) => return false,
        };
        !step.tokens.is_empty() && brings < room
    }

    /// Patches the document itself, which a failure leaves with the steps before it.
    pub(crate) fn run(&self, document: &mut Value) -> Result<(), PatchError> {
        let mut budget = MAX_COPIED;
        for (index, operation) in self.operations.iter().enumerate() {
            operation.apply(document, &mut budget).map_err(|reason| PatchError {
                index: Some(index),
                pointer: operation.path.clone(),
                reason,
            })?;
        }
        Ok(())
    }
}

impl Operation {
    fn apply(&self, document: &mut Value, budget: &mut usize) -> Result<(), &'static str> {
        let place = &self.tokens[..];
        match &self.kind {
            Kind::Add(value) => add(document, place, value.clone()),
            Kind::Remove => remove(document, place).map(drop),
            Kind::Replace(value) => {
                fits(place, value)?;
                *find_mut(document, place)? = value.clone();
                Ok(())
            }
            Kind::Move(from) => {
                if place.len() > from.tokens.len() && place.starts_with(&from.tokens) {
                    return Err("a value cannot move into itself");
                }
                let value = remove(document, &from.tokens)?;
                add(document, place, value)
            }
            Kind::Copy(from) => {
                let value = find(document, &from.tokens)?;
                *budget = budget.checked_sub(weight(value)).ok_or("the copies are too large")?;
                let value = value.clone();
                add(document, place, value)
            }
            Kind::Test(expected) => {
                if same(find(document, place)?, expected) {
                    Ok(())
                } else {
                    Err("the value there is another one")
                }
            }
        }
    }
}

fn parse(operation: &Value) -> Result<Operation, &'static str> {
    let members = operation.as_object().ok_or("an operation must be an object")?;
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let path = text("path").ok_or("`path` must be a string")?;
    let value = || members.get("value").cloned().ok_or("`value` is missing");
    let from = || -> Result<From, &'static str> {
        let path = text("from").ok_or("`from` must be a string")?;
        Ok(From { path: path.to_owned(), tokens: tokens(path)? })
    };
    let kind = match text("op").ok_or("`op` must be a string")? {
        "add" => Kind::Add(value()?),
        "remove" => Kind::Remove,
        "replace" => Kind::Replace(value()?),
        "move" => Kind::Move(from()?),
        "copy" => Kind::Copy(from()?),
        "test" => Kind::Test(value()?),
        _ => return Err("no such operation"),
    };
    Ok(Operation { kind, path: path.to_owned(), tokens: tokens(path)? })
}

/// The decoded keys of a JSON pointer (RFC 6901). No key may name an object prototype.
pub(crate) fn tokens(pointer: &str) -> Result<Vec<String>, &'static str> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let keys = pointer.strip_prefix('/').ok_or("a pointer starts with a slash")?;
    let tokens = keys.split('/').map(token).collect::<Result<Vec<_>, _>>()?;
    if tokens.len() > MAX_DEPTH { Err("the pointer is too deep") } else { Ok(tokens) }
}

/// Whether JavaScript would take the key for something else than a member of the object.
pub(crate) fn is_of_prototypes(key: &str) -> bool {
    matches!(key, "__proto__" | "constructor" | "prototype")
}

fn token(segment: &str) -> Result<String, &'static str> {
    let mut parts = segment.split('~');
    let mut key = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (escaped, rest) = match part.as_bytes().first() {
            Some(b'0') => ('~', &part[1..]),
            Some(b'1') => ('/', &part[1..]),
            _ => return Err("`~` must be followed by 0 or 1"),
        };
        key.push(escaped);
        key.push_str(rest);
    }
    if is_of_prototypes(&key) {
        return Err("a pointer through an object prototype");
    }
    Ok(key)
}

/// What stands at the place that the keys name.
pub(crate) fn find<'a>(document: &'a Value, tokens: &[String]) -> Result<&'a Value, &'static str> {
    tokens.iter().try_fold(document, |value, token| match value {
        Value::Object(members) => members.get(token).ok_or("nothing stands there"),
        Value::Array(elements) => elements.get(index(token)?).ok_or("nothing stands there"),
        _ => Err("nothing stands there"),
    })
}

fn find_mut<'a>(document: &'a mut Value, tokens: &[String]) -> Result<&'a mut Value, &'static str> {
    tokens.iter().try_fold(document, |value, token| match value {
        Value::Object(members) => members.get_mut(token).ok_or("nothing stands there"),
        Value::Array(elements) => elements.get_mut(index(token)?).ok_or("nothing stands there"),
        _ => Err("nothing stands there"),
    })
}

fn add(document: &mut Value, place: &[String], value: Value) -> Result<(), &'static str> {
    fits(place, &value)?;
    let Some((last, parents)) = place.split_last() else {
        *document = value;
        return Ok(());
    };
    match find_mut(document, parents).map_err(|_| "its parent does not exist")? {
        Value::Object(members) => {
            members.insert(last.clone(), value);
            Ok(())
        }
        Value::Array(elements) => {
            let at = if last == "-" { elements.len() } else { index(last)? };
            if at > elements.len() {
                return Err("the index is beyond the end");
            }
            elements.insert(at, value);
            Ok(())
        }
        _ => Err("its parent is no list and no object"),
    }
}

fn remove(document: &mut Value, place: &[String]) -> Result<Value, &'static str> {
    let Some((last, parents)) = place.split_last() else {
        return Ok(document.take());
    };
    match find_mut(document, parents)? {
        Value::Object(members) => members.shift_remove(last).ok_or("nothing stands there"),
        Value::Array(elements) => {
            let at = index(last)?;
            if at < elements.len() { Ok(elements.remove(at)) } else { Err("nothing stands there") }
        }
        _ => Err("nothing stands there"),
    }
}

/// A list index as RFC 6901 writes it.
fn index(token: &str) -> Result<usize, &'static str> {
    let canonical = token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { token.parse().map_err(|_| "no list index") } else { Err("no list index") }
}

/// Whether `value` at `place` stays within the depth that everything else can walk.
fn fits(place: &[String], value: &Value) -> Result<(), &'static str> {
    if place.len() + depth(value) > MAX_DEPTH { Err("the document would be too deep") } else { Ok(()) }
}

/// How many containers lie within each other.
pub(crate) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// About how many values this is; long texts count more.
pub(crate) fn weight(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(weight).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(weight).sum::<usize>(),
        Value::String(text) => 1 + text.len() / 64,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn apply(document: &Value, patch: &Value) -> Result<Value, PatchError> {
        Patch::parse(patch)?.apply(document)
    }

    fn check(document: Value, patch: Value, expected: Option<Value>) {
        let before = document.clone();
        let patched = apply(&document, &patch);
        assert_eq!(patched.clone().ok(), expected, "{patch}: {patched:?}");
        assert_eq!(document, before);
    }

    /// One operation on one document.
    fn op(document: Value, operation: Value, expected: Option<Value>) {
        check(document, json!([operation]), expected);
    }

    #[test]
    fn operations_do_as_the_rfc_says() {
        let list = || json!({"l": [1, 2], "o": {"a~/b": 1}});
        for (operation, expected) in [
            (json!({"op": "add", "path": "/l/-", "value": 3}), Some(json!([1, 2, 3]))),
            (json!({"op": "add", "path": "/l/2", "value": 3}), Some(json!([1, 2, 3]))),
            (json!({"op": "add", "path": "/l/0", "value": 0}), Some(json!([0, 1, 2]))),
            (json!({"op": "add", "path": "/l/3", "value": 3}), None),
            (json!({"op": "add", "path": "/l/01", "value": 3}), None),
            (json!({"op": "replace", "path": "/l/01", "value": 3}), None),
            (json!({"op": "add", "path": "/l/+1", "value": 3}), None),
            (json!({"op": "remove", "path": "/l/-"}), None),
            (json!({"op": "replace", "path": "/l/-", "value": 1}), None),
            (json!({"op": "test", "path": "/l/-", "value": 2}), None),
            (json!({"op": "replace", "path": "/l/1", "value": null}), Some(json!([1, null]))),
            (json!({"op": "remove", "path": "/l/0"}), Some(json!([2]))),
            (json!({"op": "remove", "path": "/l/2"}), None),
            (json!({"op": "move", "from": "/l/0", "path": "/l/1"}), Some(json!([2, 1]))),
            (json!({"op": "copy", "from": "/l/0", "path": "/l/-"}), Some(json!([1, 2, 1]))),
            (json!({"op": "copy", "from": "/o/a~0~1b", "path": "/l/0"}), Some(json!([1, 1, 2]))),
            (json!({"op": "copy", "from": "/o/x", "path": "/l/0"}), None),
            (json!({"op": "move", "from": "/x", "path": "/l/0"}), None),
            (json!({"op": "replace", "path": "/x", "value": 1}), None),
            (json!({"op": "remove", "path": "/x"}), None),
            (json!({"op": "test", "path": "/x", "value": null}), None),
            (json!({"op": "add", "path": "/x/y", "value": 1}), None),
            (json!({"op": "add", "path": "/l/0/y", "value": 1}), None),
            (json!({"op": "add", "path": "l/0", "value": 1}), None),
            (json!({"op": "move", "from": "/o", "path": "/o/inner"}), None),
            (json!({"op": "add", "path": "/l/-"}), None),
            (json!({"op": "_get", "path": "/l"}), None),
            (json!({"path": "/l"}), None),
            (json!({"op": "remove"}), None),
            (json!("remove"), None),
            (json!({"op": "remove", "path": "/o/a~2"}), None),
            (json!({"op": "remove", "path": "/o/a~"}), None),
            (json!({"op": "add", "path": "/__proto__/x", "value": 1}), None),
            (json!({"op": "add", "path": "/o/constructor", "value": 1}), None),
            (json!({"op": "copy", "from": "/prototype", "path": "/l/-"}), None),
            (json!({"op": "test", "path": "/l", "value": [1.0, 2]}), Some(json!([1, 2]))),
            (json!({"op": "test", "path": "/l", "value": [2, 1]}), None),
            (json!({"op": "remove", "path": "/l/1", "note": "ignored"}), Some(json!([1]))),
        ] {
            let patched = apply(&list(), &json!([operation]));
            assert_eq!(
                patched.clone().ok().map(|mut patched| patched["l"].take()),
                expected,
                "{operation}: {patched:?}"
            );
        }
    }

    #[test]
    fn the_whole_document_can_be_addressed() {
        op(json!({"a": 1}), json!({"op": "add", "path": "", "value": [1]}), Some(json!([1])));
        op(json!({"a": 1}), json!({"op": "replace", "path": "", "value": {}}), Some(json!({})));
        op(json!({"a": 1}), json!({"op": "remove", "path": ""}), Some(Value::Null));
        op(json!({"": 1}), json!({"op": "remove", "path": "/"}), Some(json!({})));
        op(
            json!({"a": 1, "b": 2}),
            json!({"op": "test", "path": "", "value": {"b": 2, "a": 1}}),
            Some(json!({"a": 1, "b": 2})),
        );
    }

    #[test]
    fn one_failing_operation_discards_all() {
        let patch = json!([{"op": "add", "path": "/a", "value": 1}, {"op": "remove", "path": "/none"}]);
        let error = apply(&json!({}), &patch).unwrap_err();
        assert_eq!(error.message(), "Operation 1 at \"/none\": nothing stands there.");
        check(json!({"a": 1}), json!([]), Some(json!({"a": 1})));
        check(json!({"a": 1}), json!({"op": "remove", "path": "/a"}), None);
        assert_eq!(Patch::parse(&json!(1)).unwrap_err().message(), "The patch must be a list of operations.");
    }

    #[test]
    fn growth_is_bounded() {
        let doubling = vec![json!({"op": "copy", "from": "", "path": "/-"}); 64];
        check(json!([1, 2]), doubling.into(), None);
        let nesting = vec![json!({"op": "copy", "from": "", "path": "/a"}); 200];
        check(json!({}), nesting.into(), None);
        let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
        op(json!({}), json!({"op": "add", "path": "/a", "value": deep}), Some(json!({"a": deep})));
        op(json!({"a": {"b": {}}}), json!({"op": "add", "path": format!("/a{}", "/b".repeat(200)), "value": 1}), None);
        check(json!({}), vec![json!({"op": "test", "path": "", "value": {}}); MAX_OPERATIONS + 1].into(), None);
    }
}
