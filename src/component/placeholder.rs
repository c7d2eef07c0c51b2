//! What stands where a component cannot be shown. People never see why; the issues say it.

/// Why nothing is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// The component has not arrived.
    Pending,
    /// No catalog of the surface knows the type.
    Unknown,
    /// The component is its own ancestor.
    Cycle,
    /// Deeper than any interface needs, or more than a page can hold.
    Limit,
}

impl Placeholder {
    /// The name in the DOM, for tests and style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Placeholder::Pending => "pending",
            Placeholder::Unknown => "unknown",
            Placeholder::Cycle => "cycle",
            Placeholder::Limit => "limit",
        }
    }
}
