//! `epoll`, for levels and for edges: an edge is told once for each time that more can be read or written.

use super::poll::nothing_ready;
use super::readiness::{ALWAYS_TOLD, EPOLLET, O_CLOEXEC};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor, Interest};
use crate::machine::Machine;
use crate::models::keeping::{begins_to_wait, keeping_open};
use crate::models::libc::errors::{EBADF, EINVAL, ENOENT, failure};
use crate::models::{Arguments, Model, Reply};

const EPERM: i32 = 1;
const EEXIST: i32 = 17;
const EPOLLEXCLUSIVE: u32 = 1 << 28;
const EPOLLONESHOT: u32 = 1 << 30;

pub const MODELS: &[(&str, Model)] = &[
    ("epoll_create", |m, a| match a.get_i32(0)? {
        ..1 => failure(m, EINVAL),
        _ => open(m),
    }),
    ("epoll_create1", |m, a| {
        match a.get(0)? as u32 & !O_CLOEXEC {
            0 => open(m),
            _ => failure(m, EINVAL),
        }
    }),
    ("epoll_ctl", control),
    ("epoll_wait", |m, a| keeping_open(m, a, wait)),
    ("epoll_pwait", |m, a| match a.get(4)? {
        0 => keeping_open(m, a, wait),
        _ => Err(Fault::unsupported("epoll_pwait with a signal mask")),
    }),
];

fn open(machine: &mut Machine<'_>) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let interests = Vec::new();
    let number = machine.new_channel(Content::Epoll {
        open: 1,
        interests,
        never_waits: false,
    })?;
    let descriptor = machine.open_descriptor(Descriptor::Epoll(number));
    Ok(Reply::Value(descriptor.into()))
}

fn interests(machine: &mut Machine<'_>, epoll: u32) -> Vec<Interest> {
    match &machine.channel(epoll).content {
        Content::Epoll { interests, .. } => interests.clone(),
        _ => unreachable!("a descriptor stands for a channel of its kind"),
    }
}

fn set_interests(machine: &mut Machine<'_>, epoll: u32, new: Vec<Interest>) {
    if let Content::Epoll { interests, .. } = &mut machine.channel_mut(epoll).content {
        *interests = new;
    }
}

fn control(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const ADD: u64 = 1;
    const DELETE: u64 = 2;
    const MODIFY: u64 = 3;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("epoll")?;
    let (target, number) = (arguments.get(0)?, arguments.get(2)? as u32);
    let found = (
        machine.descriptor(target),
        machine.descriptor(number.into()),
    );
    let (Some(epoll), Some(descriptor)) = found else {
        return failure(machine, EBADF);
    };
    let Descriptor::Epoll(epoll) = epoll else {
        return failure(machine, EINVAL);
    };
    match descriptor {
        Descriptor::File(_) => return failure(machine, EPERM),
        Descriptor::Epoll(other) if other == epoll => return failure(machine, EINVAL),
        Descriptor::Standard(_) => {
            return Err(Fault::unsupported("epoll of a standard stream"));
        }
        _ => {}
    }
    let mut all = interests(machine, epoll);
    let is_it =
        |interest: &Interest| interest.number == number && interest.descriptor == descriptor;
    let known = all.iter().position(is_it);
    match (arguments.get(1)? as u32 as u64, known) {
        (ADD, Some(_)) => return failure(machine, EEXIST),
        (DELETE | MODIFY, None) => return failure(machine, ENOENT),
        (DELETE, Some(at)) => {
            all.remove(at);
            set_interests(machine, epoll, all);
            machine.forget_watcher(epoll, descriptor);
        }
        (ADD | MODIFY, known) => {
            let event = arguments.get(3)?;
            let events = machine.read_u32(event)?;
            if events & EPOLLEXCLUSIVE != 0 {
                return Err(Fault::unsupported("EPOLLEXCLUSIVE"));
            }
            // Often only a part of it is written, such as `data.fd`; the rest counts as 0.
            let data = machine.lift_bytes(event + 4, 8)?;
            let data = data.iter().rev();
            let data = data.fold(0, |data, byte| data << 8 | u64::from(byte.unwrap_or(0)));
            let is_ready = machine.readiness(descriptor)? & (events | ALWAYS_TOLD) != 0;
            let marked = is_ready && events & EPOLLET != 0;
            let new = Interest {
                number,
                descriptor,
                events,
                data,
                marked,
                spent: false,
            };
            match known {
                Some(at) => all[at] = new,
                None => all.push(new),
            }
            all.sort_unstable_by_key(|interest| (interest.number, interest.descriptor.word()));
            set_interests(machine, epoll, all);
            for channel in descriptor.channels() {
                if !machine.channel(channel).watchers.contains(&epoll) {
                    machine.channel_mut(channel).watchers.push(epoll);
                    machine.channel_mut(channel).watchers.sort_unstable();
                }
            }
        }
        _ => return failure(machine, EINVAL),
    }
    Ok(Reply::Value(0))
}

