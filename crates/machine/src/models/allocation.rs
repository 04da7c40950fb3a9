//! malloc and its relatives. Allocation always succeeds.

use super::{Arguments, Model, Reply};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::Flags;
use crate::names::heap_name;
use trailhound_program::Address;

pub const MODELS: &[(&str, Model)] = &[
    ("malloc", |m, a| new_block(m, a.get(0)?, false)),
    ("calloc", |m, a| {
        new_block(m, a.get(0)?.saturating_mul(a.get(1)?), true)
    }),
    ("aligned_alloc", |m, a| {
        aligned_block(m, a.get(0)?, a.get(1)?)
    }),
    ("memalign", |m, a| aligned_block(m, a.get(0)?, a.get(1)?)),
    ("valloc", |m, a| aligned_block(m, 4096, a.get(0)?)),
    ("posix_memalign", aligned),
    ("realloc", |m, a| resize(m, a.get(0)?, a.get(1)?)),
    ("reallocarray", |m, a| {
        resize(m, a.get(0)?, a.get(1)?.saturating_mul(a.get(2)?))
    }),
    ("free", free),
    ("cfree", free),
    ("malloc_usable_size", |m, a| {
        let size = m
            .memory
            .header(Address(a.get(0)?).object())
            .map_or(0, |(size, _)| size);
        Ok(Reply::Value(size as u64))
    }),
];

fn new_block(machine: &mut Machine<'_>, size: u64, zeroed: bool) -> Result<Reply, Fault> {
    let flags = if zeroed {
        Flags::FREEABLE.with(Flags::ZEROED)
    } else {
        Flags::FREEABLE
    };
    Ok(Reply::Value(machine.allocate(size, flags)?.at(0).0))
}

/// A block as `malloc` returns it.
pub(super) fn block(machine: &mut Machine<'_>, size: u64) -> Result<u64, Fault> {
    Ok(machine.allocate(size, Flags::FREEABLE)?.at(0).0)
}

/// Ends a block of `malloc` within another operation.
pub(super) fn release(machine: &mut Machine<'_>, block: u64) -> Result<(), Fault> {
    machine.memory.check_free(block)?;
    check_family(machine, block, Flags::FREEABLE, "realloc")?;
    machine.observe_free(Address(block).object());
    machine.memory.destroy(Address(block).object());
    Ok(())
}

fn aligned_block(machine: &mut Machine<'_>, align: u64, size: u64) -> Result<Reply, Fault> {
    let block = machine.allocate_aligned(size, align as u32, Flags::FREEABLE)?;
    Ok(Reply::Value(block.at(0).0))
}

fn aligned(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let place = arguments.get(0)?;
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    let (align, size) = (arguments.get(1)? as u32, arguments.get(2)?);
    let block = machine.allocate_aligned(size, align, Flags::FREEABLE)?;
    machine.write_pointer(place, block.at(0).0)?;
    Ok(Reply::Value(0))
}

fn resize(machine: &mut Machine<'_>, old: u64, size: u64) -> Result<Reply, Fault> {
    if old == 0 {
        return new_block(machine, size, false);
    }
    if machine.memory.check_free(old)? && machine.stops() {
        return Ok(Reply::Stop);
    }
    check_family(machine, old, Flags::FREEABLE, "realloc")?;
    let (old_size, flags) = machine
        .memory
        .header(Address(old).object())
        .expect("checked to be there");
    let new = machine
        .allocate(size, flags.without(Flags::SHARED))?
        .at(0)
        .0;
    machine.copy_bytes(new, old, (old_size as u64).min(size))?;
    machine.note(old, old_size as u64, true);
    machine.observe_free(Address(old).object());
    machine.memory.destroy(Address(old).object());
    Ok(Reply::Value(new))
}

fn free(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    give_back(machine, arguments.get(0)?, Flags::FREEABLE, "free")
}

/// Ends a block that functions of the family `flags` have returned. Freeing what others can
/// reach is as visible as writing all of it.
pub(super) fn give_back(
    machine: &mut Machine<'_>,
    block: u64,
    family: Flags,
    by: &str,
) -> Result<Reply, Fault> {
    if block == 0 {
        return Ok(Reply::Void);
    }
    if machine.memory.check_free(block)? && machine.stops() {
        return Ok(Reply::Stop);
    }
    check_family(machine, block, family, by)?;
    machine.observe_call(|_| format!("frees {}", heap_name(Address(block).object())));
    if let Some((size, _)) = machine.memory.header(Address(block).object()) {
        machine.note(block, size as u64, true);
    }
    machine.observe_free(Address(block).object());
    machine.memory.destroy(Address(block).object());
    Ok(Reply::Void)
}

/// What malloc, new and new[] return is given back in three different ways.
fn check_family(
    machine: &mut Machine<'_>,
    block: u64,
    family: Flags,
    by: &str,
) -> Result<(), Fault> {
    let Some((_, flags)) = machine.memory.header(Address(block).object()) else {
        return Ok(());
    };
    let families = [
        (Flags::NEW_ARRAY, "new[]"),
        (Flags::NEW, "new"),
        (Flags::FREEABLE, "malloc"),
    ];
    let actual = families.iter().find(|(flag, _)| flags.contains(*flag));
    match actual {
        Some((flag, name)) if *flag != family => Err(Fault::error(
            ErrorKind::MismatchedFree,
            format!(
                "{by} of {}, which comes from {name}",
                machine.name_of(block)
            ),
        )),
        _ => Ok(()),
    }
}
