//! The levels of a chart whose slices are made of parts: where one stands, and what there is.

use crate::datum::Datum;

/// One way down: into a part, or into those that were too small to be drawn by themselves.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The position on its level, and the label that stood there when it was opened.
    Part(usize, String),
    Rest,
}

/// One slice of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// Nothing for the slice that stands for the rest.
    pub label: Option<String>,
    pub value: f64,
    /// Its part of the whole, 0 to 1.
    pub share: f64,
    /// How many parts it is made of.
    pub parts: usize,
    /// What opening it means, if it can be opened.
    pub step: Option<Step>,
}

/// What is drawn at one place in the tree.
#[derive(Debug, PartialEq)]
pub struct Level {
    pub slices: Vec<Slice>,
    pub total: f64,
    /// Entries beyond the limit.
    pub cut: usize,
    /// Entries with nothing to draw.
    pub invalid: usize,
}

/// More slices than this cannot be told apart.
const MAX_SLICES: usize = 12;
/// Entries of a level that are looked at.
const MAX_ENTRIES: usize = 500;

/// The entries at `path`, or nothing if there is no such place any more.
pub fn entries<'a>(data: &'a [Datum], path: &[Step]) -> Option<Vec<&'a Datum>> {
    let mut found: Vec<&Datum> = data.iter().collect();
    for step in path {
        found = match step {
            Step::Rest => rest_of(&drawable(&found)).filter(|rest| !rest.is_empty())?,
            Step::Part(position, label) => {
                let drawable = drawable(&found);
                let part = drawable.get(*position).filter(|part| part.label == *label && !part.parts.is_empty())?;
                part.parts.iter().collect()
            }
        };
    }
    Some(found)
}

fn drawable<'a>(entries: &[&'a Datum]) -> Vec<&'a Datum> {
    entries.iter().filter(|datum| datum.value.is_some()).take(MAX_ENTRIES).copied().collect()
}

/// The longest beginning of `path` that still leads somewhere.
pub fn valid_path(data: &[Datum], path: &[Step]) -> usize {
    (0..=path.len()).rev().find(|depth| entries(data, &path[..*depth]).is_some()).unwrap_or(0)
}

/// Which of the entries stand by themselves when there are too many: the largest, all others are the rest.
fn stands(entries: &[&Datum]) -> Option<Vec<bool>> {
    if entries.len() <= MAX_SLICES {
        return None;
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    let value = |position: &usize| entries[*position].value.unwrap_or(0.0);
    order.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let mut stands = vec![false; entries.len()];
    for position in order.into_iter().take(MAX_SLICES - 1) {
        stands[position] = true;
    }
    Some(stands)
}

fn rest_of<'a>(entries: &[&'a Datum]) -> Option<Vec<&'a Datum>> {
    let stands = stands(entries)?;
    Some(entries.iter().zip(stands).filter(|(_, stands)| !stands).map(|(datum, _)| *datum).collect())
}

