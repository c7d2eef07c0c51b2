//! The one list of URL schemes that anything an agent sends may use.
//!
//! Every place that opens, links, loads or styles with a URL asks here, with the final value, each time it changes.

/// A link or something to open: http, https, or relative to the page.
pub(crate) fn allowed_link(url: &str) -> Option<&str> {
    let url = cleaned(url)?;
    match scheme(url) {
        None => Some(url),
        Some(scheme) if is_web(scheme) => Some(url),
        Some(_) => None,
    }
}

/// Sound and video: what links may be.
pub(crate) fn allowed_media(url: &str) -> Option<&str> {
    allowed_link(url)
}

/// An image, only ever shown in an `<img>`, where not even SVG runs scripts: also `data:image/…` and `blob:`.
pub(crate) fn allowed_image(url: &str) -> Option<&str> {
    let url = cleaned(url)?;
    match scheme(url) {
        None => Some(url),
        Some(scheme) if is_web(scheme) || scheme.eq_ignore_ascii_case("blob") => Some(url),
        Some(scheme) if scheme.eq_ignore_ascii_case("data") => {
            let kind = url.get("data:".len().."data:image/".len())?;
            kind.eq_ignore_ascii_case("image/").then_some(url)
        }
        Some(_) => None,
    }
}

/// The URL without blanks around it; nothing if it is empty or has control characters, which browsers skip over.
fn cleaned(url: &str) -> Option<&str> {
    let url = url.trim_matches(|edge: char| edge <= ' ' || edge.is_whitespace());
    if url.is_empty() || url.contains(|inner: char| inner < ' ' || inner == '\u{7f}') { None } else { Some(url) }
}

/// What stands before the first colon, if browsers take it for a scheme.
fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let named = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    let plain = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    if named && plain { Some(scheme) } else { None }
}

fn is_web(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a link, a medium and an image may have the URL.
    fn allowed(url: &str) -> (bool, bool, bool) {
        (allowed_link(url).is_some(), allowed_media(url).is_some(), allowed_image(url).is_some())
    }

    #[test]
    fn only_listed_schemes_pass() {
        let everywhere = [
            "https://example.com",
            "http://example.com/a?b:c#d",
            "HTTPS://Example.com/a b",
            " https://example.com ",
            "//example.com/a",
            "/rel",
            "rel/a:b",
            "?a=b:c",
            "#top",
            "./a",
            "example.com",
            "1:2",
            "ä:b",
        ];
        for url in everywhere {
            assert_eq!(allowed(url), (true, true, true), "{url}");
        }
        let images = ["data:image/png;base64,AAAA", "DATA:Image/svg+xml,<svg/>", "blob:https://example.com/1"];
        for url in images {
            assert_eq!(allowed(url), (false, false, true), "{url}");
        }
        let nowhere = [
            "",
            " ",
            "javascript:alert(1)",
            " JavaScript:alert(1)",
            "java\nscript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "\u{a0}javascript:alert(1)",
            "javascript\u{0}:alert(1)",
            "vbscript:x",
            "data:text/html,x",
            "data:image",
            "data:imagé/png",
            "file:///etc/passwd",
            "ftp://x",
            "mailto:a@b.co",
            "tel:+1",
            "ms-settings:x",
            "https://exam\u{0}ple.com/",
        ];
        for url in nowhere {
            assert_eq!(allowed(url), (false, false, false), "{url}");
        }
    }

    #[test]
    fn what_passes_is_what_is_used() {
        assert_eq!(allowed_link("  /a b\n"), Some("/a b"));
        assert_eq!(allowed_image("\tdata:image/gif,x "), Some("data:image/gif,x"));
    }
}
