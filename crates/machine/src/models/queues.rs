//! POSIX message queues: bounded channels with names and priorities. At the start there are
//! none. A sender waits while the queue is full, a receiver while it is empty.

use super::keeping::{begins_to_wait, keeping_open};
use super::libc::{
    errors::{EBADF, EINVAL, ENOENT, failed, failure},
    int,
};
use super::{Arguments, ETIMEDOUT, Model, Reply};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor, Message, NameKind};
use crate::machine::Machine;

const EAGAIN: i32 = 11;
const EEXIST: i32 = 17;
const EMSGSIZE: i32 = 90;

const O_ACCMODE: u64 = 3;
const O_RDONLY: u64 = 0;
const O_WRONLY: u64 = 1;
pub(super) const O_CREAT: u64 = 0x40;
pub(super) const O_EXCL: u64 = 0x80;
const O_NONBLOCK: u64 = 0x800;

/// What a queue holds by default, as on Linux.
const MOST: u32 = 10;
const SIZE: u32 = 8192;
/// MQ_PRIO_MAX
const PRIORITIES: u64 = 32_768;

pub const MODELS: &[(&str, Model)] = &[
    ("mq_open", open),
    ("mq_close", |m, a| {
        if m.stops() {
            return Ok(Reply::Stop);
        }
        match m.descriptor(a.get(0)?) {
            Some(Descriptor::Queue { .. }) => {
                m.close_descriptor(a.get(0)? as u32);
                Ok(int(0))
            }
            _ => failure(m, EBADF),
        }
    }),
    ("mq_unlink", unlink),
    ("mq_getattr", attributes),
    ("mq_send", |m, a| {
        keeping_open(m, a, |m, a| send(m, a, None))
    }),
    ("mq_timedsend", |m, a| {
        keeping_open(m, a, |m, a| send(m, a, Some(ETIMEDOUT as i32)))
    }),
    ("mq_receive", |m, a| {
        keeping_open(m, a, |m, a| receive(m, a, None))
    }),
    ("mq_timedreceive", |m, a| {
        keeping_open(m, a, |m, a| receive(m, a, Some(ETIMEDOUT as i32)))
    }),
    ("mq_setattr", |_, _| {
        Err(Fault::refused("mq_setattr", "pass O_NONBLOCK to mq_open"))
    }),
    ("mq_notify", |_, _| {
        Err(Fault::refused(
            "mq_notify",
            "let a thread wait in mq_receive",
        ))
    }),
];

fn open(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let name = machine.read_string(arguments.get(0)?)?;
    let flags = arguments.get(1)?;
    if name.first() != Some(&b'/') {
        return failure(machine, EINVAL);
    }
    let known = machine.names().find(NameKind::Queue, &name);
    let number = match known {
        Some(_) if flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL => {
            return failure(machine, EEXIST);
        }
        Some(number) => number,
        None if flags & O_CREAT == 0 => return failure(machine, ENOENT),
        None => {
            let (most, size) = match arguments.get(3)? {
                0 => (MOST as i64, SIZE as i64),
                place => (
                    machine.read_long(place + machine.word_bytes())?,
                    machine.read_long(place + 2 * machine.word_bytes())?,
                ),
            };
            if most <= 0 || size <= 0 || most > 65_536 || size > 1 << 24 {
                return failure(machine, EINVAL);
            }
            let content = Content::Queue {
                open: 0,
                linked: true,
                most: most as u32,
                size: size as u32,
                messages: Vec::new(),
            };
            let number = machine.new_channel(content)?;
            machine.names_mut().add(NameKind::Queue, &name, number);
            number
        }
    };
    if let Content::Queue { open, .. } = &mut machine.channel_mut(number).content {
        *open += 1;
    }
    let descriptor = machine.open_descriptor(Descriptor::Queue {
        number,
        flags: (flags & (O_ACCMODE | O_NONBLOCK)) as u16,
    });
    machine.observe_call(|_| format!("opens queue {}", String::from_utf8_lossy(&name)));
    Ok(int(descriptor as i32))
}

fn unlink(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let name = machine.read_string(arguments.get(0)?)?;
    let Some(number) = machine.names_mut().remove(NameKind::Queue, &name) else {
        return failure(machine, ENOENT);
    };
    if let Content::Queue { linked, .. } = &mut machine.channel_mut(number).content {
        *linked = false;
    }
    machine.end_if_unused(number);
    Ok(int(0))
}

