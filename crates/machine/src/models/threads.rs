//! Creating, joining and ending threads; their own data.

use super::lifetime::{destroy_attributes, set_without_effect};
use super::mutex::zero;
use super::{Arguments, Model, Reply, test_harness, without_value};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::reduction::footprint::{self, Access as Touched};
use crate::thread::{After, Status};
use crate::thread_id::ThreadId;
use trailhound_program::ThreadNumber;

const ESRCH: u64 = 3;
const EAGAIN: u64 = 11;
const EINVAL: u64 = 22;
const ENOTSUP: u64 = 95;
const SCOPE_SYSTEM: u32 = 0;
const SCOPE_PROCESS: u32 = 1;
/// The last of glibc's policies for an attributes object.
const ROUND_ROBIN: u32 = 2;
const EDEADLK: u64 = 35;

/// PTHREAD_CREATE_DETACHED
const DETACHED: u32 = 1;

/// What stands for the destructor of a deleted key.
const DELETED: u64 = u64::MAX;

/// PTHREAD_STACK_MIN
const LEAST_STACK: u64 = 16_384;

pub const MODELS: &[(&str, Model)] = &[
    ("pthread_create", |m, a| {
        if test_harness::calls(m) {
            return Ok(Reply::Value(EAGAIN));
        }
        create(m, a, (a.get(1)?, a.get(2)?, a.get(3)?), Passing::Share)
    }),
    ("trailhound_start", |m, a| {
        create(m, a, (0, a.get(1)?, a.get(2)?), Passing::Give)
    }),
    ("pthread_join", |m, a| {
        join(m, a, |m, place, value| m.write_pointer(place, value))
    }),
    ("pthread_detach", detach),
    ("pthread_exit", |m, a| {
        end(m, a.all().first().copied().unwrap_or(0))
    }),
    ("pthread_self", |m, _| {
        Ok(Reply::Value(handle(m.thread.number)))
    }),
    ("pthread_equal", |_, a| {
        Ok(Reply::Value((a.get(0)? == a.get(1)?) as u64))
    }),
    ("pthread_setname_np", |m, a| {
        if let Some(thread) = thread_of(m, a.get(0)?) {
            m.observe_name(thread, a.get(1)?);
        }
        Ok(Reply::Value(0))
    }),
    ("prctl", |m, a| {
        const PR_SET_NAME: u32 = 15;
        match a.get(0)? as u32 {
            PR_SET_NAME => {
                m.observe_name(m.current, a.get(1)?);
                Ok(Reply::Value(0))
            }
            other => Err(Fault::unsupported(format!("prctl({other})"))),
        }
    }),
    ("pthread_setconcurrency", |_, _| Ok(Reply::Value(0))),
    ("pthread_setschedparam", |_, _| Ok(Reply::Value(0))),
    ("pthread_yield", |_, _| Ok(Reply::Value(0))),
    ("sched_yield", |_, _| Ok(Reply::Value(0))),
    ("sched_get_priority_max", |_, _| Ok(Reply::Value(99))),
    ("sched_get_priority_min", |_, _| Ok(Reply::Value(1))),
    ("gettid", |m, _| Ok(Reply::Value(m.task()))),
    ("thrd_create", |m, a| {
        create(m, a, (0, a.get(1)?, a.get(2)?), Passing::Share)
    }),
    ("thrd_join", |m, a| {
        join(m, a, |m, place, value| m.write_u32(place, value as u32))
    }),
    ("thrd_detach", detach),
    ("thrd_exit", |m, a| end(m, a.get(0)?)),
    ("thrd_current", |m, _| {
        Ok(Reply::Value(handle(m.thread.number)))
    }),
    ("thrd_equal", |_, a| {
        Ok(Reply::Value((a.get(0)? == a.get(1)?) as u64))
    }),
    ("thrd_yield", |_, _| Ok(Reply::Void)),
    ("pthread_attr_init", |m, a| {
        zero(m, a, m.data_model().choose(36, 56))
    }),
    ("pthread_attr_destroy", destroy_attributes),
    ("pthread_attr_setdetachstate", |m, a| {
        m.attribute(a.get(0)?)?;
        match a.get(1)? as u32 {
            state @ 0..=DETACHED => m.write_u32(a.get(0)?, state)?,
            _ => return Ok(Reply::Value(EINVAL)),
        }
        Ok(Reply::Value(0))
    }),
    ("pthread_attr_getdetachstate", |m, a| {
        let state = m.attribute(a.get(0)?)?;
        m.write_u32(a.get(1)?, state)?;
        Ok(Reply::Value(0))
    }),
    ("pthread_attr_setstacksize", |m, a| match a.get(1)? {
        0..LEAST_STACK => Ok(Reply::Value(EINVAL)),
        _ => set_without_effect(m, a),
    }),
    ("pthread_attr_setscope", |m, a| match a.get(1)? as u32 {
        SCOPE_SYSTEM => set_without_effect(m, a),
        SCOPE_PROCESS => Ok(Reply::Value(ENOTSUP)),
        _ => Ok(Reply::Value(EINVAL)),
    }),
    ("pthread_attr_setschedpolicy", |m, a| {
        match a.get(1)? as u32 {
            0..=ROUND_ROBIN => set_without_effect(m, a),
            _ => Ok(Reply::Value(EINVAL)),
        }
    }),
    ("pthread_attr_setguardsize", set_without_effect),
    ("pthread_key_create", create_key),
    ("pthread_key_delete", delete_key),
    ("pthread_setspecific", set_specific),
    ("pthread_getspecific", get_specific),
    ("tss_create", create_key),
    ("tss_delete", |m, a| delete_key(m, a).map(without_value)),
    ("tss_set", set_specific),
    ("tss_get", get_specific),
];

