//! The document itself: reads, writes and removals by address (protocol reference, section 7.2).

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Pointer;
use super::pointer::tokens;

/// The JSON document a surface's components are bound to.
#[derive(Clone, Debug)]
pub struct DataModel {
    root: Value,
    /// How many nulls writes have filled lists up with since the root was last written.
    padding: usize,
}

impl PartialEq for DataModel {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root
    }
}

/// What a write did: where, and what stood there before.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) old: Option<Value>,
}

/// Why a write changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ModelError {
    /// A text, number or boolean stands in the way at this place.
    NotAContainer(Pointer),
    /// A list was addressed by something that is no index.
    NotAnIndex(Pointer),
    /// The index is above [`MAX_INDEX`], or too many far ones were written.
    IndexTooLarge(Pointer),
    /// The address has more than [`MAX_DEPTH`] segments.
    TooDeep(Pointer),
}

/// Lists are never grown beyond this by a single write.
pub(crate) const MAX_INDEX: usize = 100_000;

/// One write fills lists up with no more nulls than [`MAX_INDEX`], and all writes to a model together with no more than
/// these: a few bytes of an agent's must not take megabytes of the page's.
pub(crate) const MAX_PADDING: usize = 10 * MAX_INDEX;

/// Addresses longer than this are refused: every container a write makes is walked recursively when it is dropped.
pub(crate) const MAX_DEPTH: usize = 100;

impl Default for DataModel {
    fn default() -> Self {
        DataModel { root: Value::Object(Map::new()), padding: 0 }
    }
}

impl DataModel {
    /// The whole document.
    pub fn value(&self) -> &Value {
        &self.root
    }

    /// What stands at `path`, or nothing.
    pub fn get(&self, path: &Pointer) -> Option<&Value> {
        path.tokens().try_fold(&self.root, |value, token| member(value, &token))
    }

    /// Puts `value` at `path`, making the containers on the way.
    ///
    /// A failed write changes nothing. Null is a value like any other, except at the root, which is never null.
    pub(crate) fn set(&mut self, path: &Pointer, value: Value) -> Result<Written, ModelError> {
        let tokens: Vec<Cow<'_, str>> = path.tokens().collect();
        if tokens.len() > MAX_DEPTH {
            return Err(ModelError::TooDeep(path.clone()));
        }
        let done = |old| Ok(Written { old });
        if tokens.is_empty() {
            self.padding = 0;
        }
        let value = if tokens.is_empty() && value.is_null() { Value::Object(Map::new()) } else { value };
        let mut room = MAX_INDEX.min(MAX_PADDING - self.padding);
        let most = room;
        let mut here = &mut self.root;
        for (depth, token) in tokens.iter().enumerate() {
            let rest = &tokens[depth + 1..];
            match here {
                Value::Object(members) => {
                    // Looked up twice on the way down: a single lookup would hold the borrow over the insertion.
                    if !members.contains_key(token.as_ref()) {
                        let made = wrap(rest, value, path, &mut room)?;
                        members.insert(token.to_string(), made);
                        self.padding += most - room;
                        return done(None);
                    }
                    here = &mut members[token.as_ref()];
                }
                Value::Array(elements) => {
                    let index = list_index(token, path)?;
                    if index >= elements.len() {
                        pad(index - elements.len(), path, &mut room)?;
                        let made = wrap(rest, value, path, &mut room)?;
                        elements.resize(index, Value::Null);
                        elements.push(made);
                        self.padding += most - room;
                        return done(None);
                    }
                    here = &mut elements[index];
                }
                Value::Null => {
                    *here = wrap(&tokens[depth..], value, path, &mut room)?;
                    self.padding += most - room;
                    return done(None);
                }
                _ => return Err(ModelError::NotAContainer(ancestor(path, rest.len() + 1))),
            }
        }
        let old = std::mem::replace(here, value);
        done(Some(old))
    }

    /// Takes away what stands at `path`: a key goes, a list element becomes null, the root becomes an empty object.
    ///
    /// Where nothing stands, nothing happens.
    pub(crate) fn remove(&mut self, path: &Pointer) -> Result<Written, ModelError> {
        let tokens: Vec<Cow<'_, str>> = path.tokens().collect();
        let Some((last, parents)) = tokens.split_last() else {
            return self.set(path, Value::Null);
        };
        let mut here = Some(&mut self.root);
        for token in parents {
            here = here.and_then(|value| member_mut(value, token));
        }
        let old = match here {
            // Not `remove`, which would move the last member into the gap.
            Some(Value::Object(members)) => members.shift_remove(last.as_ref()),
            Some(Value::Array(elements)) => {
                let index = list_index(last, path)?;
                elements.get_mut(index).map(Value::take)
            }
            _ => None,
        };
        Ok(Written { old })
    }
}

