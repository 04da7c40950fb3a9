//! <stdio.h> without the formats. The standard streams are three made-up FILE pointers;
//! standard input is read elsewhere, and no file can be opened: fopen says that there is none.

use super::Table;
use super::bytes::string;
use super::errors::{EBADF, ENOENT, ESPIPE, failure};
use super::input;
use super::streams::{Handle, STDIN, STDOUT, handle};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

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
    ("setvbuf", |_, a| checked(a, 0, super::int(0))),
    ("setbuf", |_, a| checked(a, 0, Reply::Void)),
    ("setbuffer", |_, a| checked(a, 0, Reply::Void)),
    ("setlinebuf", |_, a| checked(a, 0, Reply::Void)),
    ("fileno", number),
    ("fileno_unlocked", number),
    ("ferror", |_, a| checked(a, 0, super::int(0))),
    ("ferror_unlocked", |_, a| checked(a, 0, super::int(0))),
    ("clearerr", clear),
    ("clearerr_unlocked", clear),
    ("feof", input::at_end),
    ("feof_unlocked", input::at_end),
    ("fclose", |_, a| checked(a, 0, super::int(0))),
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
    ("fopen", no_file),
    ("fopen64", no_file),
    ("freopen", no_file),
    ("freopen64", no_file),
    ("popen", no_file),
    ("tmpfile", no_file),
    ("tmpfile64", no_file),
    ("fdopen", open_descriptor),
    ("fseek", |m, a| checked_failure(m, a, ESPIPE)),
    ("fseeko", |m, a| checked_failure(m, a, ESPIPE)),
    ("rewind", clear),
    ("ftell", |m, a| {
        checked_failure(m, a, ESPIPE)?;
        Ok(Reply::Value(u64::MAX))
    }),
];

fn checked(arguments: &Arguments, file: usize, reply: Reply) -> Result<Reply, Fault> {
    handle(arguments.get(file)?)?;
    Ok(reply)
}

fn checked_failure(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    error: i32,
) -> Result<Reply, Fault> {
    handle(arguments.get(0)?)?;
    failure(machine, error)
}

fn put(machine: &mut Machine<'_>, file: u64, bytes: &[u8], reply: Reply) -> Result<Reply, Fault> {
    match handle(file)? {
        Handle::Output(stream) => machine.print(stream, bytes),
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
        return checked(arguments, 3, Reply::Value(0));
    }
    if machine.stops_at(&[block]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(block, total)?;
    match handle(file)? {
        Handle::Output(stream) => machine.print(stream, &bytes),
        Handle::Input | Handle::Closed => {
            machine.set_errno(EBADF)?;
            return Ok(Reply::Value(0));
        }
    }
    Ok(Reply::Value(count))
}

/// A null pointer means all streams.
fn flush(_: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if arguments.get(0)? == 0 {
        return Ok(super::int(0));
    }
    checked(arguments, 0, super::int(0))
}

fn number(_: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let file = arguments.get(0)?;
    checked(arguments, 0, super::int(file.wrapping_sub(STDIN) as i32))
}

/// Standard input may have an end that more can come behind.
fn clear(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if handle(arguments.get(0)?)? == Handle::Input && !machine.memory.weak.is_on {
        if machine.stops() {
            return Ok(Reply::Stop);
        }
        machine.input_mut().at_end = false;
    }
    Ok(Reply::Void)
}

fn no_file(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    machine.set_errno(ENOENT)?;
    Ok(Reply::Value(0))
}

fn open_descriptor(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if Handle::of_descriptor(arguments.get(0)?) == Handle::Closed {
        machine.set_errno(EBADF)?;
        return Ok(Reply::Value(0));
    }
    Ok(Reply::Value(STDIN + (arguments.get(0)? as u32 as u64)))
}
