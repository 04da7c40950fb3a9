//! Facts about a program that decide which parts of the machine it needs.

use trailhound_program::Program;

/// Whether the program calls such a function and does not define it.
pub(crate) fn calls_out(program: &Program, is_meant: impl Fn(&str) -> bool) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|f| f.body.is_none() && is_meant(&f.name))
}

/// Rust's library has its own threads and locks, which are told apart by their address alone.
pub(crate) fn is_of_rust(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| function.display.starts_with("std::rt::lang_start"))
}
