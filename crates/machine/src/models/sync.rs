//! Read-write locks, barriers, spin locks, once, POSIX semaphores.

use super::mutex::{locked_again, zero};
use super::{Arguments, ETIMEDOUT, Model, Reply, on_object, without_value};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::LockMode;
use crate::thread::{After, WaitKind};

const EAGAIN: i32 = 11;
const EBUSY: u64 = 16;
const EINVAL: u64 = 22;
const EDEADLK: u64 = 35;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_rwlock_init", |m, a| {
        on_object(m, a, |m, lock| init_rwlock(m, lock, a.get(1)?))
    }),
    ("pthread_rwlock_destroy", |m, a| {
        on_object(m, a, destroy_rwlock)
    }),
    ("pthread_rwlock_rdlock", |m, a| {
        on_object(m, a, |m, lock| read_lock(m, lock, None))
    }),
    ("pthread_rwlock_tryrdlock", |m, a| {
        on_object(m, a, |m, lock| read_lock(m, lock, Some(EBUSY)))
    }),
    ("pthread_rwlock_timedrdlock", |m, a| {
        on_object(m, a, |m, lock| read_lock(m, lock, Some(ETIMEDOUT as u64)))
    }),
    ("pthread_rwlock_clockrdlock", |m, a| {
        on_object(m, a, |m, lock| read_lock(m, lock, Some(ETIMEDOUT as u64)))
    }),
    ("pthread_rwlock_wrlock", |m, a| {
        on_object(m, a, |m, lock| write_lock(m, lock, None))
    }),
    ("pthread_rwlock_trywrlock", |m, a| {
        on_object(m, a, |m, lock| write_lock(m, lock, Some(EBUSY)))
    }),
    ("pthread_rwlock_timedwrlock", |m, a| {
        on_object(m, a, |m, lock| write_lock(m, lock, Some(ETIMEDOUT as u64)))
    }),
    ("pthread_rwlock_clockwrlock", |m, a| {
        on_object(m, a, |m, lock| write_lock(m, lock, Some(ETIMEDOUT as u64)))
    }),
    ("pthread_rwlock_unlock", |m, a| {
        on_object(m, a, unlock_rwlock)
    }),
    ("pthread_rwlockattr_init", |m, a| zero(m, a, 8)),
    ("pthread_rwlockattr_destroy", |_, _| Ok(Reply::Value(0))),
    ("pthread_barrier_init", |m, a| {
        on_object(m, a, |m, barrier| {
            init_barrier(m, barrier, a.get(1)?, a.get(2)? as u32)
        })
    }),
    ("pthread_barrier_destroy", |_, _| Ok(Reply::Value(0))),
    ("pthread_barrier_wait", |m, a| on_object(m, a, wait_barrier)),
    ("pthread_barrierattr_init", |m, a| zero(m, a, 4)),
    ("pthread_barrierattr_destroy", |_, _| Ok(Reply::Value(0))),
    ("pthread_spin_init", |m, a| zero(m, a, 4)),
    ("pthread_spin_destroy", |_, _| Ok(Reply::Value(0))),
    ("pthread_spin_lock", |m, a| {
        on_object(m, a, |m, lock| spin_lock(m, lock, None))
    }),
    ("pthread_spin_trylock", |m, a| {
        on_object(m, a, |m, lock| spin_lock(m, lock, Some(EBUSY)))
    }),
    ("pthread_spin_unlock", |m, a| on_object(m, a, spin_unlock)),
    ("pthread_once", |m, a| {
        on_object(m, a, |m, flag| once(m, flag, a.get(1)?))
    }),
    ("call_once", |m, a| {
        on_object(m, a, |m, flag| once(m, flag, a.get(1)?)).map(without_value)
    }),
    ("sem_init", |m, a| {
        on_object(m, a, |m, semaphore| {
            init_semaphore(m, semaphore, a.get(2)? as u32, a.get(1)? as u32 != 0)
        })
    }),
    ("sem_destroy", |_, _| Ok(Reply::Value(0))),
    ("sem_wait", |m, a| {
        on_object(m, a, |m, semaphore| wait_semaphore(m, semaphore, None))
    }),
    ("sem_trywait", |m, a| {
        on_object(m, a, |m, semaphore| {
            wait_semaphore(m, semaphore, Some(EAGAIN))
        })
    }),
    ("sem_timedwait", |m, a| {
        on_object(m, a, |m, semaphore| {
            wait_semaphore(m, semaphore, Some(ETIMEDOUT as i32))
        })
    }),
    ("sem_clockwait", |m, a| {
        on_object(m, a, |m, semaphore| {
            wait_semaphore(m, semaphore, Some(ETIMEDOUT as i32))
        })
    }),
    ("sem_post", |m, a| on_object(m, a, post_semaphore)),
    ("sem_getvalue", value_of_semaphore),
];

