//! Takes random executions of a program on all cores until one fails or there are enough. Which
//! ones they are is decided by the seed alone. It does not know how they are told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use serde::Serialize;
use trailhound_machine::{Machine, Options, Problem, ProgramGraph, Races, choice};
use trailhound_program::Program;
use trailhound_property::{Automaton, SamplingGoal, detection_probability, pct_bound};
use trailhound_search::{
    Budget, Finding, Found, Graph, Limits, Options as SearchOptions, Sample, Sampler, Schedule,
    Weight,
};
use trailhound_trail::{self as trail, Continuation, MachineSetup, ProgramSetup};

use crate::caveats::caveats;
use crate::check::{TOO_MANY_THREADS, told};
use crate::choices::Tried;
use crate::conclusion::{Conclusion, Verdict};
use crate::guard;
use crate::prepare::Prepared;
use crate::product::{Alone, OfProgram, Product};
use crate::progress::Progress;
use crate::quantity::{count, counted, seconds};
use crate::sampler_name::SamplerName;
use crate::shorten::{shorten_found, straightened};
use crate::temporal::{self, Temporal};

/// Which samples to take, and how many.
#[derive(Clone, Debug)]
pub struct Plan {
    pub goal: SamplingGoal,
    pub sampler: SamplerName,
    pub seed: u64,
    /// Samples at a time; None: one for each core.
    pub jobs: Option<usize>,
    pub budget: Budget,
    pub max_depth: u64,
    /// Look for a shorter trail to the error of a sample.
    pub shortens: bool,
}

/// The program to sample, and what is asked of it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub prepared: &'a Prepared,
    pub setup: &'a ProgramSetup,
    pub temporal: Option<&'a Temporal>,
}

/// What went wrong with a sample.
pub enum Failure {
    Problem(Problem, Vec<(u32, u32)>),
    /// The choices, and how many come before the cycle.
    Lasso(Vec<(u32, u32)>, usize),
    TooLong,
}

/// What all samples together have shown.
pub struct Sampled {
    /// The first sample that failed, from 0, and how.
    pub failure: Option<(u64, Failure)>,
    pub summary: Summary,
    pub notes: Vec<String>,
    pub pct: Option<PctPromise>,
}

/// The samples before the first that is missing or failed.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub samples: u64,
    pub samples_wanted: u64,
    pub mean_length: f64,
    pub longest_length: u64,
    pub seconds: f64,
    pub seed: u64,
}

impl Summary {
    pub fn sentence(&self) -> String {
        format!(
            "{} passed, mean length {:.1}, longest {}, {}",
            counted(self.samples, "sample"),
            self.mean_length,
            count(self.longest_length),
            seconds(self.seconds)
        )
    }

    pub fn is_complete(&self) -> bool {
        self.samples >= self.samples_wanted
    }
}

/// What probabilistic concurrency testing promises of one sample.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PctPromise {
    pub depth: u32,
    pub threads: u32,
    pub steps: u64,
    /// With which one sample finds an error of this depth, at least.
    pub probability: f64,
}

impl PctPromise {
    pub fn sentence(&self, samples: u64) -> String {
        let PctPromise {
            depth,
            threads,
            steps,
            probability,
        } = self;
        let by_all = 100.0 * detection_probability(*probability, samples);
        format!(
            "an error of depth {depth} in executions of up to {} is found by one sample with \
             probability 1 / ({threads} · {steps}^{}) = {probability:.2e} at least, by {} with \
             {by_all:.3}%",
            counted(*steps, "step"),
            depth - 1,
            counted(samples, "sample"),
        )
    }
}

/// Samples that a worker takes together.
const BLOCK: u64 = 32;
/// A worker whose graph remembers more than this starts with an empty memory.
const MOST_BYTES: usize = 256 << 20;
/// Samples from which the length of executions is guessed.
const PILOTS: u64 = 32;
/// Their numbers are not those of other samples.
const FIRST_PILOT: u64 = 1 << 63;

/// What all workers know.
struct Sampling<'a> {
    plan: &'a Plan,
    program: &'a Program,
    options: &'a Options,
    races: Races,
    automaton: Option<&'a Automaton>,
    fair: bool,
    schedule: Schedule,
    wanted: u64,
    started: Instant,
    /// The next block of samples.
    next: AtomicU64,
    /// The lowest number of a sample that failed.
    failed: AtomicU64,
    stopped: AtomicBool,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    blocks: Vec<Block>,
    failure: Option<(u64, Failure)>,
    missed_escape: bool,
    tried: Tried,
    caveats: Option<String>,
    threads_left_out: bool,
}

/// Samples that passed, one after the other.
#[derive(Clone, Copy)]
struct Block {
    first: u64,
    count: u64,
    total_length: u64,
    longest: u64,
}

