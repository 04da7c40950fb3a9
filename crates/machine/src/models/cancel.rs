//! Cancellation, as far as it is simple: deferred only, at pthread_testcancel, sleeps,
//! joins, semaphores and condition variables. A thread asleep at a condition variable gets
//! its mutex back first, as POSIX says. Cleanup handlers are not supported.

use super::{Arguments, Model, Reply};
use crate::clock::NANOSECONDS;
use crate::error::Fault;
use crate::machine::Machine;
use crate::pause::{Leave, Pause};
use crate::thread::{Status, WaitKind};

const ESRCH: u64 = 3;
const EINVAL: i32 = 22;
/// PTHREAD_CANCELED
const CANCELED: u64 = u64::MAX;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_cancel", cancel),
    ("pthread_testcancel", |m, _| test(m, Reply::Void)),
    ("pthread_setcancelstate", set_state),
    ("pthread_setcanceltype", |_, a| match a.get(0)? {
        0 => Ok(Reply::Value(0)),
        _ => Err(Fault::unsupported("asynchronous cancellation")),
    }),
    ("sleep", |m, a| {
        sleep(m, |m| {
            m.pass_time(u64::from(a.get(0)? as u32) * NANOSECONDS);
            Ok(())
        })
    }),
    ("usleep", |m, a| {
        sleep(m, |m| {
            m.pass_time(u64::from(a.get(0)? as u32) * 1000);
            Ok(())
        })
    }),
    ("nanosleep", |m, a| match m.is_duration(a.get(0)?)? {
        true => sleep(m, |m| sleep_for(m, a.get(0)?)),
        false => {
            m.set_errno(EINVAL)?;
            Ok(super::libc::int(-1))
        }
    }),
    ("thrd_sleep", |m, a| match m.is_duration(a.get(0)?)? {
        true => sleep(m, |m| sleep_for(m, a.get(0)?)),
        // -1 is for interruptions.
        false => Ok(super::libc::int(-2)),
    }),
    ("clock_nanosleep", |m, a| {
        const TIMER_ABSTIME: u64 = 1;
        let time = a.get(2)?;
        if !m.is_duration(time)? {
            return Ok(super::libc::int(EINVAL));
        }
        sleep(m, |m| match a.get(1)? & TIMER_ABSTIME {
            0 => sleep_for(m, time),
            _ => m.read_time(time).map(|moment| m.wait_until(moment)),
        })
    }),
];

fn cancel(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Some(other) = super::threads::thread_of(machine, arguments.get(0)?) else {
        return Ok(Reply::Value(ESRCH));
    };
    if other == machine.current {
        machine.thread.cancelled = true;
        return Ok(Reply::Value(0));
    }
    match machine.thread_at(other).status {
        Status::Absent => Ok(Reply::Value(ESRCH)),
        Status::Finished { .. } => Ok(Reply::Value(0)),
        Status::Ready | Status::Choosing { .. } => {
            machine.touch_thread(other);
            machine.threads[other.index()].cancelled = true;
            Ok(Reply::Value(0))
        }
        Status::Waiting {
            on: WaitKind::Condition { mutex },
            address,
            ..
        } => {
            machine.touch_thread(other);
            let thread = &mut machine.threads[other.index()];
            thread.cancelled = true;
            if !thread.uncancellable {
                thread.status = Status::Relocking { mutex, result: 0 };
                machine.waiters_at_mut(address).remove(address, other);
            }
            Ok(Reply::Value(0))
        }
        Status::Relocking { .. } => {
            machine.touch_thread(other);
            machine.threads[other.index()].cancelled = true;
            Ok(Reply::Value(0))
        }
        Status::Waiting { .. } => Err(Fault::unsupported(
            "pthread_cancel of a thread at a barrier or futex",
        )),
    }
}

fn set_state(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let old = machine.thread.uncancellable as u32;
    machine.thread.uncancellable = arguments.get(0)? as u32 == 1;
    match arguments.get(1)? {
        0 => {}
        place => machine.write_u32(place, old)?,
    }
    Ok(Reply::Value(0))
}

/// A cancellation point that takes time.
fn sleep<'p>(
    machine: &mut Machine<'p>,
    pass: impl FnOnce(&mut Machine<'p>) -> Result<(), Fault>,
) -> Result<Reply, Fault> {
    // A thread that looks at the clock can see whether this one has slept.
    if machine.clock.is_read && !machine.cancellation_used && machine.stops() {
        return Ok(Reply::Stop);
    }
    let reply = test(machine, Reply::Value(0))?;
    if matches!(reply, Reply::Value(_)) && machine.is_clock_running() {
        pass(machine)?;
    }
    Ok(reply)
}

fn sleep_for(machine: &mut Machine<'_>, duration: u64) -> Result<(), Fault> {
    let duration = machine.read_time(duration)?;
    machine.pass_time(duration);
    Ok(())
}

/// A cancellation point: visible, because another thread may cancel this one just before.
fn test(machine: &mut Machine<'_>, otherwise: Reply) -> Result<Reply, Fault> {
    if machine.cancellation_used && machine.stops() {
        return Ok(Reply::Stop);
    }
    if machine.thread.is_cancelled() {
        return super::threads::end(machine, CANCELED);
    }
    Ok(otherwise)
}

impl Machine<'_> {
    /// The running thread was cancelled in a wait, which is over.
    pub(crate) fn end_cancelled(&mut self) -> Result<Pause, Fault> {
        match super::threads::end(self, CANCELED)? {
            Reply::Left(Leave::Pause(pause)) => Ok(pause),
            _ => self.run_thread(),
        }
    }

    /// For calls that are cancellation points and may block.
    pub(super) fn ends_by_cancellation(&mut self) -> Result<Option<Reply>, Fault> {
        if self.thread.is_cancelled() {
            super::threads::end(self, CANCELED).map(Some)
        } else {
            Ok(None)
        }
    }
}
