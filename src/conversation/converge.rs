//! The state a surface has and the state it should have → the steps between (lifecycle reference, section 11).

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::Value;

use super::fold::{Fold, Header, is_same};
use super::merge::{merge, writes};
use crate::SurfaceId;
use crate::lifecycle::same;
use crate::protocol::{Body, ComponentUpdate, CreateSurface, Duplicate, Message, UnknownSurface, Version};
use crate::step::Step;

/// What stands before the change.
pub(crate) enum Before<'a> {
    /// No such surface.
    Absent,
    /// A surface with this live data. `fold` is what the agent had said of it, if it came through a conversation.
    Live { fold: Option<&'a Fold>, data: &'a dyn Fn() -> Cow<'a, Value> },
}

/// The steps that make `surface` what `next` says. Equal components are left alone, edits of data survive.
pub(crate) fn converge(surface: &SurfaceId, before: &Before, next: &Fold) -> Vec<Step> {
    match before {
        Before::Absent => appear(surface, next, next.data.value().clone()),
        Before::Live { fold: None, data } => {
            let empty = Fold::new(next.dialect.clone());
            change(surface, &empty, data, next)
        }
        Before::Live { fold: Some(fold), data } => {
            if !needs_rebuild(fold, next) {
                return change(surface, fold, data, next);
            }
            let merged = merge(fold.data.value(), next.data.value(), &data());
            let mut steps = vec![delete(surface, next)];
            steps.extend(appear(surface, next, merged));
            steps
        }
    }
}

/// The step that takes the surface away.
pub(crate) fn delete(surface: &SurfaceId, fold: &Fold) -> Step {
    Step::Apply(Message { dialect: fold.dialect.clone(), body: Body::DeleteSurface { surface: surface.clone() } })
}

/// Catalog, theme and the rest cannot change under a living surface, except in v0.8, where a second create re-points it.
fn needs_rebuild(before: &Fold, next: &Fold) -> bool {
    let header = match (&before.header, &next.header) {
        (Some(before), Some(next)) => before != next && next.duplicate == Duplicate::Report,
        _ => false,
    };
    header || before.dialect.version != next.dialect.version
}

fn appear(surface: &SurfaceId, next: &Fold, data: Value) -> Vec<Step> {
    let components: Vec<ComponentUpdate> = next.components.values().map(|component| (**component).clone()).collect();
    let is_empty = data.as_object().is_some_and(|members| members.is_empty());
    let Some(header) = &next.header else {
        // v0.8 content before its beginRendering: kept, hidden.
        let mut steps = vec![update(surface, next, components)];
        if !is_empty {
            steps.push(write(surface, next, "".into(), Some(data)));
        }
        return steps;
    };
    vec![create(surface, next, header, (!is_empty).then_some(data), components)]
}

fn change<'a>(surface: &SurfaceId, before: &Fold, data: &dyn Fn() -> Cow<'a, Value>, next: &Fold) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(header) = next
        .header
        .as_ref()
        .filter(|header| header.duplicate == Duplicate::Repoint && before.header.as_ref() != Some(*header))
    {
        steps.push(create(surface, next, header, None, Vec::new()));
    }
    let changed: Vec<ComponentUpdate> = next
        .components
        .iter()
        .filter(|(id, component)| {
            let known = before.components.get(*id);
            known.is_none_or(|known| !is_same(known, component))
        })
        .map(|(_, component)| (**component).clone())
        .collect();
    if !changed.is_empty() {
        steps.push(update(surface, next, changed));
    }
    let gone: Vec<_> = before.components.keys().filter(|id| !next.components.contains_key(*id)).cloned().collect();
    if !gone.is_empty() {
        steps.push(Step::Forget { surface: surface.clone(), components: gone });
    }
    if !Rc::ptr_eq(&before.data, &next.data) && !same(before.data.value(), next.data.value()) {
        let mine = data();
        let merged = merge(before.data.value(), next.data.value(), &mine);
        steps.extend(writes(&mine, &merged).into_iter().map(|left| write(surface, next, left.path, left.value)));
    }
    steps
}

fn create(
    surface: &SurfaceId,
    next: &Fold,
    header: &Header,
    data_model: Option<Value>,
    components: Vec<ComponentUpdate>,
) -> Step {
    let body = Body::CreateSurface(Box::new(CreateSurface {
        surface: surface.clone(),
        catalog: header.catalog.clone(),
        root: header.root.clone(),
        theme: header.theme.clone(),
        send_data_model: header.send_data_model,
        data_model,
        components,
        duplicate: header.duplicate,
    }));
    Step::Apply(Message { dialect: next.dialect.clone(), body })
}

fn update(surface: &SurfaceId, next: &Fold, components: Vec<ComponentUpdate>) -> Step {
    let body = Body::UpdateComponents { surface: surface.clone(), components, unknown_surface: unknown(next) };
    Step::Apply(Message { dialect: next.dialect.clone(), body })
}

fn write(surface: &SurfaceId, next: &Fold, path: Rc<str>, value: Option<Value>) -> Step {
    let body = Body::UpdateDataModel { surface: surface.clone(), path, value, unknown_surface: unknown(next) };
    Step::Apply(Message { dialect: next.dialect.clone(), body })
}

fn unknown(next: &Fold) -> UnknownSurface {
    if next.dialect.version == Version::V0_8 { UnknownSurface::Hold } else { UnknownSurface::Report }
}
