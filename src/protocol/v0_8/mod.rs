//! v0.8: its messages as the schema spells them → [`super::Body`].

mod contents;
mod path;
pub(super) mod properties;

use std::rc::Rc;

use serde_json::{Map, Value};

use super::component::components;
use super::fields::{Fields, Refused};
use super::{Body, CreateSurface, Duplicate, UnknownSurface, Version};
use crate::{ComponentId, SurfaceId};

/// Reads the object of one verb.
pub(super) fn read(verb: &str, mut fields: Fields) -> Result<Body, Refused> {
    let body = match verb {
        "beginRendering" => begin_rendering(&mut fields)?,
        "surfaceUpdate" => surface_update(&mut fields)?,
        "dataModelUpdate" => data_model_update(&mut fields)?,
        _ => Body::DeleteSurface { surface: surface(&mut fields)? },
    };
    fields.finish();
    Ok(body)
}

/// What stands at `pointer` if the keys of `root` spell places as v0.8 does (`chart.items[0].label`): agents that learned
/// to write so keep to it in v0.9, where such a key is one name (custom components reference, section 5.3).
pub(crate) fn at_flat_keys(root: &Map<String, Value>, pointer: &str) -> Option<Value> {
    let mut tree = contents::unflattened(root)?;
    tree.pointer_mut(&path::absolute(pointer)).map(Value::take)
}

/// Documents of the time leave the surface out; their renderers called it `@default`.
fn surface(fields: &mut Fields) -> Result<SurfaceId, Refused> {
    if fields.has("surfaceId") {
        return fields.surface();
    }
    fields.notes.tolerated("/surfaceId", "surfaceId is missing; the surface is called @default.");
    Ok(SurfaceId::from("@default"))
}

fn begin_rendering(fields: &mut Fields) -> Result<Body, Refused> {
    let surface = surface(fields)?;
    let catalog = fields.catalog()?.unwrap_or_else(|| super::STANDARD_CATALOG.into());
    let root = match fields.text("root") {
        Some(root) => ComponentId::from(&*root),
        None => {
            fields.notes.tolerated("/root", "root is missing; the component called root is taken.");
            ComponentId::from("root")
        }
    };
    Ok(Body::CreateSurface(Box::new(CreateSurface {
        surface,
        catalog: Some(catalog),
        root,
        theme: fields.object("styles").unwrap_or_default(),
        send_data_model: false,
        data_model: None,
        components: Vec::new(),
        duplicate: Duplicate::Repoint,
    })))
}

fn surface_update(fields: &mut Fields) -> Result<Body, Refused> {
    let surface = surface(fields)?;
    match components(fields, Version::V0_8)? {
        Some(components) => Ok(Body::UpdateComponents { surface, components, unknown_surface: UnknownSurface::Hold }),
        None => Err(fields.notes.refused("/components", "components is missing.")),
    }
}

fn data_model_update(fields: &mut Fields) -> Result<Body, Refused> {
    let surface = surface(fields)?;
    let path = Rc::from(fields.text("path").map(|path| path::absolute(&path)).unwrap_or_default());
    let Some(value) = contents(fields, "contents")? else {
        return Err(fields.notes.refused("/contents", "contents is missing."));
    };
    Ok(Body::UpdateDataModel { surface, path, value: Some(value), unknown_surface: UnknownSurface::Hold })
}

/// The plain JSON of a member that holds typed entries.
pub(super) fn contents(fields: &mut Fields, key: &str) -> Result<Option<Value>, Refused> {
    let listed = fields.list(key)?;
    Ok(listed.map(|listed| contents::value(listed, &super::fields::at(key), fields.notes)))
}

/// The verbs that only v0.8 has.
pub(super) fn has(verb: &str) -> bool {
    matches!(verb, "beginRendering" | "surfaceUpdate" | "dataModelUpdate")
}