/// pthread_t and thrd_t: the thread's number plus one.
pub(super) fn handle(thread: ThreadNumber) -> u64 {
    thread.0 as u64 + 1
}

/// The thread behind a handle, if it could be one.
pub(super) fn thread_of(machine: &mut Machine<'_>, handle: u64) -> Option<ThreadId> {
    let number = ThreadNumber(u32::try_from(handle.checked_sub(1)?).ok()?);
    let thread = machine.thread_of_process(number)?;
    (thread.0 < machine.thread_count()).then_some(thread)
}

/// What becomes of the block that a new thread gets a pointer to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// Both threads may use it.
    Share,
    /// The creator never looks at it again.
    Give,
}

fn create(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    (attributes, start, argument): (u64, u64, u64),
    passing: Passing,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let start = machine.function_at(start)?;
    let detached = attributes != 0 && machine.attribute(attributes)? == DETACHED;
    let creator = machine.current;
    let epoch = machine.memory.snapshot.epoch;
    machine.reclaim_numbers(arguments.all());
    let new = machine.world.take_number(epoch);
    let log = &mut machine.memory.log;
    log.touch(
        footprint::taken(ThreadId::MAIN),
        u64::from(new.0) + 1,
        Touched::Read,
        None,
    );
    log.place(footprint::taken(new), Touched::Write, None);
    if !machine.has_room_for(new)? {
        return Ok(Reply::Pruned);
    }
    let process = machine.thread.process;
    let number = machine.number_in_process(new);
    machine.write_long(arguments.get(0)?, handle(number))?;
    match passing {
        Passing::Share => machine.memory.escape(argument),
        Passing::Give => machine.memory.give(argument, number),
    }
    machine.weak_create(creator, new);
    machine.observe_call(|m| {
        format!(
            "starts {}: {}",
            m.title_in(process, new),
            m.program.functions[start.index()].display
        )
    });
    machine.enter_thread(new);
    machine.memory.enter_process(process);
    machine.memory.thread = number;
    machine.thread = crate::thread::Thread {
        unit: machine.thread.unit,
        process,
        number,
        status: Status::Ready,
        detached,
        ..Default::default()
    };
    let entered = machine.push_frame(start, &[argument], After::EndThread);
    machine.enter_thread(creator);
    entered?;
    machine.thread.forget_sleep();
    machine.count_in();
    machine.settling.push(new);
    machine.refresh_gate();
    Ok(Reply::Value(0))
}

