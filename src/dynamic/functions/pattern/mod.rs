//! Regular expressions as agents write them: ECMAScript's syntax, with a bound on the work that one may cause.
//!
//! A pattern is parsed into a tree (`syntax`), compiled (`program`) and run by a backtracker (`matcher`) that never enters
//! the same state at the same place twice, unless the pattern has back-references. A budget of steps bounds the rest.
//! Texts are compared in UTF-16 units, as JavaScript does without the `u` flag; a pattern that uses `\p{…}` or `\u{…}`
//! is read as if it had the flag and compares code points.

mod class;
mod matcher;
mod program;
mod syntax;

use program::Program;

/// A compiled pattern.
pub(crate) struct Pattern {
    program: Program,
    by_code_point: bool,
}

/// Longest pattern and longest text, in units.
const MAX_PATTERN: usize = 4_000;
const MAX_TEXT: usize = 10_000;

/// Steps one search may take.
pub(super) const MAX_STEPS: usize = 1_000_000;

impl Pattern {
    /// Compiles `source`, or says what is wrong with it.
    pub(super) fn parse(source: &str) -> Result<Pattern, String> {
        let by_code_point = ["\\p{", "\\P{", "\\u{"].iter().any(|escape| source.contains(escape));
        let units = units(source, by_code_point);
        if units.len() > MAX_PATTERN {
            return Err("The pattern is too long.".to_owned());
        }
        let syntax = syntax::parse(&units, by_code_point).map_err(|error| ["Invalid pattern: ", error].concat())?;
        let program = Program::compile(&syntax).ok_or("The pattern repeats too much.")?;
        Ok(Pattern { program, by_code_point })
    }

    /// Whether the pattern matches anywhere in `text`. Takes what it needs from `steps`.
    pub(super) fn is_in(&self, text: &str, steps: &mut usize) -> Result<bool, &'static str> {
        let units = units(text, self.by_code_point);
        if units.len() > MAX_TEXT {
            return Err("The text is too long to be matched against a pattern.");
        }
        matcher::search(&self.program, &units, steps).ok_or("Matching the pattern takes too many steps.")
    }
}

fn units(text: &str, by_code_point: bool) -> Vec<u32> {
    if by_code_point { text.chars().map(u32::from).collect() } else { text.encode_utf16().map(u32::from).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{self, Suite};

    fn is_in(pattern: &str, text: &str) -> Result<bool, String> {
        Pattern::parse(pattern)?.is_in(text, &mut MAX_STEPS.clone()).map_err(str::to_owned)
    }

    #[test]
    fn patterns_answer_as_javascript_does() {
        let mut suite = Suite::new("pattern/javascript");
        for row in fixtures::read("pattern/javascript.json").as_array().unwrap() {
            let pattern = row["pattern"].as_str().unwrap();
            if row["invalid"] == true {
                suite.case(Pattern::parse(pattern).is_err(), || format!("{pattern} is no pattern"));
                continue;
            }
            for (key, expected) in [("matches", true), ("fails", false)] {
                for text in row[key].as_array().unwrap() {
                    let text = text.as_str().unwrap();
                    let found = is_in(pattern, text);
                    suite.case(found == Ok(expected), || format!("{pattern} {key} {text:?}: {found:?}"));
                }
            }
        }
        suite.finish();
    }

    #[test]
    fn no_pattern_runs_away() {
        let a = "a".repeat(5_000);
        let regular = ["(a*)*b", "(a|aa)+$b", "(a|a)*b", "(.*)*x", "(?=(a*)*b)", "^(([a-z])+.)+[A-Z]([a-z])+$"];
        for pattern in regular {
            assert_eq!(is_in(pattern, &a), Ok(false), "{pattern}");
        }
        let guarded = ["(a*)*\\1b", "(a+)+\\1$b", "(?:(a)|a)*\\1b", "(?=.*a)b"];
        for pattern in guarded {
            assert!(is_in(pattern, &a).is_err(), "{pattern}");
        }
    }

    #[test]
    fn the_deepest_nesting_fits_the_stack_of_a_page() {
        let deepest = || {
            for open in ["(", "(?:", "(?=", "(?<="] {
                let pattern = [&*open.repeat(50), "a", &")+?".repeat(50)].concat();
                is_in(&pattern, "aaaa").ok();
                let pattern = [&*open.repeat(50), "a", &")".repeat(50), "\\1"].concat();
                is_in(&pattern, "aaaa").ok();
            }
        };
        std::thread::Builder::new().stack_size(1 << 20).spawn(deepest).unwrap().join().unwrap();
    }

    #[test]
    fn limits_give_a_stated_error() {
        let parse = |pattern: &str| Pattern::parse(pattern).err();
        let too_much = Some("The pattern repeats too much.".to_owned());
        let large = ["a{4294967295}", "a{99999999999}", "((a{100}){100}){100}", "(?:){99999}", "(?:a{0}){4000000000}"];
        for pattern in large {
            assert_eq!(parse(pattern), too_much, "{pattern}");
        }
        assert_eq!(parse(&"a".repeat(MAX_PATTERN + 1)).as_deref(), Some("The pattern is too long."));
        assert!(parse(&["(".repeat(60), ")".repeat(60)].concat()).is_some());
        assert!(parse(&["(?=".repeat(50), ")".repeat(50)].concat()).is_none());
        assert!(parse("^.{0,5000}$").is_none());
        assert!(is_in("a", &"b".repeat(MAX_TEXT + 1)).is_err());
        assert_eq!(is_in("a$", &"b".repeat(MAX_TEXT)), Ok(false));
    }
}
