//! <string.h>, the half about blocks of memory: mem*, and the fortified variants that
//! also know how large the target is.

use super::Table;
use super::bytes::Bytes;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::check_apart;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("trailhound.same", same),
    ("memcpy", copy),
    ("memmove", shift),
    ("__memcpy_chk", |m, a| fortified(m, a, 2, 3, copy)),
    ("__memmove_chk", |m, a| fortified(m, a, 2, 3, shift)),
    ("mempcpy", copy_to_end),
    ("__mempcpy", copy_to_end),
    ("__mempcpy_chk", |m, a| fortified(m, a, 2, 3, copy_to_end)),
    ("bcopy", |m, a| {
        copy_between(m, a.get(1)?, a.get(0)?, a.get(2)?, Reply::Void)
    }),
    ("memset", fill),
    ("__memset_chk", |m, a| fortified(m, a, 2, 3, fill)),
    ("bzero", clear),
    ("explicit_bzero", clear),
    ("__explicit_bzero_chk", |m, a| fortified(m, a, 1, 2, clear)),
    ("memcmp", compare),
    ("bcmp", compare),
    ("memchr", find),
    ("rawmemchr", |m, a| {
        find_byte(m, a.get(0)?, a.get(1)? as u8, u64::MAX)
    }),
    ("memrchr", find_last),
    ("memmem", find_block),
];

/// The check of a fortified function: that `size` bytes fit into the `capacity` that the
/// compiler knows. Then the plain function does the work.
pub(super) fn fortified(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    size: usize,
    capacity: usize,
    plain: super::super::Model,
) -> Result<Reply, Fault> {
    check_capacity(arguments.get(size)?, arguments.get(capacity)?)?;
    plain(machine, arguments)
}

/// What `__chk_fail` is called for.
pub(super) fn check_capacity(size: u64, capacity: u64) -> Result<(), Fault> {
    if size > capacity {
        let message = format!("buffer overflow: {size} bytes go into {capacity}");
        return Err(Fault::error(ErrorKind::OutOfBounds, message));
    }
    Ok(())
}

/// A copy of something onto itself is taken as right, as compilers take it.
fn check_copy(to: u64, from: u64, size: u64) -> Result<(), Fault> {
    match to == from {
        true => Ok(()),
        false => check_apart((to, size), (from, size)),
    }
}

fn copy_between(
    machine: &mut Machine<'_>,
    to: u64,
    from: u64,
    size: u64,
    reply: Reply,
) -> Result<Reply, Fault> {
    if size > 0 && machine.stops_at(&[to, from]) {
        return Ok(Reply::Stop);
    }
    machine.copy_bytes(to, from, size)?;
    Ok(reply)
}

fn copy(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    check_copy(arguments.get(0)?, arguments.get(1)?, arguments.get(2)?)?;
    shift(machine, arguments)
}

/// memmove.
fn shift(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (to, from, size) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    copy_between(machine, to, from, size, Reply::Value(to))
}

fn copy_to_end(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (to, from, size) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    check_copy(to, from, size)?;
    copy_between(machine, to, from, size, Reply::Value(to + size))
}

fn fill_with(machine: &mut Machine<'_>, to: u64, byte: u8, size: u64) -> Result<Reply, Fault> {
    if size > 0 && machine.stops_at(&[to]) {
        return Ok(Reply::Stop);
    }
    machine.fill_bytes(to, byte, size)?;
    Ok(Reply::Value(to))
}

fn fill(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    fill_with(
        machine,
        arguments.get(0)?,
        arguments.get(1)? as u8,
        arguments.get(2)?,
    )
}

fn clear(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    fill_with(machine, arguments.get(0)?, 0, arguments.get(1)?)
}

fn compare(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (left, right, size) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    if size > 0 && machine.stops_at(&[left, right]) {
        return Ok(Reply::Stop);
    }
    // All of both blocks is read, also what is behind the first difference.
    for block in [left, right] {
        machine.memory.is_visible(block, size)?;
        machine.note(block, size, false);
    }
    let (mut left, mut right) = (Bytes::at(left), Bytes::at(right));
    for _ in 0..size {
        let difference = left.next(machine)? as i32 - right.next(machine)? as i32;
        if difference != 0 {
            return Ok(super::int(difference));
        }
    }
    Ok(super::int(0))
}

fn find_byte(machine: &mut Machine<'_>, block: u64, byte: u8, size: u64) -> Result<Reply, Fault> {
    if size > 0 && machine.stops_at(&[block]) {
        return Ok(Reply::Stop);
    }
    let mut bytes = Bytes::at(block);
    for n in 0..size {
        if bytes.next(machine)? == byte {
            return Ok(Reply::Value(block + n));
        }
    }
    Ok(Reply::Value(0))
}

fn find(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    find_byte(
        machine,
        arguments.get(0)?,
        arguments.get(1)? as u8,
        arguments.get(2)?,
    )
}

fn find_last(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (block, byte, size) = (
        arguments.get(0)?,
        arguments.get(1)? as u8,
        arguments.get(2)?,
    );
    if size > 0 && machine.stops_at(&[block]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(block, size)?;
    let last = bytes.iter().rposition(|&found| found == byte);
    Ok(Reply::Value(last.map_or(0, |n| block + n as u64)))
}

fn find_block(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (block, wanted) = (arguments.get(0)?, arguments.get(2)?);
    if machine.stops_at(&[block, wanted]) {
        return Ok(Reply::Stop);
    }
    let bytes = machine.read_bytes(block, arguments.get(1)?)?;
    let wanted = machine.read_bytes(wanted, arguments.get(3)?)?;
    let found = super::position_of(&bytes, &wanted);
    Ok(Reply::Value(found.map_or(0, |n| block + n as u64)))
}

/// Whether two blocks are the same, for atomic structures. Padding that was never written is like any.
fn same(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let size = arguments.get(2)?;
    let one = machine.memory.lift(arguments.get(0)?, size)?;
    let two = machine.memory.lift(arguments.get(1)?, size)?;
    let mut pairs = one.iter().zip(&two);
    let is_same = pairs.all(|(one, two)| one.is_none() || two.is_none() || one == two);
    Ok(super::int(is_same as i32))
}
