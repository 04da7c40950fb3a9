//! `trailhound check`: all schedules of a program.

use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use trailhound_checker::{Missing, Session, Verdict, violations_dot, what_is_missing};
use trailhound_host::{printable, write_whole};

use crate::args::{CheckArguments, Format};
use crate::guard;
use crate::report::Printer;

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
    guard::answer_is_known();
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
