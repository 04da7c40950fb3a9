//! The complement of a deterministic automaton, for automata that describe what is allowed.

use super::Automaton;
use super::generalised::{Edge, Generalised};
use super::reduce::reduced;
use crate::label::Label;

impl Automaton {
    /// The automaton of all words that this one does not accept. None if this one is not
    /// deterministic: complementing such automata takes exponentially many states.
    pub fn complement(&self) -> Option<Automaton> {
        if !self.is_deterministic() {
            return None;
        }
        let built = self.thawed();
        let states = built.states();
        // Three parts: the automaton itself; from `states` on, a copy in which accepting
        // transitions are no longer taken, entered by guessing that none will be needed; and
        // a last state for words on which the run ends.
        let (copy, ended) = (states, 2 * states);
        let mut edges = vec![Vec::new(); 2 * states + 1];
        let edge = |target, label, marks| Edge {
            target,
            label,
            marks,
        };
        for (state, own) in built.edges.iter().enumerate() {
            let mut missing = vec![Label::ANY];
            for step in own {
                edges[state].push(edge(step.target, step.label, 0));
                if step.marks == 0 {
                    edges[state].push(edge(copy + step.target, step.label, 0));
                    edges[copy + state].push(edge(copy + step.target, step.label, 1));
                }
                missing = missing
                    .into_iter()
                    .flat_map(|label| label.parts_without(step.label))
                    .collect();
            }
            for label in missing {
                edges[state].push(edge(ended, label, 0));
            }
        }
        edges[ended].push(edge(ended, Label::ANY, 1));
        let complement = Generalised {
            initial: built.initial,
            edges,
            sets: 1,
        };
        let name = match self.name() {
            "" => String::new(),
            name => format!("not ({name})"),
        };
        let propositions = self.propositions().to_vec();
        let complement = Automaton::frozen(&reduced(&complement), name, propositions);
        Some(complement.known_stutter_invariant(self.is_stutter_invariant()))
    }
}

#[cfg(test)]
mod tests {
    use crate::automaton::Automaton;
    use crate::random::Random;
    use crate::translate::buchi;

    #[test]
    fn the_complement_accepts_what_the_automaton_does_not() {
        let mut random = Random::new(5);
        let mut complemented = 0;
        for _ in 0..800 {
            let formula = random.formula(6, 2);
            let built = buchi(&formula).expect("small");
            let names = vec!["a".to_string(), "b".to_string()];
            let automaton = Automaton::frozen(&built, formula.to_string(), names);
            let Some(complement) = automaton.complement() else {
                assert!(!automaton.is_deterministic());
                continue;
            };
            complemented += 1;
            for _ in 0..20 {
                let word = random.lasso(2);
                assert_ne!(
                    automaton.accepts(&word),
                    complement.accepts(&word),
                    "{formula} {word:?}"
                );
            }
        }
        assert!(complemented > 200, "{complemented}");
    }
}