/// Read-write locks in memory: writer + 1 (4 bytes), number of readers (4), maker (4).
const READERS: u64 = 4;
const RWLOCK_MAKER: u64 = 8;

fn init_rwlock(machine: &mut Machine<'_>, lock: u64, attributes: u64) -> Result<Reply, Fault> {
    let shared = machine.asks_for_processes(attributes)?;
    machine.memory.fill(lock, 0, 56)?;
    machine.stamp_lock(lock, RWLOCK_MAKER, shared)?;
    Ok(Reply::Value(0))
}

fn read_lock(machine: &mut Machine<'_>, lock: u64, busy: Option<u64>) -> Result<Reply, Fault> {
    machine.check_stamp(lock, RWLOCK_MAKER)?;
    match holder(machine, lock)? {
        None => {
            let readers = machine.read_u32(lock + READERS)?;
            machine.write_u32(lock + READERS, readers + 1)?;
            machine.observe_lock(lock, LockMode::Reading);
            Ok(Reply::Value(0))
        }
        Some(writer) if writer == machine.current && busy.is_none() => Ok(Reply::Value(EDEADLK)),
        writer => Ok(busy.map_or(Reply::blocked_by(writer), Reply::Value)),
    }
}

/// Who holds the lock whose holder is written down at its start.
fn holder(machine: &mut Machine<'_>, lock: u64) -> Result<Option<u32>, Fault> {
    let mark = machine.read_u32(lock)?.checked_sub(1);
    Ok(mark.map(|mark| machine.marked(lock, mark)))
}

fn write_lock(machine: &mut Machine<'_>, lock: u64, busy: Option<u64>) -> Result<Reply, Fault> {
    machine.check_stamp(lock, RWLOCK_MAKER)?;
    let writer = holder(machine, lock)?;
    if writer == Some(machine.current) && busy.is_none() {
        return Ok(Reply::Value(EDEADLK));
    }
    if writer.is_some() || machine.read_u32(lock + READERS)? > 0 {
        return Ok(busy.map_or(Reply::blocked_by(writer), Reply::Value));
    }
    machine.write_u32(lock, machine.mark(lock) + 1)?;
    machine.observe_lock(lock, LockMode::Writing);
    Ok(Reply::Value(0))
}

/// The fault of a thread that unlocks what it does not hold.
fn not_held(machine: &Machine<'_>, lock: u64) -> Fault {
    let message = format!(
        "the thread unlocks {}, which it does not hold",
        machine.name_of(lock)
    );
    Fault::error(ErrorKind::LockMisuse, message)
}

fn unlock_rwlock(machine: &mut Machine<'_>, lock: u64) -> Result<Reply, Fault> {
    let writer = holder(machine, lock)?;
    let readers = machine.read_u32(lock + READERS)?;
    match writer {
        Some(writer) if writer == machine.current => machine.write_u32(lock, 0)?,
        None if readers > 0 => machine.write_u32(lock + READERS, readers - 1)?,
        _ => {
            return Err(not_held(machine, lock));
        }
    }
    machine.observe_unlock(lock);
    Ok(Reply::Value(0))
}

