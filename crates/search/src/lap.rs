//! A circle of states as a trail shows it: with a path around it on which every agent that can move
//! there does, which is what a fair schedule may do for ever.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use crate::engines::start;
use crate::graph::{Edge, EdgeKind, Finding, Graph};
use crate::livelock::Livelock;
use crate::store::{Live, StateId, Store};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lap {
    pub finding: Finding,
    /// Choices that lead round.
    pub choices: Vec<u32>,
}

/// What the graph says of the circle that `state` is in, if it is in one that no step leaves.
/// `mover` tells who makes a choice.
pub fn lap_at<G: Graph>(graph: &mut G, state: &[u32], mover: impl Fn(u32) -> u32) -> Option<Lap> {
    let mut store = Store::new();
    let start = start(state, &mut store, &mut Live::new());
    let (mut livelock, circle) = Livelock::circle_with(graph, &mut store, start)?;
    let finding = livelock.judge(graph, &store, &circle)?;
    let choices = around(graph, &mut store, start, mover)?;
    Some(Lap { finding, choices })
}

/// The states of the circle that `state` is in, if it is in one that no step leaves. Zeros at
/// their ends are left out.
pub fn circle_at<G: Graph>(graph: &mut G, state: &[u32]) -> Option<Vec<Vec<u32>>> {
    let mut store = Store::new();
    let mut live = Live::new();
    let start = start(state, &mut store, &mut live);
    let (_, circle) = Livelock::circle_with(graph, &mut store, start)?;
    let words = circle.states.iter().map(|&state| {
        store.load(&mut live, state);
        let used = live.words().iter().rposition(|&word| word != 0);
        live.words()[..used.map_or(0, |last| last + 1)].to_vec()
    });
    Some(words.collect())
}

/// Choices from `start` back to it; None if the graph was given up. `store` has the states of the
/// circle.
fn around(
    graph: &mut impl Graph,
    store: &mut Store,
    start: StateId,
    mover: impl Fn(u32) -> u32,
) -> Option<Vec<u32>> {
    let mut lap = Vec::new();
    let mut at = start;
    let mut moved = BTreeSet::new();
    // To the nearest step of an agent that has not moved yet, until all have.
    while let Some((path, target)) = shortest(graph, store, at, |edge, _| {
        !moved.contains(&mover(edge.choice))
    }) {
        moved.extend(path.iter().map(|&choice| mover(choice)));
        lap.extend(path);
        at = target;
    }
    if at != start {
        let back = shortest(graph, store, at, |_, target| target == start);
        if back.is_none() && graph.stopped().is_some() {
            return None;
        }
        lap.extend(back.expect("each state leads to each other").0);
    }
    Some(lap)
}

/// The shortest path to an edge that is wanted, that edge included, and where it leads.
fn shortest(
    graph: &mut impl Graph,
    store: &mut Store,
    start: StateId,
    is_wanted: impl Fn(Edge, StateId) -> bool,
) -> Option<(Vec<u32>, StateId)> {
    let mut reached_from: FxHashMap<StateId, (StateId, u32)> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    let (mut live, mut changes) = (Live::new(), Vec::new());
    while let Some(state) = queue.pop_front() {
        store.load(&mut live, state);
        let mut from = Some(0);
        while let Some(edge) =
            from.and_then(|from| graph.successor(live.words(), from, &mut changes))
        {
            from = edge.choice.checked_add(1);
            let is_optional =
                graph.has_optional_steps() && graph.is_optional(live.words(), edge.choice);
            if edge.kind != EdgeKind::Step || is_optional {
                continue;
            }
            let (target, _) = store.insert(&mut live, &changes);
            if is_wanted(edge, target) {
                let mut choices = vec![edge.choice];
                let mut back = state;
                while back != start {
                    let (before, choice) = reached_from[&back];
                    choices.push(choice);
                    back = before;
                }
                choices.reverse();
                return Some((choices, target));
            }
            if target != start && !reached_from.contains_key(&target) {
                reached_from.insert(target, (state, edge.choice));
                queue.push_back(target);
            }
        }
    }
    None
}
