//! Cancellation, as far as it is simple: it takes effect at pthread_testcancel and when
//! the thread would sleep or pause; threads asleep at a condition variable, a semaphore or a
//! join are not woken by it, and cancelling such a thread is refused by name.

use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::machine::Machine;
use crate::thread::Status;

const ESRCH: u64 = 3;
/// PTHREAD_CANCELED
const CANCELED: u64 = u64::MAX;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_cancel", cancel),
    ("pthread_testcancel", |m, _| test(m, Reply::Void)),
    ("sleep", |m, _| test(m, Reply::Value(0))),
    ("usleep", |m, _| test(m, Reply::Value(0))),
    ("nanosleep", |m, _| test(m, Reply::Value(0))),
    ("clock_nanosleep", |m, _| test(m, Reply::Value(0))),
];

fn cancel(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Some(other) = arguments.get(0)?.checked_sub(1).map(|n| n as u32).filter(|&n| n < machine.thread_count()) else {
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
            machine.threads[other as usize].cancelled = true;
            Ok(Reply::Value(0))
        }
        Status::Waiting { .. } | Status::Relocking { .. } => {
            Err(Fault::unsupported("pthread_cancel of a thread that is asleep"))
        }
    }
}

/// A cancellation point: visible, because another thread may cancel this one just before.
fn test(machine: &mut Machine<'_>, otherwise: Reply) -> Result<Reply, Fault> {
    if machine.cancellation_used && machine.stops() {
        return Ok(Reply::Stop);
    }
    if machine.thread.cancelled {
        return super::threads::end(machine, CANCELED);
    }
    Ok(otherwise)
}