/// What is drawn of some entries.
pub fn level(entries: &[&Datum]) -> Level {
    let valid = entries.iter().filter(|datum| datum.value.is_some()).count();
    let drawn = drawable(entries);
    let stands = stands(&drawn);
    let mut slices: Vec<Slice> = Vec::new();
    // By the largest first: the sum of huge values is beyond what a float holds.
    let largest = drawn.iter().filter_map(|datum| datum.value).fold(0.0, f64::max);
    let relative = |value: f64| if largest > 0.0 { value / largest } else { 0.0 };
    let whole: f64 = drawn.iter().filter_map(|datum| datum.value).map(relative).sum();
    let share = |relative: f64| if whole > 0.0 { relative / whole } else { 0.0 };
    let mut rest = Slice { label: None, value: 0.0, share: 0.0, parts: 0, step: Some(Step::Rest) };
    for (position, datum) in drawn.iter().enumerate() {
        let value = datum.value.unwrap_or(0.0);
        if stands.as_ref().is_some_and(|stands| !stands[position]) {
            rest.value += value;
            rest.share += share(relative(value));
            rest.parts += 1;
            continue;
        }
        slices.push(Slice {
            label: Some(datum.label.clone()),
            value,
            share: share(relative(value)),
            parts: datum.parts.len(),
            step: (!datum.parts.is_empty()).then(|| Step::Part(position, datum.label.clone())),
        });
    }
    if rest.parts > 0 {
        slices.push(rest);
    }
    Level { slices, total: whole * largest, cut: valid - drawn.len(), invalid: entries.len() - valid }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn datum(label: &str, value: f64, parts: Vec<Datum>) -> Datum {
        Datum { label: label.into(), value: Some(value), parts, ..Datum::default() }
    }

    fn part(position: usize, label: &str) -> Step {
        Step::Part(position, label.into())
    }

    fn shares(data: &[Datum]) -> Vec<f64> {
        level(&data.iter().collect::<Vec<_>>()).slices.iter().map(|slice| slice.share).collect()
    }

    #[test]
    fn shares_are_parts_of_one() {
        for (values, expected) in [
            (&[1.0, 3.0][..], &[0.25, 0.75][..]),
            (&[5.0], &[1.0]),
            (&[], &[]),
            (&[0.0, 0.0], &[0.0, 0.0]),
            (&[0.0, 2.0, 0.0, 2.0], &[0.0, 0.5, 0.0, 0.5]),
            (&[f64::MAX, f64::MAX], &[0.5, 0.5]),
            (&[5e-324, 5e-324], &[0.5, 0.5]),
        ] {
            let data: Vec<Datum> = values.iter().map(|value| datum("x", *value, vec![])).collect();
            assert_eq!(shares(&data), expected);
        }
    }

    #[test]
    fn the_smallest_of_many_are_one_slice_that_opens() {
        let data: Vec<Datum> = (0..40).map(|i| datum(&format!("d{i}"), f64::from(i % 20 + 1), vec![])).collect();
        let top = level(&entries(&data, &[]).expect("the top"));
        assert_eq!(top.slices.len(), 12);
        let labels: Vec<Option<&str>> = top.slices.iter().map(|slice| slice.label.as_deref()).collect();
        assert_eq!(&labels[..3], [Some("d14"), Some("d15"), Some("d16")]);
        assert_eq!((labels[11], top.slices[11].parts, &top.slices[11].step), (None, 29, &Some(Step::Rest)));
        assert!((top.slices.iter().map(|slice| slice.share).sum::<f64>() - 1.0).abs() < 1e-9);

        let rest = entries(&data, &[Step::Rest]).expect("the rest");
        assert_eq!(rest.len(), 29);
        let deepest = entries(&data, &[Step::Rest, Step::Rest]).expect("the rest of the rest");
        assert_eq!(level(&deepest).slices.len(), 12);
        assert_eq!(entries(&data, &[Step::Rest, Step::Rest, Step::Rest]).map(|rest| rest.len()), Some(7));
        assert_eq!(entries(&data, &vec![Step::Rest; 4]), None);
    }

    #[test]
    fn a_place_is_kept_while_its_label_stands_there() {
        let tree = |name: &str| {
            vec![datum("a", 1.0, vec![]), datum(name, 2.0, vec![datum("b1", 1.0, vec![datum("b11", 1.0, vec![])])])]
        };
        let path = [part(1, "b"), part(0, "b1")];
        for (data, depth) in
            [(tree("b"), 2), (tree("c"), 0), (vec![datum("a", 1.0, vec![]), datum("b", 1.0, vec![])], 0)]
        {
            assert_eq!(valid_path(&data, &path), depth);
        }
        let mut shallower = tree("b");
        shallower[1].parts[0].parts.clear();
        assert_eq!(valid_path(&shallower, &path), 1);
        assert_eq!(valid_path(&[], &path), 0);
        assert_eq!(valid_path(&tree("b"), &[part(7, "b")]), 0);
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let data: Vec<Datum> = (0..700).map(|_| datum("x", 1.0, vec![])).chain([Datum::default()]).collect();
        let level = level(&data.iter().collect::<Vec<_>>());
        assert_eq!((level.slices.len(), level.cut, level.invalid), (12, 200, 1));
    }
}
