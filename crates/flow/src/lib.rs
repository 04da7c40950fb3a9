//! Conservative verification of sequences of events, without running the program: its
//! trace flow graph, the property and the constraints as automata, and the search for a
//! path that breaks the property. It does not know the machine.

#![forbid(unsafe_code)]

pub mod action;
pub mod asked;
pub mod automaton;
pub mod build;
pub mod constraint;
pub mod dot;
pub mod graph;
pub mod matching;
pub mod projection;
pub mod property;
pub mod refine;
pub mod search;
pub mod subject;
pub mod tuples;
