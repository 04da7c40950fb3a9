//! The schedules of a program with few preemptions (CHESS): a graph whose states also have the
//! thread that ran last and how often a thread that could go on was interrupted.

use trailhound_machine::{Choice, ProgramGraph, ThreadId};
use trailhound_search::{Edge, EdgeKind, Finding, Graph, Stop};

/// Words of a state before those of the program.
const OWN: usize = 1;

/// No thread has to go on: the first state, and behind a step that changed nothing at all.
const NONE: ThreadId = ThreadId(u32::MAX >> COUNT_BITS);

/// Bits of the own word that count preemptions.
const COUNT_BITS: u32 = 16;

pub struct Bounded<'g, 'p> {
    graph: &'g mut ProgramGraph<'p>,
    bound: u32,
    /// A schedule was left out because of the bound.
    pub is_cut: bool,
    /// The state that was asked for last, and whether its last thread could go on.
    here: (Vec<u32>, bool),
    scratch: Vec<(u32, u32)>,
}

impl<'g, 'p> Bounded<'g, 'p> {
    pub fn new(graph: &'g mut ProgramGraph<'p>, bound: u32) -> Bounded<'g, 'p> {
        Bounded {
            graph,
            bound: bound.min((1 << COUNT_BITS) - 1),
            is_cut: false,
            here: (Vec::new(), false),
            scratch: Vec::new(),
        }
    }

    /// Whether `thread` can take a step, and does not wait for a time-out to do so.
    fn goes_on(&mut self, state: &[u32], thread: ThreadId) -> bool {
        if self.here.0 == state {
            return self.here.1;
        }
        let words = &state[OWN..];
        let goes_on = thread != NONE && {
            self.graph.look_at(words);
            let scene = self.graph.scene();
            let waits = !scene.alive().contains(thread) || scene.blocked().contains(thread);
            let own = Choice::new(thread, 0).number();
            let edge = match waits {
                true => None,
                false => self.graph.successor(words, own, &mut self.scratch),
            };
            edge.is_some_and(|edge| edge.choice == own)
        };
        self.here = (state.to_vec(), goes_on);
        goes_on
    }
}

fn split(own: u32) -> (ThreadId, u32) {
    (ThreadId(own >> COUNT_BITS), own & ((1 << COUNT_BITS) - 1))
}

fn joined(last: ThreadId, count: u32) -> u32 {
    last.0 << COUNT_BITS | count
}

/// Whether changes leave a state as it was.
fn changes_nothing(words: &[u32], changes: &[(u32, u32)]) -> bool {
    let word = |slot: u32| words.get(slot as usize).copied().unwrap_or(0);
    changes.iter().all(|&(slot, new)| word(slot) == new)
}

impl Graph for Bounded<'_, '_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let mut state = vec![joined(NONE, 0)];
        state.extend(self.graph.initial()?);
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let (last, count) = split(state[0]);
        let goes_on = self.goes_on(state, last);
        let words = &state[OWN..];
        let mut from = from;
        loop {
            let edge = self.graph.successor(words, from, changes)?;
            if let EdgeKind::Abandoned(_) = edge.kind {
                return Some(edge);
            }
            let thread = Choice::of(edge.choice).thread;
            let count = count + u32::from(goes_on && thread != last);
            if count > self.bound {
                self.is_cut = true;
                from = edge.choice.checked_add(1)?;
                continue;
            }
            // A thread that spins lets others go on.
            let next = match changes_nothing(words, changes) {
                true => NONE,
                false => thread,
            };
            for (slot, _) in changes.iter_mut() {
                *slot += OWN as u32;
            }
            changes.push((0, joined(next, count)));
            return Some(edge);
        }
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        self.graph.meet(&state[OWN..])
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        self.graph.inspect(&state[OWN..], successors)
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}
