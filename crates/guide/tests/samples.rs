//! Samples of real programs are the same whether they walk or go through what was explored.

use std::path::{Path, PathBuf};

use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{Choice, Machine, Options, ProgramGraph, Races, load};
use trailhound_program::Program;
use trailhound_search::{Conditions, Edge, Finding, Graph, Sample, Sampler, Schedule, Stop};

/// Programs that block, spin, choose, fail, fork and wait with a limit.
const PROGRAMS: [&str; 8] = [
    "condvar",
    "mutex",
    "rwlock",
    "semaphore",
    "spin",
    "verifier",
    "threads",
    "clocks",
];
/// Of each folder.
const MOST: usize = 5;
const SAMPLES: u64 = 40;
const LONGEST: u64 = 3_000;

/// A program without a formula.
struct Plain<'p>(ProgramGraph<'p>);

impl Graph for Plain<'_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.0.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        self.0.successor(state, from, changes)
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        self.0.meet(state)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        self.0.inspect(state, successors)
    }

    fn choices(&mut self, state: &[u32], choices: &mut Vec<u32>) -> bool {
        self.0.choices(state, choices)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.0.stopped()
    }
}

impl Conditions for Plain<'_> {
    fn all_conditions(&self) -> u64 {
        0
    }

    fn conditions_met(&self) -> u64 {
        0
    }

    fn agent(&self, choice: u32) -> u32 {
        Choice::of(choice).thread.0
    }
}

fn program(path: PathBuf) -> Option<Program> {
    let request = Request {
        inputs: vec![path],
        ..Request::default()
    };
    let compiled = compile(&request).ok()?;
    let modules = compiled.modules.into_iter().chain(compiled.runtime);
    let modules = modules.map(|m| Module::read(m.text, &m.name).expect("it can be read"));
    load(&mut modules.collect()).ok()
}

/// The choices of samples, with the errors that they come to by name.
fn samples(program: &Program, schedule: Schedule, explores: bool) -> Vec<(Sample, String)> {
    let machine = Machine::new(program, Options::default());
    let mut graph = Plain(ProgramGraph::new(machine, Races::Error));
    let mut sampler = Sampler::new(&mut graph, LONGEST, schedule);
    if explores {
        sampler = sampler.exploring();
    }
    let numbers = 0..SAMPLES;
    let samples = numbers.map(|number| sampler.take(&mut graph, 11, number, |_| false));
    let samples: Vec<Sample> = samples.collect();
    let named = samples.into_iter().map(|sample| match sample {
        // Findings are numbered in the order in which they are met, also on steps not taken.
        Sample::Finding { finding, choices } => {
            let problem = format!("{:?}", graph.0.problems[finding.id as usize]);
            let finding = Finding { id: 0, ..finding };
            (Sample::Finding { finding, choices }, problem)
        }
        sample => (sample, String::new()),
    });
    named.collect()
}

#[test]
fn walks_take_the_samples_that_exploring_takes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/c");
    let mut compared = 0;
    let mut failing = 0;
    for folder in PROGRAMS {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of programs");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
        paths.sort();
        for path in paths.into_iter().take(MOST) {
            let Some(program) = program(path.clone()) else {
                continue;
            };
            for schedule in [
                Schedule::Uniform,
                Schedule::Pct {
                    depth: 3,
                    steps: 50,
                },
            ] {
                let walked = samples(&program, schedule, false);
                let explored = samples(&program, schedule, true);
                assert_eq!(walked, explored, "{} {schedule:?}", path.display());
                compared += 1;
                failing += usize::from(walked.iter().any(|(_, problem)| !problem.is_empty()));
            }
        }
    }
    assert!(compared >= 60 && failing >= 10, "{compared} {failing}");
}
