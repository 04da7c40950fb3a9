//! `trailhound replay`: walk a saved trail again.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Args;
use trailhound_checker::{Replay, Session, Trail, Verdict};

use crate::guard;
use crate::limit_arguments::LimitArguments;
use crate::output_arguments::OutputArguments;
use crate::report::Printer;

#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// A trail that `trailhound check --trail FILE` has saved
    pub trail: PathBuf,
    /// The program, if its files are not where they were; a Cargo package must be named, for its
    /// build scripts and macros run on this machine
    pub program: Vec<PathBuf>,
    /// Take all compiler flags that the trail asks for, harmless or not
    #[arg(long)]
    pub trust_flags: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

pub fn replay(arguments: &ReplayArguments, colour: ColorChoice) -> ExitCode {
    let session = guard::limit(arguments.limits.resources(), &arguments.output, colour);
    let verdict = replayed(arguments, &session);
    Printer::new(&arguments.output, colour).print(&verdict)
}

/// Goes to the folder from which the files have the names that the trail knows: a program
/// can contain the name of its file, as `assert` does.
pub fn go_home(trail: &Trail, path: &Path) {
    let beside = path.parent().unwrap_or(Path::new(""));
    let has_files = |folder: &&Path| {
        let mut files = trail.program.files.iter();
        files.all(|file| folder.join(file).is_file())
    };
    let home = [trail.program.directory.as_path(), Path::new("."), beside]
        .into_iter()
        .find(has_files);
    if let Some(home) = home {
        // If it cannot be entered, the files are not found, and that is said.
        let _ = env::set_current_dir(home);
    }
}

fn replayed(arguments: &ReplayArguments, session: &Session) -> Verdict {
    let mut trail = match Trail::read(&arguments.trail) {
        Ok(trail) => trail,
        Err(error) => return Verdict::unsupported(error.to_string()),
    };
    trail.program.trust_flags = arguments.trust_flags;
    let files_are_named = !arguments.program.is_empty();
    match files_are_named {
        true => trail.program.files = arguments.program.clone(),
        false => go_home(&trail, &arguments.trail),
    }
    let replay = Replay {
        files_are_named,
        limits: arguments.limits.resources(),
        ..Replay::of(trail)
    };
    replay.run_in(session)
}
