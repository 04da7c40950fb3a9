//! Looks for circles without an end when every state has been visited, mostly without
//! following edges again: the steps that the engine has noted, one for each state, lead from most
//! states to an end. Where they go round instead, a short walk may show that a circle there
//! would be no error. Only what is left is examined.
//!
//! This misses no circle. No step leaves a circle, so the noted steps go round in each; where
//! they do, each state of the circle leads to each other, and a walk sees some of its states.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::{Livelock, WayOut};
use crate::findings::Findings;
use crate::graph::Graph;
use crate::outcome::End;
use crate::predecessors::Predecessors;
use crate::states::States;
use crate::store::{StateId, Store};
use crate::watch::{Usage, Watch};

/// The steps of a walk at most.
const WALK: usize = 512;

/// After so many circles of noted steps, those that lead to each other are joined.
const MANY: usize = 16;

/// The steps that are left for walks: they shall not cost more than they save.
struct Walks(usize);

impl Walks {
    fn among(states: usize) -> Walks {
        Walks(4 * WALK + states / 16)
    }
}

impl Livelock {
    /// After a search that has visited everything: looks for circles without an end, and
    /// keeps what the graph says of them with a shortest trail.
    pub fn conclude<G: Graph>(
        &mut self,
        graph: &mut G,
        store: &mut Store,
        findings: &mut Findings,
        watch: &mut Watch,
        usage: Usage,
    ) -> End {
        match self.judge_all(graph, store, findings, watch, usage) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => End::Exhausted,
        }
    }

    fn judge_all<G: Graph>(
        &mut self,
        graph: &mut G,
        store: &mut Store,
        findings: &mut Findings,
        watch: &mut Watch,
        usage: Usage,
    ) -> ControlFlow<End> {
        let before = self.bytes();
        let mut pulse = |bytes: usize| {
            watch.count_unfollowed(1);
            if !watch.is_due() {
                return ControlFlow::Continue(());
            }
            watch.check_limits(Usage {
                store: usage.store - before + bytes,
                ..usage
            })
        };
        let mut passed = States::default();
        let mut walks = Walks::among(store.len() as usize);
        let mut circles = 0;
        // What was stored last is the nearest to an end.
        for state in store.states().rev() {
            while let Some(at) = self.follow(state, &mut passed) {
                circles += 1;
                if circles == MANY {
                    self.join_circles(graph, store, &mut pulse)?;
                    continue;
                }
                if self.step_from(at).is_some()
                    && self.is_harmless(graph, store, at, &mut walks, &mut pulse)?
                {
                    self.ending.insert(at);
                    continue;
                }
                let circle = self.circle_behind(graph, store, at, WayOut::End, &mut pulse)?;
                let Some(circle) = circle else {
                    continue;
                };
                if let Some(finding) = self.judge(graph, store, &circle) {
                    let within = |state| circle.states.binary_search(&state).is_ok();
                    let trail = Predecessors::shortest_trail(graph, store, within, &mut pulse)?;
                    findings.record(finding, trail.len(), || trail)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Follows the noted steps from `state`. None if they lead to a state that is settled: then all
    /// on the way are. Otherwise a state that they come back to, or that has none.
    fn follow(&mut self, state: StateId, passed: &mut States) -> Option<StateId> {
        let mut path = Vec::new();
        let mut at = state;
        let stop = loop {
            if self.ending.contains(at) {
                break None;
            }
            if !passed.insert(at) {
                break Some(at);
            }
            path.push(at);
            match self.step_from(at) {
                Some(next) => at = next,
                None => break Some(at),
            }
        };
        for state in path {
            passed.remove(state);
            if stop.is_none() {
                self.ending.insert(state);
            }
        }
        stop
    }

    /// Whether `start` leads to a settled state, or the circle that it is in, if it is in one, is
    /// no error whatever else belongs to it. The walk takes the edges in turn, so that all
    /// threads of a program take part.
    fn is_harmless<G: Graph>(
        &mut self,
        graph: &mut G,
        store: &mut Store,
        start: StateId,
        walks: &mut Walks,
        pulse: &mut dyn FnMut(usize) -> ControlFlow<End>,
    ) -> ControlFlow<End, bool> {
        store.load(&mut self.live, start);
        let mut visited = FxHashSet::default();
        let (mut at, mut from) = (start, 0);
        let (mut is_decided, mut escapes) = (false, false);
        for _ in 0..WALK.min(walks.0) {
            walks.0 -= 1;
            pulse(self.bytes())?;
            is_decided = visited.insert(at) && graph.visit_circle(self.live.words()).is_break();
            if is_decided {
                break;
            }
            let Some(target) = self.walk_on(graph, store, &mut from, 0) else {
                break;
            };
            if self.ending.contains(target) {
                escapes = true;
                break;
            }
            at = target;
        }
        let is_error = graph.judge_circle().is_some();
        ControlFlow::Continue(escapes || is_decided && !is_error)
    }
}
