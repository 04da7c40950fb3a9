//! What a call keeps while it waits.

use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::kernel::Descriptor;
use crate::machine::Machine;

/// A call on a descriptor that may wait. While it does, it keeps open what the descriptor stands for.
pub(super) fn keeping_open(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    call: Model,
) -> Result<Reply, Fault> {
    let reply = call(machine, arguments)?;
    if !matches!(reply, Reply::Blocked { .. }) {
        return Ok(released(machine, reply));
    }
    let descriptor = machine.descriptor_in_call(arguments.get(0)?);
    Ok(kept_open(machine, descriptor.as_slice(), reply))
}

/// What a call answers that waits for these descriptors: a state stands where it has begun to keep them open.
pub(super) fn kept_open(
    machine: &mut Machine<'_>,
    descriptors: &[Descriptor],
    blocked: Reply,
) -> Reply {
    match machine.keep_open(descriptors) {
        true => Reply::Stop,
        false => blocked,
    }
}

/// Whether a call with a limit begins to wait for its descriptor, which it has not done yet: it looks again, once, and
/// at any moment from then on.
pub(super) fn begins_to_wait(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
) -> Result<bool, Fault> {
    let descriptor = machine.descriptor_in_call(arguments.get(0)?);
    Ok(machine.keep_open(descriptor.as_slice()))
}

/// What a call answers that does not wait: if it returns, it keeps nothing open any longer.
pub(super) fn released(machine: &mut Machine<'_>, reply: Reply) -> Reply {
    if let Reply::Value(_) = reply {
        let kept = std::mem::take(&mut machine.thread.kept);
        machine.close_kept(&kept);
    }
    reply
}
