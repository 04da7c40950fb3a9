//! State Propagation: a data-flow analysis over the nodes. Each node holds the tuples of
//! states that paths bring to it; a node that has received new ones passes them on, until
//! nothing is new. It knows no paths.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use trailhound_search::{End, LimitKind, Limits, Monitor, Stats};

use super::engine::{Counts, Found};
use super::tuple_set::TupleSet;
use crate::tuples::{MOST_WORDS, Space};

/// Brings all tuples to all nodes.
pub(super) fn propagate(
    space: &Space,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> (Found, Counts) {
    match space.words() {
        0..=2 => Analysis::<2>::new(space, limits, monitor).run(),
        3..=4 => Analysis::<4>::new(space, limits, monitor).run(),
        5..=8 => Analysis::<8>::new(space, limits, monitor).run(),
        _ => Analysis::<MOST_WORDS>::new(space, limits, monitor).run(),
    }
}

/// Tuples between two looks at the clock.
const PACE: u64 = 1 << 14;

struct Analysis<'a, const W: usize> {
    space: &'a Space,
    limits: &'a Limits,
    monitor: &'a mut dyn Monitor,
    /// By node.
    known: Vec<TupleSet<W>>,
    /// By node: what it has not passed on yet.
    fresh: Vec<Vec<[u32; W]>>,
    /// Nodes that wait in the order in which they came, so that each gathers many tuples
    /// before it is its turn.
    worklist: VecDeque<u32>,
    stats: Stats,
    started: Instant,
    has_met_trap: bool,
}

impl<'a, const W: usize> Analysis<'a, W> {
    fn new(space: &'a Space, limits: &'a Limits, monitor: &'a mut dyn Monitor) -> Self {
        Analysis {
            space,
            limits,
            monitor,
            known: (0..space.nodes()).map(|_| TupleSet::new()).collect(),
            fresh: vec![Vec::new(); space.nodes()],
            worklist: VecDeque::new(),
            stats: Stats::default(),
            started: Instant::now(),
            has_met_trap: false,
        }
    }

    fn run(mut self) -> (Found, Counts) {
        let words = self.space.words();
        let mut first = [0; W];
        first[..words].copy_from_slice(&self.space.initial());
        self.receive(self.space.node_of(&first[..words]), &first);
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
    fn receive(&mut self, node: u32, tuple: &[u32; W]) {
        self.stats.states_generated += 1;
        if !self.known[node as usize].insert(tuple) {
            return;
        }
        self.stats.states_stored += 1;
        let fresh = &mut self.fresh[node as usize];
        if fresh.is_empty() {
            self.worklist.push_back(node);
        }
        fresh.push(*tuple);
    }

    fn iterate(&mut self) -> ControlFlow<Found> {
        let space = self.space;
        let words = space.words();
        let mut next_look = PACE;
        let mut is_violated = false;
        while let Some(node) = self.worklist.pop_front() {
            for tuple in std::mem::take(&mut self.fresh[node as usize]) {
                let mut target = [0; W];
                space.for_each_next(&tuple, &mut target, |step, target| {
                    self.has_met_trap |= step.is_trapped;
                    if space.is_last(step.node) {
                        is_violated |= space.is_violation(&target[..words]);
                    } else {
                        self.receive(step.node, target);
                    }
                });
                if is_violated {
                    return ControlFlow::Break(Found::Path(None));
                }
                if self.stats.states_stored >= next_look {
                    next_look = self.stats.states_stored + PACE;
                    self.look()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn look(&mut self) -> ControlFlow<Found> {
        self.stats.seconds = self.started.elapsed().as_secs_f64();
        self.stats.store_bytes = self.bytes();
        let limited = |kind| ControlFlow::Break(Found::Ended(End::Limit(kind)));
        if self.monitor.tick(&self.stats).is_break() {
            return ControlFlow::Break(Found::Ended(End::Interrupted));
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
        let known: usize = self.known.iter().map(TupleSet::bytes).sum();
        let fresh: usize = self.fresh.iter().map(Vec::capacity).sum();
        known + fresh * size_of::<[u32; W]>()
    }
}
