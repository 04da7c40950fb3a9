//! Warns about what may go wrong between threads, from the program's text alone: locks
//! taken in circles, variables guarded here and not there, checks whose result is used
//! when it may be old. A warning is a guess with places; whether it is true a search must
//! find out.

mod facts;
mod walk;
mod warnings;

pub use facts::{Object, Site};
pub use warnings::{Kind, Warning, warnings};
