//! How engines begin with a state: storing the initial one and counting edges.

use crate::graph::Graph;
use crate::store::{Live, StateId, Store};

/// Stores the initial state and puts `live` there.
pub(crate) fn start(initial: &[u32], store: &mut Store, live: &mut Live) -> StateId {
    let changes: Vec<(u32, u32)> = (0..).zip(initial.iter().copied()).collect();
    let (state, _) = store.insert(live, &changes);
    live.advance();
    state
}

/// The number of edges of a state.
pub(crate) fn count_edges(
    graph: &mut impl Graph,
    state: &[u32],
    changes: &mut Vec<(u32, u32)>,
) -> u32 {
    let mut count = 0;
    let mut from = Some(0);
    while let Some(edge) = from.and_then(|from| graph.successor(state, from, changes)) {
        count += 1;
        from = edge.choice.checked_add(1);
    }
    count
}
