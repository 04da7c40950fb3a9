//! Constructs of LLVM that cannot be lowered.

use std::fmt;

/// A construct that cannot be lowered, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UnknownConstruct {
    Assembly(String),
    Other(String),
}

impl fmt::Display for UnknownConstruct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownConstruct::Assembly(what) | UnknownConstruct::Other(what) => out.write_str(what),
        }
    }
}

impl From<String> for UnknownConstruct {
    fn from(what: String) -> UnknownConstruct {
        UnknownConstruct::Other(what)
    }
}

impl From<&str> for UnknownConstruct {
    fn from(what: &str) -> UnknownConstruct {
        UnknownConstruct::Other(what.to_owned())
    }
}
