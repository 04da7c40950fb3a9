//! Ultimately periodic words, and the meaning of formulas and automata on them, computed as
//! directly as the definitions allow. This is the yardstick that the translation is measured
//! with: the evaluation of formulas shares no code with it.

use crate::automaton::generalised::Generalised;
use crate::automaton::{Automaton, components::Components};
use crate::formula::{Connective, Formula, Modality};

/// A word: a stem, and then a cycle for ever. Each letter is the set of true propositions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasso {
    letters: Vec<u64>,
    cycle_start: usize,
}

impl Lasso {
    /// The word `stem cycle cycle …`. The cycle has one letter at least.
    pub fn new(stem: &[u64], cycle: &[u64]) -> Lasso {
        assert!(!cycle.is_empty(), "a cycle has one letter at least");
        Lasso {
            letters: [stem, cycle].concat(),
            cycle_start: stem.len(),
        }
    }

    fn after(&self, position: usize) -> usize {
        if position + 1 == self.letters.len() {
            self.cycle_start
        } else {
            position + 1
        }
    }

    /// Whether the word satisfies the formula.
    pub fn satisfies(&self, formula: &Formula) -> bool {
        self.truth(formula)[0]
    }

    /// The truth of the formula at each position.
    fn truth(&self, formula: &Formula) -> Vec<bool> {
        let positions = 0..self.letters.len();
        let constant = |value: bool| vec![value; self.letters.len()];
        match formula {
            Formula::True => constant(true),
            Formula::False => constant(false),
            Formula::Proposition(id) => positions
                .map(|position| self.letters[position] & id.bit() != 0)
                .collect(),
            Formula::Not(inner) => self.truth(inner).iter().map(|value| !value).collect(),
            Formula::Unary(modality, inner) => {
                let inner = self.truth(inner);
                match modality {
                    Modality::Next => positions.map(|at| inner[self.after(at)]).collect(),
                    Modality::Finally => self.least(&constant(true), &inner),
                    Modality::Globally => self.greatest(&constant(false), &inner),
                }
            }
            Formula::Binary(connective, left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                let pointwise = |join: fn(bool, bool) -> bool| -> Vec<bool> {
                    std::iter::zip(&left, &right)
                        .map(|(left, right)| join(*left, *right))
                        .collect()
                };
                match connective {
                    Connective::And => pointwise(|left, right| left && right),
                    Connective::Or => pointwise(|left, right| left || right),
                    Connective::Xor => pointwise(|left, right| left != right),
                    Connective::Implies => pointwise(|left, right| !left || right),
                    Connective::Iff => pointwise(|left, right| left == right),
                    Connective::Until => self.least(&left, &right),
                    Connective::Release => self.greatest(&left, &right),
                    Connective::WeakUntil => {
                        let until = self.least(&left, &right);
                        let always = self.greatest(&constant(false), &left);
                        std::iter::zip(until, always).map(|(a, b)| a || b).collect()
                    }
                    Connective::StrongRelease => {
                        let release = self.greatest(&left, &right);
                        let comes = self.least(&constant(true), &left);
                        std::iter::zip(release, comes)
                            .map(|(a, b)| a && b)
                            .collect()
                    }
                }
            }
        }
    }

    /// a U b: the least solution of u = b || (a && next u).
    fn least(&self, left: &[bool], right: &[bool]) -> Vec<bool> {
        self.solution(vec![false; left.len()], |at, next| {
            right[at] || (left[at] && next)
        })
    }

    /// a R b: the greatest solution of r = b && (a || next r).
    fn greatest(&self, left: &[bool], right: &[bool]) -> Vec<bool> {
        self.solution(vec![true; left.len()], |at, next| {
            right[at] && (left[at] || next)
        })
    }

    fn solution(&self, start: Vec<bool>, value: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut current = start;
        loop {
            let next: Vec<bool> = (0..current.len())
                .map(|at| value(at, current[self.after(at)]))
                .collect();
            if next == current {
                return current;
            }
            current = next;
        }
    }

    /// Whether the automaton has an accepted run on the word.
    pub(crate) fn is_accepted_by(&self, automaton: &Generalised) -> bool {
        let length = self.letters.len();
        let number = |state: usize, position: usize| state * length + position;
        let steps = |node: usize| {
            let (state, position) = (node / length, node % length);
            let after = self.after(position);
            automaton.edges[state]
                .iter()
                .filter(move |edge| edge.label.matches(self.letters[position]))
                .map(move |edge| (number(edge.target, after), edge.marks))
        };
        let nodes = automaton.states() * length;
        let mut reached = vec![false; nodes];
        let mut open = vec![number(automaton.initial, 0)];
        reached[open[0]] = true;
        while let Some(node) = open.pop() {
            for (target, _) in steps(node) {
                if !std::mem::replace(&mut reached[target], true) {
                    open.push(target);
                }
            }
        }
        let components = Components::of(nodes, |node| steps(node).map(|(target, _)| target));
        let mut marks = vec![None; components.count()];
        for node in (0..nodes).filter(|node| reached[*node]) {
            let own = components.of_state(node);
            for (target, own_marks) in steps(node) {
                if components.of_state(target) == own {
                    *marks[own].get_or_insert(0) |= own_marks;
                }
            }
        }
        marks.contains(&Some(automaton.all_marks()))
    }
}

impl Automaton {
    /// Whether the automaton accepts the word.
    pub fn accepts(&self, word: &Lasso) -> bool {
        word.is_accepted_by(&self.thawed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ltl;

    /// Propositions a, b, c by the order in which they appear in `text`.
    fn holds(text: &str, stem: &[u64], cycle: &[u64]) -> bool {
        Lasso::new(stem, cycle).satisfies(Ltl::parse(text).expect("a formula").formula())
    }

    #[test]
    fn operators_mean_what_their_definitions_say() {
        assert!(holds("a U b", &[1, 1, 2], &[0]));
        assert!(!holds("a U b", &[1, 0, 2], &[0]));
        assert!(!holds("a U b", &[], &[1]));
        assert!(holds("a W b", &[], &[1]));
        assert!(holds("b R a", &[], &[2]) && holds("a R b", &[2, 3], &[0]));
        assert!(!holds("a R b", &[2, 1], &[0]));
        assert!(!holds("a M b", &[], &[2]));
        assert!(holds("a M b", &[2, 3], &[0]));
        assert!(holds("X a", &[0, 1], &[0]) && !holds("X a", &[1], &[0]));
        assert!(holds("X a", &[], &[1]));
        assert!(holds("G F a", &[0, 0], &[0, 1]) && !holds("F G a", &[0, 0], &[0, 1]));
        assert!(holds("a ^ b", &[1], &[0]) && !holds("a ^ b", &[3], &[0]));
        assert!(holds("a <-> b", &[3], &[0]) && holds("a -> b", &[0], &[1]));
    }
}
