//! `--trials`: one search with many seeds, on all processors, and how they fare. The program is
//! compiled once and its control flow is analysed once; every search has a machine and a guide
//! of its own. It does not tell trails.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use trailhound_search::{End, Outcome};

use super::subject::Subject;
use crate::quantity::count;
use crate::reports::{Trial, end_of};
use crate::session::Session;
use crate::sharing::{self, Sharing};

impl Subject<'_> {
    /// Searches with so many seeds, on all processors.
    pub fn try_seeds(&self, trials: u64) -> Vec<Trial> {
        let first = self.request.seed;
        let next = AtomicU64::new(0);
        let done = Mutex::new(Vec::new());
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let session = self.session.unobserved();
        thread::scope(|scope| {
            for _ in 0..processors.min(trials as usize) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= trials || session.interrupted() {
                            break;
                        }
                        let trial = self.trial(first.wrapping_add(number), &session);
                        done.lock().expect("no trial panics").push(trial);
                    }
                });
            }
        });
        let mut done = done.into_inner().expect("no trial panics");
        done.sort_by_key(|trial: &Trial| trial.seed);
        done
    }

    fn trial(&self, seed: u64, session: &Session) -> Trial {
        let (explored, _) = sharing::explore(session, Sharing::Tracked, |sharing| {
            let mut graph = self.graph(sharing);
            let outcome = self
                .run(&mut graph, &self.options(seed), 1, session)
                .outcome;
            Explored {
                missed_escape: graph.machine.memory.missed_escape,
                outcome,
            }
        });
        let Outcome {
            finding,
            end,
            stats,
            ..
        } = explored.outcome;
        let found = finding.filter(|_| end == End::Found);
        Trial {
            seed,
            end: end_of(end),
            // Greedy search counts a state when it goes there, after it has looked at all.
            states: stats.states_generated.max(stats.transitions),
            steps: found.map(|found| found.choices.len()),
            seconds: stats.seconds,
        }
    }
}

struct Explored {
    outcome: Outcome,
    missed_escape: bool,
}

impl sharing::Explored for Explored {
    fn missed_escape(&self) -> bool {
        self.missed_escape
    }

    fn is_certain(&self) -> bool {
        self.outcome.end == End::Found && self.outcome.finding.is_some()
    }
}

/// The seed that takes the fewest states to an error, if one finds any.
pub fn best(trials: &[Trial]) -> Option<u64> {
    let found = trials.iter().filter(|trial| trial.steps.is_some());
    Some(found.min_by_key(|trial| trial.states)?.seed)
}

/// How the trials fared, in a sentence.
pub fn summary(trials: &[Trial]) -> String {
    let found = trials.iter().filter(|trial| trial.steps.is_some());
    let states: Vec<u64> = found.map(|trial| trial.states).collect();
    let tried = format!("{} of {} seeds", states.len(), trials.len());
    let (Some(&least), Some(&most)) = (states.iter().min(), states.iter().max()) else {
        return format!("{tried} find an error");
    };
    let average = states.iter().sum::<u64>() / states.len() as u64;
    let [least, average, most] = [least, average, most].map(count);
    format!("{tried} find an error, after {least} to {most} states, {average} on average")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(seed: u64, states: u64, steps: Option<usize>) -> Trial {
        Trial {
            seed,
            end: if steps.is_some() { "found" } else { "states" },
            states,
            steps,
            seconds: 0.0,
        }
    }

    #[test]
    fn only_what_is_found_counts() {
        let trials = [
            trial(1, 10, Some(3)),
            trial(2, 900, None),
            trial(3, 30, Some(4)),
        ];
        assert_eq!(
            summary(&trials),
            "2 of 3 seeds find an error, after 10 to 30 states, 20 on average"
        );
        assert_eq!(summary(&trials[1..2]), "0 of 1 seeds find an error");
    }
}
