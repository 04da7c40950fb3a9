//! `timerfd`: a timer that runs may expire at any moment, as all waits for a time may end, and the
//! time that it was set for has passed then. It need not have expired, unless the clock is past that time.

use super::readiness::{O_CLOEXEC, O_NONBLOCK};
use crate::clock::{NANOSECONDS, START};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor, TimerState};
use crate::machine::Machine;
use crate::models::libc::errors::{EAGAIN, EBADF, EINVAL, failed, failure};
use crate::models::{Arguments, Model, Reply};
use crate::unfollowed::Unfollowed;

const TFD_TIMER_ABSTIME: u32 = 1;
/// How often a timer that repeats has expired at most before it is read.
const MOST_EXPIRED: u32 = 2;

pub const MODELS: &[(&str, Model)] = &[
    ("timerfd_create", open),
    ("timerfd_gettime", get),
    ("timerfd_settime", set),
];

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
        state: TimerState::default(),
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
    let place = arguments.get(2)?;
    let word = machine.word_bytes();
    let mut parts = [0; 4];
    for (n, part) in (0..).zip(&mut parts) {
        *part = machine.read_long(place + word * n)?;
    }
    let is_time = |time: &[i64]| time[0] >= 0 && (0..NANOSECONDS as i64).contains(&time[1]);
    if !parts.chunks(2).all(is_time) {
        return failure(machine, EINVAL);
    }
    let nanoseconds = |time: &[i64]| {
        (time[0] as u64)
            .saturating_mul(NANOSECONDS)
            .saturating_add(time[1] as u64)
    };
    let old = arguments.get(3)?;
    if old != 0 && !show(machine, number, old)? {
        return Ok(Reply::Sleep);
    }
    let (interval, first) = (nanoseconds(&parts[..2]), nanoseconds(&parts[2..]));
    // From here on time counts.
    if machine.running_clock().is_none() {
        machine.look_at_clock();
    }
    let now = machine.running_clock();
    let is_moment = arguments.get(1)? as u32 & TFD_TIMER_ABSTIME != 0;
    let after = match (is_moment, now) {
        (false, _) => first,
        (true, Some(now)) => first.saturating_sub(START * NANOSECONDS + now),
        // It may be far off.
        (true, None) => u64::MAX,
    };
    let state = TimerState {
        runs: first != 0,
        has_expired: false,
        after,
        interval,
        due: now.map_or(0, |now| now.saturating_add(after)),
    };
    machine.set_timer(number, state);
    machine.tell_watchers(number, true);
    Ok(Reply::Value(0))
}

fn get(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a timerfd")?;
    let Some(Descriptor::Timer(number)) = machine.descriptor(arguments.get(0)?) else {
        return failure(machine, EBADF);
    };
    Ok(match show(machine, number, arguments.get(1)?)? {
        true => Reply::Value(0),
        false => Reply::Sleep,
    })
}

/// Writes how a timer is set into an `itimerspec`. False: whether it has expired is to be chosen first.
fn show(machine: &mut Machine<'_>, number: u32, place: u64) -> Result<bool, Fault> {
    let (state, _) = machine.timer(number);
    if state.runs && !machine.has_expired(number) {
        match machine.choose(2) {
            None => return Ok(false),
            Some(0) => {}
            Some(_) => machine.expire(number, 1),
        }
    }
    let left = machine.left(number);
    let parts = [state.interval, left].map(|time| [time / NANOSECONDS, time % NANOSECONDS]);
    let word = machine.word_bytes();
    for (n, &part) in (0..).zip(parts.as_flattened()) {
        machine.write_long(place + word * n, part)?;
    }
    Ok(true)
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
    let (state, never_waits) = machine.timer(number);
    if size < 8 {
        return failed(machine, EINVAL);
    }
    if !state.runs {
        return match never_waits {
            true => failed(machine, EAGAIN),
            false => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    // What a repeating timer can have counted: 1, or more. Otherwise, without waiting: nothing yet.
    let most = if state.interval == 0 { 1 } else { MOST_EXPIRED };
    let least = u32::from(!never_waits || machine.has_expired(number));
    let count = match machine.choose(most + 1 - least) {
        None => return Ok(Reply::Sleep),
        Some(value) => value + least,
    };
    if count == 0 {
        return failed(machine, EAGAIN);
    }
    machine.expire(number, count);
    if count == MOST_EXPIRED {
        machine.unfollowed = Some(Unfollowed::Expirations);
    }
    machine.rearm(number);
    machine.write_u64(place, count.into())?;
    machine.observe_call(|m| {
        let times = if count == 1 { "once" } else { "twice" };
        format!("finds that {} has expired {times}", m.channel_name(number))
    });
    Ok(Reply::Value(8))
}

impl Machine<'_> {
    /// How a timer is set, and whether reading it does not wait.
    fn timer(&mut self, number: u32) -> (TimerState, bool) {
        match self.channel(number).content {
            Content::Timer {
                state, never_waits, ..
            } => (state, never_waits),
            _ => unreachable!("a descriptor stands for a channel of its kind"),
        }
    }

    fn set_timer(&mut self, number: u32, new: TimerState) {
        if let Content::Timer { state, .. } = &mut self.channel_mut(number).content {
            *state = new;
        }
    }

    /// Whether a timer that runs must have expired.
    pub(super) fn has_expired(&mut self, number: u32) -> bool {
        let (state, _) = self.timer(number);
        let is_past = |now| state.due != 0 && now >= state.due;
        state.has_expired || self.running_clock().is_some_and(is_past)
    }

    /// The nanoseconds until a timer expires next; 0 if it does not run, or has expired and does not repeat.
    fn left(&mut self, number: u32) -> u64 {
        let has_expired = self.has_expired(number);
        let (state, _) = self.timer(number);
        let now = self.running_clock().filter(|_| state.due != 0);
        match (state.runs, has_expired) {
            (false, _) => 0,
            (true, false) => now.map_or(state.after, |now| state.due.saturating_sub(now).max(1)),
            (true, true) if state.interval == 0 => 0,
            (true, true) => {
                let late = now.map_or(0, |now| now.saturating_sub(state.due));
                state.interval - late % state.interval
            }
        }
    }

    /// Whether a wait with this limit can end before a timer that runs expires.
    pub(super) fn outlasts(&mut self, number: u32, limit: u64) -> bool {
        let (state, _) = self.timer(number);
        let left = match self.running_clock() {
            Some(now) if state.due != 0 => state.due.saturating_sub(now),
            _ => state.after,
        };
        !self.has_expired(number) && limit <= left
    }

    /// A timer that runs has expired so many times: it is as late as that takes.
    pub(super) fn expire(&mut self, number: u32, count: u32) {
        let (state, _) = self.timer(number);
        let others = state.interval.saturating_mul(u64::from(count) - 1);
        if let Some(now) = self.running_clock()
            && state.due != 0
        {
            self.pass_time(state.due.saturating_add(others).saturating_sub(now));
        }
        let has_expired = true;
        self.set_timer(
            number,
            TimerState {
                has_expired,
                ..state
            },
        );
    }

    /// A timer was read: it runs on if it repeats.
    fn rearm(&mut self, number: u32) {
        let (state, _) = self.timer(number);
        let now = self.running_clock();
        let new = TimerState {
            runs: state.interval != 0,
            has_expired: false,
            after: state.interval,
            interval: state.interval,
            due: now.map_or(0, |now| now.saturating_add(state.interval)),
        };
        self.set_timer(number, new);
        self.tell_watchers(number, true);
    }
}
