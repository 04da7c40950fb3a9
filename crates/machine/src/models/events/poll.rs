//! `poll` and `select`: wait for one of several descriptors. A wait with a limit may end without any.

use super::readiness::{ALWAYS_TOLD, FAILED, HUNG_UP, READABLE, WRITABLE};
use crate::error::Fault;
use crate::kernel::Descriptor;
use crate::machine::Machine;
use crate::models::keeping::{kept_open, released};
use crate::models::libc::errors::{EBADF, EINVAL, failure};
use crate::models::{Arguments, Model, Reply};

const POLLNVAL: u32 = 0x20;
const MILLISECOND: u64 = 1_000_000;

pub const MODELS: &[(&str, Model)] = &[
    ("poll", |m, a| {
        let limit = u64::try_from(a.get_i32(2)?).ok();
        poll(m, a, limit.map(|limit| limit * MILLISECOND))
    }),
    ("ppoll", |m, a| {
        if a.get(3)? != 0 {
            return Err(Fault::unsupported("ppoll with a signal mask"));
        }
        let limit = match a.get(2)? {
            0 => None,
            place => Some(m.read_time(place)?),
        };
        poll(m, a, limit)
    }),
    ("select", select),
];

/// What a call does that finds nothing ready.
pub(super) fn nothing_ready(machine: &mut Machine<'_>, limit: Option<u64>) -> Reply {
    match limit {
        None => Reply::Blocked { waits_for: None },
        Some(limit) => {
            machine.pass_time(limit);
            Reply::Value(0)
        }
    }
}

fn poll(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    limit: Option<u64>,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let (place, count) = (
        arguments.get(0)?,
        machine.long_argument(arguments, 1)? as u64,
    );
    let mut awaited = Vec::new();
    let mut answers = Vec::new();
    for entry in (0..count).map(|n| place + 8 * n) {
        let number = machine.read_u32(entry)? as i32;
        let events = machine.read_bytes(entry + 4, 2)?;
        let events = u32::from(u16::from_le_bytes([events[0], events[1]])) | ALWAYS_TOLD;
        let found = match number {
            ..0 => 0,
            _ => {
                let descriptor = machine.descriptor(number as u64);
                awaited.push((descriptor, events));
                match descriptor {
                    None => POLLNVAL,
                    Some(descriptor) => {
                        refuse_timer(descriptor)?;
                        machine.readiness(descriptor)? & events
                    }
                }
            }
        };
        answers.push((entry + 6, found));
    }
    let ready = answers.iter().filter(|(_, found)| *found != 0).count();
    if limit.is_none() && (ready == 0 || !is_woken(machine, &awaited)?) {
        return Ok(wait(machine, &awaited));
    }
    for (at, found) in answers {
        machine.write_bytes(at, &(found as u16).to_le_bytes())?;
    }
    let reply = match ready {
        0 => nothing_ready(machine, limit),
        ready => Reply::Value(ready as u64),
    };
    Ok(released(machine, reply))
}

/// What a call waits for: a descriptor, if it is open, and the events that are asked for.
type Awaited = (Option<Descriptor>, u32);

/// Waits for all of them.
fn wait(machine: &mut Machine<'_>, awaited: &[Awaited]) -> Reply {
    let descriptors: Vec<Descriptor> = awaited.iter().filter_map(|awaited| awaited.0).collect();
    kept_open(machine, &descriptors, Reply::Blocked { waits_for: None })
}

/// Whether a call that has begun to wait is woken. It waits for what its descriptors stood for when it began, and
/// only then looks what they stand for now, as Linux does.
fn is_woken(machine: &mut Machine<'_>, awaited: &[Awaited]) -> Result<bool, Fault> {
    let kept = machine.thread.kept.clone();
    let is_first_look = kept.is_empty();
    for (word, &(_, events)) in kept.into_iter().zip(awaited) {
        if machine.readiness(Descriptor::of_word(word))? & events != 0 {
            return Ok(true);
        }
    }
    Ok(is_first_look)
}

fn refuse_timer(descriptor: Descriptor) -> Result<(), Fault> {
    match descriptor {
        Descriptor::Timer(_) => Err(Fault::refused("poll of a timerfd", "use epoll")),
        _ => Ok(()),
    }
}

fn select(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const MOST: i32 = 1024;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let count = arguments.get_i32(0)?;
    if !(0..=MOST).contains(&count) {
        return failure(machine, EINVAL);
    }
    let limit = match arguments.get(4)? {
        0 => None,
        place => {
            let word = machine.word_bytes();
            let (seconds, part) = (machine.read_long(place)?, machine.read_long(place + word)?);
            if seconds < 0 || !(0..1_000_000).contains(&part) {
                return failure(machine, EINVAL);
            }
            Some(seconds as u64 * 1_000_000_000 + part as u64 * 1000)
        }
    };
    let bytes = (count as u64).div_ceil(8);
    let kinds = [READABLE | HUNG_UP | FAILED, WRITABLE | FAILED, 0];
    let waits = !machine.thread.kept.is_empty();
    let mut ready = 0;
    let mut awaited = Vec::new();
    let mut answers = Vec::new();
    for (index, kind) in (1..).zip(kinds) {
        let place = arguments.get(index)?;
        if place == 0 {
            continue;
        }
        let mut set = machine.read_bytes(place, bytes)?;
        for number in (0..count as usize)
            .filter(|n| set[n / 8] >> (n % 8) & 1 == 1)
            .collect::<Vec<_>>()
        {
            let descriptor = machine.descriptor(number as u64);
            awaited.push((descriptor, kind));
            let found = match descriptor {
                Some(descriptor) => {
                    refuse_timer(descriptor)?;
                    machine.readiness(descriptor)? & kind
                }
                // Closed while the call waits: whatever was asked for counts as ready.
                None if waits => READABLE,
                None => return failure(machine, EBADF),
            };
            match found {
                0 => set[number / 8] &= !(1 << (number % 8)),
                _ => ready += 1,
            }
        }
        answers.push((place, set));
    }
    if limit.is_none() && (ready == 0 || !is_woken(machine, &awaited)?) {
        return Ok(wait(machine, &awaited));
    }
    for (place, set) in answers {
        machine.write_bytes(place, &set)?;
    }
    let reply = match ready {
        0 => {
            // Linux says there what is left of the time; where something is ready, none has passed.
            if limit.is_some() {
                machine.write_long(arguments.get(4)?, 0)?;
                machine.write_long(arguments.get(4)? + machine.word_bytes(), 0)?;
            }
            nothing_ready(machine, limit)
        }
        ready => Reply::Value(ready),
    };
    Ok(released(machine, reply))
}
