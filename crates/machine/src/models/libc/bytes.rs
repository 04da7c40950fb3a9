//! How models read text: byte by byte, and not a byte further than the C function would
//! have to, because what lies behind may be outside of all objects or may never have been written.

use crate::error::Fault;
use crate::machine::Machine;
use trailhound_program::Address;

/// The bytes from an address on, fetched as they are asked for.
pub struct Bytes {
    next: u64,
    /// Bytes already fetched, in reverse.
    fetched: Vec<u8>,
}

/// Memory is kept in pieces of this size; a fetch stays inside one.
const FETCH: u64 = 64;

impl Bytes {
    pub fn at(address: u64) -> Bytes {
        Bytes {
            next: address,
            fetched: Vec::new(),
        }
    }

    pub fn next(&mut self, machine: &mut Machine<'_>) -> Result<u8, Fault> {
        if self.fetched.is_empty() {
            self.fetch(machine)?;
        }
        machine.note(self.next - self.fetched.len() as u64, 1, false);
        Ok(self.fetched.pop().expect("at least one byte was fetched"))
    }

    fn fetch(&mut self, machine: &mut Machine<'_>) -> Result<(), Fault> {
        let place = Address(self.next);
        let size = machine
            .memory
            .header(place.object())
            .map_or(0, |(size, _)| size as u64);
        let inside = size.saturating_sub(place.offset() as u64);
        let ahead = inside.min(FETCH - place.offset() as u64 % FETCH);
        // What lies ahead may hold unwritten bytes that are not read.
        self.fetched = match machine.memory.read(self.next, ahead) {
            Ok(bytes) if !bytes.is_empty() => bytes,
            _ => machine.memory.read(self.next, 1)?,
        };
        self.next += self.fetched.len() as u64;
        self.fetched.reverse();
        Ok(())
    }
}

/// A C string, without the zero at its end.
pub fn string(machine: &mut Machine<'_>, address: u64) -> Result<Vec<u8>, Fault> {
    string_up_to(machine, address, u64::MAX)
}

/// A C string or, if no zero comes earlier, its first `limit` bytes.
pub fn string_up_to(machine: &mut Machine<'_>, address: u64, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Bytes::at(address);
    let mut string = Vec::new();
    while (string.len() as u64) < limit {
        match bytes.next(machine)? {
            0 => break,
            byte => string.push(byte),
        }
    }
    Ok(string)
}

/// Writes a C string with the zero at its end.
pub fn write_string(
    machine: &mut Machine<'_>,
    address: u64,
    mut string: Vec<u8>,
) -> Result<(), Fault> {
    string.push(0);
    machine.write_bytes(address, &string)
}
