//! One reading of values: what it may look at, what it looked at, and what went wrong.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use serde_json::{Map, Value};

use super::functions::{Function, Functions};
use super::intl::Intl;
use super::{Call, Dynamic, Scope};
use crate::CatalogId;
use crate::data_model::{DataModel, Pointer, PointerError, coerce};
use crate::protocol::Version;

/// Resolves dynamic values in one scope and records which places of the data model the result depends on.
pub(crate) struct Evaluation<'a> {
    pub(crate) model: &'a DataModel,
    pub(crate) scope: &'a Scope,
    pub(crate) intl: &'a dyn Intl,
    pub(crate) functions: &'a Functions,
    /// Decides where the versions' semantics differ: truthiness of validation results, what validators return.
    pub(crate) version: Version,
    pub(super) lookup: Lookup<'a>,
    pub(super) agent: Option<&'a dyn Agent>,
    depth: Cell<u32>,
    fuel: Cell<u32>,
    reads: RefCell<Vec<Pointer>>,
    problems: RefCell<Vec<Problem>>,
}

/// A failed evaluation: the value became empty, and this says why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// `EXPRESSION_ERROR`, …
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// Where the function of a call is looked up.
#[derive(Clone, Copy)]
pub(super) enum Lookup<'a> {
    /// Among all functions there are.
    Anywhere,
    /// In the surface's own catalog, where a call names no other.
    Surface(Option<&'a CatalogId>),
}

/// What a function that acts on the page asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Open this allowed link in a new context.
    OpenUrl(String),
}

/// The functions that run at the agent (v1.0): calls go out as messages, and what comes back is read here.
pub(crate) trait Agent {
    /// What is known of this call. One that was not made before is made.
    fn ask(&self, catalog: &CatalogId, function: &str, args: &Map<String, Value>) -> Answer;
}

/// What is known of a call to the agent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    Value(Value),
    /// Not answered yet; the value it had before, or null.
    Pending(Value),
    Failed(Problem),
}

/// Function calls inside each other, through arguments, templates and the data that templates are read from.
const MAX_CALL_DEPTH: u32 = 100;

/// Work one evaluation may cause: values copied, calls made, text produced, pattern steps taken.
const FUEL: u32 = 1_000_000;

/// More problems than this say nothing new.
const MAX_PROBLEMS: usize = 20;

impl Problem {
    pub(crate) fn expression(message: impl Into<String>) -> Self {
        Problem { code: "EXPRESSION_ERROR", message: message.into() }
    }
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(
        model: &'a DataModel,
        scope: &'a Scope,
        intl: &'a dyn Intl,
        functions: &'a Functions,
        version: Version,
    ) -> Self {
        Evaluation {
            model,
            scope,
            intl,
            functions,
            version,
            lookup: Lookup::Anywhere,
            agent: None,
            depth: Cell::new(0),
            fuel: Cell::new(FUEL),
            reads: RefCell::default(),
            problems: RefCell::default(),
        }
    }

    /// Looks functions up by the rules for a surface whose own catalog is `catalog` (protocol reference, section 6).
    pub(crate) fn in_catalog(mut self, catalog: Option<&'a CatalogId>) -> Self {
        self.lookup = Lookup::Surface(catalog);
        self
    }

    /// Lets functions run that only the agent has.
    pub(crate) fn with_agent(mut self, agent: &'a dyn Agent) -> Self {
        self.agent = Some(agent);
        self
    }

    /// Takes its work out of what is left of `work` units; [`Evaluation::fuel`] tells how many are left afterwards.
    pub(crate) fn within(self, work: usize) -> Self {
        self.fuel.set((FUEL as usize).min(work) as u32);
        self
    }

