//! Lets any engine look for a lasso: when all edges of a state are known, a second search, best first by the number
//! of words that differ, tries to come back to it from behind each of its edges that meets the first condition. These
//! second searches may follow as many edges as the engine has followed. It does not know what the conditions say.

use trailhound_host::Stop;

use super::best_first::best_first;
use super::lasso::{Conditions, Lasso};
use crate::changes::changed;
use crate::graph::{Edge, EdgeKind, Finding, Graph, Weight};
use crate::guide::{Guide, PastStep, Rank, Ranked};
use crate::options::{Limits, Options};
use crate::outcome::{End, Outcome};
use crate::watch::Unwatched;

/// A graph in which a state is a finding if a cycle through it meets all conditions.
pub struct Cycles<G> {
    graph: G,
    limits: Limits,
    /// The state whose edges were asked for last.
    state: Vec<u32>,
    /// Its edges that meet the first condition.
    entries: Vec<Entry>,
    /// Edges that second searches may still follow.
    credit: u64,
    attempts: u64,
    cycle: Option<Vec<u32>>,
    has_given_up: bool,
}

struct Entry {
    choice: u32,
    target: Vec<u32>,
}

/// Edges that the first second searches may follow.
const FIRST_CREDIT: u64 = 4096;
/// The size of the smallest of them.
const SMALLEST: u64 = 64;

impl<G: Conditions> Cycles<G> {
    /// `limits` bound each of the second searches, too.
    pub fn new(graph: G, limits: Limits) -> Cycles<G> {
        Cycles {
            graph,
            limits,
            state: Vec::new(),
            entries: Vec::new(),
            credit: FIRST_CREDIT,
            attempts: 0,
            cycle: None,
            has_given_up: false,
        }
    }

    pub fn graph(&self) -> &G {
        &self.graph
    }

    pub fn graph_mut(&mut self) -> &mut G {
        &mut self.graph
    }

    pub fn into_graph(self) -> G {
        self.graph
    }

    /// Whether there may be cycles that were not found: also where an engine ended with edges that were not tried.
    pub fn has_given_up(&self) -> bool {
        self.has_given_up || !self.entries.is_empty()
    }

    /// The lasso that a search has ended with, if that is what it has found, in place of its finding.
    pub fn take_lasso(&mut self, outcome: &mut Outcome) -> Option<Lasso> {
        let cycle = self.cycle.take()?;
        let stem = outcome.finding.take()?.choices;
        Some(Lasso { stem, cycle })
    }

    fn first_condition(&self) -> u64 {
        let all = self.graph.all_conditions();
        all & all.wrapping_neg()
    }

    fn note_entry(&mut self, state: &[u32], choice: u32, changes: &[(u32, u32)]) {
        if !are_equal(&self.state, state) {
            self.leave();
            self.state.extend_from_slice(state);
        }
        if self.entries.iter().any(|entry| entry.choice == choice) {
            return;
        }
        let target = changed(state, changes);
        self.entries.push(Entry { choice, target });
    }

    /// Another state comes: what was not tried of the last one is given up.
    fn leave(&mut self) {
        self.has_given_up |= !self.entries.is_empty();
        self.entries.clear();
        self.state.clear();
    }

    /// The choices of a cycle that begins with an edge of the state.
    fn close(&mut self, entry: Entry) -> Option<Vec<u32>> {
        let mut cycle = vec![entry.choice];
        if !are_equal(&entry.target, &self.state) {
            let size = SMALLEST * luby(self.attempts);
            if size > self.credit {
                self.has_given_up = true;
                return None;
            }
            self.attempts += 1;
            let mut options = Options {
                limits: self.limits.clone(),
                stop_at: Weight::Strong,
                ..Options::default()
            };
            options.limits.states = Some(size);
            let mut way_back = WayBack {
                graph: &mut self.graph,
                start: entry.target,
                goal: &self.state,
            };
            let mut guide = Nearer { goal: &self.state };
            let outcome = best_first(&mut way_back, &mut guide, &options, &mut Unwatched);
            self.credit = self.credit.saturating_sub(outcome.stats.transitions);
            let Some(found) = outcome.finding else {
                self.has_given_up |= outcome.end != End::Exhausted;
                return None;
            };
            cycle.extend(found.choices);
        }
        let all = self.graph.all_conditions();
        match self.met_along(&cycle) {
            Some(met) if met & all == all => Some(cycle),
            _ => {
                self.has_given_up = true;
                None
            }
        }
    }

