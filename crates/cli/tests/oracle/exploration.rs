//! All states of a program, and the verdict that they give.

use super::interpreter::{Error, Interpreter, Outcome, State};
use super::language::{Number, Program};
use std::collections::{BTreeSet, HashMap};

/// What all executions of a program together show.
#[derive(Debug, Default)]
pub struct Truth {
    pub errors: BTreeSet<Error>,
    pub race: bool,
    /// The values of the variables wherever the program ends.
    pub ends: BTreeSet<Vec<Number>>,
}

/// None: there are more than `most` states.
pub fn explore(program: &Program, most: usize) -> Option<Truth> {
    let (interpreter, start) = Interpreter::new(program);
    let mut truth = Truth::default();
    let mut numbers: HashMap<State, usize> = HashMap::from([(start.clone(), 0)]);
    let mut waiting = vec![start];
    let mut sources: Vec<Vec<usize>> = vec![Vec::new()];
    // States from which an execution comes to its end in one operation, in whatever way.
    let mut last = Vec::new();
    while let Some(state) = waiting.pop() {
        let number = numbers[&state];
        truth.race |= interpreter.race(&state);
        let outcomes = interpreter.outcomes(&state);
        if outcomes.is_empty() || interpreter.circle(&state) {
            truth.errors.insert(Error::Deadlock);
            last.push(number);
        }
        for outcome in outcomes {
            match outcome {
                Outcome::State(next) => {
                    let fresh = numbers.len();
                    let target = *numbers.entry(next.clone()).or_insert(fresh);
                    if target == fresh {
                        if fresh == most {
                            return None;
                        }
                        sources.push(Vec::new());
                        waiting.push(next);
                    }
                    sources[target].push(number);
                }
                Outcome::Error(error) => {
                    truth.errors.insert(error);
                    last.push(number);
                }
                Outcome::End(values) => {
                    truth.ends.insert(values);
                    last.push(number);
                }
                Outcome::Discarded => last.push(number),
            }
        }
    }
    if !all_reach(&last, &sources) {
        truth.errors.insert(Error::Livelock);
    }
    Some(truth)
}

/// Whether one of the `last` states can be reached from every state.
fn all_reach(last: &[usize], sources: &[Vec<usize>]) -> bool {
    let mut reaching = vec![false; sources.len()];
    let mut waiting = last.to_vec();
    while let Some(state) = waiting.pop() {
        if !std::mem::replace(&mut reaching[state], true) {
            waiting.extend(&sources[state]);
        }
    }
    reaching.into_iter().all(|reaches| reaches)
}
