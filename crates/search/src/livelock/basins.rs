//! The steps that were noted, one for each state, may go round in many circles that lead to each other.
//! Short walks find that out, and their steps are noted instead, so that few circles are left.
//!
//! A basin has the states from which the noted steps lead to the same circle. A walk from there that
//! comes to another basin joins the two: all states of the one lead to the circle of the other.

use std::ops::ControlFlow;

use super::{Livelock, States};
use crate::dice::Dice;
use crate::graph::{EdgeKind, Graph};
use crate::outcome::End;
use crate::store::{StateId, Store};

/// The steps of a walk at most. It takes edges at random, since in turn they lead round soon: from one
/// step to the next it passes over fewer than so many.
const WALK: usize = 256;
const MOST_SKIPPED: u32 = 4;

struct Basins {
    /// By the number of a state.
    of: Vec<u32>,
    /// By basin: the one that it was joined with, or itself.
    into: Vec<u32>,
    /// By basin: a state of its circle. The first basin is of the states that lead to an end.
    circles: Vec<Option<StateId>>,
}

const UNKNOWN: u32 = u32::MAX;
const SETTLED: u32 = 0;

impl Livelock {
    /// Joins circles of noted steps as far as short walks lead from one to another.
    pub(super) fn join_circles<G: Graph>(
        &mut self,
        graph: &mut G,
        store: &mut Store,
        pulse: &mut dyn FnMut(usize) -> ControlFlow<End>,
    ) -> ControlFlow<End> {
        let mut basins = self.basins(store);
        let mut dice = Dice(0);
        let mut left = 8 * WALK + store.len() as usize / 2;
        for basin in 0..basins.circles.len() {
            let Some(start) = basins.circles[basin] else {
                continue;
            };
            store.load(&mut self.live, start);
            let mut way = Vec::new();
            let (mut at, mut from) = (start, 0);
            while way.len() < WALK.min(left) {
                pulse(self.bytes() + basins.bytes())?;
                let skipped = dice.below(MOST_SKIPPED);
                let Some(target) = self.walk_on(graph, store, &mut from, skipped) else {
                    break;
                };
                way.push((at, target));
                at = target;
                if let Some(other) = basins.of(target, &self.ending)
                    && other != basin as u32
                {
                    basins.into[basin] = other;
                    // Where the walk came by twice, the last step counts.
                    for &(state, next) in &way {
                        self.onward.put(state.number(), Some(next), None);
                    }
                    break;
                }
            }
            left -= way.len();
        }
        ControlFlow::Continue(())
    }

    fn basins(&self, store: &mut Store) -> Basins {
        let mut basins = Basins {
            of: Vec::new(),
            into: vec![SETTLED],
            circles: vec![None],
        };
        let mut path = Vec::new();
        for state in store.states() {
            let new = basins.into.len() as u32;
            let mut at = state;
            let basin = loop {
                if self.ending.contains(at) {
                    break SETTLED;
                }
                if basins.of.len() <= at.number() {
                    basins.of.resize(at.number() + 1, UNKNOWN);
                }
                let next = match basins.of[at.number()] {
                    UNKNOWN => self.step_from(at),
                    known if known == new => None,
                    known => break known,
                };
                basins.of[at.number()] = new;
                path.push(at);
                let Some(next) = next else {
                    basins.into.push(new);
                    basins.circles.push(self.step_from(at).map(|_| at));
                    break new;
                };
                at = next;
            };
            for state in path.drain(..) {
                basins.of[state.number()] = basin;
            }
        }
        basins
    }

    /// One step of a walk, which begins with the edges that come after `from` and `skipped` more. None
    /// if the walk ends here.
    pub(super) fn walk_on<G: Graph>(
        &mut self,
        graph: &mut G,
        store: &mut Store,
        from: &mut u32,
        skipped: u32,
    ) -> Option<StateId> {
        let words = self.live.words();
        for _ in 0..skipped {
            let edge = graph.successor(words, *from, &mut self.changes);
            *from = edge.map_or(0, |edge| edge.choice.saturating_add(1));
        }
        let edge = match graph.successor(words, *from, &mut self.changes) {
            None => graph.successor(words, 0, &mut self.changes),
            edge => edge,
        };
        let edge = edge.filter(|edge| edge.kind == EdgeKind::Step)?;
        *from = edge.choice.saturating_add(1);
        let (target, is_new) = store.insert(&mut self.live, &self.changes);
        if is_new {
            self.ahead.insert(target);
        }
        self.live.advance();
        Some(target)
    }
}

impl Basins {
    fn bytes(&self) -> usize {
        let basin = size_of::<u32>() + size_of::<Option<StateId>>();
        self.of.capacity() * size_of::<u32>() + self.into.capacity() * basin
    }

    /// The basin of a state, after those that were joined. None of a state that came later.
    fn of(&mut self, state: StateId, ending: &States) -> Option<u32> {
        if ending.contains(state) {
            return Some(SETTLED);
        }
        let mut basin = *self.of.get(state.number())? as usize;
        while self.into[basin] as usize != basin {
            self.into[basin] = self.into[self.into[basin] as usize];
            basin = self.into[basin] as usize;
        }
        Some(basin as u32)
    }
}
