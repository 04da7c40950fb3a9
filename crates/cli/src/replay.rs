//! `trailhound replay`: walk a saved trail again.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use trailhound_machine::ErrorKind;
use trailhound_trail::{self as trail, Continuation, Promise, Reached, Trail};

use crate::args::ReplayArguments;
use crate::check::{aim, not_prepared, told};
use crate::conclusion::Conclusion;
use crate::flow;
use crate::guard;
use crate::prepare::prepare_for;
use crate::report::Printer;
use crate::temporal;
use crate::trust;

pub fn replay(arguments: &ReplayArguments, colour: ColorChoice) -> ExitCode {
    guard::limit(arguments.limits.given(), &arguments.output, colour);
    let conclusion = conclude(arguments);
    Printer::new(&arguments.output, colour).print(&conclusion)
}

/// Goes to the folder from which the files have the names that the trail knows: a program
/// can contain the name of its file, as `assert` does.
fn go_home(trail: &Trail, path: &Path) {
    let beside = path.parent().unwrap_or(Path::new(""));
    let has_files = |folder: &&Path| {
        trail
            .program
            .files
            .iter()
            .all(|file| folder.join(file).is_file())
    };
    let home = [trail.program.directory.as_path(), Path::new("."), beside]
        .into_iter()
        .find(has_files);
    if let Some(home) = home {
        // If it cannot be entered, the files are not found, and that is said.
        let _ = env::set_current_dir(home);
    }
}

fn conclude(arguments: &ReplayArguments) -> Conclusion {
    let trail = match Trail::read(&arguments.trail) {
        Ok(trail) => trail,
        Err(error) => return Conclusion::unsupported(error.to_string()),
    };
    let mut trail = trail;
    trail.program.trust_flags = arguments.trust_flags;
    let files = if arguments.program.is_empty() {
        trail.program.files.clone()
    } else {
        arguments.program.clone()
    };
    if arguments.program.is_empty() {
        go_home(&trail, &arguments.trail);
    }
    if let Some(refusal) = trust::refusal(&trail.program, arguments) {
        return refusal;
    }
    let mut prepared = match prepare_for(&trail.program, files, &trail.options.properties) {
        Ok(prepared) => prepared,
        Err(error) => return not_prepared(error),
    };
    let mut machine = trail.options.clone();
    if let Err(refusal) = aim(&mut prepared, &mut machine) {
        return *refusal;
    }
    let options = machine.options(&trail.program);
    if !trail.is_of(trail::fingerprint(&prepared.program, &options)) {
        let reason = format!(
            "`{}` is the trail of another program: the program has changed since, \
             or another compiler or version of Trailhound made it (version {})",
            arguments.trail.display(),
            trail.version,
        );
        let hint = Some("check the program again with --trail to get a new one".to_owned());
        return Conclusion {
            hint,
            ..Conclusion::unsupported(reason)
        };
    }
    if trail.options.properties.sequence.is_some() {
        return flow::replay(&prepared, &trail.program, &machine, trail.choices);
    }
    if trail.error.kind == ErrorKind::Temporal.name() {
        let continuation = match trail.cycle_start {
            Some(start) => Continuation::Cycle(start),
            None => Continuation::Any,
        };
        return temporal::replay(&prepared, &machine, &trail, continuation);
    }
    let (promise, stem) = match trail.cycle_start {
        Some(start) => (Promise::Circle, start.min(trail.choices.len())),
        None => (Promise::Error, trail.choices.len()),
    };
    let stem = &trail.choices[..stem];
    let races = trail.options.races.into();
    let mut conclusion = match trail::reach(&prepared.program, &options, races, stem, promise) {
        Ok(Reached { problem, lap })
            if problem
                .kind()
                .is_some_and(|kind| kind.name() == trail.error.kind) =>
        {
            let report = trail::replay_lap(
                &prepared.program,
                &prepared.names,
                &options,
                stem,
                &lap,
                &problem,
            );
            told(&problem, report, [stem, &lap].concat(), None)
        }
        Ok(Reached { problem, .. }) => {
            let found = problem
                .kind()
                .map_or("something that is not supported", |kind| kind.name());
            Conclusion::unsupported(format!(
                "the trail promises {} and leads to {found}",
                trail.error.kind
            ))
        }
        Err(error) => Conclusion::unsupported(error.to_string()),
    };
    conclusion.compile_seconds = prepared.compile_seconds;
    conclusion.link_seconds = prepared.link_seconds;
    conclusion.granularity = Some(trail.options.granularity);
    conclusion
}
