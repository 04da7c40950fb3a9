//! Searches for a path that violates the property: one or two stages, each by one of the
//! common engines, or all tuples at once by State Propagation.

mod allowance;
mod engine;
mod found;
mod guide;
mod name;
mod path;
mod propagation;
mod two_stage;

pub use allowance::{Allowance, Shared};
pub use engine::{Answer, Outcome, search};
pub use found::Counts;
pub use guide::TupleGuide;
pub use name::{SearchName, StageOne, StageTwo, UnknownSearch};
pub use path::{AbstractPath, AbstractStep};
