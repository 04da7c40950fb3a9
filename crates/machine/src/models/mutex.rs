//! pthread_mutex_t and mtx_t. In the program's memory a mutex is: owner + 1 (4 bytes, 0 is
//! free), how often a recursive one was locked again (4), and at offset 16, where glibc's
//! static initialisers put it, its kind.

use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::observe::LockMode;

const EPERM: u64 = 1;
const EBUSY: u64 = 16;
const EDEADLK: u64 = 35;
pub(crate) const ETIMEDOUT: u32 = 110;
const THRD_BUSY: u64 = 1;
const THRD_TIMEDOUT: u64 = 4;

const OWNER: u64 = 0;
const COUNT: u64 = 4;
const KIND: u64 = 16;

const RECURSIVE: u32 = 1;
const ERROR_CHECKING: u32 = 2;
const DESTROYED: u32 = u32::MAX;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_mutex_init", init),
    ("pthread_mutex_destroy", destroy),
    ("pthread_mutex_lock", lock),
    ("pthread_mutex_trylock", |m, a| try_lock(m, a, EBUSY)),
    ("pthread_mutex_timedlock", |m, a| {
        timed_lock(m, a, 0, ETIMEDOUT as u64)
    }),
    ("pthread_mutex_clocklock", |m, a| {
        timed_lock(m, a, 0, ETIMEDOUT as u64)
    }),
    ("pthread_mutex_unlock", unlock),
    ("mtx_init", |m, a| {
        let kind = if a.get(1)? & 1 == 1 { RECURSIVE } else { 0 };
        prepare(m, a.get(0)?, kind)
    }),
    ("mtx_destroy", |m, a| destroy(m, a).map(|_| Reply::Void)),
    ("mtx_lock", lock),
    ("mtx_trylock", |m, a| try_lock(m, a, THRD_BUSY)),
    ("mtx_timedlock", |m, a| timed_lock(m, a, 0, THRD_TIMEDOUT)),
    ("mtx_unlock", unlock),
    ("pthread_mutexattr_init", |m, a| zero(m, a, 4)),
    ("pthread_mutexattr_destroy", |_, _| Ok(Reply::Value(0))),
    ("pthread_mutexattr_settype", set_type),
    ("pthread_mutexattr_setkind_np", set_type),
    ("pthread_mutexattr_gettype", |m, a| {
        let kind = m.read_u32(a.get(0)?)?;
        m.write_u32(a.get(1)?, kind)?;
        Ok(Reply::Value(0))
    }),
    ("pthread_mutexattr_setpshared", |_, _| Ok(Reply::Value(0))),
    ("pthread_mutexattr_setprotocol", |_, _| Ok(Reply::Value(0))),
];

pub(super) fn zero(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    size: u64,
) -> Result<Reply, Fault> {
    let address = arguments.get(0)?;
    if machine.stops_at(&[address]) {
        return Ok(Reply::Stop);
    }
    machine.memory.fill(address, 0, size)?;
    Ok(Reply::Value(0))
}

fn set_type(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    machine.write_u32(arguments.get(0)?, arguments.get(1)? as u32)?;
    Ok(Reply::Value(0))
}

fn init(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let kind = match arguments.get(1)? {
        0 => 0,
        attributes => machine.read_u32(attributes)? & 3,
    };
    prepare(machine, arguments.get(0)?, kind)
}

fn prepare(machine: &mut Machine<'_>, mutex: u64, kind: u32) -> Result<Reply, Fault> {
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    machine.memory.fill(mutex, 0, 40)?;
    machine.write_u32(mutex + KIND, kind)?;
    Ok(Reply::Value(0))
}

struct Mutex {
    owner: Option<u32>,
    kind: u32,
}

fn look(machine: &mut Machine<'_>, mutex: u64) -> Result<Mutex, Fault> {
    let owner = machine.read_u32(mutex + OWNER)?.checked_sub(1);
    let kind = machine.read_u32(mutex + KIND)?;
    if kind == DESTROYED {
        return Err(Fault::error(
            ErrorKind::LockMisuse,
            "a destroyed mutex is used",
        ));
    }
    Ok(Mutex {
        owner,
        kind: kind & 3,
    })
}

fn acquire(machine: &mut Machine<'_>, mutex: u64) -> Result<(), Fault> {
    machine.write_u32(mutex + OWNER, machine.current + 1)?;
    machine.observe_lock(mutex, LockMode::Exclusive);
    Ok(())
}