    /// The value of `dynamic` here and now; null where it fails or where nothing stands.
    pub(crate) fn resolve<'v>(&self, dynamic: &'v Dynamic) -> Cow<'v, Value>
    where
        'a: 'v,
    {
        match dynamic {
            Dynamic::Literal(value) => Cow::Borrowed(value),
            Dynamic::Binding(path) => self.read(path).map_or(Cow::Owned(Value::Null), Cow::Borrowed),
            Dynamic::Call(call) => Cow::Owned(self.call(call)),
            Dynamic::List(elements) => Cow::Owned(elements.iter().map(|element| self.copy(element)).collect()),
            Dynamic::Object(members) => {
                let members = members.iter().map(|(key, member)| (key.to_string(), self.copy(member)));
                Cow::Owned(Value::Object(members.collect()))
            }
        }
    }

    /// The text of `dynamic`, by the coercion table.
    pub(crate) fn text(&self, dynamic: &Dynamic) -> String {
        coerce::to_text(&self.resolve(dynamic)).into_owned()
    }

    /// A value as a boolean, by the coercion table; in v1.0 a validation result is its `valid`.
    pub(crate) fn truth(&self, value: &Value) -> bool {
        self.verdict_of(value).unwrap_or_else(|| coerce::to_boolean(value))
    }

    /// The `valid` of a v1.0 validation result.
    pub(super) fn verdict_of(&self, value: &Value) -> Option<bool> {
        if self.version == Version::V1_0 { value.as_object()?.get("valid")?.as_bool() } else { None }
    }

    /// What stands at `path` as seen from the scope; the place counts as read even when nothing stands there.
    pub(crate) fn read(&self, path: &str) -> Option<&'a Value> {
        let pointer = self.locate(path).ok()?;
        let value = self.model.get(&pointer);
        self.reads.borrow_mut().push(pointer);
        value
    }

    /// The place `path` means here, by [`Scope::locate`]. A place that would mean another if it had a value counts as read.
    pub(crate) fn locate(&self, path: &str) -> Result<Pointer, PointerError> {
        let place = self.scope.locate(path, self.model, self.version)?;
        let of_item = self.scope.of_item(path, self.version)?;
        self.reads.borrow_mut().extend(of_item.filter(|of_item| *of_item != place));
        Ok(place)
    }

    /// What stands at `path` if the model's keys spell places. Everything counts as read: any key may be part of it.
    pub(crate) fn read_flat(&self, path: &str) -> Option<Value> {
        let root = self.model.value();
        let place = self.locate(path).ok()?;
        let members = root.as_object().filter(|_| self.version != Version::V0_8)?;
        self.reads.borrow_mut().push(Pointer::root());
        let is_flat = members.keys().any(|key| key.contains(['.', '[']));
        if is_flat && self.weigh(root) { crate::protocol::at_flat_keys(members, place.as_str()) } else { None }
    }

    /// The result of `call`; null, and a problem, where it fails.
    pub(crate) fn call(&self, call: &Call) -> Value {
        self.checked(|| {
            let function = self.functions.find(call, self)?;
            let args = self.args(call);
            function.run(&args, self)
        })
        .unwrap_or(Value::Null)
    }

    /// Runs `call` for a person's action: side effects are allowed, and those on the page are handed back.
    pub(crate) fn effect(&self, call: &Call) -> Option<Effect> {
        self.checked(|| {
            let function = self.functions.find(call, self)?;
            let args = self.args(call);
            match function {
                Function::OpenUrl => super::functions::open_url(&args),
                Function::Host(definition) => definition.run(&args).map(|_| None),
                other => other.run(&args, self).map(|_| None),
            }
        })?
    }

    fn args(&self, call: &Call) -> Map<String, Value> {
        call.args.iter().map(|(name, value)| (name.to_string(), self.copy(value))).collect()
    }

    /// Runs `work` one level deeper; what fails is reported.
    fn checked<T>(&self, work: impl FnOnce() -> Result<T, Problem>) -> Option<T> {
        let depth = self.depth.get();
        let result = if depth >= MAX_CALL_DEPTH {
            Err(Problem::expression("Function calls are nested too deeply here."))
        } else if !self.spend(64) {
            Err(exhausted())
        } else {
            self.depth.set(depth + 1);
            let result = work();
            self.depth.set(depth);
            result
        };
        result.map_err(|problem| self.push(problem)).ok()
    }

    /// Takes `units` from the work this evaluation may do; false when none is left.
    pub(crate) fn spend(&self, units: usize) -> bool {
        let left = (self.fuel.get() as usize).saturating_sub(units) as u32;
        self.fuel.set(left);
        left > 0
    }

    /// The work that is left.
    pub(crate) fn fuel(&self) -> usize {
        self.fuel.get() as usize
    }

    /// An owned value: many bindings to one large value must not multiply it without end.
    pub(crate) fn copy(&self, dynamic: &Dynamic) -> Value {
        match self.resolve(dynamic) {
            Cow::Owned(value) => value,
            Cow::Borrowed(value) => {
                if self.weigh(value) {
                    return value.clone();
                }
                self.push(exhausted());
                Value::Null
            }
        }
    }

    /// The text that `value` is shown as, by the coercion table. Many nodes may show one long text, so each pays for it.
    pub(crate) fn shown(&self, value: &Value) -> String {
        if self.weigh(value) {
            let text = coerce::to_text(value);
            // What is longer than a page should hold is cut by who shows it.
            if self.spend((text.len() / 2).min(FUEL as usize / 2)) {
                return text.into_owned();
            }
        }
        self.push(exhausted());
        String::new()
    }

    /// Pays for `count` things of which each is drawn with several elements; false if there is not enough left.
    pub(crate) fn pay_for(&self, count: usize) -> bool {
        let is_paid = count == 0 || self.spend(count * 256);
        if !is_paid {
            self.push(exhausted());
        }
        is_paid
    }

    fn weigh(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.spend(1 + text.len() / 16),
            Value::Array(elements) => self.spend(1) && elements.iter().all(|element| self.weigh(element)),
            Value::Object(members) => self.spend(1) && members.values().all(|member| self.weigh(member)),
            _ => self.spend(1),
        }
    }

    pub(crate) fn report(&self, code: &'static str, message: impl Into<String>) {
        self.push(Problem { code, message: message.into() });
    }

    fn push(&self, problem: Problem) {
        let mut problems = self.problems.borrow_mut();
        if problems.len() < MAX_PROBLEMS && !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// The places the results depend on, and the problems met, since this evaluation began.
    pub(crate) fn finish(self) -> (Vec<Pointer>, Vec<Problem>) {
        (self.reads.into_inner(), self.problems.into_inner())
    }
}

