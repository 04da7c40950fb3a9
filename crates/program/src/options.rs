//! What the linker must know of the machine that will run the program.

use crate::code::FunctionId;
use crate::function::Function;

/// What the linker must know of the machine.
#[derive(Clone, Copy)]
pub struct LinkOptions<'a> {
    /// Whether the machine has a model of this symbol: an undefined `extern_weak` one is null otherwise.
    pub known_externals: &'a dyn Fn(&str) -> bool,
    /// Whether the machine has a model in place of this function's body (symbol, display name).
    pub replaced: &'a dyn Fn(&str, &str) -> bool,
    /// Which of the replaced functions must be executed after all in a program that consists of these functions.
    pub executed: &'a dyn Fn(&[Function]) -> Vec<FunctionId>,
    /// Functions that models call, by symbol or by the beginning of the display name: kept
    /// with their bodies though nothing in the program may call them.
    pub keep: &'a [&'a str],
    /// Remove counters and delays that only serve to spin.
    pub remove_spins: bool,
    /// Where the locals of the user's functions live.
    pub locals: Locals,
}

impl Default for LinkOptions<'_> {
    fn default() -> Self {
        LinkOptions {
            known_externals: &|_| false,
            replaced: &|_, _| false,
            executed: &|_| Vec::new(),
            keep: &[],
            remove_spins: true,
            locals: Locals::InRegisters,
        }
    }
}

/// Where locals live whose address stays in their function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locals {
    InRegisters,
    /// In memory, where a debugger finds them by name.
    InMemory,
}