/// The member of `value` that `token` names: own keys of objects, canonical indices of lists.
pub(crate) fn member<'a>(value: &'a Value, token: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members.get(token),
        Value::Array(elements) => elements.get(index(token)?),
        _ => None,
    }
}

/// What stands in `value` at the remainder of an address, as [`Pointer::below`] answers it: `""` or `/a/b`.
pub(crate) fn at_rest<'a>(value: &'a Value, rest: &str) -> Option<&'a Value> {
    tokens(rest).try_fold(value, |value, token| member(value, &token))
}

fn member_mut<'a>(value: &'a mut Value, token: &str) -> Option<&'a mut Value> {
    match value {
        Value::Object(members) => members.get_mut(token),
        Value::Array(elements) => elements.get_mut(index(token)?),
        _ => None,
    }
}

/// A list index as RFC 6901 writes it: no sign, no leading zero.
pub(crate) fn index(token: &str) -> Option<usize> {
    if is_canonical(token) { token.parse().ok() } else { None }
}

fn is_canonical(token: &str) -> bool {
    token == "0" || (!token.is_empty() && !token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()))
}

/// An index that may be written to.
fn list_index(token: &str, path: &Pointer) -> Result<usize, ModelError> {
    if !is_canonical(token) {
        return Err(ModelError::NotAnIndex(path.clone()));
    }
    token.parse().ok().filter(|index| *index <= MAX_INDEX).ok_or_else(|| ModelError::IndexTooLarge(path.clone()))
}

