//! Bytes → JSON values: server-sent events, JSON Lines or one JSON document, cut anywhere (AG-UI reference, section 14).
//!
//! Architecture invariant: nothing here knows what the values mean.

mod repeats;
mod scan;
mod utf8;

use serde_json::Value;

use crate::Issue;
use crate::ag_ui::mended;

pub(crate) use repeats::Repeats;
pub(crate) use scan::Scanner;
pub(crate) use utf8::Utf8;

/// One value and, if it came as a server-sent event with one, its id.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) id: Option<String>,
    pub(crate) value: Value,
}

/// What one chunk completed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Framed {
    pub(crate) frames: Vec<Frame>,
    pub(crate) issues: Vec<Issue>,
}

/// Cuts a stream into values.
#[derive(Debug)]
pub(crate) struct Framer {
    declared: Option<Format>,
    format: Option<Format>,
    utf8: Utf8,
    /// Text that is no whole line yet; in a document, all of it.
    tail: String,
    event: Event,
    last_id: Option<String>,
    /// How long the server wants those to wait who come back, in milliseconds.
    retry: Option<u32>,
    /// The last line ended in CR: a LF that follows belongs to it.
    after_cr: bool,
    lines: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Events,
    Lines,
    Document,
}

/// The server-sent event being read.
#[derive(Debug, Default)]
struct Event {
    data: Option<String>,
    id: Option<String>,
    /// More data came than is kept.
    is_cut: bool,
}

const MENDED: &str = "The JSON was not well-formed and had to be mended: commas, quotes or broken characters.";
/// More than this without an end is given up.
const MAX_TAIL: usize = 10 << 20;

impl Framer {
    /// Starts a stream. A content type that contradicts the first bytes is ignored.
    pub(crate) fn new(content_type: Option<&str>) -> Self {
        let media = content_type.and_then(|text| text.split(';').next()).map(|text| text.trim().to_ascii_lowercase());
        let declared = match media.as_deref() {
            Some("text/event-stream") => Some(Format::Events),
            Some("application/x-ndjson" | "application/jsonl" | "application/json-lines") => Some(Format::Lines),
            Some("application/json") => Some(Format::Document),
            _ => None,
        };
        Framer {
            declared,
            format: None,
            utf8: Utf8::default(),
            tail: String::new(),
            event: Event::default(),
            last_id: None,
            retry: None,
            after_cr: false,
            lines: 0,
        }
    }

    /// Starts the stream that goes on where this one broke off.
    pub(crate) fn resumed(&self, content_type: Option<&str>) -> Self {
        Framer { last_id: self.last_id.clone(), retry: self.retry, ..Framer::new(content_type) }
    }

    /// Takes the next chunk; a character may be cut by its end.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Framed {
        let text = self.utf8.push(bytes);
        self.push_text(&text)
    }

    /// Takes the next chunk of text.
    pub(crate) fn push_text(&mut self, text: &str) -> Framed {
        let mut framed = Framed::default();
        self.tail.push_str(text);
        if self.format.is_none() {
            self.format = sniff(&self.tail, self.declared);
        }
        if matches!(self.format, Some(Format::Events | Format::Lines)) {
            self.take_lines(&mut framed);
        }
        if self.tail.len() > MAX_TAIL {
            self.tail.clear();
            framed.issues.push(too_large());
        }
        framed
    }

    /// The stream is over: the last line may lack its end.
    pub(crate) fn end(&mut self) -> Framed {
        let mut framed = Framed::default();
        let rest = self.utf8.end();
        self.tail.push_str(&rest);
        let tail = std::mem::take(&mut self.tail);
        match self.format {
            Some(Format::Document) => document(&tail, &mut framed),
            Some(Format::Events) => {
                self.field(&tail);
                self.dispatch(&mut framed);
            }
            Some(Format::Lines) | None => line(&tail, &mut framed),
        }
        framed
    }

    fn take_lines(&mut self, framed: &mut Framed) {
        let text = std::mem::take(&mut self.tail);
        let events = self.format == Some(Format::Events);
        let mut rest = &text[..];
        if self.after_cr && !rest.is_empty() {
            rest = rest.strip_prefix('\n').unwrap_or(rest);
            self.after_cr = false;
        }
        while let Some(end) = rest.find(|c| c == '\n' || (events && c == '\r')) {
            let (one, next) = rest.split_at(end);
            if events {
                if one.is_empty() { self.dispatch(framed) } else { self.field(one) }
            } else if self.lines == 0 && self.declared.is_none() && is_cut_short(one) {
                // The first line opens an object that goes on: no JSON Lines, but one document.
                self.format = Some(Format::Document);
                break;
            } else {
                line(one, framed);
            }
            self.lines += usize::from(!one.trim().is_empty());
            self.after_cr = next == "\r";
            rest = next.strip_prefix("\r\n").unwrap_or(&next[1..]);
        }
        self.tail.push_str(rest);
    }

    fn field(&mut self, line: &str) {
        let line = line.trim_end_matches('\r');
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => {
                let data = self.event.data.get_or_insert_default();
                if !data.is_empty() {
                    data.push('\n');
                }
                if data.len() + value.len() <= MAX_TAIL {
                    data.push_str(value);
                } else {
                    self.event.is_cut = true;
                }
            }
            "id" if !value.contains('\0') => self.event.id = Some(value.to_owned()),
            "retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.retry = Some(value.parse().unwrap_or(u32::MAX));
            }
            _ => {}
        }
    }

    /// A blank line ends the event. Its id is the one to resume after, also while later events have none.
    fn dispatch(&mut self, framed: &mut Framed) {
        let Event { data, id, is_cut } = std::mem::take(&mut self.event);
        if id.is_some() {
            self.last_id.clone_from(&id);
        }
        if is_cut {
            framed.issues.push(too_large());
        } else if let Some(data) = data {
            value(&data, id, framed);
        }
    }

    /// What a reconnection sends as `Last-Event-ID`.
    pub(crate) fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref().filter(|id| !id.is_empty())
    }

    /// How long the server wants those to wait who come back, in milliseconds.
    pub(crate) fn retry(&self) -> Option<u32> {
        self.retry
    }
}

