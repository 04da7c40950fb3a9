//! The strongly connected components of a finite graph. They are numbered so that edges between them lead to
//! smaller numbers.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

pub(crate) struct Components {
    component: Vec<usize>,
    count: usize,
}

impl Components {
    pub fn of<I>(states: usize, successors: impl Fn(usize) -> I) -> Components
    where
        I: Iterator<Item = usize>,
    {
        let mut graph: DiGraph<(), (), usize> = DiGraph::default();
        for _ in 0..states {
            graph.add_node(());
        }
        for state in 0..states {
            graph.extend_with_edges(successors(state).map(|target| (state, target)));
        }
        let mut component = vec![0; states];
        // In reverse topological order, and without recursion.
        let found = kosaraju_scc(&graph);
        for (number, members) in found.iter().enumerate() {
            for member in members {
                component[member.index()] = number;
            }
        }
        let count = found.len();
        Components { component, count }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn of_state(&self, state: usize) -> usize {
        self.component[state]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cycles_and_a_bridge() {
        let edges: [&[usize]; 5] = [&[1], &[0, 2], &[3], &[2, 4], &[]];
        let components = Components::of(5, |state| edges[state].iter().copied());
        assert_eq!(components.count(), 3);
        assert_eq!(components.of_state(0), components.of_state(1));
        assert_eq!(components.of_state(2), components.of_state(3));
        assert!(components.of_state(0) > components.of_state(2));
        assert!(components.of_state(2) > components.of_state(4));
    }
}
