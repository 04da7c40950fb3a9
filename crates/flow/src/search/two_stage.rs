//! The two-stage strategy: the tuples before the trap are searched for one behind it, and
//! from each that is found those behind it for a violation.
//!
//! Whatever follows a trap tuple is one, so the first stage never enters them, and a trap
//! tuple that cannot be completed is never visited again.

use rustc_hash::FxHashMap;
use trailhound_search::{
    Edge, EdgeKind, Finding, Graph, Limits, Monitor, Options, Stats, Weight, best_first, dfs,
};

use super::guide::{Evaluation, TupleGuide, Tuples};
use super::name::StageTwo;
use crate::automaton::Dfa;
use crate::tuples::{Goal, Move, Space, TupleGraph};

/// The tuples before the trap. A step into the trap that can be completed is a finding.
pub struct BeforeTrap<'s, 'm> {
    graph: TupleGraph<'s>,
    second: StageTwo,
    rule: &'s Dfa,
    limits: Limits,
    monitor: &'m mut dyn Monitor,
    /// Trap tuples that were visited, with the number of the search that did.
    visited: FxHashMap<Box<[u32]>, u32>,
    searches: u32,
    /// What the second stages have cost.
    pub cost: Stats,
    /// The choices from the trap tuple to the violation.
    pub completion: Option<Vec<u32>>,
    /// A second stage came to a limit; nothing is decided.
    pub is_limited: bool,
}

impl<'s, 'm> BeforeTrap<'s, 'm> {
    pub fn new(
        space: &'s Space,
        rule: &'s Dfa,
        second: StageTwo,
        limits: Limits,
        monitor: &'m mut dyn Monitor,
    ) -> BeforeTrap<'s, 'm> {
        BeforeTrap {
            graph: TupleGraph::new(space, Goal::Violation),
            second,
            rule,
            limits,
            monitor,
            visited: FxHashMap::default(),
            searches: 0,
            cost: Stats::default(),
            completion: None,
            is_limited: false,
        }
    }

    pub fn has_met_trap(&self) -> bool {
        self.graph.has_met_trap
    }

    /// The second stage, from the trap tuple that was generated last.
    fn complete(&mut self) {
        let tuple: Box<[u32]> = self.graph.last_target().into();
        if self.visited.contains_key(&tuple) || self.completion.is_some() || self.is_limited {
            return;
        }
        self.searches += 1;
        let mut behind = BehindTrap {
            graph: TupleGraph::from(self.graph.space, Goal::Violation, tuple.to_vec()),
            visited: &mut self.visited,
            search: self.searches,
        };
        behind.visited.insert(tuple, self.searches);
        let options = Options {
            limits: self.limits.clone(),
            stop_at: Weight::Strong,
            ..Options::default()
        };
        let outcome = match self.second {
            StageTwo::Dfs => dfs(&mut behind, &options, self.monitor),
            StageTwo::BestFirst => {
                let mut guide = TupleGuide::new(Evaluation::Ta, self.rule);
                best_first(&mut behind, &mut guide, &options, self.monitor)
            }
        };
        let stats = &outcome.stats;
        self.cost.states_stored += stats.states_stored;
        self.cost.states_generated += stats.states_generated;
        self.cost.transitions += stats.transitions;
        self.cost.store_bytes = self.cost.store_bytes.max(stats.store_bytes);
        match outcome.finding {
            Some(found) => self.completion = Some(found.choices),
            None => self.is_limited = outcome.end != trailhound_search::End::Exhausted,
        }
    }
}

impl Graph for BeforeTrap<'_, '_> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.graph.initial()
    }

    #[inline]
    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let mut from = from;
        loop {
            let edge = self.graph.successor(state, from, changes)?;
            if !self.graph.last_move().is_trapped {
                return Some(edge);
            }
            // The search has to end to be told of either; the finding says that it has.
            self.complete();
            if self.completion.is_some() || self.is_limited {
                let finding = Finding {
                    weight: Weight::Strong,
                    id: 0,
                };
                return Some(Edge {
                    kind: EdgeKind::Finding(finding),
                    ..edge
                });
            }
            from = edge.choice + 1;
        }
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn judges_states(&self) -> bool {
        false
    }

    fn bytes(&self) -> usize {
        let entry = size_of::<(Box<[u32]>, u32)>() + self.graph.space.words() * 4 + 16;
        self.visited.len() * entry
    }
}

impl Tuples for BeforeTrap<'_, '_> {
    fn space(&self) -> &Space {
        self.graph.space
    }

    fn last_move(&self) -> Move {
        self.graph.last_move()
    }
}

impl Tuples for TupleGraph<'_> {
    fn space(&self) -> &Space {
        self.space
    }

    fn last_move(&self) -> Move {
        TupleGraph::last_move(self)
    }
}

/// Tuples behind the trap, without those that an earlier search has visited in vain.
struct BehindTrap<'s, 'v> {
    graph: TupleGraph<'s>,
    visited: &'v mut FxHashMap<Box<[u32]>, u32>,
    search: u32,
}

impl Graph for BehindTrap<'_, '_> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.graph.initial()
    }

    #[inline]
    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let mut from = from;
        loop {
            let edge = self.graph.successor(state, from, changes)?;
            if edge.kind != EdgeKind::Step {
                return Some(edge);
            }
            match self.visited.get(self.graph.last_target()) {
                Some(&search) if search != self.search => from = edge.choice + 1,
                Some(_) => return Some(edge),
                None => {
                    self.visited
                        .insert(self.graph.last_target().into(), self.search);
                    return Some(edge);
                }
            }
        }
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn judges_states(&self) -> bool {
        false
    }
}

impl Tuples for BehindTrap<'_, '_> {
    fn space(&self) -> &Space {
        self.graph.space
    }

    fn last_move(&self) -> Move {
        self.graph.last_move()
    }
}