fn lock_again(machine: &mut Machine<'_>, mutex: u64) -> Result<Reply, Fault> {
    let count = machine.read_u32(mutex + COUNT)?;
    machine.write_u32(mutex + COUNT, count + 1)?;
    Ok(Reply::Value(0))
}

fn lock(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let mutex = arguments.get(0)?;
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    let Mutex { owner, kind } = look(machine, mutex)?;
    match owner {
        None => {
            acquire(machine, mutex)?;
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current => match kind {
            RECURSIVE => lock_again(machine, mutex),
            ERROR_CHECKING => Ok(Reply::Value(EDEADLK)),
            _ => {
                let message = format!(
                    "the thread locks {} again, which it holds already",
                    machine.name_of(mutex)
                );
                Err(Fault::error(ErrorKind::LockMisuse, message))
            }
        },
        waits_for => Ok(Reply::Blocked { waits_for }),
    }
}

fn try_lock(machine: &mut Machine<'_>, arguments: &Arguments, busy: u64) -> Result<Reply, Fault> {
    let mutex = arguments.get(0)?;
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    let Mutex { owner, kind } = look(machine, mutex)?;
    match owner {
        None => {
            acquire(machine, mutex)?;
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current && kind == RECURSIVE => lock_again(machine, mutex),
        Some(_) => Ok(Reply::Value(busy)),
    }
}

/// A time limit may pass at any moment: while the mutex is taken, the call may fail.
fn timed_lock(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    index: usize,
    timed_out: u64,
) -> Result<Reply, Fault> {
    let mutex = arguments.get(index)?;
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    let Mutex { owner, kind } = look(machine, mutex)?;
    match owner {
        None => {
            acquire(machine, mutex)?;
            Ok(Reply::Value(0))
        }
        Some(owner) if owner == machine.current && kind == RECURSIVE => lock_again(machine, mutex),
        Some(owner) if owner == machine.current && kind == ERROR_CHECKING => {
            Ok(Reply::Value(EDEADLK))
        }
        Some(_) => Ok(Reply::Value(timed_out)),
    }
}

fn unlock(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let mutex = arguments.get(0)?;
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    let Mutex { owner, kind } = look(machine, mutex)?;
    if owner != Some(machine.current) {
        if kind == RECURSIVE || kind == ERROR_CHECKING {
            return Ok(Reply::Value(EPERM));
        }
        let name = machine.name_of(mutex);
        let message = match owner {
            Some(owner) => format!("the thread unlocks {name}, which thread {owner} holds"),
            None => format!("the thread unlocks {name}, which nobody holds"),
        };
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    let count = machine.read_u32(mutex + COUNT)?;
    if count > 0 {
        machine.write_u32(mutex + COUNT, count - 1)?;
        return Ok(Reply::Value(0));
    }
    machine.write_u32(mutex + OWNER, 0)?;
    machine.observe_unlock(mutex);
    Ok(Reply::Value(0))
}

fn destroy(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let mutex = arguments.get(0)?;
    if machine.stops_at(&[mutex]) {
        return Ok(Reply::Stop);
    }
    if let Some(owner) = look(machine, mutex)?.owner {
        let message = format!(
            "{} is destroyed while thread {owner} holds it",
            machine.name_of(mutex)
        );
        return Err(Fault::error(ErrorKind::LockMisuse, message));
    }
    machine.write_u32(mutex + KIND, DESTROYED)?;
    Ok(Reply::Value(0))
}

impl Machine<'_> {
    /// Gives up a mutex for the time of a wait; how often it was locked is lost, as POSIX allows.
    pub(super) fn release_for_wait(&mut self, mutex: u64) -> Result<(), Fault> {
        if look(self, mutex)?.owner != Some(self.current) {
            let message = format!("the thread waits without holding {}", self.name_of(mutex));
            return Err(Fault::error(ErrorKind::LockMisuse, message));
        }
        self.write_u32(mutex + OWNER, 0)?;
        self.write_u32(mutex + COUNT, 0)?;
        self.observe_unlock(mutex);
        Ok(())
    }

    /// Takes the mutex after a wait. Some: blocked, by whom.
    pub(crate) fn relock(&mut self, mutex: u64) -> Result<Option<Option<u32>>, Fault> {
        match look(self, mutex)?.owner {
            None => {
                acquire(self, mutex)?;
                Ok(None)
            }
            owner => Ok(Some(owner)),
        }
    }

    /// The owner of a pthread mutex in memory, for showing who holds what.
    pub fn mutex_owner(&mut self, mutex: u64) -> Option<u32> {
        (self.memory.peek(mutex + OWNER, 4)? as u32).checked_sub(1)
    }
}
