//! The steps that were noted, one for each state, may go round in many circles that lead to each other.
//! Short walks find that out, and their steps are noted instead, so that few circles are left.
//!
//! A basin has the states from which the noted steps lead to the same circle. A walk from there that
//! comes to another basin joins the two: all states of the one lead to the circle of the other.

use std::ops::ControlFlow;

use super::Livelock;
use crate::dice::Dice;
use crate::graph::{EdgeKind, Graph};
use crate::outcome::End;
use crate::states::States;
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
            let mut walk = Vec::new();
            let (mut at, mut from) = (start, 0);
            while walk.len() < WALK.min(left) {
                pulse(self.bytes() + basins.bytes())?;
                let skipped = dice.below(MOST_SKIPPED);
                let Some(target) = self.walk_on(graph, store, &mut from, skipped) else {
                    break;
                };
                walk.push((at, target));
                at = target;
                if let Some(other) = basins.of(target, &self.ending)
                    && other != basin as u32
                {
                    basins.into[basin] = other;
                    // Where the walk came by twice, the last step counts.
                    for &(state, next) in &walk {
                        self.onward.put(state.number(), Some(next), None);
                    }
                    break;
                }
            }
            left -= walk.len();
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
        let known = self.of.get(state.number()).copied();
        let mut basin = known.filter(|&basin| basin != UNKNOWN)? as usize;
        while self.into[basin] as usize != basin {
            self.into[basin] = self.into[self.into[basin] as usize];
            basin = self.into[basin] as usize;
        }
        Some(basin as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::start;
    use crate::findings::Findings;
    use crate::graph::{Edge, Finding, Weight};
    use crate::options::Limits;
    use crate::watch::{Unwatched, Usage, Watch};
    use trailhound_host::Stop;

    const PAIRS: u32 = 100;
    const END: u32 = 2 * PAIRS;

    /// Two states that lead to each other, and on to two others, and so on; from the last ones to an
    /// end, or not.
    struct Pairs {
        ends: bool,
    }

    impl Graph for Pairs {
        crate::without!(meetings, reduction);

        fn initial(&mut self) -> Result<Vec<u32>, Finding> {
            Ok(vec![1])
        }

        fn successor(
            &mut self,
            state: &[u32],
            from: u32,
            changes: &mut Vec<(u32, u32)>,
        ) -> Option<Edge> {
            let node = state[0] - 1;
            let goes_on = node % 2 == 1 && (node + 1 < END || self.ends);
            let target = match from {
                0 if node < END => node ^ 1,
                1 if node < END && goes_on => node + 1,
                _ => return None,
            };
            *changes = vec![(0, target + 1)];
            Some(Edge {
                choice: from,
                kind: EdgeKind::Step,
                stutters: false,
            })
        }

        fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
            None
        }

        fn has_optional_steps(&self) -> bool {
            false
        }

        fn is_optional(&mut self, _: &[u32], _: u32) -> bool {
            false
        }

        fn visit_circle(&mut self, _: &[u32]) -> ControlFlow<()> {
            ControlFlow::Break(())
        }

        fn judge_circle(&mut self) -> Option<Finding> {
            let weight = Weight::Strong;
            Some(Finding { weight, id: 0 })
        }

        fn bytes(&self) -> usize {
            0
        }

        fn stopped(&self) -> Option<Stop> {
            None
        }
    }

    /// The states, and steps noted so that each pair is a circle of its own.
    fn noted(graph: &Pairs) -> (Store, Livelock) {
        let mut store = Store::new();
        let mut livelock = Livelock::new(graph);
        let mut live = crate::store::Live::new();
        let mut states = vec![start(&[1], &mut store, &mut live)];
        for node in 1..END + u32::from(graph.ends) {
            states.push(store.insert(&mut live, &[(0, node + 1)]).0);
        }
        for pair in states[..END as usize].chunks(2) {
            livelock.note_step(pair[0], pair[1]);
            livelock.note_step(pair[1], pair[0]);
        }
        if let Some(&end) = states.get(END as usize) {
            livelock.note_end(end, |_| None);
        }
        (store, livelock)
    }

    fn count(livelock: &Livelock, store: &mut Store) -> usize {
        livelock.basins(store).circles.iter().flatten().count()
    }

    #[test]
    fn circles_that_lead_to_each_other_are_joined() {
        for ends in [false, true] {
            let mut graph = Pairs { ends };
            let (mut store, mut livelock) = noted(&graph);
            assert_eq!(count(&livelock, &mut store), PAIRS as usize);
            let undisturbed = &mut |_: usize| ControlFlow::Continue(());
            let joined = livelock.join_circles(&mut graph, &mut store, undisturbed);
            assert!(joined.is_continue());
            assert_eq!(count(&livelock, &mut store), usize::from(!ends));
        }
    }

    #[test]
    fn what_is_joined_is_judged_where_it_leads() {
        for ends in [false, true] {
            let mut graph = Pairs { ends };
            let (mut store, mut livelock) = noted(&graph);
            let mut findings = Findings::new(Weight::Strong);
            let mut monitor = Unwatched;
            let mut watch = Watch::new(&Limits::default(), &mut monitor);
            let usage = Usage {
                store: 1 << 20,
                graph: 0,
                frontier: 0,
                store_is_full: false,
                stopped: None,
            };
            let end = livelock.conclude(&mut graph, &mut store, &mut findings, &mut watch, usage);
            let length = findings.into_best().map(|found| found.choices.len());
            match ends {
                true => assert_eq!((end, length), (End::Exhausted, None)),
                false => assert_eq!((end, length), (End::Found, Some(END as usize - 2))),
            }
        }
    }
}
