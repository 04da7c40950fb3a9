//! Walks a trail without noting anything down, to see whether it leads to an error, and to
//! which. It knows the problem, not how to tell it.

use trailhound_machine::{Choice, ErrorKind, Machine, Options, ProgramGraph, Races, ThreadId};
use trailhound_program::Program;
use trailhound_property::Requirements;
use trailhound_search::{EdgeKind, Graph, Lap, Replay, lap_at};

pub use trailhound_machine::Problem;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("step {step} of the trail cannot be taken: thread {thread} cannot go on there")]
    Diverged { step: usize, thread: ThreadId },
    #[error("the trail ends without the error that it promises")]
    NoError,
    #[error("the cycle of the trail does not lead back to where it began")]
    NoCycle,
}

/// The problem at the end of a trail.
pub fn reach(
    program: &Program,
    options: &Options,
    races: Races,
    choices: &[Choice],
    promise: Promise,
) -> Result<Reached, ReplayError> {
    let mut graph = ProgramGraph::new(Machine::new(program, options.clone()), races);
    reach_in(&mut graph, choices, promise)
}

/// What a trail leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// An error of its last step, or of the state behind it.
    Error,
    /// A circle that no step leaves.
    Circle,
}

impl Promise {
    pub fn of(problem: &Problem) -> Promise {
        match problem {
            Problem::Endless { .. } => Promise::Circle,
            _ => Promise::Error,
        }
    }
}

/// The problem that a trail leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub problem: Problem,
    /// Steps that lead round the circle that no step leaves, if that is the problem.
    pub lap: Vec<Choice>,
}

impl From<Problem> for Reached {
    fn from(problem: Problem) -> Reached {
        let lap = Vec::new();
        Reached { problem, lap }
    }
}

/// The same in a graph that is there already.
pub fn reach_in(
    graph: &mut ProgramGraph<'_>,
    choices: &[Choice],
    promise: Promise,
) -> Result<Reached, ReplayError> {
    let problem_of = |graph: &ProgramGraph, id: u32| graph.problems[id as usize].clone();
    let mut replay = match Replay::start(graph) {
        Ok(replay) => replay,
        Err(finding) => return Ok(problem_of(graph, finding.id).into()),
    };
    for (index, &choice) in choices.iter().enumerate() {
        let edge = number_of(choice).and_then(|number| replay.step(graph, number));
        match edge.map(|edge| edge.kind) {
            None | Some(EdgeKind::Abandoned(_)) => {
                return Err(ReplayError::Diverged {
                    step: index + 1,
                    thread: choice.thread,
                });
            }
            Some(EdgeKind::Finding(finding)) => {
                return Ok(problem_of(graph, finding.id).into());
            }
            Some(EdgeKind::Step) => {}
        }
    }
    let state = replay.state().to_vec();
    let met = graph.meet(&state);
    let met = met.map(|finding| problem_of(graph, finding.id));
    // Threads that wait for each other while others go round say more.
    let is_deadlock = |problem: &Problem| problem.kind() == Some(ErrorKind::Deadlock);
    if promise == Promise::Circle && !met.as_ref().is_some_and(is_deadlock) {
        let mover = |choice: u32| Choice::of(choice).thread.0;
        let Lap { finding, choices } = lap_at(graph, &state, mover).ok_or(ReplayError::NoError)?;
        return Ok(Reached {
            problem: problem_of(graph, finding.id),
            lap: choices.into_iter().map(Choice::of).collect(),
        });
    }
    let edges = count_edges(graph, &state);
    let found = met.or_else(|| {
        let finding = graph.inspect(&state, edges)?;
        Some(problem_of(graph, finding.id))
    });
    found.map(Reached::from).ok_or(ReplayError::NoError)
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
    choices: &[Choice],
    continuation: Continuation,
    requirements: &Requirements,
) -> Result<Problem, ReplayError> {
    let machine = Machine::new(program, options.clone());
    let mut graph = ProgramGraph::new(machine, Races::Off);
    let mut replay = Replay::start(&mut graph).map_err(|_| ReplayError::NoError)?;
    let mut states = vec![replay.state().to_vec()];
    for (index, &choice) in choices.iter().enumerate() {
        let edge = number_of(choice).and_then(|number| replay.step(&mut graph, number));
        if edge.is_none_or(|edge| edge.kind != EdgeKind::Step) {
            let (step, thread) = (index + 1, choice.thread);
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

/// A file may name threads and values that there can never be.
fn number_of(choice: Choice) -> Option<u32> {
    let number = choice.number();
    (Choice::of(number) == choice).then_some(number)
}

fn count_edges(graph: &mut ProgramGraph<'_>, state: &[u32]) -> u32 {
    let mut count = 0;
    let mut changes = Vec::new();
    let mut from = Some(0);
    while let Some(edge) = from.and_then(|from| graph.successor(state, from, &mut changes)) {
        count += 1;
        from = edge.choice.checked_add(1);
    }
    count
}

/// Words beyond the end of a state are 0.
fn trimmed(mut state: Vec<u32>) -> Vec<u32> {
    while state.last() == Some(&0) {
        state.pop();
    }
    state
}
