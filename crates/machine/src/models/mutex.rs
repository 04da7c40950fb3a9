//! pthread_mutex_t and mtx_t. In the program's memory a mutex is: owner + 1 (4 bytes, 0 is
//! free), how often a recursive one was locked again (4), and at offset 16 (12 in 32-bit
//! programs), where glibc's static initialisers put it, its kind.

use super::lifetime::{self, DESTROYED, destroy_attributes};
use super::pshared::PROCESS_SHARED;
use super::{Arguments, ETIMEDOUT, Model, Reply, on_object, without_value};
use crate::clock;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::{LockMode, What};
use crate::thread_id::ThreadId;
use trailhound_contracts::{MUTEX_KIND, MUTEX_KIND_32, RECURSIVE};

const EPERM: u64 = 1;
const EBUSY: u64 = 16;
const EINVAL: u64 = 22;
const EDEADLK: u64 = 35;
const THRD_BUSY: u64 = 1;
pub(super) const THRD_ERROR: u64 = 2;
const THRD_TIMEDOUT: u64 = 4;

const OWNER: u64 = 0;
const COUNT: u64 = 4;

/// A kind of mtx_t.
const MTX_TIMED: u32 = 2;

const ERROR_CHECKING: u32 = 2;
/// The highest of the four kinds that glibc knows.
const LAST_KIND: u32 = 3;
/// PTHREAD_PRIO_PROTECT, the highest of the protocols.
const LAST_PROTOCOL: u32 = 2;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_mutex_init", |m, a| {
        on_object(m, a, |m, mutex| init(m, mutex, a.get(1)?))
    }),
    ("pthread_mutex_destroy", |m, a| on_object(m, a, destroy)),
    ("pthread_mutex_lock", |m, a| on_object(m, a, lock)),
    ("pthread_mutex_trylock", |m, a| {
        on_object(m, a, |m, mutex| try_lock(m, mutex, EBUSY))
    }),
    ("pthread_mutex_timedlock", |m, a| {
        let codes = (ETIMEDOUT as u64, EINVAL);
        on_object(m, a, |m, mutex| timed_lock(m, mutex, a.get(1)?, codes))
    }),
    ("pthread_mutex_clocklock", |m, a| {
        let codes = (ETIMEDOUT as u64, EINVAL);
        match clock::can_bound_waits(a.get(1)?) {
            true => on_object(m, a, |m, mutex| timed_lock(m, mutex, a.get(2)?, codes)),
            false => Ok(Reply::Value(EINVAL)),
        }
    }),
    ("pthread_mutex_unlock", |m, a| on_object(m, a, unlock)),
    ("mtx_init", |m, a| {
        let kind = a.get(1)? as u32;
        if kind > RECURSIVE | MTX_TIMED {
            return Ok(Reply::Value(THRD_ERROR));
        }
        on_object(m, a, |m, mutex| prepare(m, mutex, kind & RECURSIVE))
    }),
    ("mtx_destroy", |m, a| {
        on_object(m, a, destroy).map(without_value)
    }),
    ("mtx_lock", |m, a| on_object(m, a, lock)),
    ("mtx_trylock", |m, a| {
        on_object(m, a, |m, mutex| try_lock(m, mutex, THRD_BUSY))
    }),
    ("mtx_timedlock", |m, a| {
        let codes = (THRD_TIMEDOUT, THRD_ERROR);
        on_object(m, a, |m, mutex| timed_lock(m, mutex, a.get(1)?, codes))
    }),
    ("mtx_unlock", |m, a| on_object(m, a, unlock)),
    ("pthread_mutexattr_init", |m, a| zero(m, a, 4)),
    ("pthread_mutexattr_destroy", destroy_attributes),
    ("pthread_mutexattr_settype", set_type),
    ("pthread_mutexattr_setkind_np", set_type),
    ("pthread_mutexattr_gettype", |m, a| {
        on_object(m, a, |m, attributes| {
            let kind = m.attribute(attributes)?;
            m.write_u32(a.get(1)?, kind & !PROCESS_SHARED)?;
            Ok(Reply::Value(0))
        })
    }),
    ("pthread_mutexattr_setpshared", set_shared),
    ("pthread_condattr_setpshared", set_shared),
    ("pthread_rwlockattr_setpshared", set_shared),
    ("pthread_barrierattr_setpshared", set_shared),
    ("pthread_mutexattr_setprotocol", |m, a| {
        match a.get(1)? as u32 {
            0..=LAST_PROTOCOL => lifetime::set_without_effect(m, a),
            _ => Ok(Reply::Value(EINVAL)),
        }
    }),
];

