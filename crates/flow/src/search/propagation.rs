//! State Propagation: a data-flow analysis over the nodes. Each node holds the tuples of
//! states that paths bring to it; a node that has received new ones passes them on, until
//! nothing is new. It knows no paths.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use trailhound_search::{End, LimitKind, Limits, Monitor, Stats};

use super::found::{Counts, Found};
use crate::tuples::{JointStates, Tuple, TupleSet};

/// Brings all tuples to all nodes.
pub(super) fn propagate(
    joints: &mut JointStates,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> (Found, Counts) {
    Analysis::new(joints, limits, monitor).run()
}

/// Tuples between two readings of the clock.
const PACE: u64 = 1 << 14;

struct Analysis<'a> {
    joints: &'a mut JointStates,
    limits: &'a Limits,
    monitor: &'a mut dyn Monitor,
    known: TupleSet,
    /// By node: the joint states that it has not passed on yet.
    fresh: Vec<Vec<u32>>,
    /// Nodes that wait in the order in which they came, so that each gathers many tuples
    /// before it is its turn.
    worklist: VecDeque<u32>,
    stats: Stats,
    started: Instant,
    has_met_trap: bool,
}

impl<'a> Analysis<'a> {
    fn new(joints: &'a mut JointStates, limits: &'a Limits, monitor: &'a mut dyn Monitor) -> Self {
        let nodes = joints.space.nodes();
        Analysis {
            joints,
            limits,
            monitor,
            known: TupleSet::default(),
            fresh: vec![Vec::new(); nodes],
            worklist: VecDeque::new(),
            stats: Stats::default(),
            started: Instant::now(),
            has_met_trap: false,
        }
    }

    fn run(mut self) -> (Found, Counts) {
        let initial = self.joints.initial();
        self.receive(initial);
        let found = match self.iterate() {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue(()) if self.has_met_trap => Found::Trap,
            ControlFlow::Continue(()) => Found::Nothing,
        };
        let counts = Counts {
            tuples: self.stats.states_stored,
            generated: self.stats.states_generated,
            seconds: self.started.elapsed().as_secs_f64(),
            bytes: self.bytes(),
        };
        (found, counts)
    }

    #[inline]
    fn receive(&mut self, tuple: Tuple) {
        self.stats.states_generated += 1;
        if !self.known.insert(self.joints.number_of(tuple)) {
            return;
        }
        self.stats.states_stored += 1;
        let fresh = &mut self.fresh[tuple.node as usize];
        if fresh.is_empty() {
            self.worklist.push_back(tuple.node);
        }
        fresh.push(tuple.joint);
    }

    fn iterate(&mut self) -> ControlFlow<Found> {
        let mut next_look = PACE;
        while let Some(node) = self.worklist.pop_front() {
            for joint in std::mem::take(&mut self.fresh[node as usize]) {
                self.pass_on(Tuple { node, joint })?;
                if self.stats.states_stored >= next_look {
                    next_look = self.stats.states_stored + PACE;
                    self.check_limits()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn pass_on(&mut self, tuple: Tuple) -> ControlFlow<Found> {
        let mut from = 0;
        while let Some((choice, next)) = self.joints.next(tuple, from) {
            from = choice + 1;
            self.has_met_trap |= self.joints.is_trapped(tuple.joint, next.joint);
            if !self.joints.space.is_last(next.node) {
                self.receive(next);
            } else if self.joints.is_violation(next.joint) {
                return ControlFlow::Break(Found::Path(None));
            }
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn check_limits(&mut self) -> ControlFlow<Found> {
        self.stats.seconds = self.started.elapsed().as_secs_f64();
        self.stats.store_bytes = self.bytes();
        let limited = |kind| ControlFlow::Break(Found::Ended(End::Limit(kind)));
        if self.monitor.tick(&self.stats).is_break() {
            return ControlFlow::Break(Found::Ended(End::Interrupted));
        }
        if let Some(stop) = self.limits.budget.exhausted() {
            return ControlFlow::Break(Found::Ended(stop.into()));
        }
        let time = self.limits.time;
        if time.is_some_and(|time| self.started.elapsed() >= time) {
            return limited(LimitKind::Time);
        }
        let states = self.limits.states;
        if states.is_some_and(|most| self.stats.states_stored >= most) {
            return limited(LimitKind::States);
        }
        let memory = self.limits.memory_bytes;
        if memory.is_some_and(|most| self.stats.store_bytes > most) {
            return limited(LimitKind::Memory);
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self) -> usize {
        let fresh: usize = self.fresh.iter().map(Vec::capacity).sum();
        self.joints.bytes() + self.known.bytes() + fresh * size_of::<u32>()
    }
}
