//! What a resumed server says again.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Frame;

/// The server-sent events taken from one source, over all its connections.
///
/// Some servers give all events of a response one id, such as the run's. Such ids name no event: nothing is a repeat then, and
/// no stream can be resumed after one.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    /// Ids, and what came under them.
    told: VecDeque<(String, u64)>,
    are_ids_shared: bool,
}

const MAX_TOLD: usize = 2_048;

impl Repeats {
    /// Whether the frame was taken before; it counts as taken from now on. Frames without an id are always new.
    pub(crate) fn is_repeat(&mut self, frame: &Frame) -> bool {
        let Some(id) = frame.id.as_ref().filter(|id| !id.is_empty()) else { return false };
        let mut hasher = DefaultHasher::new();
        frame.value.hash(&mut hasher);
        let content = hasher.finish();
        if let Some((_, told)) = self.told.iter().find(|(told, _)| told == id) {
            self.are_ids_shared |= *told != content;
            return !self.are_ids_shared;
        }
        if self.told.len() >= MAX_TOLD {
            self.told.pop_front();
        }
        self.told.push_back((id.clone(), content));
        false
    }

    /// Whether one id stood at different events.
    pub(crate) fn are_ids_shared(&self) -> bool {
        self.are_ids_shared
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::framing::Framer;

    fn fresh(repeats: &mut Repeats, body: &str) -> Vec<Value> {
        let frames = Framer::new(None).push(body.as_bytes()).frames;
        frames.into_iter().filter(|frame| !repeats.is_repeat(frame)).map(|frame| frame.value).collect()
    }

    #[test]
    fn what_was_told_before_is_a_repeat() {
        let mut repeats = Repeats::default();
        assert_eq!(fresh(&mut repeats, "id: 7\ndata: 1\n\ndata: 2\n\nid: 8\n\n"), [json!(1), json!(2)]);
        assert_eq!(
            fresh(&mut repeats, "id: 7\ndata: 1\n\nid: 9\ndata: 3\n\ndata: 3\n\nid\ndata: 3\n\n"),
            [json!(3), json!(3), json!(3)]
        );
        assert!(!repeats.are_ids_shared());
    }

    #[test]
    fn an_id_that_all_events_share_makes_none_a_repeat() {
        let mut repeats = Repeats::default();
        let body = "id: run\ndata: 1\n\nid: run\ndata: 2\n\nid: run\ndata: 2\n\nid: run\ndata: 1\n\n";
        assert_eq!(fresh(&mut repeats, body), [json!(1), json!(2), json!(2), json!(1)]);
        assert!(repeats.are_ids_shared());
    }

    #[test]
    fn only_the_last_events_are_kept() {
        let mut repeats = Repeats::default();
        let events: Vec<_> = (0..=MAX_TOLD).map(|id| format!("id: {id}\ndata: {id}\n\n")).collect();
        assert_eq!(fresh(&mut repeats, &events.concat()).len(), MAX_TOLD + 1);
        assert_eq!(fresh(&mut repeats, &[&events[1][..], &events[0]].concat()), [json!(0)]);
    }
}
