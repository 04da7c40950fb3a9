//! Makes an automaton smaller and keeps its language: dead states go, states that behave alike
//! become one, and transitions that a better one stands beside are dropped or narrowed.

use rustc_hash::FxHashMap;

use super::generalised::{Edge, Generalised};
use super::simulation::Simulation;

/// Simulation takes about the square of the transitions; beyond this only bisimulation is used.
const MAX_SIMULATED: usize = 4000;

/// All reductions, until none of them helps.
pub(crate) fn reduced(automaton: &Generalised) -> Generalised {
    let mut best = bisimilar_joined(&without_dead_states(automaton));
    if best.states() + best.transitions() > MAX_SIMULATED {
        return best;
    }
    loop {
        let mut smaller = best.clone();
        // Marks of transitions outside accepting components mean nothing: with all of them a
        // state simulates more easily, with none it is simulated more easily. Neither is
        // better in all cases.
        for fill in [Fill::All, Fill::None] {
            let refilled = with_idle_marks(&smaller, fill);
            let joined = simulation_joined(&bisimilar_joined(&refilled));
            smaller = without_dead_states(&pruned(&joined));
        }
        let size = |automaton: &Generalised| (automaton.states(), automaton.transitions());
        if size(&smaller) >= size(&best) {
            let last = with_idle_marks(&best, Fill::None);
            let last = without_dead_states(&pruned(&last));
            return if size(&last) <= size(&best) {
                last
            } else {
                best
            };
        }
        best = smaller;
    }
}

/// Keeps the states that are reachable and from which a run can be accepted.
pub(crate) fn without_dead_states(automaton: &Generalised) -> Generalised {
    let states = automaton.states();
    let mut reachable = vec![false; states];
    let mut open = vec![automaton.initial];
    reachable[automaton.initial] = true;
    while let Some(state) = open.pop() {
        for edge in &automaton.edges[state] {
            if !reachable[edge.target] {
                reachable[edge.target] = true;
                open.push(edge.target);
            }
        }
    }
    let components = automaton.components();
    // Edges lead to components with smaller numbers, so these are decided first.
    let mut alive = automaton.accepting_components(&components);
    let mut by_component: Vec<usize> = (0..states).collect();
    by_component.sort_unstable_by_key(|state| components.of_state(*state));
    for state in by_component {
        let leads_on = automaton.edges[state]
            .iter()
            .any(|edge| alive[components.of_state(edge.target)]);
        alive[components.of_state(state)] |= leads_on;
    }
    let keep: Vec<bool> = (0..states)
        .map(|state| reachable[state] && alive[components.of_state(state)])
        .collect();
    if !keep[automaton.initial] {
        return Generalised::empty(automaton.sets);
    }
    let mut kept = automaton.restricted_to(&keep);
    kept.tidy_edges();
    kept
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    All,
    None,
}

/// Sets the marks of transitions that no accepted run takes infinitely often.
pub(crate) fn with_idle_marks(automaton: &Generalised, fill: Fill) -> Generalised {
    let components = automaton.components();
    let accepting = automaton.accepting_components(&components);
    let mut result = automaton.clone();
    let all = automaton.all_marks();
    for (state, edges) in result.edges.iter_mut().enumerate() {
        let own = components.of_state(state);
        for edge in edges {
            if components.of_state(edge.target) != own {
                edge.marks = if fill == Fill::All { all } else { 0 };
            } else if !accepting[own] {
                // A cycle in here must not become accepting.
                edge.marks = 0;
            }
        }
    }
    result.tidy_edges();
    result
}

/// Joins states with the same transitions, by refining a partition.
pub(crate) fn bisimilar_joined(automaton: &Generalised) -> Generalised {
    let mut class = vec![0; automaton.states()];
    let mut classes = 1;
    loop {
        let mut numbers: FxHashMap<(usize, Vec<Edge>), usize> = FxHashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        for (state, edges) in automaton.edges.iter().enumerate() {
            let mut signature: Vec<Edge> = edges
                .iter()
                .map(|edge| Edge {
                    target: class[edge.target],
                    ..*edge
                })
                .collect();
            signature.sort_unstable();
            signature.dedup();
            let fresh = numbers.len();
            refined.push(*numbers.entry((class[state], signature)).or_insert(fresh));
        }
        let count = numbers.len();
        class = refined;
        if count == classes {
            return automaton.quotient(&class, classes);
        }
        classes = count;
    }
}

/// Joins states that simulate each other.
pub(crate) fn simulation_joined(automaton: &Generalised) -> Generalised {
    let simulation = Simulation::of(automaton);
    let mut class = vec![usize::MAX; automaton.states()];
    let mut classes = 0;
    for state in 0..automaton.states() {
        if class[state] != usize::MAX {
            continue;
        }
        for (other, number) in class.iter_mut().enumerate().skip(state) {
            if simulation.equivalent(state, other) {
                *number = classes;
            }
        }
        classes += 1;
    }
    let joined = automaton.quotient(&class, classes);
    without_dead_states(&joined)
}

/// Drops transitions beside which another one is as good on every valuation, and narrows those
/// for which that holds on some valuations.
///
/// Language is kept because every transition taken away leaves one in place whose target
/// simulates the old target and whose marks include the old marks: a run of the old
/// automaton is followed step by step by one of the new.
pub(crate) fn pruned(automaton: &Generalised) -> Generalised {
    let simulation = Simulation::of(automaton);
    let better = |new: &Edge, old: &Edge| {
        old.marks & !new.marks == 0 && simulation.holds(old.target, new.target)
    };
    let mut result = automaton.clone();
    for edges in &mut result.edges {
        let mut index = 0;
        while index < edges.len() {
            let edge = edges[index];
            let mut label = Some(edge.label);
            for (other, rival) in edges.iter().enumerate() {
                // Edges go one at a time, so of two equally good ones the later stays.
                let wins = other != index && better(rival, &edge);
                let Some(current) = label.filter(|_| wins) else {
                    continue;
                };
                if current.implies(rival.label) {
                    label = None;
                } else if let Some(rest) = current.without(rival.label) {
                    label = Some(rest);
                }
            }
            match label {
                Some(label) => {
                    edges[index].label = label;
                    index += 1;
                }
                None => {
                    edges.remove(index);
                }
            }
        }
    }
    result.tidy_edges();
    result
}
