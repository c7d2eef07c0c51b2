//! The structure of one JSON object while its bytes arrive: where values begin and end, and which member they are.

use super::partial::Progress;
use crate::protocol::incoming::{is_container, is_verb};

/// Nested deeper, no JSON reader takes it.
const MAX_DEPTH: usize = 120;

/// What one byte brought.
pub(super) enum Event {
    More,
    /// The object is complete.
    Closed,
    /// The object only holds a list of messages, which begins here.
    Container,
    /// A brace in prose, no JSON.
    Prose,
    TooDeep,
    /// The object broke off; another message begins at this offset of the text.
    Restart(usize),
    Broken(&'static str),
}

/// An open object or list.
pub(super) struct Frame {
    pub(super) start: usize,
    pub(super) list: bool,
    /// Objects: where the latest key stands, without its quotes.
    pub(super) key: (usize, usize),
    /// How many members are behind us.
    pub(super) index: usize,
    /// Objects: the key and its colon are behind us.
    pub(super) in_value: bool,
    line_start: bool,
    /// See [`Progress::data`].
    pub(super) mark: usize,
    pub(super) flushed: bool,
}

enum Lexeme {
    None,
    Text {
        start: usize,
        escaped: bool,
    },
    /// A number, `true`, `false` or `null`.
    Word {
        start: usize,
    },
}

/// The bytes of one message so far.
pub(super) struct Scanner {
    pub(super) text: Vec<u8>,
    pub(super) frames: Vec<Frame>,
    lexeme: Lexeme,
    pub(super) progress: Progress,
    /// A closing bracket was missing and has been put in.
    pub(super) mended: bool,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner {
            text: Vec::new(),
            frames: Vec::new(),
            lexeme: Lexeme::None,
            progress: Progress::default(),
            mended: false,
        }
    }
}

impl Scanner {
    pub(super) fn in_text(&self) -> bool {
        matches!(self.lexeme, Lexeme::Text { .. })
    }

    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Where the unfinished text begins (after its quote), if it is a value and no key.
    pub(super) fn unfinished(&self) -> Option<usize> {
        match (&self.lexeme, self.frames.last()) {
            (Lexeme::Text { start, .. }, Some(frame)) if frame.list || frame.in_value => Some(start + 1),
            _ => None,
        }
    }

    /// The latest key of the object at `level`; nothing for lists.
    pub(super) fn key(&self, level: usize) -> &[u8] {
        match self.frames.get(level) {
            Some(frame) if !frame.list => &self.text[frame.key.0..frame.key.1],
            _ => b"",
        }
    }

    /// Takes one byte; `line_start` tells that it is the first of its line.
    pub(super) fn feed(&mut self, byte: u8, line_start: bool) -> Event {
        let position = self.text.len();
        self.text.push(byte);
        match &mut self.lexeme {
            Lexeme::Text { start, escaped } => {
                let start = *start;
                match byte {
                    b'\n' => return Event::Broken("A line ended inside a text."),
                    _ if *escaped => *escaped = false,
                    b'\\' => *escaped = true,
                    b'"' => {
                        self.lexeme = Lexeme::None;
                        return self.text_ended(start, position + 1);
                    }
                    _ => {}
                }
                return Event::More;
            }
            Lexeme::Word { start } => {
                let start = *start;
                if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.') {
                    return Event::More;
                }
                self.lexeme = Lexeme::None;
                self.value_ended(start, position);
            }
            Lexeme::None => {}
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => Event::More,
            _ if position > 0 && self.frames.len() == 1 && self.is_untouched() && !matches!(byte, b'"' | b'}') => {
                Event::Prose
            }
            b'{' | b'[' => self.open(position, byte == b'[', line_start),
            b'}' | b']' => self.close(byte == b']'),
            b'"' => {
                self.lexeme = Lexeme::Text { start: position, escaped: false };
                Event::More
            }
            b':' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.in_value = true;
                }
                Event::More
            }
            b',' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.in_value = false;
                    frame.index += 1;
                }
                Event::More
            }
            b'<' | b'`' => Event::Broken("A block ended inside a message."),
            _ => {
                self.lexeme = Lexeme::Word { start: position };
                Event::More
            }
        }
    }

    /// Nothing but the opening brace has come.
    fn is_untouched(&self) -> bool {
        self.frames.first().is_some_and(|frame| frame.key == (0, 0) && !frame.in_value && frame.index == 0)
    }

    fn open(&mut self, start: usize, list: bool, line_start: bool) -> Event {
        if list && self.frames.len() == 1 && std::str::from_utf8(self.key(0)).is_ok_and(is_container) {
            return Event::Container;
        }
        if self.frames.len() >= MAX_DEPTH {
            return Event::TooDeep;
        }
        let mark = self.progress.data.len();
        self.frames.push(Frame {
            start,
            list,
            key: (0, 0),
            index: 0,
            in_value: false,
            line_start,
            mark,
            flushed: false,
        });
        Event::More
    }

    /// A bracket closes. Brackets that should have closed before it are put in.
    fn close(&mut self, list: bool) -> Event {
        let bracket = self.text.pop();
        let matching = self.frames.iter().rposition(|frame| frame.list == list);
        while self.frames.len() > matching.map_or(0, |level| level + 1) {
            self.mended = true;
            let inner = if self.frames.last().is_some_and(|frame| frame.list) { b']' } else { b'}' };
            self.text.push(inner);
            self.closed();
        }
        if matching.is_some() {
            self.text.extend(bracket);
            self.closed();
        }
        if self.frames.is_empty() { Event::Closed } else { Event::More }
    }

    fn closed(&mut self) {
        if let Some(frame) = self.frames.pop()
            && !self.frames.is_empty()
        {
            self.container_ended(&frame, self.text.len());
        }
    }

    fn text_ended(&mut self, start: usize, end: usize) -> Event {
        let level = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return Event::More };
        if frame.list || frame.in_value {
            self.value_ended(start, end);
            return Event::More;
        }
        frame.key = (start + 1, end - 1);
        let begins_message = level > 1 && frame.line_start && frame.index == 0;
        let frame_start = frame.start;
        let key = std::str::from_utf8(self.key(level - 1));
        if begins_message && key.is_ok_and(|key| key == "version" || is_verb(key)) {
            return Event::Restart(frame_start);
        }
        Event::More
    }
}
