//! `trailhound sample`: random executions until one fails or so many have passed that a
//! failing one would have shown with the confidence that was asked for (MC²).

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use clap::Args;
use trailhound_machine::{Machine, Options, Problem, ProgramGraph, Races};
use trailhound_program::Program;
use trailhound_property::{Automaton, SamplingGoal};
use trailhound_search::{Sample, Sampler};
use trailhound_trail::{self as trail, Continuation, MachineSetup, ProgramSetup};

use crate::args::{Format, MachineArguments, OutputArguments, ProgramArguments};
use crate::check::{aim, not_prepared, saved_trail, told};
use crate::conclusion::Conclusion;
use crate::interrupt;
use crate::prepare::{Prepared, prepare, values_for};
use crate::product::{Alone, OfProgram, Product};
use crate::properties::PropertyArguments;
use crate::quantity::{self, count, counted, seconds};
use crate::report::Printer;
use crate::temporal::{self, Temporal};

#[derive(Debug, Args)]
pub struct SampleArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    #[command(flatten)]
    pub machine: MachineArguments,
    #[command(flatten)]
    pub properties: PropertyArguments,
    /// The part of the random executions that may fail without being noticed
    #[arg(
        long,
        default_value_t = 0.01,
        value_name = "E",
        help_heading = "Sampling"
    )]
    pub epsilon: f64,
    /// The probability with which that claim may be wrong
    #[arg(
        long,
        default_value_t = 0.01,
        value_name = "D",
        help_heading = "Sampling"
    )]
    pub delta: f64,
    /// The number that decides all samples
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Sampling")]
    pub seed: u64,
    /// Samples at a time [default: one for each core]; the answer does not depend on it
    #[arg(long, value_name = "N", help_heading = "Sampling")]
    pub jobs: Option<usize>,
    /// End after this time, as in 10s, 5m, 1h
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration, help_heading = "Sampling")]
    pub max_time: Option<Duration>,
    /// Give up on an execution after this many steps
    #[arg(
        long,
        default_value_t = 1_000_000,
        value_name = "N",
        help_heading = "Sampling"
    )]
    pub max_depth: u64,
    /// Save the trail of an error here, for `trailhound replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trail: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArguments,
}

pub fn sample(arguments: &SampleArguments, colour: ColorChoice) -> ExitCode {
    interrupt::listen();
    match run(arguments) {
        Ok(code) => code,
        Err(conclusion) => Printer::new(&arguments.output, colour).print(&conclusion),
    }
}

/// What went wrong with a sample.
enum Failure {
    Problem(Problem, Vec<(u32, u32)>),
    /// The choices, and how many come before the cycle.
    Lasso(Vec<(u32, u32)>, usize),
    TooLong,
}

/// What all workers know.
struct Sampling<'a> {
    arguments: &'a SampleArguments,
    program: &'a Program,
    options: &'a Options,
    races: Races,
    automaton: Option<&'a Automaton>,
    fair: bool,
    wanted: u64,
    started: Instant,
    next: AtomicU64,
    /// The lowest number of a sample that failed.
    failed: AtomicU64,
    stopped: AtomicBool,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    /// Number and length of the samples that passed.
    lengths: Vec<(u64, u64)>,
    failure: Option<(u64, Failure)>,
    missed_escape: bool,
    values_left_out: bool,
}

/// A worker that remembers more than this starts with an empty memory.
const MOST_BYTES: usize = 256 << 20;

