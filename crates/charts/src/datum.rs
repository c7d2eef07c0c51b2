//! The values of a chart as an agent sent them, read one by one: what is wrong with one costs only that one.

use a2ui_easel::listed::{read_label, read_list, read_number};
use serde_json::Value;

/// One entry of a chart's data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Datum {
    pub label: String,
    /// Nothing where what was sent is no number: the table shows [`Datum::raw`], the drawing leaves a gap.
    pub value: Option<f64>,
    /// What was sent in the place of a number.
    pub raw: String,
    /// What it is made of, a level further down.
    pub parts: Vec<Datum>,
}

/// Entries of one list that are looked at. What comes after is counted, and not shown.
pub const MAX_ITEMS: usize = 20_000;
/// Levels below the first that are read.
const MAX_DEPTH: usize = 12;
/// All parts of all levels together.
const MAX_PARTS: usize = 50_000;
/// Characters of a label that are kept.
const MAX_LABEL: usize = 300;
const MAX_RAW: usize = 60;

/// The entries of a list, and how many more there were than are kept.
#[derive(Debug, Default, PartialEq)]
pub struct Data {
    pub items: Vec<Datum>,
    pub cut: usize,
}

/// Reads a list of `{label, value, drillDown?}`. Nothing if it is no list.
pub fn read_items(value: &Value) -> Option<Data> {
    let mut parts = MAX_PARTS;
    items(value, 0, &mut parts)
}

fn items(value: &Value, depth: usize, left: &mut usize) -> Option<Data> {
    let list = read_list(value)?;
    let kept = list.len().min(if depth == 0 { MAX_ITEMS } else { *left });
    if depth > 0 {
        *left -= kept;
    }
    let items = list[..kept].iter().map(|item| {
        let label = item.get("label").and_then(read_label).map(|text| clip(&text, MAX_LABEL)).unwrap_or_default();
        let sent = item.get("value").unwrap_or(&Value::Null);
        let parts = match item.get("drillDown") {
            Some(parts) if depth < MAX_DEPTH => items(parts, depth + 1, left).unwrap_or_default().items,
            _ => Vec::new(),
        };
        let value = read_number(sent).filter(|_| !label.is_empty());
        Datum { raw: if value.is_none() { raw(sent) } else { String::new() }, label, value, parts }
    });
    Some(Data { items: items.collect(), cut: list.len() - kept })
}

/// Pairs two lists. Nothing if either is no list.
pub fn read_pairs(labels: &Value, values: &Value) -> Option<(Data, Lengths)> {
    let (labels, values) = (read_list(labels)?, read_list(values)?);
    let common = labels.len().min(values.len());
    let kept = common.min(MAX_ITEMS);
    let pair = |(label, sent): (&std::borrow::Cow<Value>, &std::borrow::Cow<Value>)| {
        let label = read_label(label).map(|text| clip(&text, MAX_LABEL)).unwrap_or_default();
        // An object from labels to numbers has become items.
        let value = read_number(sent.get("value").unwrap_or(sent));
        Datum { label, value, raw: if value.is_none() { raw(sent) } else { String::new() }, parts: Vec::new() }
    };
    let items = labels.iter().zip(&values).take(kept).map(pair).collect();
    let lengths = if labels.len() == values.len() { Lengths::Equal } else { Lengths::Differ };
    Some((Data { items, cut: common - kept }, lengths))
}

/// Whether there is a value for each label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lengths {
    Equal,
    Differ,
}

fn raw(value: &Value) -> String {
    read_label(value).map(|text| clip(&text, MAX_RAW)).unwrap_or_default()
}

/// The first `count` characters, with an ellipsis for the rest; blanks around it and line ends within are gone.
pub fn clip(text: &str, count: usize) -> String {
    let mut clipped = String::new();
    for (position, letter) in text.trim().chars().enumerate() {
        if position == count {
            clipped.push('…');
            break;
        }
        clipped.push(if letter.is_control() { ' ' } else { letter });
    }
    clipped
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_wrong_entry_costs_only_itself() {
        let data = read_items(&json!([
            {"label": "A", "value": "41.5", "drillDown": {"0": {"label": "a", "value": 1}}},
            {"label": "B", "value": "many"},
            {"value": 3},
            "C",
            null,
        ]))
        .expect("a list");
        let brief: Vec<_> =
            data.items.iter().map(|datum| (datum.label.as_str(), datum.value, datum.raw.as_str())).collect();
        assert_eq!(
            brief,
            [("A", Some(41.5), ""), ("B", None, "many"), ("", None, "3"), ("", None, ""), ("", None, "")]
        );
        assert_eq!(data.items[0].parts.len(), 1);
    }

    #[test]
    fn pairs_end_with_the_shorter_list() {
        let (data, lengths) = read_pairs(&json!(["a", 2, "c"]), &json!([1, null])).expect("lists");
        let brief: Vec<_> = data.items.iter().map(|datum| (datum.label.as_str(), datum.value)).collect();
        assert_eq!((brief, lengths), (vec![("a", Some(1.0)), ("2", None)], Lengths::Differ));
        assert_eq!(read_pairs(&json!(["a"]), &json!({"a": 4})).map(|(data, _)| data.items[0].value), Some(Some(4.0)));
        assert_eq!(read_pairs(&json!("a"), &json!([1])), None);
    }

    #[test]
    fn levels_and_parts_have_an_end() {
        let deep = (0..60).fold(json!([]), |inner, _| json!([{"label": "x", "value": 1, "drillDown": inner}]));
        let mut level = read_items(&deep).expect("a list").items;
        let mut depth = 0;
        while let Some(datum) = level.pop() {
            level = datum.parts;
            depth += 1;
        }
        assert_eq!(depth, MAX_DEPTH + 1);

        let many: Vec<Value> = (0..40_000).map(|_| json!({"label": "p", "value": 1})).collect();
        let wide =
            json!([{"label": "a", "value": 1, "drillDown": many}, {"label": "b", "value": 1, "drillDown": many}]);
        let counts: Vec<usize> =
            read_items(&wide).expect("a list").items.iter().map(|datum| datum.parts.len()).collect();
        assert_eq!(counts, [40_000, 10_000]);
        let data = read_items(&Value::Array(many)).expect("a list");
        assert_eq!((data.items.len(), data.cut), (20_000, 20_000));
    }

    #[test]
    fn long_labels_are_clipped() {
        assert_eq!(clip("  ab\ncdef ", 4), "ab c…");
        assert_eq!(clip("ab", 2), "ab");
    }
}
