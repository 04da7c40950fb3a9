//! `trailhound run`: one schedule, with the program's output as it comes.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{Args, ValueEnum};
use trailhound_checker::{ChangedFile, Ran, Run, Schedule, Stream};
use trailhound_host::printable;

use crate::check::save_trail;
use crate::limit_arguments::LimitArguments;
use crate::machine_arguments::MachineArguments;
use crate::output_arguments::{Format, OutputArguments};
use crate::program_arguments::ProgramArguments;
use crate::report::Printer;
use crate::{answer, guard};

#[derive(Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    #[command(flatten)]
    pub machine: MachineArguments,
    /// Who runs when several threads can
    #[arg(long, default_value = "first", value_name = "WHO")]
    pub schedule: ScheduleName,
    /// The number that decides a random schedule
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Save the trail here if the schedule fails
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Show steps inside library code one by one
    #[arg(long)]
    pub show_library: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScheduleName {
    /// A thread runs until it waits, then the next
    First,
    /// Drawn anew for each step
    Random,
}

pub fn run(arguments: &RunArguments, colour: ColorChoice) -> ExitCode {
    let output = OutputArguments {
        format: Format::Text,
        quiet: false,
        show_library: arguments.show_library,
        all_steps: false,
    };
    let limits = arguments.limits.resources();
    let session = guard::limit(limits, &output, colour);
    let run = Run {
        program: arguments.program.request(),
        machine: arguments.machine.request(),
        schedule: match arguments.schedule {
            ScheduleName::First => Schedule::First,
            ScheduleName::Random => Schedule::Random {
                seed: arguments.seed,
            },
        },
        limits,
    };
    // A closed pipe at the other end is the reader's business.
    let ran = run.run_in(&session, |stream, bytes| {
        let _ = match stream {
            Stream::Stdout => write(&mut io::stdout(), bytes),
            Stream::Stderr => write(&mut io::stderr(), bytes),
        };
    });
    match ran {
        Ran::Exited { status, files } => {
            answer::is_known();
            for file in &files {
                show(file);
            }
            eprintln!("exit status {status}");
            ExitCode::from(status as u8)
        }
        Ran::Ended(mut verdict) => {
            save_trail(arguments.trail.as_deref(), &mut verdict);
            Printer::new(&output, colour).print(&verdict)
        }
    }
}

/// Tells what the program has left in a file.
fn show(file: &ChangedFile) {
    let path = printable(&file.path);
    let Some(content) = &file.content else {
        return eprintln!("{path} was removed");
    };
    eprintln!("{path} was left with {} bytes:", content.len());
    let _ = write(&mut io::stderr(), content);
    if content.last().is_some_and(|last| *last != b'\n') {
        eprintln!();
    }
}

/// Writes what the program prints: as it is, but for a terminal, which shows control characters
/// instead of obeying them.
fn write(to: &mut (impl Write + IsTerminal), bytes: &[u8]) -> io::Result<()> {
    match to.is_terminal() {
        true => to.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?,
        false => to.write_all(bytes)?,
    }
    to.flush()
}