fn destroy_rwlock(machine: &mut Machine<'_>, lock: u64) -> Result<Reply, Fault> {
    if machine.read_u64(lock)? != 0 {
        let message = format!("{} is destroyed while it is held", machine.name_of(lock));
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    Ok(Reply::Value(0))
}

/// Barriers in memory: threads needed (4 bytes), threads that have arrived (4), maker (4).
const ARRIVED: u64 = 4;
const BARRIER_MAKER: u64 = 8;
/// PTHREAD_BARRIER_SERIAL_THREAD
const SERIAL_THREAD: u64 = -1i32 as u32 as u64;

fn init_barrier(
    machine: &mut Machine<'_>,
    barrier: u64,
    attributes: u64,
    count: u32,
) -> Result<Reply, Fault> {
    if count == 0 {
        return Ok(Reply::Value(EINVAL));
    }
    let shared = machine.asks_for_processes(attributes)?;
    machine.memory.fill(barrier, 0, 32)?;
    machine.write_u32(barrier, count)?;
    machine.stamp_lock(barrier, BARRIER_MAKER, shared)?;
    Ok(Reply::Value(0))
}

fn wait_barrier(machine: &mut Machine<'_>, barrier: u64) -> Result<Reply, Fault> {
    machine.check_stamp(barrier, BARRIER_MAKER)?;
    let needed = machine.read_u32(barrier)?;
    let arrived = machine.read_u32(barrier + ARRIVED)? + 1;
    if arrived < needed {
        machine.write_u32(barrier + ARRIVED, arrived)?;
        machine.observe_call(|m| format!("waits at {}, {arrived} of {needed}", m.name_of(barrier)));
        machine.sleep(WaitKind::Barrier, barrier, false);
        return Ok(Reply::Sleep);
    }
    machine.write_u32(barrier + ARRIVED, 0)?;
    for thread in machine.waiting_at(barrier) {
        machine.wake(thread, barrier, 0);
    }
    machine.observe_call(|m| format!("is the last at {}", m.name_of(barrier)));
    Ok(Reply::Value(SERIAL_THREAD))
}

fn spin_lock(machine: &mut Machine<'_>, lock: u64, busy: Option<u64>) -> Result<Reply, Fault> {
    match holder(machine, lock)? {
        None => {
            machine.write_u32(lock, machine.mark(lock) + 1)?;
            machine.observe_lock(lock, LockMode::Exclusive);
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current && busy.is_none() => {
            Err(locked_again(machine, lock))
        }
        owner => Ok(busy.map_or(Reply::blocked_by(owner), Reply::Value)),
    }
}

fn spin_unlock(machine: &mut Machine<'_>, lock: u64) -> Result<Reply, Fault> {
    if machine.read_u32(lock)? != machine.mark(lock) + 1 {
        return Err(not_held(machine, lock));
    }
    machine.write_u32(lock, 0)?;
    machine.observe_unlock(lock);
    Ok(Reply::Value(0))
}

/// A once flag in memory: 0, the running thread + 2, or done.
const DONE: u32 = 1;

fn once(machine: &mut Machine<'_>, flag: u64, routine: u64) -> Result<Reply, Fault> {
    match machine.read_u32(flag)? {
        0 => {
            machine.write_u32(flag, machine.mark(flag) + 2)?;
            let routine = machine.function_at(routine)?;
            machine.push_frame(routine, &[], After::Again)?;
            Ok(Reply::Entered)
        }
        DONE => Ok(Reply::Value(0)),
        // The routine has returned, and the call is executed for the second time.
        mine if mine == machine.mark(flag) + 2 => {
            machine.write_u32(flag, DONE)?;
            Ok(Reply::Value(0))
        }
        other => {
            let runner = machine.marked(flag, other - 2);
            Ok(Reply::blocked_by(Some(runner)))
        }
    }
}

/// Semaphores in memory: value (4 bytes), which process made one that is not for several (4).
const MAKER: u64 = 4;

pub(super) fn init_semaphore(
    machine: &mut Machine<'_>,
    semaphore: u64,
    value: u32,
    shared: bool,
) -> Result<Reply, Fault> {
    machine.memory.fill(semaphore, 0, 32)?;
    machine.write_u32(semaphore, value)?;
    machine.stamp_lock(semaphore, MAKER, shared)?;
    Ok(Reply::Value(0))
}

fn wait_semaphore(
    machine: &mut Machine<'_>,
    semaphore: u64,
    failure: Option<i32>,
) -> Result<Reply, Fault> {
    if let Some(reply) = machine.ends_by_cancellation()? {
        return Ok(reply);
    }
    machine.check_stamp(semaphore, MAKER)?;
    match (machine.read_u32(semaphore)?, failure) {
        (0, None) => Ok(Reply::Blocked { waits_for: None }),
        (0, Some(error)) => {
            machine.set_errno(error)?;
            Ok(Reply::Value(u64::MAX >> 32))
        }
        (value, _) => {
            machine.write_u32(semaphore, value - 1)?;
            machine.observe_call(|m| {
                format!("takes from {}, {} left", m.name_of(semaphore), value - 1)
            });
            Ok(Reply::Value(0))
        }
    }
}

fn post_semaphore(machine: &mut Machine<'_>, semaphore: u64) -> Result<Reply, Fault> {
    machine.check_stamp(semaphore, MAKER)?;
    let value = machine.read_u32(semaphore)? + 1;
    machine.write_u32(semaphore, value)?;
    machine.observe_call(|m| format!("posts {}, now {value}", m.name_of(semaphore)));
    Ok(Reply::Value(0))
}

fn value_of_semaphore(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (semaphore, result) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[semaphore, result]) {
        return Ok(Reply::Stop);
    }
    let value = machine.read_u32(semaphore)?;
    machine.write_u32(result, value)?;
    Ok(Reply::Value(0))
}
