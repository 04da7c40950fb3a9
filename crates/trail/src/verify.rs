//! Walks a trail without noting anything down, to see whether it leads to an error, and to
//! which. It knows the problem, not how to tell it.

use rustc_hash::FxHashSet;
use trailhound_machine::{ErrorKind, Machine, Options, ProgramGraph, Races, choice};
use trailhound_program::Program;
use trailhound_property::Requirements;
use trailhound_search::{EdgeKind, Graph, Replay};

pub use trailhound_machine::Problem;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("step {step} of the trail cannot be taken: thread {thread} cannot go on there")]
    Diverged { step: usize, thread: u32 },
    #[error("the trail ends without the error that it promises")]
    NoError,
    #[error("the cycle of the trail does not lead back to where it began")]
    NoCycle,
}

/// States that are looked at to see that nothing but spinning goes on.
const MOST_SPINNING: usize = 1 << 20;

/// The problem at the end of a trail. `livelock`: the trail promises that all threads spin.
pub fn reach(
    program: &Program,
    options: &Options,
    races: Races,
    choices: &[(u32, u32)],
    livelock: bool,
) -> Result<Problem, ReplayError> {
    let mut graph = ProgramGraph::new(Machine::new(program, options.clone()), races);
    reach_in(&mut graph, choices, livelock)
}

/// The same in a graph that is there already.
pub fn reach_in(
    graph: &mut ProgramGraph<'_>,
    choices: &[(u32, u32)],
    livelock: bool,
) -> Result<Problem, ReplayError> {
    let mut replay = match Replay::start(graph) {
        Ok(replay) => replay,
        Err(finding) => return Ok(graph.problems[finding.id as usize].clone()),
    };
    for (index, &(thread, value)) in choices.iter().enumerate() {
        let edge = replay.step(graph, choice(thread, value));
        match edge.map(|edge| edge.kind) {
            None => {
                return Err(ReplayError::Diverged {
                    step: index + 1,
                    thread,
                });
            }
            Some(EdgeKind::Finding(finding)) => {
                return Ok(graph.problems[finding.id as usize].clone());
            }
            Some(EdgeKind::Step) => {}
        }
    }
    let state = replay.state().to_vec();
    let edges = edges_of(graph, &state).len() as u32;
    let met = graph.meet(&state);
    let found = met.or_else(|| graph.inspect(&state, edges));
    let found = found.map(|finding| graph.problems[finding.id as usize].clone());
    // Threads that wait in a circle while others spin say more than that all spin.
    match found {
        Some(problem) if !livelock || problem.kind() == Some(ErrorKind::Deadlock) => Ok(problem),
        _ if livelock && only_spins(graph, &state) => Ok(Problem::Livelock),
        _ => Err(ReplayError::NoError),
    }
}

/// How an execution that violates a temporal property goes on after its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// The choices from this one on are repeated for ever; without any such, the program must
    /// stay where it is.
    Cycle(usize),
    /// Whatever comes, it is violated already.
    Any,
}

/// The violation of a temporal property by an execution. A formula is evaluated on the execution
/// itself, without the automaton that found it.
pub fn reach_violation(
    program: &Program,
    options: &Options,
    choices: &[(u32, u32)],
    continuation: Continuation,
    requirements: &Requirements,
) -> Result<Problem, ReplayError> {
    let machine = Machine::new(program, options.clone());
    let mut graph = ProgramGraph::new(machine, Races::Off);
    let mut replay = Replay::start(&mut graph).map_err(|_| ReplayError::NoError)?;
    let mut states = vec![replay.state().to_vec()];
    for (index, &(thread, value)) in choices.iter().enumerate() {
        let edge = replay.step(&mut graph, choice(thread, value));
        if edge.is_none_or(|edge| edge.kind != EdgeKind::Step) {
            let step = index + 1;
            return Err(ReplayError::Diverged { step, thread });
        }
        states.push(replay.state().to_vec());
    }
    if let Continuation::Cycle(start) = continuation {
        let first = states.get(start).ok_or(ReplayError::NoCycle)?.clone();
        if start < choices.len() {
            let last = states.pop().unwrap_or_default();
            if trimmed(last) != trimmed(first) {
                return Err(ReplayError::NoCycle);
            }
        } else if !graph.rests(&first) {
            return Err(ReplayError::NoCycle);
        }
    }
    let letters: Result<Vec<u64>, _> = states.iter().map(|state| graph.valuation(state)).collect();
    let letters = letters.map_err(|_| ReplayError::NoError)?;
    let violated = match continuation {
        Continuation::Cycle(start) => {
            let (stem, cycle) = letters.split_at(start);
            requirements.violated_by(stem, cycle)
        }
        Continuation::Any => requirements.violated_by_all_after(&letters),
    };
    let message = violated.ok_or(ReplayError::NoError)?.complaint();
    Ok(Problem::Violation { message })
}

type Successor = (Vec<(u32, u32)>, bool);

/// What each edge of a state changes, and whether it goes on unseen.
fn edges_of(graph: &mut ProgramGraph<'_>, state: &[u32]) -> Vec<Successor> {
    let mut edges = Vec::new();
    let mut changes = Vec::new();
    let mut from = Some(0);
    while let Some(edge) = from.and_then(|from| graph.successor(state, from, &mut changes)) {
        edges.push((
            changes.clone(),
            edge.stutters && edge.kind == EdgeKind::Step,
        ));
        from = edge.choice.checked_add(1);
    }
    edges
}

/// Whether no state behind this one is an end or changes anything that others can see.
fn only_spins(graph: &mut ProgramGraph<'_>, start: &[u32]) -> bool {
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut pending = vec![trimmed(start.to_vec())];
    seen.insert(pending[0].clone());
    while let Some(state) = pending.pop() {
        let edges = edges_of(graph, &state);
        if edges.is_empty() || seen.len() > MOST_SPINNING {
            return false;
        }
        for (changes, stutters) in edges {
            if !stutters {
                return false;
            }
            let mut next = state.clone();
            apply(&mut next, &changes);
            let next = trimmed(next);
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    true
}

/// Words beyond the end of a state are 0.
fn trimmed(mut state: Vec<u32>) -> Vec<u32> {
    while state.last() == Some(&0) {
        state.pop();
    }
    state
}

pub(crate) fn apply(state: &mut Vec<u32>, changes: &[(u32, u32)]) {
    for &(slot, word) in changes {
        let slot = slot as usize;
        if state.len() <= slot {
            state.resize(slot + 1, 0);
        }
        state[slot] = word;
    }
}
