//! Slider: a number within limits.

use super::property::{Kind, Property, optional, required};
use super::reader::Reader;

pub(crate) const PROPERTIES: &[Property] = &[
    optional("label", Kind::Text),
    optional("min", Kind::Number),
    optional("max", Kind::Number),
    optional("steps", Kind::Number),
    required("value", Kind::Number),
    optional("checks", Kind::Checks),
];

#[derive(Debug, PartialEq)]
pub struct Slider {
    pub label: String,
    pub min: f64,
    pub max: f64,
    /// Distance between neighbouring values; `None`: any value.
    pub step: Option<f64>,
    /// Within the limits; the model's own value is never changed by showing it.
    pub value: f64,
}

impl Slider {
    pub(crate) fn read(reader: &Reader) -> Slider {
        let min = reader.number("min").unwrap_or(0.0);
        let max = reader.number("max").unwrap_or(100.0);
        let steps = reader.number("steps").filter(|steps| *steps >= 1.0);
        Slider {
            label: reader.text("label"),
            min,
            max,
            step: steps.filter(|_| max > min).map(|steps| (max - min) / steps.floor()),
            value: if max > min { reader.number("value").unwrap_or(min).clamp(min, max) } else { min },
        }
    }

    /// Whether there is nothing to choose.
    pub fn is_fixed(&self) -> bool {
        self.min >= self.max
    }
}
