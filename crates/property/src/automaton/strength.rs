//! How much of Büchi acceptance an automaton needs. The less, the simpler the search for an
//! accepted run.

use super::generalised::Generalised;
use crate::label::Label;

/// What it takes to see that a run of a product is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Nothing is accepted.
    Empty,
    /// A run is accepted as soon as it reaches a state from which everything is. If the
    /// automaton is that of the violations, the property is a safety property: a violation
    /// is a finite path, and reachability decides.
    Terminal,
    /// Within a component, either all cycles are accepting or none: any cycle in an
    /// accepting component will do, one depth-first search decides.
    Weak,
    /// Accepting cycles have to be looked for.
    General,
}

/// The strength of an automaton with one acceptance set at most, and for each state whether
/// it is in a component that accepts everything.
pub(super) fn strength(built: &Generalised) -> (Strength, Vec<bool>) {
    let components = built.components();
    let accepting = built.accepting_components(&components);
    let states = 0..built.states();
    let inside = |state: usize| accepting[components.of_state(state)];
    let mut is_complete = accepting.clone();
    for state in states.clone() {
        let own = components.of_state(state);
        let stays = built.edges[state]
            .iter()
            .filter(|edge| components.of_state(edge.target) == own);
        let labels: Vec<Label> = stays.map(|edge| edge.label).collect();
        is_complete[own] &= Label::ANY.is_covered_by(&labels);
    }
    let unmarked = states_on_unmarked_cycles(built);
    for state in states.clone().filter(|state| unmarked[*state]) {
        is_complete[components.of_state(state)] = false;
    }
    let accepts_all: Vec<bool> = states
        .clone()
        .map(|state| is_complete[components.of_state(state)])
        .collect();
    let reached = reached(built);
    let mut accepted = states
        .clone()
        .filter(|state| reached[*state] && inside(*state));
    let strength = if accepted.clone().next().is_none() {
        Strength::Empty
    } else if accepted.clone().all(|state| accepts_all[state]) {
        Strength::Terminal
    } else if accepted.all(|state| !unmarked[state]) {
        Strength::Weak
    } else {
        Strength::General
    };
    (strength, accepts_all)
}

fn reached(built: &Generalised) -> Vec<bool> {
    let mut seen = vec![false; built.states()];
    seen[built.initial] = true;
    let mut open = vec![built.initial];
    while let Some(state) = open.pop() {
        for edge in &built.edges[state] {
            if !std::mem::replace(&mut seen[edge.target], true) {
                open.push(edge.target);
            }
        }
    }
    seen
}

/// The states through which a cycle without marks leads.
fn states_on_unmarked_cycles(built: &Generalised) -> Vec<bool> {
    let all = built.all_marks();
    let is_unmarked = |marks: u64| all != 0 && marks & all == 0;
    let edges = built.edges.iter().map(|edges| {
        let kept = edges.iter().filter(|edge| is_unmarked(edge.marks));
        kept.copied().collect()
    });
    let unmarked = Generalised {
        initial: built.initial,
        edges: edges.collect(),
        sets: 0,
    };
    let components = unmarked.components();
    let cycles = unmarked.accepting_components(&components);
    (0..built.states())
        .map(|state| cycles[components.of_state(state)])
        .collect()
}
