//! The end of the program: exit, abort, assert and what runs before.

use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;

pub const MODELS: &[(&str, Model)] = &[
    ("exit", |m, a| exit(m, a, true)),
    ("_exit", |m, a| exit(m, a, false)),
    ("_Exit", |m, a| exit(m, a, false)),
    ("quick_exit", |m, a| exit(m, a, false)),
    ("abort", abort),
    // No signal ever comes. Rust calls this in all threads but the first that exit at once.
    ("pause", |_, _| Ok(Reply::Blocked { waits_for: None })),
    ("atexit", |m, a| at_exit(m, a.get(0)?, 0)),
    ("__cxa_atexit", |m, a| at_exit(m, a.get(0)?, a.get(1)?)),
    ("__cxa_finalize", |_, _| Ok(Reply::Void)),
    ("__assert_fail", |m, a| assertion(m, a.get(0)?)),
    ("__assert_rtn", |m, a| assertion(m, a.get(3)?)),
    ("__assert", |m, a| assertion(m, a.get(0)?)),
    ("__stack_chk_fail", |_, _| {
        Err(Fault::error(
            ErrorKind::OutOfBounds,
            "the stack was overwritten",
        ))
    }),
];

fn abort(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    match super::assumptions::is_in_assumption(machine) {
        true => Ok(Reply::Pruned),
        false => Err(Fault::error(ErrorKind::Abort, "the program called abort")),
    }
}

fn exit(machine: &mut Machine<'_>, arguments: &Arguments, handlers: bool) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let status = arguments.get_i32(0)?;
    super::test_harness::check_exit(machine, status)?;
    machine.observe_call(|m| {
        let what = m.process_title(m.thread.process);
        format!("ends {what} with status {status}")
    });
    let leave = if handlers {
        machine.exit(status)?
    } else {
        machine.exit_now(status)?
    };
    Ok(Reply::Left(leave))
}

fn at_exit(machine: &mut Machine<'_>, function: u64, argument: u64) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let handlers = &mut machine.registered_mut().exit_handlers;
    handlers.push((function, argument));
    Ok(Reply::Value(0))
}

pub(super) fn assertion(machine: &mut Machine<'_>, expression: u64) -> Result<Reply, Fault> {
    let text = machine.read_string(expression).unwrap_or_default();
    let message = format!("assertion `{}` failed", String::from_utf8_lossy(&text));
    Err(Fault::error(ErrorKind::Assertion, message))
}
