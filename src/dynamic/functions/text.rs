//! Texts compared and changed: functions beyond the schemas that agents use (functions reference, section 11).

use std::borrow::Cow;

use serde_json::Value;

use super::Args;
use crate::dynamic::evaluation::{Evaluation, Problem};

pub(super) fn contains(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    both(args, "substring").map(|(text, part)| text.contains(&*part).into())
}

pub(super) fn starts_with(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    both(args, "prefix").map(|(text, part)| text.starts_with(&*part).into())
}

pub(super) fn ends_with(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    both(args, "suffix").map(|(text, part)| text.ends_with(&*part).into())
}

pub(super) fn capitalize(args: &Args<'_>, _: &Evaluation<'_>) -> Result<Value, Problem> {
    let mut text = args.text("value")?.into_owned();
    if let Some(first) = text.chars().next() {
        text.replace_range(..first.len_utf8(), upper(first).encode_utf8(&mut [0; 4]));
    }
    Ok(text.into())
}

fn both<'a>(args: &Args<'a>, part: &str) -> Result<(Cow<'a, str>, Cow<'a, str>), Problem> {
    Ok((args.text("string")?, args.text(part)?))
}

/// The capital of a Latin, Greek or Cyrillic letter; other letters stay. The tables for all scripts weigh more than the
/// rest of the functions together.
fn upper(letter: char) -> char {
    let code = u32::from(letter);
    let capital = match code {
        0xe0..=0xfe if code != 0xf7 => code - 0x20,
        0xff => 0x178,
        // Pairs, the capital first: at even places in one part of the block, at odd places in the other.
        0x100..=0x137 | 0x14a..=0x177 if code != 0x131 => code & !1,
        0x139..=0x148 | 0x179..=0x17e => code - 1 + code % 2,
        0x3ac => 0x386,
        0x3ad..=0x3af => code - 0x25,
        0x3b1..=0x3c1 | 0x3c3..=0x3cb => code - 0x20,
        0x3c2 => 0x3a3,
        0x3cc => 0x38c,
        0x3cd..=0x3ce => code - 0x3f,
        0x430..=0x44f => code - 0x20,
        0x450..=0x45f => code - 0x50,
        0x460..=0x481 | 0x48a..=0x4bf | 0x4d0..=0x52f => code & !1,
        _ => return letter.to_ascii_uppercase(),
    };
    char::from_u32(capital).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_are_those_of_unicode() {
        let blocks = [0..0x180u32, 0x386..0x3cf, 0x400..0x4c0, 0x4d0..0x530];
        for letter in blocks.into_iter().flatten().filter_map(char::from_u32) {
            // Letters whose capital is two letters, or not in the block, stay.
            let mut capital = letter.to_uppercase();
            let expected = match (capital.next(), capital.next()) {
                _ if matches!(letter, '\u{b5}' | '\u{131}' | '\u{17f}') => letter,
                (Some(capital), None) => capital,
                _ => letter,
            };
            assert_eq!(upper(letter), expected, "{letter} {:x}", u32::from(letter));
        }
    }
}
