//! v0.8: its messages as the schema spells them → [`super::Body`].
