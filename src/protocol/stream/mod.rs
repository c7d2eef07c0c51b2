//! Text in chunks → whole messages.
use serde_json::Value;

use crate::Issue;

pub(crate) enum Piece {
    A,
}
pub(crate) struct Stream;

pub(crate) fn values(text: &str) -> (Vec<Value>, Vec<Issue>) {
    match serde_json::from_str(text) {
        Ok(value) => (vec![value], Vec::new()),
        Err(_) => {
            let mut values = Vec::new();
            for line in text.lines() {
                values.extend(serde_json::from_str::<Value>(line));
            }
            (values, Vec::new())
        }
    }
}
