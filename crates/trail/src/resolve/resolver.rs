//! What expressions are resolved with, and the kinds of values that they come to.

use trailhound_machine::{Operations, Term};
use trailhound_program::FunctionId;

use crate::names::VariableNames;

/// Why a name of a place leads nowhere.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    #[error("no code of the program stands at {file}:{line}{}", there_is(near))]
    NoCode {
        file: String,
        line: u32,
        /// Lines nearby with code.
        near: Vec<u32>,
    },
    #[error(
        "the program has no function `{name}` that is called{}",
        near_names(near)
    )]
    NotCalled {
        name: String,
        /// Names that are written alike.
        near: Option<String>,
    },
    #[error(
        "the program has no function `{0}` (the compiler leaves out functions that \
         are never called unless they are external: not `static`; in Rust, call it)"
    )]
    NoFunction(String),
    #[error("`{0}` has arguments")]
    HasArguments(String),
    #[error("the program has several functions `{0}`")]
    Several(String),
}

fn there_is(near: &[u32]) -> String {
    if near.is_empty() {
        return String::new();
    }
    let near: Vec<String> = near.iter().map(u32::to_string).collect();
    format!("; there is some at {}", near.join(", "))
}

fn near_names(near: &Option<String>) -> String {
    let near = near.as_ref();
    near.map_or(String::new(), |near| format!("; near: {near}"))
}

/// Finds operations by the names of places.
pub trait PlaceFinder {
    fn line(&self, file: &str, line: u32) -> Result<Operations, PlaceError>;
    fn function(&self, name: &str) -> Result<Operations, PlaceError>;
    /// The function without arguments of this name that a property may ask.
    fn property_function(&self, name: &str) -> Result<FunctionId, PlaceError>;
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
