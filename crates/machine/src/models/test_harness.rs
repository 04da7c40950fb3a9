//! The harness of Rust's tests, which runs each test in a thread of its own, and by itself when
//! there is none to be had. Here there is none: the harness's own waiting for that thread would
//! only multiply the schedules of the test. A test fails by a panic, which is found where it happens,
//! or without one; then the harness ends the program with a status of its own.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::thread::Frame;
use crate::thread_id::ThreadId;

/// Where the harness's source is, on whatever machine it was compiled.
const SOURCE: &str = "/library/test/src/";

/// The harness's status if tests have failed.
const FAILED: i32 = 101;

/// It is the harness that calls, not the test: of all code that leads here, the first outside of
/// `std` and its like is the harness.
pub(super) fn calls(machine: &Machine<'_>) -> bool {
    let program = machine.program;
    for frame in machine.thread.frames.iter().rev() {
        let function = &program.functions[frame.function.index()];
        let Some(body) = &function.body else {
            continue;
        };
        let location = body.locations[frame.pc as usize];
        for (_, location) in program.source.inline_chain(location) {
            let file = program.source.file(location.file);
            if !file.library {
                return false;
            }
            if file.path.contains(SOURCE) {
                return true;
            }
        }
    }
    false
}

/// A test has failed, and no panic has told it; or it ends the program, and the harness cannot judge it, nor run
/// those that follow.
pub(super) fn check_exit(machine: &Machine<'_>, status: i32) -> Result<(), Fault> {
    if !machine.program.has_test_harness {
        return Ok(());
    }
    if !calls(machine) {
        let message = format!("a test ends the program with status {status} before it is over");
        return Err(Fault::error(ErrorKind::ExitStatus, message));
    }
    if status != FAILED {
        return Ok(());
    }
    let message = match machine.program.panicking_tests.is_empty() {
        true => "a test fails without a panic: it returns an error",
        false => {
            "a test fails: it does not panic as it should, or not with the expected message, \
             or it returns an error"
        }
    };
    Err(Fault::error(ErrorKind::Assertion, message))
}

impl Machine<'_> {
    /// The test that runs passes by a panic. Tests run in the first thread.
    pub(crate) fn runs_panicking_test(&mut self) -> bool {
        let program = self.program;
        if program.panicking_tests.is_empty() {
            return false;
        }
        let frames = &self.thread_at(ThreadId::MAIN).frames;
        let is_of_test = |name: &str| {
            let mut tests = program.panicking_tests.iter();
            tests.any(|test| is_part_of_test(name, test))
        };
        frames.iter().any(|frame: &Frame| {
            let function = &program.functions[frame.function.index()];
            let body = function.body.as_ref().expect("a frame runs a body");
            let chain = program
                .source
                .inline_chain(body.locations[frame.pc as usize]);
            let mut inlined = chain.map(|(_, location)| program.source.function(location.function));
            is_of_test(&function.display) || inlined.any(|function| is_of_test(&function.display))
        })
    }
}

/// A function is a test, or the closure by which the harness calls it: the name of a test is its
/// path without the crate.
fn is_part_of_test(function: &str, test: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut paths = function.split(|c: char| !is_word(c));
    paths.any(|path| {
        let inside = path.split_once("::").map_or("", |(_, inside)| inside);
        inside.trim_end_matches("::") == test
    })
}

#[cfg(test)]
mod tests {
    use super::is_part_of_test;

    #[test]
    fn tests_are_known_by_their_path_in_the_crate() {
        let wrapper =
            "<bank::tests::fails::{closure#0} as core::ops::function::FnOnce<()>>::call_once";
        for function in [
            "bank::tests::fails",
            "bank::tests::fails::{closure#0}",
            wrapper,
        ] {
            assert!(is_part_of_test(function, "tests::fails"), "{function}");
        }
        for function in [
            "bank::tests::fails_not",
            "bank::more::tests::fails",
            "tests::fails",
        ] {
            assert!(!is_part_of_test(function, "tests::fails"), "{function}");
        }
        assert!(is_part_of_test("transfers::both_ways", "both_ways"));
    }
}
