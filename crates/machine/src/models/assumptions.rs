//! Executions that do not count, because an assumption does not hold in them.

use crate::machine::Machine;
use trailhound_contracts::assumes;
use trailhound_program::Program;

/// A task may define this function itself; what its body does before it calls `abort` counts.
const ASSUMPTION_WITH_BODY: &str = "assume_abort_if_not";

/// Whether the running function is an assumption that the task has defined, which says by `abort` that it does not hold.
pub(super) fn is_in_assumption(machine: &Machine<'_>) -> bool {
    let frame = machine.thread.top();
    let function = &machine.program.functions[frame.function.index()];
    let body = function.body.as_ref().expect("a frame runs a body");
    let source = &machine.program.source;
    let place = source.location(body.locations[frame.pc as usize]);
    let place = place.map(|place| source.function(place.function).symbol.as_str());
    place.unwrap_or(&function.name) == ASSUMPTION_WITH_BODY
}

/// Whether there are executions that end because they do not count.
pub fn has_assumptions(program: &Program) -> bool {
    let mut symbols = program.source.functions.iter().map(|f| f.symbol.as_str());
    program.functions.iter().any(assumes) || symbols.any(|symbol| symbol == ASSUMPTION_WITH_BODY)
}
