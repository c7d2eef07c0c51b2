//! Agent texts that were parsed once: templates and patterns.

use std::cell::RefCell;
use std::rc::Rc;

/// What texts parsed into. Bounded, since agents choose the texts: a full cache starts over.
///
/// Looked through in order: texts nearly always differ in length, and a table would cost more than it saves.
pub(crate) struct Cache<T>(RefCell<Entries<T>>);

type Entries<T> = Vec<(Rc<str>, Rc<T>)>;

const MAX_ENTRIES: usize = 256;

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Cache(RefCell::default())
    }
}

impl<T> Cache<T> {
    /// The parsed `text`; `parse` runs only if it is not here.
    pub(in crate::dynamic) fn get(&self, text: &str, parse: impl FnOnce(&str) -> T) -> Rc<T> {
        if let Some((_, parsed)) = self.0.borrow().iter().find(|(other, _)| &**other == text) {
            return parsed.clone();
        }
        let parsed = Rc::new(parse(text));
        let mut entries = self.0.borrow_mut();
        if entries.len() >= MAX_ENTRIES {
            entries.clear();
        }
        entries.push((text.into(), parsed.clone()));
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_parsed_once_and_the_cache_stays_bounded() {
        let cache = Cache::default();
        let mut parsed = 0;
        for round in 0..3 * MAX_ENTRIES {
            cache.get(&round.to_string(), |_| parsed += 1);
            cache.get(&round.to_string(), |_| parsed += 1);
        }
        assert_eq!(parsed, 3 * MAX_ENTRIES);
        assert!(cache.0.borrow().len() <= MAX_ENTRIES);
    }
}
