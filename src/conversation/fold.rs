//! A list of operations → the state it asks for, surface by surface (lifecycle reference, section 11).

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::data_model::{DataModel, Pointer};
use crate::protocol::{BASIC_CATALOG, Body, ComponentUpdate, CreateSurface, Dialect, Duplicate, Message, Version};
use crate::{CatalogId, ComponentId, Issue, SurfaceId};

/// What the agent wants one surface to be. Cloning shares everything.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fold {
    pub(super) dialect: Dialect,
    /// Nothing while only updates have come.
    pub(super) header: Option<Rc<Header>>,
    pub(super) components: BTreeMap<ComponentId, Rc<ComponentUpdate>>,
    pub(super) data: Rc<DataModel>,
}

/// What a create says beside components and data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    pub(super) catalog: Option<CatalogId>,
    pub(super) root: ComponentId,
    pub(super) theme: Map<String, Value>,
    pub(super) send_data_model: bool,
    pub(super) duplicate: Duplicate,
}

/// The outcome for one surface.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Folded {
    Live(Fold),
    Deleted,
}

/// A list folded so far.
#[derive(Debug, Default)]
pub(crate) struct Folding {
    /// In the order the list first names them.
    pub(super) surfaces: Vec<(SurfaceId, Folded)>,
    /// Messages that are no state: calls of functions, and answers to ours.
    pub(super) calls: Vec<Message>,
    pub(super) issues: Vec<Issue>,
}

impl Folding {
    /// Adds the next message. `start` is the state a surface has when the list first names it.
    pub(crate) fn push(&mut self, message: Message, start: &dyn Fn(&SurfaceId) -> Option<Fold>) {
        let Message { dialect, body } = message;
        let Some(surface) = surface(&body) else {
            self.calls.push(Message { dialect, body });
            return;
        };
        let surface = surface.clone();
        let position = self.surfaces.iter().position(|(known, _)| *known == surface).unwrap_or_else(|| {
            let fold = start(&surface).unwrap_or_else(|| Fold::new(dialect.clone()));
            self.surfaces.push((surface.clone(), Folded::Live(fold)));
            self.surfaces.len() - 1
        });
        let folded = &mut self.surfaces[position].1;
        match (body, &mut *folded) {
            (Body::DeleteSurface { .. }, _) => *folded = Folded::Deleted,
            (body, Folded::Live(fold)) => self.issues.extend(fold.apply(&body)),
            (body, Folded::Deleted) if matches!(body, Body::CreateSurface(_)) || dialect.version == Version::V0_8 => {
                let mut fold = Fold::new(dialect);
                self.issues.extend(fold.apply(&body));
                *folded = Folded::Live(fold);
            }
            (_, Folded::Deleted) => self.issues.push(deleted(&surface)),
        }
    }
}

/// An update for a surface that was deleted: it is never revived by one.
pub(super) fn deleted(surface: &SurfaceId) -> Issue {
    let message = "This surface was deleted; an update does not bring it back.";
    Issue::error("VALIDATION_FAILED", message).at("/surfaceId").on(surface)
}

/// The surface a message is about; calls are about none.
pub(super) fn surface(body: &Body) -> Option<&SurfaceId> {
    match body {
        Body::CreateSurface(create) => Some(&create.surface),
        Body::UpdateComponents { surface, .. }
        | Body::UpdateDataModel { surface, .. }
        | Body::DeleteSurface { surface } => Some(surface),
        Body::CallRendererFunction(_) | Body::AgentFunctionResponse { .. } => None,
    }
}

impl Fold {
    /// A surface of which nothing is known yet.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Fold { dialect, header: None, components: BTreeMap::new(), data: Rc::default() }
    }

    /// Folds one message about this surface; deleting is the list's affair.
    pub(crate) fn apply(&mut self, body: &Body) -> Vec<Issue> {
        let mut issues = Vec::new();
        match body {
            Body::CreateSurface(create) => self.create(create, &mut issues),
            Body::UpdateComponents { components, surface, .. } => self.update(components, surface, &mut issues),
            Body::UpdateDataModel { surface, path, value, .. } => self.write(surface, path, value.clone(), &mut issues),
            _ => {}
        }
        issues
    }

    fn create(&mut self, create: &CreateSurface, issues: &mut Vec<Issue>) {
        if self.header.is_some() && create.duplicate == Duplicate::Report {
            let message = "A surface with this id exists already; the first one stays.";
            issues.push(Issue::warning("VALIDATION_FAILED", message).at("/surfaceId").on(&create.surface));
            return;
        }
        self.header = Some(Rc::new(Header {
            catalog: create.catalog.clone(),
            root: create.root.clone(),
            theme: create.theme.clone(),
            send_data_model: create.send_data_model,
            duplicate: create.duplicate,
        }));
        if let Some(data) = &create.data_model {
            self.write(&create.surface, "", Some(data.clone()), issues);
        }
        self.update(&create.components, &create.surface, issues);
    }

    fn update(&mut self, components: &[ComponentUpdate], surface: &SurfaceId, issues: &mut Vec<Issue>) {
        for update in components {
            for (path, value) in &update.seeds {
                self.write(surface, path, Some(value.clone()), issues);
            }
            let known = self.components.get(&update.id);
            let component = update.component.clone().or_else(|| known?.component.clone());
            // The seeds are in the data now.
            let definition = ComponentUpdate { component, seeds: Vec::new(), ..update.clone() };
            if known.is_none_or(|known| !is_same(known, &definition)) {
                self.components.insert(update.id.clone(), Rc::new(definition));
            }
        }
    }

    fn write(&mut self, surface: &SurfaceId, path: &str, value: Option<Value>, issues: &mut Vec<Issue>) {
        let written = Pointer::parse(path).ok().and_then(|path| {
            let data = Rc::make_mut(&mut self.data);
            match value {
                Some(value) => data.set(&path, value).ok(),
                None => data.remove(&path).ok(),
            }
        });
        if written.is_none() {
            let message = format!("Nothing can be written at \"{path}\".");
            issues.push(Issue::error("VALIDATION_FAILED", message).at("/path").on(surface));
        }
    }

    /// What stands in for a create that never came: the default catalog.
    pub(super) fn default_header(&self) -> Header {
        Header {
            catalog: (self.dialect.version != Version::V1_0).then(|| BASIC_CATALOG.into()),
            root: "root".into(),
            theme: Map::new(),
            send_data_model: false,
            duplicate: Duplicate::Report,
        }
    }
}

