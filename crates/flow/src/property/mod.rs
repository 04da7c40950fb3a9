//! What a user asks about sequences of events, as read from a file: the events, the rule,
//! and the constraints to start with. It does not know any program.

mod parser;
mod reader;
mod rule;
mod suggestion;
mod syntax;

pub use reader::SyntaxError;
pub use suggestion::nearest;
pub use syntax::{ActionPattern, ArgumentPattern, ConstraintName, Event, Pattern, Property, Rule};
