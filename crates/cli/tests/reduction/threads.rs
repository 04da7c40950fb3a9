//! Programs searched by one thread and by several: the same states, steps, ends and problems, and trails that can
//! be taken on a machine that knows nothing of the search.

use crate::errors::{program, read};
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trailhound_machine::{
    FinalStates, Machine, MemoryModel, Options, Problem, ProgramGraph, Races,
};
use trailhound_program::Program;
use trailhound_search::{
    self as search, End, Limits, Order, Outcome, Replay, Threads, Unwatched, Weight, dfs, parallel,
};

const MOST_STATES: u64 = 10_000;

/// All that must not depend on the number of threads.
#[derive(Debug, PartialEq, Eq)]
struct Explored {
    states: u64,
    expanded: u64,
    transitions: u64,
    problems: BTreeSet<String>,
    finals: BTreeSet<String>,
    flags: [bool; 6],
    threads: u32,
}

/// What was seen, if it was everything.
fn explored(graph: ProgramGraph<'_>, outcome: &Outcome) -> Option<Explored> {
    let stats = outcome.stats;
    (outcome.end == End::Exhausted).then(|| Explored {
        states: stats.states_stored,
        expanded: stats.states_expanded,
        transitions: stats.transitions,
        problems: told(&graph.problems),
        flags: [
            graph.machine.memory.missed_escape,
            graph.machine.values_left_out,
            graph.machine.unfollowed.is_some(),
            graph.is_vacuous(),
            graph.hides_torn_copies(),
            graph.leaves_sections_out(),
        ],
        threads: graph.machine.thread_count(),
        finals: graph
            .final_states
            .map(|finals| finals.lines.into_iter().collect())
            .unwrap_or_default(),
    })
}

/// The problems of steps and states. Those of circles are also considered where they are none.
fn told(problems: &[Problem]) -> BTreeSet<String> {
    let told = problems.iter().filter_map(|problem| match problem {
        Problem::Fault { fault, .. } => Some(format!("{fault:?}")),
        Problem::Endless { .. } => None,
        problem => Some(format!("{:?}", problem.kind())),
    });
    told.collect()
}

/// Whether an error ends a search, and how bad the worst one is: livelocks count here.
fn verdict(outcome: &Outcome) -> (End, Option<Weight>) {
    let found = outcome.finding.as_ref();
    (outcome.end, found.map(|found| found.finding.weight))
}

fn options() -> search::Options {
    search::Options {
        limits: Limits {
            states: Some(MOST_STATES),
            // A state of thousands of threads takes long.
            time: Some(Duration::from_secs(20)),
            ..Limits::default()
        },
        stop_at: Weight::Strong,
        livelocks: true,
        ..search::Options::default()
    }
}

fn graph<'p>(program: &'p Program, machine: &Options) -> ProgramGraph<'p> {
    let machine = Machine::new(program, machine.clone());
    let mut graph = ProgramGraph::new(machine, Races::Report);
    graph.final_states = Some(FinalStates::default());
    graph
}

/// Searches a program with one thread and with several; the number of its states, if they can be compared.
fn compare(program: &Program, machine: &Options, name: &str) -> Option<u64> {
    // No error ends this search, so that all states are visited.
    let lenient = Options {
        goals_only: true,
        ..machine.clone()
    };
    let mut alone = graph(program, &lenient);
    if !alone.can_fork() {
        return None;
    }
    let outcome = dfs(&mut alone, &options(), &mut Unwatched);
    let alone = explored(alone, &outcome)?;
    let expected = verdict(&dfs(
        &mut graph(program, machine),
        &options(),
        &mut Unwatched,
    ));
    for (order, count) in [
        (Order::BreadthFirst, 2),
        (Order::Any, 2),
        (Order::Any, 4),
        (Order::BreadthFirst, 1),
    ] {
        let case = format!("{name}: {order:?}, {count} threads");
        let threads = Threads { count, alone: 7 };
        let search = |options_of_machine: &Options| {
            let mut graph = graph(program, options_of_machine);
            let outcome = parallel(order, threads, &mut graph, &options(), &mut Unwatched);
            (graph, outcome)
        };
        let (shared, outcome) = search(&lenient);
        assert_eq!(explored(shared, &outcome).as_ref(), Some(&alone), "{case}");
        take(graph(program, &lenient), &outcome);
        let (_, outcome) = search(machine);
        assert_eq!(verdict(&outcome), expected, "{case}");
        take(graph(program, machine), &outcome);
    }
    Some(alone.states)
}

/// Takes the choices that lead to what was found.
fn take(mut graph: ProgramGraph<'_>, outcome: &Outcome) {
    let Some(found) = &outcome.finding else {
        return;
    };
    let Ok(mut replay) = Replay::start(&mut graph) else {
        return assert!(found.choices.is_empty());
    };
    for &choice in &found.choices {
        assert!(replay.step(&mut graph, choice).is_some());
    }
}

/// Other options for each program.
fn machine_options(number: u64) -> Options {
    let mut machine = Options {
        reduces: false,
        spurious_wakeups: number % 4 == 1,
        share_everything: number % 5 == 2,
        ..Options::default()
    };
    if number.is_multiple_of(3) {
        machine.memory.model = MemoryModel::C11;
    }
    machine
}

/// The states of random programs that were compared.
pub fn compare_random(seeds: Range<u64>, directory: &Path) -> u64 {
    let states = seeds.filter_map(|seed| {
        let program = program(seed, directory);
        compare(&program, &machine_options(seed), &format!("seed {seed}"))
    });
    states.sum()
}

/// How many of every so many C programs of the specification were compared, and how many there are.
pub fn compare_specified(every: usize) -> (usize, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/c");
    let mut files = Vec::new();
    c_files(&root, &mut files);
    files.sort();
    let chosen: Vec<_> = files.iter().step_by(every).collect();
    let states = chosen.iter().zip(0..).filter_map(|(file, number)| {
        let program = read(file)?;
        compare(
            &program,
            &machine_options(number),
            &file.display().to_string(),
        )
    });
    (states.count(), chosen.len())
}

fn c_files(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the programs are there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            c_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
}
