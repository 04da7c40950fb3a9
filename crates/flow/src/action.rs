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
/// action may be any of its kind, and its readers must allow for all of them.
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

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Constant(value) => write!(f, "{value}"),
            Argument::Object(object) => write!(f, "{object}"),
            Argument::Unknown => f.write_str("_"),
        }
    }
}

/// As a property names it; what is not known is `_`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |object: &Option<Object>| match object {
            Some(object) => object.to_string(),
            None => "_".to_owned(),
        };
        match self {
            Action::Call {
                function,
                arguments,
            } => {
                write!(f, "call({function}")?;
                arguments
                    .iter()
                    .try_for_each(|argument| write!(f, ", {argument}"))?;
                f.write_str(")")
            }
            Action::Lock(object) => write!(f, "lock({})", name(object)),
            Action::Unlock(object) => write!(f, "unlock({})", name(object)),
            Action::Read(object) => write!(f, "read({})", name(object)),
            Action::Write {
                object,
                value: Some(value),
            } => write!(f, "write({}, {value})", name(object)),
            Action::Write {
                object,
                value: None,
            } => write!(f, "write({})", name(object)),
            Action::Test {
                object,
                value,
                equal,
            } => {
                let sign = if *equal { "==" } else { "!=" };
                write!(f, "{object} {sign} {value}")
            }
            Action::Start => f.write_str("start"),
            Action::End => f.write_str("end"),
            Action::Mark(name) => write!(f, "mark({name:?})"),
        }
    }
}
