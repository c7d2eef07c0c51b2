//! ECMAScript's pattern syntax, with the leniencies browsers keep for old pages (its Annex B).

use super::class::{Class, Item, Set};

/// A parsed pattern.
#[derive(Debug, PartialEq)]
pub(super) enum Node {
    Empty,
    Unit(u32),
    Class(Class),
    Start,
    End,
    /// A word boundary, or the absence of one.
    Boundary(bool),
    Capture(usize, Box<Node>),
    Look {
        behind: bool,
        negative: bool,
        body: Box<Node>,
    },
    BackReference(usize),
    /// One after another.
    Sequence(Vec<Node>),
    /// The first that lets the rest match.
    Choice(Vec<Node>),
    Repeat {
        body: Box<Node>,
        least: u32,
        most: Option<u32>,
        greedy: bool,
        /// The captures inside, which every round forgets.
        captures: std::ops::Range<usize>,
    },
}

/// A tree, and what its captures are for.
pub(super) struct Syntax {
    pub(super) root: Node,
    pub(super) captures: usize,
    pub(super) has_back_references: bool,
}

/// Groups inside each other.
const MAX_DEPTH: usize = 50;

type Parsed<T> = Result<T, &'static str>;

pub(super) fn parse(pattern: &[u32], by_code_point: bool) -> Parsed<Syntax> {
    let (groups, names) = groups(pattern)?;
    let mut parser =
        Parser { pattern, at: 0, depth: 0, opened: 0, groups, names, by_code_point, has_back_references: false };
    let root = parser.choice()?;
    if parser.at < pattern.len() {
        return Err("unmatched `)`");
    }
    Ok(Syntax { root, captures: groups, has_back_references: parser.has_back_references })
}

