//! pthread_cond_t and cnd_t. A condition variable has no state of its own: who waits at
//! its address is known to the machine. Which waiter a signal wakes is a choice.

use super::lifetime::{destroy_attributes, set_without_effect};
use super::mutex::THRD_ERROR;
use super::{Arguments, Model, Reply, on_object, without_value};
use crate::clock;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::reduction::footprint::{self, Access as Touched};
use crate::thread::{Status, WaitKind};
use crate::thread_id::ThreadId;
use trailhound_program::{Address, Space};

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_cond_init", |m, a| {
        on_object(m, a, |m, condition| init(m, condition, a.get(1)?))
    }),
    ("pthread_cond_destroy", |m, a| on_object(m, a, destroy)),
    ("pthread_cond_wait", |m, a| wait(m, a, Mutexes::One, None)),
    ("pthread_cond_timedwait", |m, a| {
        wait(m, a, Mutexes::One, Some((2, EINVAL)))
    }),
    (
        "pthread_cond_clockwait",
        |m, a| match clock::can_bound_waits(a.get(2)?) {
            true => wait(m, a, Mutexes::One, Some((3, EINVAL))),
            false => Ok(Reply::Value(EINVAL)),
        },
    ),
    ("pthread_cond_signal", |m, a| on_object(m, a, signal)),
    ("pthread_cond_broadcast", |m, a| on_object(m, a, broadcast)),
    ("pthread_condattr_init", |m, a| super::mutex::zero(m, a, 4)),
    ("pthread_condattr_destroy", destroy_attributes),
    (
        "pthread_condattr_setclock",
        |m, a| match clock::can_bound_waits(a.get(1)?) {
            true => set_without_effect(m, a),
            false => Ok(Reply::Value(EINVAL)),
        },
    ),
    ("cnd_init", |m, a| {
        on_object(m, a, |m, condition| init(m, condition, 0))
    }),
    ("cnd_destroy", |m, a| {
        on_object(m, a, destroy).map(without_value)
    }),
    ("cnd_wait", |m, a| wait(m, a, Mutexes::Any, None)),
    ("cnd_timedwait", |m, a| {
        wait(m, a, Mutexes::Any, Some((2, THRD_ERROR)))
    }),
    ("cnd_signal", |m, a| on_object(m, a, signal)),
    ("cnd_broadcast", |m, a| on_object(m, a, broadcast)),
];

/// The last bytes of a condition variable: whether it was destroyed, and which process made one that
/// is not for several.
const LIFE: u64 = 40;
const MAKER: u64 = 44;

const EINVAL: u64 = 22;

fn init(machine: &mut Machine<'_>, condition: u64, attributes: u64) -> Result<Reply, Fault> {
    let shared = machine.asks_for_processes(attributes)?;
    machine.check_no_waiters(condition, "initialised")?;
    machine.memory.fill(condition, 0, 48)?;
    machine.stamp_lock(condition, MAKER, shared)?;
    Ok(Reply::Value(0))
}

fn check_usable(machine: &mut Machine<'_>, condition: u64) -> Result<(), Fault> {
    machine.memory.read(condition, 8)?;
    machine.check_alive("condition variable", condition, LIFE)?;
    machine.check_stamp(condition, MAKER)
}

fn destroy(machine: &mut Machine<'_>, condition: u64) -> Result<Reply, Fault> {
    check_usable(machine, condition)?;
    machine.check_no_waiters(condition, "destroyed")?;
    machine.end_life(condition, LIFE)
}

/// The mutexes that threads may name which wait at one condition variable at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mutexes {
    /// The same one, as POSIX demands.
    One,
    Any,
}

/// `limit`: the argument with the limit in time, and what the call returns if that is no time.
fn wait(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    mutexes: Mutexes,
    limit: Option<(usize, u64)>,
) -> Result<Reply, Fault> {
    let (condition, mutex) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[condition, mutex]) {
        return Ok(Reply::Stop);
    }
    check_usable(machine, condition)?;
    if let Some((index, invalid)) = limit
        && !machine.is_time(arguments.get(index)?)?
    {
        return Ok(Reply::Value(invalid));
    }
    if mutexes == Mutexes::One {
        check_same_mutex(machine, condition, mutex)?;
    }
    machine.release_for_wait(mutex)?;
    machine.observe_call(|m| format!("waits at {}", m.name_of(condition)));
    machine.sleep(WaitKind::Condition { mutex }, condition, limit.is_some());
    Ok(Reply::Sleep)
}

fn check_same_mutex(machine: &mut Machine<'_>, condition: u64, mutex: u64) -> Result<(), Fault> {
    for other in machine.waiting_at(condition) {
        let thread = machine.thread_at(other);
        let Status::Waiting {
            on: WaitKind::Condition { mutex: named },
            ..
        } = thread.status
        else {
            continue;
        };
        // Another process may see the same mutex at another address.
        let process = thread.process;
        if named != mutex && process == machine.thread.process {
            let [condition, mutex, named] = [condition, mutex, named].map(|it| machine.name_of(it));
            let other = machine.thread_title(other);
            let message =
                format!("waits at {condition} with {mutex}, where {other} waits with {named}");
            return Err(Fault::error(ErrorKind::LockMisuse, message));
        }
    }
    Ok(())
}

fn signal(machine: &mut Machine<'_>, condition: u64) -> Result<Reply, Fault> {
    check_usable(machine, condition)?;
    let waiting = machine.waiting_at(condition);
    if waiting.is_empty() {
        machine.observe_call(|m| format!("signals {}: no thread waits", m.name_of(condition)));
        return Ok(Reply::Value(0));
    }
    let Some(index) = machine.choose(waiting.len() as u32) else {
        return Ok(Reply::Sleep);
    };
    machine.wake(waiting[index as usize], condition, 0);
    machine.observe_call(|m| {
        format!(
            "signals {}: wakes {}",
            m.name_of(condition),
            m.thread_title(waiting[index as usize])
        )
    });
    Ok(Reply::Value(0))
}

fn broadcast(machine: &mut Machine<'_>, condition: u64) -> Result<Reply, Fault> {
    check_usable(machine, condition)?;
    let waiting = machine.waiting_at(condition);
    for &thread in &waiting {
        machine.wake(thread, condition, 0);
    }
    machine.observe_call(|m| {
        format!(
            "wakes all {} that wait at {}",
            waiting.len(),
            m.name_of(condition)
        )
    });
    Ok(Reply::Value(0))
}

impl Machine<'_> {
    /// The running thread sleeps at an address.
    pub(super) fn sleep(&mut self, on: WaitKind, address: u64, timed: bool) {
        self.thread.status = Status::Waiting { on, address, timed };
        let thread = self.current;
        self.waiters_at_mut(address).add(address, thread);
    }

    pub(super) fn waiting_at(&mut self, address: u64) -> Vec<ThreadId> {
        self.waiters.load(&mut self.memory.snapshot);
        let place = footprint::waiters(address);
        self.memory.log.place(place, Touched::Read, None);
        let mut waiting: Vec<ThreadId> = self.waiters.at(address).collect();
        if self.forks && Address(address).object().space() != Space::MAPPED {
            // The same address is another thing in another process.
            let process = self.thread.process;
            waiting.retain(|&thread| self.thread_at(thread).process == process);
        }
        waiting
    }
}
