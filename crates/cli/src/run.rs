//! `trailhound run`: one schedule, with the program's output as it comes.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anstream::ColorChoice;
use trailhound_checker::{Ran, Run, Schedule, Stream};
use trailhound_host::printable;

use crate::args::{Format, OutputArguments, RunArguments, ScheduleName};
use crate::check::save_trail;
use crate::guard;
use crate::report::Printer;

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
        Ran::Exited(status) => {
            guard::answer_is_known();
            eprintln!("exit status {status}");
            ExitCode::from(status as u8)
        }
        Ran::Ended(mut verdict) => {
            save_trail(arguments.trail.as_deref(), &mut verdict);
            Printer::new(&output, colour).print(&verdict)
        }
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
