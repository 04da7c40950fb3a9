//! What expressions are resolved with, and the kinds of values that they come to.

use trailhound_machine::{Operations, Term};
use trailhound_program::FunctionId;

use crate::names::VariableNames;

/// Finds operations by the names of places.
pub trait PlaceFinder {
    fn line(&self, file: &str, line: u32) -> Result<Operations, String>;
    fn function(&self, name: &str) -> Result<Operations, String>;
    /// The function without arguments of this name that a property may ask.
    fn property_function(&self, name: &str) -> Result<FunctionId, String>;
}

/// Resolves the expressions of one text.
pub struct Resolver<'a> {
    pub text: &'a str,
    pub names: &'a VariableNames,
    /// Functions of the program that may be called.
    pub functions: &'a [String],
    pub places: &'a dyn PlaceFinder,
}

/// An expression and what it comes to.
pub(super) struct Typed {
    pub term: Term,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Boolean,
    Integer,
    Float,
    Enumeration(Vec<(i64, String)>),
}

impl Kind {
    pub fn is_whole(&self) -> bool {
        matches!(self, Kind::Integer | Kind::Enumeration(_))
    }
}
