//! Functions that take, give back and wait for locks, conditions, semaphores and barriers.

use crate::named::Named;
use crate::role::Role;
use crate::row::{has, number, row};

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

const LOCKING: [(Role, Locking); 9] = [
    (Role::Lock, Locking::Lock),
    (Role::TryLock, Locking::TryLock),
    (Role::Unlock, Locking::Unlock),
    (Role::ConditionWait, Locking::Wait),
    (Role::ReadLock, Locking::Read),
    (Role::TryReadLock, Locking::TryRead),
    (Role::WriteLock, Locking::Write),
    (Role::TryWriteLock, Locking::TryWrite),
    (Role::SharedUnlock, Locking::SharedUnlock),
];

/// What a function does to the lock at which of its arguments.
pub fn locking<'a>(function: impl Into<Named<'a>>) -> Option<(Locking, usize)> {
    let row = row(function.into())?;
    LOCKING
        .iter()
        .find_map(|&(role, locking)| Some((locking, row.number(role)?)))
}

/// What a function that takes or gives back a lock has to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    Mutex,
    Spin,
    ReadWrite,
}

pub fn lock_kind<'a>(function: impl Into<Named<'a>>) -> Option<LockKind> {
    let function = function.into();
    Some(match locking(function)?.0 {
        _ if has(function, Role::Spin) => LockKind::Spin,
        Locking::Lock | Locking::TryLock | Locking::Unlock | Locking::Wait => LockKind::Mutex,
        Locking::Read
        | Locking::TryRead
        | Locking::Write
        | Locking::TryWrite
        | Locking::SharedUnlock
        | Locking::Upkeep => LockKind::ReadWrite,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semaphore {
    Wait,
    Post,
}

pub fn semaphore<'a>(function: impl Into<Named<'a>>) -> Option<Semaphore> {
    let row = row(function.into())?;
    let wait = row.has(Role::SemaphoreWait).then_some(Semaphore::Wait);
    wait.or(row.has(Role::SemaphorePost).then_some(Semaphore::Post))
}

/// The argument that leads to the moment at which a function waits no longer.
pub fn time_limit<'a>(function: impl Into<Named<'a>>) -> Option<usize> {
    number(function.into(), Role::Until)
}

/// Waits for a lock or a semaphore, with or without a limit.
pub fn acquires<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    match locking(function) {
        Some((Locking::Lock | Locking::Read | Locking::Write, _)) => true,
        Some((Locking::TryLock | Locking::TryRead | Locking::TryWrite, _)) => {
            time_limit(function).is_some()
        }
        Some(_) => false,
        None => semaphore(function) == Some(Semaphore::Wait),
    }
}

/// May tell that a lock or a semaphore is not free, instead of waiting until it is.
pub fn tries<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    match locking(function) {
        Some((locking, _)) => matches!(
            locking,
            Locking::TryLock | Locking::TryRead | Locking::TryWrite
        ),
        None => {
            has(function, Role::SemaphoreProbe)
                || semaphore(function) == Some(Semaphore::Wait) && time_limit(function).is_some()
        }
    }
}

/// Gives back a lock, or posts a semaphore.
pub fn releases<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    let locking = locking(function).map(|(locking, _)| locking);
    matches!(locking, Some(Locking::Unlock | Locking::SharedUnlock))
        || semaphore(function) == Some(Semaphore::Post)
}

/// Waits for a condition variable, and may return for no reason.
pub fn waits_for_condition<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::ConditionWait)
}

/// A thread may stand at a call of it because of what others hold or have not done.
pub fn may_block<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    acquires(function) || waits_for_condition(function) || has(function, Role::BarrierWait)
}

/// How it is told whether a mutex may be locked again by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutexKind {
    /// By the attributes at this argument, which may be null.
    Attributes(usize),
    /// By the number at this argument.
    Number(usize),
    /// The number at this argument is that of attributes.
    OfAttributes(usize),
}

pub fn mutex_kind<'a>(function: impl Into<Named<'a>>) -> Option<MutexKind> {
    let row = row(function.into())?;
    let attributes = row.number(Role::MutexAttributes).map(MutexKind::Attributes);
    let number = || row.number(Role::MutexKind).map(MutexKind::Number);
    let of_attributes = || row.number(Role::AttributeKind).map(MutexKind::OfAttributes);
    attributes.or_else(number).or_else(of_attributes)
}

