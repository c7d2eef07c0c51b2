//! One entry of a component list → [`ComponentUpdate`], in whichever of the known shapes it came.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::fields::{Fields, Listed, Notes, Refused, at, unquote};
use super::v0_8::properties;
use super::{ComponentUpdate, Version};
use crate::{CatalogId, ComponentId};

/// A message never carries more components than this.
pub(super) const MAX_COMPONENTS: usize = 20_000;

/// Reads the member `components`. A bad entry costs only itself; `None` means that the member is missing.
pub(super) fn components(fields: &mut Fields, version: Version) -> Result<Option<Vec<ComponentUpdate>>, Refused> {
    let mut elements = match fields.list("components")? {
        None => return Ok(None),
        Some(Listed::One(single)) => {
            fields.notes.tolerated("/components", "A single component was sent where a list of them is due.");
            return Ok(Some(component(single, "/components".into(), version, fields.notes).into_iter().collect()));
        }
        Some(Listed::Many(elements)) => elements,
    };
    if elements.len() > MAX_COMPONENTS {
        elements.truncate(MAX_COMPONENTS);
        fields.notes.refused(
            &["/components/", &MAX_COMPONENTS.to_string()].concat(),
            "There are more components than one message may carry; the rest was left out.",
        );
    }
    if elements.is_empty() && version != Version::V0_8 {
        fields.notes.tolerated("/components", "The list of components is empty.");
    }
    let mut updates = Vec::with_capacity(elements.len());
    for (index, element) in elements.into_iter().enumerate() {
        updates.extend(component(element, ["/components/", &index.to_string()].concat(), version, fields.notes));
    }
    Ok(Some(updates))
}

fn component(entry: Value, path: String, version: Version, notes: &mut Notes) -> Option<ComponentUpdate> {
    let Value::Object(mut entry) = unquote(entry, &path, notes) else {
        notes.refused_component(&path, None, "A component must be an object.");
        return None;
    };
    let (shape, mut properties) = shape(&mut entry, version, &path, notes);
    let id = id(&mut entry, &mut properties, &path, notes)?;
    let weight = entry.shift_remove("weight");
    let wrapped = matches!(shape, Shape::Wrapped(_));
    let (component, mut properties) = match shape {
        Shape::Flat(name) => (name, entry),
        Shape::Wrapped(name) => {
            // What stands beside the wrapper belongs to the component as well.
            for (key, value) in entry {
                if !matches!(key.as_str(), "accessibility" | "catalogId" | "metadata") {
                    let sentence = ["The property ", &key, " stands outside the component."].concat();
                    notes.ignored(&[&path, &*at(&key)].concat(), sentence);
                }
                properties.entry(key).or_insert(value);
            }
            (Some(name), properties)
        }
        Shape::Unreadable => {
            let sentence = "component must be the name of a type.";
            notes.refused_component(&[&path, "/component"].concat(), Some(&id), sentence);
            return None;
        }
    };
    let mut update = ComponentUpdate {
        id,
        component: component.map(|name| Rc::from(&*name)),
        catalog: None,
        properties: Map::new(),
        seeds: Vec::new(),
        path,
    };
    if let Some(weight) = weight {
        properties.entry("weight").or_insert(weight);
    }
    match version {
        Version::V0_8 => {}
        // v0.9 ignores what v1.0 says here.
        Version::V0_9 => drop(properties.shift_remove("catalogId")),
        Version::V1_0 => update.catalog = catalog(&mut properties, &update, notes)?,
    }
    forget_nulls(&mut properties, &update.path, notes);
    let is_old =
        wrapped || update.component.as_deref() == Some("MultipleChoice") || properties.values().any(properties::is_old);
    if version == Version::V0_8 {
        properties::translate(&mut update, properties, version);
    } else if is_old {
        notes.tolerated(&update.path, "A component was written in the way of v0.8.");
        properties::translate(&mut update, properties, version);
    } else {
        properties::complete_action(&mut properties, &update.path, notes);
        update.properties = properties;
    }
    accepted(update, version, notes)
}

enum Shape {
    /// `component` is a type name, or missing; the properties stand beside it.
    Flat(Option<String>),
    /// The properties are the value of a member named like the type.
    Wrapped(String),
    Unreadable,
}

