//! Environment variables: those that the user gave, and what the program makes of them. Natively
//! a change beside a look is a data race; here both are whole.

use super::Table;
use super::bytes::string;
use super::errors::{EINVAL, failure};
use crate::error::Fault;
use crate::machine::Machine;
use crate::memory::Flags;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("getenv", look_up),
    ("secure_getenv", look_up),
    ("setenv", set),
    ("unsetenv", unset),
    ("putenv", put),
    ("clearenv", |m, _| {
        change(m, |m| m.environment_mut().entries.clear())
    }),
];

fn look_up(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let name = arguments.get(0)?;
    let stops = match machine.kernel.changes_environment {
        true => machine.stops(),
        false => machine.stops_at(&[name]),
    };
    if stops {
        return Ok(Reply::Stop);
    }
    let name = string(machine, name)?;
    Ok(Reply::Value(value_of(machine, &name)?.unwrap_or(0)))
}

/// The address of the value of a variable.
pub fn value_of(machine: &mut Machine<'_>, name: &[u8]) -> Result<Option<u64>, Fault> {
    let entry = position(machine, name)?;
    let address = entry.map(|entry| machine.variables()[entry]);
    Ok(address.map(|address| address + name.len() as u64 + 1))
}

fn position(machine: &mut Machine<'_>, name: &[u8]) -> Result<Option<usize>, Fault> {
    for (position, address) in machine.variables().into_iter().enumerate() {
        let entry = string(machine, address)?;
        if entry
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(b"="))
        {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

/// Others see a change, and a new process would have its own environment.
fn change(
    machine: &mut Machine<'_>,
    change: impl FnOnce(&mut Machine<'_>),
) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a change of the environment")?;
    if machine.forks {
        return Err(Fault::unsupported(
            "a change of the environment in a program that forks",
        ));
    }
    change(machine);
    Ok(super::int(0))
}

fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'=')
}

fn insert(machine: &mut Machine<'_>, position: Option<usize>, entry: u64) {
    machine.memory.escape(entry);
    let entries = &mut machine.environment_mut().entries;
    match position {
        Some(position) => entries[position] = entry,
        None => entries.push(entry),
    }
}

fn set(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (name, value) = (arguments.get(0)?, arguments.get(1)?);
    let overwrites = arguments.get_i32(2)? != 0;
    let (name, value) = (string(machine, name)?, string(machine, value)?);
    if !is_name(&name) {
        return failure(machine, EINVAL);
    }
    let known = position(machine, &name)?;
    if known.is_some() && !overwrites {
        return change(machine, |_| ());
    }
    let text = [&name[..], b"=", &value, b"\0"].concat();
    let reply = change(machine, |_| ())?;
    if matches!(reply, Reply::Value(_)) {
        let entry = machine.allocate(text.len() as u64, Flags::ZEROED)?.at(0).0;
        machine.write_bytes(entry, &text)?;
        insert(machine, known, entry);
    }
    Ok(reply)
}

fn unset(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let name = string(machine, arguments.get(0)?)?;
    if !is_name(&name) {
        return failure(machine, EINVAL);
    }
    let known = position(machine, &name)?;
    change(machine, |m| {
        if let Some(known) = known {
            m.environment_mut().entries.remove(known);
        }
    })
}

/// The string itself becomes part of the environment.
fn put(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let entry = arguments.get(0)?;
    let text = string(machine, entry)?;
    let Some(end) = text.iter().position(|byte| *byte == b'=') else {
        return unset(machine, arguments);
    };
    let known = position(machine, &text[..end])?;
    change(machine, |m| insert(m, known, entry))
}
