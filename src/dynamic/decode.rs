//! JSON in a dynamic position → [`Dynamic`].

use std::rc::Rc;

use serde_json::{Map, Value};

use super::{Call, Dynamic};
use crate::CatalogId;

/// How bindings and calls are spelled on the wire (protocol reference, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum WireForm {
    /// `{"path": …}` and `{"call": …}`: v0.9 and the v1.0 candidate.
    #[default]
    Bare,
    /// `{"@path": …}`, `{"@call": …}` and `@@` as the escape for a literal `@`: v1.0 as published last.
    At,
}

/// Why a value has no sensible reading, with the JSON pointer below the value where that shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DecodeError {
    /// `INVALID_RESERVED_KEY` or `VALIDATION_FAILED`.
    pub(crate) code: &'static str,
    pub(crate) path: String,
    pub(crate) message: String,
}

/// Lists, objects and arguments inside each other, where they are walked.
const MAX_DEPTH: usize = 64;

/// Which objects inside a literal are looked at.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Top,
    Everywhere,
}

impl Dynamic {
    /// Reads a property value: only a binding or call at the top is dynamic, everything deeper in a literal is data.
    /// List elements count as top (protocol reference, section 9: array ⇒ resolve each element).
    ///
    /// In the `@` form a literal key can never look like a binding, so there every depth counts.
    pub(crate) fn decode(value: &Value, form: WireForm) -> Result<Dynamic, DecodeError> {
        let reach = if form == WireForm::At { Reach::Everywhere } else { Reach::Top };
        decode(value, form, reach, 0)
    }

    /// Reads a function argument or an action context entry: bindings and calls count at every depth.
    pub(crate) fn decode_deep(value: &Value, form: WireForm) -> Result<Dynamic, DecodeError> {
        decode(value, form, Reach::Everywhere, 0)
    }
}

impl Call {
    /// Reads `{"call", "args"?, "catalogId"?}` (or the `@` form): the value of an action's `functionCall`.
    pub(crate) fn decode(value: &Value, form: WireForm) -> Result<Rc<Call>, DecodeError> {
        let key = form.call_key();
        match value.as_object().and_then(|members| Some((members, members.get(key)?.as_str()?))) {
            Some((members, function)) => decode_call(members, function, form, 0),
            None => {
                Err(DecodeError::invalid("", ["A function call is an object with a text under `", key, "`."].concat()))
            }
        }
    }
}

impl WireForm {
    pub(crate) fn path_key(self) -> &'static str {
        match self {
            WireForm::Bare => "path",
            WireForm::At => "@path",
        }
    }

    pub(crate) fn call_key(self) -> &'static str {
        match self {
            WireForm::Bare => "call",
            WireForm::At => "@call",
        }
    }
}

impl DecodeError {
    pub(crate) fn invalid(path: &str, message: impl Into<String>) -> Self {
        DecodeError { code: "VALIDATION_FAILED", path: path.into(), message: message.into() }
    }

    /// The error as seen from the value that has this one under `key`.
    pub(crate) fn under(mut self, key: &str) -> Self {
        let key = key.replace('~', "~0").replace('/', "~1");
        self.path = ["/", &key, &self.path].concat();
        self
    }
}

fn decode(value: &Value, form: WireForm, reach: Reach, depth: usize) -> Result<Dynamic, DecodeError> {
    if depth > MAX_DEPTH {
        return Err(DecodeError::invalid("", "Values are nested too deeply here."));
    }
    match value {
        Value::Array(elements) => {
            let mut decoded = Vec::with_capacity(elements.len());
            for (position, element) in elements.iter().enumerate() {
                let element = decode(element, form, reach, depth + 1);
                decoded.push(element.map_err(|error| error.under(&position.to_string()))?);
            }
            Ok(list(decoded))
        }
        Value::Object(members) => match as_dynamic(members, form, depth)? {
            Some(dynamic) => Ok(dynamic),
            None if reach == Reach::Everywhere => object(members, form, depth),
            None => Ok(Dynamic::Literal(value.clone())),
        },
        _ => Ok(Dynamic::Literal(value.clone())),
    }
}