impl Sampling<'_> {
    fn work(&self) {
        while !self.is_over(self.next.load(Ordering::Relaxed)) {
            let mut graph = self.graph();
            match self.automaton {
                Some(automaton) => {
                    self.work_on(&mut Product::new(&mut graph, automaton, self.fair));
                }
                None => self.work_on(&mut Alone(&mut graph)),
            }
            if graph.stopped().is_some() {
                self.stopped.store(true, Ordering::Relaxed);
            }
            let mut results = self.results();
            results.missed_escape |= graph.machine.memory.missed_escape;
            results.tried.add(Tried::by(&graph.machine));
            results.caveats = results.caveats.take().or_else(|| caveats(&graph));
            results.threads_left_out |= graph.machine.threads_left_out;
        }
    }

    fn graph(&self) -> ProgramGraph<'_> {
        let machine = Machine::new(self.program, self.options.clone());
        ProgramGraph::new(machine.within(self.plan.budget.clone()), self.races)
    }

    fn is_over(&self, number: u64) -> bool {
        number >= self.wanted.min(self.failed.load(Ordering::Relaxed))
            || self.stopped.load(Ordering::Relaxed)
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().expect("no worker panics")
    }

    /// Takes samples until there are enough, or the graph remembers too much.
    fn work_on<'p>(&self, graph: &mut impl OfProgram<'p>) {
        let mut sampler = Sampler::new(graph, self.plan.max_depth, self.schedule);
        let mut blocks = Vec::new();
        // One block at least, however much the graph itself takes.
        let mut is_fresh = true;
        while std::mem::take(&mut is_fresh) || graph.bytes() < MOST_BYTES {
            let first = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            if self.is_over(first) {
                break;
            }
            let mut block = Block {
                first,
                count: 0,
                total_length: 0,
                longest: 0,
            };
            for number in first..first + BLOCK {
                self.look_at_the_clock();
                if self.is_over(number) {
                    break;
                }
                let stops = || {
                    self.look_at_the_clock();
                    self.is_over(number)
                };
                match sampler.take(graph, self.plan.seed, number, stops) {
                    Sample::Stopped => {
                        self.look_at_the_clock();
                        break;
                    }
                    Sample::Passed { length } => {
                        block.count += 1;
                        block.total_length += length;
                        block.longest = block.longest.max(length);
                    }
                    failed => {
                        self.fail(number, failure_of(graph, failed));
                        break;
                    }
                }
            }
            blocks.push(block);
            if graph.stopped().is_some() {
                break;
            }
        }
        self.results().blocks.extend(blocks);
    }

    fn look_at_the_clock(&self) {
        if self.plan.budget.is_late().is_some() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    fn fail(&self, number: u64, failure: Failure) {
        self.failed.fetch_min(number, Ordering::Relaxed);
        let mut results = self.results();
        let earlier = results.failure.as_ref().map(|(first, _)| *first);
        if earlier.is_none_or(|first| number < first) {
            results.failure = Some((number, failure));
        }
    }

    /// The number of threads and the longest of a few executions by random priorities.
    fn pilot(&self) -> (u32, u64) {
        let mut graph = self.graph();
        let mut alone = Alone(&mut graph);
        let by_priority = Schedule::Pct { depth: 1, steps: 1 };
        let mut sampler = Sampler::new(&mut alone, self.plan.max_depth, by_priority);
        let lengths = (FIRST_PILOT..FIRST_PILOT + PILOTS).map(|number| {
            let stops = || {
                self.look_at_the_clock();
                self.stopped.load(Ordering::Relaxed)
            };
            match sampler.take(&mut alone, self.plan.seed, number, stops) {
                Sample::Stopped => 0,
                Sample::Passed { length } | Sample::Cut { length } => length,
                Sample::Finding { choices, .. } => choices.len() as u64,
                Sample::Lasso(lasso) => (lasso.stem.len() + lasso.cycle.len()) as u64,
            }
        });
        let longest = lengths.max().unwrap_or(0);
        (graph.machine.thread_count(), longest.max(1))
    }
}

fn failure_of<'p>(graph: &impl OfProgram<'p>, sample: Sample) -> Failure {
    match sample {
        Sample::Finding { finding, choices } => {
            let problem = graph.program().problems[finding.id as usize].clone();
            Failure::Problem(problem, graph.program_choices(&choices))
        }
        Sample::Lasso(lasso) => {
            let mut choices = graph.program_choices(&lasso.stem);
            let cycle_start = choices.len();
            choices.extend(graph.program_choices(&lasso.cycle));
            Failure::Lasso(choices, cycle_start)
        }
        Sample::Cut { .. } | Sample::Passed { .. } | Sample::Stopped => Failure::TooLong,
    }
}

