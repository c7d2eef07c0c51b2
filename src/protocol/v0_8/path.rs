//! v0.8 paths in all their spellings → pointer text: `/a/b`, `a.b`, `a.b[0].c` (protocol reference, section 7.3).

/// The segments of a path or of a data entry's key: slashes and dots separate, `[n]` is a segment.
pub(super) fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', '.']).flat_map(brackets).filter(|segment| !segment.is_empty())
}

/// `items[0][1]` is `items`, `0`, `1`; brackets around anything but digits are part of the name.
fn brackets(segment: &str) -> impl Iterator<Item = &str> {
    let mut name = segment.len();
    while let Some(open) = index_before(&segment[..name]) {
        name = open;
    }
    let indices = segment[name..].split(['[', ']']);
    std::iter::once(&segment[..name]).chain(indices)
}

/// Where the `[digits]` at the very end of the text opens.
fn index_before(text: &str) -> Option<usize> {
    let inner = text.strip_suffix(']')?;
    let open = inner.rfind('[')?;
    let digits = &inner[open + 1..];
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(open)
}

/// The path as every later step reads it; one without a leading slash stays relative to its scope.
pub(super) fn pointer(path: &str) -> String {
    let mut text = absolute(path);
    if path.trim_start().starts_with('/') {
        return text;
    }
    if text.is_empty() {
        // The item itself.
        return if path.is_empty() { text } else { ".".into() };
    }
    text.remove(0);
    text
}

/// The path counted from the root, as data updates mean it.
pub(super) fn absolute(path: &str) -> String {
    let mut text = String::with_capacity(path.len() + 1);
    for segment in segments(path.trim()) {
        text.push('/');
        // v0.8 knows no escapes: a tilde stands for itself.
        text.push_str(&segment.replace('~', "~0"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_path_is_one_pointer() {
        for (path, expected) in [
            ("/a/b", "/a/b"),
            ("a/b", "a/b"),
            ("a.b", "a/b"),
            ("/a.b", "/a/b"),
            ("a.b[0].c", "a/b/0/c"),
            ("/a/b[1]", "/a/b/1"),
            ("/a[1][2]/b", "/a/1/2/b"),
            ("[3]", "3"),
            ("/a[x]/b", "/a[x]/b"),
            ("/", ""),
            ("", ""),
            (".", "."),
            ("./name", "name"),
            ("/a~1b", "/a~01b"),
        ] {
            assert_eq!(pointer(path), expected, "{path}");
        }
    }

    #[test]
    fn data_paths_count_from_the_root() {
        assert_eq!(absolute("user.items[0]"), "/user/items/0");
        assert_eq!(absolute(" / "), "");
    }
}
