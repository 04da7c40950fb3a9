//! What a property file says, once it is read.

use std::fmt;

use crate::automaton::{Dfa, Symbol};

/// A property file.
#[derive(Clone, Debug)]
pub struct Property {
    pub events: Vec<Event>,
    pub rule: Rule,
    /// None where the file has no such section: then the tool chooses.
    pub constraints: Option<Vec<ConstraintName>>,
}

/// A name for some of the things that a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub name: String,
    /// One of them is enough.
    pub patterns: Vec<Pattern>,
}

/// One kind of action, by one task or by any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub action: ActionPattern,
    /// `worker` stands for all of `worker#1`, `worker#2`.
    pub task: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionPattern {
    Call {
        function: String,
        arguments: Vec<ArgumentPattern>,
    },
    Lock(String),
    Unlock(String),
    Read(String),
    Write {
        object: String,
        value: Option<i64>,
    },
    Start,
    End,
    Mark(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentPattern {
    Any,
    Constant(i64),
    Object(String),
}

/// Sequences of events as an automaton. A step of the program that is none of the events
/// of the alphabet is not seen.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The events by symbol: indices into the events of the property.
    pub alphabet: Vec<usize>,
    /// Accepts the sequences that are allowed.
    pub automaton: Dfa,
}

impl Rule {
    pub fn symbol_of(&self, event: usize) -> Option<Symbol> {
        self.alphabet.iter().position(|&known| known == event)
    }
}

/// A constraint, as the user names it.
#[derive(Clone, Debug)]
pub enum ConstraintName {
    /// The control flow of a task, or of all tasks of this entry function.
    Task(String),
    /// The value of a variable.
    Variable(String),
    /// Who holds a mutex.
    Lock(String),
    /// What the environment allows.
    Context { name: String, rule: Rule },
}

impl fmt::Display for ConstraintName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ConstraintName::Task(name) => write!(out, "task {name}"),
            ConstraintName::Variable(name) => write!(out, "variable {name}"),
            ConstraintName::Lock(name) => write!(out, "lock {name}"),
            ConstraintName::Context { name, .. } => write!(out, "context {name}"),
        }
    }
}
