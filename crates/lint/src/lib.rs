//! Warns about what may go wrong between threads, from the program's text alone: locks
//! taken in circles or twice, variables guarded here and not there, checks whose result is used
//! when it may be old. A warning is a guess with places; whether it is true a search must
//! find out.

#![forbid(unsafe_code)]

mod address;
mod check_then_act;
mod checks;
mod constants;
mod contexts;
mod double_locks;
mod facts;
mod failing;
mod guards;
mod memory;
mod orders;
mod points;
mod scene;
mod shape;
mod state;
mod walk;
mod warning;
mod warnings;

pub use contexts::Site;
pub use warning::{Kind, Origin, Role, Spot, Spotted, Thing, Warning};
pub use warnings::warnings;