/// The binding or call that an object is, if it is one.
fn as_dynamic(members: &Map<String, Value>, form: WireForm, depth: usize) -> Result<Option<Dynamic>, DecodeError> {
    let (path, call) = (members.get(form.path_key()), members.get(form.call_key()));
    match (form, path, call) {
        (WireForm::Bare, Some(Value::String(path)), _) if members.len() == 1 => {
            Ok(Some(Dynamic::Binding(path.as_str().into())))
        }
        (WireForm::Bare, _, Some(Value::String(call)))
            if members.keys().all(|key| matches!(key.as_str(), "call" | "args" | "catalogId" | "returnType")) =>
        {
            Ok(Some(Dynamic::Call(decode_call(members, call, form, depth)?)))
        }
        (WireForm::Bare, ..) => Ok(None),
        (WireForm::At, Some(Value::String(path)), _) => Ok(Some(Dynamic::Binding(path.as_str().into()))),
        (WireForm::At, Some(_), _) => Err(DecodeError::invalid("/@path", "A path is a text.")),
        (WireForm::At, None, Some(Value::String(call))) => {
            Ok(Some(Dynamic::Call(decode_call(members, call, form, depth)?)))
        }
        (WireForm::At, None, Some(_)) => Err(DecodeError::invalid("/@call", "A function name is a text.")),
        (WireForm::At, None, None) => Ok(None),
    }
}

fn decode_call(
    members: &Map<String, Value>,
    function: &str,
    form: WireForm,
    depth: usize,
) -> Result<Rc<Call>, DecodeError> {
    let catalog = match members.get("catalogId") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(CatalogId::from(id.as_str())),
        Some(_) => return Err(DecodeError::invalid("/catalogId", "A catalog id is a text.")),
    };
    let mut args = Vec::new();
    match members.get("args") {
        None | Some(Value::Null) => {}
        Some(Value::Object(given)) => {
            args.reserve(given.len());
            for (name, value) in given {
                let value = decode(value, form, Reach::Everywhere, depth + 1);
                args.push((Rc::from(name.as_str()), value.map_err(|error| error.under(name).under("args"))?));
            }
        }
        Some(_) => return Err(DecodeError::invalid("/args", "Arguments are an object of named values.")),
    }
    Ok(Rc::new(Call { function: function.into(), args, catalog }))
}

/// A list is literal when all of it is.
fn list(elements: Vec<Dynamic>) -> Dynamic {
    if elements.iter().all(|element| matches!(element, Dynamic::Literal(_))) {
        Dynamic::Literal(elements.into_iter().filter_map(literal).collect())
    } else {
        Dynamic::List(elements.into())
    }
}

/// An object that is no binding or call itself, but may have some inside.
fn object(members: &Map<String, Value>, form: WireForm, depth: usize) -> Result<Dynamic, DecodeError> {
    let mut decoded = Vec::with_capacity(members.len());
    for (key, value) in members {
        let name = match form {
            WireForm::At => unescape(key).map_err(|error| error.under(key))?,
            WireForm::Bare => key,
        };
        let value = decode(value, form, Reach::Everywhere, depth + 1).map_err(|error| error.under(key))?;
        decoded.push((name, value));
    }
    if decoded.iter().all(|(_, value)| matches!(value, Dynamic::Literal(_))) {
        let members = decoded.into_iter().filter_map(|(name, value)| Some((name.to_owned(), literal(value)?)));
        Ok(Dynamic::Literal(Value::Object(members.collect())))
    } else {
        Ok(Dynamic::Object(decoded.into_iter().map(|(name, value)| (name.into(), value)).collect()))
    }
}

fn literal(dynamic: Dynamic) -> Option<Value> {
    match dynamic {
        Dynamic::Literal(value) => Some(value),
        _ => None,
    }
}

