//! Finds livelocks: a closed set of states, each with an edge out, in which all edges
//! stutter. Whoever comes there only spins for ever. It does not know the engine.
//!
//! A closed set has as many edges as states or more, and an engine enters it once; so one
//! of its edges leads to a state that is stored already. That is when to look.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{EdgeKind, Finding, Graph};
use crate::store::{Live, StateId, Store};

pub(crate) struct Livelock {
    finding: Finding,
    /// One bit a state: what comes of it is known.
    settled: Vec<u64>,
    /// States that were stored here, before the engine came to them.
    ahead: FxHashSet<StateId>,
    live: Live,
    changes: Vec<(u32, u32)>,
}

/// A state on the path of the examination, which is the path of Tarjan's algorithm.
struct Visit {
    state: StateId,
    /// The choice of the edge seen last; `None` before the first.
    choice: Option<u32>,
    order: u32,
    /// The earliest state known to be reached from here.
    low: u32,
}

enum Next {
    Reaches(StateId),
    Done,
    /// Something visible can happen, or the state is an end, or an execution is cut off there.
    Escapes,
}

impl Livelock {
    pub fn new(finding: Finding) -> Livelock {
        Livelock {
            finding,
            settled: Vec::new(),
            ahead: FxHashSet::default(),
            live: Live::new(),
            changes: Vec::new(),
        }
    }

    pub fn finding(&self) -> Finding {
        self.finding
    }

    pub fn bytes(&self) -> usize {
        let entry = size_of::<StateId>() + 1;
        self.settled.capacity() * size_of::<u64>() + self.ahead.capacity() * entry
    }

    /// Whether a stored state is new to the engine after all.
    #[inline]
    pub fn is_first_visit(&mut self, state: StateId) -> bool {
        !self.ahead.is_empty() && self.ahead.remove(&state)
    }

    /// The choices from `start` into a livelock that was not reported before.
    ///
    /// Goes depth first, until the first edge that does not stutter or until the first
    /// strongly connected component is complete. The latter is a livelock, for a component
    /// that is complete first has no way out. In the former case all states on the path
    /// have a way out, and with them all that were left behind, since each of those leads
    /// back to the path. So all are settled, and no state is examined twice.
    pub fn examine(
        &mut self,
        graph: &mut impl Graph,
        store: &mut Store,
        start: StateId,
    ) -> Option<Vec<u32>> {
        if self.is_settled(start) {
            return None;
        }
        let mut order = FxHashMap::default();
        order.insert(start, 0);
        let mut path = vec![Visit::new(start, 0)];
        store.load(&mut self.live, start);
        let closed = loop {
            let visit = path.last_mut().expect("the start completes a component");
            match self.next(graph, store, visit) {
                Next::Escapes => break false,
                Next::Reaches(state) => {
                    let number = order.len() as u32;
                    let known = *order.entry(state).or_insert(number);
                    if known < number {
                        visit.low = visit.low.min(known);
                    } else {
                        path.push(Visit::new(state, number));
                        self.live.advance();
                    }
                }
                Next::Done if visit.low == visit.order => break true,
                Next::Done => {
                    let low = visit.low;
                    path.pop();
                    let parent = path.last_mut().expect("the start reaches nothing earlier");
                    parent.low = parent.low.min(low);
                    store.load(&mut self.live, parent.state);
                }
            }
        };
        for &state in order.keys() {
            self.settle(state);
        }
        closed.then(|| {
            let (_, taken) = path.split_last().expect("the component has a state");
            taken.iter().filter_map(|visit| visit.choice).collect()
        })
    }

    fn next(&mut self, graph: &mut impl Graph, store: &mut Store, visit: &mut Visit) -> Next {
        let from = match visit.choice {
            None => Some(0),
            Some(choice) => choice.checked_add(1),
        };
        let words = self.live.words();
        if visit.choice.is_none() && graph.is_cut(words) {
            return Next::Escapes;
        }
        let Some(edge) = from.and_then(|from| graph.successor(words, from, &mut self.changes))
        else {
            return match visit.choice {
                None => Next::Escapes,
                Some(_) => Next::Done,
            };
        };
        visit.choice = Some(edge.choice);
        if !edge.stutters || edge.kind != EdgeKind::Step {
            return Next::Escapes;
        }
        let (state, new) = store.insert(&mut self.live, &self.changes);
        if new {
            self.ahead.insert(state);
        }
        if self.is_settled(state) {
            return Next::Escapes;
        }
        Next::Reaches(state)
    }

    fn is_settled(&self, state: StateId) -> bool {
        let word = self.settled.get(state.number() / 64);
        word.is_some_and(|word| word >> (state.number() % 64) & 1 == 1)
    }

    fn settle(&mut self, state: StateId) {
        let word = state.number() / 64;
        if word >= self.settled.len() {
            self.settled.resize(word + 1, 0);
        }
        self.settled[word] |= 1 << (state.number() % 64);
    }
}

impl Visit {
    fn new(state: StateId, order: u32) -> Visit {
        Visit {
            state,
            choice: None,
            order,
            low: order,
        }
    }
}
