//! What came of tests, as data, and who watches them.

use std::path::PathBuf;

use super::identity::TestId;
use crate::session::Unobserved;
use crate::verdict::{Answer, Verdict};

/// What came of one test.
#[derive(Debug)]
pub struct TestOutcome {
    pub id: TestId,
    pub verdict: Verdict,
    /// It starts no thread: there is one schedule.
    pub is_sequential: bool,
    /// It passes by a panic.
    pub should_panic: bool,
    pub seconds: f64,
    /// Where the trail of its error was saved.
    pub trail: Option<PathBuf>,
}

/// What came of all tests.
#[derive(Debug, Default)]
pub struct TestRun {
    /// By package, target and name.
    pub outcomes: Vec<TestOutcome>,
    pub ignored: Vec<TestId>,
    /// Tests that were selected and not checked, because another failed or time was over.
    pub not_run: Vec<TestId>,
    /// How many the filters left out.
    pub filtered_out: usize,
    /// Filters that match no test, with names that are near.
    pub unmatched: Vec<(String, Vec<String>)>,
    pub targets: usize,
    /// Packages of macros that were selected: they run in the compiler, and their own tests were left out.
    pub macros: Vec<String>,
    pub compile_seconds: f64,
    pub seconds: f64,
}

impl TestRun {
    pub fn count(&self, answer: Answer) -> usize {
        let outcomes = self.outcomes.iter();
        outcomes
            .filter(|outcome| outcome.verdict.answer == answer)
            .count()
    }

    /// The worst of all tests: an error, what could not be checked, what was not decided.
    pub fn answer(&self) -> Answer {
        let worst = [Answer::Error, Answer::Unsupported, Answer::Undecided];
        let mut found = worst.into_iter().filter(|answer| self.count(*answer) > 0);
        match found.next() {
            Some(answer @ (Answer::Error | Answer::Unsupported)) => answer,
            _ if !self.unmatched.is_empty() || self.outcomes.is_empty() => Answer::Unsupported,
            Some(answer) => answer,
            None if !self.not_run.is_empty() => Answer::Undecided,
            None => Answer::Ok,
        }
    }
}

/// Watches the tests. All methods may be called from several threads.
pub trait TestObserver: Sync {
    /// Cargo has compiled so many programs of tests.
    fn compiled(&self, _targets: usize, _seconds: f64) {}

    fn started(&self, _id: &TestId) {}

    fn finished(&self, _outcome: &TestOutcome) {}

    fn ignored(&self, _id: &TestId) {}
}

impl TestObserver for Unobserved {}
