//! Three-way merge of data models: the agent's change wins, an edit survives where the agent changed nothing (lifecycle
//! reference, section 11).

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::data_model::Pointer;
use crate::lifecycle::same;

/// One write that is left to do; `value: None` removes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Write {
    pub(crate) path: Rc<str>,
    pub(crate) value: Option<Value>,
}

/// What the live model must become. `base` is what the agent had said before, `theirs` what it says now, `mine` the live model
/// with the person's edits.
pub(crate) fn merge(base: &Value, theirs: &Value, mine: &Value) -> Value {
    if same(base, theirs) {
        return mine.clone();
    }
    match (theirs, mine) {
        (Value::Object(theirs), Value::Object(mine)) => {
            let empty = Map::new();
            let base = base.as_object().unwrap_or(&empty);
            members(base, theirs, mine)
        }
        (Value::Array(theirs), Value::Array(mine)) => {
            let appended = base.as_array().filter(|base| {
                mine.len() == base.len()
                    && theirs.len() >= base.len()
                    && base.iter().zip(theirs).all(|(base, theirs)| same(base, theirs))
            });
            match appended {
                Some(base) => mine.iter().chain(&theirs[base.len()..]).cloned().collect(),
                None => theirs.clone().into(),
            }
        }
        (theirs, _) => theirs.clone(),
    }
}

fn members(base: &Map<String, Value>, theirs: &Map<String, Value>, mine: &Map<String, Value>) -> Value {
    let mut merged = Map::new();
    for (key, mine) in mine {
        match (base.get(key), theirs.get(key)) {
            (Some(base), Some(theirs)) => merged.insert(key.clone(), merge(base, theirs, mine)),
            (None, Some(theirs)) => merged.insert(key.clone(), merge(&Value::Null, theirs, mine)),
            // Keys the agent dropped go; keys it never had are the person's.
            (Some(_), None) => None,
            (None, None) => merged.insert(key.clone(), mine.clone()),
        };
    }
    for (key, theirs) in theirs.iter().filter(|(key, _)| !mine.contains_key(*key)) {
        // A key that the person's side took away stays away while the agent says nothing new about it.
        if !base.get(key).is_some_and(|base| same(base, theirs)) {
            merged.insert(key.clone(), theirs.clone());
        }
    }
    merged.into()
}

/// The fewest writes that turn `from` into `to`, none larger than it must be.
pub(crate) fn writes(from: &Value, to: &Value) -> Vec<Write> {
    let mut writes = Vec::new();
    difference(from, to, &Pointer::root(), &mut writes);
    writes
}

fn difference(from: &Value, to: &Value, at: &Pointer, writes: &mut Vec<Write>) {
    if from == to {
        return;
    }
    match (from, to) {
        (Value::Object(before), Value::Object(after))
            if before.keys().chain(after.keys()).all(|key| is_addressable(key)) =>
        {
            for key in before.keys().filter(|key| !after.contains_key(*key)) {
                writes.push(Write { path: at.member(key).as_str().into(), value: None });
            }
            for (key, to) in after {
                let place = at.member(key);
                match before.get(key) {
                    Some(from) => difference(from, to, &place, writes),
                    None => writes.push(Write { path: place.as_str().into(), value: Some(to.clone()) }),
                }
            }
        }
        // A list that got shorter is written whole: taking an element away would leave a hole.
        (Value::Array(before), Value::Array(after)) if before.len() <= after.len() => {
            for (index, to) in after.iter().enumerate() {
                let place = at.element(index);
                match before.get(index) {
                    Some(from) => difference(from, to, &place, writes),
                    None => writes.push(Write { path: place.as_str().into(), value: Some(to.clone()) }),
                }
            }
        }
        _ => writes.push(Write { path: at.as_str().into(), value: Some(to.clone()) }),
    }
}

