//! The wire: every version of A2UI becomes the same [`Message`], and what goes back is written in the surface's own dialect.

mod component;
#[cfg(test)]
mod conformance;
mod fields;
mod incoming;
mod metadata;
mod outgoing;
mod stream;
mod v0_8;
mod v0_9;
mod v1_0;

use std::rc::Rc;

use serde_json::{Map, Value};

pub(crate) use incoming::{flatten, flatten_text, is_verb, parse, spoken};
pub(crate) use metadata::{capabilities, data_models};
pub(crate) use outgoing::Outgoing;
pub(crate) use stream::{Piece, Stream, repaired, repaired_with};
pub(crate) use v0_8::at_flat_keys;

use crate::dynamic::WireForm;
use crate::{CatalogId, ComponentId, SurfaceId};

/// What v0.8 means when it names no catalog.
pub(crate) const STANDARD_CATALOG: &str = "https://a2ui.org/specification/v0_8/standard_catalog_definition.json";
/// The basic catalog of v0.9.
pub(crate) const BASIC_CATALOG: &str = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

/// The protocol versions whose semantics differ. v0.9.1 equals v0.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    V0_8,
    V0_9,
    V1_0,
}

/// How one agent speaks: the version, and the very string it wrote, which goes back to it unchanged.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dialect {
    pub(crate) version: Version,
    /// `v0.9`, `v0.9.1`, `v1.0`, `1.0`. Empty for v0.8, which has no version field.
    pub(crate) spelling: Rc<str>,
}

/// One agent message, after the differences between versions are gone.
#[derive(Debug, PartialEq)]
pub struct Message {
    pub(crate) dialect: Dialect,
    pub(crate) body: Body,
}

/// What the message asks for.
#[derive(Debug, PartialEq)]
pub(crate) enum Body {
    CreateSurface(Box<CreateSurface>),
    UpdateComponents {
        surface: SurfaceId,
        components: Vec<ComponentUpdate>,
        unknown_surface: UnknownSurface,
    },
    UpdateDataModel {
        surface: SurfaceId,
        path: Rc<str>,
        /// `None` removes what is at `path`.
        value: Option<Value>,
        unknown_surface: UnknownSurface,
    },
    DeleteSurface {
        surface: SurfaceId,
    },
    CallRendererFunction(CallRendererFunction),
    AgentFunctionResponse {
        call_id: Rc<str>,
        outcome: Result<Value, CallError>,
    },
}

/// What an update of a surface that does not exist means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnknownSurface {
    /// v0.8: content may come before `beginRendering`; keep it, hidden.
    Hold,
    /// v0.9 and later: an error; nothing is created.
    Report,
}

/// Brings a surface into being.
#[derive(Debug, PartialEq)]
pub(crate) struct CreateSurface {
    pub(crate) surface: SurfaceId,
    /// `None` in v1.0: every component and call names its own.
    pub(crate) catalog: Option<CatalogId>,
    /// `root`, except in v0.8 where the message names it.
    pub(crate) root: ComponentId,
    /// As sent: v0.8 `styles`, v0.9 `theme`. Parsed into types before any use.
    pub(crate) theme: Map<String, Value>,
    pub(crate) send_data_model: bool,
    /// Installed before `components`.
    pub(crate) data_model: Option<Value>,
    pub(crate) components: Vec<ComponentUpdate>,
    /// What to do when the surface exists.
    pub(crate) duplicate: Duplicate,
}

/// What a second create of a living surface means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duplicate {
    /// v0.8: root and styles change, components and data stay.
    Repoint,
    /// v0.9 and later: an error; the first surface stays untouched.
    Report,
}

/// One component definition. It replaces all properties of the component with this id.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComponentUpdate {
    pub(crate) id: ComponentId,
    /// The type name as sent. `None` keeps the type of an existing component (v0.9).
    pub(crate) component: Option<Rc<str>>,
    /// v1.0 only.
    pub(crate) catalog: Option<CatalogId>,
    /// Everything else under the names of v0.9 and later (`weight` and `accessibility` included), v0.8 bound values as
    /// plain literals or `{"path": …}`.
    pub(crate) properties: Map<String, Value>,
    /// v0.8: literals to write at a path when the component arrives, where a bound value carries both.
    pub(crate) seeds: Vec<(Rc<str>, Value)>,
    /// JSON pointer of the definition in its message, such as `/components/3`.
    pub(crate) path: String,
}

/// v1.0: the agent asks the renderer to run a function.
#[derive(Debug, PartialEq)]
pub(crate) struct CallRendererFunction {
    pub(crate) call_id: Rc<str>,
    pub(crate) function: Rc<str>,
    pub(crate) catalog: Option<CatalogId>,
    pub(crate) args: Map<String, Value>,
    /// The surface whose data model the arguments are resolved against; none means an empty one.
    pub(crate) surface: Option<SurfaceId>,
    pub(crate) form: WireForm,
}

/// Why a call across the wire failed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CallError {
    pub(crate) code: String,
    pub(crate) message: String,
}
