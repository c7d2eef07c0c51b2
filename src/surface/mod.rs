//! The state: all live surfaces. It changes by one door, [`Surfaces::apply`], and by what a person does.
//!
//! Architecture invariant: nothing here knows the wire's versions (beyond the dialect a surface answers in), the DOM or the
//! clock.

mod agent;
mod apply;
mod changes;
mod composition;
mod data;
mod definitions;
mod input;
mod outbox;
mod rpc;
mod settle;
mod snapshot;
#[allow(clippy::module_inception)]
mod surface;
mod tree;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use serde_json::{Map, Value};

pub use changes::Changes;
pub(crate) use changes::{NodeChanges, SurfaceChange, SurfaceChangeKind};
use outbox::Outbox;
pub(crate) use outbox::Sent;
pub(crate) use snapshot::Said;
pub(crate) use surface::{Surface, Surroundings};
pub(crate) use tree::NodeId;

use crate::catalog::{Catalog, Catalogs};
use crate::dynamic::intl::{English, Intl};
use crate::millis::Millis;
use crate::protocol::{self, Version};
use crate::{DataModel, Issue, SurfaceId};

/// How long a surface may be without its root before that is reported.
const GRACE: Millis = Millis(10_000);

/// More surfaces than this at once are refused.
const MAX_SURFACES: usize = 200;

/// All live surfaces, in the order they came.
pub struct Surfaces {
    surfaces: Vec<Surface>,
    /// Deleted since the view last asked.
    deleted: Vec<SurfaceId>,
    around: Surroundings,
    outbox: Outbox,
    has_user_activation: bool,
}

impl Default for Surfaces {
    fn default() -> Self {
        Surfaces::new(Rc::new(English))
    }
}

impl Surfaces {
    pub(crate) fn new(intl: Rc<dyn Intl>) -> Self {
        Surfaces::with_catalogs(intl, Catalogs::default())
    }

    /// Surfaces that may use the host's catalogs beside ours.
    pub(crate) fn with_catalogs(intl: Rc<dyn Intl>, catalogs: Catalogs) -> Self {
        let functions = Rc::new(catalogs.functions());
        Surfaces::within(Surroundings { intl, catalogs: Rc::new(catalogs), functions }, Outbox::default())
    }

    fn within(around: Surroundings, outbox: Outbox) -> Self {
        Surfaces { surfaces: Vec::new(), deleted: Vec::new(), around, outbox, has_user_activation: false }
    }

    /// Adds a catalog of the host; what it changes on living surfaces is shown at once.
    pub(crate) fn declare(&mut self, catalog: Catalog) -> Vec<Issue> {
        let mut catalogs = Catalogs::clone(&self.around.catalogs);
        catalogs.declare(catalog);
        self.around.functions = Rc::new(catalogs.functions());
        self.around.catalogs = Rc::new(catalogs);
        for surface in &mut self.surfaces {
            surface.decode_anew(&self.around);
            surface.functions = self.around.catalogs.of_functions(surface.catalog.clone(), surface.dialect.version);
            surface.tree.mark_all();
        }
        let mut issues = Vec::new();
        self.settle(None, &mut issues);
        issues
    }

    /// What to tell an agent of this version about what can be shown, as transport metadata.
    pub(crate) fn capabilities(&self, version: Version) -> Map<String, Value> {
        let ids = self.around.catalogs.supported(version);
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        protocol::capabilities(version, &ids, Vec::new())
    }

    /// Ids of calls to the agent begin with this: whatever tells this instance from others.
    pub(crate) fn set_call_seed(&mut self, seed: &str) {
        self.outbox.set_seed(seed);
    }

    /// Whether a person is acting right now; some functions run for the agent only then.
    pub(crate) fn set_user_activation(&mut self, is_active: bool) {
        self.has_user_activation = is_active;
    }

    pub(crate) fn surface(&self, id: &SurfaceId) -> Option<&Surface> {
        self.surfaces.iter().find(|surface| surface.id == *id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Surface> {
        self.surfaces.iter()
    }

    /// The live data of a surface.
    pub fn data_model(&self, id: &SurfaceId) -> Option<&DataModel> {
        self.surface(id).map(|surface| &surface.model)
    }

    pub(crate) fn take_outgoing(&mut self) -> Vec<Sent> {
        self.outbox.take(&self.surfaces)
    }

    /// What differs from what the view was told before.
    pub(crate) fn take_changes(&mut self) -> Changes {
        let deleted = self.deleted.drain(..).map(|surface| SurfaceChange { surface, kind: SurfaceChangeKind::Deleted });
        let mut surfaces: Vec<_> = deleted.collect();
        for surface in &mut self.surfaces {
            let changes = surface.tree.take_changes();
            if !changes.is_empty() {
                let surface = surface.id.clone();
                surfaces.push(SurfaceChange { surface, kind: SurfaceChangeKind::Changed(changes) });
            }
        }
        Changes { surfaces }
    }

    /// Another language or formatter: everything that may show it is read again.
    pub(crate) fn set_intl(&mut self, intl: Rc<dyn Intl>) -> Vec<Issue> {
        self.around.intl = intl;
        for surface in &mut self.surfaces {
            surface.tree.mark_all();
        }
        let mut issues = Vec::new();
        self.settle(None, &mut issues);
        issues
    }

    /// Forgets everything.
    pub(crate) fn reset(&mut self) {
        self.deleted.extend(self.surfaces.drain(..).map(|surface| surface.id));
        self.outbox.clear();
    }
}
