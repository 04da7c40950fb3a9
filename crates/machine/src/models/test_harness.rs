//! The harness of Rust's tests, which runs each test in a thread of its own, and by itself when
//! there is none to be had. Here there is none: the harness's own waiting for that thread would
//! only multiply the schedules of the test. It does not know what threads are.

use crate::machine::Machine;

/// Where the harness's source is, on whatever machine it was compiled.
const SOURCE: &str = "/library/test/src/";

/// The thread about to be started is the harness's, not one of the test's own: of all code that
/// leads here, the first outside of `std` and its like is the harness.
pub(super) fn wants_thread(machine: &Machine<'_>) -> bool {
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
