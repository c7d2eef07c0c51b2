//! `${…}` templates: parsed once, resolved often (protocol reference, section 11).

use std::rc::Rc;

use serde_json::Value;

use super::evaluation::{Evaluation, Problem, exhausted};
use super::{Call, Dynamic};
use crate::data_model::{coerce, number_value};

/// A template cut into what stays and what is read.
#[derive(Debug, PartialEq)]
pub(crate) struct Template {
    parts: Vec<Part>,
}

/// A template, or what is wrong with its text.
pub(crate) type Parsed = Result<Template, String>;

#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    Value(Dynamic),
}

/// Longest template, in UTF-16 units.
const MAX_LENGTH: usize = 10_000;
const MAX_PARTS: usize = 1_000;
/// Expressions and calls inside each other.
const MAX_DEPTH: usize = 100;
/// Longest result, in bytes.
const MAX_RESULT: usize = 1_000_000;

/// `text` with its expressions replaced by their values. A failing expression is empty; the rest is kept.
pub(super) fn interpolate(text: &str, evaluation: &Evaluation<'_>) -> Result<String, Problem> {
    if !text.contains("${") {
        return Ok(text.to_owned());
    }
    match &*evaluation.functions.templates.get(text, Template::parse) {
        Ok(template) => template.resolve(evaluation),
        Err(message) => Err(Problem::expression(message.as_str())),
    }
}

impl Template {
    pub(crate) fn parse(text: &str) -> Parsed {
        if text.encode_utf16().count() > MAX_LENGTH {
            return Err("The template is too long.".to_owned());
        }
        let mut parser = Parser { rest: text, depth: 0 };
        let mut parts = Vec::new();
        let mut literal = String::new();
        while let Some(dollar) = parser.rest.find("${") {
            let (before, after) = parser.rest.split_at(dollar);
            parser.rest = &after[2..];
            match before.strip_suffix('\\') {
                // Only the backslash next to `${` is an escape.
                Some(before) => {
                    literal.push_str(before);
                    literal.push_str("${");
                }
                None => {
                    literal.push_str(before);
                    if !literal.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut literal)));
                    }
                    parts.push(Part::Value(parser.interpolation()?));
                }
            }
            if parts.len() > MAX_PARTS {
                return Err("The template has too many parts.".to_owned());
            }
        }
        literal.push_str(parser.rest);
        if !literal.is_empty() {
            parts.push(Part::Text(literal));
        }
        Ok(Template { parts })
    }

    fn resolve(&self, evaluation: &Evaluation<'_>) -> Result<String, Problem> {
        let mut result = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => result.push_str(text),
                Part::Value(dynamic) => result.push_str(&coerce::to_text(&evaluation.resolve(dynamic))),
            }
            if result.len() > MAX_RESULT {
                return Err(Problem::expression("The result of the template is too long."));
            }
        }
        if evaluation.spend(result.len() / 16) { Ok(result) } else { Err(exhausted()) }
    }
}

