//! `--trials`: one search with many seeds, on all processors, and how they fare. The program is
//! compiled once and its control flow is analysed once; every search has a machine and a guide
//! of its own. It does not tell trails.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use serde::Serialize;
use trailhound_search::End;
use trailhound_trail::MachineSetup;

use crate::check::{Checking, Subject};
use crate::guard;
use crate::quantity::count;
use crate::strategy::end_of;

/// What came of the search with one seed.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    pub seed: u64,
    pub end: &'static str,
    pub states: u64,
    /// Of the trail, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    pub seconds: f64,
}

impl Checking<'_> {
    /// Searches with so many seeds, and goes on with the one that takes the fewest states to an
    /// error, if one of them finds any.
    pub fn try_seeds(&mut self, trials: u64) -> Vec<Trial> {
        let first = self.seed;
        let next = AtomicU64::new(0);
        let done = Mutex::new(Vec::new());
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let (subject, machine) = (&self.subject, &self.machine);
        thread::scope(|scope| {
            for _ in 0..processors.min(trials as usize) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= trials || guard::interrupted() {
                            break;
                        }
                        let trial = subject.trial(machine, first.wrapping_add(number));
                        done.lock().expect("nobody panics").push(trial);
                    }
                });
            }
        });
        let mut done = done.into_inner().expect("nobody panics");
        done.sort_by_key(|trial: &Trial| trial.seed);
        let found = done.iter().filter(|trial| trial.steps.is_some());
        if let Some(best) = found.min_by_key(|trial| trial.states) {
            self.seed = best.seed;
        }
        done
    }
}

impl Subject<'_> {
    fn trial(&self, machine: &MachineSetup, seed: u64) -> Trial {
        let mut machine = machine.clone();
        loop {
            let mut graph = self.graph(&machine);
            let options = self.options(seed);
            let outcome = self.run(&mut graph, &options, true).outcome;
            let found = outcome.finding.filter(|_| outcome.end == End::Found);
            let missed_escape = graph.machine.memory.missed_escape && found.is_none();
            if missed_escape && !machine.share_everything && !guard::interrupted() {
                machine.share_everything = true;
                continue;
            }
            let stats = outcome.stats;
            return Trial {
                seed,
                end: end_of(outcome.end),
                // Greedy search counts a state when it goes there, after it has looked at all.
                states: stats.states_generated.max(stats.transitions),
                steps: found.map(|found| found.choices.len()),
                seconds: stats.seconds,
            };
        }
    }
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
