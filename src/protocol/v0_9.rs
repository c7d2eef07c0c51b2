//! v0.9: its messages as the schema spells them → [`super::Body`].

use std::rc::Rc;

use serde_json::Value;

use super::component::components;
use super::fields::{Fields, Refused, TOLERATED, json_text};
use super::{Body, CreateSurface, Duplicate, UnknownSurface, Version, v0_8};
use crate::{CatalogId, Issue};

/// Reads the object of one verb.
pub(super) fn read(verb: &str, mut fields: Fields) -> Result<Body, Refused> {
    let body = match verb {
        "createSurface" => create_surface(&mut fields)?,
        "updateComponents" => update_components(&mut fields, Version::V0_9)?,
        "updateDataModel" => update_data_model(&mut fields, Version::V0_9)?,
        _ => Body::DeleteSurface { surface: fields.surface()? },
    };
    fields.finish();
    Ok(body)
}

fn create_surface(fields: &mut Fields) -> Result<Body, Refused> {
    let surface = fields.surface()?;
    let catalog = match fields.catalog()? {
        Some(catalog) => catalog,
        None => {
            fields
                .notes
                .0
                .push(Issue::warning(TOLERATED, "catalogId is missing; the basic catalog is taken.").at("/catalogId"));
            CatalogId::from(super::BASIC_CATALOG)
        }
    };
    create(fields, surface, Some(catalog), Version::V0_9)
}

/// What `createSurface` has in common since v0.9. The members that only one version knows are taken in every version.
pub(super) fn create(
    fields: &mut Fields,
    surface: crate::SurfaceId,
    catalog: Option<CatalogId>,
    version: Version,
) -> Result<Body, Refused> {
    let mut theme = fields.object("theme").unwrap_or_default();
    if version == Version::V1_0 && !theme.is_empty() {
        fields.notes.tolerated("/theme", "v1.0 has no theme; it was applied as in v0.9.");
    }
    if let Some(properties) = fields.object("surfaceProperties") {
        fields.notes.tolerated("/surfaceProperties", "surfaceProperties is no longer part of createSurface.");
        theme.extend(properties);
    }
    let data_model = fields.object("dataModel").map(Value::Object);
    let components = components(fields, version)?;
    if version == Version::V0_9 && (data_model.is_some() || components.is_some()) {
        fields
            .notes
            .tolerated("", "createSurface carries components or data, which v0.9 sends in messages of their own.");
    }
    Ok(Body::CreateSurface(Box::new(CreateSurface {
        surface,
        catalog,
        root: "root".into(),
        theme,
        send_data_model: fields.flag("sendDataModel"),
        data_model,
        components: components.unwrap_or_default(),
        duplicate: Duplicate::Report,
    })))
}

pub(super) fn update_components(fields: &mut Fields, version: Version) -> Result<Body, Refused> {
    let surface = fields.surface()?;
    let Some(components) = components(fields, version)? else {
        return Err(fields.notes.refused("/components", "components is missing."));
    };
    Ok(Body::UpdateComponents { surface, components, unknown_surface: UnknownSurface::Report })
}

pub(super) fn update_data_model(fields: &mut Fields, version: Version) -> Result<Body, Refused> {
    let surface = fields.surface()?;
    let path: Rc<str> = match fields.take("path") {
        None => Rc::from(""),
        Some(Value::String(path)) => Rc::from(path),
        // Guessing the root here could wipe all data.
        Some(_) => return Err(fields.notes.refused("/path", "path must be a string.")),
    };
    let value = match fields.take_nullable("value") {
        None if fields.has("contents") => {
            fields.notes.tolerated("/contents", "Data was sent as typed entries, as v0.8 does.");
            v0_8::contents(fields, "contents")?
        }
        None if version == Version::V1_0 => {
            return Err(fields.notes.refused("/value", "value is missing; null removes what is there."));
        }
        // The sources differ on null; leaving the value out and sending null both remove (section 7.2).
        None | Some(Value::Null) => None,
        Some(Value::String(text)) if path.trim_matches('/').is_empty() => Some(document(text, fields)),
        some => some,
    };
    Ok(Body::UpdateDataModel { surface, path, value, unknown_surface: UnknownSurface::Report })
}

/// A text for the whole model is JSON that was quoted once too often; anywhere else a text is a text.
fn document(text: String, fields: &mut Fields) -> Value {
    match json_text(&text) {
        Some(value) => {
            fields.notes.tolerated("/value", "JSON was sent as a text where the value itself was due.");
            value
        }
        None => Value::String(text),
    }
}