/// The format, once enough has come to tell. The body knows better than its label.
fn sniff(text: &str, declared: Option<Format>) -> Option<Format> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    if first == '[' {
        return Some(if declared == Some(Format::Lines) { Format::Lines } else { Format::Document });
    }
    if first == '{' {
        return Some(if declared == Some(Format::Document) { Format::Document } else { Format::Lines });
    }
    let fields = [":", "data:", "event:", "id:", "retry:"];
    if fields.iter().any(|field| text.starts_with(field)) {
        return Some(Format::Events);
    }
    if fields.iter().any(|field| field.starts_with(text)) {
        return None;
    }
    Some(declared.unwrap_or(Format::Lines))
}

fn too_large() -> Issue {
    Issue::error("FRAME_TOO_LARGE", "More than 10 MiB came in one piece; it was dropped.")
}

fn is_cut_short(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty() && serde_json::from_str::<Value>(text).is_err_and(|error| error.is_eof())
}

fn document(text: &str, framed: &mut Framed) {
    match serde_json::from_str(text) {
        Ok(Value::Array(elements)) => {
            framed.frames.extend(elements.into_iter().map(|value| Frame { id: None, value }));
        }
        Ok(value) => framed.frames.push(Frame { id: None, value }),
        Err(_) => text.lines().for_each(|text| line(text, framed)),
    }
}

fn line(text: &str, framed: &mut Framed) {
    if !text.trim().is_empty() {
        value(text, None, framed);
    }
}

