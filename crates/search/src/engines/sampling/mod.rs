//! Random lassos (MC², Grosu and Smolka): each sample walks at random until it comes to a state
//! of its own path again, to a finding, or to an end. A sample depends on the seed and its
//! number alone. Samples share what they learn of the graph, up to a limit; beyond it, the
//! memory of a sample is its path.

mod explored;
mod schedule;

use super::lasso::{Conditions, Lasso};
use crate::dice::{Dice, scramble};
use crate::graph::{EdgeKind, Finding};
use crate::store::StateId;
use explored::Explored;
pub use schedule::Schedule;
use schedule::Scheduler;

/// Steps after which a sample asks whether it shall stop.
const PATIENCE: u64 = 128;

/// How a sample ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Nothing was wrong with it.
    Passed { length: u64 },
    /// The walk came to a finding.
    Finding { finding: Finding, choices: Vec<u32> },
    /// Its cycle meets all conditions.
    Lasso(Lasso),
    /// It was longer than allowed.
    Cut { length: u64 },
    /// It took too long.
    Stopped,
}

/// Takes samples of one graph.
pub struct Sampler {
    all: u64,
    longest: u64,
    explored: Explored,
    scheduler: Scheduler,
    visits: Visits,
    choices: Vec<u32>,
    met: Vec<u64>,
}

impl Sampler {
    /// For samples of `longest` steps at most.
    pub fn new(graph: &mut impl Conditions, longest: u64, schedule: Schedule) -> Sampler {
        Sampler {
            all: graph.all_conditions(),
            longest,
            explored: Explored::new(graph),
            scheduler: Scheduler::new(schedule),
            visits: Visits::default(),
            choices: Vec::new(),
            met: Vec::new(),
        }
    }

    /// The bytes that are kept between samples.
    pub fn bytes(&self) -> usize {
        self.explored.bytes()
    }

    /// Takes sample `number` of `seed`. Weak findings are passed over. Now and then it asks
    /// whether it shall stop.
    pub fn take(
        &mut self,
        graph: &mut impl Conditions,
        seed: u64,
        number: u64,
        stops: impl Fn() -> bool,
    ) -> Sample {
        let mut dice = Dice(scramble(seed ^ scramble(number)));
        self.explored.trim();
        self.visits.begin();
        self.scheduler.begin(&mut dice);
        self.choices.clear();
        self.met.clear();
        let mut state = match self.explored.initial() {
            Ok(initial) => initial,
            Err(finding) => return self.failed(finding),
        };
        loop {
            let length = self.choices.len() as u64;
            if let Some(first) = self.visits.visit(state, self.choices.len()) {
                let closed = self.close(first);
                if closed.is_some() || !self.scheduler.goes_on(self.visits.returns) {
                    return closed.unwrap_or(Sample::Passed { length });
                }
            }
            match self.explored.expand(graph, state) {
                Ok(None) => {}
                Ok(Some(finding)) => return self.failed(finding),
                Err(_) => return Sample::Stopped,
            }
            let branches = self.explored.branches(state);
            if branches.is_empty() {
                return Sample::Passed { length };
            }
            if length >= self.longest {
                return Sample::Cut { length };
            }
            if length % PATIENCE == PATIENCE - 1 && stops() {
                return Sample::Stopped;
            }
            let drawn = self.scheduler.draw(&mut dice, length, &branches);
            let branch = branches.get(drawn);
            self.choices.push(branch.edge.choice);
            self.met.push(branch.met);
            if let EdgeKind::Finding(finding) = branch.edge.kind {
                return self.failed(finding);
            }
            state = self.explored.follow(state, drawn);
        }
    }

    fn failed(&self, finding: Finding) -> Sample {
        Sample::Finding {
            finding,
            choices: self.choices.clone(),
        }
    }

    /// The lasso with the cycle back to position `first`, if it meets all conditions.
    fn close(&self, first: usize) -> Option<Sample> {
        let collected = self.met[first..].iter().fold(0, |bits, met| bits | met);
        if self.all == 0 || collected & self.all != self.all {
            return None;
        }
        let (stem, cycle) = self.choices.split_at(first);
        Some(Sample::Lasso(Lasso {
            stem: stem.to_vec(),
            cycle: cycle.to_vec(),
        }))
    }
}

/// Where the walk has come by.
#[derive(Default)]
struct Visits {
    /// By the number of the state: the walk that was there last, and its position.
    by_state: Vec<(u32, u32)>,
    walk: u32,
    /// How often the walk has come back to a state.
    returns: u32,
}

impl Visits {
    fn begin(&mut self) {
        self.returns = 0;
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.by_state.clear();
            self.walk = 1;
        }
    }

    /// The position at which the walk has been in this state before.
    fn visit(&mut self, state: StateId, position: usize) -> Option<usize> {
        let at = state.number();
        if self.by_state.len() <= at {
            self.by_state.resize(at + 1, (0, 0));
        }
        let (walk, before) = self.by_state[at];
        if walk == self.walk {
            self.returns += 1;
            return Some(before as usize);
        }
        let position = u32::try_from(position).expect("walks of fewer than 2^32 steps");
        self.by_state[at] = (self.walk, position);
        None
    }
}