/// Takes samples as planned. All memory is taken as shared from then on if that turned out to
/// be needed.
pub fn take_samples(plan: &Plan, subject: Subject<'_>, machine: &mut MachineSetup) -> Sampled {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = plan.jobs.unwrap_or(cores).max(1);
    let mut notes = Vec::new();
    loop {
        let options = machine.options(subject.setup);
        let mut sampling = Sampling {
            plan,
            program: &subject.prepared.program,
            options: &options,
            // A weak finding does not fail a sample, so it need not be looked for.
            races: match machine.races {
                trail::Races::Error => Races::Error,
                trail::Races::Report | trail::Races::Off => Races::Off,
            },
            automaton: subject.temporal.map(|temporal| &temporal.violations),
            fair: machine.properties.fair,
            schedule: Schedule::Uniform,
            wanted: plan.goal.samples(),
            started: Instant::now(),
            next: AtomicU64::new(0),
            failed: AtomicU64::new(u64::MAX),
            stopped: AtomicBool::new(false),
            results: Mutex::default(),
        };
        let mut pct = None;
        match plan.sampler {
            SamplerName::Uniform => {}
            SamplerName::Pos => sampling.schedule = Schedule::Pos,
            SamplerName::Pct { depth } => {
                let (threads, steps) = sampling.pilot();
                sampling.schedule = Schedule::Pct { depth, steps };
                pct = Some(PctPromise {
                    depth,
                    threads,
                    steps,
                    probability: pct_bound(threads, steps, depth),
                });
            }
        }
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| sampling.work());
            }
        });
        let elapsed = sampling.started.elapsed().as_secs_f64();
        let stopped = sampling.stopped.load(Ordering::Relaxed);
        let results = sampling.results.into_inner().expect("no worker panics");
        if results.missed_escape && !machine.share_everything && !stopped {
            machine.share_everything = true;
            notes.push("sampled again with all memory taken as shared".to_owned());
            continue;
        }
        if results.threads_left_out {
            notes.push(TOO_MANY_THREADS.to_owned());
        }
        notes.extend(results.tried.left_out(machine.values.len()));
        notes.extend(results.caveats);
        return Sampled {
            summary: summary(results.blocks, plan, elapsed),
            failure: results.failure,
            notes,
            pct,
        };
    }
}

fn summary(mut blocks: Vec<Block>, plan: &Plan, seconds: f64) -> Summary {
    blocks.sort_unstable_by_key(|block| block.first);
    let (mut samples, mut total_length, mut longest) = (0, 0, 0);
    for block in blocks {
        if block.first != samples {
            break;
        }
        samples += block.count;
        total_length += block.total_length;
        longest = longest.max(block.longest);
    }
    Summary {
        samples,
        samples_wanted: plan.goal.samples(),
        mean_length: total_length as f64 / samples.max(1) as f64,
        longest_length: longest,
        seconds,
        seed: plan.seed,
    }
}

/// A shorter trail to an error like the one that a sample came to, and the length of its own.
fn shortened(
    graph: &mut ProgramGraph<'_>,
    problem: Problem,
    choices: &[(u32, u32)],
    budget: &Budget,
) -> (Problem, Vec<(u32, u32)>, Option<usize>) {
    let id = graph.problems.len() as u32;
    graph.problems.push(problem);
    let mut found = Found {
        finding: Finding {
            weight: Weight::Strong,
            id,
        },
        choices: choices.iter().map(|&(t, v)| choice(t, v)).collect(),
    };
    let mut progress = Progress::new("shortening the trail", true);
    let options = SearchOptions {
        limits: Limits {
            budget: budget.clone(),
            ..Limits::default()
        },
        ..SearchOptions::default()
    };
    let length = shorten_found(graph, &options, &mut found, 0, &mut progress);
    let (problem, choices) = straightened(graph, &found);
    (problem, choices, length)
}

/// The conclusion from a sample that failed.
pub fn conclude_failure(
    plan: &Plan,
    subject: Subject<'_>,
    machine: &MachineSetup,
    failure: Failure,
) -> Conclusion {
    let options = machine.options(subject.setup);
    let Prepared { program, names, .. } = subject.prepared;
    if !matches!(failure, Failure::TooLong) {
        guard::answer_is_known();
    }
    let violation = |choices: &[(u32, u32)], continuation| {
        let temporal = subject.temporal.expect("a property that can be violated");
        let requirements = &temporal.requirements;
        temporal::tell(
            subject.prepared,
            &options,
            requirements,
            choices,
            continuation,
        )
        .unwrap_or_else(|error| panic!("an execution does not violate its property: {error}"))
    };
    let mut conclusion = match failure {
        Failure::Problem(Problem::Violation { .. }, choices) => {
            violation(&choices, Continuation::Any)
        }
        Failure::Problem(problem, choices) => {
            let machine_of_trails =
                Machine::new(program, options.clone()).within(plan.budget.clone());
            let mut graph = ProgramGraph::new(machine_of_trails, machine.races.into());
            let (problem, choices, shortened_from) = match plan.shortens {
                true => shortened(&mut graph, problem, &choices, &plan.budget),
                false => (problem, choices, None),
            };
            let report = trail::replay(program, names, &options, &choices, &problem);
            told(&problem, report, choices, shortened_from)
        }
        Failure::Lasso(choices, start) => violation(&choices, Continuation::Cycle(start)),
        Failure::TooLong => Conclusion {
            reason: Some(format!(
                "an execution is longer than {} steps (--max-depth)",
                count(plan.max_depth)
            )),
            ..Conclusion::new(Verdict::Undecided)
        },
    };
    conclusion.granularity = Some(machine.granularity);
    conclusion
}
