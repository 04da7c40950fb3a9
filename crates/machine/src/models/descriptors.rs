//! Pipes and what else is done with file descriptors. A pipe holds a bounded number of bytes:
//! who writes more waits for readers, and a write without a reader is an error. There
//! are no files: what is open are the standard streams, pipes, queues and named memory.

use super::libc::errors::{EBADF, EINVAL, failure};
use super::libc::input;
use super::startup::{missing_file, stream};
use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::kernel::{Content, Descriptor};
use crate::machine::Machine;

const EPIPE: i32 = 32;
const O_NONBLOCK: u64 = 0x800;
const O_CLOEXEC: u64 = 0x80000;
/// -1 as a long.
const FAILED: u64 = u64::MAX;
/// Bytes that a single write puts into a pipe in one piece.
const PIPE_BUF: usize = 4096;
/// Descriptors that a process can have, as it is commonly set up.
const MOST_DESCRIPTORS: u64 = 1024;

pub const MODELS: &[(&str, Model)] = &[
    ("pipe", |m, a| pipe(m, a.get(0)?)),
    ("pipe2", |m, a| match a.get(1)? as u32 as u64 & !O_CLOEXEC {
        0 => pipe(m, a.get(0)?),
        O_NONBLOCK => Err(not_waiting("pipe2")),
        _ => failure(m, EINVAL),
    }),
    ("dup", |m, a| duplicate(m, a.get(0)?, None)),
    ("dup2", |m, a| duplicate(m, a.get(0)?, Some(a.get(1)?))),
    ("close", close),
    ("read", read),
    ("write", write),
    ("writev", write_vector),
    ("fcntl", control),
    ("fcntl64", control),
    ("open", |m, a| {
        missing_file(m, a).map(|_| super::libc::int(-1))
    }),
    ("open64", |m, a| {
        missing_file(m, a).map(|_| super::libc::int(-1))
    }),
    ("signal", |m, a| {
        handle_signal(m, a.get(0)?, a.get(1)?)?;
        Ok(Reply::Value(0))
    }),
    ("sigaction", query_signal),
    ("poll", |m, _| match m.kernel.has_descriptors {
        true => Err(Fault::refused(
            "poll",
            "let a thread or a process read each pipe",
        )),
        false => Ok(Reply::Value(0)),
    }),
];

fn not_waiting(call: &str) -> Fault {
    Fault::refused(
        format!("{call} with O_NONBLOCK"),
        "pipes are read and written with waiting only",
    )
}

fn pipe(machine: &mut Machine<'_>, place: u64) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let content = Content::Pipe {
        readers: 1,
        writers: 1,
        bytes: Default::default(),
    };
    let number = machine.new_channel(content)?;
    let reading = machine.open_descriptor(Descriptor::Reading(number));
    let writing = machine.open_descriptor(Descriptor::Writing(number));
    machine.write_u32(place, reading)?;
    machine.write_u32(place + 4, writing)?;
    machine.observe_call(|m| format!("opens {}", m.channel_name(number)));
    Ok(Reply::Value(0))
}

