//! What a program asks of the world around it and does not get: files, input and environment variables
//! that the user did not give, and commands. While a trail is replayed, such calls are noted, because an
//! error that follows may come from the empty environment alone.

use super::Arguments;
use super::libc::STDIN;
use super::libc::errors::ENOENT;
use super::libc::variables::value_of;
use crate::kernel::Start;
use crate::machine::Machine;
use trailhound_contracts::{Outside, outside};
use trailhound_program::{FunctionId, LocationId};

/// Variables that Rust's library asks for by itself.
const OF_RUNTIME: &str = "RUST_";

impl Machine<'_> {
    /// Notes that a call found something missing in the empty environment.
    pub(crate) fn observe_absence(
        &mut self,
        function: FunctionId,
        arguments: &Arguments,
        returned: u64,
    ) {
        let program = self.program;
        let name = &program.functions[function.index()].name;
        let (place, _) = self.place();
        if place == LocationId::UNKNOWN {
            return;
        }
        if let Some(text) = absence(self, name, arguments, returned) {
            let absence = (text, place);
            if !self.observer.absences.contains(&absence) {
                self.observer.absences.push(absence);
            }
        }
    }
}

/// What to say of a call that found something missing.
fn absence(
    machine: &mut Machine<'_>,
    function: &str,
    arguments: &Arguments,
    returned: u64,
) -> Option<String> {
    let missing = outside(function)?;
    let function = plain_name(function);
    let text = |machine: &mut Machine<'_>, index| {
        let text = machine.read_string(arguments.get(index).ok()?).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned())
    };
    let no_input = machine.options.input.is_none();
    let is = |index, value: u64| arguments.get(index).is_ok_and(|given| given == value);
    match missing {
        Outside::File(index) => {
            let name = text(machine, index)?;
            let given = match machine.kernel.files.exist() {
                false => "the machine has no files (--file gives it some)",
                true if has_failed(function, returned) && is_missing(machine, &name) => {
                    "the machine has only the files that are given"
                }
                true => return None,
            };
            Some(format!("{given}: {function}({name:?}) failed"))
        }
        Outside::Command(index) => {
            let command = text(machine, index)?;
            Some(format!(
                "the machine runs no commands: {function}({command:?}) failed"
            ))
        }
        Outside::Variable(index) => {
            let name = text(machine, index)?;
            if value_of(machine, name.as_bytes()).ok()?.is_some() {
                return None;
            }
            let given = match machine.variables().is_empty() {
                true => "the environment is empty (--env sets a variable)",
                false => "the environment has only what is given",
            };
            let text = || format!("{given}: {function}({name:?}) found nothing");
            (!name.starts_with(OF_RUNTIME) && !is_asked_by_harness(machine)).then(text)
        }
        Outside::Input => no_input.then(|| end_of_input(function)),
        Outside::InputStream(index) => {
            (no_input && is(index, STDIN)).then(|| end_of_input(function))
        }
        Outside::InputDescriptor(index) => {
            (no_input && is(index, 0)).then(|| end_of_input(function))
        }
    }
}

/// Whether a call has failed, by what it returned.
fn has_failed(function: &str, returned: u64) -> bool {
    match function {
        "fopen" | "freopen" | "opendir" | "realpath" => returned == 0,
        _ => returned as i32 == -1,
    }
}

/// Whether no file has this name, or one of its directories is not there.
fn is_missing(machine: &mut Machine<'_>, name: &str) -> bool {
    match machine.walk_path(Start::CurrentDirectory, name.as_bytes(), true) {
        Ok(found) => found.node.is_none(),
        Err(error) => error == ENOENT,
    }
}

/// Whether Rust's test harness calls, be it through the standard library: about its terminal.
fn is_asked_by_harness(machine: &Machine<'_>) -> bool {
    let program = machine.program;
    let frames = machine.thread.frames.iter().rev();
    let places = frames.filter_map(|frame| {
        let body = program.functions[frame.function.index()].body.as_ref()?;
        body.locations.get(frame.pc as usize).copied()
    });
    let mut names = places
        .flat_map(|place| program.source.inline_chain(place))
        .map(|(_, location)| &program.source.function(location.function).display)
        .map(|name| name.trim_start_matches('<'));
    let is_library = |name: &&str| {
        ["std::", "core::", "alloc::"]
            .iter()
            .any(|own| name.starts_with(own))
    };
    names
        .find(|name| !is_library(name))
        .is_some_and(|name| name.starts_with("test::"))
}

fn end_of_input(function: &str) -> String {
    format!("standard input is empty: {function} came to its end")
}

/// The name under which a program calls a function.
fn plain_name(function: &str) -> &str {
    let versions = ["__isoc99_", "__isoc23_", "_IO_", "__"];
    let stripped = versions.iter().find_map(|v| function.strip_prefix(v));
    let name = stripped.unwrap_or(function);
    name.strip_suffix("64").unwrap_or(name)
}
