//! Calls across the wire (v1.0): the agent's calls of functions here, and the answers to calls of the agent's functions.

use serde_json::{Map, Value};

use super::{Surface, Surfaces};
use crate::dynamic::functions::Refusal;
use crate::dynamic::{Dynamic, Evaluation, Scope, WireForm};
use crate::protocol::{CallError, CallRendererFunction, Dialect, Outgoing, Version};
use crate::{DataModel, Issue};

impl Surfaces {
    /// Runs a function for the agent and answers; every call is answered, under its own id.
    pub(super) fn run_for_agent(&mut self, call: CallRendererFunction, dialect: &Dialect) {
        if !self.outbox.begins_to_answer(&call.call_id) {
            return;
        }
        let outcome = self.outcome(&call);
        if call.form == WireForm::At
            && let Some(surface) = call.surface.as_ref().and_then(|id| self.find(id))
        {
            surface.form = WireForm::At;
        }
        let response = Outgoing::RendererFunctionResponse { call_id: call.call_id, outcome };
        self.outbox.send(&response, dialect, call.form);
    }

    /// The checks stand in the order of the protocol reference, section 13.
    fn outcome(&self, call: &CallRendererFunction) -> Result<Value, CallError> {
        let name = &*call.function;
        let surface = match &call.surface {
            Some(id) => Some(self.surface(id).ok_or_else(|| invalid(["Surface not found: ", id.as_str(), ""]))?),
            None => None,
        };
        let own = surface.and_then(|surface| surface.catalog.clone());
        let catalog = self.around.catalogs.of_call(call.catalog.clone().or(own), Version::V1_0);
        let definition = self.around.functions.for_agent(&catalog, name).map_err(|refusal| match refusal {
            Refusal::NoCatalog => invalid(["Catalog not found: ", catalog.as_str(), ""]),
            Refusal::NoFunction => invalid(["Function not found: ", name, ""]),
            Refusal::RendererOnly => {
                invalid(["Function '", name, "' cannot be called by agent (allowedCallers is rendererOnly)."])
            }
        })?;
        if definition.requires_user_activation && !self.has_user_activation {
            return Err(invalid(["Function '", name, "' requires user activation context to execute."]));
        }
        let args = self.args(call, surface)?;
        if let Some(complaint) = definition.complaint(&args) {
            return Err(invalid([&complaint, "", ""]));
        }
        let run = definition.call.as_ref().ok_or_else(|| invalid(["Function not found: ", name, ""]))?;
        run(&args).map_err(|_| CallError {
            code: "EXECUTION_ERROR".into(),
            message: "An error occurred during function execution.".into(),
        })
    }

    fn args(&self, call: &CallRendererFunction, surface: Option<&Surface>) -> Result<Map<String, Value>, CallError> {
        let (empty, scope, around) = (DataModel::default(), Scope::root(), &self.around);
        let evaluation = match surface {
            Some(surface) => surface.evaluation(&scope, around),
            None => Evaluation::new(&empty, &scope, &*around.intl, &around.functions, Version::V1_0).in_catalog(None),
        };
        let mut args = Map::new();
        for (name, value) in &call.args {
            let value = Dynamic::decode_deep(value, call.form).map_err(|error| invalid([&error.message, "", ""]))?;
            args.insert(name.clone(), evaluation.resolve(&value).into_owned());
        }
        match evaluation.finish().1.first() {
            None => Ok(args),
            Some(problem) => Err(invalid([&problem.message, "", ""])),
        }
    }

    /// Takes in the agent's answer to a call. One that nobody waits for is passed over.
    pub(super) fn take_answer(&mut self, call: &str, answer: &Result<Value, CallError>, issues: &mut Vec<Issue>) {
        for surface in &mut self.surfaces {
            if let Some(outcome) = surface.calls.answer(call, answer) {
                issues.extend(surface.note(outcome));
                return;
            }
        }
    }
}

fn invalid(parts: [&str; 3]) -> CallError {
    CallError { code: "INVALID_FUNCTION_CALL".into(), message: parts.concat() }
}
