//! Addresses inside a data model: RFC 6901 with A2UI's relative paths (protocol reference, section 7.1).

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

/// An absolute address: `""` is the root, `/a/b` the member `b` of `a`. Escapes (`~1`, `~0`) are kept in the text and
/// decoded token by token. Empty segments and a trailing slash are dropped when parsed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(Rc<str>);

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PointerError {
    /// A segment names an object prototype; nothing an agent sends may reach one.
    Prototype,
    /// The path climbs (`..`) or is longer than any path a person would write.
    Unsupported,
}

const MAX_LENGTH: usize = 4096;

impl Pointer {
    /// The whole document.
    pub fn root() -> Self {
        Pointer(Rc::from(""))
    }

    /// Reads an absolute path; one without a leading slash counts from the root.
    pub(crate) fn parse(path: &str) -> Result<Self, PointerError> {
        Pointer::root().join(path)
    }

    /// Reads `path` as seen from this place: `a/b`, `./a/b` and `.` are relative, `/a/b` is absolute.
    pub(crate) fn join(&self, path: &str) -> Result<Self, PointerError> {
        if path.len() > MAX_LENGTH {
            return Err(PointerError::Unsupported);
        }
        let absolute = path.starts_with('/');
        let mut text = if absolute { String::new() } else { self.0.to_string() };
        for (position, segment) in path.split('/').enumerate() {
            match segment {
                "" => continue,
                "." if !absolute && position == 0 => continue,
                ".." => return Err(PointerError::Unsupported),
                "__proto__" | "constructor" | "prototype" => return Err(PointerError::Prototype),
                _ => {}
            }
            text.push('/');
            text.push_str(segment);
        }
        Ok(Pointer(text.into()))
    }

    /// The member `key` of what stands here.
    pub(crate) fn member(&self, key: &str) -> Self {
        let mut text = String::with_capacity(self.0.len() + key.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        if key.contains(['~', '/']) {
            text.push_str(&key.replace('~', "~0").replace('/', "~1"));
        } else {
            text.push_str(key);
        }
        Pointer(text.into())
    }

    /// The element `index` of what stands here.
    pub(crate) fn element(&self, index: usize) -> Self {
        Pointer(format!("{}/{index}", self.0).into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is `other` or a place in it.
    pub(crate) fn is_in(&self, other: &Pointer) -> bool {
        self.0.strip_prefix(&*other.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The decoded keys from the root to here.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = Cow<'_, str>> {
        tokens(&self.0)
    }

    /// The place this one is a member of; the root has none.
    pub(crate) fn parent(&self) -> Option<Pointer> {
        self.0.rfind('/').map(|slash| Pointer(self.0[..slash].into()))
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The decoded keys of an address or of the remainder of one.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split('/').skip(1).map(decode)
}

/// `~1` before `~0`, so that `~01` is `~1`; a `~` before anything else stands for itself.
fn decode(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') { segment.replace("~1", "/").replace("~0", "~").into() } else { segment.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_as_the_protocol_writes_them() {
        let scope = Pointer::parse("/items/1").unwrap();
        let cases = [
            ("", "", "/items/1"),
            ("/", "", ""),
            ("/a/b", "/a/b", "/a/b"),
            ("a/b", "/a/b", "/items/1/a/b"),
            ("./a", "/a", "/items/1/a"),
            (".", "", "/items/1"),
            ("/a//b/", "/a/b", "/a/b"),
            ("/[0]", "/[0]", "/[0]"),
            ("/a b", "/a b", "/a b"),
            ("/x/.", "/x/.", "/x/."),
        ];
        for (path, from_root, from_item) in cases {
            assert_eq!(Pointer::parse(path).unwrap().as_str(), from_root, "{path}");
            assert_eq!(scope.join(path).unwrap().as_str(), from_item, "{path}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = "a".repeat(MAX_LENGTH + 1);
        let cases = [
            ("../a", PointerError::Unsupported),
            ("/a/../b", PointerError::Unsupported),
            (long.as_str(), PointerError::Unsupported),
            ("/__proto__/x", PointerError::Prototype),
            ("/constructor", PointerError::Prototype),
            ("a/prototype", PointerError::Prototype),
        ];
        for (path, error) in cases {
            assert_eq!(Pointer::parse(path).unwrap_err(), error);
        }
    }

    #[test]
    fn escapes_are_decoded_token_by_token() {
        let decoded: Vec<_> = Pointer::parse("/a~1b/c~0d/~01/e~f").unwrap().tokens().map(Cow::into_owned).collect();
        assert_eq!(decoded, ["a/b", "c~d", "~1", "e~f"]);
        assert_eq!(Pointer::root().member("a/b~c").as_str(), "/a~1b~0c");
    }
}
