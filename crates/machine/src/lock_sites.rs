//! What atomic operations have to do with the locks of Rust's standard library, told by the library functions that
//! they were inlined from.

use rustc_hash::FxHashMap;
use trailhound_contracts::{Attempt, LockKind, rust_attempt, rust_lock};
use trailhound_program::{FunctionId, LocationId, Op, Pc, Program};

/// What an atomic operation does, as far as locks are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    /// Takes a mutex that is free; the code behind it waits if it is not.
    LockOrWait,
    /// Locks or unlocks a mutex, or tries to.
    Lock,
    /// The same for a read-write lock.
    ReadWrite,
    /// Takes the token of `thread::park`; the code behind it waits if there is none.
    ParkOrWait,
    Other,
}

/// What atomic operations do by their places, found when first met.
#[derive(Default)]
pub struct LockSites {
    known: FxHashMap<(FunctionId, Pc), Site>,
    /// Every atomic operation of the program says what it was inlined from.
    complete: Option<bool>,
}

impl LockSites {
    /// Whether every atomic operation of the program says what it was inlined from.
    pub fn are_all_known(&mut self, program: &Program) -> bool {
        *self.complete.get_or_insert_with(|| is_complete(program))
    }

    pub fn at(&mut self, program: &Program, function: FunctionId, pc: Pc) -> Site {
        *self
            .known
            .entry((function, pc))
            .or_insert_with(|| site(program, function, pc))
    }
}

/// Debug information is all that tells what an operation belongs to: it must be there for all.
fn is_complete(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    bodies
        .flat_map(|body| body.code.iter().zip(&body.locations))
        .filter(|(op, _)| match op {
            Op::Load { order, .. } => order.is_atomic(),
            Op::CompareExchange { .. } | Op::ReadModifyWrite { .. } => true,
            _ => false,
        })
        .all(|(_, &location)| location != LocationId::UNKNOWN)
}

fn site(program: &Program, function: FunctionId, pc: Pc) -> Site {
    let mut site = Site::Other;
    for name in functions_at(program, function, pc) {
        match rust_attempt(name) {
            Some(Attempt::Lock) => return Site::LockOrWait,
            Some(Attempt::Park) => return Site::ParkOrWait,
            None => {}
        }
        match rust_lock(name) {
            Some(LockKind::ReadWrite) => site = Site::ReadWrite,
            Some(_) => site = Site::Lock,
            None => {}
        }
    }
    site
}

/// The functions that a place belongs to, the innermost of those inlined there first.
fn functions_at(program: &Program, function: FunctionId, pc: Pc) -> impl Iterator<Item = &str> {
    let code = &program.functions[function.index()];
    let body = code.body.as_ref().expect("a frame runs a body");
    let inlined = program
        .source
        .inline_chain(body.locations[pc as usize])
        .map(|(_, location)| program.source.function(location.function).display.as_str());
    inlined.chain(std::iter::once(code.display.as_str()))
}

/// The place is where a thread parks.
pub(crate) fn parks(program: &Program, function: FunctionId, pc: Pc) -> bool {
    site(program, function, pc) == Site::ParkOrWait
}

/// The place is the compare-exchange of a mutex's `lock`.
pub(crate) fn locks_or_waits(program: &Program, function: FunctionId, pc: Pc) -> bool {
    site(program, function, pc) == Site::LockOrWait
}