/// The answer when the work an evaluation may cause is used up.
pub(super) fn exhausted() -> Problem {
    Problem::expression("This is more work than one evaluation may cause.")
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use serde_json::json;

    use super::*;
    use crate::dynamic::WireForm;
    use crate::dynamic::functions::{Callers, Definition, FunctionCatalog};
    use crate::dynamic::intl::English;

    fn model(value: Value) -> DataModel {
        let mut model = DataModel::default();
        model.set(&Pointer::root(), value).unwrap();
        model
    }

    fn dynamic(value: Value) -> Dynamic {
        Dynamic::decode_deep(&value, WireForm::Bare).unwrap()
    }

    fn item() -> Scope {
        Scope::item(Pointer::parse("/items/1").unwrap(), 1)
    }

    /// The value in the second item of `items`, the places read and the problems.
    fn evaluate(value: Value, data: Value, version: Version) -> (Value, Vec<String>, Vec<Problem>) {
        let (model, scope, functions) = (model(data), item(), Functions::default());
        let evaluation = Evaluation::new(&model, &scope, &English, &functions, version);
        let value = evaluation.resolve(&dynamic(value)).into_owned();
        let (reads, problems) = evaluation.finish();
        (value, reads.iter().map(|read| read.as_str().to_owned()).collect(), problems)
    }

    #[test]
    fn bindings_read_in_their_scope_and_count_as_read_even_where_nothing_stands() {
        let data = json!({"name": "Ann", "items": [{}, {"title": "second"}]});
        let value = json!([{"path": "title"}, {"path": "/name"}, {"path": "./none"}, {"path": "."}, {"path": "../x"}]);
        let (value, reads, problems) = evaluate(value, data, Version::V0_9);

        assert_eq!(value, json!(["second", "Ann", null, {"title": "second"}, null]));
        assert_eq!(reads, ["/items/1/title", "/name", "/items/1/none", "/items/1"]);
        assert_eq!(problems, []);
    }

    #[test]
    fn in_v0_8_an_absolute_path_means_the_item_first() {
        let data = || json!({"name": "Ann", "title": "root", "items": [{}, {"title": "second"}]});
        let read = |path: &str, version| evaluate(json!({"path": path}), data(), version);

        assert_eq!(read("/title", Version::V0_8), (json!("second"), vec!["/items/1/title".into()], vec![]));
        let both = vec!["/items/1/name".to_owned(), "/name".to_owned()];
        assert_eq!(read("/name", Version::V0_8), (json!("Ann"), both, vec![]));
        assert_eq!(read("/title", Version::V0_9).0, json!("root"));
    }

    #[test]
    fn strings_are_never_interpolated_and_data_is_never_evaluated() {
        let data = json!({"d": {"path": "/secret"}, "secret": 1});
        let value = json!(["${/secret}", {"path": "/d"}]);

        assert_eq!(evaluate(value, data, Version::V0_9).0, json!(["${/secret}", {"path": "/secret"}]));
    }

    #[test]
    fn arguments_are_resolved_recursively_before_the_call() {
        let call = json!({"call": "and", "args": {"values": [{"call": "not", "args": {"value": {"path": "/no"}}}, {"path": "/x"}]}});
        let (value, reads, problems) = evaluate(call, json!({"x": 1}), Version::V0_9);

        assert_eq!((value, problems), (json!(true), vec![]));
        assert_eq!(reads, ["/no", "/x"]);
    }

    #[test]
    fn a_failing_call_is_null_and_says_why_once() {
        let value = json!([{"call": "nope"}, {"call": "nope"}, {"call": "add", "args": {"a": 1}}]);
        let (value, _, problems) = evaluate(value, json!({}), Version::V0_9);

        assert_eq!(value, json!([null, null, null]));
        let messages: Vec<_> = problems.iter().map(|problem| (problem.code, problem.message.as_str())).collect();
        let missing = ("EXPRESSION_ERROR", "The argument `b` is missing.");
        assert_eq!(messages, [("EXPRESSION_ERROR", "There is no function `nope` here."), missing]);
    }

    #[test]
    fn a_validation_result_is_its_verdict_in_v1_0_only() {
        let (model, scope, functions) = (DataModel::default(), Scope::root(), Functions::default());
        let truth =
            |version| Evaluation::new(&model, &scope, &English, &functions, version).truth(&json!({"valid": false}));
        assert!(truth(Version::V0_9));
        assert!(!truth(Version::V1_0));
    }

    #[test]
    fn copies_of_large_values_are_bounded() {
        let large: Vec<u32> = (0..50_000).collect();
        let value = json!(vec![json!({"path": "/large"}); 1_000]);
        let (value, _, problems) = evaluate(value, json!({"large": large}), Version::V0_9);

        assert_eq!(value[0].as_array().map(Vec::len), Some(50_000));
        assert_eq!(value[999], Value::Null);
        assert_eq!(problems, [exhausted()]);
    }

    struct Echo;

    impl Agent for Echo {
        fn ask(&self, catalog: &CatalogId, function: &str, args: &Map<String, Value>) -> Answer {
            match args.get("wait") {
                Some(previous) => Answer::Pending(previous.clone()),
                None if args.is_empty() => Answer::Failed(Problem { code: "TIMEOUT", message: String::new() }),
                None => Answer::Value(json!([catalog.as_str(), function, args])),
            }
        }
    }

    #[test]
    fn functions_of_the_agent_are_asked_for() {
        let definition = |callers, call| Rc::new(Definition { callers, call, ..Default::default() });
        let local: Rc<crate::dynamic::functions::HostFunction> = Rc::new(|_| Ok("local".into()));
        let functions_of_host = Vec::from([
            ("far".into(), definition(Callers::AgentOnly, Some(local.clone()))),
            ("near".into(), definition(Callers::RendererOrAgent, Some(local))),
            ("lent".into(), definition(Callers::RendererOrAgent, None)),
            ("lost".into(), definition(Callers::RendererOnly, None)),
        ]);
        let mut functions = Functions::default();
        functions.declare("c".into(), FunctionCatalog { functions: functions_of_host, ..Default::default() });
        let (model, scope, own) = (DataModel::default(), Scope::root(), CatalogId::from("c"));
        let call = |function: &str, args: Value, agent: Option<&dyn Agent>| {
            let evaluation =
                Evaluation::new(&model, &scope, &English, &functions, Version::V1_0).in_catalog(Some(&own));
            let evaluation = match agent {
                Some(agent) => evaluation.with_agent(agent),
                None => evaluation,
            };
            let value = evaluation.resolve(&dynamic(json!({"call": function, "args": args}))).into_owned();
            (value, evaluation.finish().1.first().map(|problem| problem.code))
        };
        assert_eq!(call("far", json!({"a": 1}), Some(&Echo)), (json!(["c", "far", {"a": 1}]), None));
        assert_eq!(call("lent", json!({"a": 1}), Some(&Echo)), (json!(["c", "lent", {"a": 1}]), None));
        assert_eq!(call("lent", json!({"wait": "old"}), Some(&Echo)), (json!("old"), None));
        assert_eq!(call("far", json!({}), Some(&Echo)), (Value::Null, Some("TIMEOUT")));
        assert_eq!(call("near", json!({}), Some(&Echo)), (json!("local"), None));
        assert_eq!(call("lost", json!({}), Some(&Echo)), (Value::Null, Some("EXPRESSION_ERROR")));
        assert_eq!(call("far", json!({}), None), (Value::Null, Some("EXPRESSION_ERROR")));
    }
}
