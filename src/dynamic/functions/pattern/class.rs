//! Sets of characters: `[a-z]`, `\d`, `.`, `\p{L}`.

/// Which units match.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Class {
    pub(super) negated: bool,
    pub(super) items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Item {
    Range(u32, u32),
    /// A named set, or all that is outside of it.
    Set(Set, bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Set {
    Digit,
    Word,
    Space,
    LineEnd,
    Letter,
    Upper,
    Lower,
    Number,
    Mark,
    Punctuation,
    Symbol,
}

impl Class {
    pub(super) fn of(set: Set, negated: bool) -> Self {
        Class { negated, items: vec![Item::Set(set, false)] }
    }

    pub(super) fn has(&self, unit: u32) -> bool {
        let found = self.items.iter().any(|item| match item {
            Item::Range(first, last) => (*first..=*last).contains(&unit),
            Item::Set(set, negated) => set.has(unit) != *negated,
        });
        found != self.negated
    }
}

impl Set {
    /// The set that stands behind a Unicode property name, as far as it is known here.
    pub(super) fn of_property(name: &str) -> Option<Set> {
        let name = name.rsplit_once('=').map_or(name, |(kind, value)| match kind {
            "General_Category" | "gc" => value,
            _ => "",
        });
        Some(match name {
            "L" | "Letter" | "Alphabetic" | "Alpha" => Set::Letter,
            "Lu" | "Uppercase_Letter" | "Uppercase" | "Upper" => Set::Upper,
            "Ll" | "Lowercase_Letter" | "Lowercase" | "Lower" => Set::Lower,
            "N" | "Number" | "Nd" | "Decimal_Number" => Set::Number,
            "M" | "Mark" | "Mn" | "Nonspacing_Mark" => Set::Mark,
            "P" | "Punctuation" => Set::Punctuation,
            "S" | "Symbol" => Set::Symbol,
            "Z" | "Separator" | "Zs" | "Space_Separator" | "White_Space" | "space" => Set::Space,
            _ => return None,
        })
    }

    pub(super) fn has(self, unit: u32) -> bool {
        let ascii = u8::try_from(unit).ok().filter(u8::is_ascii);
        let is = |test: fn(char) -> bool| char::from_u32(unit).is_some_and(test);
        match self {
            Set::Digit => ascii.is_some_and(|byte| byte.is_ascii_digit()),
            Set::Word => ascii.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
            // What Unicode calls white space, except for NEL, and the byte order mark.
            Set::Space => unit == 0xfeff || (unit != 0x85 && is(char::is_whitespace)),
            Set::LineEnd => matches!(unit, 0x0a | 0x0d | 0x2028 | 0x2029),
            Set::Letter => is(char::is_alphabetic),
            Set::Upper => is(char::is_uppercase),
            Set::Lower => is(char::is_lowercase),
            Set::Number => is(char::is_numeric),
            Set::Mark => MARKS.iter().any(|(first, last)| (*first..=*last).contains(&unit)),
            Set::Punctuation => match ascii {
                Some(byte) => byte.is_ascii_punctuation() && !SYMBOLS.contains(&byte),
                None => PUNCTUATION.iter().any(|(first, last)| (*first..=*last).contains(&unit)),
            },
            Set::Symbol => match ascii {
                Some(byte) => SYMBOLS.contains(&byte),
                None => OTHER_SYMBOLS.iter().any(|(first, last)| (*first..=*last).contains(&unit)),
            },
        }
    }
}

/// The ASCII characters that Unicode counts as symbols, not as punctuation.
const SYMBOLS: &[u8] = b"$+<=>^`|~";

/// The blocks that hold nearly all of what people type. Marks that belong to a letter of their script count as letters too.
const MARKS: &[(u32, u32)] = &[
    (0x300, 0x36f),
    (0x483, 0x489),
    (0x591, 0x5bd),
    (0x610, 0x61a),
    (0x64b, 0x65f),
    (0x6d6, 0x6dc),
    (0x900, 0x903),
    (0x93a, 0x93c),
    (0x93e, 0x94f),
    (0xe31, 0xe31),
    (0xe34, 0xe3a),
    (0xe47, 0xe4e),
    (0x1ab0, 0x1aff),
    (0x1dc0, 0x1dff),
    (0x20d0, 0x20ff),
    (0x3099, 0x309a),
    (0xfe00, 0xfe0f),
    (0xfe20, 0xfe2f),
];
const PUNCTUATION: &[(u32, u32)] = &[
    (0xa1, 0xa1),
    (0xa7, 0xa7),
    (0xab, 0xab),
    (0xb6, 0xb7),
    (0xbb, 0xbb),
    (0xbf, 0xbf),
    (0x2010, 0x2027),
    (0x2030, 0x2043),
    (0x2045, 0x2051),
    (0x2053, 0x205e),
    (0x3001, 0x3003),
    (0x3008, 0x3011),
    (0x3014, 0x301f),
    (0xff01, 0xff03),
    (0xff05, 0xff0a),
    (0xff0c, 0xff0f),
    (0xff1a, 0xff1b),
    (0xff1f, 0xff20),
];
const OTHER_SYMBOLS: &[(u32, u32)] = &[
    (0xa2, 0xa6),
    (0xa8, 0xa9),
    (0xac, 0xac),
    (0xae, 0xb1),
    (0xb4, 0xb4),
    (0xb8, 0xb8),
    (0xd7, 0xd7),
    (0xf7, 0xf7),
    (0x20a0, 0x20c0),
    (0x2100, 0x2101),
    (0x2116, 0x2118),
    (0x2122, 0x2122),
    (0x2190, 0x2307),
    (0x230c, 0x23ff),
    (0x2500, 0x2767),
    (0x2794, 0x27c4),
    (0x1f300, 0x1f64f),
    (0x1f680, 0x1f6ff),
    (0x1f900, 0x1f9ff),
];
