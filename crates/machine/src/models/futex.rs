//! The futex system call, which Rust's library builds its locks on, and the few other
//! system calls that programs make directly.

use super::{Arguments, ETIMEDOUT, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::thread::WaitKind;

/// System calls, by their numbers.
struct Numbers {
    sched_yield: u64,
    gettid: u64,
    futex: u64,
    getrandom: u64,
}

const I386: Numbers = Numbers {
    sched_yield: 158,
    gettid: 224,
    futex: 240,
    getrandom: 355,
};
const X86_64: Numbers = Numbers {
    sched_yield: 24,
    gettid: 186,
    futex: 202,
    getrandom: 318,
};

const WAIT: u64 = 0;
const WAKE: u64 = 1;
const WAIT_BITSET: u64 = 9;
const WAKE_BITSET: u64 = 10;

/// The same on all processors.
const PIDFD_OPEN: u64 = 434;

const EAGAIN: i32 = 11;
const EINVAL: i32 = 22;
const ENOSYS: i32 = 38;
const FAILED: u64 = u64::MAX;

pub const MODELS: &[(&str, Model)] = &[("syscall", system_call)];

fn system_call(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let known = machine.data_model().choose(I386, X86_64);
    match arguments.get(0)? {
        number if number == known.futex => futex(machine, arguments),
        number if number == known.gettid => Ok(Reply::Value(machine.task())),
        number if number == known.sched_yield => Ok(Reply::Value(0)),
        number if number == known.getrandom => {
            let size = arguments.get(2)?;
            machine.memory.fill(arguments.get(1)?, 4, size)?;
            Ok(Reply::Value(size))
        }
        // As before Linux 5.3: libraries try whether it is there.
        PIDFD_OPEN => {
            machine.set_errno(ENOSYS)?;
            Ok(Reply::Value(FAILED))
        }
        number => Err(Fault::unsupported(format!("system call {number}"))),
    }
}

fn futex(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let address = arguments.get(1)?;
    let operation = arguments.get(2)? & 0x7f;
    if machine.stops_at(&[address]) {
        return Ok(Reply::Stop);
    }
    let value = arguments.get(3)? as u32;
    if matches!(operation, WAIT_BITSET | WAKE_BITSET) && arguments.get(6)? as u32 != u32::MAX {
        return Err(Fault::unsupported("a futex operation for some bits only"));
    }
    match operation {
        WAIT | WAIT_BITSET => {
            if machine.read_u32(address)? != value {
                machine.set_errno(EAGAIN)?;
                return Ok(Reply::Value(FAILED));
            }
            let limit = arguments.get(4)?;
            let timed = limit != 0;
            if timed && !machine.is_duration(limit)? {
                machine.set_errno(EINVAL)?;
                return Ok(Reply::Value(FAILED));
            }
            machine.observe_call(|m| format!("sleeps at {}", m.name_of(address)));
            machine.sleep(WaitKind::Futex, address, timed);
            Ok(Reply::Sleep)
        }
        WAKE | WAKE_BITSET => wake(machine, address, value),
        operation => Err(Fault::unsupported(format!("futex operation {operation}"))),
    }
}

pub(super) fn wake(machine: &mut Machine<'_>, address: u64, count: u32) -> Result<Reply, Fault> {
    let waiting = machine.waiting_at(address);
    if waiting.len() <= count as usize {
        for &thread in &waiting {
            machine.wake(thread, address, 0);
        }
        machine.observe_call(|m| {
            let woken: Vec<String> = waiting
                .iter()
                .map(|&thread| m.thread_title(thread))
                .collect();
            format!("wakes {} at {}", listed(&woken), m.name_of(address))
        });
        return Ok(Reply::Value(waiting.len() as u64));
    }
    if count != 1 {
        return Err(Fault::unsupported(format!(
            "futex wake of {count} out of {} threads",
            waiting.len()
        )));
    }
    let Some(index) = machine.choose(waiting.len() as u32) else {
        return Ok(Reply::Sleep);
    };
    machine.wake(waiting[index as usize], address, 0);
    machine.observe_call(|m| {
        format!(
            "wakes {} at {}",
            m.thread_title(waiting[index as usize]),
            m.name_of(address)
        )
    });
    Ok(Reply::Value(1))
}

/// `main, thread 1 and thread 2`
fn listed(titles: &[String]) -> String {
    match titles {
        [] => "no thread".to_owned(),
        [alone] => alone.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

impl Machine<'_> {
    /// The running thread's wait ended by time-out: the call fails.
    pub(crate) fn finish_timed_wait(&mut self) {
        let failed = self.set_errno(ETIMEDOUT as i32);
        debug_assert!(!matches!(
            failed,
            Err(Fault::Error(ErrorKind::UseAfterFree, _))
        ));
        self.complete_call(&[FAILED]);
    }
}
