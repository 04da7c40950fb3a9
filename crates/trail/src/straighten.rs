//! The same trail with fewer context switches: steps that can as well be taken earlier, while
//! their thread runs anyway, are. A trail is easier to follow the longer each thread goes on.

use std::time::{Duration, Instant};

use trailhound_machine::{Choice, Problem, ProgramGraph};

use crate::verify::{Promise, reach_in};

const TIME: Duration = Duration::from_millis(500);

/// Reorders `choices`, which lead to `problem`, and still do so afterwards.
pub fn straighten(graph: &mut ProgramGraph<'_>, choices: &mut Vec<Choice>, problem: &Problem) {
    let promise = Promise::of(problem);
    let started = Instant::now();
    for at in 1..choices.len() {
        let running = choices[at - 1].thread;
        if choices[at].thread == running {
            continue;
        }
        if started.elapsed() > TIME {
            return;
        }
        let later = choices[at..]
            .iter()
            .position(|choice| choice.thread == running);
        let Some(later) = later.map(|later| at + later) else {
            continue;
        };
        let mut moved = choices.clone();
        moved[at..=later].rotate_right(1);
        let is_better = switches(&moved) < switches(choices);
        let leads_there = |graph: &mut ProgramGraph<'_>| match reach_in(graph, &moved, promise) {
            Ok(reached) => reached.problem == *problem,
            Err(_) => false,
        };
        if is_better && leads_there(graph) {
            *choices = moved;
        }
    }
}

/// How often another thread takes over.
pub fn switches(choices: &[Choice]) -> usize {
    choices
        .windows(2)
        .filter(|pair| pair[0].thread != pair[1].thread)
        .count()
}
