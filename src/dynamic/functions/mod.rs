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
pub(crate) use catalog::{Callers, Definition, FunctionCatalog, Functions, HostFunction, Refusal};
pub(crate) use date::epoch_millis;
pub(super) use logic::truthy;
pub(crate) use validate::matches;

use super::evaluation::{Answer, Effect, Evaluation, Problem};
use crate::{CatalogId, url};

/// A function that was looked up.
pub(super) enum Function {
    BuiltIn(BuiltIn),
    Host(Rc<Definition>),
    /// Runs at the agent, under this name of this catalog.
    Agent(CatalogId, Rc<str>),
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
            Function::Agent(catalog, name) => {
                let Some(agent) = evaluation.agent else {
                    return Err(Problem::expression("This function runs at the agent."));
                };
                match agent.ask(catalog, name, args) {
                    Answer::Value(value) | Answer::Pending(value) => Ok(value),
                    Answer::Failed(problem) => Err(problem),
                }
            }
            Function::OpenUrl => Err(only_from_an_action()),
        }
    }
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

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use serde_json::json;

    use super::*;
    use crate::data_model::DataModel;
    use crate::dynamic::intl::English;
    use crate::dynamic::{Call, Dynamic, Scope, WireForm};
    use crate::fixtures::{self, Suite};
    use crate::protocol::Version;

    /// What a call gives as a value and, run by a person, as an effect; nothing if it fails.
    fn outcome(function: &str, args: &Value, version: Version) -> Value {
        let args = args.as_object().unwrap().iter();
        let args = args.map(|(name, value)| (name.as_str().into(), Dynamic::Literal(value.clone()))).collect();
        let call = Call { function: function.into(), args, catalog: None };
        let (model, scope, functions) = (DataModel::default(), Scope::root(), Functions::default());
        let evaluation = Evaluation::new(&model, &scope, &English, &functions, version);
        let outcome = if function == "openUrl" {
            match evaluation.effect(&call) {
                Some(Effect::OpenUrl(link)) => json!({"is": null, "opens": link}),
                None => json!({"is": null}),
            }
        } else {
            json!({"is": evaluation.call(&call)})
        };
        let (_, problems) = evaluation.finish();
        if problems.is_empty() { outcome } else { json!({"fails": true}) }
    }

    fn is_english(row: &Value) -> bool {
        row.get("locale").is_none()
    }

    #[test]
    fn functions_give_what_the_references_gave() {
        let mut suite = Suite::new("functions/observed");
        for row in fixtures::read("functions/observed.json").as_array().unwrap() {
            for (key, version) in [("v0_9", Version::V0_9), ("v1_0", Version::V1_0)] {
                if !is_english(row) {
                    suite.elsewhere();
                    continue;
                }
                let expected = row.get(key).unwrap_or(&row["gives"]);
                let found = outcome(row["function"].as_str().unwrap(), &row["args"], version);
                suite.case(&found == expected, || format!("{key} {row}: {found}"));
            }
        }
        suite.finish();
    }

    #[test]
    fn functions_pass_the_conformance_suite() {
        let mut suite = Suite::new("functions/conformance");
        for row in fixtures::read("functions/conformance.json").as_array().unwrap() {
            for (key, version) in [("v0_9", Version::V0_9), ("v1_0", Version::V1_0)] {
                let Some(expected) = row.get(key).or(row.get("gives")) else { continue };
                let mut found = outcome(row["function"].as_str().unwrap(), &row["args"], version);
                // The suite compares validators by their `valid`.
                if let Some(valid) = found["is"].get("valid") {
                    found = json!({"is": valid});
                }
                suite.case(&found == expected, || format!("{key} {row}: {found}"));
            }
        }
        suite.finish();
    }

    #[test]
    fn calls_find_their_catalog() {
        let mut suite = Suite::new("functions/routing");
        for row in fixtures::read("functions/routing.json").as_array().unwrap() {
            let version = |name: &Value| match name.as_str() {
                Some("v1.0") => Some(Version::V1_0),
                Some(_) => Some(Version::V0_9),
                None => None,
            };
            let mut functions = Functions::default();
            for catalog in row["catalogs"].as_array().unwrap() {
                functions.declare(
                    catalog["id"].as_str().unwrap().into(),
                    FunctionCatalog {
                        version: version(&catalog["version"]),
                        has_built_ins: catalog["builtIns"] == true,
                        functions: Vec::new(),
                    },
                );
            }
            let spoken = version(&row["version"]).unwrap();
            let form = if spoken == Version::V1_0 { WireForm::At } else { WireForm::Bare };
            let call = Dynamic::decode(&row["call"], form).unwrap();
            let own = row["surfaceCatalog"].as_str().map(CatalogId::from);
            let (model, scope) = (DataModel::default(), Scope::root());
            let evaluation = Evaluation::new(&model, &scope, &English, &functions, spoken).in_catalog(own.as_ref());
            let value = evaluation.resolve(&call).into_owned();
            let (_, problems) = evaluation.finish();
            let passed = match row.get("is") {
                Some(expected) => value == *expected && problems.is_empty(),
                None => problems.iter().any(|problem| {
                    problem.code == row["fails"]["code"]
                        && problem.message.contains(row["fails"]["contains"].as_str().unwrap())
                }),
            };
            suite.case(passed, || format!("{row}: {value} {problems:?}"));
        }
        suite.finish();
    }

    fn evaluate<T>(functions: &Functions, scope: Scope, run: impl FnOnce(&Evaluation<'_>) -> T) -> (T, Vec<Problem>) {
        let model = DataModel::default();
        let evaluation = Evaluation::new(&model, &scope, &English, functions, Version::V1_0);
        let result = run(&evaluation);
        (result, evaluation.finish().1)
    }

    #[test]
    fn a_host_function_comes_before_the_built_in_one() {
        let mut functions = Functions::default();
        let shout: Rc<HostFunction> = Rc::new(|args| match args.get("value").and_then(Value::as_str) {
            Some(text) => Ok(text.to_uppercase().into()),
            None => Err("There is nothing to shout.".to_owned()),
        });
        let definition = Definition { call: Some(shout), ..Default::default() };
        let functions_of_host = Vec::from([("capitalize".into(), Rc::new(definition))]);
        let catalog = FunctionCatalog { version: None, has_built_ins: false, functions: functions_of_host };
        functions.declare("shop".into(), catalog);

        let call = |args: Value| Dynamic::decode(&json!({"call": "capitalize", "args": args}), WireForm::Bare).unwrap();
        let (value, _) =
            evaluate(&functions, Scope::root(), |evaluation| evaluation.text(&call(json!({"value": "hey"}))));
        assert_eq!(value, "HEY");
        let (_, problems) = evaluate(&functions, Scope::root(), |evaluation| evaluation.text(&call(json!({}))));
        assert_eq!(problems, [Problem::expression("There is nothing to shout.")]);
    }

    #[test]
    fn what_acts_on_the_page_never_runs_while_values_are_resolved() {
        let mut functions = Functions::default();
        let buy: Rc<HostFunction> = Rc::new(|_| Ok("bought".into()));
        let definition = Definition { requires_user_activation: true, call: Some(buy), ..Default::default() };
        let functions_of_host = Vec::from([("buy".into(), Rc::new(definition))]);
        functions.declare("shop".into(), FunctionCatalog { functions: functions_of_host, ..Default::default() });

        for call in [json!({"call": "openUrl", "args": {"url": "https://a.example"}}), json!({"call": "buy"})] {
            let nested = json!({"call": "formatString", "args": {"value": call}});
            for value in [call, nested] {
                let dynamic = Dynamic::decode(&value, WireForm::Bare).unwrap();
                let (text, problems) = evaluate(&functions, Scope::root(), |evaluation| evaluation.text(&dynamic));
                assert_eq!(text, "");
                assert_eq!(problems, [only_from_an_action()]);
            }
        }
        let buy = Call::decode(&json!({"call": "buy"}), WireForm::Bare).unwrap();
        let (effect, problems) = evaluate(&functions, Scope::root(), |evaluation| evaluation.effect(&buy));
        assert_eq!((effect, problems), (None, vec![]));
    }

    #[test]
    fn index_counts_in_the_nearest_template() {
        let item = || Scope::item(crate::data_model::Pointer::root().member("l").element(1), 1);
        let value = |call: Value, scope: Scope| {
            let dynamic = Dynamic::decode(&call, WireForm::At).unwrap();
            evaluate(&Functions::default(), scope, |evaluation| evaluation.resolve(&dynamic).into_owned())
        };
        assert_eq!(value(json!({"@call": "@index"}), item()), (json!(1), vec![]));
        assert_eq!(value(json!({"@call": "@index", "args": {"offset": 1}}), item()), (json!(2), vec![]));
        let failing = [
            (json!({"@call": "@index"}), Scope::root()),
            (json!({"@call": "@index", "catalogId": "c"}), item()),
            (json!({"@call": "@index", "args": {"offset": 0.5}}), item()),
            (json!({"@call": "@count"}), item()),
        ];
        for (call, scope) in failing {
            let (value, problems) = value(call, scope);
            assert_eq!((value, problems.len()), (Value::Null, 1));
        }
    }
}
