//! Problems as findings: a number for the search, and a weight.

use crate::error::{ErrorKind, Fault};
use crate::graph::ProgramGraph;
use crate::problem::{Problem, Races};
use crate::propositions::NoValue;
use crate::thread_id::ThreadId;
use crate::unsupported::Unsupported;
use trailhound_search::{Finding, Weight};

impl ProgramGraph<'_> {
    pub(crate) fn finding(&mut self, problem: Problem) -> Finding {
        let weight = match problem {
            Problem::Race { .. } if self.races == Races::Report => Weight::Weak,
            Problem::Race { .. } if self.races == Races::Error => Weight::Strong,
            _ if self.is_reported_race(&problem) => Weight::Weak,
            _ if self.machine.options.goals_only && !problem.is_goal() => Weight::Weak,
            _ => Weight::Strong,
        };
        let id = *self.numbers.entry(problem).or_insert_with_key(|problem| {
            self.problems.push(problem.clone());
            self.problems.len() as u32 - 1
        });
        Finding { weight, id }
    }

    /// A race that is of no interest if there is anything stronger.
    fn is_reported_race(&self, problem: &Problem) -> bool {
        self.races == Races::Report && problem.kind() == Some(ErrorKind::DataRace)
    }

    /// The weight of a fault that was found before.
    pub(crate) fn weight(&self, finding: u32) -> Weight {
        let known = &self.problems[finding as usize];
        let is_weak = self.machine.options.goals_only && !known.is_goal();
        match is_weak || self.is_reported_race(known) {
            true => Weight::Weak,
            false => Weight::Strong,
        }
    }

    /// The finding to report when a property asks for something that there is not.
    pub fn no_value(&mut self, reason: NoValue) -> Finding {
        let fault = Fault::unsupported(reason.unsupported());
        self.finding(Problem::Fault {
            thread: ThreadId::MAIN,
            fault,
        })
    }

    /// The finding to report when executions from here on violate a temporal property.
    pub fn violation(&mut self, message: &str) -> Finding {
        let message = message.to_owned();
        self.finding(Problem::Violation { message })
    }

    /// The finding to report when the state breaks an invariant, or has no value for one.
    pub fn invariant_finding(&mut self, state: &[u32]) -> Option<Finding> {
        match self.broken_invariant(state) {
            Ok(None) => None,
            Ok(Some(number)) => Some(self.finding(Problem::Invariant { number })),
            Err(reason) => Some(self.no_value(reason)),
        }
    }

    /// Whether this is the finding of too many threads.
    pub fn is_thread_bound(&self, finding: Finding) -> bool {
        matches!(
            self.problems[finding.id as usize],
            Problem::Fault {
                fault: Fault::Unsupported(Unsupported::TooManyThreads(_)),
                ..
            }
        )
    }
}