/// Not a visible operation once the other has ended: nothing that others do bears on it.
fn join(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    write: fn(&mut Machine<'_>, u64, u64) -> Result<(), Fault>,
) -> Result<Reply, Fault> {
    let Some(other) = thread_of(machine, arguments.get(0)?) else {
        return Ok(Reply::Value(ESRCH));
    };
    if other == machine.current {
        return Ok(Reply::Value(EDEADLK));
    }
    let log = &mut machine.memory.log;
    let logged = log.touches.len();
    log.place(footprint::joining(other), Touched::Read, Some(0));
    let thread = machine.thread_at(other);
    if thread.detached {
        return Err(over(machine, other, "joined"));
    }
    match thread.status {
        Status::Finished { value } => {
            let result = arguments.get(1)?;
            if result != 0 {
                if machine.stops_at(&[result]) {
                    return Ok(Reply::Stop);
                }
                write(machine, result, value)?;
            }
            machine.weak_join(other);
            machine.retire(other);
            machine.observe_call(|m| format!("joins {}", m.thread_title(other)));
            Ok(Reply::Value(0))
        }
        Status::Absent => Err(over(machine, other, "joined")),
        _ => {
            if !machine.memory.weak.is_on {
                machine.memory.log.look_ahead(logged);
            }
            machine.weak_wait_for_end(other);
            Ok(Reply::Blocked {
                waits_for: Some(other),
            })
        }
    }
}

/// The fault of a use of a thread's id after its lifetime.
fn over(machine: &Machine<'_>, thread: ThreadId, used: &str) -> Fault {
    let thread = machine.thread_title(thread);
    let message = format!("{thread} is {used}, which was joined or detached before");
    Fault::error(ErrorKind::LockMisuse, message)
}

fn detach(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let Some(other) = thread_of(machine, arguments.get(0)?) else {
        return Ok(Reply::Value(ESRCH));
    };
    if machine.thread_at(other).detached {
        return Err(over(machine, other, "detached"));
    }
    if other == machine.current {
        machine.thread.detached = true;
        return Ok(Reply::Value(0));
    }
    match machine.thread_at(other).status {
        Status::Absent => return Err(over(machine, other, "detached")),
        Status::Finished { .. } => {
            machine.retire(other);
        }
        _ => {
            machine.touch_thread(other);
            machine.thread.forget_sleep();
            machine.threads[other.index()].detached = true;
        }
    }
    Ok(Reply::Value(0))
}

pub(super) fn end(machine: &mut Machine<'_>, value: u64) -> Result<Reply, Fault> {
    if machine.thread.detours.cleanup != 0 {
        return machine.clean_up(value);
    }
    if machine.is_last_of_process() && machine.stops() {
        return Ok(Reply::Stop);
    }
    if let Some(function) = machine.function_to_unwind() {
        return Err(Fault::unsupported(format!(
            "to end a thread in `{function}`, which has destructors or handlers to run,"
        )));
    }
    while !machine.thread.frames.is_empty() {
        if machine.pop_frame().after == After::Again {
            machine.forget_once()?;
        }
    }
    machine.thread.exit_value = value;
    machine.end_thread().map(Reply::Left)
}

/// Visible wherever the number goes, for which one it is depends on the keys of others; but Rust's library never shows
/// the numbers of its own.
fn create_key(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let stops = match machine.program.is_rust() {
        true => machine.stops_at(&[arguments.get(0)?]),
        false => machine.stops(),
    };
    if stops {
        return Ok(Reply::Stop);
    }
    let destructor = arguments.get(1)?;
    let keys = &mut machine.registered_mut().keys;
    let key = keys.len() as u32;
    keys.push(destructor);
    machine.write_u32(arguments.get(0)?, key)?;
    Ok(Reply::Value(0))
}

fn delete_key(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let key = arguments.get(0)? as u32 as usize;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    match machine.registered().keys.get(key) {
        Some(&DELETED) | None => return Ok(Reply::Value(EINVAL)),
        Some(_) => {}
    }
    machine.registered_mut().keys[key] = DELETED;
    Ok(Reply::Value(0))
}

/// False: it never was one.
fn is_key(machine: &mut Machine<'_>, key: u32) -> Result<bool, Fault> {
    match machine.registered().keys.get(key as usize) {
        Some(&DELETED) => {
            let message = format!("key {key} is used after it was deleted");
            Err(Fault::error(ErrorKind::LockMisuse, message))
        }
        found => Ok(found.is_some()),
    }
}

fn set_specific(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (key, value) = (arguments.get(0)? as u32, arguments.get(1)?);
    if machine.key_deletion_used && machine.stops() {
        return Ok(Reply::Stop);
    }
    if !is_key(machine, key)? {
        return Ok(Reply::Value(EINVAL));
    }
    let (place, before) = (u64::from(key), specific(machine, key));
    machine.thread.note_change(place, before, value);
    machine.thread.specifics.retain(|entry| entry.0 != key);
    if value != 0 {
        machine.thread.specifics.push((key, value));
        machine.thread.specifics.sort_unstable();
    }
    Ok(Reply::Value(0))
}

fn get_specific(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let key = arguments.get(0)? as u32;
    if machine.key_deletion_used {
        if machine.stops() {
            return Ok(Reply::Stop);
        }
        is_key(machine, key)?;
    }
    Ok(Reply::Value(specific(machine, key)))
}

fn specific(machine: &Machine<'_>, key: u32) -> u64 {
    let found = machine.thread.specifics.iter().find(|entry| entry.0 == key);
    found.map_or(0, |entry| entry.1)
}
