//! The two-stage strategy: the tuples before the trap are searched for one behind it, and
//! from each that is found those behind it for a violation.
//!
//! Whatever follows a trap tuple is one, so the first stage never enters them, and a trap
//! tuple that cannot be completed is never visited again.

use rustc_hash::FxHashMap;
use trailhound_search::{
    Edge, EdgeKind, End, Finding, Graph, LimitKind, Limits, Monitor, Options, Stats, Stop, Weight,
    best_first, dfs,
};

use super::allowance::Allowance;
use super::guide::{Evaluation, TupleGuide, Tuples};
use super::name::StageTwo;
use crate::automaton::Dfa;
use crate::tuples::{Goal, JointStates, Tuple, TupleGraph};

/// Second stages between two readings of the clock.
const PACE: u32 = 256;

/// The tuples before the trap. A step into the trap that can be completed is a finding.
pub struct BeforeTrap<'m> {
    graph: TupleGraph<'m>,
    second: StageTwo,
    rule: &'m Dfa,
    allowance: &'m Allowance,
    monitor: &'m mut dyn Monitor,
    /// Trap tuples that were visited, each with the number of the search that did first.
    visited: Visited,
    searches: u32,
    /// What the second stages have cost.
    pub cost: Stats,
    /// The choices from the trap tuple to the violation.
    pub completion: Option<Vec<u32>>,
    /// How a second stage ended that came to a limit: nothing is decided.
    pub limited: Option<End>,
}

type Visited = FxHashMap<Tuple, u32>;

impl<'m> BeforeTrap<'m> {
    pub fn new(
        joints: &'m mut JointStates,
        rule: &'m Dfa,
        second: StageTwo,
        allowance: &'m Allowance,
        monitor: &'m mut dyn Monitor,
    ) -> BeforeTrap<'m> {
        BeforeTrap {
            graph: TupleGraph::new(joints, Goal::Violation),
            second,
            rule,
            allowance,
            monitor,
            visited: Visited::default(),
            searches: 0,
            cost: Stats::default(),
            completion: None,
            limited: None,
        }
    }

    pub fn has_met_trap(&self) -> bool {
        self.graph.has_met_trap
    }

    /// What is left for the next second stage.
    fn limits(&self) -> Limits {
        let limits = self.allowance.left();
        let spent = self.cost.states_stored;
        Limits {
            states: limits.states.map(|most| most.saturating_sub(spent)),
            ..limits
        }
    }

    /// The second stage, from the trap tuple that was generated last.
    fn complete(&mut self) {
        if self.completion.is_some() || self.limited.is_some() {
            return;
        }
        self.searches += 1;
        let start = self.graph.last_target();
        if visit(&mut self.visited, start, self.searches) != self.searches {
            return;
        }
        // Many short searches would never read the clock.
        if self.searches.is_multiple_of(PACE) {
            if self.allowance.is_over() {
                self.limited = Some(End::Limit(LimitKind::Time));
            } else if self.monitor.tick(&self.cost).is_break() {
                self.limited = Some(End::Interrupted);
            }
            if self.limited.is_some() {
                return;
            }
        }
        let limits = self.limits();
        let mut behind = BehindTrap {
            graph: &mut self.graph,
            start,
            visited: &mut self.visited,
            search: self.searches,
        };
        let options = Options {
            limits,
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
            None if outcome.end != End::Exhausted => self.limited = Some(outcome.end),
            None => {}
        }
    }
}

impl Graph for BeforeTrap<'_> {
    trailhound_search::without!(meetings, circles, reduction);

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
            if !self.graph.last_is_trapped() {
                return Some(edge);
            }
            // The search has to end to be told of either; the finding says that it has.
            self.complete();
            if self.completion.is_some() || self.limited.is_some() {
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

    fn remember(&mut self) {
        self.graph.remember();
    }

    #[inline]
    fn remembers(&self) -> bool {
        self.graph.remembers()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + bytes_of(&self.visited)
    }
}

impl Tuples for BeforeTrap<'_> {
    fn joints(&self) -> &JointStates {
        self.graph.joints
    }

    fn last_target(&self) -> Tuple {
        self.graph.last_target()
    }
}

impl Tuples for TupleGraph<'_> {
    fn joints(&self) -> &JointStates {
        self.joints
    }

    fn last_target(&self) -> Tuple {
        TupleGraph::last_target(self)
    }
}

/// The number of the search that has visited a tuple first: this one, if no other has.
#[inline]
fn visit(visited: &mut Visited, tuple: Tuple, search: u32) -> u32 {
    *visited.entry(tuple).or_insert(search)
}

fn bytes_of(visited: &Visited) -> usize {
    visited.capacity() * size_of::<(Tuple, u32)>()
}

/// Tuples behind the trap, without those that an earlier search has visited in vain.
struct BehindTrap<'b, 'm> {
    graph: &'b mut TupleGraph<'m>,
    start: Tuple,
    visited: &'b mut Visited,
    search: u32,
}

impl Graph for BehindTrap<'_, '_> {
    trailhound_search::without!(meetings, circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(self.start.words().to_vec())
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
            let target = self.graph.last_target();
            if visit(self.visited, target, self.search) == self.search {
                return Some(edge);
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

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + bytes_of(self.visited)
    }
}

impl Tuples for BehindTrap<'_, '_> {
    fn joints(&self) -> &JointStates {
        self.graph.joints
    }

    fn last_target(&self) -> Tuple {
        self.graph.last_target()
    }
}
