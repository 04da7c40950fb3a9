//! The C library: x86-64 glibc in the C locale, function by function. One file for each
//! subject; those that compute (format, scan, integers, reals, calendar) know no memory,
//! the others know no text. What calls back into the program or has a buffer of its own is
//! not here but in the runtime module, as code of the program.

mod blocks;
mod bytes;
mod calendar;
mod clocks;
pub(crate) mod ctype;
mod dates;
pub(super) mod errors;
mod float_parts;
mod floats;
mod format;
pub(super) mod input;
mod integers;
mod math;
mod numbers;
mod options;
mod printf;
mod random;
mod reals;
mod scan;
mod scanf;
mod searches;
mod stdio;
mod stdlib;
mod strings;
mod system;
pub(super) mod variables;

pub(super) use stdio::STDIN;

use super::{Model, Reply};
use crate::error::Fault;
use crate::machine::Machine;
use crate::memory::Flags;

pub type Table = &'static [(&'static str, Model)];

pub const MODELS: &[Table] = &[
    blocks::MODELS,
    clocks::MODELS,
    ctype::MODELS,
    dates::MODELS,
    errors::MODELS,
    float_parts::MODELS,
    math::UNARY,
    math::BINARY,
    math::OTHERS,
    numbers::MODELS,
    options::MODELS,
    printf::MODELS,
    random::MODELS,
    scanf::MODELS,
    searches::MODELS,
    stdio::MODELS,
    stdlib::MODELS,
    strings::MODELS,
    system::MODELS,
    variables::MODELS,
];

/// Keys below which a thread's own objects are kept beside its copies of thread-local
/// globals; the highest are taken singly, from here on there is one for each error.
const FIRST_KEY: u32 = u32::MAX - 0x1ff;

/// An int as a register holds it.
pub(super) fn int(value: i32) -> Reply {
    Reply::Value(value as u32 as u64)
}

/// Where `wanted` first occurs in `text`; nothing occurs at the start.
fn position_of(text: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    text.windows(wanted.len())
        .position(|window| window == wanted)
}

/// An object that the library keeps for the running thread, and whether it is new. It ends
/// with the thread.
fn object_of_thread(machine: &mut Machine<'_>, key: u32, size: u64) -> Result<(u64, bool), Fault> {
    if let Some((_, object)) = machine
        .thread
        .thread_locals
        .iter()
        .find(|entry| entry.0 == key)
    {
        return Ok((object.at(0).0, false));
    }
    let object = machine.allocate(size, Flags::ZEROED)?;
    machine.thread.thread_locals.push((key, object));
    Ok((object.at(0).0, true))
}

/// A string that the library keeps for the running thread.
fn text_of_thread(machine: &mut Machine<'_>, key: u32, text: &[u8]) -> Result<u64, Fault> {
    const LONGEST: u64 = 64;
    let (address, _) = object_of_thread(machine, key, LONGEST)?;
    let mut content = text.to_vec();
    content.resize(LONGEST as usize, 0);
    if machine.read_bytes(address, LONGEST)? != content {
        machine.write_bytes(address, &content)?;
    }
    Ok(address)
}
