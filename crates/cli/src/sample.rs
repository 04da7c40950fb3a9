//! `trailhound sample`: random executions until one fails or so many have passed that a
//! failing one would have shown with the confidence that was asked for (MC²).

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Args;
use trailhound_checker::{Passed, Sample, SamplerName, Sampling, Verdict};
use trailhound_host::printable;
use trailhound_report::plain_json;

use crate::check::save_trail;
use crate::limit_arguments::LimitArguments;
use crate::machine_arguments::MachineArguments;
use crate::output_arguments::{Format, OutputArguments, without_pages};
use crate::program_arguments::ProgramArguments;
use crate::properties::PropertyArguments;
use crate::report::Printer;
use crate::{answer, guard};

#[derive(Debug, Args)]
#[command(mut_arg("format", without_pages))]
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

impl SampleArguments {
    fn request(&self) -> Sample {
        Sample {
            program: self.program.request(),
            machine: self.machine.request(),
            epsilon: self.epsilon,
            delta: self.delta,
            sampler: self.sampler,
            seed: self.seed,
            jobs: self.jobs,
            max_depth: self.max_depth,
            limits: self.limits.resources(),
        }
    }
}

pub fn sample(arguments: &SampleArguments, colour: ColorChoice) -> ExitCode {
    let session = guard::limit(arguments.limits.resources(), &arguments.output, colour);
    let printer = Printer::new(&arguments.output, colour);
    let mut request = arguments.request();
    match arguments.properties.properties().read() {
        Ok(properties) => request.machine.properties = properties,
        Err(error) => return printer.print(&Verdict::unsupported(error.to_string())),
    }
    match request.run_in(&session) {
        Sampling::Passed(passed) => tell(arguments, &passed),
        Sampling::Ended(mut verdict) => {
            save_trail(arguments.trail.as_deref(), &mut verdict);
            printer.print(&verdict)
        }
    }
}

fn tell(arguments: &SampleArguments, passed: &Passed) -> ExitCode {
    answer::is_known();
    let summary = &passed.summary;
    let claim = passed.claim.as_deref().unwrap_or("nothing can be said");
    let complete = summary.is_complete();
    let property = match arguments.properties.names() {
        names if names.is_empty() => "that no step fails or deadlocks".to_owned(),
        names => format!("`{}`, and that no step fails", names.join("`, `")),
    };
    let promise = passed.pct.map(|pct| pct.sentence(summary.samples));
    match arguments.output.format {
        Format::Json => {
            let answer = serde_json::json!({
                "version": env!("CARGO_PKG_VERSION"),
                "verdict": if complete { "sampled" } else { "undecided" },
                "property": property,
                "claim": claim,
                "sampler": arguments.sampler.to_string(),
                "pct": passed.pct,
                "samples": summary.samples,
                "samples_wanted": summary.samples_wanted,
                "mean_length": summary.mean_length,
                "longest_length": summary.longest_length,
                "seconds": summary.seconds,
                "seed": summary.seed,
                "notes": passed.notes,
            });
            print!("{}", plain_json(&answer));
        }
        Format::Text | Format::Html => {
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
                for note in &passed.notes {
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
