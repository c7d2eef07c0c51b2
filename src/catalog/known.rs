//! The catalog ids in use, as data. An id is compared, never fetched.

use crate::component::Family::{self, Currency, Dashboard, MapsToolkit, RizzCharts};
use crate::protocol::Version::{self, V0_8, V0_9, V1_0};

/// A catalog of this package.
pub(super) struct Known {
    pub(super) id: &'static str,
    /// The only version the id is for.
    pub(super) version: Version,
    /// Whether the functions of the basic catalog belong to it.
    pub(super) has_built_ins: bool,
    /// Its components beyond those of the basic catalog.
    pub(super) family: Family,
}

const fn known(id: &'static str, version: Version, family: Family) -> Known {
    Known { id, version, has_built_ins: true, family }
}

/// Catalogs beyond the basic one, best first: an agent takes the first that it can write.
pub(super) const OTHERS: &[Known] = &[
    known(
        "https://github.com/google/A2UI/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json",
        V0_8,
        RizzCharts,
    ),
    known(
        "https://github.com/a2ui-project/a2ui/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json",
        V0_8,
        RizzCharts,
    ),
    known(
        "https://github.com/google/A2UI/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json",
        V0_9,
        RizzCharts,
    ),
    known(
        "https://github.com/a2ui-project/a2ui/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json",
        V0_9,
        RizzCharts,
    ),
    known(
        "https://a2ui.org/samples/community/agent/adk/rizzcharts/catalog_schemas/0.9/rizzcharts_catalog_definition.json",
        V0_9,
        RizzCharts,
    ),
    known("https://a2ui.org/catalog/currency-charts", V0_9, Currency),
    known("declarative-gen-ui-catalog", V0_9, Dashboard),
    known("a2ui://maps-agentic-ui-catalog.json", V0_9, MapsToolkit),
    Known {
        id: "https://a2ui.org/catalog/currency-charts/v1/catalog.json",
        version: V1_0,
        has_built_ins: false,
        family: Currency,
    },
];

/// Where the basic catalog is said to be.
pub(super) const HOSTS: [&str; 2] = ["https://a2ui.org/", "https://a2ui.dev/"];

/// Its addresses there, the official one of each version first; minimal catalogs are parts of it.
pub(super) const BASIC: &[(&str, Version)] = &[
    ("specification/v0_8/standard_catalog_definition.json", V0_8),
    ("specification/v0_8/json/standard_catalog_definition.json", V0_8),
    ("specification/v0_8/catalogs/minimal/minimal_catalog.json", V0_8),
    ("specification/v0_9/catalogs/basic/catalog.json", V0_9),
    ("specification/v0_9_1/catalogs/basic/catalog.json", V0_9),
    ("specification/v0_9/catalogs/minimal/catalog.json", V0_9),
    ("specification/v0_9/basic_catalog.json", V0_9),
    ("specification/v0_9/standard_catalog.json", V0_9),
    ("specification/v0_9/catalog.json", V0_9),
    ("specification/v0_9/json/basic_catalog.json", V0_9),
    ("specification/v1_0/catalogs/basic/catalog.json", V1_0),
    ("catalogs/basic/v1/catalog.json", V1_0),
    ("specification/v1_0/catalogs/minimal/catalog.json", V1_0),
    ("specification/v0_10/catalogs/basic/catalog.json", V1_0),
];

/// Words that mean the basic catalog of whatever version is spoken.
pub(super) const WORDS: [&str; 3] = ["basic", "standard", ""];
