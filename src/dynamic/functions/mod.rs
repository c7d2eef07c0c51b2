//! The basic catalog's functions: the table of names, and argument access they share.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

/// The functions a surface may call: the built-in ones, and those a host adds or overrides.
#[derive(Default)]
pub(crate) struct Functions {
    host: HashMap<Rc<str>, Rc<HostFunction>>,
}

/// A host's function: resolved arguments in, a value or a sentence that says what failed out.
pub(crate) type HostFunction = dyn Fn(&serde_json::Map<String, Value>) -> Result<Value, String>;
