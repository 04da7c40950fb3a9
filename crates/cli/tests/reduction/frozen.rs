//! What a settled search has left out is tried: from reduced states the threads that were not selected
//! run at random, and each selected step must stay possible and lead to the same state before and
//! after what they do. Random executions of all threads must do nothing that was not foreseen. This knows
//! nothing of footprints.

use crate::errors::read;
use rand::Rng;
use rand::rngs::StdRng;
use std::collections::{BTreeSet, HashSet};
use trailhound_machine::{Machine, Options, ProgramGraph, Races};
use trailhound_search::{Agents, EdgeKind, Graph};

/// States that were asked for.
pub type States = HashSet<Vec<u32>>;

const MOST_STATES: usize = 300;
const WALKS: u32 = 3;
const STEPS: u32 = 10;

/// The steps of a state: choice, and the state that it leads to.
fn steps(graph: &mut ProgramGraph, state: &[u32]) -> Vec<(u32, Vec<u32>)> {
    let (mut steps, mut changes, mut from) = (Vec::new(), Vec::new(), Some(0));
    while let Some(edge) = from.and_then(|from| graph.successor(state, from, &mut changes)) {
        if edge.kind == EdgeKind::Step {
            let mut next = state.to_vec();
            for &(slot, word) in &changes {
                if next.len() <= slot as usize {
                    next.resize(slot as usize + 1, 0);
                }
                next[slot as usize] = word;
            }
            steps.push((edge.choice, next));
        }
        from = edge.choice.checked_add(1);
    }
    steps
}

fn step(graph: &mut ProgramGraph, state: &[u32], choice: u32) -> Option<Vec<u32>> {
    let steps = steps(graph, state);
    let taken = steps.into_iter().find(|step| step.0 == choice);
    taken.map(|(_, next)| next)
}

/// The state behind all joins that need not wait: a step may do one more of them when the thread that it
/// waits for has ended before.
fn joined(graph: &mut ProgramGraph, state: Vec<u32>) -> Vec<u32> {
    let mut state = trimmed(state);
    loop {
        let forgets = |next: &Vec<u32>| {
            let mut words = state.iter().zip(next.iter().chain(std::iter::repeat(&0)));
            words.any(|(&before, &after)| before != 0 && after == 0)
        };
        let steps = steps(graph, &state);
        let Some((_, next)) = steps.into_iter().find(|(_, next)| forgets(next)) else {
            return state;
        };
        state = trimmed(next);
    }
}

/// Whether a step of a state is an error.
fn fails(graph: &mut ProgramGraph, state: &[u32], choice: u32) -> bool {
    let edge = graph.successor(state, choice, &mut Vec::new());
    edge.is_some_and(|edge| edge.choice == choice && matches!(edge.kind, EdgeKind::Finding(_)))
}

fn trimmed(mut state: Vec<u32>) -> Vec<u32> {
    while state.last() == Some(&0) {
        state.pop();
    }
    state
}

/// How many pairs of orders were compared.
pub fn verify(graph: &mut ProgramGraph, states: &States, dice: &mut StdRng) -> Result<u64, String> {
    let mut compared = 0;
    let mut states: Vec<&Vec<u32>> = states.iter().collect();
    states.sort_unstable();
    for state in states.into_iter().take(MOST_STATES) {
        // A state that was expanded fully in the end was not asked again: the answer of now counts.
        let agents = graph.select(state, Agents::NONE);
        if agents == Agents::ALL || agents == Agents::NONE {
            continue;
        }
        let selected: Vec<(u32, Vec<u32>)> = steps(graph, state)
            .into_iter()
            .filter(|(choice, _)| agents.contains(graph.mover(*choice)))
            .collect();
        for _ in 0..WALKS {
            compared += walk(graph, state, agents, &selected, dice)?;
        }
    }
    Ok(compared)
}

