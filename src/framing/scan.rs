//! JSON that is still arriving → the parts of its outermost list or object that are already whole.

use serde_json::Value;

/// One element of the outermost list, or one member of the outermost object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The member's name; nothing in a list.
    pub(crate) key: Option<String>,
    pub(crate) value: Value,
}

/// Follows one JSON text as it grows.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    text: String,
    /// How far `text` has been looked at.
    at: usize,
    /// Where the part being read starts.
    start: Option<usize>,
    key: Option<String>,
    outer: Option<Outer>,
    depth: usize,
    in_string: bool,
    escaped: bool,
    closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Outer {
    List,
    Object,
}

impl Scanner {
    /// Takes more text; answers with the parts it completed. Parts that are no JSON are left out.
    pub(crate) fn push(&mut self, text: &str) -> Vec<Part> {
        self.text.push_str(text);
        let mut parts = Vec::new();
        while self.at < self.text.len() && !self.closed {
            let byte = self.text.as_bytes()[self.at];
            self.step(byte, &mut parts);
            self.at += 1;
        }
        parts
    }

    /// Everything so far.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn step(&mut self, byte: u8, parts: &mut Vec<Part>) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'[' | b'{' if self.outer.is_none() => {
                self.outer = Some(if byte == b'[' { Outer::List } else { Outer::Object });
                return;
            }
            _ if self.outer.is_none() => return,
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' if self.depth > 0 => {
                self.depth -= 1;
                if self.depth == 0 {
                    self.finish(self.at + 1, parts);
                }
                return;
            }
            b']' | b'}' => {
                self.finish(self.at, parts);
                self.closed = true;
                return;
            }
            b',' if self.depth == 0 => return self.finish(self.at, parts),
            b':' if self.depth == 0 && self.outer == Some(Outer::Object) && self.key.is_none() => {
                self.key = self.start.take().and_then(|start| serde_json::from_str(&self.text[start..self.at]).ok());
                return;
            }
            b'"' => self.in_string = true,
            _ => {}
        }
        if self.start.is_none() && !byte.is_ascii_whitespace() {
            self.start = Some(self.at);
        }
    }

    fn finish(&mut self, end: usize, parts: &mut Vec<Part>) {
        let (key, start) = (self.key.take(), self.start.take());
        let value = start.and_then(|start| serde_json::from_str(&self.text[start..end]).ok());
        match (self.outer, key, value) {
            (Some(Outer::List), _, Some(value)) => parts.push(Part { key: None, value }),
            (Some(Outer::Object), Some(key), Some(value)) => parts.push(Part { key: Some(key), value }),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts(text: &str) -> Vec<(usize, String, Value)> {
        let mut scanner = Scanner::default();
        let mut all = Vec::new();
        for (index, c) in text.chars().enumerate() {
            let done = scanner.push(c.encode_utf8(&mut [0; 4]));
            all.extend(done.into_iter().map(|part| (index, part.key.unwrap_or_default(), part.value)));
        }
        all
    }

    #[test]
    fn parts_come_as_soon_as_they_are_whole() {
        assert_eq!(
            parts(r#"[{"a":"]\"}"}, 12 ,"ü"]"#),
            [
                (12, String::new(), json!({"a": "]\"}"})),
                (18, String::new(), json!(12)),
                (22, String::new(), json!("ü")),
            ]
        );
        assert_eq!(
            parts(r#" {"k\u0041":[1,{"x":2}],"s":"a:b", "n": null"#),
            [(22, "kA".into(), json!([1, {"x": 2}])), (33, "s".into(), json!("a:b")),]
        );
    }

    #[test]
    fn garbage_gives_nothing() {
        for text in ["", "nope", "[nope, ]", "{1:2}", "{\"a\" \"b\"}", "]", "[[[["] {
            assert_eq!(parts(text), [], "{text}");
        }
        let mut scanner = Scanner::default();
        assert_eq!(scanner.push("[1] [2]").len(), 1);
        assert!(scanner.closed);
    }
}
