//! Facts about a program that decide which parts of the machine it needs.

use trailhound_program::Program;

/// Whether the program calls such a function and does not define it.
pub(crate) fn calls_out(program: &Program, is_meant: impl Fn(&str) -> bool) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|f| f.body.is_none() && is_meant(&f.name))
}
