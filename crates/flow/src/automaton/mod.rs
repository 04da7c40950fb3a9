//! Deterministic automata over small alphabets: minimal, complete, with at most one trap.
//! It does not know what the symbols stand for.

mod expression;
mod nondeterministic;

pub use expression::Expression;
pub use nondeterministic::Nondeterministic;

use rustc_hash::FxHashMap;

/// A state of an automaton.
pub type State = u32;
/// A letter of an alphabet, numbered from 0.
pub type Symbol = usize;

/// A complete deterministic automaton: every state has a next state for every symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    symbols: usize,
    start: State,
    accepting: Vec<bool>,
    /// By state and symbol.
    next: Vec<State>,
}

impl Dfa {
    /// An automaton by its table; `next` has one row of `symbols` states for each state.
    pub fn new(symbols: usize, start: State, accepting: Vec<bool>, next: Vec<State>) -> Dfa {
        assert_eq!(next.len(), accepting.len() * symbols, "the table is full");
        Dfa {
            symbols,
            start,
            accepting,
            next,
        }
    }

    pub fn symbols(&self) -> usize {
        self.symbols
    }

    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    pub fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    pub fn start(&self) -> State {
        self.start
    }

    pub fn is_accepting(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    pub fn next(&self, state: State, symbol: Symbol) -> State {
        self.next[state as usize * self.symbols + symbol]
    }

    /// The next states, by symbol.
    pub fn row(&self, state: State) -> &[State] {
        let first = state as usize * self.symbols;
        &self.next[first..first + self.symbols]
    }

    pub fn accepts(&self, word: &[Symbol]) -> bool {
        let last = word.iter().fold(self.start, |at, &s| self.next(at, s));
        self.is_accepting(last)
    }

    /// The state that does not accept and is never left. A minimal automaton has at most
    /// one.
    pub fn trap(&self) -> Option<State> {
        (0..self.len() as State).find(|&state| {
            !self.is_accepting(state) && self.row(state).iter().all(|&next| next == state)
        })
    }

    /// Accepts what this one does not.
    pub fn complement(mut self) -> Dfa {
        for accepting in &mut self.accepting {
            *accepting = !*accepting;
        }
        self
    }

    /// The smallest automaton with the same language, its states numbered from the start
    /// on (Moore's refinement of partitions).
    pub fn minimal(&self) -> Dfa {
        let reachable = self.reachable();
        let mut class: Vec<u32> = self.accepting.iter().map(|&a| u32::from(a)).collect();
        let mut classes = 0;
        loop {
            let mut seen: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = class.clone();
            for &state in &reachable {
                let row = self.row(state).iter().map(|&next| class[next as usize]);
                let signature: Vec<u32> =
                    std::iter::once(class[state as usize]).chain(row).collect();
                let fresh = seen.len() as u32;
                refined[state as usize] = *seen.entry(signature).or_insert(fresh);
            }
            class = refined;
            if seen.len() == classes {
                break;
            }
            classes = seen.len();
        }
        // Classes were numbered in the order in which their first states are reached.
        let mut accepting = Vec::with_capacity(classes);
        let mut next = Vec::with_capacity(classes * self.symbols);
        for &state in &reachable {
            if class[state as usize] as usize == accepting.len() {
                accepting.push(self.is_accepting(state));
                next.extend(self.row(state).iter().map(|&next| class[next as usize]));
            }
        }
        Dfa::new(self.symbols, class[self.start as usize], accepting, next)
    }

    /// The states that can be reached, from the start on.
    fn reachable(&self) -> Vec<State> {
        let mut seen = vec![false; self.len()];
        seen[self.start as usize] = true;
        let mut order = vec![self.start];
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            at += 1;
            for &next in self.row(state) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    order.push(next);
                }
            }
        }
        order
    }

    /// By state, the least number of symbols to a state for which `is_goal` holds.
    pub fn distances(&self, is_goal: impl Fn(State) -> bool) -> Vec<Option<u32>> {
        let mut distance: Vec<Option<u32>> = (0..self.len() as State)
            .map(|state| is_goal(state).then_some(0))
            .collect();
        for round in 1..=self.len() as u32 {
            let before = distance.clone();
            for state in 0..self.len() as State {
                let near = |&next: &State| before[next as usize] == Some(round - 1);
                if distance[state as usize].is_none() && self.row(state).iter().any(near) {
                    distance[state as usize] = Some(round);
                }
            }
        }
        distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with an even number of 0s, with every state doubled.
    fn doubled() -> Dfa {
        let next = vec![1, 2, 2, 3, 3, 0, 0, 1];
        Dfa::new(2, 0, vec![true, false, true, false], next)
    }

    #[test]
    fn a_trap_is_neither_accepting_nor_left() {
        let dfa = Dfa::new(1, 0, vec![true, false, true], vec![1, 1, 2]);
        assert_eq!(dfa.trap(), Some(1));
        assert_eq!(dfa.complement().trap(), Some(2));
    }

    #[test]
    fn distances_count_symbols() {
        let dfa = Dfa::new(1, 0, vec![true, false, true], vec![1, 2, 2]);
        assert_eq!(dfa.distances(|s| s == 2), [Some(2), Some(1), Some(0)]);
        assert_eq!(dfa.distances(|s| s == 0), [Some(0), None, None]);
    }

    #[test]
    fn a_minimal_automaton_keeps_the_language() {
        let dfa = doubled();
        let minimal = dfa.minimal();
        assert!(minimal.len() <= dfa.len());
        for length in 0..8 {
            for bits in 0..1usize << length {
                let word: Vec<Symbol> = (0..length).map(|i| bits >> i & 1).collect();
                assert_eq!(dfa.accepts(&word), minimal.accepts(&word), "{word:?}");
            }
        }
        assert_eq!(minimal.minimal(), minimal);
    }
}
