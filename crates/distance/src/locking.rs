//! What calls and atomic operations do to locks: pthread's and C11's by name, and the words
//! that Rust's locks are made of by the library functions that an operation was inlined
//! from. It does not know which lock is meant.

use trailhound_program::{Function, FunctionId, LocationId, Program};

/// What a call or an atomic operation does to a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Locking {
    Lock,
    /// May fail and leave it alone.
    TryLock,
    Unlock,
    /// Lets it go, and takes it again before it returns.
    Wait,
    /// A lock that several may hold, taken by one more of them.
    Read,
    TryRead,
    /// The same lock, taken by one alone.
    Write,
    TryWrite,
    /// Gives a lock back that several may hold.
    SharedUnlock,
    /// Something else is done to the word of such a lock.
    Upkeep,
}

const RUST_MUTEX: &str = "std::sys::sync::mutex::futex::Mutex";
const RUST_RWLOCK: &str = "std::sys::sync::rwlock::futex::RwLock";

/// What a function without a body does to which of its arguments.
pub fn locking(function: &Function) -> Option<(Locking, usize)> {
    Some(match function.name.as_str() {
        "pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock" => (Locking::Lock, 0),
        "pthread_mutex_trylock"
        | "pthread_mutex_timedlock"
        | "pthread_mutex_clocklock"
        | "mtx_trylock"
        | "mtx_timedlock"
        | "pthread_spin_trylock" => (Locking::TryLock, 0),
        "pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock" => (Locking::Unlock, 0),
        "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "pthread_cond_clockwait"
        | "cnd_wait"
        | "cnd_timedwait" => (Locking::Wait, 1),
        "pthread_rwlock_unlock" => (Locking::SharedUnlock, 0),
        "pthread_rwlock_rdlock" => (Locking::Read, 0),
        "pthread_rwlock_wrlock" => (Locking::Write, 0),
        "pthread_rwlock_tryrdlock"
        | "pthread_rwlock_timedrdlock"
        | "pthread_rwlock_clockrdlock" => (Locking::TryRead, 0),
        "pthread_rwlock_trywrlock"
        | "pthread_rwlock_timedwrlock"
        | "pthread_rwlock_clockwrlock" => (Locking::TryWrite, 0),
        _ => match function.display.as_str() {
            path if !path.ends_with("_contended") => return None,
            path if path.contains(RUST_MUTEX) => (Locking::Lock, 0),
            path if path.contains(RUST_RWLOCK) => match path.ends_with("read_contended") {
                true => (Locking::Read, 0),
                false => (Locking::Write, 0),
            },
            _ => return None,
        },
    })
}

/// What an atomic operation at a place does to a lock of Rust's library. `lock`, `read` and
/// `write` are told apart from attempts: where these fail, the code behind them waits.
pub fn lock_word(program: &Program, function: FunctionId, place: LocationId) -> Option<Locking> {
    let source = &program.source;
    let inlined = source.inline_chain(place).map(|(_, location)| {
        source.functions[location.function as usize]
            .display
            .as_str()
    });
    let own = program.functions[function.index()].display.as_str();
    for name in inlined.chain([own]) {
        let method = name.rsplit("::").next().unwrap_or(name);
        if name.contains(RUST_MUTEX) {
            return match method {
                "unlock" => Some(Locking::Unlock),
                "lock" => Some(Locking::Lock),
                "try_lock" => Some(Locking::TryLock),
                _ => None,
            };
        }
        if name.contains(RUST_RWLOCK) {
            return Some(match method {
                "read" => Locking::Read,
                "write" => Locking::Write,
                "try_read" => Locking::TryRead,
                "try_write" => Locking::TryWrite,
                _ if method.contains("unlock") => Locking::SharedUnlock,
                _ => Locking::Upkeep,
            });
        }
    }
    None
}
