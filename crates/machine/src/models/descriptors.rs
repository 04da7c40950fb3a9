//! What is done with file descriptors, whatever they stand for.

use super::events::{read_counter, read_timer, send_bytes, write_counter};
use super::files::{
    Answer, Failing, O_ACCMODE, O_APPEND, answered, read_description, write_description,
};
use super::keeping::keeping_open;
use super::libc::errors::{EBADF, EFAULT, EINVAL, failed, failure, is_negative, stopped_or};
use super::libc::input;
use super::pipes::{Waiting, pipe, read_pipe, write_pipe};
use super::startup::stream;
use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor, MOST_DESCRIPTORS, READER, WRITER};
use crate::machine::Machine;
use crate::thread_id::ThreadId;

const O_NONBLOCK: u64 = 0x800;
const O_CLOEXEC: u64 = 0x80000;

pub const MODELS: &[(&str, Model)] = &[
    ("pipe", |m, a| pipe(m, a.get(0)?, 0)),
    ("pipe2", |m, a| match a.get(1)? as u32 as u64 & !O_CLOEXEC {
        0 => pipe(m, a.get(0)?, 0),
        O_NONBLOCK => pipe(m, a.get(0)?, READER | WRITER),
        _ => failure(m, EINVAL),
    }),
    ("ioctl", |m, a| {
        const FIONBIO: u64 = 0x5421;
        match a.get(1)? as u32 as u64 {
            FIONBIO => {
                if m.stops() {
                    return Ok(Reply::Stop);
                }
                let never = m.read_u32(a.get(2)?)? != 0;
                match m.descriptor(a.get(0)?) {
                    Some(descriptor) => set_waiting(m, descriptor, never),
                    None => failure(m, EBADF),
                }
            }
            command => Err(Fault::unsupported(format!(
                "ioctl with command {command:#x}"
            ))),
        }
    }),
    ("dup", |m, a| duplicate(m, a.get(0)?, None)),
    ("dup2", |m, a| duplicate(m, a.get(0)?, Some(a.get(1)?))),
    ("dup3", |m, a| match a.get(0)? as u32 == a.get(1)? as u32 {
        true => failure(m, EINVAL),
        false => duplicate(m, a.get(0)?, Some(a.get(1)?)),
    }),
    ("close", close),
    ("read", |m, a| keeping_open(m, a, read)),
    ("readv", read_vector),
    ("write", |m, a| keeping_open(m, a, write)),
    ("writev", write_vector),
    ("fcntl", control),
    ("fcntl64", control),
];

/// Says whether calls on what a descriptor stands for wait.
fn set_waiting(
    machine: &mut Machine<'_>,
    descriptor: Descriptor,
    never: bool,
) -> Result<Reply, Fault> {
    for number in descriptor.channels() {
        match &mut machine.channel_mut(number).content {
            Content::Pipe { never_waits, .. } => {
                let end = if descriptor.reads_from(number) {
                    READER
                } else {
                    WRITER
                };
                *never_waits = *never_waits & !end | if never { end } else { 0 };
            }
            Content::Counter { never_waits, .. }
            | Content::Timer { never_waits, .. }
            | Content::Epoll { never_waits, .. } => *never_waits = never,
            Content::Queue { .. } if never => {
                return Err(Fault::refused(
                    "O_NONBLOCK of an open queue",
                    "pass O_NONBLOCK to mq_open",
                ));
            }
            _ => {}
        }
    }
    Ok(Reply::Value(0))
}

