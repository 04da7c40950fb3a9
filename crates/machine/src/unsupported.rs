//! What the machine does not know, by kind, with what the user can do about it.

use std::fmt;

use trailhound_program::UnknownConstruct;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unsupported {
    /// A function that is defined nowhere and has no model.
    Function(String),
    Assembly(String),
    /// What a property asks of a state in which it has no value.
    Property(&'static str),
    /// A property function that cannot be asked.
    PropertyFunction(&'static str),
    /// More threads at a time than the search follows.
    TooManyThreads(u32),
    /// A call or a construct of another kind.
    Construct(String),
    /// A call, and why it is not there or what does the same.
    Call {
        call: String,
        instead: &'static str,
    },
}

impl Unsupported {
    /// What the user can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Unsupported::Function(_) => "give the file that defines it along, or define it",
            Unsupported::PropertyFunction(_) => {
                "it may read everything, write its own variables only, and must come to an end"
            }
            Unsupported::Property(_) => "guard it, as in `i < 4 && items[i] == 0`",
            Unsupported::Assembly(_) => {
                "say the same in plain code or with atomics where __TRAILHOUND__ (in Rust: cfg(trailhound)) is defined"
            }
            Unsupported::TooManyThreads(_)
            | Unsupported::Construct(_)
            | Unsupported::Call { .. } => {
                "leave it out where __TRAILHOUND__ (in Rust: cfg(trailhound)) is defined"
            }
        }
    }
}

/// A sentence without its full stop.
impl fmt::Display for Unsupported {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Function(name) => write!(
                out,
                "`{name}` is called but defined nowhere, and Trailhound has no model of it"
            ),
            Unsupported::Assembly(what) => write!(out, "{what} cannot be executed"),
            Unsupported::Property(what) => write!(out, "{what} has no value"),
            Unsupported::PropertyFunction(what) => write!(out, "{what} cannot be asked"),
            Unsupported::TooManyThreads(bound) => {
                write!(out, "more than {bound} threads at a time is not supported")
            }
            Unsupported::Construct(what) => write!(out, "{what} is not supported"),
            Unsupported::Call { call, instead } => {
                write!(out, "{call} is not supported: {instead}")
            }
        }
    }
}

impl From<String> for Unsupported {
    fn from(what: String) -> Unsupported {
        Unsupported::Construct(what)
    }
}

impl From<&str> for Unsupported {
    fn from(what: &str) -> Unsupported {
        Unsupported::Construct(what.to_owned())
    }
}

impl From<UnknownConstruct> for Unsupported {
    fn from(what: UnknownConstruct) -> Unsupported {
        match what {
            UnknownConstruct::Assembly(text) => Unsupported::Assembly(text),
            UnknownConstruct::Other(what) => Unsupported::Construct(what),
        }
    }
}