fn kind_at(machine: &Machine<'_>) -> u64 {
    machine
        .data_model()
        .choose(MUTEX_KIND_32 as u64, MUTEX_KIND as u64)
}

/// Which process made one that is not for several of them.
fn maker(machine: &Machine<'_>) -> u64 {
    kind_at(machine) + 4
}

pub(super) fn zero(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    size: u64,
) -> Result<Reply, Fault> {
    on_object(machine, arguments, |machine, address| {
        machine.memory.fill(address, 0, size)?;
        Ok(Reply::Value(0))
    })
}

fn set_type(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    on_object(machine, arguments, |machine, attributes| {
        let shared = machine.attribute(attributes)? & PROCESS_SHARED;
        let kind = arguments.get(1)? as u32;
        if kind > LAST_KIND {
            return Ok(Reply::Value(EINVAL));
        }
        machine.write_u32(attributes, kind | shared)?;
        Ok(Reply::Value(0))
    })
}

/// The same bit of the attributes of everything that processes can share.
fn set_shared(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    on_object(machine, arguments, |machine, attributes| {
        let others = machine.attribute(attributes)? & !PROCESS_SHARED;
        let shared = match arguments.get(1)? as u32 {
            0 => 0,
            1 => PROCESS_SHARED,
            _ => return Ok(Reply::Value(EINVAL)),
        };
        machine.write_u32(attributes, others | shared)?;
        Ok(Reply::Value(0))
    })
}

fn init(machine: &mut Machine<'_>, mutex: u64, attributes: u64) -> Result<Reply, Fault> {
    let kind = match attributes {
        0 => 0,
        attributes => machine.attribute(attributes)? & 3,
    };
    let shared = machine.asks_for_processes(attributes)?;
    let reply = prepare(machine, mutex, kind)?;
    machine.stamp_lock(mutex, maker(machine), shared)?;
    Ok(reply)
}

fn prepare(machine: &mut Machine<'_>, mutex: u64, kind: u32) -> Result<Reply, Fault> {
    let size = machine.data_model().choose(24, 40);
    machine.memory.fill(mutex, 0, size)?;
    machine.write_u32(mutex + kind_at(machine), kind)?;
    Ok(Reply::Value(0))
}

struct Mutex {
    owner: Option<ThreadId>,
    kind: u32,
}

fn read_mutex(machine: &mut Machine<'_>, mutex: u64) -> Result<Mutex, Fault> {
    let owner = machine.read_u32(mutex + OWNER)?.checked_sub(1);
    let owner = owner.map(|mark| machine.marked(mutex, mark));
    let kind = machine.read_u32(mutex + kind_at(machine))?;
    if kind == DESTROYED {
        return Err(lifetime::used_destroyed(machine, "mutex", mutex));
    }
    machine.check_stamp(mutex, maker(machine))?;
    Ok(Mutex {
        owner,
        kind: kind & 3,
    })
}

fn acquire(machine: &mut Machine<'_>, mutex: u64) -> Result<(), Fault> {
    machine.own(mutex + OWNER)?;
    machine.synchronise_with(mutex);
    machine.observe_lock(mutex, LockMode::Exclusive);
    Ok(())
}

/// The fault of a thread that locks what it holds and would wait for itself.
pub(super) fn locked_again(machine: &Machine<'_>, lock: u64) -> Fault {
    let message = format!(
        "the thread locks {} again, which it holds already",
        machine.name_of(lock)
    );
    Fault::error(ErrorKind::LockMisuse, message)
}

fn lock_again(machine: &mut Machine<'_>, mutex: u64) -> Result<Reply, Fault> {
    let count = machine.read_u32(mutex + COUNT)?;
    machine.write_u32(mutex + COUNT, count + 1)?;
    machine.observe(What::Lock {
        address: mutex,
        mode: LockMode::Exclusive,
    });
    Ok(Reply::Value(0))
}

