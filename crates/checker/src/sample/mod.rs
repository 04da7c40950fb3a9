//! Takes random executions of a program on all cores until one fails or there are enough. Which
//! ones they are is decided by the seed alone.

mod request;
mod sampler_name;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use trailhound_machine::{Choice, Machine, Options, Problem, ProgramGraph, Races, Unfollowed};
use trailhound_program::Program;
use trailhound_property::{Automaton, SamplingGoal, pct_bound};
use trailhound_search::{
    Budget, Finding, Found, Graph, Limits, Options as SearchOptions, Sample as Taken, Sampler,
    Schedule, Unwatched, Weight,
};
use trailhound_trail::Continuation;

pub use request::{Passed, Sample, Sampling};
pub use sampler_name::{SamplerName, UnknownSampler};

use crate::caveats::caveats;
use crate::choices::Tried;
use crate::quantity::count;
use crate::reports::{PctPromise, SamplingReport, Summary};
use crate::resolve::Resolved;
use crate::session::Session;
use crate::sharing::{self, Sharing};
use crate::shorten::{shorten_found, straightened};
use crate::telling::{walked, with_trail};
use crate::temporal::product::Product;
use crate::temporal::{self, Alone, OfProgram};
use crate::verdict::Verdict;

/// Which samples to take, and how many.
#[derive(Clone, Debug)]
pub struct Plan {
    pub goal: SamplingGoal,
    pub sampler: SamplerName,
    pub seed: u64,
    /// Samples at a time; None: as many as the session has threads for.
    pub jobs: Option<usize>,
    pub budget: Budget,
    pub max_depth: u64,
    /// Look for a shorter trail to the error of a sample.
    pub shortens: bool,
}

