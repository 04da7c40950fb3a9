//! `socketpair`: two ends, each of which reads what the other one writes. Other sockets are not known.

use super::readiness::{O_CLOEXEC, O_NONBLOCK};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor, READER, WRITER};
use crate::machine::Machine;
use crate::models::keeping::keeping_open;
use crate::models::libc::errors::{EBADF, EINVAL, failure, stopped_or};
use crate::models::pipes::{Waiting, read_pipe, write_pipe};
use crate::models::{Arguments, Model, Reply};

const EAFNOSUPPORT: i32 = 97;
const ENOTSOCK: i32 = 88;
const MSG_DONTWAIT: u32 = 0x40;
const MSG_NOSIGNAL: u32 = 0x4000;

pub const MODELS: &[(&str, Model)] = &[
    ("socketpair", pair),
    ("send", |m, a| keeping_open(m, a, send)),
    ("recv", |m, a| keeping_open(m, a, receive)),
];

fn pair(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const AF_UNIX: u32 = 1;
    const SOCK_STREAM: u32 = 1;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    if arguments.get(0)? as u32 != AF_UNIX {
        return failure(machine, EAFNOSUPPORT);
    }
    let kind = arguments.get(1)? as u32;
    if kind & !(O_NONBLOCK | O_CLOEXEC) != SOCK_STREAM {
        return Err(Fault::unsupported(
            "socketpair of other sockets than streams",
        ));
    }
    if arguments.get(2)? as u32 != 0 {
        return failure(machine, EINVAL);
    }
    let never_waits = if kind & O_NONBLOCK != 0 {
        READER | WRITER
    } else {
        0
    };
    let content = Content::Pipe {
        readers: 1,
        writers: 1,
        bytes: Default::default(),
        never_waits,
        is_reset: false,
    };
    let there = machine.new_channel(content.clone())?;
    let back = machine.new_channel(content)?;
    let place = arguments.get(3)?;
    for (at, reading, writing) in [(0, back, there), (4, there, back)] {
        let number = machine.open_descriptor(Descriptor::Socket { reading, writing });
        machine.write_u32(place + at, number)?;
    }
    machine.observe_call(|m| {
        let names = (m.channel_name(there), m.channel_name(back));
        format!("opens {} and {}", names.0, names.1)
    });
    Ok(Reply::Value(0))
}

fn socket(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<(u32, u32), i32> {
    let number = arguments.get(0).map_err(|_| EBADF)?;
    match machine.descriptor_in_call(number) {
        Some(Descriptor::Socket { reading, writing }) => Ok((reading, writing)),
        Some(_) => Err(ENOTSOCK),
        None => Err(EBADF),
    }
}

fn send(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let flags = arguments.get(3)? as u32;
    if flags & !(MSG_DONTWAIT | MSG_NOSIGNAL) != 0 {
        return Err(Fault::unsupported("send with these flags"));
    }
    send_bytes(machine, arguments, flags)
}

/// `send`, and `write` to a socket.
pub(in crate::models) fn send_bytes(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    flags: u32,
) -> Result<Reply, Fault> {
    let (_, writing) = match socket(machine, arguments) {
        Ok(ends) => ends,
        Err(error) => return stopped_or(machine, error),
    };
    let waiting = Waiting {
        never: flags & MSG_DONTWAIT != 0,
        is_quiet: flags & MSG_NOSIGNAL != 0,
    };
    let (buffer, size) = (arguments.get(1)?, arguments.get(2)? as usize);
    write_pipe(machine, writing, buffer, size, waiting)
}

fn receive(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let flags = arguments.get(3)? as u32;
    if flags & !(MSG_DONTWAIT | MSG_NOSIGNAL) != 0 {
        return Err(Fault::unsupported("recv with these flags"));
    }
    let (reading, _) = match socket(machine, arguments) {
        Ok(ends) => ends,
        Err(error) => return stopped_or(machine, error),
    };
    let never = flags & MSG_DONTWAIT != 0;
    let (buffer, size) = (arguments.get(1)?, arguments.get(2)?);
    read_pipe(machine, reading, buffer, size, never)
}