fn value(text: &str, id: Option<String>, framed: &mut Framed) {
    match serde_json::from_str(text) {
        Ok(value) => framed.frames.push(Frame { id, value }),
        Err(_) if text.trim() == "[DONE]" || text.trim().is_empty() => {}
        Err(error) => {
            // Servers cut texts in the middle of a character: the halves are no JSON.
            if let Some(value) = mended(text) {
                framed.frames.push(Frame { id, value });
                framed.issues.push(Issue::info("JSON_MENDED", MENDED));
                return;
            }
            let message = format!("This is no JSON (column {}); it was skipped.", error.column());
            framed.issues.push(Issue::error("FRAME_INVALID", message));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(content_type: Option<&str>, body: &str, cut: usize) -> (Vec<Value>, usize) {
        let mut framer = Framer::new(content_type);
        let mut all = Framed::default();
        let chunks = body.as_bytes().chunks(cut).map(<[u8]>::to_vec).collect::<Vec<_>>();
        for framed in chunks.iter().map(|chunk| framer.push(chunk)).collect::<Vec<_>>() {
            all.frames.extend(framed.frames);
            all.issues.extend(framed.issues);
        }
        let last = framer.end();
        all.frames.extend(last.frames);
        all.issues.extend(last.issues);
        (all.frames.into_iter().map(|frame| frame.value).collect(), all.issues.len())
    }

    #[test]
    fn values_come_whole_wherever_the_stream_is_cut() {
        let (sse, lines, json) =
            (Some("text/event-stream; charset=utf-8"), Some("application/x-ndjson"), Some("application/json"));
        let ab = vec![json!({"a": "Zürich 🌤"}), json!({"b": 2})];
        for (content_type, body) in [
            (sse, "data: {\"a\":\"Zürich 🌤\"}\n\ndata:{\"b\":2}\n\n"),
            (
                sse,
                "\u{feff}: hi\r\nevent: x\r\nid: 7\r\ndata: {\"a\":\r\ndata: \"Zürich 🌤\"}\r\n\r\ndata: {\"b\":2}\r\n\r\n",
            ),
            (sse, "data: {\"a\":\"Zürich 🌤\"}\r\rdata: {\"b\":2}"),
            (None, "retry: 5\n\ndata: {\"a\":\"Zürich 🌤\"}\n\ndata: {\"b\":2}\n\ndata: [DONE]\n\n"),
            (lines, "data: {\"a\":\"Zürich 🌤\"}\n\ndata: {\"b\":2}\n\n"),
            (lines, "{\"a\":\"Zürich 🌤\"}\r\n\r\n{\"b\":2}"),
            (None, "\n{\"a\":\"Zürich 🌤\"}\n{\"b\":2}\n"),
            (sse, "{\"a\":\"Zürich 🌤\"}\n{\"b\":2}\n"),
            (json, "{\"a\":\"Zürich 🌤\"}\n{\"b\":2}\n"),
            (json, "[\n {\"a\":\"Zürich 🌤\"},\n {\"b\":2}\n]\n"),
            (None, "[{\"a\":\"Zürich 🌤\"},{\"b\":2}]"),
        ] {
            for cut in [1, 2, 3, 7, 1_000] {
                assert_eq!(read(content_type, body, cut), (ab.clone(), 0), "{body:?} by {cut}");
            }
        }
        assert_eq!(read(None, "{\n  \"a\": 1\n}\n", 3), (vec![json!({"a": 1})], 0));
    }

    #[test]
    fn a_broken_frame_costs_only_itself() {
        assert_eq!(read(None, "data: {\"a\n\ndata: {\"b\":2}\n\n", 5), (vec![json!({"b": 2})], 1));
        assert_eq!(read(Some("application/jsonl"), "{\"a\n{\"b\":2}\nnope\n", 5), (vec![json!({"b": 2})], 2));
        assert_eq!(read(None, "", 1), (vec![], 0));
        assert_eq!(read(None, "data: {\"cut\":", 4), (vec![], 1));
    }

    #[test]
    fn half_a_character_costs_only_itself() {
        let halves = r#"{"type":"CUSTOM","value":"a\ud83c"}"#;
        let (frames, issues) = read(None, &format!("data: {halves}\n\n"), 7);
        assert_eq!((frames, issues), (vec![json!({"type": "CUSTOM", "value": "a\u{FFFD}"})], 1));
    }

    #[test]
    fn ids_tell_where_to_resume() {
        let mut framer = Framer::new(None);
        let _ = framer.push(b"id: 7\ndata: 1\n\ndata: 2\n\nid: 8\n\n");
        assert_eq!(framer.last_id(), Some("8"));
        let _ = framer.push(b"retry: 250\n\nretry: soon\n\nid: 10\ndata: {\"half");
        let resumed = framer.resumed(None);
        assert_eq!(
            (resumed.last_id(), resumed.retry()),
            (Some("8"), Some(250)),
            "an event without its end was not taken"
        );
        let mut forgetful = framer.resumed(None);
        assert_eq!(forgetful.push(b": hi\nid\ndata: 4\n\n").frames.len(), 1);
        assert_eq!(forgetful.last_id(), None);
        let _ = forgetful.push(b"retry: 99999999999\n\nretry:\n\n");
        assert_eq!(forgetful.retry(), Some(u32::MAX));
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let mut framer = Framer::new(None);
        let _ = framer.push(b"{");
        let framed = framer.push(&vec![b' '; MAX_TAIL]);
        assert_eq!(framed.issues[0].code, "FRAME_TOO_LARGE");
        assert_eq!(framer.push(b"{}\n").frames.len(), 1);
        let mut events = Framer::new(None);
        let line = [b"data: ", &vec![b'1'; MAX_TAIL / 2][..], b"\n"].concat();
        let framed: Vec<_> =
            [&line[..], &line, &line, b"\ndata: 1\n\n"].iter().map(|bytes| events.push(bytes)).collect();
        assert_eq!(framed[3].issues[0].code, "FRAME_TOO_LARGE");
        assert_eq!(framed[3].frames.len(), 1);
    }
}
