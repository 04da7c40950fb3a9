//! Random Rust programs with the standard library: what they are seen to do is on a path of
//! their graphs, and no rule that an execution breaks is said to hold.
//!
//! `TRAILHOUND_SEED` is the first seed, `TRAILHOUND_RUST_PROGRAMS` the number of programs, and
//! `TRAILHOUND_KEEP` a directory for those that fail, with their rules.

mod programs;
mod rules;

use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use trailhound_flow::asked::Scope;
use trailhound_flow::build::BuildError;
use trailhound_flow::property::Property;
use trailhound_machine::Options;

use crate::executions::{Effect, Executions, Step};
use crate::loading::Source;
use crate::number;
use crate::program::{Loaded, Shown};
use crate::search::follow;

const PROGRAMS: u64 = 3;
/// Sets of events that rules are about, each with a graph of its own.
const ALPHABETS: usize = 2;
const WALKS: usize = 150;
const MOST_STEPS: usize = 3_000;
/// States that are found besides those of the walks.
const MOST_STATES: usize = 4_000;
/// Walks that are followed through the graph.
const FOLLOWED: usize = 50;
/// Places that a graph may take to be looked at.
const MOST_OPERATIONS: usize = 20_000;

/// What was done, to tell that it was not nothing.
#[derive(Debug, Default)]
struct Tally {
    programs: u64,
    graphs: u64,
    /// Events and ends of walks that were followed through graphs.
    followed: u64,
    ends: u64,
    rules: u64,
    broken: u64,
    held: u64,
    failures: Vec<String>,
}

/// The first of some programs that are small enough for all that is done with them.
const FIRST_SEED: u64 = 7002;

#[test]
fn nothing_holds_that_a_rust_program_breaks() {
    let directory = tempfile::tempdir().expect("a directory for the programs");
    let first = number("TRAILHOUND_SEED", FIRST_SEED);
    let count = number("TRAILHOUND_RUST_PROGRAMS", PROGRAMS);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let file = directory.path().join("program.rs");
        let text = programs::program(seed);
        std::fs::write(&file, &text).expect("the program can be written");
        println!("seed {seed}, so far {tally:?}");
        let before = tally.failures.len();
        judge(&file, seed, &mut tally);
        if tally.failures.len() > before
            && let Ok(keep) = std::env::var("TRAILHOUND_KEEP")
        {
            let kept = PathBuf::from(keep).join(format!("program{seed}.rs"));
            std::fs::write(kept, &text).expect("the program can be kept");
        }
    }
    println!("seeds {first} to {}: {tally:?}", first + count - 1);
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    assert!(tally.graphs >= count, "too few graphs are small enough");
    assert!(tally.followed > count * 10, "too few events are followed");
    assert!(tally.broken > count * 10, "too few rules are broken");
    assert!(tally.held > count * 5, "too few rules hold");
}

fn judge(file: &Path, seed: u64, tally: &mut Tally) {
    let source = Source::compile(file).expect("there is a Rust compiler");
    let options = Options {
        thread_panics_allowed: true,
        pass_bookkeeping: false,
        ..Options::default()
    };
    let Some(mut executions) = Executions::new(&source, options) else {
        return;
    };
    let dice = &mut StdRng::seed_from_u64(seed);
    let walks = walks(&mut executions, dice);
    tally.programs += 1;
    let effects = walks.iter().flatten().flat_map(|step| &step.effects);
    let effects: Vec<&Effect> = effects.collect();
    for _ in 0..ALPHABETS {
        let events = rules::alphabet(&effects, dice);
        let property = rules::parsed(&events.anything(&rules::NAMES.to_vec()));
        let Some(loaded) = loaded(&source, &property) else {
            continue;
        };
        tally.graphs += 1;
        match follow(&loaded, &executions, &walks[..FOLLOWED]) {
            Ok(followed) => {
                tally.followed += followed.events;
                tally.ends += followed.ends;
            }
            Err(what) => {
                let about = events.anything(&rules::NAMES.to_vec());
                tally.failures.push(format!("seed {seed}: {what}: {about}"));
            }
        }
        for text in events.rules(&executions, &walks, dice) {
            let property = rules::parsed(&text);
            let broken = rules::broken(&property, &executions);
            let Some(answer) = rules::answer(&loaded.graph, &property) else {
                continue;
            };
            tally.rules += 1;
            tally.broken += u64::from(broken.at_all);
            tally.held += u64::from(answer == rules::Told::Holds);
            if broken.contradicts(answer) {
                let what = format!("seed {seed}: it does not hold: {text}");
                tally.failures.push(what);
            }
        }
    }
}

/// Random executions, and with them many states.
fn walks(executions: &mut Executions<'_>, dice: &mut StdRng) -> Vec<Vec<Step>> {
    let patience = [1, 2, 4, 10, 40];
    let walks = (0..WALKS).map(|walk| executions.walk(MOST_STEPS, patience[walk % 5], dice));
    let walks: Vec<Vec<Step>> = walks.collect();
    let mut next = 0;
    while next < executions.known() && executions.known() < MOST_STATES {
        executions.steps(next);
        next += 1;
    }
    walks
}

/// The graph, as `trailhound flow` makes it: with less in it where that is too much. None where
/// even that is too large.
fn loaded<'p>(source: &Source, property: &'p Property) -> Option<Loaded<'p>> {
    let scopes = [Scope::LocksAndTests, Scope::Locks, Scope::Named];
    scopes.into_iter().find_map(|scope| {
        match Loaded::new(source, property, Shown::Asked(scope), MOST_OPERATIONS) {
            Ok(loaded) => Some(loaded),
            Err(BuildError::TooLarge) => None,
            Err(error) => panic!("{error}"),
        }
    })
}
