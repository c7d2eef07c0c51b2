//! What agents define: decoded by the catalog of its type, kept by id, replaced as a whole.

use std::rc::Rc;

use super::surface::{Arrival, Surface, Surroundings};
use crate::catalog::{Meaning, Standing};
use crate::component::property::clip;
use crate::component::{Definition, Type};
use crate::dynamic::WireForm;
use crate::protocol::{ComponentUpdate, Version};
use crate::{CatalogId, ComponentId, Issue};

impl Surface {
    /// Says so if the surface's catalog is none of ours. What the basic catalog knows is painted all the same.
    pub(super) fn check_catalog(&mut self, around: &Surroundings) {
        let Some(id) = &self.catalog else { return };
        let unknown = || ["Catalog not found: ", clip(id.as_str())].concat();
        let issue = match around.catalogs.standing(id, self.dialect.version) {
            Standing::Known if id.as_str().is_empty() => {
                Issue::info("TOLERATED", "catalogId is empty; the basic catalog is taken.")
            }
            Standing::Known => return,
            Standing::OtherVersion => Issue::info(
                "TOLERATED",
                "The catalog belongs to another version of the protocol; it is taken for this one.",
            ),
            // v0.8 may define components first; if some of them can be shown the catalog was no hindrance.
            Standing::Unknown if self.dialect.version == Version::V0_8 && self.shows_any() => {
                Issue::warning("CATALOG_ERROR", unknown())
            }
            Standing::Unknown => Issue::error("CATALOG_ERROR", unknown()),
        };
        self.report_once(issue.at("/catalogId"));
    }

    fn shows_any(&self) -> bool {
        self.components.values().any(|definition| definition.shown_by().is_some())
    }

    pub(super) fn update_components(&mut self, updates: Vec<ComponentUpdate>, arrival: Arrival, around: &Surroundings) {
        self.note_form(&updates);
        for update in updates {
            self.update_component(update, arrival, around);
        }
    }

    fn update_component(&mut self, update: ComponentUpdate, arrival: Arrival, around: &Surroundings) {
        let before = self.components.get(&update.id);
        let is_repeated = before.is_some_and(|before| before.form == self.form && is_same(&before.source, &update));
        let position = self.partial.iter().position(|id| *id == update.id);
        let was_partial = match arrival {
            Arrival::Whole => position.map(|position| self.partial.swap_remove(position)).is_some(),
            // What is painted is not replaced by a beginning.
            Arrival::Partial { growing: Some(id) }
                if *id == *update.id.as_str() && before.is_some() && position.is_none() =>
            {
                return;
            }
            Arrival::Partial { .. } => {
                if position.is_none() {
                    self.partial.push(update.id.clone());
                }
                position.is_some()
            }
        };
        if is_repeated && !was_partial {
            return;
        }
        let type_name = match (&update.component, before) {
            (Some(name), _) => name.clone(),
            (None, Some(before)) => before.type_name().into(),
            (None, None) => {
                let issue = Issue::error("VALIDATION_FAILED", "The component has no type.");
                self.report([issue.of(&update.id).at([&update.path, "/component"].concat())]);
                return;
            }
        };
        for (path, value) in update.seeds.iter().filter(|(path, _)| path.starts_with('/')) {
            self.plant_seed(path, value);
        }
        self.check_component_catalog(&update, around);
        let (component, unknown) = self.meaning(update.catalog.as_ref(), &type_name, &update, around);
        let mut issues: Vec<Issue> = unknown.into_iter().collect();
        let definition = Definition::decode(update, component, self.form, &mut issues);
        self.report(issues);
        self.define(Rc::new(definition));
    }

    /// Switches to the wire form that a message uses; a surface never goes back from `@`.
    fn note_form(&mut self, updates: &[ComponentUpdate]) {
        if self.dialect.version == Version::V1_0 && updates.iter().any(ComponentUpdate::uses_at_form) {
            self.form = WireForm::At;
        }
    }

    /// Puts a definition in place of the one before.
    pub(super) fn define(&mut self, definition: Rc<Definition>) {
        let id = definition.id.clone();
        let before = self.components.insert(id.clone(), definition);
        if self.root.as_ref() == Some(&id) && std::mem::take(&mut self.is_overdue) {
            self.tree.touch_frame();
        }
        let now = &self.components[&id];
        let is_other_type = before.as_ref().is_some_and(|before| before.type_name() != now.type_name());
        // A value that the agent gives anew is the one that counts, not what was entered over the old one.
        let is_other_value = before
            .as_ref()
            .is_some_and(|before| before.source.properties.get("value") != now.source.properties.get("value"));
        for instance in self.tree.instances_of(&id) {
            if let Some(node) = self.tree.node_mut(instance) {
                if is_other_type {
                    node.local = Default::default();
                } else if is_other_value {
                    node.local.entered = None;
                }
            }
            self.tree.mark(instance);
        }
    }

    /// What shows a component, and what to say if nothing does.
    fn meaning(
        &self,
        own: Option<&CatalogId>,
        type_name: &str,
        update: &ComponentUpdate,
        around: &Surroundings,
    ) -> (Option<&'static Type>, Option<Issue>) {
        match around.catalogs.component(own, self.catalog.as_ref(), type_name, &update.properties) {
            Meaning::Component(component) => (Some(component), None),
            Meaning::Declared => (None, None),
            Meaning::Unknown => {
                let message = ["No catalog of this surface has a component \"", clip(type_name), "\"."].concat();
                let issue = Issue::error("UNKNOWN_COMPONENT_TYPE", message).of(&update.id);
                (None, Some(issue.at([&update.path, "/component"].concat())))
            }
        }
    }

    /// v1.0: every component belongs to a catalog, its own or the surface's.
    fn check_component_catalog(&mut self, update: &ComponentUpdate, around: &Surroundings) {
        if self.dialect.version != Version::V1_0 {
            return;
        }
        let message = match (&update.catalog, &self.catalog) {
            (Some(id), _) if id.as_str().is_empty() => "Catalog not found: ".to_owned(),
            (Some(id), _) if around.catalogs.standing(id, Version::V1_0) != Standing::Known => {
                ["Catalog not found: ", clip(id.as_str())].concat()
            }
            (None, None) => "The component names no catalog, and the surface has no default catalogId.".to_owned(),
            _ => return,
        };
        let issue = Issue::error("CATALOG_ERROR", message).at([&update.path, "/catalogId"].concat());
        self.report_once(issue);
    }

    /// Decodes again what now means something else.
    pub(super) fn decode_anew(&mut self, around: &Surroundings) {
        let definitions: Vec<_> = self.components.values().cloned().collect();
        for definition in definitions {
            let source = &definition.source;
            let (component, _) = self.meaning(source.catalog.as_ref(), definition.type_name(), source, around);
            if component != definition.shown_by() {
                let anew = Definition::decode(source.clone(), component, definition.form, &mut Vec::new());
                self.define(Rc::new(anew));
            }
        }
    }

    /// Components that are no longer defined: what still refers to them waits for them again.
    pub(crate) fn forget(&mut self, components: &[ComponentId]) {
        for id in components {
            self.components.remove(id);
            self.tree.mark_component(id);
        }
    }
}

/// Whether two updates define the same, wherever they stood in their messages.
pub(super) fn is_same(a: &ComponentUpdate, b: &ComponentUpdate) -> bool {
    a.component == b.component && a.catalog == b.catalog && a.properties == b.properties && a.seeds == b.seeds
}