/// A key without its escape; a single `@` is kept for the protocol.
fn unescape(key: &str) -> Result<&str, DecodeError> {
    match key.strip_prefix('@') {
        Some(rest) if rest.starts_with('@') => Ok(rest),
        Some(_) => Err(DecodeError {
            code: "INVALID_RESERVED_KEY",
            path: String::new(),
            message: ["The key `", key, "` is reserved; write `@", key, "` for the literal key."].concat(),
        }),
        None => Ok(key),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fixtures::{self, Suite};

    fn binding(path: &str) -> Dynamic {
        Dynamic::Binding(path.into())
    }

    fn call(function: &str, args: Vec<(Rc<str>, Dynamic)>) -> Dynamic {
        Dynamic::Call(Rc::new(Call { function: function.into(), args, catalog: None }))
    }

    #[test]
    fn the_bare_form_takes_exactly_a_path_or_a_call() {
        let literals = [
            json!("${/a}"),
            json!(null),
            json!({"path": 5}),
            json!({"path": "/a", "extra": 1}),
            json!({"call": "f", "path": "/a"}),
            json!({"call": "f", "message": "m"}),
            json!({"@path": "/a"}),
            json!({"deeper": {"path": "/a"}}),
            json!([1, {"deeper": {"path": "/a"}}]),
        ];
        for value in literals {
            assert_eq!(Dynamic::decode(&value, WireForm::Bare), Ok(Dynamic::Literal(value.clone())));
        }
        let cases = [
            (json!({"path": "/a"}), binding("/a")),
            (json!({"path": ""}), binding("")),
            (json!({"call": "f", "returnType": "any"}), call("f", vec![])),
            (json!({"call": "f", "args": null}), call("f", vec![])),
            (json!([1, {"path": "a"}]), Dynamic::List([Dynamic::Literal(json!(1)), binding("a")].into())),
        ];
        for (value, dynamic) in cases {
            assert_eq!(Dynamic::decode(&value, WireForm::Bare), Ok(dynamic));
        }
    }

    #[test]
    fn arguments_and_contexts_are_dynamic_at_every_depth() {
        let deep = json!({"a": [{"b": {"path": "/x"}}]});
        let inner = Dynamic::Object([("b".into(), binding("/x"))].into());
        let decoded = Dynamic::Object([("a".into(), Dynamic::List([inner].into()))].into());

        assert_eq!(Dynamic::decode_deep(&deep, WireForm::Bare), Ok(decoded.clone()));
        let value = json!({"call": "f", "args": {"v": deep}});
        assert_eq!(Dynamic::decode(&value, WireForm::Bare), Ok(call("f", vec![("v".into(), decoded)])));
    }

    #[test]
    fn the_at_form_reserves_and_escapes_keys() {
        let literals = [
            (json!({"path": "/var/log", "call": "audit"}), json!({"path": "/var/log", "call": "audit"})),
            (json!({"@@path": "/s", "@@type": "R"}), json!({"@path": "/s", "@type": "R"})),
            (json!({"@@": 1, "a": [{"@@@b": "@@c"}]}), json!({"@": 1, "a": [{"@@b": "@@c"}]})),
        ];
        for (value, literal) in literals {
            assert_eq!(Dynamic::decode(&value, WireForm::At), Ok(Dynamic::Literal(literal)));
        }
        assert_eq!(Dynamic::decode(&json!({"@path": "/a", "extra": 1}), WireForm::At), Ok(binding("/a")));
        assert_eq!(Dynamic::decode(&json!({"@call": "f"}), WireForm::At), Ok(call("f", vec![])));
    }

    #[test]
    fn reserved_keys_pass_the_conformance_suite() {
        let mut suite = Suite::new("dynamic/reserved_keys");
        for row in fixtures::read("dynamic/reserved_keys.json").as_array().unwrap() {
            let decoded = Dynamic::decode(&row["value"], WireForm::At);
            let passed = match (&decoded, row.get("is")) {
                (Err(_), _) => row["valid"] == false,
                (Ok(Dynamic::Literal(value)), Some(expected)) => value == expected,
                (Ok(dynamic), None) => row["valid"] == true && !matches!(dynamic, Dynamic::Literal(_)),
                _ => false,
            };
            suite.case(passed, || format!("{row}: {decoded:?}"));
        }
        suite.finish();
    }

    #[test]
    fn what_has_no_reading_is_refused_with_its_place() {
        let cases = [
            (json!({"@if": true}), "INVALID_RESERVED_KEY", "/@if"),
            (json!({"@": 1}), "INVALID_RESERVED_KEY", "/@"),
            (json!([{"a/b": {"@x": 1}}]), "INVALID_RESERVED_KEY", "/0/a~1b/@x"),
            (json!({"@path": 5}), "VALIDATION_FAILED", "/@path"),
            (json!({"@call": null}), "VALIDATION_FAILED", "/@call"),
            (json!({"@call": "f", "args": [1]}), "VALIDATION_FAILED", "/args"),
            (json!({"@call": "f", "args": {"v": {"@y": 1}}}), "INVALID_RESERVED_KEY", "/args/v/@y"),
            (json!({"@call": "f", "catalogId": 3}), "VALIDATION_FAILED", "/catalogId"),
        ];
        for (value, code, path) in cases {
            let error = Dynamic::decode(&value, WireForm::At).unwrap_err();
            assert_eq!((error.code, error.path.as_str()), (code, path));
        }
        assert!(Call::decode(&json!({"call": "f"}), WireForm::At).is_err());
        assert!(Call::decode(&json!("f"), WireForm::Bare).is_err());
    }

    #[test]
    fn nesting_beyond_the_cap_is_refused() {
        let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!({"call": "f", "args": {"v": inner}}));

        assert!(Dynamic::decode(&nested(MAX_DEPTH), WireForm::Bare).is_ok());
        let error = Dynamic::decode(&nested(MAX_DEPTH + 1), WireForm::Bare).unwrap_err();
        assert_eq!(error.code, "VALIDATION_FAILED");
    }
}
