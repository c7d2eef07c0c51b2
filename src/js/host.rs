//! The functions that a host's catalog brings: JavaScript, behind the same contract as our own.

use std::rc::Rc;

use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::catalog::Catalog;
use crate::dynamic::functions::HostFunction;
use crate::{Issue, protocol};

#[wasm_bindgen]
extern "C" {
    /// `src/js/catalogs.js`: one host catalog's functions.
    #[derive(Clone)]
    pub type HostFunctions;

    #[wasm_bindgen(method)]
    fn has(this: &HostFunctions, name: &str) -> bool;
    /// JSON text in and out; nothing where it threw.
    #[wasm_bindgen(method)]
    fn call(this: &HostFunctions, name: &str, args: &str) -> Option<String>;
}

/// Reads a host's catalog document, given as JSON text.
pub(crate) fn read(document: &str, functions: &HostFunctions) -> (Option<Catalog>, Vec<Issue>) {
    let (documents, mut issues) = protocol::flatten_text(document);
    let Some(document) = documents.first() else { return (None, issues) };
    let (catalog, found) =
        Catalog::read(document, |name| functions.has(name).then(|| function(functions.clone(), name)));
    issues.extend(found);
    (Some(catalog), issues)
}

fn function(functions: HostFunctions, name: &str) -> Rc<HostFunction> {
    let name = name.to_owned();
    Rc::new(move |args| {
        let answer = functions.call(&name, &Value::Object(args.clone()).to_string());
        answer
            .and_then(|text| serde_json::from_str(&text).ok())
            .ok_or_else(|| ["The host's function ", &name, " failed."].concat())
    })
}
