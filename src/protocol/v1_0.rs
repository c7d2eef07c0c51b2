//! v1.0, both wire forms: its messages as the schema spells them → [`super::Body`].
