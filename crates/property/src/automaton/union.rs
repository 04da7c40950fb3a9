//! Several automata as one that accepts what any of them does. Each brings its own
//! propositions; in the union they have bits of their own.

use super::generalised::{Edge, Generalised};
use super::{Automaton, reduce::reduced};
use crate::label::Label;

impl Automaton {
    /// The automaton that accepts what one of `parts` accepts. Each part comes with the bit of
    /// its first proposition; `propositions` are those of all bits.
    pub(crate) fn union(parts: &[(Automaton, usize)], propositions: Vec<String>) -> Automaton {
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new()];
        for (part, shift) in parts {
            let thawed = part.thawed();
            let first = edges.len();
            let moved = |edge: &Edge| Edge {
                target: edge.target + first,
                label: shifted(edge.label, *shift),
                marks: edge.marks,
            };
            let start: Vec<Edge> = thawed.edges[thawed.initial].iter().map(moved).collect();
            edges[0].extend(start);
            let all = thawed.edges.iter();
            edges.extend(all.map(|edges| edges.iter().map(moved).collect()));
        }
        let united = Generalised {
            initial: 0,
            edges,
            sets: 1,
        };
        let names: Vec<&str> = parts.iter().map(|(part, _)| part.name()).collect();
        let is_stutter_invariant = parts.iter().all(|(part, _)| part.is_stutter_invariant());
        Automaton::frozen(&reduced(&united), names.join(" || "), propositions)
            .known_stutter_invariant(is_stutter_invariant)
    }
}

fn shifted(label: Label, by: usize) -> Label {
    Label {
        must: label.must << by,
        must_not: label.must_not << by,
    }
}
