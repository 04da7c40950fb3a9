//! Objects that the library keeps for each thread.

use crate::error::Fault;
use crate::machine::Machine;
use crate::memory::Flags;

/// Keys below which a thread's own objects are kept beside its copies of thread-local
/// globals; the highest are taken singly, from here on there is one for each error.
pub const FIRST_KEY: u32 = u32::MAX - 0x1ff;

/// An object that the library keeps for the running thread, and whether it is new. It ends
/// with the thread.
pub fn object_of_thread(
    machine: &mut Machine<'_>,
    key: u32,
    size: u64,
) -> Result<(u64, bool), Fault> {
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
pub fn text_of_thread(machine: &mut Machine<'_>, key: u32, text: &[u8]) -> Result<u64, Fault> {
    const LONGEST: u64 = 64;
    let (address, _) = object_of_thread(machine, key, LONGEST)?;
    let mut content = text.to_vec();
    content.resize(LONGEST as usize, 0);
    if machine.read_bytes(address, LONGEST)? != content {
        machine.write_bytes(address, &content)?;
    }
    Ok(address)
}
