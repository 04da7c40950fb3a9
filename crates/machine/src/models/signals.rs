//! <signal.h>: what a process says of signals is kept and told. Only that of broken pipes ever comes, and a program can
//! only ignore it.

use super::libc::errors::{EINVAL, failure};
use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::kernel::Disposition;
use crate::machine::Machine;

const SIGKILL: u32 = 9;
const SIGPIPE: u32 = 13;
const SIGSTOP: u32 = 19;
const LAST: u32 = 64;
/// Signals that glibc keeps for itself.
const INTERNAL: [u32; 2] = [32, 33];

const SIG_DFL: u64 = 0;
const SIG_IGN: u64 = 1;
/// What `signal` returns where it fails, as far as 32 bits tell it.
const SIG_ERR: u32 = u32::MAX;

const SA_RESTART: u32 = 0x1000_0000;
/// What glibc adds for the kernel of 64-bit programs, and shows.
const SA_RESTORER: u32 = 0x0400_0000;

pub const MODELS: &[(&str, Model)] = &[("signal", set_handler), ("sigaction", set_action)];

/// Others of the process see it.
fn set_handler(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (signal, handler) = (arguments.get(0)? as u32, arguments.get(1)?);
    if is_ignored_runtime(machine) {
        return Ok(Reply::Value(SIG_DFL));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    if !is_changeable(signal) || handler as u32 == SIG_ERR {
        machine.set_errno(EINVAL)?;
        let short = machine.program.short.as_ref();
        let error = short.map_or(u64::MAX, |short| short.lengthen(SIG_ERR));
        return Ok(Reply::Value(error));
    }
    let old = disposition(machine, signal);
    let flags = SA_RESTART | restorer(machine);
    set(machine, signal, Disposition { handler, flags })?;
    Ok(Reply::Value(old.handler))
}

/// A `struct sigaction` is the handler, the mask, the flags and a pointer of glibc's.
fn set_action(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let signal = arguments.get(0)? as u32;
    let (action, old_action) = (arguments.get(1)?, arguments.get(2)?);
    let flags_at = machine.word_bytes() + 128;
    if !is_ignored_runtime(machine) && machine.stops() {
        return Ok(Reply::Stop);
    }
    let is_asked = action == 0 && is_signal(signal);
    if !is_asked && !is_changeable(signal) {
        return failure(machine, EINVAL);
    }
    let old = disposition(machine, signal);
    if action != 0 && !is_ignored_runtime(machine) {
        let handler = machine.read_pointer(action)?;
        let flags = machine.read_u32(action + flags_at)? | restorer(machine);
        set(machine, signal, Disposition { handler, flags })?;
    }
    if old_action != 0 {
        let size = machine.data_model().choose(140, 152);
        machine.fill_bytes(old_action, 0, size)?;
        machine.write_pointer(old_action, old.handler)?;
        machine.write_u32(old_action + flags_at, old.flags)?;
    }
    Ok(Reply::Value(0))
}

/// Rust's library makes the call, not the program.
fn is_runtimes(machine: &Machine<'_>) -> bool {
    let function = machine.thread.top().function;
    let path = &machine.program.functions[function.index()].display;
    machine.program.is_rust() && path.trim_start_matches('<').starts_with("std::")
}

/// What Rust's runtime says of signals does not matter in a program without descriptors.
fn is_ignored_runtime(machine: &Machine<'_>) -> bool {
    is_runtimes(machine) && !machine.kernel.has_descriptors
}

fn is_signal(signal: u32) -> bool {
    (1..=LAST).contains(&signal) && !INTERNAL.contains(&signal)
}

fn is_changeable(signal: u32) -> bool {
    is_signal(signal) && ![SIGKILL, SIGSTOP].contains(&signal)
}

fn restorer(machine: &Machine<'_>) -> u32 {
    machine.data_model().choose(0, SA_RESTORER)
}

/// Rust's runtime ignores SIGPIPE, and is told that all signals are ignored, so that it sets up no handlers of its own.
fn disposition(machine: &mut Machine<'_>, signal: u32) -> Disposition {
    let is_ignored = is_runtimes(machine) || machine.program.is_rust() && signal == SIGPIPE;
    let unset = Disposition {
        handler: if is_ignored { SIG_IGN } else { SIG_DFL },
        flags: 0,
    };
    match is_ignored_runtime(machine) {
        true => unset,
        false => machine.disposition(signal).unwrap_or(unset),
    }
}

fn set(machine: &mut Machine<'_>, signal: u32, new: Disposition) -> Result<(), Fault> {
    let is_handled = ![SIG_DFL, SIG_IGN].contains(&new.handler);
    if signal == SIGPIPE && is_handled && machine.kernel.has_descriptors {
        return Err(Fault::unsupported("a handler for SIGPIPE"));
    }
    machine.set_disposition(signal, new);
    Ok(())
}

/// Whether writes to pipes without a reader fail in the running process, instead of ending it.
pub(super) fn ignores_broken_pipes(machine: &mut Machine<'_>) -> bool {
    let disposition = machine.disposition(SIGPIPE);
    disposition.is_some_and(|disposition| disposition.handler == SIG_IGN)
}
