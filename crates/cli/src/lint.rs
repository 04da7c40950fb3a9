//! `trailhound lint`: warnings from the program's text, each put to the test by a search.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Args;
use trailhound_checker::Lint;
use trailhound_checker::lint::Finding;
use trailhound_host::Printable;
use trailhound_report::lint as shown;

use crate::limit_arguments::LimitArguments;
use crate::output_arguments::{Format, OutputArguments, without_pages};
use crate::program_arguments::ProgramArguments;
use crate::report::{Printer, exit_code, print};
use crate::{answer, guard};

pub const EXAMPLES: &str = "\
Examples:
  trailhound lint bank.c                  warnings, those that a schedule proves first
  trailhound lint bank.c --show 1         the whole trail of the first
  trailhound lint bank.c --trails found   keep all trails, for `trailhound replay`

Exit codes: 0 no warning, or none that can come true; 1 a warning has come true; 2 the input
cannot be checked; 3 none has, and not all could be decided within the limits.";

#[derive(Debug, Args)]
#[command(mut_arg("format", without_pages))]
pub struct LintArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// States that each search for a schedule may store
    #[arg(
        long,
        value_name = "N",
        default_value_t = Lint::MAX_STATES,
        help_heading = "Searching"
    )]
    pub max_states: u64,
    /// Only list the warnings
    #[arg(long, help_heading = "Searching")]
    pub no_search: bool,
    /// Show the whole trail of the warning with this number
    #[arg(long, value_name = "N", conflicts_with = "no_search")]
    pub show: Option<usize>,
    /// Save the trails of errors in this directory, for `trailhound replay`
    #[arg(long, value_name = "DIR", conflicts_with = "no_search")]
    pub trails: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

pub fn lint(arguments: &LintArguments, colour: ColorChoice) -> ExitCode {
    let limits = arguments.limits.resources();
    let session = guard::limit(limits, &arguments.output, colour);
    let printer = Printer::new(&arguments.output, colour);
    let request = Lint {
        program: arguments.program.request(),
        max_states: arguments.max_states,
        search: !arguments.no_search,
    };
    if let Some(number) = arguments.show {
        return printer.print(&request.show(number, &session));
    }
    let mut summary = match request.run_in(&session) {
        Ok(summary) => summary,
        Err(verdict) => return printer.print(&verdict),
    };
    if let Some(directory) = &arguments.trails {
        for finding in &mut summary.findings {
            save(finding, directory);
        }
    }
    answer::is_known();
    match arguments.output.format {
        Format::Json => print!("{}", shown::json(&summary)),
        Format::Text | Format::Html => print(&shown::text(&summary, &command()), colour),
    }
    exit_code(summary.answer())
}

/// The command line that asks for the same again.
fn command() -> String {
    let given: Vec<String> = std::env::args().skip(1).collect();
    format!("trailhound {}", given.join(" "))
}

/// Saves the trail of a warning that has come true.
fn save(finding: &mut Finding, directory: &Path) {
    let Some(trail) = &finding.trail else { return };
    let path = directory.join(format!("warning-{}.json", finding.number));
    let written = std::fs::create_dir_all(directory).and_then(|()| trail.write(&path));
    match written {
        Ok(()) => finding.saved_as = Some(path.display().to_string()),
        Err(cause) => eprintln!(
            "warning: the trail could not be saved: {}",
            Printable(cause)
        ),
    }
}
