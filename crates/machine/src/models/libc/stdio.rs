//! <stdio.h> without the formats. The standard streams are three made-up FILE pointers; the others
//! are those of `stream`.

use super::Table;
use super::bytes::string;
use super::errors::{EBADF, failure};
use super::file::{AT_END, FAILED, File};
use super::input;
use super::streams::{Handle, STDIN, STDOUT, handle};
use crate::error::Fault;
use crate::kernel::Descriptor;
use crate::machine::Machine;
use crate::models::files::{Failing, Failure, answered};
use crate::models::{Arguments, Reply};
use crate::observe::Stream;

pub const MODELS: Table = &[
    ("puts", put_line),
    ("fputs", |m, a| put_string(m, a.get(0)?, a.get(1)?)),
    ("fputs_unlocked", |m, a| put_string(m, a.get(0)?, a.get(1)?)),
    ("putchar", |m, a| put_byte(m, a.get(0)?, STDOUT)),
    ("putchar_unlocked", |m, a| put_byte(m, a.get(0)?, STDOUT)),
    ("putc", |m, a| put_byte(m, a.get(0)?, a.get(1)?)),
    ("_IO_putc", |m, a| put_byte(m, a.get(0)?, a.get(1)?)),
    ("putc_unlocked", |m, a| put_byte(m, a.get(0)?, a.get(1)?)),
    ("fputc", |m, a| put_byte(m, a.get(0)?, a.get(1)?)),
    ("fputc_unlocked", |m, a| put_byte(m, a.get(0)?, a.get(1)?)),
    ("fwrite", put_block),
    ("fwrite_unlocked", put_block),
    ("fflush", flush),
    ("fflush_unlocked", flush),
    ("fileno", number),
    ("fileno_unlocked", number),
    ("ferror", has_failed),
    ("ferror_unlocked", has_failed),
    ("clearerr", clear),
    ("clearerr_unlocked", clear),
    ("feof", input::at_end),
    ("feof_unlocked", input::at_end),
    ("getchar", |m, _| input::byte(m, STDIN)),
    ("getchar_unlocked", |m, _| input::byte(m, STDIN)),
    ("getc", |m, a| input::byte(m, a.get(0)?)),
    ("_IO_getc", |m, a| input::byte(m, a.get(0)?)),
    ("getc_unlocked", |m, a| input::byte(m, a.get(0)?)),
    ("fgetc", |m, a| input::byte(m, a.get(0)?)),
    ("fgetc_unlocked", |m, a| input::byte(m, a.get(0)?)),
    ("ungetc", input::put_back),
    ("gets", |m, _| match m.options.input.is_some() {
        true => Err(Fault::unsupported("gets")),
        false => Ok(Reply::Value(0)),
    }),
    ("fgets", |m, a| {
        input::line(m, a.get(0)?, a.get_i32(1)?, a.get(2)?)
    }),
    ("fgets_unlocked", |m, a| {
        input::line(m, a.get(0)?, a.get_i32(1)?, a.get(2)?)
    }),
    ("__fgets_chk", |m, a| {
        input::line(m, a.get(0)?, a.get_i32(2)?, a.get(3)?)
    }),
    ("fread", |m, a| {
        input::block(m, a.get(0)?, (a.get(1)?, a.get(2)?), a.get(3)?)
    }),
    ("fread_unlocked", |m, a| {
        input::block(m, a.get(0)?, (a.get(1)?, a.get(2)?), a.get(3)?)
    }),
    ("__fread_chk", |m, a| {
        input::block(m, a.get(0)?, (a.get(2)?, a.get(3)?), a.get(4)?)
    }),
    ("getline", |m, a| {
        input::delimited(m, (a.get(0)?, a.get(1)?), b'\n', a.get(2)?)
    }),
    ("getdelim", |m, a| {
        input::delimited(m, (a.get(0)?, a.get(1)?), a.get(2)? as u8, a.get(3)?)
    }),
    ("__getdelim", |m, a| {
        input::delimited(m, (a.get(0)?, a.get(1)?), a.get(2)? as u8, a.get(3)?)
    }),
];

/// Writes to an open file; `reply` is for what was written, `failed` if nothing could be.
fn put_to_file(
    machine: &mut Machine<'_>,
    file: File,
    bytes: &[u8],
    reply: Reply,
    failed: u64,
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a file")?;
    match file.write(machine, bytes) {
        Ok(()) => Ok(reply),
        Err(Failure::Fault(fault)) => Err(fault),
        Err(Failure::Errno(error)) => {
            machine.set_errno(error)?;
            Ok(Reply::Value(failed))
        }
    }
}