struct Queue {
    number: u32,
    /// It was opened with O_NONBLOCK.
    never_waits: bool,
    most: u32,
    size: u32,
    count: u32,
}

/// The queue behind a descriptor that was not opened for the opposite only.
fn queue(machine: &mut Machine<'_>, descriptor: u64, opposite: Option<u64>) -> Option<Queue> {
    let Descriptor::Queue { number, flags } = machine.descriptor_in_call(descriptor)? else {
        return None;
    };
    if opposite == Some(flags as u64 & O_ACCMODE) {
        return None;
    }
    let Content::Queue {
        most,
        size,
        messages,
        ..
    } = &machine.channel(number).content
    else {
        unreachable!("a descriptor stands for a channel of its kind");
    };
    Some(Queue {
        number,
        never_waits: flags as u64 & O_NONBLOCK != 0,
        most: *most,
        size: *size,
        count: messages.len() as u32,
    })
}

fn messages<'m>(machine: &'m mut Machine<'_>, number: u32) -> &'m mut Vec<Message> {
    match &mut machine.channel_mut(number).content {
        Content::Queue { messages, .. } => messages,
        _ => unreachable!("it was a queue before"),
    }
}

fn attributes(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Some(queue) = queue(machine, arguments.get(0)?, None) else {
        return failure(machine, EBADF);
    };
    let flags = if queue.never_waits { O_NONBLOCK } else { 0 };
    let values = [
        flags,
        queue.most as u64,
        queue.size as u64,
        queue.count as u64,
    ];
    let step = machine.word_bytes() as usize;
    for (place, value) in (arguments.get(1)?..).step_by(step).zip(values) {
        machine.write_long(place, value)?;
    }
    Ok(int(0))
}

fn send(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    late: Option<i32>,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Some(queue) = queue(machine, arguments.get(0)?, Some(O_RDONLY)) else {
        return failure(machine, EBADF);
    };
    let (place, length) = (arguments.get(1)?, arguments.get(2)?);
    let priority = arguments.get(3)? as u32;
    if priority as u64 >= PRIORITIES {
        return failure(machine, EINVAL);
    }
    if length > queue.size as u64 {
        return failure(machine, EMSGSIZE);
    }
    if late.is_some() && !machine.is_duration(arguments.get(4)?)? {
        return failure(machine, EINVAL);
    }
    if queue.count >= queue.most {
        return match (queue.never_waits, late) {
            (true, _) => failure(machine, EAGAIN),
            (_, Some(_)) if begins_to_wait(machine, arguments)? => Ok(Reply::Stop),
            (_, Some(error)) => failure(machine, error),
            _ => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    machine.refuse_weakly("a message queue")?;
    let bytes = machine.lift_bytes(place, length)?;
    let waiting = messages(machine, queue.number);
    let behind = waiting.partition_point(|message| message.priority >= priority);
    let bytes = bytes.into();
    waiting.insert(behind, Message { priority, bytes });
    let (count, most) = (queue.count + 1, queue.most);
    machine.observe_call(|m| {
        let name = m.channel_name(queue.number);
        format!("sends {length} bytes to {name}, which holds {count} of {most}")
    });
    Ok(int(0))
}

fn receive(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    late: Option<i32>,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let Some(queue) = queue(machine, arguments.get(0)?, Some(O_WRONLY)) else {
        return failed(machine, EBADF);
    };
    let (place, length) = (arguments.get(1)?, arguments.get(2)?);
    if length < queue.size as u64 {
        return failed(machine, EMSGSIZE);
    }
    if late.is_some() && !machine.is_duration(arguments.get(4)?)? {
        return failed(machine, EINVAL);
    }
    if queue.count == 0 {
        return match (queue.never_waits, late) {
            (true, _) => failed(machine, EAGAIN),
            (_, Some(_)) if begins_to_wait(machine, arguments)? => Ok(Reply::Stop),
            (_, Some(error)) => failed(machine, error),
            _ => Ok(Reply::Blocked { waits_for: None }),
        };
    }
    let message = messages(machine, queue.number).remove(0);
    let bytes: Vec<Option<u8>> = message.bytes.into();
    machine.lay_bytes(place, &bytes)?;
    let priority = arguments.get(3)?;
    if priority != 0 {
        machine.write_u32(priority, message.priority)?;
    }
    let (length, left) = (bytes.len(), queue.count - 1);
    machine.observe_call(|m| {
        let name = m.channel_name(queue.number);
        format!("receives {length} bytes from {name}, {left} left")
    });
    Ok(Reply::Value(length as u64))
}
