//! <stdio.h> without the formats. The standard streams are three made-up FILE pointers;
//! standard input is empty, and no file can be opened: fopen says that there is none.

use super::Table;
use super::bytes::string;
use super::errors::{EBADF, ENOENT, ESPIPE, failure};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use crate::observe::Stream;

/// What `stdin`, `stdout` and `stderr` point at: addresses of nothing.
pub const STDIN: u64 = 0x1000;
pub const STDOUT: u64 = 0x1001;
pub const STDERR: u64 = 0x1002;

const EOF: i32 = -1;

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
    ("clearerr", |_, a| checked(a, 0, Reply::Void)),
    ("clearerr_unlocked", |_, a| checked(a, 0, Reply::Void)),
    ("feof", at_end),
    ("feof_unlocked", at_end),
    ("fclose", |_, a| checked(a, 0, super::int(0))),
    ("getchar", |_, _| Ok(super::int(EOF))),
    ("getchar_unlocked", |_, _| Ok(super::int(EOF))),
    ("getc", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("_IO_getc", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("getc_unlocked", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("fgetc", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("fgetc_unlocked", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("ungetc", put_back),
    ("gets", |_, _| Ok(Reply::Value(0))),
    ("fgets", |m, a| input(m, a, 2, 0)),
    ("fgets_unlocked", |m, a| input(m, a, 2, 0)),
    ("__fgets_chk", |m, a| input(m, a, 3, 0)),
    ("fread", |m, a| input(m, a, 3, 0)),
    ("fread_unlocked", |m, a| input(m, a, 3, 0)),
    ("__fread_chk", |m, a| input(m, a, 4, 0)),
    ("getline", |m, a| input(m, a, 2, u64::MAX)),
    ("getdelim", |m, a| input(m, a, 3, u64::MAX)),
    ("__getdelim", |m, a| input(m, a, 3, u64::MAX)),
    ("scanf", |_, _| Ok(super::int(EOF))),
    ("__isoc99_scanf", |_, _| Ok(super::int(EOF))),
    ("__isoc23_scanf", |_, _| Ok(super::int(EOF))),
    ("vscanf", |_, _| Ok(super::int(EOF))),
    ("__isoc99_vscanf", |_, _| Ok(super::int(EOF))),
    ("__isoc23_vscanf", |_, _| Ok(super::int(EOF))),
    ("fscanf", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("__isoc99_fscanf", |m, a| input(m, a, 0, EOF as u32 as u64)),
    ("__isoc23_fscanf", |m, a| input(m, a, 0, EOF as u32 as u64)),
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
    ("rewind", |_, a| checked(a, 0, Reply::Void)),
    ("ftell", |m, a| {
        checked_failure(m, a, ESPIPE)?;
        Ok(Reply::Value(u64::MAX))
    }),
];

/// What stands behind a FILE pointer or a file descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Input,
    Output(Stream),
    /// A descriptor that nothing is open on.
    Closed,
}

impl Handle {
    pub fn of_descriptor(descriptor: u64) -> Handle {
        match descriptor as u32 {
            0 => Handle::Input,
            1 => Handle::Output(Stream::Stdout),
            2 => Handle::Output(Stream::Stderr),
            _ => Handle::Closed,
        }
    }
}

/// What a FILE pointer stands for.
pub fn handle(file: u64) -> Result<Handle, Fault> {
    match file {
        STDIN => Ok(Handle::Input),
        STDOUT => Ok(Handle::Output(Stream::Stdout)),
        STDERR => Ok(Handle::Output(Stream::Stderr)),
        0 => Err(Fault::error(
            ErrorKind::NullDereference,
            "a null FILE pointer is used",
        )),
        _ => Err(Fault::error(
            ErrorKind::InvalidPointer,
            "a FILE pointer that points at no open file is used",
        )),
    }
}

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

/// Standard input is at its end from the start.
fn at_end(_: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    Ok(super::int(
        (handle(arguments.get(0)?)? == Handle::Input) as i32,
    ))
}

/// Reading from a stream: from standard input comes nothing, from the others an error.
fn input(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    file: usize,
    nothing: u64,
) -> Result<Reply, Fault> {
    if handle(arguments.get(file)?)? != Handle::Input {
        machine.set_errno(EBADF)?;
    }
    Ok(Reply::Value(nothing))
}

fn put_back(_: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if arguments.get_i32(0)? == EOF {
        return checked(arguments, 1, super::int(EOF));
    }
    Err(Fault::unsupported(
        "ungetc of a character that was not read",
    ))
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
