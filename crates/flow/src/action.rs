//! What a program does that a property may name: the alphabet of trace flow graphs. It
//! does not know automata.

use std::fmt;

/// A variable, array element or field that is named by a global: `fork[2]`, `queue.len`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object(pub String);

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An argument of a call, where the program's text tells it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Argument {
    Constant(i64),
    /// The address of a global object.
    Object(Object),
    Unknown,
}

/// One thing that a thread does.
///
/// `None` in place of an object or a value means that the text does not tell: such an
/// action may be any of its kind, and whoever reads it must allow for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    Call {
        function: String,
        arguments: Vec<Argument>,
    },
    Lock(Option<Object>),
    Unlock(Option<Object>),
    Read(Option<Object>),
    Write {
        object: Option<Object>,
        value: Option<i64>,
    },
    /// A branch was taken that says `object == value` (or, not `equal`, that it differs).
    Test {
        object: Object,
        value: i64,
        equal: bool,
    },
    /// The task begins or ends.
    Start,
    End,
    /// `th_mark("name")`
    Mark(String),
}
