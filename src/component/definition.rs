//! One entry of a surface's component list, decoded.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::property::{self, Action, Properties};
use super::reader::Reader;
use super::{Component, Local, Placeholder, Type};
use crate::data_model::coerce;
use crate::dynamic::{Dynamic, Evaluation, WireForm};
use crate::protocol::ComponentUpdate;
use crate::{ComponentId, Issue};

/// What an agent defined under one id.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) id: ComponentId,
    /// `None`: nothing here can show it.
    component: Option<&'static Type>,
    /// How bindings and calls were spelled when it was decoded.
    pub(crate) form: WireForm,
    properties: Properties,
    weight: Option<f64>,
    label: Option<Dynamic>,
    description: Option<Dynamic>,
    hidden: Option<Dynamic>,
    live: Live,
    /// Whether a check demands a value.
    is_required: bool,
    /// As it arrived, to recognise a definition sent again.
    pub(crate) source: ComponentUpdate,
}

/// How eagerly assistive technology reads out changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    Off,
    Polite,
    Assertive,
}

/// A component as it stands now, with what all components have in common.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) component: Component,
    pub(crate) common: Common,
}

/// What every component can have.
#[derive(Debug, PartialEq)]
pub(crate) struct Common {
    /// Share of the parent's free space.
    pub(crate) weight: Option<f64>,
    /// Overrides the accessible name; empty: none given.
    pub(crate) label: String,
    pub(crate) description: String,
    pub(crate) is_hidden: bool,
    pub(crate) live: Live,
    pub(crate) is_required: bool,
    /// Whether a check fails.
    pub(crate) is_invalid: bool,
    /// The sentence of the first failing check, once the person has been here. Never set while all checks pass.
    pub(crate) complaint: Option<String>,
}

impl Common {
    pub(crate) const NONE: Common = Common {
        weight: None,
        label: String::new(),
        description: String::new(),
        is_hidden: false,
        live: Live::Off,
        is_required: false,
        is_invalid: false,
        complaint: None,
    };
}

impl Shown {
    pub(crate) fn placeholder(placeholder: Placeholder) -> Shown {
        Shown { component: Component::Placeholder(placeholder), common: Common::NONE }
    }
}

impl std::fmt::Debug for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Definition {
    /// Decodes an update of a type (its own, or for an update without one that of its predecessor). A type that nothing
    /// here can show leaves a placeholder.
    pub(crate) fn decode(
        source: ComponentUpdate,
        component: Option<&'static Type>,
        form: WireForm,
        issues: &mut Vec<Issue>,
    ) -> Definition {
        let place = source.path.as_str();
        let known_so_far = issues.len();
        let properties = match component {
            Some(component) => property::decode(&source.properties, component.properties, form, place, issues),
            None => Properties::new(),
        };
        let accessibility = source.properties.get("accessibility").and_then(Value::as_object);
        let dynamic =
            |name| accessibility.and_then(|a| a.get(name)).and_then(|value| Dynamic::decode(value, form).ok());
        let live = match accessibility.and_then(|a| a.get("live")).and_then(Value::as_str) {
            Some("polite") => Live::Polite,
            Some("assertive") => Live::Assertive,
            _ => Live::Off,
        };
        let weight = source.properties.get("weight").and_then(coerce::parse_number).filter(|weight| *weight > 0.0);
        for issue in &mut issues[known_so_far..] {
            issue.component = Some(source.id.clone());
        }
        Definition {
            id: source.id.clone(),
            component,
            form,
            is_required: Reader::demands_value(&properties),
            properties,
            weight,
            label: dynamic("label"),
            description: dynamic("description"),
            hidden: dynamic("hidden"),
            live,
            source,
        }
    }

    /// What shows it.
    pub(crate) fn shown_by(&self) -> Option<&'static Type> {
        self.component
    }

    /// The children of a component that nothing here can show, where it names them as the basic catalog does.
    pub(crate) fn unshown_children(&self) -> Vec<ComponentId> {
        if self.component.is_some() {
            return Vec::new();
        }
        let listed = self.source.properties.get("children").and_then(Value::as_array).into_iter().flatten();
        let children = listed.chain(self.source.properties.get("child"));
        children.filter_map(Value::as_str).map(ComponentId::from).collect()
    }

    pub(crate) fn type_name(&self) -> &str {
        match self.component {
            Some(component) => component.name,
            None => self.source.component.as_deref().unwrap_or_default(),
        }
    }

    /// The component as `evaluation`'s scope sees it.
    pub(crate) fn read(&self, evaluation: &Evaluation, local: &Local) -> Shown {
        let Some(component) = self.component else { return Shown::placeholder(Placeholder::Unknown) };
        let reader = Reader::new(&self.properties, evaluation, local.entered.as_ref());
        let text = |dynamic: &Option<Dynamic>| match dynamic {
            Some(dynamic) => evaluation.shown(&evaluation.resolve(dynamic)),
            None => String::new(),
        };
        let failing = reader.first_failing();
        Shown {
            component: (component.read)(&reader, local),
            common: Common {
                weight: self.weight,
                label: text(&self.label),
                description: text(&self.description),
                is_hidden: self.hidden.as_ref().is_some_and(|hidden| evaluation.truth(&evaluation.resolve(hidden))),
                live: self.live,
                is_required: self.is_required,
                is_invalid: failing.is_some(),
                complaint: failing.filter(|_| local.is_touched || component.name == "Button"),
            },
        }
    }

    /// What a press does.
    pub(crate) fn action(&self) -> Option<&Action> {
        self.properties.iter().find_map(|(_, value)| match value {
            property::PropertyValue::Action(action) => Some(action),
            _ => None,
        })
    }

    /// v1.0: what the agent wants to get back with every action of the component.
    pub(crate) fn extensions(&self) -> Map<String, Value> {
        let metadata = self.source.properties.get("metadata");
        let extensions = metadata.and_then(|metadata| metadata.get("extensions")).and_then(Value::as_object);
        extensions.cloned().unwrap_or_default()
    }

    /// The path that an input's `value` is bound to; what is not bound cannot be written.
    pub(crate) fn value_path(&self) -> Option<&Rc<str>> {
        self.properties.iter().find_map(|(name, value)| match value {
            property::PropertyValue::Dynamic(Dynamic::Binding(path)) if *name == "value" => Some(path),
            _ => None,
        })
    }
}
