//! Running a compiler as a child process and keeping what it says.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

use trailhound_host::{Budget, RunError, Scratch};

use crate::error::FrontendError;

/// What to do if clang is not found.
pub(crate) const CLANG_HINT: &str = "install it (Debian and Ubuntu: apt-get install clang) \
                    or set TRAILHOUND_CLANG to its path";

/// Runs `command` to its end and gives what it prints to its standard output. `hint` says how
/// to get the compiler when it is not there.
pub(crate) fn run(
    command: &mut Command,
    hint: &str,
    budget: &Budget,
) -> Result<String, FrontendError> {
    run_heard(command, hint, budget, |_| ())
}

/// The same, and `hear` is told each line of its messages when it comes.
pub(crate) fn run_heard(
    command: &mut Command,
    hint: &str,
    budget: &Budget,
    hear: impl FnMut(&[u8]) + Send + 'static,
) -> Result<String, FrontendError> {
    // What a compiler leaves when it is ended goes with this directory.
    let scratch = scratch()?;
    command.env("TMPDIR", scratch.path());
    let output =
        trailhound_host::run_heard(command, budget, hear).map_err(|error| match error {
            RunError::Io(cause) => missing(command, cause, hint),
            RunError::Stopped(stop) => FrontendError::Stopped(stop),
        })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let compiler = command.get_program().to_string_lossy().into_owned();
    let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.trim().is_empty() {
        said = format!("`{compiler}` ended with {}", output.status);
    }
    Err(FrontendError::CompileFailed {
        compiler,
        output: said,
    })
}

/// A directory for what compilers write.
pub(crate) fn scratch() -> Result<Scratch, FrontendError> {
    Scratch::new().map_err(|cause| FrontendError::io(&env::temp_dir(), cause))
}

fn missing(command: &Command, cause: io::Error, hint: &str) -> FrontendError {
    if cause.kind() == io::ErrorKind::NotFound {
        FrontendError::CompilerMissing {
            what: format!("the compiler `{}`", command.get_program().to_string_lossy()),
            hint: hint.to_string(),
        }
    } else {
        FrontendError::io(command.get_program().as_ref(), cause)
    }
}

/// Changes when a compiler is replaced by another under the same name.
pub(crate) fn state_of(program: &OsString) -> Option<(PathBuf, u64, Option<SystemTime>)> {
    let name = Path::new(program);
    let path = match name.components().count() {
        1 => env::split_paths(&env::var_os("PATH")?)
            .map(|directory| directory.join(name))
            .find(|path| path.is_file())?,
        _ => name.to_path_buf(),
    };
    let path = fs::canonicalize(path).ok()?;
    let metadata = fs::metadata(&path).ok()?;
    let modified = metadata.modified().ok();
    Some((path, metadata.len(), modified))
}

/// The text of an IR file, read into memory once and not copied again.
pub(crate) fn read_ir(path: &Path) -> Result<String, FrontendError> {
    fs::read_to_string(path).map_err(|cause| FrontendError::io(path, cause))
}