/// Whether a data model path can name this key; otherwise the object around it is written whole.
fn is_addressable(key: &str) -> bool {
    !key.is_empty() && Pointer::root().join(&["/", key].concat()).is_ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::data_model::DataModel;

    fn check(base: Value, theirs: Value, mine: Value, expected: Value) {
        assert_eq!(merge(&base, &theirs, &mine), expected, "base {base} theirs {theirs} mine {mine}");
    }

    #[test]
    fn an_edit_survives_where_the_agent_changed_nothing() {
        check(json!({"a": 1, "b": 1}), json!({"a": 1, "b": 2}), json!({"a": 9, "b": 1}), json!({"a": 9, "b": 2}));
        check(json!({"a": 1}), json!({"a": 2}), json!({"a": 9}), json!({"a": 2}));
        check(
            json!({"a": {"x": 1}}),
            json!({"a": {"x": 1}, "b": 1}),
            json!({"a": {"x": 5}}),
            json!({"a": {"x": 5}, "b": 1}),
        );
        check(json!({}), json!({"a": {"x": 1}}), json!({"a": {"y": 5}}), json!({"a": {"y": 5, "x": 1}}));
        check(json!({"a": 1, "b": 2}), json!({"b": 3}), json!({"a": 1, "b": 2, "mine": 7}), json!({"b": 3, "mine": 7}));
        check(json!({"a": 1}), json!({"a": 1, "b": 1}), json!({}), json!({"b": 1}));
        check(json!(null), json!({"a": 1}), json!("text"), json!({"a": 1}));
        check(json!({"a": null}), json!({"a": null, "b": 0}), json!({"a": 1}), json!({"a": 1, "b": 0}));
    }

    #[test]
    fn lists_keep_edits_only_when_they_grow() {
        check(json!([1, 2]), json!([1, 2, 3]), json!([9, 2]), json!([9, 2, 3]));
        check(json!([1, 2]), json!([1, 2]), json!([9, 2]), json!([9, 2]));
        check(json!([1, 2]), json!([2, 1]), json!([9, 2]), json!([2, 1]));
        check(json!([1, 2]), json!([1, 2, 3]), json!([1, 2, 7]), json!([1, 2, 3]));
        check(json!([1, 2]), json!([1]), json!([1, 2]), json!([1]));
        check(json!([]), json!([{"n": 1}]), json!([]), json!([{"n": 1}]));
    }

    #[test]
    fn writes_lead_from_one_model_to_the_other() {
        for (from, to, paths) in [
            (json!({"a": 1}), json!({"a": 1}), vec![]),
            (json!({"a": 1, "b": 1}), json!({"a": 2, "c": {"d": 1}}), vec!["/b", "/a", "/c"]),
            (json!({"l": [{"n": 1}, 2]}), json!({"l": [{"n": 2}, 2, 3]}), vec!["/l/0/n", "/l/2"]),
            (json!({"l": [1, 2]}), json!({"l": [1]}), vec!["/l"]),
            (json!({"a/b~": 1}), json!({"a/b~": 2}), vec!["/a~1b~0"]),
            (json!({"o": {"": 1}}), json!({"o": {"": 2}}), vec!["/o"]),
            (json!({"o": {"..": 1}}), json!({"o": {"x": 2}}), vec!["/o"]),
            (json!({"o": {"__proto__": 1}}), json!({"o": {}}), vec!["/o"]),
            (json!({"a": 1}), json!([1]), vec![""]),
        ] {
            let writes = writes(&from, &to);
            assert_eq!(writes.iter().map(|write| &*write.path).collect::<Vec<_>>(), paths, "{from} {to}");
            let mut model = DataModel::default();
            model.set(&Pointer::root(), from).unwrap();
            for write in writes {
                let place = Pointer::parse(&write.path).unwrap();
                match write.value {
                    Some(value) => model.set(&place, value).unwrap(),
                    None => model.remove(&place).unwrap(),
                };
            }
            assert_eq!(model.value(), &to);
        }
    }
}
