//! Runs a search by its name and says what came of it.

use std::cell::RefCell;
use std::time::Instant;

use trailhound_search::{
    self as engines, End, LimitKind, Limits, Monitor, Options, Stats, Weight, best_first, bfs, dfs,
};

use super::allowance::{Allowance, Shared};
use super::found::{Counts, Found};
use super::guide::{Evaluation, TupleGuide};
use super::name::{SearchName, StageOne, StageTwo};
use super::path::AbstractPath;
use super::propagation::propagate;
use super::two_stage::BeforeTrap;
use crate::subject::Subject;
use crate::tuples::{Goal, JointStates, TupleGraph};

/// What is known of the paths of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No path violates the property, not even one that does not end.
    Holds,
    /// No complete path does, but this prefix, which ends in the trap, can be taken.
    HoldsAtTheEnd(AbstractPath),
    /// This path is allowed by every constraint and violates the property. State Propagation
    /// knows that there is one, and not which.
    Violated(Option<AbstractPath>),
    /// The search came to a limit.
    Undecided(LimitKind),
    Interrupted,
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub answer: Answer,
    pub search: SearchName,
    pub counts: Counts,
}

/// Searches the tuples of a subject.
///
/// Two stages need a trap; a property without one is searched by weighted A* instead, and
/// the outcome says so. The limit on time is one for all stages.
pub fn search(
    subject: &Subject,
    name: SearchName,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let started = Instant::now();
    let name = match name {
        SearchName::TwoStage(..) if subject.rule.trap().is_none() => SearchName::WITHOUT_TRAP,
        name => name,
    };
    let mut run = Run {
        subject,
        joints: JointStates::new(subject),
        allowance: Allowance::new(limits),
    };
    let (answer, mut counts) = match name {
        SearchName::Propagation => propagate(&mut run.joints, limits, monitor),
        SearchName::TwoStage(first, second) => run.two_stages(first, second, monitor),
        one => run.one_stage(one, monitor),
    };
    let answer = match answer {
        Found::Trap => run.prefix(monitor),
        Found::Nothing => Answer::Holds,
        Found::Path(path) => Answer::Violated(path),
        Found::Ended(End::Limit(limit)) => Answer::Undecided(limit),
        Found::Ended(_) => Answer::Interrupted,
    };
    counts.seconds = started.elapsed().as_secs_f64();
    Outcome {
        answer,
        search: name,
        counts,
    }
}

struct Run<'s> {
    subject: &'s Subject,
    /// All stages share them.
    joints: JointStates,
    allowance: Allowance,
}

impl Run<'_> {
    /// Of a search that begins now.
    fn options(&self) -> Options {
        Options {
            limits: self.allowance.left(),
            stop_at: Weight::Strong,
            ..Options::default()
        }
    }

    fn guide(&self, evaluation: Evaluation) -> TupleGuide {
        TupleGuide::new(evaluation, &self.subject.rule)
    }

    fn one_stage(&mut self, name: SearchName, monitor: &mut dyn Monitor) -> (Found, Counts) {
        let options = self.options();
        let mut guide = self.guide(match name {
            SearchName::WeightedAstar(weight) => Evaluation::WeightedTa(weight),
            _ => Evaluation::Ta,
        });
        let mut graph = TupleGraph::new(&mut self.joints, Goal::Violation);
        let outcome = match name {
            SearchName::Bfs => bfs(&mut graph, &options, monitor),
            SearchName::Dfs => dfs(&mut graph, &options, monitor),
            _ => best_first(&mut graph, &mut guide, &options, monitor),
        };
        let counts = counts_of(&outcome.stats);
        let has_met_trap = graph.has_met_trap;
        (self.found(outcome, has_met_trap, &[]), counts)
    }

    fn two_stages(
        &mut self,
        first: StageOne,
        second: StageTwo,
        monitor: &mut dyn Monitor,
    ) -> (Found, Counts) {
        let monitor = RefCell::new(monitor);
        let (mut watching, mut watching_second) = (Shared(&monitor), Shared(&monitor));
        let options = self.options();
        let evaluation = match first {
            StageOne::Bfs => None,
            StageOne::WeightedAstar(weight) => Some(Evaluation::WeightedTa(weight)),
            StageOne::Trap => Some(Evaluation::Trap),
            StageOne::TrapThenAstar(weight) => Some(Evaluation::TrapThenTa(weight)),
        };
        let guide = evaluation.map(|evaluation| self.guide(evaluation));
        let mut graph = BeforeTrap::new(
            &mut self.joints,
            &self.subject.rule,
            second,
            &self.allowance,
            &mut watching_second,
        );
        let outcome = match guide {
            None => bfs(&mut graph, &options, &mut watching),
            Some(mut guide) => best_first(&mut graph, &mut guide, &options, &mut watching),
        };
        let mut counts = counts_of(&outcome.stats);
        counts.tuples += graph.cost.states_stored;
        counts.generated += graph.cost.states_generated;
        counts.bytes = counts.bytes.max(graph.cost.store_bytes);
        if let Some(end) = graph.limited {
            return (Found::Ended(end), counts);
        }
        let completion = graph.completion.take().unwrap_or_default();
        let has_met_trap = graph.has_met_trap();
        (self.found(outcome, has_met_trap, &completion), counts)
    }

    /// `more` choices lead from what was found to the violation.
    fn found(&mut self, outcome: engines::Outcome, has_met_trap: bool, more: &[u32]) -> Found {
        match (outcome.finding, outcome.end) {
            (Some(mut found), _) => {
                found.choices.extend(more);
                let path = AbstractPath::new(self.subject, &mut self.joints, &found.choices);
                Found::Path(Some(path))
            }
            (None, End::Exhausted) if has_met_trap => Found::Trap,
            (None, End::Exhausted) => Found::Nothing,
            (None, end) => Found::Ended(end),
        }
    }

    /// The shortest path to the trap, which is known to be reachable.
    fn prefix(&mut self, monitor: &mut dyn Monitor) -> Answer {
        let options = self.options();
        let mut graph = TupleGraph::new(&mut self.joints, Goal::Trap);
        let outcome = bfs(&mut graph, &options, monitor);
        match (outcome.finding, outcome.end) {
            (Some(found), _) => {
                let path = AbstractPath::new(self.subject, &mut self.joints, &found.choices);
                Answer::HoldsAtTheEnd(path)
            }
            (None, End::Limit(limit)) => Answer::Undecided(limit),
            (None, _) => Answer::Interrupted,
        }
    }
}

fn counts_of(stats: &Stats) -> Counts {
    Counts {
        tuples: stats.states_stored,
        generated: stats.states_generated,
        seconds: stats.seconds,
        bytes: stats.store_bytes + stats.graph_bytes,
    }
}
