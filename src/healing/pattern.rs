//! Which places of a payload a person may change (healing reference, section 4).

use crate::ag_ui::patch::tokens;

/// A JSON pointer in which a segment that is exactly `*` stands for exactly one segment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    /// As written.
    pub(crate) text: String,
    pub(super) segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Segment {
    Any,
    Key(String),
}

impl Pattern {
    /// Reads a pattern; what is no JSON pointer allows nothing.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let keys = tokens(text)?;
        // A raw `*` cannot come out of an escape, so the decoded keys tell as much as the raw ones.
        let segments = keys.into_iter().map(|key| if key == "*" { Segment::Any } else { Segment::Key(key) }).collect();
        Ok(Pattern { text: text.to_owned(), segments })
    }

    /// Whether the author probably meant a wildcard that does not exist: `**`, `a*`.
    pub(super) fn looks_mistaken(&self) -> bool {
        self.segments.iter().any(|segment| matches!(segment, Segment::Key(key) if key.contains('*')))
    }

    /// Whether a pointer with these keys is allowed: same length, segment by segment.
    pub(crate) fn allows(&self, keys: &[String]) -> bool {
        self.segments.len() == keys.len() && self.covers_start(keys)
    }

    /// Whether the pointer lies at or below an allowed place.
    pub(super) fn covers(&self, keys: &[String]) -> bool {
        self.segments.len() <= keys.len() && self.covers_start(keys)
    }

    fn covers_start(&self, keys: &[String]) -> bool {
        self.segments.iter().zip(keys).all(|(segment, key)| match segment {
            Segment::Any => true,
            Segment::Key(allowed) => allowed == key,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_allows_exactly_what_it_says() {
        for (pattern, pointer, expected) in [
            ("/orderId", "/orderId", true),
            ("/orderId", "/orderId/0", false),
            ("/lines/*/quantity", "/lines/3/quantity", true),
            ("/lines/*/quantity", "/lines/x/quantity", true),
            ("/lines/*/quantity", "/lines/3", false),
            ("/lines", "/lines/0", false),
            ("/tags/*", "/tags/-", true),
            ("/a~1b", "/a~1b", true),
            ("/a~1b", "/a/b", false),
            ("/a~0b", "/a~0b", true),
            ("", "", true),
            ("/a", "", false),
            ("/a/", "/a/", true),
            ("/a/", "/a", false),
            ("/*", "/*", true),
            ("/**", "/x", false),
            ("/**", "/**", true),
            ("/A", "/a", false),
            ("/%61", "/a", false),
        ] {
            let parsed = Pattern::parse(pattern).unwrap();
            assert_eq!(parsed.allows(&tokens(pointer).unwrap()), expected, "{pattern} {pointer}");
        }
    }

    #[test]
    fn what_is_no_pointer_is_no_pattern() {
        for text in ["#/a", "a/b", "/~2", "/a/__proto__", "*"] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
        for (text, mistaken) in [("/**", true), ("/a*", true), ("/*-x", true), ("/*/a", false)] {
            assert_eq!(Pattern::parse(text).unwrap().looks_mistaken(), mistaken, "{text}");
        }
    }
}