fn walk(
    graph: &mut ProgramGraph,
    state: &[u32],
    agents: Agents,
    selected: &[(u32, Vec<u32>)],
    dice: &mut StdRng,
) -> Result<u64, String> {
    let mut compared = 0;
    let mut at = state.to_vec();
    // States that the same steps of the others lead to behind each selected step, while the
    // steps are the same: a thread that is left alone takes longer ones.
    let mut behind: Vec<Option<Vec<u32>>> =
        selected.iter().map(|step| Some(step.1.clone())).collect();
    let mut path = Vec::new();
    for _ in 0..STEPS {
        let mut others = steps(graph, &at);
        others.retain(|(choice, _)| !agents.contains(graph.mover(*choice)));
        if others.is_empty() {
            break;
        }
        let (choice, next) = others.swap_remove(dice.random_range(0..others.len()));
        for state in &mut behind {
            let before = state.take();
            *state = before.and_then(|before| {
                let movers = movers(graph, &before);
                let is_alone = movers.len() < 2;
                (!is_alone).then(|| step(graph, &before, choice)).flatten()
            });
        }
        path.push(choice);
        at = next;
        let able = movers(graph, &at);
        let is_exclusive = able == BTreeSet::from([graph.mover(choice)]);
        for ((selected, _), behind) in selected.iter().zip(&behind) {
            match (step(graph, &at, *selected), behind) {
                // One that is left alone before an assumption that does not hold has no step.
                (None, _) if is_exclusive || able.is_empty() => {}
                // It fails in a join that it comes to at once if the others have gone before.
                (None, None) if fails(graph, &at, *selected) => {}
                (None, Some(behind))
                    if fails(graph, &at, *selected) && fails(graph, behind, *selected) => {}
                (None, _) => {
                    return Err(format!(
                        "step {selected} is lost after {path:?} from {state:?}"
                    ));
                }
                // A thread that is left alone takes longer steps.
                (Some(_), _) if able.len() < 2 => {}
                (Some(one), Some(other)) => {
                    compared += 1;
                    if joined(graph, one.clone()) != joined(graph, other.clone()) {
                        return Err(format!(
                            "step {selected} does not commute with {path:?} behind {state:?}: \
                             {one:?} and {other:?}"
                        ));
                    }
                }
                (Some(_), None) => {}
            }
        }
    }
    Ok(compared)
}

const EXECUTIONS: u32 = 40;
const LONGEST: u32 = 400;

/// Executes the program at random, all threads being followed: whatever a thread does or is kept from
/// doing must be known from the settled search. How many steps were foreseen.
pub fn foresees(graph: &mut ProgramGraph, dice: &mut StdRng) -> Result<u64, String> {
    let Ok(initial) = graph.initial() else {
        return Ok(0);
    };
    let mut foreseen = 0;
    for _ in 0..EXECUTIONS {
        let mut at = initial.clone();
        let mut path = Vec::new();
        for _ in 0..LONGEST {
            let known = graph.known_without_joins();
            let mut steps = steps(graph, &at);
            // A thread that is left alone takes longer steps, which no other thread can disturb.
            let movers: BTreeSet<u32> = steps.iter().map(|step| graph.mover(step.0)).collect();
            if movers.len() < 2 {
                break;
            }
            if graph.known_without_joins() != known {
                return Err(format!(
                    "what comes after {path:?} was not foreseen: {at:?}"
                ));
            }
            foreseen += steps.len() as u64;
            let (choice, next) = steps.swap_remove(dice.random_range(0..steps.len()));
            path.push(choice);
            at = next;
        }
    }
    Ok(foreseen)
}

fn movers(graph: &mut ProgramGraph, state: &[u32]) -> BTreeSet<u32> {
    let steps = steps(graph, state);
    steps.iter().map(|step| graph.mover(step.0)).collect()
}

const STARTS_THREADS: &str = "\
#include <pthread.h>
int shared;
void *add(void *unused) { shared++; return 0; }
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
}
";

/// A thread gets its number while it is found out which threads suffice: all have a standing then.
#[test]
fn threads_are_selected_where_no_step_was_looked_at() {
    let directory = tempfile::tempdir().expect("a directory for the program");
    let file = directory.path().join("starts.c");
    std::fs::write(&file, STARTS_THREADS).expect("the program is written");
    let program = read(&file).expect("the program compiles");
    let options = Options {
        reduces: true,
        ..Options::default()
    };
    let mut graph = ProgramGraph::new(Machine::new(&program, options), Races::Report);
    let mut state = graph.initial().expect("it starts");
    assert!(Graph::begin_reduction(&mut graph));
    let mut reduced = 0;
    loop {
        let selected = graph.select(&state, Agents::NONE);
        reduced += u32::from(selected != Agents::ALL);
        let Some((_, next)) = steps(&mut graph, &state).into_iter().next() else {
            break;
        };
        state = next;
    }
    assert!(reduced > 0);
}