    /// What a path from the state meets; None if the graph does not take it.
    fn met_along(&mut self, path: &[u32]) -> Option<u64> {
        let mut words = self.state.clone();
        let (mut met, mut changes) = (0, Vec::new());
        for &choice in path {
            let edge = self.graph.successor(&words, choice, &mut changes)?;
            if edge.choice != choice || edge.kind != EdgeKind::Step {
                return None;
            }
            met |= self.graph.conditions_met();
            words = changed(&words, &changes);
        }
        Some(met)
    }
}

/// 1 1 2 1 1 2 4 …: the universal sequence of Luby, Sinclair and Zuckerman, for attempts whose length is not known.
fn luby(mut index: u64) -> u64 {
    loop {
        let length = (index + 2).next_power_of_two();
        // The sequence of this length ends with half of it.
        if index + 2 == length {
            return length / 2;
        }
        index -= length / 2 - 1;
    }
}

/// Words beyond the end of a state are 0.
fn are_equal(one: &[u32], other: &[u32]) -> bool {
    distance(one, other) == 0
}

/// How many words differ.
fn distance(one: &[u32], other: &[u32]) -> usize {
    let length = one.len().max(other.len());
    let word = |state: &[u32], slot| state.get(slot).copied().unwrap_or(0);
    (0..length)
        .filter(|&slot| word(one, slot) != word(other, slot))
        .count()
}

impl<G: Conditions> Graph for Cycles<G> {
    crate::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.graph.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let edge = self.graph.successor(state, from, changes)?;
        self.credit += 1;
        let leads = edge.kind == EdgeKind::Step
            && self.graph.conditions_met() & self.first_condition() != 0;
        if leads && self.cycle.is_none() {
            self.note_entry(state, edge.choice, changes);
        }
        Some(edge)
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        self.graph.meet(state)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        if let Some(finding) = self.graph.inspect(state, successors) {
            return Some(finding);
        }
        if !are_equal(&self.state, state) {
            return None;
        }
        for entry in std::mem::take(&mut self.entries) {
            self.cycle = self.close(entry);
            if self.cycle.is_some() {
                return Some(CYCLE);
            }
        }
        None
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}

/// A cycle is no finding of the graph's own, and its number is not asked for.
const CYCLE: Finding = Finding {
    weight: Weight::Strong,
    id: u32::MAX,
};

/// The graph from another state on, in which only one state is looked for.
struct WayBack<'a, G> {
    graph: &'a mut G,
    start: Vec<u32>,
    goal: &'a [u32],
}

impl<G: Conditions> Graph for WayBack<'_, G> {
    crate::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(self.start.clone())
    }

    /// Errors of steps are left to the search around this one.
    fn successor(
        &mut self,
        state: &[u32],
        mut from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        loop {
            let edge = self.graph.successor(state, from, changes)?;
            match edge.kind {
                EdgeKind::Finding(_) => from = edge.choice.checked_add(1)?,
                EdgeKind::Step | EdgeKind::Abandoned(_) => return Some(edge),
            }
        }
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        are_equal(state, self.goal).then_some(CYCLE)
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}

/// Ranks states by the number of words in which they differ from the goal.
struct Nearer<'a> {
    goal: &'a [u32],
}

impl<G: Graph> Guide<G> for Nearer<'_> {
    fn arrive(&mut self, _: &mut G, _: &[u32], _: &mut dyn Iterator<Item = PastStep>) {}

    fn rank(&mut self, _: &mut G, state: &[u32], _: Edge, changes: &[(u32, u32)]) -> Ranked {
        let rank = Rank {
            first: distance(&changed(state, changes), self.goal) as i64,
            second: 0,
        };
        Ranked { rank, note: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_have_the_universal_sizes() {
        let sizes: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(sizes, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
