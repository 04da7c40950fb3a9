//! Searches with many seeds: random search, and table 1 of the PFSM paper. One command makes all
//! trials of a cell: it compiles the program once and shares the processors among the seeds.

use std::fmt::Write;
use std::time::Instant;

use super::commands::{COMMON, MOST_STATES};
use super::papers::sequences;
use crate::Bench;
use crate::page::count;
use crate::process::Line;

/// States that a trial of table 1 may store.
const MOST_STATES_OF_TRIAL: u32 = 20_000;

/// States of the trials that found the error.
struct Trials {
    states: Vec<f64>,
    all: u64,
    /// What a trial might store.
    limit: u32,
}

impl Trials {
    fn average(&self) -> f64 {
        match self.states.len() {
            0 => f64::INFINITY,
            found => self.states.iter().sum::<f64>() / found as f64,
        }
    }

    fn least(&self) -> f64 {
        self.states.iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn most(&self) -> f64 {
        self.states.iter().copied().fold(0.0, f64::max)
    }

    /// These numbers, with how many trials they are of if some found nothing.
    fn shown(&self, numbers: &[f64]) -> String {
        let found = self.states.len() as u64;
        if found == 0 {
            return format!(">{}", count(f64::from(self.limit)));
        }
        let mut shown: Vec<String> = numbers.iter().copied().map(count).collect();
        if found < self.all {
            shown.push(format!("({found} of {})", self.all));
        }
        shown.join(" ")
    }
}

/// Runs a search with the seeds from 1 on. `cell` is what it is for.
fn trials(
    bench: &Bench,
    cell: &str,
    line: &str,
    trials: u64,
    limit: u32,
) -> Result<Trials, String> {
    let started = Instant::now();
    let line = format!("trailhound check {line} --max-states {limit} --seed 1 --trials {trials}");
    let answer = bench.check(&Line::new(&line))?.answer;
    let list = answer["trials"].as_array();
    let list = list.ok_or_else(|| format!("`{line}` tells no trials"))?;
    let found = list.iter().filter(|trial| trial["end"] == "found");
    let trials = Trials {
        states: found.filter_map(|trial| trial["states"].as_f64()).collect(),
        all: trials,
        limit,
    };
    bench.tell(&format!(
        "{cell}: found in {} of {} trials, {:.1} s",
        trials.states.len(),
        trials.all,
        started.elapsed().as_secs_f64()
    ));
    Ok(trials)
}

/// The mean over seeds, and in how many of them the error was found.
pub(super) fn random(bench: &Bench, arguments: &str, seeds: u64) -> Result<String, String> {
    let line = format!("{arguments} {COMMON} --search best-first --guide random");
    let trials = trials(bench, "random", &line, seeds, MOST_STATES)?;
    Ok(match trials.states.is_empty() {
        true => "\\*".to_owned(),
        false => trials.shown(&[trials.average()]),
    })
}

pub(super) fn table_of_sequences(
    bench: &Bench,
    page: &mut String,
    lost: &mut Vec<String>,
) -> Result<f64, String> {
    let mut rows = String::new();
    let mut two_stage = f64::INFINITY;
    let seeds = bench.sized(3, 100);
    for sequence in sequences() {
        let _ = write!(rows, "| {} |", sequence.name);
        let try_with = |how: &str| {
            let line = format!("{} {COMMON} --search {how}", sequence.arguments);
            let cell = format!("{}, {how}", sequence.name);
            trials(bench, &cell, &line, seeds, MOST_STATES_OF_TRIAL)
        };
        let range =
            |trials: &Trials| trials.shown(&[trials.least(), trials.average(), trials.most()]);
        for (guide, paper) in ["random", "fsm", "pfsm"].into_iter().zip(sequence.paper) {
            let trials = try_with(&format!("greedy --guide {guide}"))?;
            let average = trials.average();
            if sequence.name == "Twostage(10,1)" && guide == "pfsm" {
                two_stage = average;
            }
            let theirs = paper.map_or(f64::INFINITY, |[_, average, _]| f64::from(average));
            if guide == "pfsm" && average > theirs {
                lost.push(format!(
                    "{}: pfsm needs more states than the paper's",
                    sequence.name
                ));
            }
            let paper = paper.map_or("-".to_owned(), |numbers| {
                numbers.map(|n| count(f64::from(n))).join(" ")
            });
            let _ = write!(rows, " {} / {paper} |", range(&trials));
        }
        let queue = try_with("beam:1000 --guide pfsm")?;
        if queue.states.is_empty() {
            lost.push(format!(
                "{}: with a bounded queue, pfsm does not find the error",
                sequence.name
            ));
        }
        let _ = writeln!(rows, " {} |", range(&queue));
    }
    let _ = writeln!(
        page,
        "## Table 1 of the PFSM paper: along a sequence of places\n\n\
         States looked at, min, average and max over {seeds} trials (seeds 1 to {seeds}), ours / the paper's, with greedy \
         depth-first search and random ties; the last column is best-first search with a queue of 1,000. \
         A trial ends when it has stored {limit} states (the paper's after an hour): `>{limit}` says that no trial \
         found the error by then; `(k of {seeds})` that k did, and the numbers are theirs, as the paper's are. \
         `-`: the paper's analysis for FSM did not end within an hour, so it has no count to compare with: \
         what fsm does on the lists, our analysis being a matter of milliseconds, is only seen here. \
         Our sequences have two places; the paper's lists have six. AbsList and AryList are our own \
         programs for the same races, with `dyn` in Rust and virtual functions in C++, one thread that \
         changes the list and ten that read it.\n\n\
         | subject | random | fsm | pfsm | pfsm, bounded queue |\n| --- | --- | --- | --- | --- |\n{rows}",
        limit = count(f64::from(MOST_STATES_OF_TRIAL)),
    );
    Ok(two_stage)
}
