//! Writes to a surface's data model, by agents and by people; whatever depends on the place is read again.

use serde_json::Value;

use super::surface::Surface;
use super::tree::NodeId;
use crate::Issue;
use crate::component::Definition;
use crate::data_model::{DataModel, ModelError, Pointer, PointerError, at_rest, index};

impl Surface {
    /// v0.8: a bound value that carries a literal too sets the model when the component arrives.
    pub(super) fn seed(&mut self, base: &Pointer, path: &str, value: &Value) {
        if let Ok(pointer) = base.join(path) {
            self.write(&pointer, Some(value.clone())).ok();
        }
    }

    /// The same for a path from the root, remembered: data that the agent sends later and that leaves the place out must
    /// not take the value away.
    pub(super) fn plant_seed(&mut self, path: &str, value: &Value) {
        self.seed(&Pointer::root(), path, value);
        if let Ok(place) = Pointer::parse(path) {
            self.seeds.insert(place, value.clone());
        }
    }

    fn seed_again(&mut self) {
        let is_missing = |(place, _): &(&Pointer, &Value)| self.model.get(place).is_none();
        let missing = self.seeds.iter().filter(is_missing).map(|(place, value)| (place.clone(), value.clone()));
        for (place, value) in missing.collect::<Vec<_>>() {
            if self.model.get(&place).is_none() {
                self.seed(&place, "", &value);
            }
        }
    }

    /// A path that is relative says where to write only once there is an instance, and then what is there stays.
    pub(super) fn seed_instance(&mut self, id: NodeId, definition: &Definition) {
        let is_relative = |path: &str| !path.starts_with('/');
        if !definition.source.seeds.iter().any(|(path, _)| is_relative(path)) {
            return;
        }
        let Some(scope) = self.tree.seed(id) else { return };
        for (path, value) in definition.source.seeds.iter().filter(|(path, _)| is_relative(path)) {
            if scope.resolve(path).is_ok_and(|place| self.model.get(&place).is_none()) {
                self.seed(scope.base(), path, value);
            }
        }
    }

    /// Writes to the data model (`None` removes) and marks what depends on the place.
    pub(crate) fn write(&mut self, path: &Pointer, value: Option<Value>) -> Result<(), ModelError> {
        let written = match value {
            Some(value) => self.model.set(path, value)?,
            None => self.model.remove(path)?,
        };
        let now = self.model.get(path);
        self.tree.mark_readers(path, |rest| {
            let before = written.old.as_ref().and_then(|old| at_rest(old, rest));
            before != now.and_then(|now| at_rest(now, rest))
        });
        Ok(())
    }

    /// A person's write.
    pub(super) fn edit(&mut self, place: Pointer, value: Value) -> Result<(), ModelError> {
        let before = self.model.get(&place).cloned().unwrap_or_default();
        self.write(&place, Some(value))?;
        if self.edits.iter().all(|(edited, _)| *edited != place) {
            self.edits.push((place, before));
        }
        Ok(())
    }

    /// Keeps what people wrote where `theirs` has nothing new to say.
    pub(super) fn keep_edits(&mut self, theirs: &mut DataModel) {
        let edits = std::mem::take(&mut self.edits);
        for (place, before) in edits {
            let (mine, now) = (self.model.get(&place), theirs.get(&place));
            // A place that is in no list of theirs may be one of an item that is gone.
            let is_sure = now.is_some() || place.tokens().all(|token| index(&token).is_none());
            if let Some(mine) = mine
                && is_sure
                && *now.unwrap_or(&Value::Null) == before
                && theirs.set(&place, mine.clone()).is_ok()
            {
                self.edits.push((place, before));
            }
        }
    }

    /// From now on the agent's word counts there.
    fn overwrite(&mut self, place: &Pointer, value: Option<Value>) -> Result<(), ModelError> {
        self.edits.retain(|(edited, _)| !(edited.is_in(place) || place.is_in(edited)));
        self.write(place, value)
    }

    /// An agent's write; what makes it impossible becomes an issue.
    pub(crate) fn update_data_model(&mut self, path: &str, value: Option<Value>) {
        let outcome = match Pointer::parse(path) {
            Ok(pointer) => self.overwrite(&pointer, value).map_err(|error| match error {
                ModelError::NotAContainer(at) => format!("What stands at \"{at}\" holds no members."),
                ModelError::NotAnIndex(at) => format!("\"{at}\" does not name an element of a list."),
                ModelError::TooDeep(at) => format!("\"{at}\" is deeper than a data model may be."),
                ModelError::IndexTooLarge(at) => format!("\"{at}\" is beyond what a list may hold."),
            }),
            Err(PointerError::Prototype) => Err("The path names an object prototype.".to_owned()),
            Err(PointerError::Unsupported) => Err("The path is not a JSON pointer.".to_owned()),
        };
        self.seed_again();
        if let Err(message) = outcome {
            self.report([Issue::error("VALIDATION_FAILED", message).at("/path")]);
        } else if path.split('~').skip(1).any(|rest| !rest.starts_with(['0', '1'])) {
            let message = "A \"~\" before neither 0 nor 1 was taken as it stands.";
            self.report([Issue::warning("VALIDATION_FAILED", message).at("/path")]);
        }
    }
}
