//! Functions that look at the clock, and how they show the time. How it passes is not here.

use super::Table;
use super::errors::{EINVAL, failure};
use crate::clock::{NANOSECONDS, START};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("time", seconds),
    ("clock", |m, _| match now(m) {
        Some(moment) => Ok(Reply::Value(moment.since_start / 1000)),
        None => Ok(Reply::Stop),
    }),
    ("__trailhound_time_stamp", |m, _| match now(m) {
        Some(moment) => Ok(Reply::Value(moment.since_start)),
        None => Ok(Reply::Stop),
    }),
    ("gettimeofday", |m, a| {
        let (place, zone) = (a.get(0)?, a.get(1)?);
        let Some(moment) = now(m) else {
            return Ok(Reply::Stop);
        };
        write_moment(m, place, moment.since_epoch, 1000)?;
        if zone != 0 {
            m.write_u64(zone, 0)?;
        }
        Ok(super::int(0))
    }),
    ("clock_gettime", read_clock),
    ("clock_getres", |m, a| {
        if !is_clock(a.get_i32(0)?) {
            return failure(m, EINVAL);
        }
        let place = a.get(1)?;
        if m.stops_at(&[place]) {
            return Ok(Reply::Stop);
        }
        write_moment(m, place, 1, 1)?;
        Ok(super::int(0))
    }),
    ("timespec_get", |m, a| {
        const TIME_UTC: i32 = 1;
        let (place, base) = (a.get(0)?, a.get_i32(1)?);
        if base != TIME_UTC {
            return Ok(super::int(0));
        }
        let Some(moment) = now(m) else {
            return Ok(Reply::Stop);
        };
        write_moment(m, place, moment.since_epoch, 1)?;
        Ok(super::int(base))
    }),
];

/// In nanoseconds.
struct Moment {
    since_start: u64,
    since_epoch: u64,
}

/// Which of several threads looks first is seen by all of them, so a look is a visible operation. None: the step
/// must stop before it.
fn now(machine: &mut Machine<'_>) -> Option<Moment> {
    if machine.stops() {
        return None;
    }
    let since_start = machine.look_at_clock();
    Some(Moment {
        since_start,
        since_epoch: START * NANOSECONDS + since_start,
    })
}

/// The time without a look at the clock: none passes, and a clock that stands at 0 stays there.
fn stopped_clock(machine: &mut Machine<'_>) -> Option<Moment> {
    if machine.stops() {
        return None;
    }
    let since_start = machine.running_clock().unwrap_or(0);
    Some(Moment {
        since_start,
        since_epoch: START * NANOSECONDS + since_start,
    })
}

/// Seconds and a rest in units of so many nanoseconds; to a null pointer goes nothing.
fn write_moment(
    machine: &mut Machine<'_>,
    place: u64,
    nanoseconds: u64,
    unit: u64,
) -> Result<(), Fault> {
    if place == 0 {
        return Ok(());
    }
    machine.write_long(place, nanoseconds / NANOSECONDS)?;
    let rest = place + machine.word_bytes();
    machine.write_long(rest, nanoseconds % NANOSECONDS / unit)
}

fn seconds(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let place = arguments.get(0)?;
    let Some(moment) = now(machine) else {
        return Ok(Reply::Stop);
    };
    let seconds = moment.since_epoch / NANOSECONDS;
    if place != 0 {
        machine.write_long(place, seconds)?;
    }
    Ok(Reply::Value(seconds))
}

fn is_clock(number: i32) -> bool {
    (0..=11).contains(&number)
}

fn read_clock(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const PROCESS_TIME: i32 = 2;
    const THREAD_TIME: i32 = 3;
    let (clock, place) = (arguments.get_i32(0)?, arguments.get(1)?);
    if !is_clock(clock) {
        return failure(machine, EINVAL);
    }
    let Some(moment) = (match bounds_wait(machine) {
        true => stopped_clock(machine),
        false => now(machine),
    }) else {
        return Ok(Reply::Stop);
    };
    let time = if matches!(clock, PROCESS_TIME | THREAD_TIME) {
        moment.since_start
    } else {
        moment.since_epoch
    };
    machine.write_long(place, time / NANOSECONDS)?;
    machine.write_long(place + machine.word_bytes(), time % NANOSECONDS)?;
    Ok(super::int(0))
}

/// Whether Rust's library asks for the time only to say when a wait is over. It adds how long the caller would wait, and
/// no other code learns the time: for idle threads that wait again and again, it need not pass.
fn bounds_wait(machine: &Machine<'_>) -> bool {
    const WAIT: &str = "std::sys::pal::unix::futex::futex_wait";
    let source = &machine.program.source;
    let asking = machine.thread.frames.iter().rev().take(2);
    let mut names = asking.flat_map(|frame| {
        let function = &machine.program.functions[frame.function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let chain = source.inline_chain(body.locations[frame.pc as usize]);
        let inlined = chain.map(|(_, location)| source.function(location.function));
        let inlined = inlined.map(|function| function.display.as_str());
        inlined.chain([function.display.as_str()])
    });
    names.any(|name| name == WAIT)
}
