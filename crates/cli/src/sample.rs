//! `trailhound sample`: random executions until one fails or so many have passed that a
//! failing one would have shown with the confidence that was asked for (MC²).

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Args;
use trailhound_host::printable;
use trailhound_property::SamplingGoal;

use crate::args::{Format, LimitArguments, MachineArguments, OutputArguments, ProgramArguments};
use crate::check::{aim, not_prepared, saved_trail};
use crate::conclusion::{Conclusion, SamplingReport};
use crate::guard;
use crate::prepare::{prepare_for, values_for};
use crate::properties::PropertyArguments;
use crate::report::Printer;
use crate::report::json::plain;
use crate::sampler_name::SamplerName;
use crate::sampling::{Plan, Sampled, Subject, conclude_failure, take_samples};
use crate::temporal::Temporal;

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
    /// How executions are drawn: uniform (every choice of a state is equally likely), pct:D
    /// (random priorities of threads that change D-1 times), pos (random priorities of steps)
    #[arg(
        long,
        default_value = "uniform",
        value_name = "NAME",
        help_heading = "Sampling"
    )]
    pub sampler: SamplerName,
    /// The number that decides all samples
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Sampling")]
    pub seed: u64,
    /// Samples at a time [default: one for each core]; the answer does not depend on it
    #[arg(long, value_name = "N", help_heading = "Sampling")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub limits: LimitArguments,
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
    guard::limit(arguments.limits.given(), &arguments.output, colour);
    match run(arguments) {
        Ok(code) => code,
        Err(conclusion) => Printer::new(&arguments.output, colour).print(&conclusion),
    }
}

fn run(arguments: &SampleArguments) -> Result<ExitCode, Box<Conclusion>> {
    let refused = |text: String| Box::new(Conclusion::unsupported(text));
    let goal = SamplingGoal::new(arguments.epsilon, arguments.delta)
        .map_err(|error| refused(error.to_string()))?;
    let setup = arguments.program.setup();
    let mut machine = arguments.machine.setup();
    let properties = arguments.properties.setup();
    machine.properties = properties.map_err(|error| refused(error.to_string()))?;
    let mut prepared = prepare_for(&setup, setup.files.clone(), &machine.properties)
        .map_err(|error| Box::new(not_prepared(error)))?;
    aim(&mut prepared, &mut machine)?;
    if arguments.machine.values.is_none() {
        machine.values = values_for(&prepared.program);
    }
    let temporal = match machine.properties.is_temporal() {
        true => Some(Temporal::new(&mut machine)?),
        false => None,
    };
    let plan = Plan {
        goal,
        sampler: arguments.sampler,
        seed: arguments.seed,
        jobs: arguments.jobs,
        budget: guard::budget(),
        max_depth: arguments.max_depth,
        shortens: true,
    };
    let subject = Subject {
        prepared: &prepared,
        setup: &setup,
        temporal: temporal.as_ref(),
    };
    let mut sampled = take_samples(&plan, subject, &mut machine);
    if let Some(temporal) = &temporal {
        sampled.notes.splice(0..0, temporal.notes.iter().cloned());
    }
    let Some((number, failure)) = sampled.failure.take() else {
        return Ok(passed(arguments, goal, &sampled));
    };
    let sentence = sampled.summary.sentence();
    let mut report = SamplingReport::new(&sampled, &plan);
    report.failed = Some(number + 1);
    let mut conclusion = conclude_failure(&plan, subject, &machine, failure);
    conclusion.sampling = Some(report);
    conclusion.notes.append(&mut sampled.notes);
    let note = format!("sample {} failed; {sentence}", number + 1);
    conclusion.notes.push(note);
    if let (Some(path), Some(found)) = (&arguments.trail, &conclusion.found) {
        let trail = saved_trail(&prepared.program, &setup, &machine, found);
        if let Err(cause) = trail.write(path) {
            let path = path.display();
            let note = format!("the trail could not be saved as `{path}`: {cause}");
            conclusion.notes.push(note);
        }
    }
    Err(Box::new(conclusion))
}

fn passed(arguments: &SampleArguments, goal: SamplingGoal, sampled: &Sampled) -> ExitCode {
    guard::answer_is_known();
    let summary = &sampled.summary;
    let claim = goal.claim_after(summary.samples);
    let claim = claim.map_or("nothing can be said".to_owned(), |claim| claim.to_string());
    let complete = summary.is_complete();
    let property = match arguments.properties.names() {
        names if names.is_empty() => "that no step fails or deadlocks".to_owned(),
        names => format!("`{}`, and that no step fails", names.join("`, `")),
    };
    let promise = sampled.pct.map(|pct| pct.sentence(summary.samples));
    match arguments.output.format {
        Format::Json => {
            let answer = serde_json::json!({
                "version": env!("CARGO_PKG_VERSION"),
                "verdict": if complete { "sampled" } else { "undecided" },
                "property": property,
                "claim": claim,
                "sampler": arguments.sampler.to_string(),
                "pct": sampled.pct,
                "samples": summary.samples,
                "samples_wanted": summary.samples_wanted,
                "mean_length": summary.mean_length,
                "longest_length": summary.longest_length,
                "seconds": summary.seconds,
                "seed": summary.seed,
                "notes": sampled.notes,
            });
            print!("{}", plain(&answer));
        }
        Format::Text => {
            let verdict = if complete {
                "sampled"
            } else {
                "not all samples were taken"
            };
            println!("{verdict}: {}: {claim}", printable(&property));
            if !arguments.output.quiet {
                for sentence in promise.iter().chain([&summary.sentence()]) {
                    println!("  {sentence}");
                }
                for note in &sampled.notes {
                    println!("note: {}", printable(note));
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
