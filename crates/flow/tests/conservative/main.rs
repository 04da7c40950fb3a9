//! Trace flow graphs are conservative: whatever random small concurrent programs can do, in
//! any order that an exhaustive search finds, is what some path of their graph does, along
//! the control flow of every task, allowed by every constraint that can be made for the graph,
//! seen by the property as it is, and up to the end where the program ends.
//!
//! `TRAILHOUND_SEED` is the first seed (otherwise a fixed one), `TRAILHOUND_PROGRAMS` the number
//! of programs, and `TRAILHOUND_KEEP` a directory for those that fail.

mod executions;
mod generator;
#[path = "../loading/mod.rs"]
mod loading;
mod program;
mod rust;
mod search;
mod simulation;
mod tuples;

use std::path::PathBuf;

use loading::Source;
use program::{Loaded, Shown, property};
use search::{Ended, search};
use trailhound_flow::asked::Scope;
use trailhound_flow::build::BuildOptions;
use trailhound_machine::{Granularity, Options};

use executions::Executions;

const FIRST_SEED: u64 = 1;
const PROGRAMS: u64 = 120;
/// More of them say nothing more.
const MOST_FAILURES: usize = 3;
const MOST_PAIRS: usize = 5_000;

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn every_execution_is_a_path() {
    let directory = tempfile::tempdir().expect("a directory for the programs");
    let first = number("TRAILHOUND_SEED", FIRST_SEED);
    let count = number("TRAILHOUND_PROGRAMS", PROGRAMS);
    let (mut complete, mut pairs, mut events, mut failures) = (0, 0, 0, Vec::new());
    for seed in first..first + count {
        let file = directory.path().join(format!("program{seed}.c"));
        let text = generator::program(seed);
        std::fs::write(&file, &text).expect("the program can be written");
        let Some(source) = Source::compile(&file) else {
            println!("no clang: trace flow graphs were not tested");
            return;
        };
        match judged(&source, seed) {
            Ended::Complete {
                pairs: n,
                events: e,
            } => {
                complete += 1;
                pairs += n;
                events += e;
            }
            Ended::TooLarge => {}
            Ended::Failed(what) => {
                if let Ok(keep) = std::env::var("TRAILHOUND_KEEP") {
                    let kept = PathBuf::from(keep).join(format!("program{seed}.c"));
                    std::fs::write(kept, &text).expect("the program can be kept");
                }
                failures.push(format!("seed {seed}: {what}"));
                if failures.len() == MOST_FAILURES {
                    break;
                }
            }
        }
    }
    println!(
        "seeds {first} to {}: {complete} programs searched completely, {pairs} pairs, {events} events",
        first + count - 1
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        complete * 2 > count,
        "too many programs are too large to be searched"
    );
    assert!(events > count * 10, "the programs do too little");
}

/// What a program of C does, held against its graph.
fn judged(source: &Source, seed: u64) -> Ended {
    let property = property(seed);
    let shown = [Shown::All, Shown::Asked(Scope::LocksAndTests)][seed as usize % 2];
    let loaded = Loaded::new(source, &property, shown, BuildOptions::OPERATIONS)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let options = Options {
        granularity: Granularity::Instruction,
        share_everything: true,
        pass_bookkeeping: false,
        ..Options::default()
    };
    match Executions::new(source, options) {
        Some(mut executions) => search(&loaded, &mut executions, MOST_PAIRS),
        None => Ended::TooLarge,
    }
}
