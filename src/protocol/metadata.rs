//! What travels beside the messages to the agent: capabilities, and the data models it asked for.

use serde_json::{Map, Value};

use super::{Dialect, Version};
use crate::SurfaceId;

/// The capabilities object of one version, under its key: `{"a2uiClientCapabilities": …}`. `catalogs` stand best first;
/// `inline` only where the agent announced that it takes inline catalogs.
pub(crate) fn capabilities(version: Version, catalogs: &[&str], inline: Vec<Value>) -> Map<String, Value> {
    let ids = catalogs.iter().map(|id| Value::from(*id)).collect();
    let mut stated = object([("supportedCatalogIds", Value::Array(ids))]);
    if !inline.is_empty() {
        stated.insert("inlineCatalogs".into(), Value::Array(inline));
    }
    let stated = Value::Object(stated);
    match version {
        Version::V0_8 => object([("a2uiClientCapabilities", stated)]),
        Version::V0_9 => {
            let both = object([("v0.9", stated.clone()), ("v0.9.1", stated)]);
            object([("a2uiClientCapabilities", Value::Object(both))])
        }
        Version::V1_0 => object([("a2uiRendererCapabilities", Value::Object(object([("v1.0", stated)])))]),
    }
}

/// The data models of the surfaces that were created with `sendDataModel`, under the key of the dialect. v0.8 has none.
pub(crate) fn data_models<'a>(
    dialect: &Dialect,
    surfaces: impl IntoIterator<Item = (&'a SurfaceId, &'a Value)>,
) -> Map<String, Value> {
    let (key, version) = match dialect.version {
        Version::V0_8 => return Map::new(),
        // The schema of v0.9.1 still says v0.9 here.
        Version::V0_9 => ("a2uiClientDataModel", "v0.9"),
        Version::V1_0 => ("a2uiRendererDataModel", "v1.0"),
    };
    // The schemas want an object for every surface; a model that is none cannot be sent.
    let models: Map<String, Value> = surfaces
        .into_iter()
        .filter(|(_, model)| model.is_object())
        .map(|(surface, model)| (surface.as_str().to_owned(), model.clone()))
        .collect();
    if models.is_empty() {
        return Map::new();
    }
    object([(key, Value::Object(object([("version", version.into()), ("surfaces", Value::Object(models))])))])
}

pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use serde_json::json;

    use super::*;

    #[test]
    fn capabilities_stand_under_the_key_of_their_version() {
        let stated = json!({"supportedCatalogIds": ["a", "b"]});
        for (version, expected) in [
            (Version::V0_8, json!({"a2uiClientCapabilities": stated})),
            (Version::V0_9, json!({"a2uiClientCapabilities": {"v0.9": stated, "v0.9.1": stated}})),
            (Version::V1_0, json!({"a2uiRendererCapabilities": {"v1.0": stated}})),
        ] {
            assert_eq!(Value::Object(capabilities(version, &["a", "b"], Vec::new())), expected);
        }
        let inline = Value::Object(capabilities(Version::V0_8, &[], vec![json!({"catalogId": "c"})]));
        assert_eq!(inline["a2uiClientCapabilities"]["inlineCatalogs"], json!([{"catalogId": "c"}]));
    }

    #[test]
    fn data_models_are_sent_per_surface_and_never_in_v0_8() {
        let surface = SurfaceId::from("s");
        let model = json!({"a": 1});
        let sent = |version, spelling: &str| {
            let dialect = Dialect { version, spelling: Rc::from(spelling) };
            Value::Object(data_models(&dialect, [(&surface, &model)]))
        };
        assert_eq!(sent(Version::V0_8, ""), json!({}));
        assert_eq!(
            sent(Version::V0_9, "v0.9.1"),
            json!({"a2uiClientDataModel": {"version": "v0.9", "surfaces": {"s": {"a": 1}}}})
        );
        assert_eq!(
            sent(Version::V1_0, "v1.0"),
            json!({"a2uiRendererDataModel": {"version": "v1.0", "surfaces": {"s": {"a": 1}}}})
        );
    }
}
