//! Reading standard input, if the user gave one, and open files. Nothing is read ahead, so that `read`
//! goes on where a stream has stopped.

use super::errors::EBADF;
use super::file::{AT_END, File};
use super::scan::Scanned;
use super::streams::{Handle, handle};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::files::{Failing, Failure, answered};
use crate::models::{Arguments, Reply};

const EOF: u64 = u32::MAX as u64;

/// Where bytes come from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Input,
    File(File),
}

/// What a call on a stream does next.
enum Turn {
    /// There is something to read, or its end.
    Read(Source),
    Reply(Reply),
}

/// `nothing` is what the call returns where nothing can be read.
fn turn(machine: &mut Machine<'_>, file: u64, nothing: u64) -> Result<Turn, Fault> {
    let source = match handle(machine, file)? {
        Handle::Input => Source::Input,
        Handle::File(file) => Source::File(file),
        Handle::Output(_) | Handle::Closed => {
            machine.set_errno(EBADF)?;
            return Ok(Turn::Reply(Reply::Value(nothing)));
        }
    };
    // Without an input only `feof` can tell one read from the next, and it is refused under c11.
    let is_empty = matches!(source, Source::Input) && machine.options.input.is_none();
    if is_empty && machine.memory.weak.is_on {
        return Ok(Turn::Reply(Reply::Value(nothing)));
    }
    if machine.stops() {
        return Ok(Turn::Reply(Reply::Stop));
    }
    machine.refuse_weakly("reading a stream")?;
    Ok(Turn::Read(source))
}

/// At most so many bytes that were not read yet; None: the error was told, and there are none.
fn rest(machine: &mut Machine<'_>, source: Source, most: u64) -> Result<Option<Vec<u8>>, Fault> {
    match source {
        Source::Input => {
            let position = machine.input().position;
            let given = machine.options.input.as_deref().unwrap_or_default();
            let rest = given.get(position..).unwrap_or_default();
            Ok(Some(rest[..rest.len().min(most as usize)].to_vec()))
        }
        Source::File(file) => match file.peek(machine, most) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(Failure::Fault(fault)) => Err(fault),
            Err(Failure::Errno(error)) => {
                machine.set_errno(error)?;
                Ok(None)
            }
        },
    }
}

fn advance(
    machine: &mut Machine<'_>,
    source: Source,
    count: usize,
    at_end: bool,
) -> Result<(), Fault> {
    match source {
        Source::Input => {
            let input = machine.input_mut();
            input.position += count;
            input.at_end |= at_end;
        }
        Source::File(file) => {
            match file.take(machine, count as u64) {
                Err(Failure::Fault(fault)) => return Err(fault),
                Ok(()) | Err(Failure::Errno(_)) => {}
            }
            if at_end {
                file.change(machine, AT_END, 0)?;
            }
        }
    }
    Ok(())
}

pub fn byte(machine: &mut Machine<'_>, file: u64) -> Result<Reply, Fault> {
    let source = match turn(machine, file, EOF)? {
        Turn::Read(source) => source,
        Turn::Reply(reply) => return Ok(reply),
    };
    let Some(rest) = rest(machine, source, 1)? else {
        return Ok(Reply::Value(EOF));
    };
    let next = rest.first().copied();
    advance(machine, source, next.is_some() as usize, next.is_none())?;
    Ok(Reply::Value(next.map_or(EOF, u64::from)))
}

/// A line with its end, as far as it fits.
pub fn line(machine: &mut Machine<'_>, place: u64, size: i32, file: u64) -> Result<Reply, Fault> {
    // There is no room for a byte: nothing is read, also from a stream that cannot be.
    if size <= 1 {
        handle(machine, file)?;
        return empty_line(machine, place, size);
    }
    let source = match turn(machine, file, 0)? {
        Turn::Read(source) => source,
        Turn::Reply(reply) => return Ok(reply),
    };
    let room = size as usize - 1;
    let Some(rest) = rest(machine, source, room as u64)? else {
        return Ok(Reply::Value(0));
    };
    let end = rest.iter().position(|byte| *byte == b'\n');
    let count = end.map_or(rest.len(), |end| end + 1);
    advance(machine, source, count, end.is_none() && count < room)?;
    if count == 0 {
        return Ok(Reply::Value(0));
    }
    let mut text = rest[..count].to_vec();
    text.push(0);
    machine.write_bytes(place, &text)?;
    Ok(Reply::Value(place))
}

fn empty_line(machine: &mut Machine<'_>, place: u64, size: i32) -> Result<Reply, Fault> {
    if size < 1 {
        return Ok(Reply::Value(0));
    }
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    machine.write_bytes(place, &[0])?;
    Ok(Reply::Value(place))
}

