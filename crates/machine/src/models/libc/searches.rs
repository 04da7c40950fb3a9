//! <string.h>: searching in strings and cutting them into tokens.

use super::Table;
use super::bytes::{Bytes, string};
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("strchr", |m, a| find_first(m, a, |_| 0)),
    ("index", |m, a| find_first(m, a, |_| 0)),
    ("strchrnul", |m, a| find_first(m, a, |end| end)),
    ("strrchr", find_last),
    ("rindex", find_last),
    ("strstr", |m, a| find_text(m, a, plain)),
    ("strcasestr", |m, a| {
        find_text(m, a, <[u8]>::to_ascii_lowercase)
    }),
    ("strspn", |m, a| span(m, a, |within| within)),
    ("strcspn", |m, a| span(m, a, |within| !within)),
    ("strpbrk", find_any),
    ("strtok_r", token),
    ("__strtok_r", token),
    ("strsep", separate),
];

fn plain(text: &[u8]) -> Vec<u8> {
    text.to_vec()
}

/// `otherwise` is the answer when the string ends at the given address without the byte.
fn find_first(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    otherwise: fn(u64) -> u64,
) -> Result<Reply, Fault> {
    let (text, wanted) = (arguments.get(0)?, arguments.get(1)? as u8);
    if machine.stops_at(&[text]) {
        return Ok(Reply::Stop);
    }
    let mut bytes = Bytes::at(text);
    let mut at = text;
    loop {
        let byte = bytes.next(machine)?;
        if byte == wanted {
            return Ok(Reply::Value(at));
        }
        if byte == 0 {
            return Ok(Reply::Value(otherwise(at)));
        }
        at += 1;
    }
}

fn find_last(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (address, wanted) = (arguments.get(0)?, arguments.get(1)? as u8);
    if machine.stops_at(&[address]) {
        return Ok(Reply::Stop);
    }
    let mut text = string(machine, address)?;
    // The zero at the end can be searched for as well.
    text.push(0);
    let last = text.iter().rposition(|&byte| byte == wanted);
    Ok(Reply::Value(last.map_or(0, |n| address + n as u64)))
}

fn find_text(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    fold: fn(&[u8]) -> Vec<u8>,
) -> Result<Reply, Fault> {
    let (address, wanted) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[address, wanted]) {
        return Ok(Reply::Stop);
    }
    let text = fold(&string(machine, address)?);
    let wanted = fold(&string(machine, wanted)?);
    let found = super::position_of(&text, &wanted);
    Ok(Reply::Value(found.map_or(0, |n| address + n as u64)))
}

/// How many bytes from `address` on are in the set, or are not: as `belongs` says.
fn span_length(
    machine: &mut Machine<'_>,
    address: u64,
    set: &[u8],
    belongs: fn(bool) -> bool,
) -> Result<u64, Fault> {
    let mut bytes = Bytes::at(address);
    let mut length = 0;
    loop {
        let byte = bytes.next(machine)?;
        if byte == 0 || !belongs(set.contains(&byte)) {
            return Ok(length);
        }
        length += 1;
    }
}

fn span(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    belongs: fn(bool) -> bool,
) -> Result<Reply, Fault> {
    let (text, set) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[text, set]) {
        return Ok(Reply::Stop);
    }
    let set = string(machine, set)?;
    Ok(Reply::Value(span_length(machine, text, &set, belongs)?))
}

fn find_any(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (text, set) = (arguments.get(0)?, arguments.get(1)?);
    if machine.stops_at(&[text, set]) {
        return Ok(Reply::Stop);
    }
    let set = string(machine, set)?;
    let found = text + span_length(machine, text, &set, |within| !within)?;
    let at_end = machine.read_bytes(found, 1)? == [0];
    Ok(Reply::Value(if at_end { 0 } else { found }))
}

/// Ends the token that starts at `start` and says where the rest begins, if there is one.
fn cut(machine: &mut Machine<'_>, start: u64, set: &[u8]) -> Result<Option<u64>, Fault> {
    let end = start + span_length(machine, start, set, |within| !within)?;
    if machine.read_bytes(end, 1)? == [0] {
        return Ok(None);
    }
    machine.write_bytes(end, &[0])?;
    Ok(Some(end + 1))
}

fn token(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (given, set, place) = (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?);
    let text = if given == 0 {
        machine.read_pointer(place)?
    } else {
        given
    };
    if machine.stops_at(&[text, set, place]) {
        return Ok(Reply::Stop);
    }
    if text == 0 {
        return Ok(Reply::Value(0));
    }
    let set = string(machine, set)?;
    let start = text + span_length(machine, text, &set, |within| within)?;
    if machine.read_bytes(start, 1)? == [0] {
        machine.write_pointer(place, start)?;
        return Ok(Reply::Value(0));
    }
    let rest = match cut(machine, start, &set)? {
        Some(rest) => rest,
        None => start + string(machine, start)?.len() as u64,
    };
    machine.write_pointer(place, rest)?;
    Ok(Reply::Value(start))
}

fn separate(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (place, set) = (arguments.get(0)?, arguments.get(1)?);
    let start = machine.read_pointer(place)?;
    if machine.stops_at(&[place, set, start]) {
        return Ok(Reply::Stop);
    }
    if start == 0 {
        return Ok(Reply::Value(0));
    }
    let set = string(machine, set)?;
    let rest = cut(machine, start, &set)?.unwrap_or(0);
    machine.write_pointer(place, rest)?;
    Ok(Reply::Value(start))
}
