//! The names agents give to things. Any string is an id; cloning one is cheap.

use std::fmt;
use std::rc::Rc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Rc<str>);

        impl $name {
            /// The id as the agent wrote it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// Names one independent UI.
    SurfaceId
}
id! {
    /// Names one entry of a surface's flat component list.
    ComponentId
}
id! {
    /// Names a set of components and functions, usually by a URL that is never fetched.
    CatalogId
}
