//! Random lassos (MC², Grosu and Smolka): each sample walks at random until it comes to a state
//! of its own path again, to a finding, or to an end. A sample depends on the seed and its
//! number alone. Where few states are met again and again, samples share what they learn of the
//! graph; otherwise nothing is kept of a sample but fingerprints of its path.

mod explored;
mod schedule;
mod walk;

use super::lasso::{Conditions, Lasso};
use crate::dice::{Dice, scramble};
use crate::graph::{EdgeKind, Finding};
use crate::store::StateId;
use explored::Explored;
pub use schedule::Schedule;
use schedule::{Scheduler, Steps};
use walk::Walk;

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
    initial: Result<Vec<u32>, Finding>,
    mode: Mode,
    explored: Explored,
    walk: Walk,
    schedule: Schedule,
    scheduler: Scheduler,
    visits: Visits,
    choices: Vec<u32>,
    met: Vec<u64>,
}

/// How samples get from state to state. Which one it is does not change the samples.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Through what all samples have explored together: best if that is little.
    Exploring,
    /// Alone, and with an eye on whether exploring would be better.
    Walking,
    /// Alone for good: there was too much to explore.
    WalkingOn,
}

impl Sampler {
    /// For samples of `longest` steps at most.
    pub fn new(graph: &mut impl Conditions, longest: u64, schedule: Schedule) -> Sampler {
        let all = graph.all_conditions();
        Sampler {
            all,
            longest,
            initial: graph.initial(),
            mode: match all == 0 && schedule != Schedule::Pos {
                true => Mode::Walking,
                false => Mode::Exploring,
            },
            explored: Explored::default(),
            walk: Walk::default(),
            schedule,
            scheduler: Scheduler::new(schedule),
            visits: Visits::default(),
            choices: Vec::new(),
            met: Vec::new(),
        }
    }

    /// The same samples, all of them through what was explored: to compare both modes.
    pub fn exploring(mut self) -> Sampler {
        self.mode = Mode::Exploring;
        self
    }

    /// The bytes that are kept between samples.
    pub fn bytes(&self) -> usize {
        self.explored.bytes()
    }

    /// Takes sample `number` of `seed`. Weak findings are passed over. Now and then it asks
    /// whether it shall stop, and tells how many bytes the graph takes.
    pub fn take(
        &mut self,
        graph: &mut impl Conditions,
        seed: u64,
        number: u64,
        stops: impl Fn(usize) -> bool,
    ) -> Sample {
        let mut dice = Dice(scramble(seed ^ scramble(number)));
        self.choose_mode();
        self.scheduler.begin(&mut dice);
        self.choices.clear();
        self.met.clear();
        if let Err(finding) = self.initial {
            return self.failed(finding);
        }
        match self.mode {
            Mode::Exploring => self.explore(graph, dice, stops),
            Mode::Walking | Mode::WalkingOn => self.walk(graph, dice, stops),
        }
    }

    fn choose_mode(&mut self) {
        let can_walk = self.all == 0 && self.schedule != Schedule::Pos;
        match self.mode {
            Mode::Exploring if self.explored.trim() && can_walk => self.mode = Mode::WalkingOn,
            Mode::Walking if self.walk.is_among_friends() => self.mode = Mode::Exploring,
            _ => {}
        }
    }

    fn explore(
        &mut self,
        graph: &mut impl Conditions,
        mut dice: Dice,
        stops: impl Fn(usize) -> bool,
    ) -> Sample {
        self.visits.begin();
        let initial = self.initial.as_ref().expect("there is an initial state");
        let mut state = self.explored.initial(initial);
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
            let bytes = || graph.bytes() + self.explored.bytes();
            if let Some(end) = end_at(length, branches.len(), self.longest, || stops(bytes())) {
                return end;
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

    fn walk(
        &mut self,
        graph: &mut impl Conditions,
        mut dice: Dice,
        stops: impl Fn(usize) -> bool,
    ) -> Sample {
        let initial = self.initial.as_ref().expect("there is an initial state");
        self.walk.begin(initial);
        let by_priority = self.schedule != Schedule::Uniform;
        loop {
            let length = self.choices.len() as u64;
            let is_back = self.walk.visit(self.choices.len()).is_some();
            if is_back && !self.scheduler.goes_on(self.walk.returns) {
                return Sample::Passed { length };
            }
            match self.walk.expand(graph, by_priority) {
                Ok(None) => {}
                Ok(Some(finding)) => return self.failed(finding),
                Err(_) => return Sample::Stopped,
            }
            let kind = loop {
                let stops = || stops(graph.bytes());
                if let Some(end) = end_at(length, self.walk.len(), self.longest, stops) {
                    return end;
                }
                let drawn = self.scheduler.draw(&mut dice, length, &self.walk);
                let choice = self.walk.choice(drawn);
                if let Some(kind) = self.walk.follow(graph, drawn) {
                    self.choices.push(choice);
                    break kind;
                }
            };
            match kind {
                EdgeKind::Step => {}
                EdgeKind::Finding(finding) => return self.failed(finding),
                EdgeKind::Abandoned(_) => return Sample::Stopped,
            }
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

/// How a sample of this length ends in a state with so many edges, if it does.
fn end_at(length: u64, edges: usize, longest: u64, stops: impl Fn() -> bool) -> Option<Sample> {
    if edges == 0 {
        return Some(Sample::Passed { length });
    }
    if length >= longest {
        return Some(Sample::Cut { length });
    }
    (length % PATIENCE == PATIENCE - 1 && stops()).then_some(Sample::Stopped)
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