/// Counts the capturing groups and reads their names: a back-reference may come before its group.
fn groups(pattern: &[u32]) -> Parsed<(usize, Vec<(usize, String)>)> {
    let (mut count, mut names, mut in_class, mut at) = (0, Vec::<(usize, String)>::new(), false, 0);
    let is = |at: usize, expected: char| pattern.get(at) == Some(&u32::from(expected));
    while at < pattern.len() {
        match char::from_u32(pattern[at]) {
            Some('\\') => at += 1,
            Some('[') => in_class = true,
            Some(']') => in_class = false,
            Some('(') if !in_class => {
                let named = is(at + 1, '?') && is(at + 2, '<') && !is(at + 3, '=') && !is(at + 3, '!');
                if named {
                    let (name, _) = name(&pattern[at + 3..]).ok_or("invalid group name")?;
                    if names.iter().any(|(_, other)| *other == name) {
                        return Err("duplicate group name");
                    }
                    names.push((count + 1, name));
                }
                if named || !is(at + 1, '?') {
                    count += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    Ok((count, names))
}

/// A group name up to its `>`, and its length with that.
fn name(pattern: &[u32]) -> Option<(String, usize)> {
    let end = pattern.iter().position(|unit| *unit == u32::from('>'))?;
    let name: String = pattern[..end].iter().map(|unit| char::from_u32(*unit).unwrap_or('?')).collect();
    let starts_right = !name.starts_with(|first: char| first.is_ascii_digit());
    let plain = name.chars().all(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | '$') || !next.is_ascii());
    (!name.is_empty() && starts_right && plain).then_some((name, end + 1))
}

struct Parser<'a> {
    pattern: &'a [u32],
    at: usize,
    depth: usize,
    /// Capturing groups opened so far.
    opened: usize,
    groups: usize,
    names: Vec<(usize, String)>,
    by_code_point: bool,
    has_back_references: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.pattern.get(self.at).map(|unit| char::from_u32(*unit).unwrap_or('\u{fffd}'))
    }

    /// Takes the ASCII text `expected` if it comes next.
    fn take(&mut self, expected: &str) -> bool {
        let length = expected.len();
        let next = self.pattern.get(self.at..self.at + length);
        let found = next.is_some_and(|next| next.iter().copied().eq(expected.bytes().map(u32::from)));
        self.at += if found { length } else { 0 };
        found
    }

    fn choice(&mut self) -> Parsed<Node> {
        let mut choices = vec![self.sequence()?];
        while self.take("|") {
            choices.push(self.sequence()?);
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Choice(choices) })
    }

    fn sequence(&mut self) -> Parsed<Node> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let before = self.opened;
            let node = self.term()?;
            nodes.push(self.quantified(node, before)?);
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    fn term(&mut self) -> Parsed<Node> {
        let unit = self.pattern[self.at];
        let next = self.peek();
        if self.quantifier().is_some() {
            return Err("nothing to repeat");
        }
        self.at += 1;
        Ok(match next {
            Some('^') => Node::Start,
            Some('$') => Node::End,
            Some('.') => Node::Class(Class::of(Set::LineEnd, true)),
            Some('(') => self.group()?,
            Some('[') => Node::Class(self.class()?),
            Some('\\') => self.escape()?,
            _ => Node::Unit(unit),
        })
    }

    fn quantified(&mut self, body: Node, before: usize) -> Parsed<Node> {
        let Some((least, most)) = self.quantifier() else { return Ok(body) };
        if matches!(body, Node::Start | Node::End | Node::Boundary(_) | Node::Look { behind: true, .. }) {
            return Err("nothing to repeat");
        }
        if most.is_some_and(|most| most < least) {
            return Err("numbers out of order in a quantifier");
        }
        let greedy = !self.take("?");
        Ok(Node::Repeat { body: Box::new(body), least, most, greedy, captures: before + 1..self.opened + 1 })
    }

    /// `*`, `+`, `?`, `{2}`, `{2,}` or `{2,5}`. Any other brace stands for itself.
    fn quantifier(&mut self) -> Option<(u32, Option<u32>)> {
        let counts = match self.peek()? {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            '{' => {
                let start = self.at;
                let counts = self.counts();
                if counts.is_none() {
                    self.at = start;
                }
                return counts;
            }
            _ => return None,
        };
        self.at += 1;
        Some(counts)
    }

    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        self.at += 1;
        let least = self.decimal()?;
        let most = match self.take(",") {
            false => Some(least),
            true if self.peek() == Some('}') => None,
            true => Some(self.decimal()?),
        };
        self.take("}").then_some((least, most))
    }

    fn decimal(&mut self) -> Option<u32> {
        let start = self.at;
        let mut number = 0u32;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }

    /// The rest of a group after its opening.
    fn group(&mut self) -> Parsed<Node> {
        if self.depth >= MAX_DEPTH {
            return Err("groups are nested too deeply");
        }
        let look = |behind, negative| Some((behind, negative));
        let (mut capture, mut around) = (None, None);
        if self.take("?") {
            if self.take(":") {
            } else if self.take("=") {
                around = look(false, false);
            } else if self.take("!") {
                around = look(false, true);
            } else if self.take("<=") {
                around = look(true, false);
            } else if self.take("<!") {
                around = look(true, true);
            } else if self.take("<") {
                let (_, length) = name(&self.pattern[self.at..]).ok_or("invalid group name")?;
                self.at += length;
                capture = Some(());
            } else {
                return Err("invalid group");
            }
        } else {
            capture = Some(());
        }
        let capture = capture.map(|()| {
            self.opened += 1;
            self.opened
        });
        self.depth += 1;
        let body = self.choice()?;
        self.depth -= 1;
        if !self.take(")") {
            return Err("unterminated group");
        }
        Ok(match (capture, around) {
            (Some(number), _) => Node::Capture(number, Box::new(body)),
            (None, Some((behind, negative))) => Node::Look { behind, negative, body: Box::new(body) },
            // As a sequence an assertion can be repeated, which it cannot outside of a group.
            (None, None) => Node::Sequence(vec![body]),
        })
    }

    /// What follows a backslash outside of a class.
    fn escape(&mut self) -> Parsed<Node> {
        let next = self.peek().ok_or("`\\` at the end")?;
        match next {
            'b' | 'B' => {
                self.at += 1;
                return Ok(Node::Boundary(next == 'b'));
            }
            '1'..='9' => {
                let start = self.at;
                let number = self.decimal().unwrap_or(0) as usize;
                if number <= self.groups {
                    return Ok(self.back_reference(number));
                }
                self.at = start;
            }
            'k' if !self.names.is_empty() => {
                self.at += 1;
                let named = if self.take("<") { name(&self.pattern[self.at..]) } else { None };
                let (name, length) = named.ok_or("invalid named reference")?;
                self.at += length;
                let group = self.names.iter().find(|(_, other)| *other == name).map(|(group, _)| *group);
                let group = group.ok_or("invalid named reference")?;
                return Ok(self.back_reference(group));
            }
            _ => {}
        }
        Ok(match self.atom_escape(false)? {
            Item::Set(set, negated) => Node::Class(Class::of(set, negated)),
            Item::Range(unit, _) => Node::Unit(unit),
        })
    }

    fn back_reference(&mut self, group: usize) -> Node {
        self.has_back_references = true;
        Node::BackReference(group)
    }

    /// An escape that stands for characters, in a class or outside.
    fn atom_escape(&mut self, in_class: bool) -> Parsed<Item> {
        let unit = *self.pattern.get(self.at).ok_or("`\\` at the end")?;
        let next = self.peek().unwrap_or_default();
        self.at += 1;
        let one = |next: char| Item::Range(next.into(), next.into());
        Ok(match next {
            'd' | 'D' => Item::Set(Set::Digit, next == 'D'),
            'w' | 'W' => Item::Set(Set::Word, next == 'W'),
            's' | 'S' => Item::Set(Set::Space, next == 'S'),
            'p' | 'P' if self.by_code_point => Item::Set(self.property()?, next == 'P'),
            'n' => one('\n'),
            'r' => one('\r'),
            't' => one('\t'),
            'v' => one('\u{b}'),
            'f' => one('\u{c}'),
            '0'..='7' => {
                let mut number = unit - u32::from('0');
                while let Some(digit) =
                    self.peek().and_then(|next| next.to_digit(8)).filter(|digit| number * 8 + digit < 256)
                {
                    number = number * 8 + digit;
                    self.at += 1;
                }
                Item::Range(number, number)
            }
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() || (in_class && is_control_digit(letter)) => {
                    self.at += 1;
                    Item::Range(u32::from(letter) % 32, u32::from(letter) % 32)
                }
                // A lone `\c` means the backslash, and the letter is read again.
                _ => {
                    self.at -= 1;
                    one('\\')
                }
            },
            'x' => self.hex(2).map_or(Item::Range(unit, unit), |unit| Item::Range(unit, unit)),
            'u' => self.code_unit().map_or(Item::Range(unit, unit), |unit| Item::Range(unit, unit)),
            _ => Item::Range(unit, unit),
        })
    }

    /// `{Name}` or `{Kind=Name}` after `\p`.
    fn property(&mut self) -> Parsed<Set> {
        let unknown = "unknown property name";
        if !self.take("{") {
            return Err(unknown);
        }
        let mut name = String::new();
        while let Some(next) = self.peek().filter(|next| *next != '}') {
            name.push(next);
            self.at += 1;
        }
        if self.take("}") { Set::of_property(&name).ok_or(unknown) } else { Err(unknown) }
    }

    /// What `\u` stands for: `\u0041`, and by code point `\u{1f600}` or a surrogate pair.
    fn code_unit(&mut self) -> Option<u32> {
        let start = self.at;
        if self.by_code_point && self.take("{") {
            let mut number = 0u32;
            while let Some(digit) = self.peek().and_then(|next| next.to_digit(16)) {
                number = number.saturating_mul(16).saturating_add(digit);
                self.at += 1;
            }
            let whole = self.take("}") && number <= 0x10_ffff;
            self.at = if whole { self.at } else { start };
            return whole.then_some(number);
        }
        let high = self.hex(4)?;
        let after = self.at;
        if self.by_code_point && (0xd800..0xdc00).contains(&high) && self.take("\\u") {
            if let Some(low) = self.hex(4).filter(|low| (0xdc00..0xe000).contains(low)) {
                return Some(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            }
            self.at = after;
        }
        Some(high)
    }

    fn hex(&mut self, count: usize) -> Option<u32> {
        let digits = self.pattern.get(self.at..self.at + count)?;
        let number =
            digits.iter().try_fold(0, |number, unit| Some(number * 16 + char::from_u32(*unit)?.to_digit(16)?))?;
        self.at += count;
        Some(number)
    }

    /// The rest of a class after its opening.
    fn class(&mut self) -> Parsed<Class> {
        let mut class = Class { negated: self.take("^"), items: Vec::new() };
        while !self.take("]") {
            let first = self.class_atom()?;
            let dash = self.at;
            if !self.take("-") {
                class.items.push(first);
                continue;
            }
            if self.peek() == Some(']') {
                self.at = dash;
                class.items.push(first);
                continue;
            }
            match (first, self.class_atom()?) {
                (Item::Range(first, _), Item::Range(last, _)) if first <= last => {
                    class.items.push(Item::Range(first, last));
                }
                (Item::Range(..), Item::Range(..)) => return Err("range out of order in a class"),
                // A set cannot bound a range: the dash stands for itself.
                (first, last) => class.items.extend([first, Item::Range('-'.into(), '-'.into()), last]),
            }
        }
        Ok(class)
    }

    fn class_atom(&mut self) -> Parsed<Item> {
        let unit = *self.pattern.get(self.at).ok_or("unterminated class")?;
        if !self.take("\\") {
            self.at += 1;
            return Ok(Item::Range(unit, unit));
        }
        if self.take("b") {
            return Ok(Item::Range(8, 8));
        }
        self.atom_escape(true)
    }
}

/// What may follow `\c` in a class only.
fn is_control_digit(next: char) -> bool {
    next.is_ascii_digit() || next == '_'
}
