//! Which components and functions a catalog id allows.
//!
//! A catalog is either one of ours ([`known`]) or one that the host declares ([`document`]). Names are looked up by
//! (catalog, name): the same name can mean different things in different catalogs.

mod document;
mod known;

use std::rc::Rc;

use serde_json::{Map, Value};

use self::known::{BASIC, HOSTS, OTHERS, WORDS};
use crate::CatalogId;
use crate::component::{BEYOND, Beyond, Family, TYPES, Type};
use crate::dynamic::functions::{Definition, FunctionCatalog, Functions};
use crate::protocol::Version;

/// All catalogs a surface may use: ours and the host's.
#[derive(Clone, Default)]
pub(crate) struct Catalogs {
    host: Vec<Rc<Catalog>>,
}

/// A catalog that the host declares.
#[derive(Default)]
pub(crate) struct Catalog {
    pub(crate) id: Rc<str>,
    /// The only version it is for; none means any.
    pub(crate) version: Option<Version>,
    pub(crate) components: Vec<(Rc<str>, Declared)>,
    pub(crate) functions: Vec<(Rc<str>, Rc<Definition>)>,
}

/// What a host's catalog says about a component.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Declared {
    /// Types it may stand in; `Surface` is the parent of the root. None: any.
    pub(crate) allowed_parents: Option<Vec<Rc<str>>>,
    /// Types that may stand in it. None: any.
    pub(crate) allowed_children: Option<Vec<Rc<str>>>,
}

/// What a type name means on a surface.
#[derive(Clone)]
pub(crate) enum Meaning {
    Component(&'static Type),
    /// A host's catalog declares it, but nothing here can show it.
    Declared,
    Unknown,
}

/// What stands in the way of using a catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Known,
    /// Known, under an id that belongs to another protocol version.
    OtherVersion,
    Unknown,
}

impl Catalogs {
    /// Adds a host's catalog; one of the same id is replaced.
    pub(crate) fn declare(&mut self, catalog: Catalog) {
        self.host.retain(|declared| declared.id != catalog.id);
        self.host.push(Rc::new(catalog));
    }

    /// Whether surfaces of this version can use the catalog.
    pub(crate) fn standing(&self, id: &CatalogId, version: Version) -> Standing {
        let id = id.as_str();
        let host = self.host.iter().filter(|catalog| *catalog.id == *id).map(|catalog| catalog.version);
        let ours = OTHERS.iter().filter(|known| known.id == id).map(|known| Some(known.version));
        let word = WORDS.contains(&id).then_some(None);
        let versions = host.chain(ours).chain(basic_version(id).map(Some)).chain(word);
        versions.fold(Standing::Unknown, |standing, known| match known {
            _ if standing == Standing::Known => Standing::Known,
            Some(known) if known != version => Standing::OtherVersion,
            _ => Standing::Known,
        })
    }

    /// What `name` means in the component's own catalog, else in the surface's, else among all there are. Where two
    /// catalogs have it and none is named, the one that knows the most of the properties is meant.
    pub(crate) fn component(
        &self,
        own: Option<&CatalogId>,
        surface: Option<&CatalogId>,
        name: &str,
        properties: &Map<String, Value>,
    ) -> Meaning {
        let named = own.and_then(family).or(surface.and_then(family));
        let beyond = || BEYOND.iter().rev().filter(|beyond| beyond.component.name == name);
        // A catalog may have components of the basic one in a form of its own.
        if let Some(beyond) = beyond().find(|beyond| Some(beyond.family) == named) {
            return Meaning::Component(&beyond.component);
        }
        if let Some(component) = TYPES.iter().find(|component| component.name == name) {
            return Meaning::Component(component);
        }
        let likeness = |beyond: &&Beyond| {
            let knows = |key: &str| beyond.component.properties.iter().any(|property| property.name == key);
            properties.keys().filter(|key| knows(key)).count()
        };
        match beyond().max_by_key(likeness) {
            Some(beyond) => Meaning::Component(&beyond.component),
            None if self.declared(own.or(surface), name).is_some() => Meaning::Declared,
            None => Meaning::Unknown,
        }
    }

    /// What a host's catalog says about the component `name`: the given catalog first, then any.
    pub(crate) fn declared(&self, catalog: Option<&CatalogId>, name: &str) -> Option<&Declared> {
        let named = self.host.iter().filter(|host| catalog.is_some_and(|id| *host.id == *id.as_str()));
        let mut components = named.chain(&self.host).flat_map(|host| &host.components);
        components.find(|(other, _)| **other == *name).map(|(_, declared)| declared)
    }

    /// Whether any catalog says what may stand in what.
    pub(crate) fn has_rules(&self) -> bool {
        let mut components = self.host.iter().flat_map(|host| &host.components);
        components.any(|(_, component)| component.allowed_parents.is_some() || component.allowed_children.is_some())
    }

    /// The catalog in which functions of a surface are looked up that names no other: what is unknown, or is the basic
    /// catalog under any name, has the basic functions.
    pub(crate) fn of_functions(&self, id: Option<CatalogId>, version: Version) -> Option<CatalogId> {
        let id = id?;
        match self.standing(&id, version) {
            Standing::Known
                if !WORDS.contains(&id.as_str()) || self.host.iter().any(|host| *host.id == *id.as_str()) =>
            {
                Some(id)
            }
            _ => Some(official(version).into()),
        }
    }

