//! What formatting needs to know of languages. The browser answers through `Intl`; native tests use [`English`].

/// Locale-dependent formatting. Implementations never fail: impossible arguments give a plain rendering.
pub(crate) trait Intl {
    /// `value` with at least `fractions.0` and at most `fractions.1` (both 0 to 20) fraction digits, rounded half away from zero.
    fn decimal(&self, value: f64, fractions: (u8, u8), grouping: bool) -> String;

    /// `value` as money. `currency` is three upper-case letters; `decimals: None` means the currency's own number of digits.
    fn currency(&self, value: f64, currency: &str, decimals: Option<u8>, grouping: bool) -> String;

    /// The CLDR plural category of `value`: `zero`, `one`, `two`, `few`, `many` or `other`.
    fn plural(&self, value: f64) -> &'static str;

    /// The name of a month, 1 to 12.
    fn month(&self, month: u32, width: Width) -> String;

    /// The name of a weekday, 0 (Sunday) to 6.
    fn weekday(&self, weekday: u32, width: Width) -> String;

    /// The name of the half of the day that `hour` (0 to 23) lies in: `AM`, `PM`.
    fn day_period(&self, hour: u32) -> String;
}

/// How much of a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Long,
    Short,
}

/// English as `en-US` writes it.
pub(crate) struct English;
