//! What several threads bring to a search that visits every state: states per second against one thread,
//! and bytes per state.

use crate::Bench;
use crate::page::{self, Goal, Row, Section, count};
use crate::process::{Line, least, taking_turns};

struct Program {
    name: &'static str,
    /// The file and its options.
    arguments: &'static str,
}

const THREADS: usize = 2;

pub fn page(bench: &Bench) -> Result<String, String> {
    Ok(page::render(bench, &[measure(bench)?]))
}

struct Run {
    states: f64,
    /// Of the search alone, by the clock.
    seconds: f64,
    bytes: f64,
}

fn measure(bench: &Bench) -> Result<Section, String> {
    let programs = [
        Program {
            name: "philosophers",
            arguments: bench.sized(
                "bench/models/philosophers.c -DN=9",
                "bench/models/philosophers.c -DN=12",
            ),
        },
        Program {
            name: "counters",
            arguments: bench.sized(
                "bench/models/counters.c -DT=5 -DK=6",
                "bench/models/counters.c -DT=5 -DK=9",
            ),
        },
        Program {
            name: "Rust channels",
            arguments: "bench/programs/scale/channels.rs",
        },
    ];
    let mut rows = Vec::new();
    let mut commands = Vec::new();
    for program in programs {
        bench.tell(program.name);
        for search in ["bfs", "dfs"] {
            let line = |jobs: usize| {
                let Program { arguments, .. } = program;
                let options = format!("--no-cache --search {search} --all-orders --jobs {jobs}");
                Line::new(format!("trailhound check {options} {arguments}"))
            };
            let sides = [line(1), line(THREADS)];
            let runs = taking_turns(bench.repeat, &sides, |line| run(bench, line))?;
            let states = runs[0][0].states;
            let mut all = runs.iter().flatten();
            if let Some(other) = all.find(|run| run.states != states) {
                let other = other.states;
                return Err(format!("{}: {states} and {other} states", program.name));
            }
            let [one, several] = [0, 1].map(|side| least(runs[side].iter().map(|run| run.seconds)));
            let [lean, wide] = [0, 1].map(|side| runs[side][0].bytes / states);
            let what = format!("{}, {search}", program.name);
            rows.push(Row {
                what: format!("{what}: states per second with {THREADS} threads, against one"),
                measured: one / several,
                unit: " times",
                goal: Some(Goal::AtLeast(1.7)),
                from: format!("{} states in {one:.2} s and {several:.2} s", count(states)),
            });
            rows.push(Row {
                what: format!("{what}: bytes per state with {THREADS} threads, against one"),
                measured: wide / lean,
                unit: " times",
                goal: Some(Goal::AtMost(1.2)),
                from: format!("{lean:.1} and {wide:.1} bytes"),
            });
            commands.extend(sides);
        }
    }
    Ok(Section {
        title: "Several threads",
        about: "The same search with one thread and with two, which take turns; the seconds are those of \
                the search by the clock, the least of all repetitions, so nothing else may run on the \
                machine. Every run must store the same number of states. The bytes are those of the store, \
                of what waits, of what is known of each state, and of what states are made of, which each \
                thread has for itself."
            .into(),
        commands,
        rows,
    })
}

fn run(bench: &Bench, line: &Line) -> Result<Run, String> {
    let checked = bench.check_safe(line)?;
    Ok(Run {
        states: checked.number("states_stored"),
        seconds: checked.number("seconds"),
        bytes: checked.number("store_bytes") + checked.number("graph_bytes"),
    })
}
