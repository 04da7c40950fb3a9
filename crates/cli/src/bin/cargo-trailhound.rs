//! `cargo trailhound …`: Cargo calls it with its own name first, and it hands everything else to `trailhound`,
//! which is installed beside it.

#![forbid(unsafe_code)]

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1).peekable();
    words.next_if(|word| word == "trailhound");
    let beside = std::env::current_exe().map(|own| own.with_file_name("trailhound"));
    let program = beside.ok().filter(|path| path.is_file());
    let program = program.unwrap_or_else(|| "trailhound".into());
    let mut command = Command::new(&program);
    command.args(words);
    let cause = run(&mut command);
    eprintln!(
        "error: cannot start `{}`: {cause}; `cargo install cargo-trailhound` installs it",
        program.display()
    );
    ExitCode::from(2)
}

/// Signals go to the program itself.
#[cfg(unix)]
fn run(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

#[cfg(not(unix))]
fn run(command: &mut Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(2)),
        Err(cause) => cause,
    }
}
