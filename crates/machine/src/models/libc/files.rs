//! The part of <stdio.h> that opens files and moves in them.

use super::Table;
use super::bytes::string;
use super::errors::{EBADF, EINVAL, ENOENT, ESPIPE};
use super::file::{BY_LINES, FAILED, File, READS, UNBUFFERED, WRITES};
use super::streams::{Handle, STDIN, handle};
use crate::error::Fault;
use crate::kernel::{Descriptor, Start};
use crate::machine::Machine;
use crate::models::files::{
    Answer, Failing, O_ACCMODE, O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY,
    answered, call, create_mode, offset, open_path,
};
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("fopen", |m, a| call(m, Failing::Null, |m| open(m, a))),
    ("fopen64", |m, a| call(m, Failing::Null, |m| open(m, a))),
    ("freopen", reopen),
    ("freopen64", reopen),
    ("fdopen", open_descriptor),
    ("tmpfile", |m, _| call(m, Failing::Null, temporary)),
    ("tmpfile64", |m, _| call(m, Failing::Null, temporary)),
    ("popen", |m, _| {
        m.set_errno(ENOENT)?;
        Ok(Reply::Value(0))
    }),
    ("fclose", |m, a| {
        on_stream(m, a, 0, Failing::Int, (super::int(0), None), |m, file| {
            file.close(m).map(|()| 0)
        })
    }),
    ("fseek", |m, a| seek(m, a)),
    ("fseeko", |m, a| seek(m, a)),
    ("fseeko64", |m, a| seek(m, a)),
    ("rewind", rewind),
    ("ftell", |m, a| tell(m, a)),
    ("ftello", |m, a| tell(m, a)),
    ("ftello64", |m, a| tell(m, a)),
    ("fgetpos", remember),
    ("fgetpos64", remember),
    ("fsetpos", return_to),
    ("fsetpos64", return_to),
    ("setvbuf", |m, a| {
        set_buffer(m, a, a.get_i32(2)?, super::int(0))
    }),
    ("setbuf", |m, a| {
        let how = if a.get(1)? == 0 { NONE } else { FULL };
        set_buffer(m, a, how, Reply::Void)
    }),
    ("setbuffer", |m, a| {
        let how = if a.get(1)? == 0 { NONE } else { FULL };
        set_buffer(m, a, how, Reply::Void)
    }),
    ("setlinebuf", |m, a| set_buffer(m, a, LINES, Reply::Void)),
];

/// What a mode of `fopen` asks of `open`.
fn flags_of(mode: &[u8]) -> Option<u32> {
    let update = mode.contains(&b'+');
    let (own, alone) = match mode.first()? {
        b'r' => (0, O_RDONLY),
        b'w' => (O_CREAT | O_TRUNC, O_WRONLY),
        b'a' => (O_CREAT | O_APPEND, O_WRONLY),
        _ => return None,
    };
    let exclusive = if mode.contains(&b'x') { O_EXCL } else { 0 };
    Some(own | exclusive | if update { O_RDWR } else { alone })
}

/// What a stream on a file with these flags can do.
fn abilities(flags: u32) -> u32 {
    match flags & O_ACCMODE {
        O_RDONLY => READS,
        O_WRONLY => WRITES,
        _ => READS | WRITES,
    }
}

fn open(machine: &mut Machine<'_>, arguments: &Arguments) -> Answer {
    let path = string(machine, arguments.get(0)?)?;
    let mode = string(machine, arguments.get(1)?)?;
    let flags = flags_of(&mode).ok_or(EINVAL)?;
    let number = open_path(
        machine,
        Start::CurrentDirectory,
        &path,
        flags,
        create_mode(0o666),
    )?;
    let file = File::open(machine, number, abilities(flags))?;
    // glibc leaves a stream that reads, too, at the beginning.
    if flags & (O_APPEND | O_ACCMODE) == O_APPEND | O_WRONLY {
        file.seek(machine, 0, 2)?;
    }
    Ok(file.0)
}

fn temporary(machine: &mut Machine<'_>) -> Answer {
    use crate::kernel::{Node, ROOT};
    let node = machine.new_node(Node::file(0o600, 0))?;
    debug_assert_ne!(node, ROOT);
    let description = machine.new_description(node, O_RDWR)?;
    let number = machine.open_descriptor(Descriptor::File(description));
    Ok(File::open(machine, number, READS | WRITES)?.0)
}

