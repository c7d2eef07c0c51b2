//! A conversation as a whole: the state becomes what a fresh instance would have, and what is the same stays as it is.

use serde_json::Value;

use super::Surfaces;
use super::definitions::is_same;
use super::outbox::Outbox;
use super::surface::Surface;
use crate::data_model::Pointer;
use crate::millis::Millis;
use crate::{Issue, SurfaceId};

/// Messages that were taken, as far as it takes to know them again: however long a conversation grows, this does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    count: usize,
    digest: u64,
}

impl Default for Said {
    fn default() -> Self {
        // FNV-1a. Whoever makes two messages look the same only keeps the second from being seen.
        Said { count: 0, digest: 0xcbf2_9ce4_8422_2325 }
    }
}

impl Said {
    pub(crate) fn of(messages: &[Value]) -> Self {
        let mut said = Said::default();
        said.extend(messages);
        said
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether `messages` begin with what was taken.
    pub(crate) fn is_start_of(&self, messages: &[Value]) -> bool {
        messages.get(..self.count).is_some_and(|before| Said::of(before) == *self)
    }

    pub(crate) fn extend(&mut self, messages: &[Value]) {
        for message in messages {
            self.count += 1;
            for byte in message.to_string().bytes().chain([b'\n']) {
                self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
}

impl Surfaces {
    /// Becomes what a fresh instance given `input` would be, but for what people wrote; what is the same stays as it is.
    ///
    /// Calls and errors that an agent has been answered or told before are not repeated. Surfaces among `others` stay also if
    /// the input says nothing of them.
    pub(crate) fn converge(&mut self, input: Value, others: &[SurfaceId], now: Millis) -> Vec<Issue> {
        let mut target = Surfaces::within(self.around.clone(), Outbox::rehearsal_of(&self.outbox));
        target.has_user_activation = self.has_user_activation;
        let issues = target.apply(input, now);
        let mut before = std::mem::take(&mut self.surfaces);
        for surface in target.surfaces {
            let same = before.iter().position(|live| live.id == surface.id && live.dialect == surface.dialect);
            self.surfaces.push(match same {
                Some(position) => {
                    let mut live = before.remove(position);
                    live.converge(surface);
                    live
                }
                None => surface,
            });
        }
        let (kept, gone): (Vec<_>, Vec<_>) = before.into_iter().partition(|live| others.contains(&live.id));
        self.surfaces.extend(kept);
        self.deleted.extend(gone.into_iter().map(|gone| gone.id));
        self.outbox.take_over(target.outbox);
        // Whatever reading the kept nodes brings up has been said by the fresh ones.
        self.settle(Some(now), &mut Vec::new());
        for surface in &mut self.surfaces {
            surface.take_issues();
        }
        issues
    }
}

impl Surface {
    /// Becomes `target`, keeping every node whose component and place stay the same, and what people wrote where the agent
    /// says what it said before (lifecycle reference, section 11).
    fn converge(&mut self, mut target: Surface) {
        if self.functions != target.functions {
            self.tree.mark_all();
        }
        self.form = target.form;
        self.seeds = target.seeds;
        self.catalog = target.catalog;
        self.functions = target.functions;
        self.send_data_model = target.send_data_model;
        self.partial = target.partial;
        self.said = target.said;
        self.is_begun_only = target.is_begun_only;
        if self.theme != target.theme {
            self.theme = target.theme;
            self.tree.touch_frame();
        }
        let gone: Vec<_> = self.components.keys().filter(|id| !target.components.contains_key(*id)).cloned().collect();
        for id in gone {
            self.components.remove(&id);
            self.tree.mark_component(&id);
        }
        for (id, definition) in target.components {
            let is_kept = self.components.get(&id).is_some_and(|live| {
                live.form == definition.form
                    && live.shown_by() == definition.shown_by()
                    && is_same(&live.source, &definition.source)
            });
            if is_kept {
                // The same, but errors found later point into the message it now stands in.
                self.components.insert(id, definition);
            } else {
                self.define(definition);
            }
        }
        self.keep_edits(&mut target.model);
        self.write(&Pointer::root(), Some(target.model.value().clone())).ok();
        match &target.root {
            Some(root) => self.tree.plant(root),
            None => self.tree.uproot(),
        }
        self.root = target.root;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_conversation_is_known_again_by_its_beginning() {
        let mut said = Said::default();
        let (one, two, other) = (json!({"a": 1}), json!({"b": [2]}), json!({"b": [3]}));
        assert!(said.is_start_of(&[]));
        said.extend(std::slice::from_ref(&one));
        said.extend(std::slice::from_ref(&two));
        assert_eq!(said, Said::of(&[one.clone(), two.clone()]));
        for (messages, expected) in [
            (vec![one.clone(), two.clone()], true),
            (vec![one.clone(), two.clone(), other.clone()], true),
            (vec![one.clone()], false),
            (vec![two.clone(), one.clone()], false),
            (vec![one, other, two], false),
            (vec![], false),
        ] {
            assert_eq!(said.is_start_of(&messages), expected, "{messages:?}");
        }
    }
}
