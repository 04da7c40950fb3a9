//! Makes an automaton deterministic that reads the effects of nodes on a set of
//! possibilities. It does not know what is possible of what.

use rustc_hash::FxHashMap;

use super::automaton::{NodeAutomaton, REJECTED};
use crate::automaton::State;

/// A set of at most 64 possibilities.
pub type Set = u64;

/// The automaton whose states are the sets that `start` can become.
///
/// `effect` is, by node, the number of what it does to a set; `apply` does it. An empty set
/// rejects, a set for which `accepts` holds accepts.
pub fn automaton(
    start: Set,
    effects: Vec<Option<u32>>,
    count: u32,
    apply: impl Fn(u32, Set) -> Set,
    accepts: impl Fn(Set) -> bool,
) -> NodeAutomaton {
    let mut numbers: FxHashMap<Set, State> = FxHashMap::default();
    numbers.insert(start, 0);
    let mut sets = vec![start];
    let mut rows = vec![Vec::new(); count as usize];
    let mut at = 0;
    while let Some(&set) = sets.get(at) {
        at += 1;
        for (number, row) in (0..count).zip(&mut rows) {
            let next = match apply(number, set) {
                0 => REJECTED,
                next => {
                    let fresh = sets.len() as State;
                    let number = *numbers.entry(next).or_insert(fresh);
                    if number == fresh {
                        sets.push(next);
                    }
                    number
                }
            };
            row.push(next);
        }
    }
    NodeAutomaton {
        start: 0,
        accepting: sets.into_iter().map(accepts).collect(),
        effects,
        rows,
    }
}

/// Numbers the distinct effects of nodes, in the order in which they come.
pub struct Effects<E> {
    known: Vec<E>,
    by_node: Vec<Option<u32>>,
}

impl<E: PartialEq> Effects<E> {
    /// `of` is what a node does, by its number; none where it is not seen.
    pub fn collect(nodes: usize, of: impl Fn(usize) -> Option<E>) -> Effects<E> {
        let mut known: Vec<E> = Vec::new();
        let by_node = (0..nodes)
            .map(|node| {
                let effect = of(node)?;
                let number = known.iter().position(|other| *other == effect);
                Some(number.unwrap_or_else(|| {
                    known.push(effect);
                    known.len() - 1
                }) as u32)
            })
            .collect();
        Effects { known, by_node }
    }

    pub fn automaton(
        self,
        start: Set,
        apply: impl Fn(&E, Set) -> Set,
        accepts: impl Fn(Set) -> bool,
    ) -> NodeAutomaton {
        let known = self.known;
        automaton(
            start,
            self.by_node,
            known.len() as u32,
            |number, set| apply(&known[number as usize], set),
            accepts,
        )
    }
}
