//! What language runtimes call while they start and stop. None of it bears on what the
//! program computes, so the answers are the simplest that keep the runtime content.

use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::machine::Machine;
use crate::observe::Stream;

/// -1 as an int.
const FAILED_INT: u64 = u32::MAX as u64;

pub const MODELS: &[(&str, Model)] = &[
    ("sigaltstack", |_, _| Ok(Reply::Value(0))),
    ("sigemptyset", |_, _| Ok(Reply::Value(0))),
    ("sigfillset", |_, _| Ok(Reply::Value(0))),
    ("sigaddset", |_, _| Ok(Reply::Value(0))),
    ("sigdelset", |_, _| Ok(Reply::Value(0))),
    ("pthread_sigmask", |_, _| Ok(Reply::Value(0))),
    ("pthread_getattr_np", |m, a| {
        super::mutex::zero(m, &second(a)?, m.data_model().choose(36, 56))
    }),
    ("pthread_attr_getstack", |m, a| {
        m.write_pointer(a.get(1)?, STACK)?;
        m.write_long(a.get(2)?, 8 << 20)?;
        Ok(Reply::Value(0))
    }),
    ("pthread_attr_getguardsize", |m, a| {
        m.write_long(a.get(1)?, 4096)?;
        Ok(Reply::Value(0))
    }),
    ("dlsym", |_, _| Ok(Reply::Value(0))),
    ("dl_iterate_phdr", |_, _| Ok(Reply::Value(0))),
    ("getauxval", |_, _| Ok(Reply::Value(0))),
    ("__cxa_thread_atexit_impl", at_thread_exit),
    ("__cxa_thread_atexit", at_thread_exit),
    ("sched_getaffinity", |_, _| Ok(Reply::Value(FAILED_INT))),
];

/// Where the runtime believes the stack to lie: no address of the machine's.
const STACK: u64 = 1 << 20;

fn at_thread_exit(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let handler = (arguments.get(0)?, arguments.get(1)?);
    machine.thread.forget_sleep();
    machine.thread.exit_handlers.push(handler);
    Ok(Reply::Value(0))
}

fn second(arguments: &Arguments) -> Result<Arguments, Fault> {
    let mut second = Arguments::default();
    second.push(arguments.get(1)?, false);
    Ok(second)
}

pub(super) fn stream(descriptor: u64) -> Result<Stream, Fault> {
    match descriptor as u32 {
        1 => Ok(Stream::Stdout),
        2 => Ok(Stream::Stderr),
        other => Err(Fault::unsupported(format!(
            "write to file descriptor {other}"
        ))),
    }
}
