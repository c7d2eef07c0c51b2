//! Which functions there are, in which catalogs, and who may call them.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::args::problem;
use super::cache::Cache;
use super::pattern::Pattern;
use super::{Function, built_in, index};
use crate::dynamic::Call;
use crate::dynamic::evaluation::{Evaluation, Lookup, Problem};
use crate::dynamic::format_string::Parsed;
use crate::protocol::Version;
use crate::{CatalogId, schema};

/// The functions that surfaces may call: the built-in ones, and those a host adds or overrides.
#[derive(Default)]
pub(crate) struct Functions {
    catalogs: Vec<(CatalogId, FunctionCatalog)>,
    pub(in crate::dynamic) templates: Cache<Parsed>,
    pub(super) patterns: Cache<Result<Pattern, String>>,
}

/// The functions of one catalog.
#[derive(Default)]
pub(crate) struct FunctionCatalog {
    /// The only version the catalog is for; none means any.
    pub(crate) version: Option<Version>,
    /// Whether the basic catalog's functions are in it.
    pub(crate) has_built_ins: bool,
    /// Those that the host brings; they come before a built-in one of the same name.
    pub(crate) functions: Vec<(Rc<str>, Rc<Definition>)>,
}

/// A host's function.
#[derive(Default)]
pub(crate) struct Definition {
    pub(crate) callers: Callers,
    /// Runs only from a person's action.
    pub(crate) requires_user_activation: bool,
    /// JSON Schema of the arguments.
    pub(crate) parameters: Option<Value>,
    /// None: the host only declares it.
    pub(crate) call: Option<Rc<HostFunction>>,
}

/// Who may call a function (v1.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Callers {
    #[default]
    RendererOnly,
    AgentOnly,
    RendererOrAgent,
}

/// A host's function: resolved arguments in, a value or a sentence that says what failed out.
pub(crate) type HostFunction = dyn Fn(&Map<String, Value>) -> Result<Value, String>;

/// Why the agent may not run a function here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoCatalog,
    NoFunction,
    RendererOnly,
}

impl Definition {
    /// What is wrong with these arguments, as a sentence.
    pub(crate) fn complaint(&self, args: &Map<String, Value>) -> Option<String> {
        schema::complaint_about_members(args, self.parameters.as_ref()?)
    }

    pub(in crate::dynamic) fn run(&self, args: &Map<String, Value>) -> Result<Value, Problem> {
        if let Some(complaint) = self.complaint(args) {
            return Err(Problem::expression(complaint));
        }
        match &self.call {
            Some(call) => call(args).map_err(Problem::expression),
            None => Err(Problem::expression("This function has no implementation here.")),
        }
    }

    /// Whether a call from a surface goes to the agent.
    fn runs_at_agent(&self) -> bool {
        match self.callers {
            Callers::AgentOnly => true,
            Callers::RendererOrAgent => self.call.is_none(),
            Callers::RendererOnly => false,
        }
    }
}

impl Functions {
    /// Adds a catalog, or puts another in its place.
    pub(crate) fn declare(&mut self, id: CatalogId, catalog: FunctionCatalog) {
        self.catalogs.retain(|(other, _)| *other != id);
        self.catalogs.push((id, catalog));
    }

    /// The functions of the catalog `id`.
    pub(crate) fn catalog(&self, id: &CatalogId) -> Option<&FunctionCatalog> {
        self.catalogs.iter().find(|(other, _)| other == id).map(|(_, catalog)| catalog)
    }

    /// The function `name` of a v1.0 catalog, if the agent may run it here.
    pub(crate) fn for_agent(&self, catalog: &CatalogId, name: &str) -> Result<&Rc<Definition>, Refusal> {
        let catalog = self.catalog(catalog).filter(|catalog| catalog.serves(Version::V1_0));
        let catalog = catalog.ok_or(Refusal::NoCatalog)?;
        match catalog.definition(name) {
            Some(definition) if definition.callers == Callers::RendererOnly => Err(Refusal::RendererOnly),
            Some(definition) if definition.call.is_some() => Ok(definition),
            None if catalog.has_built_ins && built_in(name).is_some() => Err(Refusal::RendererOnly),
            _ => Err(Refusal::NoFunction),
        }
    }

    /// The function that `call` means (protocol reference, section 6, multi-catalog).
    pub(in crate::dynamic) fn find(&self, call: &Call, evaluation: &Evaluation<'_>) -> Result<Function, Problem> {
        let name = &*call.function;
        if name == "@index" {
            return match call.catalog {
                None => Ok(Function::BuiltIn(index)),
                Some(_) => Err(Problem::expression("`@index` belongs to no catalog.")),
            };
        }
        let unknown = || problem(["There is no function `", name, "` here."]);
        match (evaluation.version, evaluation.lookup) {
            (Version::V1_0, Lookup::Surface(default)) => {
                let Some(id) = call.catalog.as_ref().or(default) else {
                    let message = ["`", name, "` names no catalog, and the surface has no default catalogId."].concat();
                    return Err(Problem { code: "CATALOG_ERROR", message });
                };
                let catalog = self.catalog(id).filter(|catalog| catalog.serves(Version::V1_0));
                let Some(catalog) = catalog else {
                    let message = ["Catalog not found: ", id.as_str()].concat();
                    return Err(Problem { code: "CATALOG_ERROR", message });
                };
                match catalog.find(name) {
                    Some(Function::Host(definition)) if definition.runs_at_agent() => {
                        Ok(Function::Agent(id.clone(), call.function.clone()))
                    }
                    found => found.ok_or_else(unknown),
                }
            }
            // v0.9 calls name no catalog, and every v0.9 catalog in the field builds on the basic one.
            (_, Lookup::Surface(Some(id))) => {
                let own = self.catalog(id).and_then(|catalog| catalog.find(name));
                own.or_else(|| built_in(name)).ok_or_else(unknown)
            }
            (_, Lookup::Surface(None) | Lookup::Anywhere) => {
                let host = self.catalogs.iter().find_map(|(_, catalog)| catalog.definition(name));
                host.cloned().map(Function::Host).or_else(|| built_in(name)).ok_or_else(unknown)
            }
        }
    }
}

impl FunctionCatalog {
    pub(crate) fn serves(&self, version: Version) -> bool {
        self.version.is_none_or(|own| own == version)
    }

    /// The host's function of this name.
    pub(crate) fn definition(&self, name: &str) -> Option<&Rc<Definition>> {
        self.functions.iter().find(|(other, _)| &**other == name).map(|(_, definition)| definition)
    }

    fn find(&self, name: &str) -> Option<Function> {
        let host = self.definition(name).cloned().map(Function::Host);
        host.or_else(|| if self.has_built_ins { built_in(name) } else { None })
    }
}
