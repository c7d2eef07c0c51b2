//! v0.9: its messages as the schema spells them → [`super::Body`].