/// Prints to a standard stream.
pub(super) fn print(machine: &mut Machine<'_>, stream: Stream, bytes: &[u8]) -> Result<(), Fault> {
    let number = match stream {
        Stream::Stdout => 1,
        Stream::Stderr => 2,
    };
    let is_redirected = machine.kernel.redirects
        && machine.kernel.has_descriptors
        && machine.descriptor(number) != Some(Descriptor::Standard(number as u32));
    if is_redirected {
        return Err(Fault::refused(
            "printing to a standard stream that was redirected",
            "write to its descriptor",
        ));
    }
    machine.print(stream, bytes);
    Ok(())
}

pub(super) fn put(
    machine: &mut Machine<'_>,
    file: u64,
    bytes: &[u8],
    reply: Reply,
) -> Result<Reply, Fault> {
    match handle(machine, file)? {
        Handle::Output(stream) => print(machine, stream, bytes)?,
        Handle::File(file) => return put_to_file(machine, file, bytes, reply, u32::MAX as u64),
        Handle::Input | Handle::Closed => return failure(machine, EBADF),
    }
    Ok(reply)
}

fn put_line(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let text = arguments.get(0)?;
    if machine.stops_at(&[text]) {
        return Ok(Reply::Stop);
    }
    let mut line = string(machine, text)?;
    line.push(b'\n');
    put(machine, STDOUT, &line, super::int(line.len() as i32))
}

fn put_string(machine: &mut Machine<'_>, text: u64, file: u64) -> Result<Reply, Fault> {
    if machine.stops_at(&[text]) {
        return Ok(Reply::Stop);
    }
    let text = string(machine, text)?;
    put(machine, file, &text, super::int(1))
}

fn put_byte(machine: &mut Machine<'_>, byte: u64, file: u64) -> Result<Reply, Fault> {
    put(machine, file, &[byte as u8], super::int(byte as u8 as i32))
}

fn put_block(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (block, size, count) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    let total = size.saturating_mul(count);
    let file = arguments.get(3)?;
    if total == 0 {
        handle(machine, file)?;
        return Ok(Reply::Value(0));
    }
    if machine.stops_at(&[block]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(block, total)?;
    match handle(machine, file)? {
        Handle::Output(stream) => print(machine, stream, &bytes)?,
        Handle::File(file) => {
            return put_to_file(machine, file, &bytes, Reply::Value(count), 0);
        }
        Handle::Input | Handle::Closed => {
            machine.set_errno(EBADF)?;
            return Ok(Reply::Value(0));
        }
    }
    Ok(Reply::Value(count))
}

/// A null pointer means all streams.
fn flush(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let file = arguments.get(0)?;
    if file == 0 {
        if machine.kernel.files.exist() && machine.stops() {
            return Ok(Reply::Stop);
        }
        machine.flush_streams()?;
        return Ok(super::int(0));
    }
    let Handle::File(file) = handle(machine, file)? else {
        return Ok(super::int(0));
    };
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a file")?;
    let answer = file.flush(machine).map(|()| 0);
    answered(machine, Failing::Int, answer)
}

fn number(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let file = arguments.get(0)?;
    Ok(match handle(machine, file)? {
        Handle::File(file) => Reply::Value(file.number(machine)?.into()),
        _ => super::int(file.wrapping_sub(STDIN) as i32),
    })
}

fn has_failed(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let Handle::File(file) = handle(machine, arguments.get(0)?)? else {
        return Ok(super::int(0));
    };
    if machine.stops_at(&[file.0]) {
        return Ok(Reply::Stop);
    }
    Ok(super::int(file.has(machine, FAILED)? as i32))
}

/// Standard input may have an end that more can come behind.
pub(super) fn clear(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    match handle(machine, arguments.get(0)?)? {
        Handle::Input if !machine.memory.weak.is_on => {
            if machine.stops() {
                return Ok(Reply::Stop);
            }
            machine.input_mut().at_end = false;
        }
        Handle::File(file) => {
            if machine.stops_at(&[file.0]) {
                return Ok(Reply::Stop);
            }
            file.change(machine, 0, FAILED | AT_END)?;
        }
        _ => {}
    }
    Ok(Reply::Void)
}