/// The size of glibc's `pthread_mutex_t` in programs of 64 bits.
pub const MUTEX_SIZE: usize = 40;
/// Where its kind stands, which is 0 for a plain one.
pub const MUTEX_KIND: usize = 16;
/// The same in programs of 32 bits.
pub const MUTEX_KIND_32: usize = 12;
/// The kind of a mutex that its owner may lock again; the same bit says so of an `mtx_t`.
pub const RECURSIVE: u32 = 1;

/// A function of one of C++'s mutexes that their owner may lock again, by its path.
pub fn is_recursive_mutex(path: &str) -> bool {
    path.contains("recursive_mutex") || path.contains("recursive_timed_mutex")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of these was missing in one of the lists that the table has replaced.
    #[test]
    fn what_waits_with_a_limit_acquires() {
        for (timed, limit) in [
            ("pthread_mutex_timedlock", 1),
            ("pthread_mutex_clocklock", 2),
            ("mtx_timedlock", 1),
            ("pthread_rwlock_timedrdlock", 1),
            ("pthread_rwlock_clockrdlock", 2),
            ("pthread_rwlock_timedwrlock", 1),
            ("pthread_rwlock_clockwrlock", 2),
            ("sem_timedwait", 1),
            ("sem_clockwait", 2),
        ] {
            assert!(acquires(timed), "{timed}");
            assert!(may_block(timed), "{timed}");
            assert!(tries(timed), "{timed}");
            assert_eq!(time_limit(timed), Some(limit), "{timed}");
        }
        for attempt in ["pthread_mutex_trylock", "mtx_trylock", "sem_trywait"] {
            assert!(!acquires(attempt), "{attempt}");
            assert!(tries(attempt), "{attempt}");
        }
        assert!(tries("sem_getvalue"));
        for wait in [
            "pthread_mutex_lock",
            "sem_wait",
            "sem_post",
            "unknown_trylock",
        ] {
            assert!(!tries(wait), "{wait}");
        }
    }

    #[test]
    fn waits_for_conditions_block_with_and_without_a_limit() {
        for (wait, limit) in [
            ("pthread_cond_wait", None),
            ("pthread_cond_timedwait", Some(2)),
            ("pthread_cond_clockwait", Some(3)),
            ("cnd_wait", None),
            ("cnd_timedwait", Some(2)),
        ] {
            assert!(may_block(wait) && waits_for_condition(wait), "{wait}");
            assert_eq!(locking(wait), Some((Locking::Wait, 1)), "{wait}");
            assert_eq!(time_limit(wait), limit, "{wait}");
        }
    }

    /// A limit was looked for at the second argument of every name with `_timed` in it.
    #[test]
    fn a_limit_stands_where_the_row_says() {
        assert_eq!(time_limit("pthread_timedjoin_np"), Some(2));
        assert_eq!(time_limit("pthread_clockjoin_np"), Some(3));
        assert_eq!(time_limit("pthread_timed"), None);
        assert_eq!(time_limit("pthread_a_clock"), None);
    }

    #[test]
    fn a_name_that_begins_like_a_lock_takes_none() {
        for other in [
            "pthread_rwlock_init",
            "sem_wait_all",
            "mtx_lock2",
            "cnd_waiter",
        ] {
            assert!(!may_block(other), "{other}");
            assert_eq!(locking(other), None, "{other}");
        }
    }

    #[test]
    fn kinds_of_locks() {
        assert_eq!(lock_kind("pthread_spin_lock"), Some(LockKind::Spin));
        assert_eq!(lock_kind("mtx_timedlock"), Some(LockKind::Mutex));
        assert_eq!(
            lock_kind("pthread_rwlock_rdlock"),
            Some(LockKind::ReadWrite)
        );
        let path = "<std::sys::sync::rwlock::futex::RwLock>::write_contended";
        let rust = Named {
            symbol: "_RNv",
            path,
        };
        assert_eq!(locking(rust), Some((Locking::Write, 0)));
        assert!(acquires(rust) && !acquires(path));
    }
}