fn wait(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("epoll")?;
    let epoll = match machine.descriptor_in_call(arguments.get(0)?) {
        Some(Descriptor::Epoll(epoll)) => epoll,
        Some(_) => return failure(machine, EINVAL),
        None => return failure(machine, EBADF),
    };
    let (place, most) = (arguments.get(1)?, arguments.get_i32(2)?);
    if most < 1 {
        return failure(machine, EINVAL);
    }
    let mut all = interests(machine, epoll);
    let mut ready = Vec::new();
    let mut timers = Vec::new();
    for (at, interest) in all.iter().enumerate() {
        let is_edge = interest.events & EPOLLET != 0;
        if interest.spent || is_edge && !interest.marked {
            continue;
        }
        let found = machine.readiness(interest.descriptor)? & (interest.events | ALWAYS_TOLD);
        match interest.descriptor {
            _ if found == 0 => {}
            Descriptor::Timer(_) => timers.push((at, found)),
            _ => ready.push((at, found)),
        }
    }
    let limit = u64::try_from(arguments.get_i32(3)?).ok();
    let limit = limit.map(|limit| limit * 1_000_000);
    let may_wait = ready.is_empty() && limit.is_some_and(|limit| limit > 0);
    if may_wait && begins_to_wait(machine, arguments)? {
        return Ok(Reply::Stop);
    }
    match expired_timers(machine, &all, &timers, ready.is_empty(), limit)? {
        None => return Ok(Reply::Sleep),
        Some(expired) => ready.extend(expired),
    }
    ready.sort_unstable();
    ready.truncate(most as usize);
    if ready.is_empty() {
        return Ok(nothing_ready(machine, limit));
    }
    // A packed structure: the events, then the data.
    for (n, &(at, found)) in (0..).zip(&ready) {
        let event = place + 12 * n;
        machine.write_u32(event, found)?;
        machine.write_u64(event + 4, all[at].data)?;
        let interest = &mut all[at];
        interest.marked = false;
        interest.spent = interest.events & EPOLLONESHOT != 0;
    }
    if interests(machine, epoll) != all {
        set_interests(machine, epoll, all);
    }
    let count = ready.len();
    machine.observe_call(|_| format!("finds {count} ready"));
    Ok(Reply::Value(count as u64))
}

/// Which of these timers have expired: those that must have, and any of the others. A wait that finds
/// nothing else ready takes until one has expired or its limit is over. None: it is being chosen.
fn expired_timers(
    machine: &mut Machine<'_>,
    all: &[Interest],
    timers: &[(usize, u32)],
    waits: bool,
    limit: Option<u64>,
) -> Result<Option<Vec<(usize, u32)>>, Fault> {
    const MOST_OPEN: usize = 8;
    let mut expired = Vec::new();
    let mut open = Vec::new();
    let mut may_time_out = limit.is_some();
    for &(at, found) in timers {
        let Descriptor::Timer(number) = all[at].descriptor else {
            unreachable!("only timers expire");
        };
        may_time_out &= limit.is_some_and(|limit| machine.outlasts(number, limit));
        match machine.has_expired(number) {
            true => expired.push((at, found)),
            false => open.push((number, (at, found))),
        }
    }
    if open.len() > MOST_OPEN {
        return Err(Fault::unsupported(format!(
            "epoll_wait for more than {MOST_OPEN} running timers"
        )));
    }
    let needs_one = waits && expired.is_empty() && !open.is_empty() && !may_time_out;
    let Some(value) = machine.choose((1 << open.len()) - u32::from(needs_one)) else {
        return Ok(None);
    };
    let chosen = value + u32::from(needs_one);
    for (n, (number, timer)) in open.into_iter().enumerate() {
        if chosen >> n & 1 == 1 {
            machine.expire(number, 1);
            expired.push(timer);
        }
    }
    Ok(Some(expired))
}
