//! Sentences with places in them for what they are about.

/// Puts values in the place of `{name}`. Unknown names stay, and what is put in is not looked at again.
pub fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        filled.push_str(before);
        let named = from.find('}').and_then(|end| {
            let (_, value) = values.iter().find(|(name, _)| *name == &from[1..end])?;
            Some((*value, end + 1))
        });
        let (value, length) = named.unwrap_or(("{", 1));
        filled.push_str(value);
        rest = &from[length..];
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_placeholders_and_stray_braces_stay() {
        for (sentence, expected) in
            [("{a}{a}", "11"), ("{b} {a", "{b} {a"), ("{{a}}", "{1}"), ("{", "{"), ("}", "}"), ("é{a}é", "é1é")]
        {
            assert_eq!(fill(sentence, &[("a", "1")]), expected);
        }
    }

    #[test]
    fn what_is_filled_in_is_not_a_template() {
        for (template, expected) in [
            ("{label}: {value}", "{value}: 4"),
            ("{label}", "{value}"),
            ("no braces", "no braces"),
            ("{unknown} {", "{unknown} {"),
            ("{{label}", "{{value}"),
        ] {
            assert_eq!(fill(template, &[("label", "{value}"), ("value", "4")]), expected);
        }
    }
}
