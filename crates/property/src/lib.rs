//! Properties of executions: state expressions, linear temporal logic, Büchi automata, and
//! the arithmetic of sampling. Knows nothing of programs: names are resolved, states
//! evaluated and products searched elsewhere.

#![forbid(unsafe_code)]

mod acceptance_counter;
mod automaton;
mod dot;
mod expr;
mod fairness;
mod formula;
mod hoa;
mod label;
mod lasso;
mod ltl;
mod parse;
#[cfg(test)]
mod random;
mod requirement;
#[cfg(test)]
mod robustness;
mod sampling;
mod source_error;
mod token;
mod translate;

pub use acceptance_counter::{AcceptanceCounter, CounterStep};
pub use automaton::{Automaton, AutomatonState, Strength, Transition};
pub use expr::{BinaryOperator, Expr, ExprKind, Location, Thread, UnaryOperator};
pub use fairness::{FairStep, WeakFairness};
pub use formula::{Connective, Formula, MAX_PROPOSITIONS, Modality, PropositionId};
pub use label::Label;
pub use lasso::Lasso;
pub use ltl::Ltl;
pub use requirement::{Never, Requirement, Requirements};
pub use sampling::{Claim, OutOfRange, SamplingGoal, detection_probability, pct_bound};
pub use source_error::{SourceError, Span};
pub use translate::TooLarge;