/// What went wrong with a sample.
pub enum Failure {
    Problem(Problem, Vec<Choice>),
    /// The choices, and how many come before the cycle.
    Lasso(Vec<Choice>, usize),
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

impl Sampled {
    pub fn report(&self, plan: &Plan) -> SamplingReport {
        SamplingReport {
            sampler: plan.sampler.to_string(),
            failed: self.failure.as_ref().map(|(number, _)| number + 1),
            claim: None,
            passed: self.summary.clone(),
        }
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
struct Workers<'a> {
    plan: &'a Plan,
    program: &'a Program,
    options: &'a Options,
    races: Races,
    automaton: Option<&'a Automaton>,
    fair: bool,
    schedule: Schedule,
    wanted: u64,
    /// What the graph of a worker may remember.
    most_bytes: usize,
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
    unfollowed: Option<Unfollowed>,
}

/// Samples that passed, one after the other.
#[derive(Clone, Copy)]
struct Block {
    first: u64,
    count: u64,
    total_length: u64,
    longest: u64,
}

impl Workers<'_> {
    fn work(&self) {
        // The numbers of the samples of its block that are left.
        let mut left = 0..0;
        while !self.is_over(match left.is_empty() {
            true => self.next.load(Ordering::Relaxed),
            false => left.start,
        }) {
            let mut graph = self.graph();
            left = match self.automaton {
                Some(automaton) => {
                    self.work_on(&mut Product::new(&mut graph, automaton, self.fair), left)
                }
                None => self.work_on(&mut Alone(&mut graph), left),
            };
            if graph.stopped().is_some() {
                self.stopped.store(true, Ordering::Relaxed);
            }
            let mut results = self.results();
            results.missed_escape |= graph.machine.memory.missed_escape;
            results.tried.add(Tried::by(&graph.machine));
            results.caveats = results.caveats.take().or_else(|| caveats(&graph));
            let unfollowed = graph.machine.unfollowed.take();
            results.unfollowed = results.unfollowed.take().or(unfollowed);
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

    /// Takes samples, first those that are left of a block, until there are enough or the graph remembers too much.
    /// Gives those that are left.
    fn work_on<'p>(&self, graph: &mut impl OfProgram<'p>, mut left: Range<u64>) -> Range<u64> {
        let mut sampler = Sampler::new(graph, self.plan.max_depth, self.schedule);
        let mut blocks = Vec::new();
        // One block at least, however much the graph itself takes.
        let mut taken = 0;
        while taken == 0 || graph.bytes() < MOST_BYTES.min(self.most_bytes / 2) {
            if left.is_empty() {
                let first = self.next.fetch_add(BLOCK, Ordering::Relaxed);
                left = first..first + BLOCK;
            }
            let block = self.take_block(graph, &mut sampler, left.clone());
            left.start += block.count;
            taken += block.count;
            blocks.push(block);
            if left.is_empty() {
                continue;
            }
            let is_full = graph.bytes() + sampler.bytes() >= self.most_bytes;
            if is_full && taken == 0 {
                // It is not enough for one execution.
                self.stopped.store(true, Ordering::Relaxed);
            }
            if is_full || self.is_over(left.start) || graph.stopped().is_some() {
                break;
            }
        }
        self.results().blocks.extend(blocks);
        left
    }

    /// Takes these samples until one fails or is stopped.
    fn take_block<'p>(
        &self,
        graph: &mut impl OfProgram<'p>,
        sampler: &mut Sampler,
        numbers: Range<u64>,
    ) -> Block {
        let mut block = Block {
            first: numbers.start,
            count: 0,
            total_length: 0,
            longest: 0,
        };
        for number in numbers {
            self.look_at_the_clock();
            if self.is_over(number) {
                break;
            }
            let stops = |bytes| {
                self.look_at_the_clock();
                self.is_over(number) || bytes >= self.most_bytes
            };
            match sampler.take(graph, self.plan.seed, number, stops) {
                Taken::Stopped => {
                    self.look_at_the_clock();
                    break;
                }
                Taken::Passed { length } => {
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
        block
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
            let stops = |_| {
                self.look_at_the_clock();
                self.stopped.load(Ordering::Relaxed)
            };
            match sampler.take(&mut alone, self.plan.seed, number, stops) {
                Taken::Stopped => 0,
                Taken::Passed { length } | Taken::Cut { length } => length,
                Taken::Finding { choices, .. } => choices.len() as u64,
                Taken::Lasso(lasso) => (lasso.stem.len() + lasso.cycle.len()) as u64,
            }
        });
        let longest = lengths.max().unwrap_or(0);
        (graph.machine.thread_count(), longest.max(1))
    }
}

fn failure_of<'p>(graph: &impl OfProgram<'p>, sample: Taken) -> Failure {
    match sample {
        Taken::Finding { finding, choices } => {
            let problem = graph.program().problems[finding.id as usize].clone();
            Failure::Problem(problem, graph.program_choices(&choices))
        }
        Taken::Lasso(lasso) => {
            let mut choices = graph.program_choices(&lasso.stem);
            let cycle_start = choices.len();
            choices.extend(graph.program_choices(&lasso.cycle));
            Failure::Lasso(choices, cycle_start)
        }
        Taken::Cut { .. } | Taken::Passed { .. } | Taken::Stopped => Failure::TooLong,
    }
}

/// Takes samples as planned, and says which memory was taken as shared in the end.
pub fn take_samples(
    plan: &Plan,
    resolved: &Resolved,
    first: Sharing,
    session: &Session,
) -> (Sampled, Sharing) {
    let (round, sharing) = sharing::explore(session, first, |sharing| {
        take_round(plan, resolved, sharing, session)
    });
    let Round {
        results,
        pct,
        seconds,
        ..
    } = round;
    let mut notes = Vec::new();
    if sharing != first {
        notes.push("sampled again with all memory taken as shared".to_owned());
    }
    notes.extend(results.unfollowed.map(|unfollowed| unfollowed.to_string()));
    notes.extend(results.tried.left_out(resolved.values.len()));
    notes.extend(results.caveats);
    let sampled = Sampled {
        summary: summary(results.blocks, plan, seconds),
        failure: results.failure,
        notes,
        pct,
    };
    (sampled, sharing)
}

/// All samples that were taken with one idea of which memory is shared.
struct Round {
    results: Results,
    pct: Option<PctPromise>,
    seconds: f64,
    stopped: bool,
}

impl sharing::Explored for Round {
    fn missed_escape(&self) -> bool {
        self.results.missed_escape
    }