fn duplicate(machine: &mut Machine<'_>, old: u64, new: Option<u64>) -> Result<Reply, Fault> {
    if !machine.kernel.has_descriptors {
        return Err(Fault::unsupported("dup in a Rust program"));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let new = new.map(|new| new as u32 as u64);
    let (Some(descriptor), true) = (
        machine.descriptor(old),
        new.is_none_or(|new| new < MOST_DESCRIPTORS),
    ) else {
        return failure(machine, EBADF);
    };
    let number = match new {
        Some(new) if new == old as u32 as u64 => new as u32,
        new => machine.duplicate(descriptor, new.map(|new| new as u32)),
    };
    Ok(Reply::Value(number as u64))
}

fn close(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if !machine.kernel.has_descriptors {
        return Ok(Reply::Value(0));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let number = arguments.get(0)?;
    let Some(descriptor) = machine.descriptor(number) else {
        return failure(machine, EBADF);
    };
    machine.observe_call(|m| format!("closes {}", m.descriptor_name(descriptor)));
    machine.close_descriptor(number as u32);
    Ok(Reply::Value(0))
}

/// The answer of calls that return a long when a descriptor is not open for this.
pub(super) fn failed(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    machine.set_errno(error)?;
    Ok(Reply::Value(FAILED))
}

fn read(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if !machine.kernel.has_descriptors {
        return match arguments.get(0)? as u32 {
            0 => input::read(machine, arguments.get(1)?, arguments.get(2)?),
            _ => Ok(Reply::Value(0)),
        };
    }
    if matches!(
        machine.descriptor(arguments.get(0)?),
        Some(Descriptor::Standard(0))
    ) {
        return input::read(machine, arguments.get(1)?, arguments.get(2)?);
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let number = match machine.descriptor(arguments.get(0)?) {
        Some(Descriptor::Reading(number)) => number,
        // Nothing ever comes from the other standard streams.
        Some(Descriptor::Standard(_)) => return Ok(Reply::Value(0)),
        Some(Descriptor::Queue { .. } | Descriptor::Memory(_)) => {
            return Err(Fault::unsupported("read of a queue or of shared memory"));
        }
        Some(Descriptor::Writing(_)) | None => return failed(machine, EBADF),
    };
    let (buffer, size) = (arguments.get(1)?, arguments.get(2)?);
    let Content::Pipe { writers, bytes, .. } = &machine.channel(number).content else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    let (writers, count) = (*writers, (size as usize).min(bytes.len()));
    if size == 0 || bytes.is_empty() && writers == 0 {
        machine.observe_call(|m| format!("reads the end of {}", m.channel_name(number)));
        return Ok(Reply::Value(0));
    }
    if bytes.is_empty() {
        return Ok(Reply::Blocked { waits_for: None });
    }
    let Content::Pipe { bytes, .. } = &mut machine.channel_mut(number).content else {
        unreachable!("it was one before");
    };
    let taken: Vec<Option<u8>> = bytes.drain(..count).collect();
    machine.lay_bytes(buffer, &taken)?;
    machine.observe_call(|m| format!("reads {} from {}", bytes_of(count), m.channel_name(number)));
    Ok(Reply::Value(count as u64))
}

fn bytes_of(count: usize) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

fn write(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (buffer, size) = (arguments.get(1)?, arguments.get(2)?);
    let to = match machine.kernel.has_descriptors {
        false => arguments.get(0)?,
        true => match machine.descriptor(arguments.get(0)?) {
            Some(Descriptor::Standard(number)) => number as u64,
            Some(Descriptor::Writing(number)) => {
                return write_pipe(machine, number, buffer, size as usize);
            }
            Some(Descriptor::Queue { .. } | Descriptor::Memory(_)) => {
                return Err(Fault::unsupported("write to a queue or to shared memory"));
            }
            Some(Descriptor::Reading(_)) | None => return failed(machine, EBADF),
        },
    };
    if machine.stops_at(&[buffer]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(buffer, size)?;
    machine.print(stream(to)?, &bytes);
    Ok(Reply::Value(size))
}

/// What fits into one piece waits until there is room for all of it; more goes in as room comes.
fn write_pipe(
    machine: &mut Machine<'_>,
    number: u32,
    buffer: u64,
    size: usize,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a pipe")?;
    let capacity = machine.options.pipe_capacity as usize;
    let Content::Pipe { readers, bytes, .. } = &machine.channel(number).content else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    let (readers, room) = (*readers, capacity.saturating_sub(bytes.len()));
    let done = machine.thread.progress as usize;
    if readers == 0 {
        return broken(machine, number, done);
    }
    let count = if size <= PIPE_BUF.min(capacity) {
        if room < size {
            return Ok(Reply::Blocked { waits_for: None });
        }
        size
    } else {
        room.min(size - done)
    };
    if count == 0 && size > 0 {
        return Ok(Reply::Blocked { waits_for: None });
    }
    let new = machine.lift_bytes(buffer + done as u64, count as u64)?;
    let Content::Pipe { bytes, .. } = &mut machine.channel_mut(number).content else {
        unreachable!("it was one before");
    };
    bytes.extend(new);
    machine.observe_call(|m| format!("writes {} to {}", bytes_of(count), m.channel_name(number)));
    if done + count < size {
        machine.thread.progress = (done + count) as u32;
        return Ok(Reply::Stop);
    }
    machine.thread.progress = 0;
    Ok(Reply::Value(size as u64))
}

/// There is no reader: the signal SIGPIPE would end the process.
fn broken(machine: &mut Machine<'_>, number: u32, done: usize) -> Result<Reply, Fault> {
    let process = machine.thread.process;
    if !machine.descriptors(process).ignores_broken_pipes {
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

fn write_vector(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (vector, count) = (arguments.get(1)?, arguments.get(2)?);
    if machine.stops_at(&[vector]) {
        return Ok(Reply::Stop);
    }
    let stream = stream(arguments.get(0)?)?;
    let mut written = 0;
    for n in 0..count {
        let word = machine.word_bytes();
        let entry = vector + 2 * word * n;
        let buffer = machine.read_pointer(entry)?;
        let size = machine.read_long(entry + word)? as u64;
        let bytes = machine.read_bytes(buffer, size)?;
        machine.print(stream, &bytes);
        written += size;
    }
    Ok(Reply::Value(written))
}

fn control(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const F_GETFD: u64 = 1;
    const F_SETFD: u64 = 2;
    const F_GETFL: u64 = 3;
    const F_SETFL: u64 = 4;
    if !machine.kernel.has_descriptors {
        return Ok(Reply::Value(0));
    }
    let Some(descriptor) = machine.descriptor(arguments.get(0)?) else {
        return failure(machine, EBADF);
    };
    match arguments.get(1)? as u32 as u64 {
        F_GETFD | F_SETFD => Ok(Reply::Value(0)),
        F_GETFL => Ok(Reply::Value(
            matches!(descriptor, Descriptor::Writing(_)) as u64
        )),
        F_SETFL if arguments.get(2)? & O_NONBLOCK != 0 => Err(not_waiting("fcntl")),
        F_SETFL => Ok(Reply::Value(0)),
        command => Err(Fault::unsupported(format!("fcntl with command {command}"))),
    }
}

/// No signal ever comes but the one of broken pipes, which a program can only ignore.
fn handle_signal(machine: &mut Machine<'_>, signal: u64, handler: u64) -> Result<(), Fault> {
    const SIGPIPE: u64 = 13;
    const SIG_DFL: u64 = 0;
    const SIG_IGN: u64 = 1;
    if machine.kernel.has_descriptors && signal as u32 as u64 == SIGPIPE {
        match handler {
            SIG_DFL => machine.set_broken_pipes_ignored(false),
            SIG_IGN => machine.set_broken_pipes_ignored(true),
            _ => return Err(Fault::unsupported("a handler for SIGPIPE")),
        }
    }
    Ok(())
}

/// Reports handlers as ignored, so that no runtime sets up its own.
fn query_signal(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const SIG_IGN: u64 = 1;
    let (action, old) = (arguments.get(1)?, arguments.get(2)?);
    if action != 0 && machine.kernel.has_descriptors {
        let handler = machine.read_pointer(action)?;
        handle_signal(machine, arguments.get(0)?, handler)?;
    }
    if old != 0 {
        let size = machine.data_model().choose(140, 152);
        machine.fill_bytes(old, 0, size)?;
        machine.write_pointer(old, SIG_IGN)?;
    }
    Ok(Reply::Value(0))
}

impl Machine<'_> {
    /// For people: pipes are numbered by the process that opened them.
    pub fn channel_name(&mut self, number: u32) -> String {
        let (process, number) = (number / 64, number % 64 + 1);
        let kind = match self.channel(process * 64 + number - 1).content {
            Content::Queue { .. } => "queue",
            Content::Memory { .. } => "shared memory",
            _ => "pipe",
        };
        match process {
            0 => format!("{kind} {number}"),
            process => format!("{kind} {process}.{number}"),
        }
    }

    fn descriptor_name(&mut self, descriptor: Descriptor) -> String {
        let channel = descriptor.channel().map(|number| self.channel_name(number));
        match (descriptor, channel) {
            (Descriptor::Reading(_), Some(name)) => format!("the reading end of {name}"),
            (Descriptor::Writing(_), Some(name)) => format!("the writing end of {name}"),
            (_, Some(name)) => name,
            (_, None) => "a standard stream".to_owned(),
        }
    }

    /// What a descriptor of the running thread's process stands for, for people.
    pub fn name_of_descriptor(&mut self, thread: u32, number: u64) -> Option<String> {
        let process = self.thread_at(thread).process;
        let descriptor = self.descriptors(process).get(number as u32)?;
        let number = descriptor.channel()?;
        Some(self.channel_name(number))
    }
}