pub fn block(
    machine: &mut Machine<'_>,
    place: u64,
    (size, count): (u64, u64),
    file: u64,
) -> Result<Reply, Fault> {
    let wanted = size.saturating_mul(count);
    if wanted == 0 {
        handle(machine, file)?;
        return Ok(Reply::Value(0));
    }
    let source = match turn(machine, file, 0)? {
        Turn::Read(source) => source,
        Turn::Reply(reply) => return Ok(reply),
    };
    let Some(rest) = rest(machine, source, wanted)? else {
        return Ok(Reply::Value(0));
    };
    let taken = rest.len();
    advance(machine, source, taken, (taken as u64) < wanted)?;
    machine.write_bytes(place, &rest)?;
    Ok(Reply::Value((taken as u64).checked_div(size).unwrap_or(0)))
}

/// `getline`, and `getdelim` with its delimiter: the buffer grows as it must.
pub fn delimited(
    machine: &mut Machine<'_>,
    (line, capacity): (u64, u64),
    delimiter: u8,
    file: u64,
) -> Result<Reply, Fault> {
    let source = match turn(machine, file, u64::MAX)? {
        Turn::Read(source) => source,
        Turn::Reply(reply) => return Ok(reply),
    };
    let Some(rest) = rest(machine, source, u64::MAX)? else {
        return Ok(Reply::Value(u64::MAX));
    };
    let end = rest.iter().position(|byte| *byte == delimiter);
    let count = end.map_or(rest.len(), |end| end + 1);
    advance(machine, source, count, end.is_none())?;
    if count == 0 {
        return Ok(Reply::Value(u64::MAX));
    }
    let mut text = rest[..count].to_vec();
    text.push(0);
    let mut place = machine.read_pointer(line)?;
    if place == 0 || (machine.read_long(capacity)? as u64) < text.len() as u64 {
        let room = (text.len() as u64).max(120);
        if place != 0 {
            crate::models::allocation::release(machine, place)?;
        }
        place = crate::models::allocation::block(machine, room)?;
        machine.write_pointer(line, place)?;
        machine.write_long(capacity, room)?;
    }
    machine.write_bytes(place, &text)?;
    Ok(Reply::Value(count as u64))
}

/// The bytes that a format reads, if there are any to come; they are taken by [`scanned`].
pub fn unread(
    machine: &mut Machine<'_>,
    file: u64,
) -> Result<Result<(Source, Vec<u8>), Reply>, Fault> {
    let source = match turn(machine, file, EOF)? {
        Turn::Read(source) => source,
        Turn::Reply(reply) => return Ok(Err(reply)),
    };
    let rest = rest(machine, source, u64::MAX)?;
    Ok(match rest {
        Some(bytes) => Ok((source, bytes)),
        None => Err(Reply::Value(EOF)),
    })
}

pub fn scanned(
    machine: &mut Machine<'_>,
    source: Source,
    scanned: &Scanned,
    available: usize,
) -> Result<(), Fault> {
    advance(machine, source, scanned.taken, scanned.taken == available)
}

/// `read` of the descriptor.
pub fn read(machine: &mut Machine<'_>, place: u64, size: u64) -> Result<Reply, Fault> {
    if machine.options.input.is_none() {
        return Ok(Reply::Value(0));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("reading standard input")?;
    let rest = rest(machine, Source::Input, size)?.unwrap_or_default();
    advance(machine, Source::Input, rest.len(), false)?;
    machine.write_bytes(place, &rest)?;
    Ok(Reply::Value(rest.len() as u64))
}

pub fn at_end(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let handle = handle(machine, arguments.get(0)?)?;
    if matches!(handle, Handle::Output(_) | Handle::Closed) {
        return Ok(super::int(0));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("asking for the end of a stream")?;
    let at_end = match handle {
        Handle::File(file) => file.has(machine, AT_END)?,
        _ => machine.input().at_end,
    };
    Ok(super::int(at_end as i32))
}

/// Gives a byte back that was read last.
pub fn put_back(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (byte, file) = (arguments.get_i32(0)?, arguments.get(1)?);
    if byte == EOF as u32 as i32 {
        handle(machine, file)?;
        return Ok(super::int(-1));
    }
    match turn(machine, file, EOF)? {
        Turn::Reply(reply @ Reply::Stop) => return Ok(reply),
        Turn::Read(Source::File(file)) => {
            let answer = file.put_back(machine, byte as u8);
            let answer = answer.map(|()| u64::from(byte as u8));
            return answered(machine, Failing::Int, answer);
        }
        _ => {}
    }
    let position = machine.input().position;
    let given = machine.options.input.as_deref().unwrap_or_default();
    let last = position.checked_sub(1).and_then(|last| given.get(last));
    if last != Some(&(byte as u8)) {
        return Err(Fault::unsupported(
            "ungetc of a character that was not read",
        ));
    }
    let input = machine.input_mut();
    input.position -= 1;
    input.at_end = false;
    Ok(super::int(byte as u8 as i32))
}
