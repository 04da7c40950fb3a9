//! What the C++ runtime leaves to the machine: new and delete, raising exceptions, casts by
//! run-time type, static variables of functions, waiting for atomic variables, and the ways
//! in which a C++ program ends badly.

use super::allocation::give_back;
use super::{Arguments, Model, Reply, futex};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::Flags;
use crate::thread::WaitKind;
use crate::weak::Strength;
use trailhound_program::{Address, ObjectId, display_name};

pub const MODELS: &[(&str, Model)] = &[
    ("trailhound_new", new),
    ("trailhound_delete", |m, a| {
        give_back(m, a.get(0)?, Flags::NEW, "delete")
    }),
    ("trailhound_make_array", make_array),
    ("trailhound_delete_array", |m, a| {
        give_back(m, a.get(0)?, Flags::NEW_ARRAY, "delete[]")
    }),
    ("trailhound_has_made", |m, a| {
        let made = made_by_new(m, a.get(0)?).is_some();
        Ok(Reply::Value(made as u64))
    }),
    ("trailhound_check_size", check_size),
    ("__dynamic_cast", dynamic_cast),
    ("__cxa_guard_acquire", acquire_guard),
    ("__cxa_guard_release", |m, a| leave_guard(m, a, DONE)),
    ("__cxa_guard_abort", |m, a| leave_guard(m, a, 0)),
    ("__cxa_pure_virtual", |_, _| {
        Err(Fault::error(
            ErrorKind::PureVirtualCall,
            "a pure virtual function is called: its object is not yet made, or no more",
        ))
    }),
    ("__cxa_deleted_virtual", |_, _| {
        Err(Fault::error(
            ErrorKind::PureVirtualCall,
            "a deleted virtual function is called",
        ))
    }),
    ("trailhound_raise", |m, a| {
        let exception = a.get(0)?;
        Ok(match m.has_handler(exception)? {
            true => Reply::Left(m.unwind(exception)?),
            false => Reply::Void,
        })
    }),
    ("trailhound_uncaught", uncaught),
    ("trailhound_terminate", |m, _| terminate(m)),
    ("trailhound_wait", wait),
    ("trailhound_wake", wake),
];

fn new(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let flags = Flags::FREEABLE.with(Flags::NEW);
    let (size, align) = (arguments.get(0)?, arguments.get(1)? as u32);
    let block = machine.allocate_aligned(size, align, flags)?;
    Ok(Reply::Value(block.at(0).0))
}

/// The block at a pointer that `new` returned, with its size and flags.
fn made_by_new(machine: &mut Machine<'_>, pointer: u64) -> Option<(ObjectId, u32, Flags)> {
    let object = Address(pointer).object();
    let (size, flags) = machine.memory.header(object)?;
    let made = flags.contains(Flags::NEW) || flags.contains(Flags::NEW_ARRAY);
    (made && Address(pointer).offset() == 0).then_some((object, size, flags))
}

fn make_array(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if let Some((object, _, flags)) = made_by_new(machine, arguments.get(0)?) {
        let flags = flags.without(Flags::NEW).with(Flags::NEW_ARRAY);
        machine.memory.set_flags(object, flags);
    }
    Ok(Reply::Void)
}

/// To delete an object as something smaller or larger than what was made is an error: a
/// class without a virtual destructor, most of the time.
fn check_size(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (block, size) = (arguments.get(0)?, arguments.get(1)?);
    match made_by_new(machine, block) {
        Some((_, actual, flags)) if size != actual as u64 && flags.contains(Flags::NEW) => {
            let message = format!(
                "delete of {size} bytes at {}, which has {actual}: is a virtual destructor missing?",
                machine.name_of(block)
            );
            Err(Fault::error(ErrorKind::MismatchedFree, message))
        }
        _ => Ok(Reply::Void),
    }
}

fn dynamic_cast(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let object = arguments.get(0)?;
    if object == 0 {
        return Ok(Reply::Value(0));
    }
    if machine.stops_at(&[object]) {
        return Ok(Reply::Stop);
    }
    let found = machine.dynamic_cast(object, arguments.get(1)?, arguments.get(2)?)?;
    Ok(Reply::Value(found.unwrap_or(0)))
}

