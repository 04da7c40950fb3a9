//! `trailhound debug`: the debugger for a saved trail, over standard input and output.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Deserialize;
use trailhound_checker::{ReadTrailError, Replay, Trail};
use trailhound_debugger::{Connection, Request, serve, until_launch};

use crate::guard;
use crate::replay::go_home;

#[derive(Debug, Args)]
pub struct DebugArguments {
    /// A trail that `trailhound check --trail FILE` has saved [default: what the editor's launch
    /// request has as `trail`]
    pub trail: Option<PathBuf>,
    /// The program, if its files are not where they were; a Cargo package must be named, for its
    /// build scripts and macros run on this machine
    pub program: Vec<PathBuf>,
    /// Take all compiler flags that the trail asks for, harmless or not
    #[arg(long)]
    pub trust_flags: bool,
}

/// What an editor may say when it launches the debugger.
#[derive(Debug, Default, Deserialize)]
struct Launch {
    trail: Option<PathBuf>,
}

pub fn debug(arguments: &DebugArguments) -> ExitCode {
    let mut connection = Connection::new(std::io::stdin().lock(), std::io::stdout().lock());
    let Some(launch) = until_launch(&mut connection) else {
        return ExitCode::SUCCESS;
    };
    let wanted: Launch = launch.arguments().unwrap_or_default();
    match arguments.trail.as_ref().or(wanted.trail.as_ref()) {
        Some(trail) => launched(arguments, trail, &launch, &mut connection),
        None => {
            let missing = "no trail is given: neither on the command line nor as `trail` of the launch request";
            connection.refuse(&launch, missing);
            ExitCode::from(2)
        }
    }
}

fn launched(
    arguments: &DebugArguments,
    path: &Path,
    launch: &Request,
    connection: &mut Connection,
) -> ExitCode {
    let replay = match replay_of(arguments, path) {
        Ok(replay) => replay,
        Err(error) => {
            connection.refuse(launch, &error.to_string());
            return ExitCode::from(2);
        }
    };
    let served = replay.look_in(&guard::unlimited(), |walked| {
        connection.acknowledge(launch);
        serve(walked, connection);
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(verdict) => {
            let reason = verdict
                .reason
                .as_deref()
                .unwrap_or("the trail leads nowhere");
            let output = verdict.compiler_output.as_deref().unwrap_or_default();
            connection.refuse(launch, format!("{reason}\n{output}").trim_end());
            ExitCode::from(2)
        }
    }
}

fn replay_of(arguments: &DebugArguments, path: &Path) -> Result<Replay, ReadTrailError> {
    let mut trail = Trail::read(path)?;
    trail.program.trust_flags = arguments.trust_flags;
    let files_are_named = !arguments.program.is_empty();
    match files_are_named {
        true => trail.program.files = arguments.program.clone(),
        false => go_home(&trail, path),
    }
    Ok(Replay {
        files_are_named,
        ..Replay::of(trail)
    })
}
