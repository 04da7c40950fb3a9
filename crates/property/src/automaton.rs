//! Büchi automata over valuations of propositions, frozen for use in a product: flat, small,
//! with acceptance on transitions. Knows neither formulas nor programs.
//!
//! A product pairs a state of the program with a state of the automaton. The automaton reads
//! the valuation of the program state that is *left*: from `(s, q)`, with `s -> s'` in the
//! program, there is a step to `(s', q')` for each transition of `q` to `q'` whose label
//! matches the valuation of `s`. The start is `(initial s, initial q)`.

mod complement;
pub(crate) mod components;
pub(crate) mod degeneralise;
pub(crate) mod generalised;
pub(crate) mod reduce;
pub(crate) mod simulation;
mod strength;
mod union;

use crate::expr::Expr;
use crate::label::Label;
use crate::source_error::SourceError;
use generalised::{Edge, Generalised};

pub use strength::Strength;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AutomatonState(pub u32);

impl AutomatonState {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transition {
    pub label: Label,
    pub target: AutomatonState,
    /// A run is accepted if it takes accepting transitions again and again.
    pub accepting: bool,
}

/// A nondeterministic Büchi automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    name: String,
    propositions: Vec<String>,
    initial: AutomatonState,
    /// Where the transitions of each state begin; one more entry than states.
    first: Vec<u32>,
    transitions: Vec<Transition>,
    /// For each state, the propositions that its transitions ask for.
    asked: Vec<u64>,
    strength: Strength,
    is_stutter_invariant: bool,
    /// For each state, whether everything is accepted from there on, as far as is seen.
    accepts_all: Vec<bool>,
}

impl Automaton {
    pub fn initial(&self) -> AutomatonState {
        self.initial
    }

    pub fn states(&self) -> impl ExactSizeIterator<Item = AutomatonState> + use<> {
        (0..self.asked.len() as u32).map(AutomatonState)
    }

    #[inline]
    pub fn transitions(&self, state: AutomatonState) -> &[Transition] {
        let (first, end) = (self.first[state.index()], self.first[state.index() + 1]);
        &self.transitions[first as usize..end as usize]
    }

    pub fn transition_count(&self) -> usize {
        self.transitions.len()
    }

    /// The transitions that can be taken from a program state with this valuation. Each target
    /// comes once, unless a state has dozens of transitions to it.
    #[inline]
    pub fn enabled(
        &self,
        state: AutomatonState,
        valuation: u64,
    ) -> impl Iterator<Item = &Transition> {
        self.transitions(state)
            .iter()
            .filter(move |transition| transition.label.matches(valuation))
    }

    /// The propositions that matter in a state: only these need be evaluated there.
    #[inline]
    pub fn asked(&self, state: AutomatonState) -> u64 {
        self.asked[state.index()]
    }

    /// The propositions as text, in the order of their bits.
    pub fn propositions(&self) -> &[String] {
        &self.propositions
    }

    /// The propositions as expressions to be resolved; an automaton from a file may hold text
    /// that is none.
    pub fn expressions(&self) -> Result<Vec<Expr>, SourceError> {
        let texts = self.propositions.iter();
        texts.map(|text| Expr::parse(text)).collect()
    }

    /// What the automaton accepts, in words or as a formula.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it takes to see that a run is accepted.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Whether every continuation is accepted from a state. In a terminal automaton these are
    /// the states to search for: a product that reaches one of them has shown an accepted run,
    /// and its path is a violation without any cycle.
    #[inline]
    pub fn accepts_all(&self, state: AutomatonState) -> bool {
        self.accepts_all[state.index()]
    }

    /// Whether it is known that the automaton cannot tell a state from its repetition: seen from
    /// the formula, or declared in the file. Otherwise reductions that leave out invisible
    /// steps might lose or add accepted runs.
    pub fn is_stutter_invariant(&self) -> bool {
        self.is_stutter_invariant
    }

    pub(crate) fn known_stutter_invariant(mut self, known: bool) -> Automaton {
        self.is_stutter_invariant = known;
        self
    }

    /// Whether each state has one transition at most for each valuation.
    pub fn is_deterministic(&self) -> bool {
        self.states().all(|state| {
            let transitions = self.transitions(state);
            transitions.iter().enumerate().all(|(index, one)| {
                transitions[index + 1..]
                    .iter()
                    .all(|other| one.label.and(other.label).is_none())
            })
        })
    }

    pub(crate) fn frozen(
        built: &Generalised,
        name: String,
        propositions: Vec<String>,
    ) -> Automaton {
        assert!(built.sets <= 1, "degeneralised before it is frozen");
        let built = &built.with_disjoint_labels();
        let mut first = vec![0];
        let mut transitions = Vec::with_capacity(built.transitions());
        let mut asked = Vec::with_capacity(built.states());
        for edges in &built.edges {
            asked.push(
                edges
                    .iter()
                    .fold(0, |all, edge| all | edge.label.propositions()),
            );
            transitions.extend(edges.iter().map(|edge| Transition {
                label: edge.label,
                target: AutomatonState(edge.target as u32),
                accepting: edge.marks == built.all_marks(),
            }));
            first.push(u32::try_from(transitions.len()).expect("fewer than 2^32 transitions"));
        }
        let (strength, accepts_all) = strength::strength(built);
        Automaton {
            strength,
            is_stutter_invariant: false,
            accepts_all,
            name,
            propositions,
            initial: AutomatonState(built.initial as u32),
            first,
            transitions,
            asked,
        }
    }

    pub(crate) fn thawed(&self) -> Generalised {
        let edges = self.states().map(|state| {
            let own = self.transitions(state).iter().map(|transition| Edge {
                target: transition.target.index(),
                label: transition.label,
                marks: u64::from(transition.accepting),
            });
            own.collect()
        });
        Generalised {
            initial: self.initial.index(),
            edges: edges.collect(),
            sets: 1,
        }
    }
}
