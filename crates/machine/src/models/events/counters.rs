//! `eventfd`: a number that writers add to and readers take.

use super::readiness::{O_CLOEXEC, O_NONBLOCK};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor};
use crate::machine::Machine;
use crate::models::keeping::keeping_open;
use crate::models::libc::errors::{EAGAIN, EBADF, EINVAL, failed, failure};
use crate::models::{Arguments, Model, Reply};

const EFD_SEMAPHORE: u32 = 1;

pub const MODELS: &[(&str, Model)] = &[
    ("eventfd", open),
    ("eventfd_read", |m, a| keeping_open(m, a, take)),
    ("eventfd_write", |m, a| keeping_open(m, a, give)),
];

fn take(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let reply = match counter(machine, arguments)? {
        Some(number) => read_counter(machine, number, arguments.get(1)?, 8)?,
        None => return stopped_or(machine, EBADF),
    };
    Ok(as_int(reply))
}

fn give(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let reply = match counter(machine, arguments)? {
        Some(number) => add(machine, number, arguments.get(1)?)?,
        None => return stopped_or(machine, EBADF),
    };
    Ok(as_int(reply))
}

/// The functions for counters return an int where `read` and `write` return a number of bytes.
fn as_int(reply: Reply) -> Reply {
    match reply {
        Reply::Value(8) => Reply::Value(0),
        Reply::Value(_) => Reply::Value(u32::MAX.into()),
        other => other,
    }
}

fn counter(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Option<u32>, Fault> {
    Ok(match machine.descriptor_in_call(arguments.get(0)?) {
        Some(Descriptor::Counter(number)) => Some(number),
        _ => None,
    })
}

fn stopped_or(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    match machine.stops() {
        true => Ok(Reply::Stop),
        false => failure(machine, error),
    }
}

fn open(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let (value, flags) = (arguments.get(0)? as u32, arguments.get(1)? as u32);
    if flags & !(EFD_SEMAPHORE | O_NONBLOCK | O_CLOEXEC) != 0 {
        return failure(machine, EINVAL);
    }
    let number = machine.new_channel(Content::Counter {
        open: 1,
        value: value.into(),
        is_semaphore: flags & EFD_SEMAPHORE != 0,
        never_waits: flags & O_NONBLOCK != 0,
    })?;
    let descriptor = machine.open_descriptor(Descriptor::Counter(number));
    machine.observe_call(|m| format!("opens {}", m.channel_name(number)));
    Ok(Reply::Value(descriptor.into()))
}

/// `read` of a counter.
pub(in crate::models) fn read_counter(
    machine: &mut Machine<'_>,
    number: u32,
    place: u64,
    size: u64,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("an eventfd")?;
    let Content::Counter {
        value,
        is_semaphore,
        never_waits,
        ..
    } = machine.channel(number).content
    else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    if size < 8 {
        return failed(machine, EINVAL);
    }
    if value == 0 {
        return match never_waits {
            true => failed(machine, EAGAIN),
            false => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    let taken = if is_semaphore { 1 } else { value };
    set(machine, number, value - taken);
    machine.tell_watchers(number, false);
    machine.write_u64(place, taken)?;
    machine.observe_call(|m| format!("takes {taken} from {}", m.channel_name(number)));
    Ok(Reply::Value(8))
}

fn set(machine: &mut Machine<'_>, number: u32, new: u64) {
    if let Content::Counter { value, .. } = &mut machine.channel_mut(number).content {
        *value = new;
    }
}

/// `write` to a counter.
pub(in crate::models) fn write_counter(
    machine: &mut Machine<'_>,
    number: u32,
    place: u64,
    size: u64,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    // Longer ones were allowed before Linux 6.8, and the rest was ignored.
    if size != 8 {
        return failed(machine, EINVAL);
    }
    let more = machine.read_u64(place)?;
    add_now(machine, number, more)
}

fn add(machine: &mut Machine<'_>, number: u32, more: u64) -> Result<Reply, Fault> {
    match machine.stops() {
        true => Ok(Reply::Stop),
        false => add_now(machine, number, more),
    }
}

fn add_now(machine: &mut Machine<'_>, number: u32, more: u64) -> Result<Reply, Fault> {
    machine.refuse_weakly("an eventfd")?;
    let Content::Counter {
        value, never_waits, ..
    } = machine.channel(number).content
    else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    if more == u64::MAX {
        return failed(machine, EINVAL);
    }
    if more > u64::MAX - 1 - value {
        return match never_waits {
            true => failed(machine, EAGAIN),
            false => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    if more > 0 {
        set(machine, number, value + more);
    }
    machine.tell_watchers(number, true);
    machine.observe_call(|m| format!("adds {more} to {}", m.channel_name(number)));
    Ok(Reply::Value(8))
}
