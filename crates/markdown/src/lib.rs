//! Markdown for a2ui-easel.
