//! Tables of cases under `tests/fixtures`, for tests that have to be inside the crate.

use serde_json::Value;

/// The JSON of `tests/fixtures/<path>`.
pub(crate) fn read(path: &str) -> Value {
    let path = [env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/", path].concat();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Counts a table's cases and tells of all that fail, not only of the first.
pub(crate) struct Suite {
    name: &'static str,
    passed: usize,
    elsewhere: usize,
    failures: Vec<String>,
}

impl Suite {
    pub(crate) fn new(name: &'static str) -> Self {
        Suite { name, passed: 0, elsewhere: 0, failures: Vec::new() }
    }

    /// One case: passed, or what is wrong with it.
    pub(crate) fn case(&mut self, passed: bool, failure: impl FnOnce() -> String) {
        match passed {
            true => self.passed += 1,
            false => self.failures.push(failure()),
        }
    }

    /// One case that only JavaScript's `Intl` can decide.
    pub(crate) fn elsewhere(&mut self) {
        self.elsewhere += 1;
    }

    pub(crate) fn finish(self) {
        let Suite { name, passed, elsewhere, failures } = self;
        println!("{name}: {passed} of {} passed, {elsewhere} need a browser or its Intl", passed + failures.len());
        assert!(failures.is_empty(), "{name}:\n{}", failures.join("\n"));
    }
}
