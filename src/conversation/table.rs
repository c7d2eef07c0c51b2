//! A stage for tests: it keeps what it was told and nothing more.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::fold::{Fold, surface};
use super::stage::Stage;
use crate::protocol::{self, Body, Dialect, Message, UnknownSurface};
use crate::step::Step;
use crate::{Issue, Millis, SurfaceId};

/// The least that holds surfaces: what was said of them, and how often components were touched.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) surfaces: BTreeMap<SurfaceId, Fold>,
    pub(super) steps: Vec<String>,
}

impl Stage for Table {
    fn apply(&mut self, steps: Vec<Step>, _now: Millis) -> Vec<Issue> {
        for step in steps {
            match step {
                Step::Forget { surface, components } => {
                    self.steps.push(format!("forget {components:?}"));
                    let fold = self.surfaces.get_mut(&surface).unwrap();
                    components.iter().for_each(|id| assert!(fold.components.remove(id).is_some()));
                }
                Step::Apply(Message { dialect, body }) => self.message(dialect, &body),
            }
        }
        Vec::new()
    }

    fn exists(&self, surface: &SurfaceId) -> bool {
        self.surfaces.contains_key(surface)
    }

    fn has_root(&self, surface: &SurfaceId) -> bool {
        self.surfaces
            .get(surface)
            .is_some_and(|fold| fold.header.as_ref().is_some_and(|header| fold.components.contains_key(&header.root)))
    }

    /// Near enough: a root, and a text that is literal or finds its data in the model or in an item of it.
    fn is_visible(&self, surface: &SurfaceId) -> bool {
        let data = |fold: &Fold, path: &str| fold.data.value().to_string().contains(path.trim_start_matches('/'));
        self.has_root(surface)
            && self.surfaces[surface].components.values().any(|component| match component.properties.get("text") {
                Some(Value::String(text)) => !text.is_empty(),
                Some(text) => text["path"].as_str().is_some_and(|path| data(&self.surfaces[surface], path)),
                None => false,
            })
    }

    fn data(&self, surface: &SurfaceId) -> Option<Cow<'_, Value>> {
        self.surfaces.get(surface).map(|fold| Cow::Borrowed(fold.data.value()))
    }

    fn dialect(&self, surface: &SurfaceId) -> Option<Dialect> {
        self.surfaces.get(surface).map(|fold| fold.dialect.clone())
    }
}

impl Table {
    fn message(&mut self, dialect: Dialect, body: &Body) {
        let (name, hold) = match body {
            Body::CreateSurface(_) => ("create".to_owned(), true),
            Body::UpdateComponents { components, unknown_surface, .. } => {
                let ids: Vec<_> = components.iter().map(|component| component.id.as_str()).collect();
                (format!("components {}", ids.join(" ")), *unknown_surface == UnknownSurface::Hold)
            }
            Body::UpdateDataModel { path, unknown_surface, .. } => {
                (format!("data {path}"), *unknown_surface == UnknownSurface::Hold)
            }
            Body::DeleteSurface { .. } => ("delete".to_owned(), false),
            _ => ("call".to_owned(), false),
        };
        self.steps.push(name);
        let Some(surface) = surface(body).cloned() else { return };
        if let Body::DeleteSurface { .. } = body {
            assert!(self.surfaces.remove(&surface).is_some(), "deleted twice");
            return;
        }
        if hold && !self.exists(&surface) {
            self.surfaces.insert(surface.clone(), Fold::new(dialect));
        }
        let issues = self.surfaces.get_mut(&surface).expect("an update of an unknown surface").apply(body);
        assert_eq!(issues, []);
    }

    /// A person types.
    pub(super) fn edit(&mut self, surface: &str, path: &str, value: Value) {
        let body = Body::UpdateDataModel {
            surface: surface.into(),
            path: path.into(),
            value: Some(value),
            unknown_surface: UnknownSurface::Report,
        };
        self.surfaces.get_mut(&surface.into()).unwrap().apply(&body);
    }
}

/// The content that is painted from `list`.
pub(super) fn operations(list: Value) -> Map<String, Value> {
    json!({"a2ui_operations": list}).as_object().unwrap().clone()
}

/// A surface `s` with a caption and a field bound to `/seats`.
pub(super) fn form(data: Value) -> Value {
    let components = json!([
        {"id": "root", "component": "Column", "children": ["a", "b"]},
        {"id": "a", "component": "Text", "text": "Seats"},
        {"id": "b", "component": "TextField", "value": {"path": "/seats"}},
    ]);
    json!([
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": protocol::BASIC_CATALOG}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}},
        {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/", "value": data}},
    ])
}