/// `value` inside the containers that `tokens` ask for: a list where the token is an index, an object elsewhere.
fn wrap(tokens: &[Cow<'_, str>], value: Value, path: &Pointer, room: &mut usize) -> Result<Value, ModelError> {
    tokens.iter().rev().try_fold(value, |inner, token| {
        if is_canonical(token) {
            let index = list_index(token, path)?;
            pad(index, path, room)?;
            let mut elements = vec![Value::Null; index];
            elements.push(inner);
            Ok(Value::Array(elements))
        } else {
            let mut members = Map::new();
            members.insert(token.to_string(), inner);
            Ok(Value::Object(members))
        }
    })
}

/// Takes the room that so many nulls need, if it is there.
fn pad(count: usize, path: &Pointer, room: &mut usize) -> Result<(), ModelError> {
    *room = room.checked_sub(count).ok_or_else(|| ModelError::IndexTooLarge(path.clone()))?;
    Ok(())
}

/// The place `levels` above `path`.
fn ancestor(path: &Pointer, levels: usize) -> Pointer {
    (0..levels).fold(path.clone(), |place, _| place.parent().unwrap_or_else(Pointer::root))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fixtures::{self, Suite};

    fn model(value: Value) -> DataModel {
        DataModel { root: value, padding: 0 }
    }

    fn at(path: &str) -> Pointer {
        Pointer::parse(path).unwrap()
    }

    #[test]
    fn a_write_answers_with_what_stood_there() {
        let mut data = model(json!({"a": {"b": 1}, "n": null}));

        assert_eq!(data.set(&at("/a/b"), json!(2)).unwrap().old, Some(json!(1)));
        assert_eq!(data.set(&at("/a/c"), json!(3)).unwrap().old, None);
        assert_eq!(data.set(&at("/n/0/x"), json!(4)).unwrap().old, None);
        assert_eq!(data.remove(&at("/a/b")).unwrap().old, Some(json!(2)));
        assert_eq!(data.remove(&at("/a/b")).unwrap().old, None);
        assert_eq!(*data.value(), json!({"a": {"c": 3}, "n": [{"x": 4}]}));
    }

    #[test]
    fn far_indices_fill_a_model_up_only_so_far() {
        let mut data = DataModel::default();
        let far: Vec<Pointer> = (0..12).map(|list| at(&format!("/l{list}/100000"))).collect();
        let refused = far.iter().filter(|path| data.set(path, json!(1)).is_err()).count();
        assert_eq!(refused, 2);
        data.set(&at("/l0/0"), json!("filled")).unwrap();
        data.set(&at("/short/1"), json!(1)).unwrap_err();

        data.set(&Pointer::root(), json!({})).unwrap();
        data.set(&far[0], json!(1)).unwrap();
    }

    #[test]
    fn a_failed_write_changes_nothing_and_says_where() {
        let start = json!({"text": "t", "list": [1], "deep": {"x": {}}});
        let cases = [
            ("/text/a/b", ModelError::NotAContainer(at("/text"))),
            ("/list/0/k", ModelError::NotAContainer(at("/list/0"))),
            ("/list/-", ModelError::NotAnIndex(at("/list/-"))),
            ("/list/01", ModelError::NotAnIndex(at("/list/01"))),
            ("/list/100001", ModelError::IndexTooLarge(at("/list/100001"))),
            ("/deep/x/y/z/100001/a", ModelError::IndexTooLarge(at("/deep/x/y/z/100001/a"))),
            ("/new/99999999999999999999999", ModelError::IndexTooLarge(at("/new/99999999999999999999999"))),
            ("/new/60000/60000", ModelError::IndexTooLarge(at("/new/60000/60000"))),
            ("/list/60000/60000", ModelError::IndexTooLarge(at("/list/60000/60000"))),
        ];
        for (path, error) in cases {
            let mut data = model(start.clone());
            assert_eq!(data.set(&at(path), json!(1)).unwrap_err(), error);
            assert_eq!(*data.value(), start, "{path}");
        }
    }

    #[test]
    fn an_address_deeper_than_the_cap_is_refused() {
        let mut data = DataModel::default();
        let path = at(&"/a".repeat(MAX_DEPTH + 1));

        assert_eq!(data.set(&path, json!(1)).unwrap_err(), ModelError::TooDeep(path));
        assert!(data.set(&at(&"/a".repeat(MAX_DEPTH)), json!(1)).is_ok());
    }

    #[test]
    fn the_remainder_of_an_address_reads_inside_a_value() {
        let value = json!({"a/b": [{"c": 1}], "n": null});
        let cases = [
            ("", Some(&value)),
            ("/a~1b/0/c", Some(&value["a/b"][0]["c"])),
            ("/n", Some(&Value::Null)),
            ("/a~1b/1", None),
        ];
        for (rest, found) in cases {
            assert_eq!(at_rest(&value, rest), found, "{rest}");
        }
    }

    #[test]
    fn removing_keeps_the_order_of_what_stays() {
        let mut data = model(json!({"a": 1, "b": 2, "c": 3, "d": 4}));
        data.remove(&at("/b")).unwrap();

        let keys: Vec<_> = data.value().as_object().unwrap().keys().collect();
        assert_eq!(keys, ["a", "c", "d"]);
    }

    #[test]
    fn removing_below_nothing_or_text_creates_nothing() {
        let mut data = model(json!({"t": "x", "l": [1]}));
        for path in ["/none/a", "/t/a", "/l/7", "/l/0/a"] {
            assert_eq!(data.remove(&at(path)).unwrap().old, None);
        }
        assert_eq!(*data.value(), json!({"t": "x", "l": [1]}));
        assert_eq!(data.remove(&at("/l/x")).unwrap_err(), ModelError::NotAnIndex(at("/l/x")));
    }

    #[test]
    fn a_list_grows_up_to_the_cap() {
        let mut data = DataModel::default();
        data.set(&at("/l/100000"), json!(1)).unwrap();

        assert_eq!(data.get(&at("/l")).and_then(Value::as_array).map(Vec::len), Some(MAX_INDEX + 1));
    }

    /// Applies what a message says: no value, or null, removes.
    fn update(data: &mut DataModel, update: &Value) -> Result<(), String> {
        let path = Pointer::parse(update["path"].as_str().unwrap()).map_err(|error| format!("{error:?}"))?;
        let written = match update.get("value") {
            None | Some(Value::Null) => data.remove(&path),
            Some(value) => data.set(&path, value.clone()),
        };
        written.map(|_| ()).map_err(|error| format!("{error:?}"))
    }

    #[test]
    fn updates_leave_what_the_references_left() {
        for (name, fixture) in [
            ("data_model/observed", "data_model/observed.json"),
            ("data_model/conformance", "data_model/conformance.json"),
        ] {
            let mut suite = Suite::new(name);
            for row in fixtures::read(fixture).as_array().unwrap() {
                let mut data = row.get("start").cloned().map_or_else(DataModel::default, model);
                let updates = row["updates"].as_array().unwrap();
                let failed = updates.iter().filter(|next| update(&mut data, next).is_err()).count();
                let right = match row.get("grows") {
                    Some(length) => {
                        data.value()["k"].as_array().map(Vec::len) == length.as_u64().map(|length| length as usize)
                    }
                    None => *data.value() == row["model"],
                };
                let passed = right && failed == usize::from(row["fails"] == true);
                suite.case(passed, || format!("{row}: {} with {failed} failures", data.value()));
            }
            suite.finish();
        }
    }
}