/// The guard of a static variable in a function: one byte that compiled code looks at, and at
/// offset 4 the thread that is initialising it, plus one.
const DONE: u8 = 1;
const INITIALISING: u64 = 4;

fn acquire_guard(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let guard = arguments.get(0)?;
    if machine.stops_at(&[guard]) {
        return Ok(Reply::Stop);
    }
    if machine.memory.read(guard, 1)?[0] == DONE {
        machine.acquire_by_model(guard);
        return Ok(Reply::Value(0));
    }
    match machine.read_u32(guard + INITIALISING)?.checked_sub(1) {
        None => {
            machine.write_u32(guard + INITIALISING, machine.mark(guard) + 1)?;
            Ok(Reply::Value(1))
        }
        Some(mark) if mark == machine.mark(guard) => Err(Fault::error(
            ErrorKind::LockMisuse,
            format!(
                "{} enters itself: the initialisation of a static variable needs the variable",
                machine.name_of(guard)
            ),
        )),
        Some(mark) => {
            let runner = machine.marked(guard, mark);
            Ok(Reply::blocked_by(Some(runner)))
        }
    }
}

fn leave_guard(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    state: u8,
) -> Result<Reply, Fault> {
    let guard = arguments.get(0)?;
    if machine.stops_at(&[guard]) {
        return Ok(Reply::Stop);
    }
    let old = machine.memory.read(guard, 1)?[0];
    machine.update_by_model(guard, 1, (old.into(), state.into()), Strength::RELEASE);
    machine.memory.write(guard, &[state])?;
    machine.write_u32(guard + INITIALISING, 0)?;
    Ok(Reply::Void)
}

fn uncaught(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let mangled = machine.read_string(arguments.get(0)?)?;
    let mangled = format!("_ZTI{}", String::from_utf8_lossy(&mangled));
    let shown = display_name(&mangled);
    let name = shown.strip_prefix("typeinfo for ").unwrap_or(&shown);
    let message = match arguments.get(1)? {
        0 => name.to_owned(),
        what => {
            let what = machine.read_string(what)?;
            format!("{name}: {}", String::from_utf8_lossy(&what))
        }
    };
    Err(Fault::error(ErrorKind::UncaughtException, message))
}

/// std::terminate without an exception: its caller tells why.
fn terminate(machine: &Machine<'_>) -> Result<Reply, Fault> {
    let callers = machine.thread.frames.iter().rev().map(|frame| {
        let function = &machine.program.functions[frame.function.index()];
        function.display.as_str()
    });
    let reason = callers
        .filter_map(|caller| {
            let starts = |prefix: &str| caller.starts_with(prefix);
            if starts("std::thread::~thread") || starts("std::thread::operator=") {
                Some("a std::thread is destroyed or overwritten while it can still be joined")
            } else if starts("std::nested_exception::rethrow_nested") {
                Some("there is no nested exception to throw again")
            } else if starts("__cxa_rethrow") {
                Some("`throw;` with no exception to throw again")
            } else {
                None
            }
        })
        .next();
    let message = reason.unwrap_or("the program called std::terminate");
    Err(Fault::error(ErrorKind::Terminate, message))
}

/// Sleeps at a variable that has the expected value.
fn wait(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (variable, expected) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[variable]) {
        return Ok(Reply::Stop);
    }
    let size = arguments.get(2)?;
    if machine.memory.read(variable, size)? != machine.memory.read(expected, size)? {
        return Ok(Reply::Value(0));
    }
    let timed = arguments.get(3)? != 0;
    machine.observe_call(|m| format!("sleeps at {}", m.name_of(variable)));
    machine.sleep(WaitKind::Futex, variable, timed);
    Ok(Reply::Sleep)
}

fn wake(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let variable = arguments.get(0)?;
    if machine.stops_at(&[variable]) {
        return Ok(Reply::Stop);
    }
    let most = match arguments.get(1)? & 1 {
        0 => 1,
        _ => u32::MAX,
    };
    Ok(match futex::wake(machine, variable, most)? {
        Reply::Value(_) => Reply::Void,
        other => other,
    })
}
