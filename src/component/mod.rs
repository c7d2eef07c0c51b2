//! What each component of the basic catalog is: its properties, defaults and children.

/// TODO
#[derive(Debug)]
pub enum Component {}
/// TODO
#[derive(Debug)]
pub enum Placeholder {}
