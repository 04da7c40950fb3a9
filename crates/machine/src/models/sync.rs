//! Read-write locks, barriers, spin locks, once, POSIX semaphores.

use super::lifetime::destroy_attributes;
use super::mutex::{locked_again, zero};
use super::{Arguments, ETIMEDOUT, Model, Reply, on_object, without_value};
use crate::clock;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::LockMode;
use crate::thread::{After, WaitKind};
use crate::thread_id::ThreadId;

const EAGAIN: i32 = 11;
const EBUSY: u64 = 16;
const EINVAL: u64 = 22;
const EDEADLK: u64 = 35;
const EOVERFLOW: i32 = 75;

/// How libstdc++ releases a semaphore several times, which is one operation by the standard and a loop in its header.
pub const RELEASE: &str = "_ZNSt20__platform_semaphore10_M_releaseEl";

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
        on_object_until(m, a, 1, |m, lock| {
            read_lock(m, lock, Some(ETIMEDOUT as u64))
        })
    }),
    (
        "pthread_rwlock_clockrdlock",
        |m, a| match clock::can_bound_waits(a.get(1)?) {
            true => on_object_until(m, a, 2, |m, lock| {
                read_lock(m, lock, Some(ETIMEDOUT as u64))
            }),
            false => Ok(Reply::Value(EINVAL)),
        },
    ),
    ("pthread_rwlock_wrlock", |m, a| {
        on_object(m, a, |m, lock| write_lock(m, lock, None))
    }),
    ("pthread_rwlock_trywrlock", |m, a| {
        on_object(m, a, |m, lock| write_lock(m, lock, Some(EBUSY)))
    }),
    ("pthread_rwlock_timedwrlock", |m, a| {
        on_object_until(m, a, 1, |m, lock| {
            write_lock(m, lock, Some(ETIMEDOUT as u64))
        })
    }),
    (
        "pthread_rwlock_clockwrlock",
        |m, a| match clock::can_bound_waits(a.get(1)?) {
            true => on_object_until(m, a, 2, |m, lock| {
                write_lock(m, lock, Some(ETIMEDOUT as u64))
            }),
            false => Ok(Reply::Value(EINVAL)),
        },
    ),
    ("pthread_rwlock_unlock", |m, a| {
        on_object(m, a, unlock_rwlock)
    }),
    ("pthread_rwlockattr_init", |m, a| zero(m, a, 8)),
    ("pthread_rwlockattr_destroy", destroy_attributes),
    ("pthread_barrier_init", |m, a| {
        on_object(m, a, |m, barrier| {
            init_barrier(m, barrier, a.get(1)?, a.get(2)? as u32)
        })
    }),
    ("pthread_barrier_destroy", |m, a| {
        on_object(m, a, destroy_barrier)
    }),
    ("pthread_barrier_wait", |m, a| on_object(m, a, wait_barrier)),
    ("pthread_barrierattr_init", |m, a| zero(m, a, 4)),
    ("pthread_barrierattr_destroy", destroy_attributes),
    ("pthread_spin_init", |m, a| zero(m, a, 4)),
    ("pthread_spin_destroy", |m, a| on_object(m, a, destroy_spin)),
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
    ("sem_destroy", |m, a| on_object(m, a, destroy_semaphore)),
    ("sem_wait", |m, a| {
        on_object(m, a, |m, semaphore| wait_semaphore(m, semaphore, None))
    }),
    ("sem_trywait", |m, a| {
        on_object(m, a, |m, semaphore| {
            wait_semaphore(m, semaphore, Some(EAGAIN))
        })
    }),
    ("sem_timedwait", |m, a| {
        on_object(m, a, |m, semaphore| match m.is_time(a.get(1)?)? {
            true => wait_semaphore(m, semaphore, Some(ETIMEDOUT as i32)),
            false => fails(m, EINVAL as i32),
        })
    }),
    ("sem_clockwait", |m, a| {
        on_object(m, a, |m, semaphore| {
            match clock::can_bound_waits(a.get(1)?) && m.is_time(a.get(2)?)? {
                true => wait_semaphore(m, semaphore, Some(ETIMEDOUT as i32)),
                false => fails(m, EINVAL as i32),
            }
        })
    }),
    ("sem_post", |m, a| {
        on_object(m, a, |m, semaphore| post_semaphore(m, semaphore, 1))
    }),
    (RELEASE, |m, a| {
        on_object(m, a, |m, semaphore| release(m, semaphore, a.get(1)?))
    }),
    ("sem_getvalue", value_of_semaphore),
];

