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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::data_model::{DataModel, Pointer};
    use crate::dynamic::Scope;
    use crate::dynamic::functions::Functions;
    use crate::dynamic::intl::English;
    use crate::fixtures::{self, Suite};
    use crate::protocol::Version;

    fn model(value: Value) -> DataModel {
        let mut model = DataModel::default();
        model.set(&Pointer::root(), value).unwrap();
        model
    }

    /// The result in the scope of the model's second item or at the root, the places read, and how many problems there were.
    fn resolve(template: &str, model: &DataModel, in_item: bool) -> (Value, Vec<Pointer>, usize) {
        let item = Pointer::parse("/items/1").unwrap();
        let (scope, functions) = (if in_item { Scope::item(item, 1) } else { Scope::root() }, Functions::default());
        let evaluation = Evaluation::new(model, &scope, &English, &functions, Version::V1_0);
        let args = vec![("value".into(), Dynamic::Literal(template.into()))];
        let value = evaluation.call(&Call { function: "formatString".into(), args, catalog: None });
        let (reads, problems) = evaluation.finish();
        (value, reads, problems.len())
    }

    #[test]
    fn templates_give_what_the_references_gave() {
        let mut suite = Suite::new("format_string/observed");
        let fixture = fixtures::read("format_string/observed.json");
        let model = model(fixture["model"].clone());
        for row in fixture["cases"].as_array().unwrap() {
            let (value, _, problems) = resolve(row["template"].as_str().unwrap(), &model, row["item"] == true);
            let passed = value == row["gives"]["is"] && problems == usize::from(row["gives"]["fails"] == true);
            suite.case(passed, || format!("{row}: {value} with {problems} problems"));
        }
        suite.finish();
    }

    /// A part as the conformance suite writes it.
    fn written(dynamic: &Dynamic) -> Value {
        match dynamic {
            Dynamic::Literal(value) => value.clone(),
            Dynamic::Binding(path) => json!({"path": &**path}),
            Dynamic::Call(call) => {
                let args = call.args.iter().map(|(name, value)| (name.to_string(), written(value)));
                json!({"call": &*call.function, "args": Value::Object(args.collect())})
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn templates_are_cut_as_the_conformance_suite_cuts_them() {
        let mut suite = Suite::new("format_string/parts");
        for row in fixtures::read("format_string/parts.json").as_array().unwrap() {
            let parsed = Template::parse(row["template"].as_str().unwrap());
            let passed = match (&parsed, row.get("parts")) {
                (Ok(template), Some(parts)) => {
                    let mut cut: Vec<Value> = template
                        .parts
                        .iter()
                        .map(|part| match part {
                            Part::Text(text) => text.as_str().into(),
                            Part::Value(dynamic) => written(dynamic),
                        })
                        .collect();
                    if cut.is_empty() {
                        cut.push("".into());
                    }
                    Value::from(cut) == *parts
                }
                (Err(message), None) => message.contains(row["fails"].as_str().unwrap()),
                _ => false,
            };
            suite.case(passed, || format!("{row}: {parsed:?}"));
        }
        suite.finish();
    }

    #[test]
    fn a_malformed_expression_spoils_the_whole_template() {
        let texts = [
            "${",
            "${a",
            "${'a}",
            "${f(}",
            "${f(a)}",
            "${f('a')}",
            "${f(a:1",
            "${1.2.3}",
            "${a b}",
            "${a + b}",
            "${=a}",
            "${[1]}",
            "${a: 1}",
            "${1e}",
            "${'a' 'b'}",
            "${f(a:1))}",
            "${${a}",
            "${-}x ${",
        ];
        for text in texts {
            let (value, _, problems) = resolve(text, &model(json!({})), false);
            assert_eq!((value, problems), (Value::Null, 1), "{text}");
        }
    }

    #[test]
    fn spellings_that_have_one_reading_are_read() {
        let data = json!({"größe": "XL", "a-b": {"c.d": 1}, "名": "n", "x": [5], "true": "no", "t": {"rue": 1}});
        let cases = [
            ("${größe} ${a-b/c.d} ${名}", "XL 1 n"),
            ("${ /x/0 }", "5"),
            ("${add(a:1 b:2)}${add ( a : 1 , b : /x/0 , )}", "36"),
            ("${capitalize(value:)}|", "|"),
            ("${capitalize(value: ${capitalize(value: 'ab')})}", "Ab"),
            ("${true}${t/rue}", "true1"),
            ("${'}'}${\"{\"}", "}{"),
            (r"${'a\tb\\'}", "a\tb\\"),
            ("${add(a:1,a:2,b:0)}", "2"),
            ("$ {a} $a } {", "$ {a} $a } {"),
            (r"C:\dir \${x}", r"C:\dir ${x}"),
        ];
        for (text, result) in cases {
            let (value, _, problems) = resolve(text, &model(data.clone()), false);
            assert_eq!((value, problems), (result.into(), 0), "{text}");
        }
    }

    #[test]
    fn every_path_inside_counts_as_read() {
        let (_, reads, _) = resolve("${/a} ${b} ${add(a: /c, b: ${d})}", &model(json!({})), true);

        let reads: Vec<_> = reads.iter().map(Pointer::as_str).collect();
        assert_eq!(reads, ["/a", "/items/1/b", "/c", "/items/1/d"]);
    }

    #[test]
    fn nesting_is_allowed_up_to_a_hundred() {
        let braces = |levels: usize| ["${".repeat(levels), "/n".into(), "}".repeat(levels)].concat();
        let calls = |levels: usize| ["${", &"not(value:".repeat(levels), "/n", &")".repeat(levels), "}"].concat();
        let data = model(json!({"n": 3}));

        assert_eq!(resolve(&braces(100), &data, false).0, json!("3"));
        assert_eq!(resolve(&braces(101), &data, false), (Value::Null, vec![], 1));
        assert_eq!(resolve(&calls(99), &data, false).2, 0);
        assert_eq!(resolve(&calls(100), &data, false), (Value::Null, vec![], 1));
    }

    #[test]
    fn templates_that_feed_on_themselves_end() {
        let cases = [
            json!("${formatString(value:/t)}"),
            json!("${formatString(value:/t)}${formatString(value:/t)}"),
            json!(["${formatString(value:/t/0)}".repeat(300)]),
        ];
        for data in cases {
            let path = if data.is_array() { "${formatString(value:/t/0)}" } else { "${formatString(value:/t)}" };
            let (_, _, problems) = resolve(path, &model(json!({"t": data})), false);
            assert!(problems > 0);
        }
    }

    #[test]
    fn the_deepest_nesting_fits_the_stack_of_a_page() {
        let deepest = || {
            let call = |inner: String| ["${formatString(value:", &inner, ")}"].concat();
            let template = (0..49).fold("${formatString(value:/t)}".to_owned(), |inner, _| call(inner));
            // At the bottom a template reads itself from the data, until calls are nested as deep as they may be.
            let data = model(json!({"t": "${formatString(value:/t)}"}));
            assert!(resolve(&template, &data, false).2 > 0);
            let calls = ["${", &"not(value:".repeat(99), "/n", &")".repeat(99), "}"].concat();
            assert_eq!(resolve(&calls, &data, false).2, 0);
        };
        std::thread::Builder::new().stack_size(1 << 20).spawn(deepest).unwrap().join().unwrap();
    }

    #[test]
    fn size_limits_give_a_stated_error() {
        let data = model(json!({"s": "x".repeat(2_000)}));
        let fails = |text: &str| resolve(text, &data, false).2 == 1;

        assert!(!fails(&"x".repeat(20_000)), "nothing to replace");
        assert!(fails(&["${/s}", &"x".repeat(10_000)].concat()));
        assert!(fails(&"${n}".repeat(1_001)));
        assert!(!fails(&"${n}".repeat(1_000)));
        assert!(fails(&"${/s}".repeat(999)));
    }
}
