//! Searches with many seeds: random search, and table 1 of the PFSM paper. States do not depend
//! on what else runs, so the trials share the processors.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::papers::sequences;
use super::{COMMON, Run, run};
use crate::Bench;
use crate::page::count;

/// Runs all these searches, as many at a time as there are processors.
pub(super) fn in_parallel(bench: &Bench, lines: &[String]) -> Result<Vec<Run>, String> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Run, String>)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(line) = lines.get(number) else { break };
                    let run = run(bench, line);
                    done.lock().expect("nobody panics").push((number, run));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, run)| run).collect()
}

/// The mean over seeds, and in how many of them the error was found.
pub(super) fn random(bench: &Bench, arguments: &str, trials: u64) -> Result<String, String> {
    let line = |seed| {
        format!(
            "trailhound check {arguments} {COMMON} --search best-first --guide random --seed {seed}"
        )
    };
    let lines: Vec<String> = (1..=trials).map(line).collect();
    let (mut sum, mut found) = (0.0, 0);
    for run in in_parallel(bench, &lines)? {
        if run.found {
            sum += run.states;
            found += 1;
        }
    }
    Ok(match found {
        0 => "\\*".to_owned(),
        found if found == trials => count(sum / found as f64),
        found => format!("{} ({found} of {trials})", count(sum / found as f64)),
    })
}

/// Min, average and max of those that found the error.
fn trials(bench: &Bench, arguments: &str, how: &str) -> Result<(String, f64), String> {
    let count_of = bench.sized(3, 100);
    let line = |seed| {
        format!(
            "trailhound check {arguments} --races off --no-shorten --no-sampling --max-memory 2GB --max-states 20000 --search {how} --seed {seed}"
        )
    };
    let lines: Vec<String> = (1..=count_of).map(line).collect();
    let runs = in_parallel(bench, &lines)?;
    let found = runs.iter().filter(|run| run.found);
    let states: Vec<f64> = found.map(|run| run.states).collect();
    if states.is_empty() {
        return Ok(("\\*".to_owned(), f64::INFINITY));
    }
    let average = states.iter().sum::<f64>() / states.len() as f64;
    let least = states.iter().copied().fold(f64::INFINITY, f64::min);
    let most = states.iter().copied().fold(0.0, f64::max);
    let mut shown = format!("{} {} {}", count(least), count(average), count(most));
    if states.len() < count_of {
        let _ = write!(shown, " ({} of {count_of})", states.len());
    }
    Ok((shown, average))
}

pub(super) fn table_of_sequences(
    bench: &Bench,
    page: &mut String,
    lost: &mut Vec<String>,
) -> Result<f64, String> {
    let mut rows = String::new();
    let mut two_stage = f64::INFINITY;
    for sequence in sequences() {
        bench.tell(sequence.name);
        let _ = write!(rows, "| {} |", sequence.name);
        let hows = [
            "greedy --guide random",
            "greedy --guide fsm",
            "greedy --guide pfsm",
        ];
        for (how, paper) in hows.into_iter().zip(sequence.paper) {
            let (shown, average) = trials(bench, &sequence.arguments, how)?;
            if sequence.name == "Twostage(10,1)" && how.ends_with("pfsm") {
                two_stage = average;
            }
            let theirs = paper.map_or(f64::INFINITY, |[_, average, _]| f64::from(average));
            if how.ends_with("pfsm") && average > theirs {
                lost.push(format!(
                    "{}: pfsm needs more states than the paper's",
                    sequence.name
                ));
            }
            let paper = paper.map_or("-".to_owned(), |numbers| {
                numbers.map(|n| count(f64::from(n))).join(" ")
            });
            let _ = write!(rows, " {shown} / {paper} |");
        }
        let queue = trials(bench, &sequence.arguments, "beam:1000 --guide pfsm")?.0;
        let _ = writeln!(rows, " {queue} |");
    }
    let _ = writeln!(
        page,
        "## Table 1 of the PFSM paper: along a sequence of places\n\n\
         States looked at, min, average and max over {} seeds (1 to {0}), ours / the paper's, with greedy \
         depth-first search and random ties; the last column is best-first search with a queue of 1,000. \
         `\\*`: in no trial found within 20,000 states; how many trials found it stands beside if not all. \
         Our sequences have two places; the paper's lists have six. AbsList and AryList are our own \
         programs for the same races, with `dyn` in Rust and virtual functions in C++, one thread that \
         changes the list and ten that read it.\n\n\
         | subject | random | fsm | pfsm | pfsm, bounded queue |\n| --- | --- | --- | --- | --- |\n{rows}",
        bench.sized(3, 100)
    );
    Ok(two_stage)
}
