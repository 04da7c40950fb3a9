//! Running a compiler as a child process and keeping what it says.

use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};

use crate::error::FrontendError;

/// Runs `command` to its end and gives what it prints to its standard output. `hint` says how
/// to get the compiler when it is not there.
pub(crate) fn run(command: &mut Command, hint: &str) -> Result<String, FrontendError> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| missing(command, cause, hint))?;
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

/// Whether the compiler's messages, which we pass on to standard error, may have colours.
pub(crate) fn colours() -> bool {
    io::stderr().is_terminal()
}
