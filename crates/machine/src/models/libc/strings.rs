//! <string.h>, the half about strings: lengths, copies and comparisons. What searches in
//! strings has a file of its own.

use super::Table;
use super::blocks::check_capacity;
use super::bytes::{Bytes, string, string_up_to, write_string};
use crate::error::Fault;
use crate::machine::Machine;
use crate::memory::{Flags, check_apart};
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("strlen", |m, a| length(m, a.get(0)?, u64::MAX)),
    ("strnlen", |m, a| length(m, a.get(0)?, a.get(1)?)),
    ("strcmp", |m, a| compare(m, a, u64::MAX, plain)),
    ("strcoll", |m, a| compare(m, a, u64::MAX, plain)),
    ("strncmp", |m, a| compare(m, a, a.get(2)?, plain)),
    ("strcasecmp", |m, a| compare(m, a, u64::MAX, lower_case)),
    ("strncasecmp", |m, a| compare(m, a, a.get(2)?, lower_case)),
    ("strcpy", |m, a| copy(m, a, Returns::Start, None)),
    ("__strcpy_chk", |m, a| {
        copy(m, a, Returns::Start, Some(a.get(2)?))
    }),
    ("stpcpy", |m, a| copy(m, a, Returns::End, None)),
    ("__stpcpy", |m, a| copy(m, a, Returns::End, None)),
    ("__stpcpy_chk", |m, a| {
        copy(m, a, Returns::End, Some(a.get(2)?))
    }),
    ("strncpy", |m, a| copy_padded(m, a, Returns::Start, None)),
    ("__strncpy_chk", |m, a| {
        copy_padded(m, a, Returns::Start, Some(a.get(3)?))
    }),
    ("stpncpy", |m, a| copy_padded(m, a, Returns::End, None)),
    ("__stpncpy_chk", |m, a| {
        copy_padded(m, a, Returns::End, Some(a.get(3)?))
    }),
    ("strlcpy", |m, a| copy_cut(m, a)),
    ("strcat", |m, a| append(m, a, u64::MAX, None)),
    ("__strcat_chk", |m, a| {
        append(m, a, u64::MAX, Some(a.get(2)?))
    }),
    ("strncat", |m, a| append(m, a, a.get(2)?, None)),
    ("__strncat_chk", |m, a| {
        append(m, a, a.get(2)?, Some(a.get(3)?))
    }),
    ("strlcat", |m, a| append_cut(m, a)),
    ("strdup", |m, a| duplicate(m, a.get(0)?, u64::MAX)),
    ("__strdup", |m, a| duplicate(m, a.get(0)?, u64::MAX)),
    ("strndup", |m, a| duplicate(m, a.get(0)?, a.get(1)?)),
    ("__strndup", |m, a| duplicate(m, a.get(0)?, a.get(1)?)),
];

/// What a copy returns: the start of the target or its new end.
#[derive(Clone, Copy)]
enum Returns {
    Start,
    End,
}

impl Returns {
    fn reply(self, target: u64, length: usize) -> Reply {
        match self {
            Returns::Start => Reply::Value(target),
            Returns::End => Reply::Value(target + length as u64),
        }
    }
}

fn length(machine: &mut Machine<'_>, address: u64, limit: u64) -> Result<Reply, Fault> {
    if machine.stops_at(&[address]) {
        return Ok(Reply::Stop);
    }
    Ok(Reply::Value(
        string_up_to(machine, address, limit)?.len() as u64
    ))
}

fn plain(byte: u8) -> u8 {
    byte
}

fn lower_case(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn compare(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    limit: u64,
    fold: fn(u8) -> u8,
) -> Result<Reply, Fault> {
    let (left, right) = (arguments.get(0)?, arguments.get(1)?);
    if limit > 0 && machine.stops_at(&[left, right]) {
        return Ok(Reply::Stop);
    }
    let (mut left, mut right) = (Bytes::at(left), Bytes::at(right));
    for _ in 0..limit {
        let (l, r) = (fold(left.next(machine)?), fold(right.next(machine)?));
        if l != r || l == 0 {
            return Ok(super::int(l as i32 - r as i32));
        }
    }
    Ok(super::int(0))
}

fn copy(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    returns: Returns,
    capacity: Option<u64>,
) -> Result<Reply, Fault> {
    let (to, from) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[to, from]) {
        return Ok(Reply::Stop);
    }
    let text = string(machine, from)?;
    let length = text.len();
    check_capacity(length as u64 + 1, capacity.unwrap_or(u64::MAX))?;
    check_apart((to, length as u64 + 1), (from, length as u64 + 1))?;
    write_string(machine, to, text)?;
    Ok(returns.reply(to, length))
}

/// strncpy: exactly so many bytes, zeros behind the string.
fn copy_padded(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    returns: Returns,
    capacity: Option<u64>,
) -> Result<Reply, Fault> {
    let (to, from, size) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    check_capacity(size, capacity.unwrap_or(u64::MAX))?;
    if size > 0 && machine.stops_at(&[to, from]) {
        return Ok(Reply::Stop);
    }
    let text = string_up_to(machine, from, size)?;
    let padding = size - text.len() as u64;
    check_apart((to, size), (from, size.min(text.len() as u64 + 1)))?;
    machine.write_bytes(to, &text)?;
    machine.fill_bytes(to + text.len() as u64, 0, padding)?;
    Ok(returns.reply(to, text.len()))
}

/// strlcpy: as much as fits, always with a zero.
fn copy_cut(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (to, from, size) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    if machine.stops_at(&[to, from]) {
        return Ok(Reply::Stop);
    }
    let mut text = string(machine, from)?;
    let length = text.len() as u64;
    if size > 0 {
        text.truncate((size - 1).min(length) as usize);
        write_string(machine, to, text)?;
    }
    Ok(Reply::Value(length))
}

fn append(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    limit: u64,
    capacity: Option<u64>,
) -> Result<Reply, Fault> {
    let (to, from) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[to, from]) {
        return Ok(Reply::Stop);
    }
    let before = string(machine, to)?.len() as u64;
    let text = string_up_to(machine, from, limit)?;
    check_capacity(before + text.len() as u64 + 1, capacity.unwrap_or(u64::MAX))?;
    let length = text.len() as u64;
    check_apart((to + before, length + 1), (from, limit.min(length + 1)))?;
    write_string(machine, to + before, text)?;
    Ok(Reply::Value(to))
}

/// strlcat: as much as fits, always with a zero.
fn append_cut(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (to, from, size) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    if machine.stops_at(&[to, from]) {
        return Ok(Reply::Stop);
    }
    let before = string_up_to(machine, to, size)?.len() as u64;
    let mut text = string(machine, from)?;
    let wanted = before + text.len() as u64;
    if before < size {
        text.truncate((size - before - 1).min(text.len() as u64) as usize);
        write_string(machine, to + before, text)?;
    }
    Ok(Reply::Value(wanted))
}

fn duplicate(machine: &mut Machine<'_>, from: u64, limit: u64) -> Result<Reply, Fault> {
    if machine.stops_at(&[from]) {
        return Ok(Reply::Stop);
    }
    let text = string_up_to(machine, from, limit)?;
    Ok(Reply::Value(new_string(machine, text)?))
}

/// A string on the heap that the program must free.
pub(super) fn new_string(machine: &mut Machine<'_>, text: Vec<u8>) -> Result<u64, Fault> {
    let address = machine
        .allocate(text.len() as u64 + 1, Flags::FREEABLE)?
        .at(0)
        .0;
    write_string(machine, address, text)?;
    Ok(address)
}