impl Sampling<'_> {
    fn work(&self) {
        while !self.is_over(self.next.load(Ordering::Relaxed)) {
            let machine = Machine::new(self.program, self.options.clone());
            let mut graph = ProgramGraph::new(machine, self.races);
            match self.automaton {
                Some(automaton) => {
                    self.work_on(&mut Product::new(&mut graph, automaton, self.fair));
                }
                None => self.work_on(&mut Alone(&mut graph)),
            }
            let mut results = self.results();
            results.missed_escape |= graph.machine.memory.missed_escape;
            results.values_left_out |= graph.machine.values_left_out;
        }
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
        let mut sampler = Sampler::new(graph, self.arguments.max_depth);
        let mut lengths = Vec::new();
        // One sample at least, however much the graph itself takes.
        let mut is_fresh = true;
        while std::mem::take(&mut is_fresh) || graph.bytes() < MOST_BYTES {
            let late = self.arguments.max_time;
            if interrupt::requested() || late.is_some_and(|most| self.started.elapsed() > most) {
                self.stopped.store(true, Ordering::Relaxed);
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if self.is_over(number) {
                break;
            }
            let failure = match sampler.take(graph, self.arguments.seed, number) {
                Sample::Passed { length } => {
                    lengths.push((number, length));
                    continue;
                }
                Sample::Cut { .. } => Failure::TooLong,
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
            };
            self.failed.fetch_min(number, Ordering::Relaxed);
            let mut results = self.results();
            let earlier = results.failure.as_ref().map(|(first, _)| *first);
            if earlier.is_none_or(|first| number < first) {
                results.failure = Some((number, failure));
            }
        }
        self.results().lengths.extend(lengths);
    }
}

fn run(arguments: &SampleArguments) -> Result<ExitCode, Box<Conclusion>> {
    let refused = |text: String| Box::new(Conclusion::unsupported(text));
    let goal = SamplingGoal::new(arguments.epsilon, arguments.delta)
        .map_err(|error| refused(error.to_string()))?;
    let setup = arguments.program.setup();
    let mut prepared =
        prepare(&setup, setup.files.clone()).map_err(|error| Box::new(not_prepared(error)))?;
    let mut machine = arguments.machine.setup();
    let properties = arguments.properties.setup();
    machine.properties = properties.map_err(|error| refused(error.to_string()))?;
    aim(&mut prepared, &mut machine)?;
    if arguments.machine.values.is_none() {
        machine.values = values_for(&prepared.program);
    }
    let temporal = match machine.properties.is_temporal() {
        true => Some(Temporal::new(&mut machine)?),
        false => None,
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.unwrap_or(cores).max(1);
    let mut notes = temporal
        .as_ref()
        .map_or(Vec::new(), |temporal| temporal.notes.clone());
    loop {
        let options = machine.options(&setup);
        let sampling = Sampling {
            arguments,
            program: &prepared.program,
            options: &options,
            // A weak finding does not fail a sample, so it need not be looked for.
            races: match machine.races {
                trail::Races::Error => Races::Error,
                trail::Races::Report | trail::Races::Off => Races::Off,
            },
            automaton: temporal.as_ref().map(|temporal| &temporal.violations),
            fair: machine.properties.fair,
            wanted: goal.samples(),
            started: Instant::now(),
            next: AtomicU64::new(0),
            failed: AtomicU64::new(u64::MAX),
            stopped: AtomicBool::new(false),
            results: Mutex::default(),
        };
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| sampling.work());
            }
        });
        let elapsed = sampling.started.elapsed().as_secs_f64();
        let stopped = sampling.stopped.load(Ordering::Relaxed);
        let mut results = sampling.results.into_inner().expect("no worker panics");
        if results.missed_escape && !machine.share_everything && !stopped {
            machine.share_everything = true;
            notes.push("sampled again with all memory taken as shared".to_owned());
            continue;
        }
        let summary = Summary::new(&mut results, goal.samples(), elapsed);
        if results.values_left_out {
            notes.push(format!(
                "data choices tried only {} of their values",
                machine.values.len()
            ));
        }
        return match results.failure {
            Some((number, failure)) => {
                notes.push(format!(
                    "sample {} failed; {}",
                    number + 1,
                    summary.sentence()
                ));
                let context = (&prepared, &setup, &machine, temporal.as_ref());
                Err(Box::new(failed(arguments, context, failure, notes)))
            }
            None => Ok(passed(arguments, goal, &summary, &notes)),
        };
    }
}

/// The samples before the first that is missing or failed.
struct Summary {
    samples: u64,
    wanted: u64,
    mean: f64,
    longest: u64,
    seconds: f64,
}