/// Reads expressions from the front of `rest`.
struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// The rest of `${…}` after its opening.
    fn interpolation(&mut self) -> Result<Dynamic, String> {
        self.skip_blanks();
        if self.take('}') {
            return Ok(Dynamic::Literal(Value::Null));
        }
        self.check_closed()?;
        let value = self.nested(Parser::expression)?;
        self.skip_blanks();
        if self.take('}') {
            return Ok(value);
        }
        let end = self.rest.find('}').unwrap_or(self.rest.len());
        Err(["Unexpected characters at end of expression: `", &self.rest[..end], "`"].concat())
    }

    /// Fails unless a `}` outside quotes follows: that error says more than what is odd about the text up to the end.
    fn check_closed(&self) -> Result<(), String> {
        let (mut quote, mut escaped) = (None, false);
        for next in self.rest.chars() {
            match quote {
                _ if escaped => escaped = false,
                Some(_) if next == '\\' => escaped = true,
                Some(open) if next == open => quote = None,
                Some(_) => {}
                None if next == '}' => return Ok(()),
                None if matches!(next, '\'' | '"') => quote = Some(next),
                None => {}
            }
        }
        Err("Unclosed interpolation: missing `}`".to_owned())
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        if self.depth >= MAX_DEPTH {
            return Err("Expressions are nested too deeply.".to_owned());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn expression(&mut self) -> Result<Dynamic, String> {
        self.skip_blanks();
        if let Some(rest) = self.rest.strip_prefix("${") {
            self.rest = rest;
            return self.interpolation();
        }
        let Some(first) = self.rest.chars().next() else {
            return Err("The expression is empty.".to_owned());
        };
        if matches!(first, '\'' | '"') {
            return self.quoted(first).map(|text| Dynamic::Literal(text.into()));
        }
        if starts_number(self.rest) {
            return self.number();
        }
        let word = self.word(|next| is_identifier(next) || matches!(next, '/' | '.' | '-' | '~'));
        if word.is_empty() {
            return Err(["Unexpected characters in expression: `", self.rest, "`"].concat());
        }
        self.skip_blanks();
        if self.take('(') {
            let args = self.nested(Parser::arguments)?;
            return Ok(Dynamic::Call(Rc::new(Call { function: word.into(), args, catalog: None })));
        }
        Ok(match word {
            "true" => Dynamic::Literal(true.into()),
            "false" => Dynamic::Literal(false.into()),
            "null" => Dynamic::Literal(Value::Null),
            path => Dynamic::Binding(path.into()),
        })
    }

    /// `name: value, …)`; commas may be left out, and so may a value, which is then an empty text.
    fn arguments(&mut self) -> Result<Vec<(Rc<str>, Dynamic)>, String> {
        let mut args: Vec<(Rc<str>, Dynamic)> = Vec::new();
        loop {
            self.skip_blanks();
            if self.take(')') {
                return Ok(args);
            }
            let name = self.word(is_identifier);
            if name.is_empty() {
                return Err("Expected `)` after function arguments".to_owned());
            }
            self.skip_blanks();
            if !self.take(':') {
                return Err(["Expected `:` after argument name `", name, "`"].concat());
            }
            self.skip_blanks();
            let value = match self.rest.starts_with([',', ')']) {
                true => Dynamic::Literal("".into()),
                false => self.expression()?,
            };
            args.retain(|(other, _)| &**other != name);
            args.push((name.into(), value));
            self.skip_blanks();
            self.take(',');
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        let mut text = String::new();
        let mut rest = self.rest[1..].chars();
        while let Some(next) = rest.next() {
            match next {
                '\\' => match rest.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some(other) => text.push(other),
                    None => break,
                },
                _ if next == quote => {
                    self.rest = rest.as_str();
                    return Ok(text);
                }
                _ => text.push(next),
            }
        }
        Err("Unclosed text literal".to_owned())
    }

    fn number(&mut self) -> Result<Dynamic, String> {
        let mut last = ' ';
        let word = self.word(|next| {
            let signed = matches!(next, '+' | '-') && matches!(last, ' ' | 'e' | 'E');
            last = next;
            signed || next == '.' || next.is_ascii_alphanumeric()
        });
        match coerce::parse_number(&word.into()) {
            Some(number) => Ok(Dynamic::Literal(number_value(number))),
            None => Err(["Invalid number literal: `", word, "`"].concat()),
        }
    }

    fn word(&mut self, mut belongs: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(|next| !belongs(next)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn take(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }
}

/// Letters and digits of any script; `@` begins the name of a system function.
fn is_identifier(next: char) -> bool {
    next.is_ascii_alphanumeric() || matches!(next, '_' | '@') || (!next.is_ascii() && !next.is_whitespace())
}

fn starts_number(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    text.strip_prefix('.').unwrap_or(text).starts_with(|first: char| first.is_ascii_digit())
}