    /// Samples are numbered: one that failed is not the first that fails when all is shared.
    fn is_certain(&self) -> bool {
        self.stopped
    }
}

fn take_round(plan: &Plan, resolved: &Resolved, sharing: Sharing, session: &Session) -> Round {
    let jobs = plan.jobs.unwrap_or_else(|| session.workers()).max(1);
    let memory = session.search_memory().map(usize::try_from);
    let memory = memory.and_then(Result::ok).unwrap_or(usize::MAX);
    let options = resolved.options(sharing);
    let machine = &resolved.machine;
    let mut workers = Workers {
        plan,
        program: &resolved.program,
        options: &options,
        // A weak finding does not fail a sample, so it need not be looked for.
        races: match machine.races {
            Races::Error => Races::Error,
            Races::Report | Races::Off => Races::Off,
        },
        automaton: resolved
            .temporal
            .as_ref()
            .map(|temporal| &temporal.violations),
        fair: machine.properties.fair,
        schedule: Schedule::Uniform,
        wanted: plan.goal.samples(),
        most_bytes: memory / jobs,
        next: AtomicU64::new(0),
        failed: AtomicU64::new(u64::MAX),
        stopped: AtomicBool::new(false),
        results: Mutex::default(),
    };
    let started = Instant::now();
    let mut pct = None;
    match plan.sampler {
        SamplerName::Uniform => {}
        SamplerName::Pos => workers.schedule = Schedule::Pos,
        SamplerName::Pct { depth } => {
            let (threads, steps) = workers.pilot();
            workers.schedule = Schedule::Pct { depth, steps };
            pct = Some(PctPromise {
                depth,
                threads,
                steps,
                probability: pct_bound(threads, steps, depth),
            });
        }
    }
    thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(|| workers.work());
        }
        // This thread may use again what the search before has given back.
        workers.work();
    });
    Round {
        pct,
        seconds: started.elapsed().as_secs_f64(),
        stopped: workers.stopped.load(Ordering::Relaxed),
        results: workers.results.into_inner().expect("no worker panics"),
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
    choices: &[Choice],
    budget: &Budget,
) -> (Problem, Vec<Choice>, Option<usize>) {
    let id = graph.problems.len() as u32;
    graph.problems.push(problem);
    let mut found = Found {
        finding: Finding {
            weight: Weight::Strong,
            id,
        },
        choices: choices.iter().map(|choice| choice.number()).collect(),
    };
    let options = SearchOptions {
        limits: Limits {
            budget: budget.clone(),
            ..Limits::default()
        },
        ..SearchOptions::default()
    };
    let length = shorten_found(graph, &options, &mut found, 0, &mut Unwatched);
    let (problem, choices) = straightened(graph, &found);
    (problem, choices, length)
}

/// The verdict from a sample that failed.
pub fn verdict_of_failure(
    plan: &Plan,
    resolved: &Resolved,
    sharing: Sharing,
    session: &Session,
    failure: Failure,
) -> Verdict {
    let options = resolved.options(sharing);
    if !matches!(failure, Failure::TooLong) {
        session.answer_is_known();
    }
    let violation = |choices: &[Choice], continuation| {
        let temporal = resolved.temporal.as_ref();
        let requirements = &temporal
            .expect("a property that can be violated")
            .requirements;
        temporal::tell(resolved, &options, requirements, choices, continuation)
            .unwrap_or_else(|error| panic!("an execution does not violate its property: {error}"))
    };
    let verdict = match failure {
        Failure::Problem(Problem::Violation { .. }, choices) => {
            violation(&choices, Continuation::Any)
        }
        Failure::Problem(problem, choices) => {
            let machine = Machine::new(&resolved.program, options.clone());
            let machine = machine.within(plan.budget.clone());
            let mut graph = ProgramGraph::new(machine, resolved.machine.races);
            let (problem, choices, shortened_from) = match plan.shortens {
                true => shortened(&mut graph, problem, &choices, &plan.budget),
                false => (problem, choices, None),
            };
            walked(resolved, &options, &problem, choices, shortened_from)
        }
        Failure::Lasso(choices, start) => violation(&choices, Continuation::Cycle(start)),
        Failure::TooLong => Verdict::undecided(format!(
            "an execution is longer than {} steps (--max-depth)",
            count(plan.max_depth)
        )),
    };
    let verdict = with_trail(resolved, sharing, verdict);
    Verdict {
        granularity: Some(resolved.machine.granularity),
        ..verdict
    }
}