fn lock(machine: &mut Machine<'_>, mutex: u64) -> Result<Reply, Fault> {
    let Mutex { owner, kind } = read_mutex(machine, mutex)?;
    match owner {
        None => {
            acquire(machine, mutex)?;
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current => match kind {
            RECURSIVE => lock_again(machine, mutex),
            ERROR_CHECKING => Ok(Reply::Value(EDEADLK)),
            _ => Err(locked_again(machine, mutex)),
        },
        owner => Ok(Reply::blocked_by(owner)),
    }
}

fn try_lock(machine: &mut Machine<'_>, mutex: u64, busy: u64) -> Result<Reply, Fault> {
    let Mutex { owner, kind } = read_mutex(machine, mutex)?;
    match owner {
        None => {
            acquire(machine, mutex)?;
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current && kind == RECURSIVE => lock_again(machine, mutex),
        Some(_) => Ok(Reply::Value(busy)),
    }
}

/// A time limit may pass at any moment: while the mutex is taken, the call may fail. Only then is it asked whether
/// the limit is a time.
fn timed_lock(
    machine: &mut Machine<'_>,
    mutex: u64,
    limit: u64,
    (timed_out, invalid): (u64, u64),
) -> Result<Reply, Fault> {
    let Mutex { owner, kind } = read_mutex(machine, mutex)?;
    match owner {
        None => {
            acquire(machine, mutex)?;
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current && kind == RECURSIVE => lock_again(machine, mutex),
        Some(owner) if owner == machine.current && kind == ERROR_CHECKING => {
            Ok(Reply::Value(EDEADLK))
        }
        Some(_) => match machine.is_time(limit)? {
            true => Ok(Reply::Value(timed_out)),
            false => Ok(Reply::Value(invalid)),
        },
    }
}

fn unlock(machine: &mut Machine<'_>, mutex: u64) -> Result<Reply, Fault> {
    let Mutex { owner, kind } = read_mutex(machine, mutex)?;
    if owner != Some(machine.current) {
        if kind == RECURSIVE || kind == ERROR_CHECKING {
            return Ok(Reply::Value(EPERM));
        }
        let name = machine.name_of(mutex);
        let message = match owner {
            Some(ThreadId::NONE) => format!(
                "the thread unlocks {name}, which was held by another thread when the process was forked"
            ),
            Some(owner) => format!(
                "the thread unlocks {name}, which {} holds",
                machine.thread_title(owner)
            ),
            None => format!("the thread unlocks {name}, which no thread holds"),
        };
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    unlock_once(machine, mutex)?;
    Ok(Reply::Value(0))
}

fn unlock_once(machine: &mut Machine<'_>, mutex: u64) -> Result<(), Fault> {
    let count = machine.read_u32(mutex + COUNT)?;
    if count > 0 {
        machine.write_u32(mutex + COUNT, count - 1)?;
        machine.observe(What::Unlock { address: mutex });
        return Ok(());
    }
    machine.disown(mutex + OWNER)?;
    machine.publish_at(mutex);
    machine.observe_unlock(mutex);
    Ok(())
}

fn destroy(machine: &mut Machine<'_>, mutex: u64) -> Result<Reply, Fault> {
    if let Some(owner) = read_mutex(machine, mutex)?.owner {
        let message = format!(
            "{} is destroyed while {} holds it",
            machine.name_of(mutex),
            machine.thread_title(owner)
        );
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    machine.end_life(mutex, kind_at(machine))
}

impl Machine<'_> {
    /// Unlocks a mutex once for the time of a wait: one that was locked several times stays held, as with glibc.
    pub(super) fn release_for_wait(&mut self, mutex: u64) -> Result<(), Fault> {
        if read_mutex(self, mutex)?.owner != Some(self.current) {
            let message = format!("the thread waits without holding {}", self.name_of(mutex));
            return Err(Fault::error(ErrorKind::LockMisuse, message));
        }
        unlock_once(self, mutex)
    }

    /// Takes the mutex after a wait. Some: blocked, by whom.
    pub(crate) fn relock(&mut self, mutex: u64) -> Result<Option<Option<ThreadId>>, Fault> {
        match read_mutex(self, mutex)?.owner {
            None => {
                acquire(self, mutex)?;
                Ok(None)
            }
            Some(owner) if owner == self.current => {
                lock_again(self, mutex)?;
                Ok(None)
            }
            owner => Ok(Some(owner.filter(|&owner| owner != ThreadId::NONE))),
        }
    }
}
