//! What a call keeps while it waits.

use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::machine::Machine;

/// A call on a descriptor that may wait. While it does, it keeps open what the descriptor stands for.
pub(super) fn keeping_open(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    call: Model,
) -> Result<Reply, Fault> {
    let reply = call(machine, arguments)?;
    match reply {
        Reply::Blocked { .. } => {
            let descriptor = machine.descriptor_in_call(arguments.get(0)?);
            if descriptor.is_some_and(|descriptor| machine.keep_open(descriptor)) {
                return Ok(Reply::Stop);
            }
        }
        Reply::Value(_) => {
            let kept = std::mem::take(&mut machine.thread.kept);
            machine.close_kept(kept);
        }
        _ => {}
    }
    Ok(reply)
}
