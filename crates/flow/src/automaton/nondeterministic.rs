//! Automata with several next states, and the deterministic ones that they stand for. It
//! does not know where they come from.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Dfa, State, Symbol};

/// An automaton whose transitions read a symbol or nothing.
#[derive(Clone, Debug, Default)]
pub struct Nondeterministic {
    symbols: usize,
    transitions: Vec<Vec<(Symbol, State)>>,
    silent: Vec<Vec<State>>,
    accepting: Vec<bool>,
}

impl Nondeterministic {
    pub fn new(symbols: usize) -> Nondeterministic {
        Nondeterministic {
            symbols,
            ..Nondeterministic::default()
        }
    }

    pub fn add_state(&mut self) -> State {
        self.transitions.push(Vec::new());
        self.silent.push(Vec::new());
        self.accepting.push(false);
        (self.accepting.len() - 1) as State
    }

    pub fn accept(&mut self, state: State) {
        self.accepting[state as usize] = true;
    }

    pub fn add(&mut self, from: State, symbol: Symbol, to: State) {
        self.transitions[from as usize].push((symbol, to));
    }

    pub fn add_silent(&mut self, from: State, to: State) {
        self.silent[from as usize].push(to);
    }

    /// The minimal deterministic automaton, started in any of the states `start`; None if it
    /// has more states than `most` before it is minimal.
    pub fn deterministic(
        &self,
        start: impl IntoIterator<Item = State>,
        most: usize,
    ) -> Option<Dfa> {
        let mut numbers: FxHashMap<BTreeSet<State>, State> = FxHashMap::default();
        let first = self.closure(start.into_iter().collect());
        numbers.insert(first.clone(), 0);
        let mut sets = vec![first];
        let mut next = Vec::new();
        let mut at = 0;
        while at < sets.len() {
            if sets.len() > most {
                return None;
            }
            for symbol in 0..self.symbols {
                let reached = sets[at].iter().flat_map(|&state| {
                    let transitions = self.transitions[state as usize].iter();
                    transitions
                        .filter(move |(read, _)| *read == symbol)
                        .map(|&(_, to)| to)
                });
                let set = self.closure(reached.collect());
                let fresh = sets.len() as State;
                let number = *numbers.entry(set.clone()).or_insert(fresh);
                if number == fresh {
                    sets.push(set);
                }
                next.push(number);
            }
            at += 1;
        }
        let accepts = |set: &BTreeSet<State>| set.iter().any(|&s| self.accepting[s as usize]);
        let accepting = sets.iter().map(accepts).collect();
        Some(Dfa::new(self.symbols, 0, accepting, next).minimal())
    }

    fn closure(&self, mut set: BTreeSet<State>) -> BTreeSet<State> {
        let mut open: Vec<State> = set.iter().copied().collect();
        while let Some(state) = open.pop() {
            for &to in &self.silent[state as usize] {
                if set.insert(to) {
                    open.push(to);
                }
            }
        }
        set
    }
}
