//! `timerfd`: a timer that runs may expire at any moment, as all waits for a time may end.

use super::readiness::{O_CLOEXEC, O_NONBLOCK};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor};
use crate::machine::Machine;
use crate::models::libc::errors::{EAGAIN, EBADF, EINVAL, failed, failure};
use crate::models::{Arguments, Model, Reply};

pub const MODELS: &[(&str, Model)] = &[("timerfd_create", open), ("timerfd_settime", set)];

fn open(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let flags = arguments.get(1)? as u32;
    if flags & !(O_NONBLOCK | O_CLOEXEC) != 0 {
        return failure(machine, EINVAL);
    }
    let number = machine.new_channel(Content::Timer {
        open: 1,
        runs: false,
        repeats: false,
        never_waits: flags & O_NONBLOCK != 0,
    })?;
    let descriptor = machine.open_descriptor(Descriptor::Timer(number));
    Ok(Reply::Value(descriptor.into()))
}

/// An `itimerspec` has the interval first.
fn set(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a timerfd")?;
    let Some(Descriptor::Timer(number)) = machine.descriptor(arguments.get(0)?) else {
        return failure(machine, EBADF);
    };
    if arguments.get(3)? != 0 {
        return Err(Fault::unsupported("timerfd_settime with an old value"));
    }
    let place = arguments.get(2)?;
    let word = machine.word_bytes();
    let mut parts = [0; 4];
    for (n, part) in (0..).zip(&mut parts) {
        *part = machine.read_long(place + word * n)?;
    }
    let [interval, interval_part, first, first_part] = parts;
    if ![interval_part, first_part]
        .iter()
        .all(|part| (0..1_000_000_000).contains(part))
    {
        return failure(machine, EINVAL);
    }
    if let Content::Timer { runs, repeats, .. } = &mut machine.channel_mut(number).content {
        *runs = first != 0 || first_part != 0;
        *repeats = interval != 0 || interval_part != 0;
    }
    machine.tell_watchers(number, true);
    Ok(Reply::Value(0))
}

/// `read`: how often a timer has expired.
pub(in crate::models) fn read_timer(
    machine: &mut Machine<'_>,
    number: u32,
    place: u64,
    size: u64,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a timerfd")?;
    let Content::Timer {
        runs,
        repeats,
        never_waits,
        ..
    } = machine.channel(number).content
    else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    if size < 8 {
        return failed(machine, EINVAL);
    }
    if !runs {
        return match never_waits {
            true => failed(machine, EAGAIN),
            false => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    if !repeats && let Content::Timer { runs, .. } = &mut machine.channel_mut(number).content {
        *runs = false;
    }
    machine.write_u64(place, 1)?;
    Ok(Reply::Value(8))
}