fn reopen(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    match machine.kernel.files.exist() {
        true => Err(Fault::refused("freopen", "use fclose and fopen")),
        false => {
            machine.set_errno(ENOENT)?;
            handle(machine, arguments.get(2)?)?;
            Ok(Reply::Value(0))
        }
    }
}

fn open_descriptor(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let number = arguments.get(0)? as u32;
    let is_standard = match machine.kernel.has_descriptors {
        false => number < 3,
        true => {
            if machine.stops() {
                return Ok(Reply::Stop);
            }
            matches!(machine.descriptor(number.into()), Some(Descriptor::Standard(n)) if n == number)
        }
    };
    if is_standard {
        return Ok(Reply::Value(STDIN + u64::from(number)));
    }
    let answer = stream_on(machine, number, arguments.get(1)?);
    answered(machine, Failing::Null, answer)
}

fn stream_on(machine: &mut Machine<'_>, number: u32, mode: u64) -> Answer {
    if !machine.kernel.has_descriptors {
        return Err(EBADF.into());
    }
    let description = match machine.descriptor(number.into()) {
        Some(Descriptor::File(description)) => description,
        Some(_) => return Err(Fault::unsupported("fdopen of a pipe").into()),
        None => return Err(EBADF.into()),
    };
    let mode = string(machine, mode)?;
    let wanted = abilities(flags_of(&mode).ok_or(EINVAL)?);
    let flags = machine.description(description).flags;
    if wanted & !abilities(flags) != 0 {
        return Err(EINVAL.into());
    }
    Ok(File::open(machine, number, wanted)?.0)
}

/// Does something with an open file; the standard streams have their own reply and perhaps an error.
fn on_stream(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    at: usize,
    failing: Failing,
    (standard, error): (Reply, Option<i32>),
    work: impl FnOnce(&mut Machine<'_>, File) -> Answer,
) -> Result<Reply, Fault> {
    let Handle::File(file) = handle(machine, arguments.get(at)?)? else {
        if let Some(error) = error {
            machine.set_errno(error)?;
        }
        return Ok(standard);
    };
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a file")?;
    let answer = work(machine, file);
    answered(machine, failing, answer)
}

fn seek(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let standard = (super::int(-1), Some(ESPIPE));
    on_stream(machine, arguments, 0, Failing::Int, standard, |m, file| {
        let offset = offset(m, arguments, 1)?;
        file.seek(m, offset, arguments.get_i32(2)?)?;
        Ok(0)
    })
}

fn tell(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let standard = (Reply::Value(u64::MAX), Some(ESPIPE));
    on_stream(machine, arguments, 0, Failing::Long, standard, |m, file| {
        file.tell(m)
    })
}

fn rewind(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if handle(machine, arguments.get(0)?)? == Handle::Input {
        return super::stdio::clear(machine, arguments);
    }
    let standard = (Reply::Void, None);
    let reply = on_stream(machine, arguments, 0, Failing::Int, standard, |m, file| {
        file.seek(m, 0, 0)?;
        file.change(m, 0, FAILED)?;
        Ok(0)
    })?;
    Ok(crate::models::without_value(reply))
}

/// `fgetpos`: an fpos_t begins with the offset.
fn remember(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let standard = (super::int(-1), Some(ESPIPE));
    on_stream(machine, arguments, 0, Failing::Int, standard, |m, file| {
        let place = file.tell(m)?;
        let size = m.data_model().choose(12, 16);
        m.fill_bytes(arguments.get(1)?, 0, size)?;
        m.write_long(arguments.get(1)?, place)?;
        Ok(0)
    })
}

fn return_to(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let standard = (super::int(-1), Some(ESPIPE));
    on_stream(machine, arguments, 0, Failing::Int, standard, |m, file| {
        let place = m.read_long(arguments.get(1)?)?;
        file.seek(m, place, 0)?;
        Ok(0)
    })
}

const FULL: i32 = 0;
const LINES: i32 = 1;
const NONE: i32 = 2;

fn set_buffer(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    how: i32,
    reply: Reply,
) -> Result<Reply, Fault> {
    let Handle::File(file) = handle(machine, arguments.get(0)?)? else {
        return Ok(reply);
    };
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let (set, clear) = match how {
        FULL => (0, UNBUFFERED | BY_LINES),
        LINES => (BY_LINES, UNBUFFERED),
        _ => (UNBUFFERED, BY_LINES),
    };
    file.change(machine, set, clear)?;
    Ok(reply)
}
