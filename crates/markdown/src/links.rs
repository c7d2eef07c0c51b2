//! Where a link may lead: the web, nowhere else, as everything an agent sends (`src/url.rs` of the easel).

/// The destination of a link as a browser reads it, or nothing if people must not be sent there.
///
/// A relative destination passes: where it leads only the browser knows, and `dom` asks it.
pub fn safe(url: &str) -> Option<String> {
    // The URL Standard drops line ends and tabs before it looks for a scheme, so `java\nscript:` is a script.
    let mut read = String::with_capacity(url.len());
    for c in url.trim_ascii().chars() {
        match c {
            '\t' | '\n' | '\r' => {}
            c if c.is_control() => return None,
            c => read.push(c),
        }
    }
    match scheme(&read) {
        Some(scheme) if !is_allowed(scheme) => None,
        _ => Some(read),
    }
}

/// Whether links may use `scheme`, without its colon and in any case.
pub fn is_allowed(scheme: &str) -> bool {
    ["http", "https"].iter().any(|allowed| scheme.eq_ignore_ascii_case(allowed))
}

fn scheme(url: &str) -> Option<&str> {
    let scheme = &url[..url.bytes().position(|byte| byte == b':')?];
    let starts = scheme.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_scheme =
        starts && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    is_scheme.then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_web_and_the_page_itself_pass() {
        for url in [
            "https://example.com/a?b=c#d",
            "HTTP://example.com",
            "/orders/1",
            "//example.com",
            "#part",
            "?page=2",
            "a/b:c",
            "",
        ] {
            assert_eq!(safe(url).as_deref(), Some(url), "{url}");
        }
    }

    #[test]
    fn everything_else_is_refused_however_it_is_spelled() {
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "\u{1}javascript:alert(1)",
            "java\nscript:alert(1)",
            "java\tscript:alert(1)",
            "\r\njavascript\t:alert(1)",
            "java\u{0}script:alert(1)",
            "https://example.com/\u{7}a",
            "vbscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "blob:https://example.com/1",
            "mailto:a@example.com?subject=Hi",
            "tel:123",
            "ftp://example.com",
            "view-source:https://example.com",
        ] {
            assert_eq!(safe(url), None, "{url:?}");
        }
    }

    #[test]
    fn what_is_checked_is_what_is_used() {
        assert_eq!(safe(" https://exam\nple.com\t/ ").as_deref(), Some("https://example.com/"));
    }
}
