//! What an address leads to, and how it is touched there.

use trailhound_analysis::global_of;

use super::memory::Place;
use super::value::{ObjectNumber, Value};
use super::walk::{Current, Walk};
use crate::action::{Action, Object};

/// What an address leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Global {
        global: u32,
        offset: u32,
    },
    /// Some part of this global.
    Within(u32),
    /// Some part of this global, or anything that has escaped.
    Perhaps(u32),
    Local(Place, i32),
    /// Some part of this object, or anything that has escaped.
    PerhapsLocal(ObjectNumber),
    /// Nothing that has a name.
    Foreign,
    /// Anything that has escaped.
    Anything,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    Read,
    Write,
}

impl Touch {
    pub fn action(self, object: Option<Object>) -> Action {
        match self {
            Touch::Read => Action::Read(object),
            Touch::Write => Action::Write {
                object,
                value: None,
            },
        }
    }
}

impl<'a> Walk<'a> {
    pub fn reach(&self, at: &Current<'a>, address: Value) -> Reach {
        match address {
            Value::Constant(bits) => match global_of(bits) {
                Some((global, _)) if global as usize >= self.program.globals.len() => {
                    Reach::Foreign
                }
                Some((global, _)) if self.program.globals[global as usize].thread_local => {
                    Reach::Foreign
                }
                Some((global, offset)) => Reach::Global { global, offset },
                None => Reach::Foreign,
            },
            Value::Within(global) => Reach::Within(global),
            Value::Perhaps(global) => Reach::Perhaps(global),
            Value::Object { object, offset } => match at.state.memory.has_escaped(object) {
                true => Reach::Foreign,
                false => Reach::Local(Place::Object(object), offset),
            },
            Value::Maybe(object) if !at.state.memory.has_escaped(object) => {
                Reach::PerhapsLocal(object)
            }
            Value::Foreign => Reach::Foreign,
            _ => Reach::Anything,
        }
    }

    /// A variable that is asked about may be reached by any address.
    pub fn anything_wanted(&self) -> bool {
        let mut escaped = self.assumed.escaped.iter();
        escaped.any(|&global| self.interest.in_global(global))
    }
}