impl Summary {
    fn new(results: &mut Results, wanted: u64, seconds: f64) -> Summary {
        results.lengths.sort_unstable();
        let numbered = results.lengths.iter().zip(0..);
        let whole = numbered.take_while(|((number, _), expected)| number == expected);
        let lengths: Vec<u64> = whole.map(|((_, length), _)| *length).collect();
        let samples = lengths.len() as u64;
        Summary {
            samples,
            wanted,
            mean: lengths.iter().sum::<u64>() as f64 / samples.max(1) as f64,
            longest: lengths.iter().max().copied().unwrap_or(0),
            seconds,
        }
    }

    fn sentence(&self) -> String {
        format!(
            "{} passed, mean length {:.1}, longest {}, {}",
            counted(self.samples, "sample"),
            self.mean,
            count(self.longest),
            seconds(self.seconds)
        )
    }
}

fn passed(
    arguments: &SampleArguments,
    goal: SamplingGoal,
    summary: &Summary,
    notes: &[String],
) -> ExitCode {
    let claim = goal.claim_after(summary.samples);
    let claim = claim.map_or("nothing can be said".to_owned(), |claim| claim.to_string());
    let complete = summary.samples >= summary.wanted;
    let properties = &arguments.properties;
    let property = match properties.names() {
        names if names.is_empty() => "that no step fails or deadlocks".to_owned(),
        names => format!("`{}`, and that no step fails", names.join("`, `")),
    };
    match arguments.output.format {
        Format::Json => {
            let answer = serde_json::json!({
                "version": env!("CARGO_PKG_VERSION"),
                "verdict": if complete { "sampled" } else { "undecided" },
                "property": property,
                "claim": claim,
                "samples": summary.samples,
                "samples_wanted": summary.wanted,
                "mean_length": summary.mean,
                "longest_length": summary.longest,
                "seconds": summary.seconds,
                "seed": arguments.seed,
                "notes": notes,
            });
            println!("{answer}");
        }
        Format::Text => {
            let verdict = if complete {
                "sampled"
            } else {
                "not all samples were taken"
            };
            println!("{verdict}: {property}: {claim}");
            if !arguments.output.quiet {
                println!("  {}", summary.sentence());
                for note in notes {
                    println!("note: {note}");
                }
            }
        }
    }
    const UNDECIDED: u8 = 3;
    if complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(UNDECIDED)
    }
}

type Context<'a> = (
    &'a Prepared,
    &'a ProgramSetup,
    &'a MachineSetup,
    Option<&'a Temporal>,
);

fn failed(
    arguments: &SampleArguments,
    (prepared, setup, machine, temporal): Context<'_>,
    failure: Failure,
    notes: Vec<String>,
) -> Conclusion {
    let options = machine.options(setup);
    let Prepared { program, types, .. } = prepared;
    let mut conclusion = match (failure, temporal) {
        (Failure::Problem(Problem::Violation { .. }, choices), Some(temporal)) => temporal::tell(
            prepared,
            &options,
            &temporal.requirements,
            &choices,
            Continuation::Any,
        )
        .unwrap_or_else(|error| panic!("an execution does not violate its property: {error}")),
        (Failure::Problem(problem, choices), _) => {
            let report = trail::replay(program, types, &options, &choices, &problem);
            told(&problem, report, choices, None)
        }
        (Failure::Lasso(choices, cycle_start), Some(temporal)) => {
            let requirements = &temporal.requirements;
            let cycle = Continuation::Cycle(cycle_start);
            temporal::tell(prepared, &options, requirements, &choices, cycle)
                .unwrap_or_else(|error| panic!("a lasso does not violate its property: {error}"))
        }
        (Failure::Lasso(..), None) => unreachable!("without conditions there is no lasso"),
        (Failure::TooLong, _) => Conclusion {
            reason: Some(format!(
                "an execution is longer than {} steps (--max-depth)",
                count(arguments.max_depth)
            )),
            ..Conclusion::new(crate::conclusion::Verdict::Undecided)
        },
    };
    conclusion.notes.extend(notes);
    conclusion.granularity = Some(machine.granularity);
    if let (Some(path), Some(found)) = (&arguments.trail, &conclusion.found) {
        let trail = saved_trail(program, setup, machine, found);
        if let Err(cause) = trail.write(path) {
            let path = path.display();
            let note = format!("the trail could not be saved as `{path}`: {cause}");
            conclusion.notes.push(note);
        }
    }
    conclusion
}
