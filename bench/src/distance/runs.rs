//! Single searches of the tables, several at a time where only states are counted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Bench;
use crate::page::count;
use crate::process::Line;

/// What one search came to.
pub(super) struct Run {
    pub found: bool,
    pub states: f64,
    pub expanded: f64,
    pub steps: f64,
    pub analysis: f64,
}

pub(super) fn run(bench: &Bench, line: &str) -> Result<Run, String> {
    let checked = bench.check(&Line::new(line))?;
    // Greedy search counts a state when it goes there, after it has looked at all.
    let states = checked
        .number("states_generated")
        .max(checked.number("transitions"));
    Ok(Run {
        found: checked.verdict == "error",
        states,
        expanded: checked.number("states_expanded"),
        steps: checked.answer["trail"]["steps"].as_f64().unwrap_or(0.0),
        analysis: checked.answer["analysis"]["seconds"]
            .as_f64()
            .unwrap_or(0.0),
    })
}

impl Run {
    pub fn shown(&self) -> String {
        match self.found {
            true => count(self.states),
            false => "\\*".to_owned(),
        }
    }

    /// Whether it has expanded the states of its trail and no others: with the same trail, no
    /// guide can need fewer.
    pub fn is_straight(&self) -> bool {
        self.found && self.expanded <= self.steps + 1.0
    }

    pub fn each_step(&self) -> String {
        match self.found {
            true => format!("{:.1}", self.states / self.steps.max(1.0)),
            false => "\\*".to_owned(),
        }
    }
}

/// Makes all these searches, as many at a time as there are processors.
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
                    done.lock().expect("no run panics").push((number, run));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no run panics");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, run)| run).collect()
}
