//! The document itself: reads, writes and removals by address (protocol reference, section 7.2).

use serde_json::{Map, Value};

use super::Pointer;

/// The JSON document a surface's components are bound to.
#[derive(Clone, Debug, PartialEq)]
pub struct DataModel {
    root: Value,
}

/// What a write did: where, and what stood there before.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) path: Pointer,
    pub(crate) old: Option<Value>,
}

/// Why a write changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ModelError {
    /// A text, number or boolean stands in the way at this place.
    NotAContainer(Pointer),
    /// A list was addressed by something that is no index.
    NotAnIndex(Pointer),
    /// The index is above [`MAX_INDEX`].
    IndexTooLarge(Pointer),
}

/// Lists are never grown beyond this by a single write.
pub(crate) const MAX_INDEX: usize = 100_000;

impl Default for DataModel {
    fn default() -> Self {
        DataModel { root: Value::Object(Map::new()) }
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
    pub(crate) fn set(&mut self, path: &Pointer, value: Value) -> Result<Written, ModelError> {
        todo!()
    }

    /// Takes away what stands at `path`: a key goes, a list element becomes null, the root becomes an empty object.
    pub(crate) fn remove(&mut self, path: &Pointer) -> Result<Written, ModelError> {
        todo!()
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

/// A list index as RFC 6901 writes it: no sign, no leading zero.
pub(crate) fn index(token: &str) -> Option<usize> {
    let canonical = token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { token.parse().ok() } else { None }
}
