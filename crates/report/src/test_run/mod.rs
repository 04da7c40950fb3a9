//! A run of tests: a line for each as it ends and what comes at the end, for people and as JSON, and the reports
//! that CI systems take.

pub mod events;
mod github;
mod junit;
mod lines;
mod pages;
mod reason;

pub use github::annotations;
pub use junit::junit;
pub use lines::{compiled, ending, finished};
pub use pages::write_pages;

use crate::sarif::sarif as of_verdicts;
use trailhound_checker::package_tests::{TestOutcome, TestRun};

/// The errors of all tests in the form of SARIF.
pub fn sarif(run: &TestRun) -> String {
    let named = |outcome: &TestOutcome| Some(outcome.id.to_string());
    let outcomes = run.outcomes.iter();
    of_verdicts(outcomes.map(|outcome| (named(outcome), &outcome.verdict)))
}
