//! A line for each test as it ends.

use anstream::ColorChoice;
use trailhound_checker::Answer;
use trailhound_checker::package_tests::{TestId, TestObserver, TestOutcome};
use trailhound_report::test_run::{self, events};

use crate::report::print;

/// Lines for people.
pub struct Lines {
    pub quiet: bool,
    pub colour: ColorChoice,
}

impl TestObserver for Lines {
    fn compiled(&self, targets: usize, seconds: f64) {
        if !self.quiet {
            print(&test_run::compiled(targets, seconds), self.colour);
        }
    }

    fn finished(&self, outcome: &TestOutcome) {
        if !self.quiet || outcome.verdict.answer != Answer::Ok {
            print(&test_run::finished(outcome), self.colour);
        }
    }
}

/// An object of JSON for each event.
pub struct JsonLines;

impl TestObserver for JsonLines {
    fn compiled(&self, targets: usize, seconds: f64) {
        println!("{}", events::compiled(targets, seconds));
    }

    fn started(&self, id: &TestId) {
        println!("{}", events::started(id));
    }

    fn ignored(&self, id: &TestId) {
        println!("{}", events::ignored(id));
    }

    fn finished(&self, outcome: &TestOutcome) {
        println!("{}", events::finished(outcome));
    }
}
