//! `trailhound check`: all schedules of a program.

use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use trailhound_checker::{Session, Verdict, violations_dot};
use trailhound_host::write_whole;

use crate::args::CheckArguments;
use crate::guard;
use crate::report::Printer;

pub fn check(arguments: &CheckArguments, colour: ColorChoice) -> ExitCode {
    let limits = arguments.search.limits.resources();
    let session = guard::limit(limits, &arguments.output, colour);
    let verdict = checked(arguments, &session);
    Printer::new(&arguments.output, colour).print(&verdict)
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
