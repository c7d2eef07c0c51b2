//! What goes back to the agent, in the version and wire form of the surface it is about.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::{CallError, Dialect};
use crate::dynamic::WireForm;
use crate::{CatalogId, ComponentId, Issue, SurfaceId};

/// One renderer→agent message before it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outgoing {
    /// What the user did, with bindings resolved.
    Action {
        surface: SurfaceId,
        name: String,
        source: ComponentId,
        /// ISO 8601, UTC.
        timestamp: String,
        context: Map<String, Value>,
        /// v1.0: a sentence for the transcript, if it resolved to one.
        user_message: Option<String>,
        /// v1.0: the component's extensions; empty means absent.
        metadata: Map<String, Value>,
    },
    /// An issue the agent must know of.
    Error(Issue),
    /// v1.0: ask the agent to run one of its functions.
    CallAgentFunction {
        surface: SurfaceId,
        call_id: Rc<str>,
        function: Rc<str>,
        catalog: Option<CatalogId>,
        args: Map<String, Value>,
    },
    /// v1.0: the answer to a `callRendererFunction`.
    RendererFunctionResponse { call_id: Rc<str>, outcome: Result<Value, CallError> },
}

impl Outgoing {
    /// The message exactly as the dialect's renderer-to-agent schema wants it.
    pub(crate) fn write(&self, dialect: &Dialect, form: WireForm) -> Value {
        let _ = (dialect, form);
        todo!()
    }
}
