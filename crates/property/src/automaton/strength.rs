//! How much of Büchi acceptance an automaton needs. The less, the simpler the search for an
//! accepted run.

use super::generalised::Generalised;
use super::{Automaton, AutomatonState};
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

impl Automaton {
    pub fn strength(&self) -> Strength {
        let built = self.thawed();
        let components = built.components();
        let accepting = built.accepting_components(&components);
        let mut is_reached = vec![false; components.count()];
        let mut open = vec![built.initial];
        let mut seen = vec![false; built.states()];
        seen[built.initial] = true;
        while let Some(state) = open.pop() {
            is_reached[components.of_state(state)] = true;
            for edge in &built.edges[state] {
                if !std::mem::replace(&mut seen[edge.target], true) {
                    open.push(edge.target);
                }
            }
        }
        let found = (0..components.count()).any(|own| is_reached[own] && accepting[own]);
        if !found {
            return Strength::Empty;
        }
        let inside = |state: usize| seen[state] && accepting[components.of_state(state)];
        let has_other_cycle = has_cycle_without_marks(&built, &inside);
        if has_other_cycle {
            return Strength::General;
        }
        let is_terminal = (0..built.states())
            .filter(|state| inside(*state))
            .all(|state| {
                let own = components.of_state(state);
                let stays = built.edges[state]
                    .iter()
                    .filter(|edge| components.of_state(edge.target) == own);
                let labels: Vec<Label> = stays.map(|edge| edge.label).collect();
                Label::ANY.is_covered_by(&labels)
            });
        if is_terminal {
            Strength::Terminal
        } else {
            Strength::Weak
        }
    }

    /// The states from which every continuation is accepted, if the automaton is terminal: a
    /// product that reaches one of them has shown an accepted run.
    pub fn accepts_everything(&self, state: AutomatonState) -> bool {
        let built = Generalised {
            initial: state.index(),
            ..self.thawed()
        };
        let components = built.components();
        let own = components.of_state(state.index());
        let inside = |other: usize| components.of_state(other) == own;
        built.accepting_components(&components)[own]
            && !has_cycle_without_marks(&built, &inside)
            && (0..built.states())
                .filter(|other| inside(*other))
                .all(|other| {
                    let stays = built.edges[other].iter().filter(|edge| inside(edge.target));
                    let labels: Vec<Label> = stays.map(|edge| edge.label).collect();
                    Label::ANY.is_covered_by(&labels)
                })
    }
}

/// Whether some cycle within a component, through states inside, has no mark.
fn has_cycle_without_marks(built: &Generalised, inside: &dyn Fn(usize) -> bool) -> bool {
    let unmarked = Generalised {
        initial: built.initial,
        edges: built
            .edges
            .iter()
            .map(|edges| {
                edges
                    .iter()
                    .copied()
                    .filter(|edge| edge.marks == 0)
                    .collect()
            })
            .collect(),
        sets: 0,
    };
    let components = unmarked.components();
    let cycles = unmarked.accepting_components(&components);
    (0..built.states()).any(|state| inside(state) && cycles[components.of_state(state)])
}
