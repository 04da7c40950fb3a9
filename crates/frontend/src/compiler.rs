//! Running a compiler as a child process and keeping what it says.

use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};

use crate::error::FrontendError;

/// The command line that ran, in the words of the program it called.
fn program(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

/// Runs `command` to its end. `hint` says how to get the compiler when it is not there.
pub(crate) fn run(command: &mut Command, hint: &str) -> Result<(), FrontendError> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| missing(command, cause, hint))?;
    if output.status.success() {
        return Ok(());
    }
    let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.trim().is_empty() {
        said = format!("{} ended with {}", program(command), output.status);
    }
    Err(FrontendError::CompileFailed {
        compiler: program(command),
        output: said,
    })
}

/// What `command` prints to its standard output.
pub(crate) fn ask(command: &mut Command, hint: &str) -> Result<String, FrontendError> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| missing(command, cause, hint))?;
    if !output.status.success() {
        return Err(FrontendError::CompileFailed {
            compiler: program(command),
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn missing(command: &Command, cause: io::Error, hint: &str) -> FrontendError {
    if cause.kind() == io::ErrorKind::NotFound {
        FrontendError::CompilerMissing {
            what: format!("the compiler `{}`", program(command)),
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