/// Does the work of a model that has a limit in time as the argument with this index: with one that is no time the
/// call fails.
fn on_object_until(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    limit: usize,
    work: impl FnOnce(&mut Machine<'_>, u64) -> Result<Reply, Fault>,
) -> Result<Reply, Fault> {
    let limit = arguments.get(limit)?;
    on_object(machine, arguments, |machine, object| {
        match machine.is_time(limit)? {
            true => work(machine, object),
            false => Ok(Reply::Value(EINVAL)),
        }
    })
}

/// Read-write locks in memory: writer + 1 (4 bytes), number of readers (4), maker (4), whether it was
/// destroyed (4).
const READERS: u64 = 4;
const RWLOCK_MAKER: u64 = 8;
const RWLOCK_LIFE: u64 = 12;
/// Where glibc's initialisers say whom a read-write lock prefers, in 32-bit and in 64-bit programs.
const PREFERENCE: [u64; 2] = [24, 48];
const PREFERS_WRITERS: u8 = 2;

fn init_rwlock(machine: &mut Machine<'_>, lock: u64, attributes: u64) -> Result<Reply, Fault> {
    let shared = machine.asks_for_processes(attributes)?;
    let size = machine.data_model().choose(32, 56);
    machine.memory.fill(lock, 0, size)?;
    machine.stamp_lock(lock, RWLOCK_MAKER, shared)?;
    Ok(Reply::Value(0))
}

fn read_lock(machine: &mut Machine<'_>, lock: u64, busy: Option<u64>) -> Result<Reply, Fault> {
    check_rwlock(machine, lock)?;
    let [in_32_bits, in_64_bits] = PREFERENCE;
    let preference = machine.data_model().choose(in_32_bits, in_64_bits);
    if machine.memory.read(lock + preference, 1)? == [PREFERS_WRITERS] {
        return Err(Fault::unsupported(
            "a read-write lock that prefers writers (PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP)",
        ));
    }
    match holder(machine, lock)? {
        None => {
            let readers = machine.read_u32(lock + READERS)?;
            machine.write_u32(lock + READERS, readers + 1)?;
            machine.synchronise_with(lock);
            machine.observe_lock(lock, LockMode::Reading);
            Ok(Reply::Value(0))
        }
        Some(writer) if writer == machine.current && busy != Some(EBUSY) => {
            Ok(Reply::Value(EDEADLK))
        }
        writer => Ok(busy.map_or(Reply::blocked_by(writer), Reply::Value)),
    }
}

fn check_rwlock(machine: &mut Machine<'_>, lock: u64) -> Result<(), Fault> {
    machine.check_alive("read-write lock", lock, RWLOCK_LIFE)?;
    machine.check_stamp(lock, RWLOCK_MAKER)
}

/// Who holds the lock whose holder is written down at its start.
fn holder(machine: &mut Machine<'_>, lock: u64) -> Result<Option<ThreadId>, Fault> {
    let mark = machine.read_u32(lock)?.checked_sub(1);
    Ok(mark.map(|mark| machine.marked(lock, mark)))
}

fn write_lock(machine: &mut Machine<'_>, lock: u64, busy: Option<u64>) -> Result<Reply, Fault> {
    check_rwlock(machine, lock)?;
    let writer = holder(machine, lock)?;
    if writer == Some(machine.current) && busy != Some(EBUSY) {
        return Ok(Reply::Value(EDEADLK));
    }
    if writer.is_some() || machine.read_u32(lock + READERS)? > 0 {
        return Ok(busy.map_or(Reply::blocked_by(writer), Reply::Value));
    }
    machine.own(lock)?;
    machine.synchronise_with(lock);
    machine.synchronise_with(Machine::readers_of(lock));
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
    check_rwlock(machine, lock)?;
    let writer = holder(machine, lock)?;
    let readers = machine.read_u32(lock + READERS)?;
    match writer {
        Some(writer) if writer == machine.current => {
            machine.disown(lock)?;
            machine.publish_at(lock);
        }
        None if readers > 0 => {
            machine.write_u32(lock + READERS, readers - 1)?;
            machine.publish_at(Machine::readers_of(lock));
        }
        _ => {
            return Err(not_held(machine, lock));
        }
    }
    machine.observe_unlock(lock);
    Ok(Reply::Value(0))
}

fn destroy_rwlock(machine: &mut Machine<'_>, lock: u64) -> Result<Reply, Fault> {
    check_rwlock(machine, lock)?;
    if machine.read_u64(lock)? != 0 {
        let message = format!("{} is destroyed while it is held", machine.name_of(lock));
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    machine.end_life(lock, RWLOCK_LIFE)
}

/// Barriers in memory: threads needed (4 bytes), threads that have arrived (4), maker (4), whether it
/// was initialised or destroyed (4).
const ARRIVED: u64 = 4;
const BARRIER_MAKER: u64 = 8;
const BARRIER_LIFE: u64 = 12;
/// Barriers have no static initialiser: this says that one was initialised.
const INITIALISED: u32 = 0x7468_6261;
/// The most threads that glibc lets a barrier wait for.
const MOST_AT_BARRIER: u32 = u32::MAX / 2;
/// PTHREAD_BARRIER_SERIAL_THREAD
const SERIAL_THREAD: u64 = -1i32 as u32 as u64;

fn init_barrier(
    machine: &mut Machine<'_>,
    barrier: u64,
    attributes: u64,
    count: u32,
) -> Result<Reply, Fault> {
    if count == 0 || count > MOST_AT_BARRIER {
        return Ok(Reply::Value(EINVAL));
    }
    let shared = machine.asks_for_processes(attributes)?;
    // Bytes that were never written are no barrier.
    let life = machine.memory.read(barrier + BARRIER_LIFE, 4);
    if life.is_ok_and(|life| life == INITIALISED.to_le_bytes()) {
        machine.check_no_waiters(barrier, "initialised")?;
        let name = machine.name_of(barrier);
        let message = format!("the barrier {name} is initialised again without being destroyed");
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    let size = machine.data_model().choose(20, 32);
    machine.memory.fill(barrier, 0, size)?;
    machine.write_u32(barrier, count)?;
    machine.write_u32(barrier + BARRIER_LIFE, INITIALISED)?;
    machine.stamp_lock(barrier, BARRIER_MAKER, shared)?;
    Ok(Reply::Value(0))
}

fn check_barrier(machine: &mut Machine<'_>, barrier: u64) -> Result<(), Fault> {
    machine.check_alive("barrier", barrier, BARRIER_LIFE)?;
    if machine.read_u32(barrier + BARRIER_LIFE)? != INITIALISED {
        let name = machine.name_of(barrier);
        let message = format!("the barrier {name} is used but was never initialised");
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    machine.check_stamp(barrier, BARRIER_MAKER)
}

fn destroy_barrier(machine: &mut Machine<'_>, barrier: u64) -> Result<Reply, Fault> {
    check_barrier(machine, barrier)?;
    machine.check_no_waiters(barrier, "destroyed")?;
    machine.end_life(barrier, BARRIER_LIFE)
}

fn wait_barrier(machine: &mut Machine<'_>, barrier: u64) -> Result<Reply, Fault> {
    check_barrier(machine, barrier)?;
    let needed = machine.read_u32(barrier)?;
    let arrived = machine.read_u32(barrier + ARRIVED)? + 1;
    machine.publish_at(barrier);
    if arrived < needed {
        machine.write_u32(barrier + ARRIVED, arrived)?;
        machine.observe_call(|m| format!("waits at {}, {arrived} of {needed}", m.name_of(barrier)));
        machine.sleep(WaitKind::Barrier, barrier, false);
        return Ok(Reply::Sleep);
    }
    machine.write_u32(barrier + ARRIVED, 0)?;
    machine.synchronise_with(barrier);
    for thread in machine.waiting_at(barrier) {
        machine.synchronise_other(thread, barrier);
        machine.wake(thread, barrier, 0);
    }
    machine.observe_call(|m| format!("is the last at {}", m.name_of(barrier)));
    Ok(Reply::Value(SERIAL_THREAD))
}

fn check_spin(machine: &mut Machine<'_>, lock: u64) -> Result<(), Fault> {
    machine.check_alive("spin lock", lock, 0)
}

fn destroy_spin(machine: &mut Machine<'_>, lock: u64) -> Result<Reply, Fault> {
    check_spin(machine, lock)?;
    if let Some(owner) = holder(machine, lock)? {
        let (name, owner) = (machine.name_of(lock), machine.thread_title(owner));
        let message = format!("{name} is destroyed while {owner} holds it");
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    machine.end_life(lock, 0)
}

fn spin_lock(machine: &mut Machine<'_>, lock: u64, busy: Option<u64>) -> Result<Reply, Fault> {
    check_spin(machine, lock)?;
    match holder(machine, lock)? {
        None => {
            machine.own(lock)?;
            machine.synchronise_with(lock);
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
    check_spin(machine, lock)?;
    if machine.read_u32(lock)? != machine.mark(lock) + 1 {
        return Err(not_held(machine, lock));
    }
    machine.disown(lock)?;
    machine.publish_at(lock);
    machine.observe_unlock(lock);
    Ok(Reply::Value(0))
}

/// A once flag in memory: 0, done, or who runs the routine: the mark of the thread + 2, and above that
/// the number of frames at the call, by which its return is told from a call in the routine.
const DONE: u32 = 1;
const ONCE_MARK_BITS: u32 = 13;

fn once(machine: &mut Machine<'_>, flag: u64, routine: u64) -> Result<Reply, Fault> {
    let depth = machine.thread.frames.len() as u32;
    let mine = depth << ONCE_MARK_BITS | (machine.mark(flag) + 2);
    match machine.read_u32(flag)? {
        0 => {
            machine.write_u32(flag, mine)?;
            let routine = machine.function_at(routine)?;
            machine.push_frame(routine, &[], After::Again)?;
            Ok(Reply::Entered)
        }
        DONE => {
            machine.synchronise_with(flag);
            Ok(Reply::Value(0))
        }
        // The routine has returned, and the call is executed for the second time.
        running if running == mine => {
            machine.write_u32(flag, DONE)?;
            machine.publish_at(flag);
            Ok(Reply::Value(0))
        }
        running => {
            let mark = running & ((1 << ONCE_MARK_BITS) - 1);
            let runner = machine.marked(flag, mark - 2);
            Ok(Reply::blocked_by(Some(runner)))
        }
    }
}

/// Semaphores in memory: value (4 bytes), which process made one that is not for several (4), whether
/// it was destroyed (4).
const MAKER: u64 = 4;
const SEMAPHORE_LIFE: u64 = 8;
/// SEM_VALUE_MAX
const MOST_PERMITS: u32 = i32::MAX as u32;

pub(super) fn init_semaphore(
    machine: &mut Machine<'_>,
    semaphore: u64,
    value: u32,
    shared: bool,
) -> Result<Reply, Fault> {
    if value > MOST_PERMITS {
        return fails(machine, EINVAL as i32);
    }
    let size = machine.data_model().choose(16, 32);
    machine.memory.fill(semaphore, 0, size)?;
    machine.write_u32(semaphore, value)?;
    machine.stamp_lock(semaphore, MAKER, shared)?;
    Ok(Reply::Value(0))
}

/// The reply of a function that sets errno.
fn fails(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    machine.set_errno(error)?;
    Ok(Reply::Value(u64::MAX >> 32))
}

fn check_semaphore(machine: &mut Machine<'_>, semaphore: u64) -> Result<(), Fault> {
    machine.check_alive("semaphore", semaphore, SEMAPHORE_LIFE)?;
    machine.check_stamp(semaphore, MAKER)
}

fn destroy_semaphore(machine: &mut Machine<'_>, semaphore: u64) -> Result<Reply, Fault> {
    check_semaphore(machine, semaphore)?;
    machine.end_life(semaphore, SEMAPHORE_LIFE)
}

fn wait_semaphore(
    machine: &mut Machine<'_>,
    semaphore: u64,
    failure: Option<i32>,
) -> Result<Reply, Fault> {
    check_semaphore(machine, semaphore)?;
    match (machine.read_u32(semaphore)?, failure) {
        (0, None) => Ok(Reply::Blocked { waits_for: None }),
        (0, Some(error)) => fails(machine, error),
        (value, _) => {
            machine.write_u32(semaphore, value - 1)?;
            machine.synchronise_with(semaphore);
            machine.observe_call(|m| {
                format!("takes from {}, {} left", m.name_of(semaphore), value - 1)
            });
            Ok(Reply::Value(0))
        }
    }
}

fn post_semaphore(machine: &mut Machine<'_>, semaphore: u64, permits: u32) -> Result<Reply, Fault> {
    check_semaphore(machine, semaphore)?;
    let value = machine.read_u32(semaphore)?.saturating_add(permits);
    if value > MOST_PERMITS {
        return fails(machine, EOVERFLOW);
    }
    machine.write_u32(semaphore, value)?;
    machine.publish_at(semaphore);
    machine.observe_call(|m| format!("posts {}, now {value}", m.name_of(semaphore)));
    Ok(Reply::Value(0))
}

fn release(machine: &mut Machine<'_>, semaphore: u64, permits: u64) -> Result<Reply, Fault> {
    let permits = u32::try_from(permits).unwrap_or(u32::MAX);
    match post_semaphore(machine, semaphore, permits)? {
        Reply::Value(0) => Ok(Reply::Void),
        _ => Err(Fault::error(
            ErrorKind::LockMisuse,
            "a semaphore is released more often than it can count",
        )),
    }
}

fn value_of_semaphore(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (semaphore, result) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[semaphore, result]) {
        return Ok(Reply::Stop);
    }
    check_semaphore(machine, semaphore)?;
    let value = machine.read_u32(semaphore)?;
    machine.write_u32(result, value)?;
    Ok(Reply::Value(0))
}
