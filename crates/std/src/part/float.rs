//! The rounding of `f64`, which `core` lacks.

pub trait Float {
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn round(self) -> Self;
    fn fract(self) -> Self;
}

impl Float for f64 {
    fn floor(self) -> f64 {
        let whole = truncated(self);
        if whole > self { whole - 1.0 } else { whole }
    }

    fn ceil(self) -> f64 {
        -Float::floor(-self)
    }

    fn round(self) -> f64 {
        let whole = truncated(self);
        if (self - whole).abs() >= 0.5 { whole + 1.0_f64.copysign(self) } else { whole }
    }

    fn fract(self) -> f64 {
        self - truncated(self)
    }
}

/// Towards zero. From 2⁵² on every double is whole.
fn truncated(value: f64) -> f64 {
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    if value.abs() < WHOLE { (value as i64 as f64).copysign(value) } else { value }
}

#[cfg(test)]
mod tests {
    use super::Float;

    #[test]
    fn rounding_is_that_of_the_real_standard_library() {
        let halves = (-9..9).map(|half| f64::from(half) / 2.0);
        let edges = [0.0, 0.499_999_999_999_999_94, 1e15 + 0.5, 4_503_599_627_370_495.5, 9.1e15, 1e300, f64::INFINITY];
        for value in halves.chain(edges).chain(edges.map(|edge| -edge)) {
            assert_eq!(Float::floor(value).to_bits(), f64::floor(value).to_bits(), "floor {value}");
            assert_eq!(Float::ceil(value).to_bits(), f64::ceil(value).to_bits(), "ceil {value}");
            assert_eq!(Float::round(value).to_bits(), f64::round(value).to_bits(), "round {value}");
            assert_eq!(Float::fract(value).abs().to_bits(), f64::fract(value).abs().to_bits(), "fract {value}");
        }
        assert!(Float::floor(f64::NAN).is_nan());
    }
}