/// Takes the type name out of the entry, with the properties where they stand apart.
fn shape(
    entry: &mut Map<String, Value>,
    version: Version,
    path: &str,
    notes: &mut Notes,
) -> (Shape, Map<String, Value>) {
    let old = version == Version::V0_8;
    match entry.shift_remove("component") {
        Some(Value::String(name)) => {
            if old {
                notes.tolerated(path, "A component was written in the way of v0.9.");
            }
            return (Shape::Flat(Some(name)), Map::new());
        }
        Some(Value::Object(wrapper)) => {
            if !old {
                notes.tolerated(path, "A component was written in the way of v0.8.");
            }
            return match only(wrapper) {
                Some((name, properties)) => (Shape::Wrapped(name), properties),
                None => (Shape::Unreadable, Map::new()),
            };
        }
        Some(Value::Null) | None => {}
        Some(_) => return (Shape::Unreadable, Map::new()),
    }
    if let Some(name) = wrapper_key(entry)
        && let Some(Value::Object(properties)) = entry.shift_remove(&name)
    {
        notes.tolerated(path, "A component was wrapped in an object named like its type.");
        return (Shape::Wrapped(name), properties);
    }
    match entry.get("type") {
        Some(Value::String(name)) if is_type_name(name) => {
            notes.tolerated(path, "The type of a component was called type instead of component.");
            let name = name.clone();
            entry.shift_remove("type");
            (Shape::Flat(Some(name)), Map::new())
        }
        _ if old => (Shape::Unreadable, Map::new()),
        _ => (Shape::Flat(None), Map::new()),
    }
}

fn only(wrapper: Map<String, Value>) -> Option<(String, Map<String, Value>)> {
    let mut members = wrapper.into_iter();
    match (members.next(), members.next()) {
        (Some((name, Value::Object(properties))), None) => Some((name, properties)),
        (Some((name, Value::Null)), None) => Some((name, Map::new())),
        _ => None,
    }
}

fn wrapper_key(entry: &Map<String, Value>) -> Option<String> {
    let mut others = entry
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "id" | "weight" | "accessibility" | "catalogId" | "metadata"));
    match (others.next(), others.next()) {
        (Some((key, Value::Object(_))), None) if is_type_name(key) => Some(key.clone()),
        _ => None,
    }
}

fn is_type_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_uppercase())
}

fn id(
    entry: &mut Map<String, Value>,
    properties: &mut Map<String, Value>,
    path: &str,
    notes: &mut Notes,
) -> Option<ComponentId> {
    let inside = || properties.shift_remove("id");
    match entry.shift_remove("id").or_else(inside) {
        Some(Value::String(id)) => Some(ComponentId::from(&*id)),
        Some(Value::Number(id)) => {
            notes.tolerated(path, "A component id was a number; it is read as a text.");
            Some(ComponentId::from(&*id.to_string()))
        }
        Some(_) => {
            notes.refused_component(&[path, "/id"].concat(), None, "A component's id must be a string.");
            None
        }
        None => {
            notes.refused_component(&[path, "/id"].concat(), None, "A component has no id.");
            None
        }
    }
}

fn catalog(
    properties: &mut Map<String, Value>,
    update: &ComponentUpdate,
    notes: &mut Notes,
) -> Option<Option<CatalogId>> {
    match properties.shift_remove("catalogId") {
        None | Some(Value::Null) => Some(None),
        Some(Value::String(id)) => Some(Some(CatalogId::from(&*id))),
        Some(_) => {
            let path = [&update.path, "/catalogId"].concat();
            notes.refused_component(&path, Some(&update.id), "catalogId must be a string.");
            None
        }
    }
}

fn forget_nulls(properties: &mut Map<String, Value>, path: &str, notes: &mut Notes) {
    let count = properties.len();
    properties.retain(|_, value| !value.is_null());
    if properties.len() < count {
        notes.tolerated(path, "An optional property was null; it should be left out.");
    }
}

/// The rules that a whole definition must keep.
fn accepted(update: ComponentUpdate, version: Version, notes: &mut Notes) -> Option<ComponentUpdate> {
    let sentence = match update.component.as_deref() {
        None if version == Version::V1_0 => "component is missing: every definition names its type.",
        Some("Surface") if version == Version::V1_0 => "The name Surface is reserved and is no component.",
        _ => return Some(update),
    };
    notes.refused_component(&[&*update.path, "/component"].concat(), Some(&update.id), sentence);
    None
}
