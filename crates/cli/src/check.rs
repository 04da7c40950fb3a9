//! `trailhound check`: all schedules of a program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Args;
use trailhound_checker::{Check, Missing, Session, Verdict, violations_dot, what_is_missing};
use trailhound_host::{printable, write_whole};

use crate::checkpoint_arguments::CheckpointArguments;
use crate::goals::GoalArguments;
use crate::machine_arguments::MachineArguments;
use crate::output_arguments::{Format, OutputArguments};
use crate::program_arguments::ProgramArguments;
use crate::properties::PropertyArguments;
use crate::report::Printer;
use crate::search_arguments::SearchArguments;
use crate::{answer, guard};

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    #[command(flatten)]
    pub machine: MachineArguments,
    #[command(flatten)]
    pub goals: GoalArguments,
    #[command(flatten)]
    pub properties: PropertyArguments,
    /// Write the automaton of the violations of --ltl and --automaton here, for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "What shall hold")]
    pub dot: Option<PathBuf>,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub checkpoints: CheckpointArguments,
    /// Save the trail of an error here, for `trailhound replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trail: Option<PathBuf>,
    /// List what of the reachable program cannot be executed (functions without a model, assembly,
    /// instructions, constants), and where, instead of checking it
    #[arg(long, help_heading = "Output", conflicts_with_all = ["trail", "dot"])]
    pub what_is_missing: bool,
    /// Write the content of the globals in every state in which the program has ended here, one
    /// line for each: the tests of the reductions compare them
    #[arg(long, value_name = "FILE", hide = true)]
    pub final_states: Option<PathBuf>,
    /// Search again, even if the verdict on the same program is known from before; so does
    /// TRAILHOUND_NO_CACHE=1 in the environment
    #[arg(long, help_heading = "Searching")]
    pub no_cache: bool,
    #[command(flatten)]
    pub output: OutputArguments,
}

impl CheckArguments {
    /// The check without its properties, which are read from files.
    pub fn check(&self) -> Check {
        let mut machine = self.machine.request();
        machine.goals = self.goals.request();
        Check {
            program: self.program.request(),
            machine,
            search: self.search.request(),
            limits: self.search.limits.resources(),
            checkpoints: self.checkpoints.request(),
            final_states: self.final_states.is_some(),
            use_cache: !self.no_cache && std::env::var_os("TRAILHOUND_NO_CACHE").is_none(),
        }
    }
}

pub fn check(arguments: &CheckArguments, colour: ColorChoice) -> ExitCode {
    let limits = arguments.search.limits.resources();
    let session = guard::limit(limits, &arguments.output, colour);
    if arguments.what_is_missing {
        return list_missing(arguments, &session, colour);
    }
    let verdict = checked(arguments, &session);
    Printer::new(&arguments.output, colour).print(&verdict)
}

/// Prints what cannot be executed, one line for each.
fn list_missing(arguments: &CheckArguments, session: &Session, colour: ColorChoice) -> ExitCode {
    let missing = match what_is_missing(&arguments.program.request(), session) {
        Ok(missing) => missing,
        Err(error) => {
            let verdict = Verdict::unsupported(error.to_string());
            return Printer::new(&arguments.output, colour).print(&verdict);
        }
    };
    answer::is_known();
    if arguments.output.format == Format::Json {
        let rows: Vec<_> = missing
            .iter()
            .map(|missing| serde_json::json!({"what": missing.what, "places": missing.places}))
            .collect();
        println!("{}", serde_json::json!({ "missing": rows }));
        return ExitCode::SUCCESS;
    }
    if missing.is_empty() {
        println!("nothing is missing");
    }
    for Missing { what, places } in &missing {
        let place = match &places[..] {
            [] => String::new(),
            [one] => format!(" at {one}"),
            [first, others @ ..] => format!(" at {first} and {} more", others.len()),
        };
        println!("{}", printable(&format!("{what}{place}")));
    }
    ExitCode::SUCCESS
}

fn checked(arguments: &CheckArguments, session: &Session) -> Verdict {
    let mut check = arguments.check();
    match arguments.properties.properties().read() {
        Ok(properties) => check.machine.properties = properties,
        Err(error) => return Verdict::unsupported(error.to_string()),
    }
    if let Some(path) = &arguments.dot {
        if !check.machine.properties.is_temporal() {
            return Verdict::unsupported(
                "--dot shows an automaton: neither --ltl nor --automaton is given",
            );
        }
        let drawn = match violations_dot(&check.machine.properties) {
            Ok(drawn) => drawn,
            Err(error) => return Verdict::unsupported(error.to_string()),
        };
        if let Err(cause) = write_whole(path, drawn.as_bytes()) {
            return Verdict::unsupported(format!("cannot write `{}`: {cause}", path.display()));
        }
    }
    let mut verdict = check.run_in(session);
    save_trail(arguments.trail.as_deref(), &mut verdict);
    if let (Some(path), Some(lines)) = (&arguments.final_states, &verdict.final_states) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        if let Err(cause) = write_whole(path, text.as_bytes()) {
            let path = path.display();
            let note = format!("the final states could not be written to `{path}`: {cause}");
            verdict.notes.push(note);
        }
    }
    verdict
}

/// Writes the trail of the error that was found, if that is wanted.
pub fn save_trail(path: Option<&Path>, verdict: &mut Verdict) {
    if let (Some(path), Some(trail)) = (path, &verdict.trail)
        && let Err(cause) = trail.write(path)
    {
        let path = path.display();
        let note = format!("the trail could not be saved as `{path}`: {cause}");
        verdict.notes.push(note);
    }
}
