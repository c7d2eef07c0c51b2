//! What is wrong, where, and in one plain sentence: the shape that hosts, the issues panel and agents read.

use serde_json::{Map, Value};

use crate::{ComponentId, SurfaceId};

/// How much an issue costs the person looking at the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Painted as meant; the agent could write it better.
    Info,
    /// Painted, but something the agent asked for is not shown or not done.
    Warning,
    /// Something was refused or replaced by a placeholder. The agent is told.
    Error,
}

impl Severity {
    /// As hosts and agents read it.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One problem found in what an agent sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    pub severity: Severity,
    /// A stable upper-case word such as `VALIDATION_FAILED` (protocol reference, section 4).
    pub code: &'static str,
    pub surface: Option<SurfaceId>,
    pub component: Option<ComponentId>,
    /// JSON Pointer into the failing message's verb object, such as `/components/3/text`. Empty: the whole of it.
    pub path: String,
    /// One sentence for the agent's author.
    pub message: String,
}

impl Issue {
    pub(crate) fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Issue { severity, code, surface: None, component: None, path: String::new(), message: message.into() }
    }

    pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Self {
        Issue::new(Severity::Error, code, message)
    }

    pub(crate) fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Issue::new(Severity::Warning, code, message)
    }

    pub(crate) fn info(code: &'static str, message: impl Into<String>) -> Self {
        Issue::new(Severity::Info, code, message)
    }

    pub(crate) fn on(mut self, surface: &SurfaceId) -> Self {
        self.surface = Some(surface.clone());
        self
    }

    pub(crate) fn of(mut self, component: &ComponentId) -> Self {
        self.component = Some(component.clone());
        self
    }

    pub(crate) fn at(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Moves the path below `prefix`: a decoder knows its place in its own value, its caller knows where that value stood.
    pub(crate) fn below(mut self, prefix: &str) -> Self {
        self.path.insert_str(0, prefix);
        self
    }

    /// As hosts read it.
    pub(crate) fn plain(&self) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.into(), value);
        put("severity", self.severity.name().into());
        put("code", self.code.into());
        put("surfaceId", self.surface.as_ref().map_or(Value::Null, |surface| surface.as_str().into()));
        put("path", self.path.as_str().into());
        put("message", self.message.as_str().into());
        if let Some(component) = &self.component {
            put("componentId", component.as_str().into());
        }
        Value::Object(object)
    }
}
