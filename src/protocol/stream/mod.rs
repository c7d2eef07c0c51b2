//! Text as it streams from an agent → whole messages, and what is certain of the one still arriving.
//!
//! JSON Lines, lists, containers, server-sent events, and prose with JSON in it are all read the same way: outside JSON,
//! brackets, commas and words are passed over, and an object begins where a line, a list, a tag or a `data:` field does.
//! Bytes may be cut anywhere.
//!
//! What counts as certain of an unfinished message: components and list items that are complete; members of a data object
//! that are complete; and the beginning of a text that people read, told by the name of its property (see
//! [`partial::GROWING`]). Never the beginning of a URL, path, id, number or enum value, and nothing at all before the surface
//! (and the path, for data) is known. Each partial is a message of its own that adds to what is there; the finished message
//! follows and replaces it all.

mod partial;
mod repair;
mod scanner;

use serde_json::Value;

pub(crate) use self::repair::{repaired, repaired_with};
use self::scanner::{Event, Scanner};
use super::fields::TOLERATED;
use crate::Issue;

/// One thing that a chunk of text brought.
#[derive(Debug, PartialEq)]
pub(crate) enum Piece {
    /// A finished message. `begun`: partials of it came before, so a surface it creates may be there by now already.
    Message { value: Value, begun: bool },
    /// What is certain so far, as a message; issues found in it are not worth reporting, the finished one brings them again.
    /// `growing` names the component whose last text is still arriving; one that is already painted better waits.
    Partial { value: Value, growing: Option<String> },
    /// Text that could not be read.
    Issue(Issue),
}

/// A text longer than this without an end is no message.
const MAX_MESSAGE: usize = 8 << 20;

/// Reads text in chunks, messages out of their containers.
#[derive(Default)]
pub(crate) struct Stream(Framer);

impl Stream {
    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.0.feed(bytes, &mut pieces);
        let mut pieces = opened(pieces);
        if let State::Inside(scanner) = &mut self.0.state {
            scanner.partials(&mut pieces);
        }
        pieces
    }

    /// The text is over; the next one starts afresh.
    pub(crate) fn end(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        std::mem::take(&mut self.0).finish(&mut pieces);
        opened(pieces)
    }
}

fn opened(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut opened = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Message { value, begun } => {
                opened.extend(super::flatten(value).into_iter().map(|value| Piece::Message { value, begun }));
            }
            other => opened.push(other),
        }
    }
    opened
}

/// The JSON values in a whole text, containers unopened.
pub(super) fn values(text: &str) -> (Vec<Value>, Vec<Issue>) {
    if let Ok(value) = serde_json::from_str(text) {
        return (vec![value], Vec::new());
    }
    let mut framer = Framer::default();
    let mut pieces = Vec::new();
    framer.feed(text.as_bytes(), &mut pieces);
    framer.finish(&mut pieces);
    let (mut values, mut issues) = (Vec::new(), Vec::new());
    for piece in pieces {
        match piece {
            Piece::Message { value, .. } => values.push(value),
            Piece::Issue(issue) => issues.push(issue),
            Piece::Partial { .. } => {}
        }
    }
    (values, issues)
}

/// Finds where JSON begins and ends.
#[derive(Default)]
struct Framer {
    state: State,
    /// Bytes since the last line break.
    column: usize,
    /// How much of `data:` stands at the beginning of this line.
    field: usize,
    /// Server-sent events: a blank line ends what is open.
    events: bool,
    /// The latest bytes outside JSON, to know a tag by.
    tail: [u8; CLOSING.len()],
    /// Within `<a2ui-json>`: whether JSON came in it.
    block: Option<bool>,
}

enum State {
    /// Between messages. `ready`: an object that begins here is a message, not prose.
    Outside {
        ready: bool,
    },
    Inside(Box<Scanner>),
    /// Within something too deep or too long; only its end is looked for.
    Skipping {
        depth: usize,
        text: bool,
        escaped: bool,
    },
}

impl Default for State {
    fn default() -> Self {
        State::Outside { ready: true }
    }
}

const FIELD: &[u8] = b"data:";
const OPENING: &[u8; 11] = b"<a2ui-json>";
const CLOSING: &[u8; 12] = b"</a2ui-json>";

impl Framer {
    fn feed(&mut self, bytes: &[u8], pieces: &mut Vec<Piece>) {
        bytes.iter().for_each(|byte| self.byte(*byte, pieces));
    }

    fn finish(self, pieces: &mut Vec<Piece>) {
        if !matches!(self.state, State::Outside { .. }) {
            pieces.push(invalid("The text ended inside a message."));
        }
    }