/// Whether calls on what a descriptor stands for do not wait.
fn never_waits(machine: &mut Machine<'_>, descriptor: Descriptor) -> bool {
    let mut channels = descriptor.channels();
    channels.any(|number| match machine.channel(number).content {
        Content::Pipe { never_waits, .. } => {
            let end = if descriptor.reads_from(number) {
                READER
            } else {
                WRITER
            };
            never_waits & end != 0
        }
        Content::Counter { never_waits, .. }
        | Content::Timer { never_waits, .. }
        | Content::Epoll { never_waits, .. } => never_waits,
        _ => false,
    })
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

/// `F_DUPFD`: the lowest number that is free from this one on.
fn duplicate_from(
    machine: &mut Machine<'_>,
    descriptor: Descriptor,
    least: u32,
) -> Result<Reply, Fault> {
    let process = machine.thread.process;
    let table = machine.descriptors(process);
    let free = (least..MOST_DESCRIPTORS as u32).find(|&number| table.get(number).is_none());
    match free {
        Some(number) => {
            let number = machine.duplicate(descriptor, Some(number));
            Ok(Reply::Value(number.into()))
        }
        None => failure(machine, EINVAL),
    }
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

fn read(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if !machine.kernel.has_descriptors {
        return match arguments.get(0)? as u32 {
            0 => input::read(machine, arguments.get(1)?, arguments.get(2)?),
            _ => Ok(Reply::Value(0)),
        };
    }
    let (buffer, size) = (arguments.get(1)?, arguments.get(2)?);
    match machine.descriptor_in_call(arguments.get(0)?) {
        _ if is_negative(size) => {}
        Some(Descriptor::Standard(0)) => return input::read(machine, buffer, size),
        Some(
            Descriptor::Reading(number)
            | Descriptor::Socket {
                reading: number, ..
            },
        ) => return read_pipe(machine, number, buffer, size, false),
        Some(Descriptor::Counter(number)) => return read_counter(machine, number, buffer, size),
        Some(Descriptor::Timer(number)) => return read_timer(machine, number, buffer, size),
        _ => {}
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    match machine.descriptor_in_call(arguments.get(0)?) {
        Some(descriptor) if is_negative(size) => {
            let error = match descriptor {
                Descriptor::Writing(_) => EBADF,
                Descriptor::Epoll(_) => EINVAL,
                Descriptor::File(number) => machine.reading_error(number).unwrap_or(EFAULT),
                _ => EFAULT,
            };
            failed(machine, error)
        }
        Some(Descriptor::File(number)) => {
            let answer = read_file(machine, number, &[(buffer, size)]);
            answered(machine, Failing::Long, answer)
        }
        // Nothing ever comes from the other standard streams.
        Some(Descriptor::Standard(_)) => Ok(Reply::Value(0)),
        Some(Descriptor::Queue { .. } | Descriptor::Memory(_)) => {
            Err(Fault::unsupported("read of a queue or of shared memory"))
        }
        Some(Descriptor::Epoll(_)) => failed(machine, EINVAL),
        _ => failed(machine, EBADF),
    }
}

fn write(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (buffer, size) = (arguments.get(1)?, arguments.get(2)?);
    let to = match machine.kernel.has_descriptors {
        false => arguments.get(0)?,
        true => match machine.descriptor_in_call(arguments.get(0)?) {
            None | Some(Descriptor::Reading(_)) => return stopped_or(machine, EBADF),
            Some(Descriptor::Timer(_) | Descriptor::Epoll(_)) => {
                return stopped_or(machine, EINVAL);
            }
            Some(descriptor) if is_negative(size) => {
                let error = match descriptor {
                    Descriptor::File(number) => machine.writing_error(number),
                    _ => None,
                };
                return stopped_or(machine, error.unwrap_or(EFAULT));
            }
            Some(Descriptor::Standard(number)) => number as u64,
            Some(Descriptor::Writing(number)) => {
                return write_pipe(machine, number, buffer, size as usize, Waiting::default());
            }
            Some(Descriptor::Socket { .. }) => return send_bytes(machine, arguments, 0),
            Some(Descriptor::Counter(number)) => {
                return write_counter(machine, number, buffer, size);
            }
            Some(Descriptor::File(number)) => {
                if machine.stops() {
                    return Ok(Reply::Stop);
                }
                let answer = write_file(machine, number, &[(buffer, size)]);
                return answered(machine, Failing::Long, answer);
            }
            Some(Descriptor::Queue { .. } | Descriptor::Memory(_)) => {
                return Err(Fault::unsupported("write to a queue or to shared memory"));
            }
        },
    };
    if machine.stops_at(&[buffer]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(buffer, size)?;
    machine.print(stream(to)?, &bytes);
    Ok(Reply::Value(size))
}

/// Bytes from a file into buffers, one after the other.
fn read_file(machine: &mut Machine<'_>, number: u32, buffers: &[(u64, u64)]) -> Answer {
    machine.refuse_weakly("a file")?;
    let total = buffers.iter().map(|buffer| buffer.1).sum();
    let bytes = read_description(machine, number, total, None)?;
    let mut rest = &bytes[..];
    for &(place, size) in buffers {
        let (now, later) = rest.split_at(rest.len().min(size as usize));
        machine.lay_bytes(place, now)?;
        rest = later;
    }
    Ok(bytes.len() as u64)
}

fn write_file(machine: &mut Machine<'_>, number: u32, buffers: &[(u64, u64)]) -> Answer {
    machine.refuse_weakly("a file")?;
    let mut bytes = Vec::new();
    for &(place, size) in buffers {
        bytes.extend(machine.lift_bytes(place, size)?);
    }
    write_description(machine, number, &bytes, None)
}

/// The buffers of `readv` and `writev`, each with its size.
fn vector(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Vec<(u64, u64)>, Fault> {
    let (place, count) = (arguments.get(1)?, arguments.get(2)? as u32);
    let word = machine.word_bytes();
    let mut buffers = Vec::new();
    for n in 0..u64::from(count) {
        let entry = place + 2 * word * n;
        let size = machine.read_long(entry + word)? as u64;
        buffers.push((machine.read_pointer(entry)?, size));
    }
    Ok(buffers)
}

fn read_vector(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let descriptor = match machine.kernel.has_descriptors {
        true => machine.descriptor(arguments.get(0)?),
        false => Some(Descriptor::Standard(arguments.get(0)? as u32)),
    };
    match descriptor {
        Some(Descriptor::File(number)) => {
            if machine.stops() {
                return Ok(Reply::Stop);
            }
            let buffers = vector(machine, arguments)?;
            let answer = read_file(machine, number, &buffers);
            answered(machine, Failing::Long, answer)
        }
        // One read that comes back with less than was asked for.
        Some(Descriptor::Standard(0)) => {
            let buffers = vector(machine, arguments)?;
            let first = buffers.iter().find(|buffer| buffer.1 > 0);
            let (place, size) = first.copied().unwrap_or_default();
            input::read(machine, place, size)
        }
        Some(_) => Err(Fault::unsupported("readv of a pipe or an output")),
        None => stopped_or(machine, EBADF),
    }
}

fn write_vector(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let number = arguments.get(0)?;
    let to = match machine.kernel.has_descriptors {
        false => number,
        true => match machine.descriptor(number) {
            Some(Descriptor::Standard(number)) => number as u64,
            Some(Descriptor::File(number)) => {
                if machine.stops() {
                    return Ok(Reply::Stop);
                }
                let buffers = vector(machine, arguments)?;
                let answer = write_file(machine, number, &buffers);
                return answered(machine, Failing::Long, answer);
            }
            Some(_) => return Err(Fault::unsupported("writev to a pipe")),
            None => return stopped_or(machine, EBADF),
        },
    };
    if machine.stops_at(&[arguments.get(1)?]) {
        return Ok(Reply::Stop);
    }
    let stream = stream(to)?;
    let mut written = 0;
    for (buffer, size) in vector(machine, arguments)? {
        let bytes = machine.read_bytes(buffer, size)?;
        machine.print(stream, &bytes);
        written += size;
    }
    Ok(Reply::Value(written))
}

/// `dprintf`: text to a descriptor.
pub(super) fn write_text(
    machine: &mut Machine<'_>,
    descriptor: u64,
    text: &[u8],
) -> Result<Reply, Fault> {
    let to = match machine.kernel.has_descriptors {
        false => descriptor,
        true => match machine.descriptor(descriptor) {
            Some(Descriptor::Standard(number)) => number as u64,
            Some(Descriptor::File(number)) => {
                if machine.stops() {
                    return Ok(Reply::Stop);
                }
                machine.refuse_weakly("a file")?;
                let text: Vec<Option<u8>> = text.iter().copied().map(Some).collect();
                let answer = write_description(machine, number, &text, None);
                return answered(machine, Failing::Int, answer);
            }
            Some(_) => return Err(Fault::unsupported("dprintf to a pipe")),
            None => {
                return match machine.stops() {
                    true => Ok(Reply::Stop),
                    false => failure(machine, EBADF),
                };
            }
        },
    };
    match to as u32 {
        1 | 2 => machine.print(stream(to)?, text),
        _ => return failure(machine, EBADF),
    }
    Ok(super::libc::int(text.len() as i32))
}

fn control(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const F_DUPFD: u64 = 0;
    const F_DUPFD_CLOEXEC: u64 = 1030;
    /// The access mode, and what `F_SETFL` can change.
    const SHOWN_FLAGS: u32 = O_ACCMODE | O_APPEND;
    const F_GETFD: u64 = 1;
    const F_SETFD: u64 = 2;
    const F_GETFL: u64 = 3;
    const F_SETFL: u64 = 4;
    /// `F_SETLKW`, with either size of files.
    const WAITING_LOCKS: [u64; 2] = [7, 14];
    let command = arguments.get(1)? as u32 as u64;
    if machine.cancellation_used && WAITING_LOCKS.contains(&command) {
        return Err(Fault::refused(
            "waiting for a lock of a file in a program that cancels threads",
            "use a mutex",
        ));
    }
    if !machine.kernel.has_descriptors {
        return Ok(Reply::Value(0));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Some(descriptor) = machine.descriptor(arguments.get(0)?) else {
        return failure(machine, EBADF);
    };
    match command {
        F_GETFD | F_SETFD => Ok(Reply::Value(0)),
        F_DUPFD | F_DUPFD_CLOEXEC => match arguments.get(2)? as u32 {
            0 => Ok(Reply::Value(machine.duplicate(descriptor, None).into())),
            least => duplicate_from(machine, descriptor, least),
        },
        F_GETFL => {
            let flags = match descriptor {
                Descriptor::File(number) => machine.description(number).flags & SHOWN_FLAGS,
                Descriptor::Writing(_) => 1,
                Descriptor::Socket { .. }
                | Descriptor::Counter(_)
                | Descriptor::Timer(_)
                | Descriptor::Epoll(_) => 2,
                _ => 0,
            };
            let waits = never_waits(machine, descriptor);
            let waits = if waits { O_NONBLOCK } else { 0 };
            Ok(Reply::Value(u64::from(flags) | waits))
        }
        F_SETFL => {
            if let Descriptor::File(number) = descriptor {
                let append = arguments.get(2)? as u32 & O_APPEND;
                let flags = &mut machine.description_mut(number).flags;
                *flags = *flags & !O_APPEND | append;
            }
            set_waiting(machine, descriptor, arguments.get(2)? & O_NONBLOCK != 0)
        }
        command => Err(Fault::unsupported(format!("fcntl with command {command}"))),
    }
}

impl Machine<'_> {
    /// For people: pipes are numbered by the process that opened them.
    pub fn channel_name(&mut self, number: u32) -> String {
        let (process, number) = (number / 64, number % 64 + 1);
        let kind = match self.channel(process * 64 + number - 1).content {
            Content::Queue { .. } => "queue",
            Content::Memory { .. } => "shared memory",
            Content::Counter { .. } => "eventfd",
            Content::Timer { .. } => "timer",
            Content::Epoll { .. } => "epoll",
            _ => "pipe",
        };
        match process {
            0 => format!("{kind} {number}"),
            process => format!("{kind} {process}.{number}"),
        }
    }

    fn descriptor_name(&mut self, descriptor: Descriptor) -> String {
        if let Descriptor::File(number) = descriptor {
            let node = self.description(number).node;
            return self.path_of_node(node);
        }
        let channel = descriptor.channels().next();
        let channel = channel.map(|number| self.channel_name(number));
        match (descriptor, channel) {
            (Descriptor::Reading(_), Some(name)) => format!("the reading end of {name}"),
            (Descriptor::Writing(_), Some(name)) => format!("the writing end of {name}"),
            (_, Some(name)) => name,
            (_, None) => "a standard stream".to_owned(),
        }
    }

    /// What a descriptor of the running thread's process stands for, for people.
    pub fn name_of_descriptor(&mut self, thread: ThreadId, number: u64) -> Option<String> {
        let (process, kept) = {
            let thread = self.thread_at(thread);
            (thread.process, thread.kept.first().copied())
        };
        let descriptor = match kept {
            None => self.descriptors(process).get(number as u32)?,
            Some(kept) => Descriptor::of_word(kept),
        };
        let number = descriptor.channels().next()?;
        Some(self.channel_name(number))
    }
}
