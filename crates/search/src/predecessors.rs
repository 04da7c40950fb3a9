//! Where states were reached from first, and the trails that follow from that. Choices are
//! not kept: they are found again.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use trailhound_checkpoint::{Damage, Reader, Writer};

use crate::graph::{EdgeKind, Graph};
use crate::outcome::End;
use crate::store::{Chunked, Live, StateId, Store};

/// By the number of a state, the state from which it was reached first.
pub(crate) struct Predecessors(Chunked<Option<StateId>>);

impl Predecessors {
    pub fn new() -> Predecessors {
        Predecessors(Chunked::new())
    }

    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        self.0
            .save(out, |out, state| StateId::save_option(state, out));
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Predecessors, Damage> {
        Chunked::load(input, StateId::load_option).map(Predecessors)
    }

    #[inline]
    pub fn set(&mut self, state: StateId, predecessor: Option<StateId>) {
        self.0.put(state.number(), predecessor, None);
    }

    #[inline]
    pub fn get(&self, state: StateId) -> Option<StateId> {
        self.0.get(state.number())
    }

    /// The choices from the initial state to `state`, and then `more`.
    pub fn trail(
        &self,
        graph: &mut impl Graph,
        store: &mut Store,
        state: StateId,
        more: &[u32],
    ) -> Vec<u32> {
        trail(|state| self.get(state), graph, store, state, more)
    }

    /// The choices of a shortest trail from the state stored first to one that is wanted. All
    /// states must be stored, and one of them wanted.
    pub fn shortest_trail(
        graph: &mut impl Graph,
        store: &mut Store,
        is_wanted: impl Fn(StateId) -> bool,
        pulse: &mut dyn FnMut(usize) -> ControlFlow<End>,
    ) -> ControlFlow<End, Vec<u32>> {
        let initial = StateId::first();
        let mut predecessors = Predecessors::new();
        predecessors.set(initial, None);
        let mut queue = VecDeque::from([initial]);
        let (mut live, mut changes) = (Live::new(), Vec::new());
        while let Some(state) = queue.pop_front() {
            if is_wanted(state) {
                return ControlFlow::Continue(predecessors.trail(graph, store, state, &[]));
            }
            store.load(&mut live, state);
            let mut from = Some(0);
            while let Some(edge) =
                from.and_then(|from| graph.successor(live.words(), from, &mut changes))
            {
                from = edge.choice.checked_add(1);
                pulse(predecessors.bytes() + queue.capacity() * size_of::<StateId>())?;
                match edge.kind {
                    EdgeKind::Step => {}
                    EdgeKind::Finding(_) => continue,
                    EdgeKind::Abandoned(stop) => return ControlFlow::Break(stop.into()),
                }
                let (target, _) = store.insert(&mut live, &changes);
                if target != initial && !predecessors.knows(target) {
                    predecessors.set(target, Some(state));
                    queue.push_back(target);
                }
            }
        }
        unreachable!("a stored state is reached")
    }

    fn knows(&self, state: StateId) -> bool {
        state.number() < self.0.len() && self.get(state).is_some()
    }
}

/// The choices from the initial state to `state`, and then `more`. `back` tells from which state
/// another was reached first.
pub(crate) fn trail(
    back: impl Fn(StateId) -> Option<StateId>,
    graph: &mut impl Graph,
    store: &mut Store,
    state: StateId,
    more: &[u32],
) -> Vec<u32> {
    let back = |&state: &StateId| back(state);
    let mut states: Vec<StateId> = std::iter::successors(Some(state), back).collect();
    let initial = states.pop().expect("a trail has a first state");
    let mut live = Live::new();
    let mut changes = Vec::new();
    store.load(&mut live, initial);
    let mut choices = Vec::with_capacity(states.len() + more.len());
    for &next in states.iter().rev() {
        let mut from = 0;
        loop {
            let edge = graph
                .successor(live.words(), from, &mut changes)
                .expect("a state's predecessor has an edge to it");
            if let EdgeKind::Abandoned(_) = edge.kind {
                // A search that was given up does not tell what it has no way to.
                return Vec::new();
            }
            let is_step = edge.kind == EdgeKind::Step;
            if is_step && store.insert(&mut live, &changes).0 == next {
                choices.push(edge.choice);
                live.advance();
                break;
            }
            from = edge.choice + 1;
        }
    }
    choices.extend(more);
    choices
}
