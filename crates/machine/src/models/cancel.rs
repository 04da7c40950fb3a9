//! Cancellation, as far as it is simple: deferred only, before the calls that POSIX calls cancellation points. A thread
//! asleep at a condition variable gets its mutex back first, as POSIX says; one that was woken before it was cancelled
//! goes on, so that no signal is lost. The handlers of C's `pthread_cleanup_push` are places to jump to, each of which
//! leads to the one before.

use super::{Arguments, Model, Reply};
use crate::clock::NANOSECONDS;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::pause::{Leave, Pause};
use crate::thread::{CANCELLED, Status, WaitKind};
use trailhound_program::FunctionId;

const ESRCH: u64 = 3;
const EINVAL: i32 = 22;
/// PTHREAD_CANCELED
const CANCELED: u64 = u64::MAX;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_cancel", cancel),
    ("pthread_testcancel", |_, _| Ok(Reply::Void)),
    ("pthread_setcancelstate", set_state),
    ("pthread_setcanceltype", |_, a| match a.get(0)? {
        0 => Ok(Reply::Value(0)),
        _ => Err(Fault::unsupported("asynchronous cancellation")),
    }),
    ("__pthread_register_cancel", |m, a| {
        let buffer = a.get(0)?;
        let last = m.thread.detours.cleanup;
        m.write_pointer(buffer + previous(m), last)?;
        m.thread.detours.cleanup = buffer;
        Ok(Reply::Void)
    }),
    ("__pthread_unregister_cancel", |m, a| {
        m.thread.detours.cleanup = m.read_pointer(a.get(0)? + previous(m))?;
        Ok(Reply::Void)
    }),
    ("__pthread_unwind_next", |m, _| {
        super::threads::end(m, m.thread.exit_value)
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

/// Where a clean-up handler's buffer, behind its jmp_buf, has the address of the one before.
fn previous(machine: &Machine<'_>) -> u64 {
    machine.data_model().choose(28, 72)
}

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
            machine.thread.forget_sleep();
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
                thread.status = Status::Relocking {
                    mutex,
                    result: CANCELLED,
                };
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
    /// No number of a key.
    const PLACE: u64 = 1 << 32;
    let old = machine.thread.uncancellable as u32;
    machine.thread.uncancellable = arguments.get(0)? as u32 == 1;
    let new = machine.thread.uncancellable.into();
    machine.thread.note_change(PLACE, old.into(), new);
    match arguments.get(1)? {
        0 => {}
        place => machine.write_u32(place, old)?,
    }
    Ok(Reply::Value(0))
}

/// What a trail tells of a sleep.
pub const SLEEPS: &str = "sleeps";

/// A call that takes time.
fn sleep<'p>(
    machine: &mut Machine<'p>,
    pass: impl FnOnce(&mut Machine<'p>) -> Result<(), Fault>,
) -> Result<Reply, Fault> {
    // A thread that looks at the clock can see whether this one has slept.
    if machine.clock.is_read && machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.observe_call(|_| SLEEPS.to_owned());
    if machine.is_clock_running() {
        pass(machine)?;
    }
    Ok(Reply::Value(0))
}

fn sleep_for(machine: &mut Machine<'_>, duration: u64) -> Result<(), Fault> {
    let duration = machine.read_time(duration)?;
    machine.pass_time(duration);
    Ok(())
}

impl Machine<'_> {
    /// The running thread was cancelled in a wait, which is over.
    pub(crate) fn end_cancelled(&mut self) -> Result<Pause, Fault> {
        match super::threads::end(self, CANCELED)? {
            Reply::Left(Leave::Pause(pause)) => Ok(pause),
            _ => self.run_thread(),
        }
    }

    /// The running thread ends, and goes to its last clean-up handler before. It is not cancelled again.
    pub(super) fn clean_up(&mut self, value: u64) -> Result<Reply, Fault> {
        let buffer = self.thread.detours.cleanup;
        let Some(jump) = self.thread.detours.find(buffer).cloned() else {
            let message = "a function has returned between pthread_cleanup_push and \
                           pthread_cleanup_pop, and the thread ends";
            return Err(Fault::error(ErrorKind::InvalidPointer, message));
        };
        let last = self.read_pointer(buffer + previous(self))?;
        self.thread.detours.cleanup = last;
        self.thread.exit_value = value;
        (self.thread.cancelled, self.thread.uncancellable) = (false, true);
        self.observe_call(|_| "goes to its clean-up handler".to_owned());
        self.go_back(&jump, 1)
    }

    /// The running thread is about to call a function that others see whatever it is given: a cancellation point, or
    /// a wait that can take time. What comes in place of the call: the step stops before it, or the thread ends there.
    pub(crate) fn before_visible_call(
        &mut self,
        function: FunctionId,
    ) -> Result<Option<Reply>, Fault> {
        if !self.visible_calls.contains(&function) || self.chosen.is_some() {
            return Ok(None);
        }
        let gate = self.memory.gate;
        if gate.concurrent && !gate.open {
            return Ok(Some(Reply::Stop));
        }
        if !self.thread.is_cancelled() || !self.cancellation_points.contains(&function) {
            return Ok(None);
        }
        self.thread.progress = 0;
        let kept = std::mem::take(&mut self.thread.kept);
        self.close_kept(&kept);
        super::threads::end(self, CANCELED).map(Some)
    }

    /// The call is over: it was the visible operation of the step, whatever it did.
    pub(crate) fn after_visible_call(&mut self, function: FunctionId) {
        if self.visible_calls.contains(&function) {
            self.memory.gate.open = false;
        }
    }
}