    fn byte(&mut self, byte: u8, pieces: &mut Vec<Piece>) {
        let column = self.column;
        self.column = match byte {
            b'\n' => 0,
            // A carriage return neither fills nor begins a line.
            b'\r' => column,
            _ => column + 1,
        };
        let in_text = matches!(&self.state, State::Inside(scanner) if scanner.in_text());
        if !in_text {
            // `data:` can stand before JSON or between its tokens, on every line of an event.
            let begins = self.field == column && FIELD.get(column) == Some(&byte);
            if begins && (column == 0 || self.field > 0) {
                self.field += 1;
                if self.field == FIELD.len() {
                    self.events = true;
                    if let State::Outside { ready } = &mut self.state {
                        *ready = true;
                    }
                }
                return;
            }
            if byte == b'\n' && column == 0 && self.events && !matches!(self.state, State::Outside { .. }) {
                self.fail("An event ended inside a message.", pieces);
            }
        }
        let line_start = column == 0 || self.field == FIELD.len() && column <= FIELD.len() + 1;
        if column == 0 || byte == b'\n' {
            self.field = 0;
        }
        self.step(byte, line_start, pieces);
    }

    fn step(&mut self, byte: u8, line_start: bool, pieces: &mut Vec<Piece>) {
        if let State::Outside { .. } = self.state {
            self.tail.rotate_left(1);
            self.tail[CLOSING.len() - 1] = byte;
        }
        match &mut self.state {
            State::Outside { ready } => match byte {
                b'{' if *ready => {
                    self.block = self.block.map(|_| true);
                    let mut scanner = Box::<Scanner>::default();
                    scanner.feed(byte, line_start);
                    self.state = State::Inside(scanner);
                }
                // After a tag, or a line break; blanks and the brackets of a list change nothing.
                b'\n' => *ready = true,
                b'>' => {
                    *ready = true;
                    self.tag(pieces);
                }
                b'[' => self.block = self.block.map(|_| true),
                b' ' | b'\t' | b'\r' | b']' | b'}' | b',' => {}
                // A byte order mark.
                0xEF | 0xBB | 0xBF => {}
                _ => *ready = false,
            },
            State::Inside(scanner) => match scanner.feed(byte, line_start) {
                Event::More if scanner.text.len() > MAX_MESSAGE => {
                    self.skip(scanner_depth(&self.state));
                    pieces.push(invalid("A message is longer than 8 MB; it was left out."));
                }
                Event::More => {}
                Event::Closed => {
                    let State::Inside(scanner) = std::mem::take(&mut self.state) else { return };
                    close(*scanner, pieces);
                }
                Event::Container => self.state = State::Outside { ready: true },
                Event::Prose => self.state = State::Outside { ready: byte == b'\n' },
                Event::TooDeep => {
                    // The bracket that went too far was not counted.
                    self.skip(scanner_depth(&self.state) + 1);
                    pieces.push(invalid("A message is nested too deeply; it was left out."));
                }
                Event::Restart(start) => {
                    let rest = scanner.text.split_off(start);
                    self.state = State::default();
                    pieces.push(invalid("A message broke off before the next one began."));
                    for (index, byte) in rest.into_iter().enumerate() {
                        self.step(byte, index == 0, pieces);
                    }
                }
                Event::Broken(sentence) => {
                    self.fail(sentence, pieces);
                    self.step(byte, line_start, pieces);
                }
            },
            State::Skipping { depth, text, escaped } => {
                match byte {
                    _ if *escaped => *escaped = false,
                    b'\\' if *text => *escaped = true,
                    b'"' => *text = !*text,
                    b'{' | b'[' if !*text => *depth += 1,
                    b'}' | b']' if !*text => *depth -= 1,
                    _ => {}
                }
                if *depth == 0 {
                    self.state = State::default();
                }
            }
        }
    }

    /// A tag may have ended.
    fn tag(&mut self, pieces: &mut Vec<Piece>) {
        if self.tail.ends_with(OPENING) {
            self.block = Some(false);
        } else if self.tail == *CLOSING && self.block.take() == Some(false) {
            pieces.push(invalid("A block for A2UI holds no JSON."));
        }
    }

    fn skip(&mut self, depth: usize) {
        let text = matches!(&self.state, State::Inside(scanner) if scanner.in_text());
        self.state = State::Skipping { depth, text, escaped: false };
    }

    fn fail(&mut self, sentence: &'static str, pieces: &mut Vec<Piece>) {
        self.state = State::Outside { ready: false };
        pieces.push(invalid(sentence));
    }
}

fn scanner_depth(state: &State) -> usize {
    match state {
        State::Inside(scanner) => scanner.depth(),
        _ => 0,
    }
}

fn close(scanner: Scanner, pieces: &mut Vec<Piece>) {
    let begun = scanner.begun();
    match json(&scanner.text) {
        Some(value) => pieces.push(Piece::Message { value, begun }),
        None => match repair::repaired(&String::from_utf8_lossy(&scanner.text)) {
            Some(value) => {
                let sentence =
                    "The JSON was not well-formed and had to be mended: commas, quotes or broken characters.";
                pieces.push(Piece::Issue(Issue::info(TOLERATED, sentence)));
                pieces.push(Piece::Message { value, begun });
            }
            None => pieces.push(invalid("The JSON of a message is not well-formed.")),
        },
    }
}

/// Only texts are ever read as JSON: one instance of the reader in the module, not one for bytes as well.
fn json(bytes: &[u8]) -> Option<Value> {
    serde_json::from_str(std::str::from_utf8(bytes).ok()?).ok()
}

fn invalid(sentence: &'static str) -> Piece {
    Piece::Issue(Issue::error("INVALID_JSON", sentence))
}

#[cfg(test)]
mod tests;