/// Whether two definitions mean the same, wherever in a message they stood.
pub(super) fn is_same(one: &Rc<ComponentUpdate>, other: &ComponentUpdate) -> bool {
    std::ptr::eq(&**one, other)
        || (one.component == other.component && one.catalog == other.catalog && one.properties == other.properties)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::protocol::parse;

    fn fold(list: Value, start: Option<&Fold>) -> Folding {
        let mut folding = Folding::default();
        for message in list.as_array().unwrap() {
            let (message, issues) = parse(message.clone(), &|_| None);
            assert_eq!(issues.iter().map(|issue| &issue.message).collect::<Vec<_>>(), Vec::<&String>::new());
            folding.push(message.unwrap(), &|_| start.cloned());
        }
        folding
    }

    fn live(folding: &Folding) -> &Fold {
        match &folding.surfaces[..] {
            [(_, Folded::Live(fold))] => fold,
            other => panic!("{other:?}"),
        }
    }

    fn create() -> Value {
        json!({"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": BASIC_CATALOG}})
    }

    fn text(id: &str, text: &str) -> Value {
        let component = json!({"id": id, "component": "Text", "text": text});
        json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [component]}})
    }

    fn data(path: &str, value: Value) -> Value {
        json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": path, "value": value}})
    }

    fn delete() -> Value {
        json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}})
    }

    #[test]
    fn the_last_word_on_each_component_and_path_counts() {
        let folding = fold(
            json!([
                create(),
                text("a", "1"),
                text("b", "1"),
                text("a", "2"),
                data("/", json!({"x": 1})),
                data("/y", json!(2))
            ]),
            None,
        );
        let fold = live(&folding);
        assert_eq!(fold.components.len(), 2);
        assert_eq!(fold.components[&"a".into()].properties["text"], "2");
        assert_eq!(fold.data.value(), &json!({"x": 1, "y": 2}));
    }

    #[test]
    fn order_within_a_list_does_not_matter_for_creation() {
        let one = fold(json!([text("a", "1"), create()]), None);
        let other = fold(json!([create(), text("a", "1")]), None);
        assert_eq!(live(&one), live(&other));
        let v08 = json!([
            {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "r", "component": {"Text": {"text": {"path": "/t", "literalString": "x"}}}}]}},
            {"beginRendering": {"surfaceId": "s", "root": "r"}},
        ]);
        let folding = fold(v08, None);
        assert_eq!(live(&folding).header.as_ref().unwrap().root, "r".into());
        assert_eq!(live(&folding).data.value(), &json!({"t": "x"}));
    }

    #[test]
    fn a_create_after_a_delete_starts_clean_and_an_update_does_not() {
        let again = fold(json!([create(), text("a", "1"), delete(), create(), text("b", "1")]), None);
        assert_eq!(live(&again).components.keys().map(ComponentId::as_str).collect::<Vec<_>>(), ["b"]);
        let gone = fold(json!([create(), delete(), text("a", "1")]), None);
        assert_eq!(gone.surfaces[0].1, Folded::Deleted);
        assert_eq!(gone.issues.len(), 1);
    }

    #[test]
    fn a_second_create_is_reported_and_changes_nothing() {
        let mut other = create();
        other["createSurface"]["catalogId"] = "x".into();
        let folding = fold(json!([create(), other]), None);
        assert_eq!(live(&folding).header.as_ref().unwrap().catalog, Some(BASIC_CATALOG.into()));
        assert_eq!(folding.issues.len(), 1);
    }

    #[test]
    fn a_list_without_create_goes_on_from_where_the_surface_stands() {
        let before = fold(json!([create(), text("a", "1"), data("/x", json!(1))]), None);
        let after = fold(json!([text("b", "1"), data("/y", json!(1))]), Some(live(&before)));
        assert_eq!((live(&after).components.len(), live(&after).data.value()), (2, &json!({"x": 1, "y": 1})));
        assert_eq!(live(&before).data.value(), &json!({"x": 1}));
    }

    #[test]
    fn a_bad_write_costs_only_itself() {
        let folding =
            fold(json!([create(), data("/a", json!("text")), data("/a/b", json!(1)), data("/c", json!(1))]), None);
        assert_eq!(live(&folding).data.value(), &json!({"a": "text", "c": 1}));
        assert_eq!(folding.issues.len(), 1);
    }

    #[test]
    fn an_update_without_a_type_keeps_the_type() {
        let mut untyped = text("a", "2");
        untyped["updateComponents"]["components"][0].as_object_mut().unwrap().remove("component");
        let folding = fold(json!([create(), text("a", "1"), untyped]), None);
        assert_eq!(live(&folding).components[&"a".into()].component.as_deref(), Some("Text"));
    }
}