    /// The catalog that a call from the agent means.
    pub(crate) fn of_call(&self, id: Option<CatalogId>, version: Version) -> CatalogId {
        let is_declared = |id: &CatalogId| self.host.iter().any(|host| *host.id == *id.as_str());
        match id {
            Some(id) if id.as_str() != "basic" || is_declared(&id) => id,
            _ => official(version).into(),
        }
    }

    /// The functions of all catalogs.
    pub(crate) fn functions(&self) -> Functions {
        let mut functions = Functions::default();
        let ours =
            |version, has_built_ins| FunctionCatalog { version: Some(version), has_built_ins, functions: Vec::new() };
        for host in HOSTS {
            for (path, version) in BASIC {
                functions.declare(CatalogId::from(&*[host, path].concat()), ours(*version, true));
            }
        }
        for known in OTHERS {
            functions.declare(known.id.into(), ours(known.version, known.has_built_ins));
        }
        for host in &self.host {
            let has_built_ins = basic_version(&host.id).is_some() || OTHERS.iter().any(|known| *known.id == *host.id);
            let catalog = FunctionCatalog { version: host.version, has_built_ins, functions: host.functions.clone() };
            functions.declare(CatalogId::from(&*host.id), catalog);
        }
        functions
    }

    /// The ids to tell an agent of this version, best first: the host's, ours with charts and maps, the basic one.
    pub(crate) fn supported(&self, version: Version) -> Vec<String> {
        let host = self.host.iter().filter(|host| host.version.is_none_or(|own| own == version));
        let mut ids: Vec<String> = host.map(|host| host.id.to_string()).collect();
        ids.extend(OTHERS.iter().filter(|known| known.version == version).map(|known| known.id.to_owned()));
        let basic = BASIC.iter().filter(|(_, of)| *of == version).take(3);
        ids.extend(basic.map(|(path, _)| [HOSTS[0], path].concat()));
        let mut seen = Vec::with_capacity(ids.len());
        ids.retain(|id| {
            !seen.contains(id) && {
                seen.push(id.clone());
                true
            }
        });
        ids
    }
}

/// The family of a catalog of ours beyond the basic one.
fn family(id: &CatalogId) -> Option<Family> {
    OTHERS.iter().find(|known| known.id == id.as_str()).map(|known| known.family)
}

/// The basic catalog's own id.
fn official(version: Version) -> &'static str {
    match version {
        Version::V0_8 => crate::protocol::STANDARD_CATALOG,
        Version::V0_9 => crate::protocol::BASIC_CATALOG,
        Version::V1_0 => "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
    }
}

/// The version of the basic catalog that an id names.
fn basic_version(id: &str) -> Option<Version> {
    let path = HOSTS.iter().find_map(|host| id.strip_prefix(host))?;
    BASIC.iter().find(|(known, _)| *known == path).map(|(_, version)| *version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_the_field_are_known_for_their_version() {
        let catalogs = Catalogs::default();
        let check = |id: &str, version, expected| assert_eq!(catalogs.standing(&id.into(), version), expected, "{id}");
        let (v0_8, v0_9, v1_0) = (Version::V0_8, Version::V0_9, Version::V1_0);
        for (id, version) in [
            ("https://a2ui.org/specification/v0_8/standard_catalog_definition.json", v0_8),
            ("https://a2ui.dev/specification/v0_8/json/standard_catalog_definition.json", v0_8),
            ("https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json", v0_9),
            ("https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json", v0_9),
            ("https://a2ui.dev/specification/v0_9/standard_catalog.json", v0_9),
            ("https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json", v0_9),
            ("https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json", v1_0),
            ("https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json", v1_0),
            ("https://a2ui.org/catalogs/basic/v1/catalog.json", v1_0),
            ("https://a2ui.org/catalog/currency-charts/v1/catalog.json", v1_0),
            ("declarative-gen-ui-catalog", v0_9),
            ("a2ui://maps-agentic-ui-catalog.json", v0_9),
        ] {
            check(id, version, Standing::Known);
        }
        for word in ["basic", ""] {
            for version in [v0_8, v0_9, v1_0] {
                check(word, version, Standing::Known);
            }
        }
        check("https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json", v1_0, Standing::OtherVersion);
        check("https://example.org/catalog.json", v0_9, Standing::Unknown);
        check("https://evil.example/specification/v0_9/catalogs/basic/catalog.json", v0_9, Standing::Unknown);
    }

    #[test]
    fn agents_are_told_the_host_s_catalogs_first_and_the_basic_one_last() {
        let mut catalogs = Catalogs::default();
        catalogs.declare(Catalog { id: "shop".into(), ..Catalog::default() });
        catalogs.declare(Catalog { id: "shop".into(), version: Some(Version::V0_9), ..Catalog::default() });

        let ids = catalogs.supported(Version::V0_9);
        let at = |part: &str| ids.iter().position(|id| id.contains(part));
        assert_eq!(at("shop"), Some(0));
        assert!(at("rizzcharts") < at("v0_9/catalogs/basic"));
        assert_eq!(ids.iter().filter(|id| *id == "shop").count(), 1);
        assert!(!catalogs.supported(Version::V1_0).iter().any(|id| id == "shop"));
        for version in [Version::V0_8, Version::V0_9, Version::V1_0] {
            assert!(catalogs.supported(version).iter().any(|id| id == official(version)));
        }
    }
}
