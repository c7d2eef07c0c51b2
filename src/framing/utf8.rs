//! Bytes → text when a cut may fall inside a character.

/// Decodes chunk by chunk. What is no UTF-8 becomes U+FFFD; one leading byte order mark is dropped.
#[derive(Debug, Default)]
pub(crate) struct Utf8 {
    /// The start of a character whose rest has not come.
    cut: Vec<u8>,
    started: bool,
}

impl Utf8 {
    /// All characters that are complete with this chunk.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> String {
        let mut joined = std::mem::take(&mut self.cut);
        joined.extend_from_slice(bytes);
        let mut text = String::with_capacity(joined.len());
        let mut rest = &joined[..];
        loop {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    text.push_str(valid);
                    break;
                }
                Err(error) => {
                    let (valid, invalid) = rest.split_at(error.valid_up_to());
                    text.push_str(&String::from_utf8_lossy(valid));
                    let Some(length) = error.error_len() else {
                        self.cut = invalid.to_vec();
                        break;
                    };
                    text.push(char::REPLACEMENT_CHARACTER);
                    rest = &invalid[length..];
                }
            }
        }
        if !self.started && !text.is_empty() {
            self.started = true;
            if text.starts_with('\u{feff}') {
                text.remove(0);
            }
        }
        text
    }

    /// What is left of a character that never came whole.
    pub(crate) fn end(&mut self) -> String {
        if self.cut.is_empty() {
            return String::new();
        }
        self.cut.clear();
        char::REPLACEMENT_CHARACTER.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_survive_every_cut() {
        let text = "18°C über Zürich 🌤";
        let mut utf8 = Utf8::default();
        let decoded: String = text.as_bytes().iter().map(|byte| utf8.push(&[*byte])).collect();
        assert_eq!(decoded, text);
        assert_eq!(utf8.end(), "");
    }

    #[test]
    fn garbage_is_replaced_and_a_mark_is_dropped_once() {
        let mut utf8 = Utf8::default();
        assert_eq!(utf8.push(b"\xef\xbb\xbfa\xffb\xef\xbb\xbf"), "a\u{fffd}b\u{feff}");
        assert_eq!(utf8.push(b"\xf0\x9f"), "");
        assert_eq!(utf8.end(), "\u{fffd}");
    }
}
