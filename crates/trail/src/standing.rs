//! The standings of threads as they are noted down, step by step: only what has become different.

use std::time::Duration;
use trailhound_machine::{LeafId, Slot, Snapshot, ThreadId};

use trailhound_host::Budget;
use trailhound_program::{FunctionId, Pc};

use crate::report::{Place, Standing, Standings};

/// Whether a thread can go on is found out by trying. The steps of a longer trail, and those
/// behind a trial that takes too long, are told without it.
const MOST_STEPS: usize = 20_000;
const LONGEST_TRIALS: Duration = Duration::from_secs(5);

/// The innermost frame of a thread, and the depth of its stack.
pub type Top = (usize, FunctionId, Pc);

pub struct Notes {
    told: Standings,
    /// The last standing of each thread, by number, with its frame: a thread whose frame is as it
    /// was is where it was.
    last: Vec<Option<(Option<Top>, Standing)>>,
    /// What the last trial of each thread has read, by number: while that is as it was, so is its answer.
    trials: Vec<Option<Vec<(Slot, LeafId)>>>,
    /// For all trials.
    pub budget: Budget,
}

impl Default for Notes {
    fn default() -> Notes {
        Notes {
            told: Standings::default(),
            last: Vec::new(),
            trials: Vec::new(),
            budget: Budget::default().at_most(LONGEST_TRIALS),
        }
    }
}

impl Notes {
    /// Whether the step is to be noted down that comes after so many others: only if these were.
    pub fn wants(&self, steps: usize) -> bool {
        self.told.changes.len() == steps && steps < MOST_STEPS
    }

    pub fn begin_step(&mut self) {
        self.told.changes.push(Vec::new());
    }

    /// Notes down the standing of a thread in the step that was begun last.
    pub fn note(&mut self, top: Option<Top>, standing: Standing) {
        let thread = standing.thread.index();
        if self.last.len() <= thread {
            self.last.resize(thread + 1, None);
        }
        let last = self.last[thread].replace((top, standing.clone()));
        if last.is_some_and(|(_, last)| last == standing) {
            return;
        }
        if let Some(step) = self.told.changes.last_mut() {
            step.push(standing);
        }
    }

    /// Where a thread is known to stand, if its frame is this one.
    pub fn place(&self, thread: ThreadId, top: Option<Top>) -> Option<Option<Place>> {
        let (last_top, last) = self.last.get(thread.index())?.as_ref()?;
        (*last_top == top).then(|| last.place.clone())
    }

    /// Notes down what a trial in a state has read.
    pub fn keep_trial(
        &mut self,
        thread: ThreadId,
        own: Option<Slot>,
        state: &[u32],
        snapshot: &Snapshot,
    ) {
        if self.trials.len() <= thread.index() {
            self.trials.resize(thread.index() + 1, None);
        }
        let own = own.map(|slot| (slot, slot.leaf_in(state)));
        let reads = snapshot.reads.iter().copied().chain(own).collect();
        self.trials[thread.index()] = (!snapshot.looked_everywhere).then_some(reads);
    }

    /// Whether a thread stands as it was noted down last.
    pub fn is_settled(&self, thread: ThreadId, state: &[u32]) -> bool {
        let trial = self.trials.get(thread.index()).and_then(Option::as_ref);
        trial.is_some_and(|reads| {
            reads
                .iter()
                .all(|&(slot, leaf)| slot.leaf_in(state) == leaf)
        })
    }

    /// A thread may stand differently, whatever its last trial has read.
    pub fn unsettle(&mut self, thread: ThreadId) {
        if let Some(trial) = self.trials.get_mut(thread.index()) {
            *trial = None;
        }
    }

    /// Things may have other names now.
    pub fn unsettle_all(&mut self) {
        self.trials.clear();
    }

    pub fn has_met(&self, thread: ThreadId) -> bool {
        self.last.get(thread.index()).is_some_and(Option::is_some)
    }

    /// All standings, with those at the end.
    pub fn finish(self, last: Vec<Standing>) -> Standings {
        Standings { last, ..self.told }
    }
}
