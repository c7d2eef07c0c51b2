//! Two texts line by line: which lines are only in one of them (healing reference, section 6).

/// A line, and whether the other text has another one in its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) is_changed: bool,
}

/// Between equal beginnings and ends no more than this is compared line with line.
const MAX_PAIRS: usize = 250_000;
/// Longer texts are cut.
const MAX_LINES: usize = 2_000;

/// The lines of both texts, marked.
pub(crate) fn compare(before: &str, after: &str) -> (Vec<Line>, Vec<Line>) {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().take(MAX_LINES).collect(), after.lines().take(MAX_LINES).collect());
    let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let rest = before.len().min(after.len()) - start;
    let end = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (old, new) = (&before[start..before.len() - end], &after[start..after.len() - end]);
    let (kept_old, kept_new) = kept(old, new);
    let lines = |all: &[&str], kept: &[bool]| {
        let changed =
            |index: usize| index.checked_sub(start).and_then(|inner| kept.get(inner)).is_some_and(|kept| !kept);
        all.iter()
            .enumerate()
            .map(|(index, text)| Line { text: (*text).to_owned(), is_changed: changed(index) })
            .collect()
    };
    (lines(&before, &kept_old), lines(&after, &kept_new))
}

/// Which lines belong to the longest common sequence.
fn kept(old: &[&str], new: &[&str]) -> (Vec<bool>, Vec<bool>) {
    let (mut kept_old, mut kept_new) = (vec![false; old.len()], vec![false; new.len()]);
    if old.len() * new.len() > MAX_PAIRS {
        return (kept_old, kept_new);
    }
    let width = new.len() + 1;
    let mut lengths = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            lengths[i * width + j] = if old[i] == new[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            (kept_old[i], kept_new[j]) = (true, true);
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    (kept_old, kept_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts with a `!` before changed lines.
    fn marked(before: &str, after: &str) -> (String, String) {
        let join = |lines: Vec<Line>| {
            let lines = lines.iter().map(|line| [if line.is_changed { "!" } else { "" }, &line.text].concat());
            lines.collect::<Vec<_>>().join(" ")
        };
        let (before, after) = compare(&before.replace(' ', "\n"), &after.replace(' ', "\n"));
        (join(before), join(after))
    }

    #[test]
    fn lines_that_only_one_text_has_are_marked() {
        for (before, after, expected) in [
            ("a b c", "a b c", ("a b c", "a b c")),
            ("a b c", "a x c", ("a !b c", "a !x c")),
            ("a c", "a b c", ("a c", "a !b c")),
            ("a b c d", "a c b d", ("a !b c d", "a c !b d")),
            ("", "a", ("", "!a")),
            ("a a", "a", ("a !a", "a")),
        ] {
            assert_eq!(marked(before, after), (expected.0.to_owned(), expected.1.to_owned()), "{before} | {after}");
        }
    }

    #[test]
    fn huge_texts_cost_little() {
        let text = |line: &str| (0..5_000).map(|index| format!("{line}{index}\n")).collect::<String>();
        let (before, after) = compare(&text("a"), &text("b"));
        assert_eq!((before.len(), after.len()), (MAX_LINES, MAX_LINES));
        assert!(before.iter().all(|line| line.is_changed));
    }
}
