//! What atomic operations do to the words that Rust's locks are made of, by the library functions
//! that an operation was inlined from. It does not know which lock is meant.

use trailhound_contracts::{LockKind, Locking, rust_lock};
use trailhound_program::{FunctionId, LocationId, Program};

/// What an atomic operation at a place does to a lock of Rust's library. `lock`, `read` and
/// `write` are told apart from attempts: where these fail, the code behind them waits.
pub fn lock_word(program: &Program, function: FunctionId, place: LocationId) -> Option<Locking> {
    let source = &program.source;
    let inlined = source
        .inline_chain(place)
        .map(|(_, location)| source.function(location.function).display.as_str());
    let own = program.functions[function.index()].display.as_str();
    for name in inlined.chain([own]) {
        let method = name.rsplit("::").next().unwrap_or(name);
        match rust_lock(name) {
            Some(LockKind::ReadWrite) => {
                return Some(match method {
                    "read" => Locking::Read,
                    "write" => Locking::Write,
                    "try_read" => Locking::TryRead,
                    "try_write" => Locking::TryWrite,
                    _ if method.contains("unlock") => Locking::SharedUnlock,
                    _ => Locking::Upkeep,
                });
            }
            Some(LockKind::Mutex | LockKind::Spin) => {
                return match method {
                    "unlock" => Some(Locking::Unlock),
                    "lock" => Some(Locking::Lock),
                    "try_lock" => Some(Locking::TryLock),
                    _ => None,
                };
            }
            None => {}
        }
    }
    None
}
