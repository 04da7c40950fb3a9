//! Pipes: they hold a bounded number of bytes. A writer of more waits for readers, and a write that no process will
//! ever read is an error.

use super::Reply;
use super::libc::errors::{EAGAIN, failed};
use super::signals::ignores_broken_pipes;
use crate::error::{ErrorKind, Fault};
use crate::kernel::{Content, Descriptor, READER, WRITER};
use crate::machine::Machine;

const EPIPE: i32 = 32;
const ECONNRESET: i32 = 104;
/// Bytes that a single write puts into a pipe in one piece.
const PIPE_BUF: usize = 4096;

/// Opens a pipe, of which these ends do not wait.
pub(super) fn pipe(machine: &mut Machine<'_>, place: u64, never_waits: u8) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let content = Content::Pipe {
        readers: 1,
        writers: 1,
        bytes: Default::default(),
        never_waits,
        is_reset: false,
    };
    let number = machine.new_channel(content)?;
    let reading = machine.open_descriptor(Descriptor::Reading(number));
    let writing = machine.open_descriptor(Descriptor::Writing(number));
    machine.write_u32(place, reading)?;
    machine.write_u32(place + 4, writing)?;
    machine.observe_call(|m| format!("opens {}", m.channel_name(number)));
    Ok(Reply::Value(0))
}

/// Takes what a pipe has; a reader that finds nothing waits, unless it `never` does.
pub(super) fn read_pipe(
    machine: &mut Machine<'_>,
    number: u32,
    buffer: u64,
    size: u64,
    never: bool,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Content::Pipe {
        writers,
        bytes,
        never_waits,
        is_reset,
        ..
    } = &machine.channel(number).content
    else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    let never = never || never_waits & READER != 0;
    let (writers, count) = (*writers, (size as usize).min(bytes.len()));
    let (length, is_empty, is_reset) = (bytes.len(), bytes.is_empty(), *is_reset);
    if size > 0 && is_empty && is_reset {
        if let Content::Pipe { is_reset, .. } = &mut machine.channel_mut(number).content {
            *is_reset = false;
        }
        return failed(machine, ECONNRESET);
    }
    if size == 0 || is_empty && writers == 0 {
        machine.observe_call(|m| format!("reads the end of {}", m.channel_name(number)));
        return Ok(Reply::Value(0));
    }
    if is_empty {
        return match never {
            true => failed(machine, EAGAIN),
            false => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    let Content::Pipe { bytes, .. } = &mut machine.channel_mut(number).content else {
        unreachable!("it was one before");
    };
    let taken: Vec<Option<u8>> = bytes.drain(..count).collect();
    if length >= machine.options.pipe_capacity as usize {
        machine.tell_watchers(number, false);
    } else if count == length {
        machine.tell_writing_sockets(number);
    }
    machine.lay_bytes(buffer, &taken)?;
    machine.observe_call(|m| format!("reads {} from {}", bytes_of(count), m.channel_name(number)));
    Ok(Reply::Value(count as u64))
}

/// For people.
pub(super) fn bytes_of(count: usize) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

/// How a call on a pipe or a socket differs from a plain one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waiting {
    /// It fails where it would wait.
    pub never: bool,
    /// That there is no reader is told without a signal.
    pub is_quiet: bool,
}

/// What fits into one piece waits until there is room for all of it; more goes in as room comes.
pub(super) fn write_pipe(
    machine: &mut Machine<'_>,
    number: u32,
    buffer: u64,
    size: usize,
    waiting: Waiting,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a pipe")?;
    let capacity = machine.options.pipe_capacity as usize;
    let Content::Pipe {
        readers,
        bytes,
        never_waits,
        ..
    } = &machine.channel(number).content
    else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    let never = waiting.never || never_waits & WRITER != 0;
    let (readers, room) = (*readers, capacity.saturating_sub(bytes.len()));
    let done = machine.thread.progress as usize;
    if readers == 0 {
        return broken(machine, number, done, waiting.is_quiet);
    }
    let count = if size <= PIPE_BUF.min(capacity) {
        if room < size {
            return match never {
                true => failed(machine, EAGAIN),
                false => Ok(Reply::Blocked { waits_for: None }),
            };
        }
        size
    } else {
        room.min(size - done)
    };
    if count == 0 && size > 0 {
        return match (never, std::mem::take(&mut machine.thread.progress)) {
            (true, 0) => failed(machine, EAGAIN),
            (true, done) => Ok(Reply::Value(done.into())),
            (false, done) => {
                machine.thread.progress = done;
                Ok(Reply::Blocked { waits_for: None })
            }
        };
    }
    let new = machine.lift_bytes(buffer + done as u64, count as u64)?;
    let Content::Pipe { bytes, .. } = &mut machine.channel_mut(number).content else {
        unreachable!("it was one before");
    };
    bytes.extend(new);
    machine.tell_watchers(number, true);
    machine.observe_call(|m| format!("writes {} to {}", bytes_of(count), m.channel_name(number)));
    if done + count < size && never {
        machine.thread.progress = 0;
        return Ok(Reply::Value((done + count) as u64));
    }
    if done + count < size {
        machine.thread.progress = (done + count) as u32;
        return Ok(Reply::Stop);
    }
    machine.thread.progress = 0;
    Ok(Reply::Value(size as u64))
}

/// There will never be a reader: the signal SIGPIPE would end the process.
fn broken(
    machine: &mut Machine<'_>,
    number: u32,
    done: usize,
    is_quiet: bool,
) -> Result<Reply, Fault> {
    if !is_quiet && !ignores_broken_pipes(machine) {
        if machine.kernel.masks_signals {
            return Err(Fault::refused(
                "a write to a pipe without a reader in a program that blocks signals",
                "ignore SIGPIPE",
            ));
        }
        let message = format!(
            "write to {}, which no process can read any more (SIGPIPE)",
            machine.channel_name(number)
        );
        return Err(Fault::error(ErrorKind::BrokenPipe, message));
    }
    machine.thread.progress = 0;
    match done {
        0 => failed(machine, EPIPE),
        done => Ok(Reply::Value(done as u64)),
    }
}
