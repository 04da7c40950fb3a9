//! Reading standard input, if the user gave one; without it there is nothing in it. Streams have no
//! buffers of their own, so that `read` goes on where a stream has stopped.

use super::errors::EBADF;
use super::scan::Scanned;
use super::streams::{Handle, handle};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

const EOF: u64 = u32::MAX as u64;

/// What a call on a stream does next.
enum Turn {
    /// There is something to read, or its end.
    Read,
    Reply(Reply),
}

/// `nothing` is what the call returns where nothing can be read.
fn turn(machine: &mut Machine<'_>, file: u64, nothing: u64) -> Result<Turn, Fault> {
    if handle(file)? != Handle::Input {
        machine.set_errno(EBADF)?;
        return Ok(Turn::Reply(Reply::Value(nothing)));
    }
    // Without an input only `feof` can tell one read from the next, and it is refused under c11.
    if machine.options.input.is_none() && machine.memory.weak.is_on {
        return Ok(Turn::Reply(Reply::Value(nothing)));
    }
    if machine.stops() {
        return Ok(Turn::Reply(Reply::Stop));
    }
    machine.refuse_weakly("reading standard input")?;
    Ok(Turn::Read)
}

/// What was not read yet.
fn rest(machine: &mut Machine<'_>) -> Vec<u8> {
    let position = machine.input().position;
    let given = machine.options.input.as_deref().unwrap_or_default();
    given.get(position..).unwrap_or_default().to_vec()
}

fn advance(machine: &mut Machine<'_>, count: usize, at_end: bool) {
    let input = machine.input_mut();
    input.position += count;
    input.at_end |= at_end;
}

pub fn byte(machine: &mut Machine<'_>, file: u64) -> Result<Reply, Fault> {
    if let Turn::Reply(reply) = turn(machine, file, EOF)? {
        return Ok(reply);
    }
    let next = rest(machine).first().copied();
    advance(machine, next.is_some() as usize, next.is_none());
    Ok(Reply::Value(next.map_or(EOF, u64::from)))
}

/// A line with its end, as far as it fits.
pub fn line(machine: &mut Machine<'_>, place: u64, size: i32, file: u64) -> Result<Reply, Fault> {
    if let Turn::Reply(reply) = turn(machine, file, 0)? {
        return Ok(reply);
    }
    let rest = rest(machine);
    let room = usize::try_from(size).unwrap_or(0).saturating_sub(1);
    if size < 1 {
        return Ok(Reply::Value(0));
    }
    let end = rest.iter().take(room).position(|byte| *byte == b'\n');
    let count = end.map_or(rest.len().min(room), |end| end + 1);
    advance(machine, count, end.is_none() && count < room);
    if count == 0 && room > 0 {
        return Ok(Reply::Value(0));
    }
    let mut text = rest[..count].to_vec();
    text.push(0);
    machine.write_bytes(place, &text)?;
    Ok(Reply::Value(place))
}

pub fn block(
    machine: &mut Machine<'_>,
    place: u64,
    (size, count): (u64, u64),
    file: u64,
) -> Result<Reply, Fault> {
    if let Turn::Reply(reply) = turn(machine, file, 0)? {
        return Ok(reply);
    }
    let wanted = usize::try_from(size.saturating_mul(count)).unwrap_or(usize::MAX);
    let rest = rest(machine);
    let taken = rest.len().min(wanted);
    advance(machine, taken, taken < wanted);
    if taken > 0 {
        machine.write_bytes(place, &rest[..taken])?;
    }
    Ok(Reply::Value((taken as u64).checked_div(size).unwrap_or(0)))
}

/// `getline`, and `getdelim` with its delimiter: the buffer grows as it must.
pub fn delimited(
    machine: &mut Machine<'_>,
    (line, capacity): (u64, u64),
    delimiter: u8,
    file: u64,
) -> Result<Reply, Fault> {
    if let Turn::Reply(reply) = turn(machine, file, u64::MAX)? {
        return Ok(reply);
    }
    let rest = rest(machine);
    let end = rest.iter().position(|byte| *byte == delimiter);
    let count = end.map_or(rest.len(), |end| end + 1);
    advance(machine, count, end.is_none());
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

/// The bytes that a format reads, if there is an input; they are taken by [`scanned`].
pub fn unread(machine: &mut Machine<'_>, file: u64) -> Result<Result<Vec<u8>, Reply>, Fault> {
    Ok(match turn(machine, file, EOF)? {
        Turn::Read => Ok(rest(machine)),
        Turn::Reply(reply) => Err(reply),
    })
}

pub fn scanned(machine: &mut Machine<'_>, scanned: &Scanned, available: usize) {
    advance(machine, scanned.taken, scanned.taken == available);
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
    let rest = rest(machine);
    let count = rest.len().min(size as usize);
    advance(machine, count, false);
    if count > 0 {
        machine.write_bytes(place, &rest[..count])?;
    }
    Ok(Reply::Value(count as u64))
}

pub fn at_end(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if handle(arguments.get(0)?)? != Handle::Input {
        return Ok(super::int(0));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("asking for the end of standard input")?;
    let at_end = machine.input().at_end;
    Ok(super::int(at_end as i32))
}

/// Gives a byte back that was read last.
pub fn put_back(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (byte, file) = (arguments.get_i32(0)?, arguments.get(1)?);
    if byte == EOF as u32 as i32 {
        handle(file)?;
        return Ok(super::int(-1));
    }
    if let Turn::Reply(reply @ Reply::Stop) = turn(machine, file, EOF)? {
        return Ok(reply);
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
