//! Loads and stores with everything that can happen to them.

use super::object::CHUNK;
use super::{Flags, Memory};
use crate::error::{ErrorKind, Fault};
use crate::reduction::footprint::Access as Touched;
use trailhound_program::{Address, ObjectId};

/// Why an access did not simply give a value.
#[derive(Debug)]
pub enum Slow {
    /// It is visible to others and the step has had its turn.
    Stop,
    /// Some bytes were never written: the value with zeros there, and a bit for each such byte.
    Undefined(u64, u8),
    Fault(Fault),
}

impl From<Fault> for Slow {
    fn from(fault: Fault) -> Self {
        Slow::Fault(fault)
    }
}

impl Memory<'_> {
    /// Loads `size` <= 8 bytes.
    #[inline(never)]
    pub fn load(&mut self, address: u64, size: u32) -> Result<u64, Slow> {
        let id = Address(address).object();
        let offset = Address(address).offset();
        self.enter(id, offset, size)?;
        let flags = self.object(id).flags;
        if self.gate.shows(flags) && self.stops() {
            return Err(Slow::Stop);
        }
        let undefined = self.undefined(id, offset, size);
        let object = self.object(id);
        let value = word(&object.data[offset as usize..(offset + size) as usize]);
        if flags.contains(Flags::SHARED) {
            let known = (undefined == 0).then_some(value);
            self.log.memory(address, size.into(), Touched::Read, known);
        }
        if undefined == 0 {
            Ok(value)
        } else {
            Err(Slow::Undefined(value, undefined))
        }
    }

    /// What up to eight bytes have, for an atomic operation that has passed the gate.
    pub(crate) fn load_past_gate(&mut self, address: u64, size: u32) -> Result<u64, Slow> {
        let gate = self.gate;
        self.gate.concurrent = false;
        let result = self.load(address, size);
        self.gate = gate;
        result
    }

    /// Stores them likewise.
    pub(crate) fn store_past_gate(
        &mut self,
        address: u64,
        size: u32,
        value: u64,
        undefined: u8,
    ) -> Result<(), Fault> {
        let gate = self.gate;
        self.gate.concurrent = false;
        self.gate.watches = false;
        let result = self.store(address, size, value, undefined);
        self.gate = gate;
        match result {
            Ok(()) => Ok(()),
            Err(Slow::Fault(fault)) => Err(fault),
            Err(_) => unreachable!("the gate is out of the way"),
        }
    }

    /// A bit for each of up to eight bytes that were never written.
    fn undefined(&mut self, id: ObjectId, offset: u32, size: u32) -> u8 {
        let chunks = &self.object(id).chunks;
        (0..size).fold(0, |mask, n| {
            let at = offset + n;
            let written = chunks[(at / CHUNK) as usize].init >> (at % CHUNK) & 1;
            mask | ((written ^ 1) as u8) << n
        })
    }

    /// Stores the low `size` <= 8 bytes of `value`, of which `undefined` has a bit for each that
    /// was never written.
    #[inline(never)]
    pub fn store(
        &mut self,
        address: u64,
        size: u32,
        value: u64,
        undefined: u8,
    ) -> Result<(), Slow> {
        let id = Address(address).object();
        let offset = Address(address).offset();
        self.enter_for_write(id, offset, size)?;
        if self.stops_at_watched(id, offset, size) {
            return Err(Slow::Stop);
        }
        let flags = self.object(id).flags;
        if self.gate.shows(flags) && self.stops() {
            return Err(Slow::Stop);
        }
        self.put(id, offset, &value.to_le_bytes()[..size as usize], |n| {
            undefined >> n & 1 == 0
        });
        Ok(())
    }

    fn enter_for_write(&mut self, id: ObjectId, offset: u32, size: u32) -> Result<(), Fault> {
        self.enter(id, offset, size)?;
        if self.object(id).flags.contains(Flags::READ_ONLY) {
            let message = format!("write to {}, which is read-only", self.describe(id));
            return Err(Fault::error(ErrorKind::ReadOnlyWrite, message));
        }
        Ok(())
    }

    /// Writes bytes that were entered; `written` says which of them are defined.
    fn put(&mut self, id: ObjectId, offset: u32, bytes: &[u8], written: impl Fn(u32) -> bool) {
        if bytes.is_empty() {
            return;
        }
        if self.is_watched(id, offset, bytes.len() as u32) {
            self.gate.watched_turn = false;
        }
        if self.log.is_on && self.object(id).flags.contains(Flags::SHARED) {
            let size = bytes.len();
            let is_known = size <= 8 && (0..size as u32).all(&written);
            let value = is_known.then(|| word(bytes));
            let start = id.at(offset).0;
            self.log.memory(start, size as u64, Touched::Write, value);
        }
        let last = offset + bytes.len() as u32 - 1;
        for index in offset / CHUNK..=last / CHUNK {
            self.touch_chunk(id, index);
        }
        let object = self.object(id);
        for (n, &byte) in bytes.iter().enumerate() {
            let at = offset + n as u32;
            let chunk = &mut object.chunks[(at / CHUNK) as usize];
            let bit = 1 << (at % CHUNK);
            if written(n as u32) {
                chunk.init |= bit;
                object.data[at as usize] = byte;
            } else {
                chunk.init &= !bit;
                object.data[at as usize] = 0;
            }
        }
        if object.flags.contains(Flags::SHARED) {
            self.escape_range(id, offset, bytes.len() as u32);
        }
    }

    /// Would an access to these bytes be seen by others? Checks it as well.
    pub fn is_visible(&mut self, address: u64, size: u64) -> Result<bool, Fault> {
        if size == 0 {
            return Ok(false);
        }
        let (id, offset, size) = span(address, size)?;
        self.enter(id, offset, size)?;
        let flags = self.object(id).flags;
        Ok(self.gate.shows(flags))
    }

    /// Bytes for a model, which has passed the gate already. None of them may be undefined.
    pub fn read(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Fault> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let (id, offset, size) = span(address, size)?;
        self.enter(id, offset, size)?;
        let unwritten = (0..size)
            .step_by(8)
            .any(|n| self.undefined(id, offset + n, (size - n).min(8)) != 0);
        if unwritten {
            let message = format!("unwritten bytes of {} are used", self.describe(id));
            return Err(Fault::error(ErrorKind::Uninitialised, message));
        }
        self.log_read(id, offset, size);
        let object = self.object(id);
        Ok(object.data[offset as usize..(offset + size) as usize].to_vec())
    }

    /// A model reads bytes that were entered.
    fn log_read(&mut self, id: ObjectId, offset: u32, size: u32) {
        if !self.log.is_on || !self.object(id).flags.contains(Flags::SHARED) {
            return;
        }
        let is_known = size <= 8 && self.undefined(id, offset, size) == 0;
        let object = self.object(id);
        let bytes = &object.data[offset as usize..(offset + size) as usize];
        let value = is_known.then(|| word(bytes));
        let start = id.at(offset).0;
        self.log.memory(start, size.into(), Touched::Read, value);
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (id, offset, size) = span(address, bytes.len() as u64)?;
        self.enter_for_write(id, offset, size)?;
        self.put(id, offset, bytes, |_| true);
        Ok(())
    }

    /// Bytes for a model that passes them on; None was never written.
    pub fn lift(&mut self, address: u64, size: u64) -> Result<Vec<Option<u8>>, Fault> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let (id, offset, size) = span(address, size)?;
        self.enter(id, offset, size)?;
        self.log_read(id, offset, size);
        let object = self.object(id);
        let byte = |at: u32| {
            let written = object.chunks[(at / CHUNK) as usize].init >> (at % CHUNK) & 1 == 1;
            written.then_some(object.data[at as usize])
        };
        Ok((offset..offset + size).map(byte).collect())
    }

    /// The opposite of `lift`.
    pub fn lay(&mut self, address: u64, bytes: &[Option<u8>]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (id, offset, size) = span(address, bytes.len() as u64)?;
        self.enter_for_write(id, offset, size)?;
        let plain: Vec<u8> = bytes.iter().map(|byte| byte.unwrap_or(0)).collect();
        self.put(id, offset, &plain, |n| bytes[n as usize].is_some());
        Ok(())
    }

    /// memmove: undefined bytes stay undefined in the copy.
    pub fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let (source, start, size) = span(from, size)?;
        self.enter(source, start, size)?;
        let (target, offset, size) = span(to, size as u64)?;
        self.enter_for_write(target, offset, size)?;
        self.log_read(source, start, size);
        // Where the two overlap, no byte may be written before it is read.
        let backwards = source == target && offset > start;
        for block in blocks(size, backwards) {
            self.meter.spend(u64::from(block.1))?;
            self.copy_block(source, start + block.0, target, offset + block.0, block.1);
        }
        Ok(())
    }

    fn copy_block(&mut self, source: ObjectId, start: u32, target: ObjectId, to: u32, size: u32) {
        let object = self.object(source);
        let bytes = object.data[start as usize..(start + size) as usize].to_vec();
        let written: Vec<bool> = (start..start + size)
            .map(|at| object.chunks[(at / CHUNK) as usize].init >> (at % CHUNK) & 1 == 1)
            .collect();
        self.put(target, to, &bytes, |n| written[n as usize]);
    }

    pub fn fill(&mut self, to: u64, byte: u8, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let (id, offset, size) = span(to, size)?;
        self.enter_for_write(id, offset, size)?;
        let bytes = vec![byte; size.min(BLOCK) as usize];
        for (start, size) in blocks(size, false) {
            self.meter.spend(u64::from(size))?;
            self.put(id, offset + start, &bytes[..size as usize], |_| true);
        }
        Ok(())
    }

    /// Bytes of an object that is alive and has so many; what that depends on is logged.
    pub fn read_for_property(&mut self, id: ObjectId, offset: u32, size: u32) -> Option<u64> {
        let (length, flags) = self.header(id)?;
        let end = offset.checked_add(size)?;
        if end > length || flags.contains(Flags::OUT_OF_SCOPE) {
            return None;
        }
        for index in offset / CHUNK..=(end - 1) / CHUNK {
            self.load_chunk(id, index);
        }
        Some(word(&self.object(id).data[offset as usize..end as usize]))
    }

    /// The content without any check or log, to look at it between steps: within one, what is
    /// loaded here would not be logged when the step itself needs it.
    pub fn peek(&mut self, address: u64, size: u32) -> Option<u64> {
        let logged = self.snapshot.reads.len();
        let value = self.glance(address, size);
        self.snapshot.reads.truncate(logged);
        value
    }

    /// Whether what `peek` shows of at most 8 bytes is defined.
    pub fn peeks_defined(&mut self, address: u64, size: u32) -> bool {
        let (id, offset) = (Address(address).object(), Address(address).offset());
        self.peek(address, size).is_some() && self.undefined(id, offset, size) == 0
    }

    /// The content without any check, within a step.
    pub fn glance(&mut self, address: u64, size: u32) -> Option<u64> {
        let id = Address(address).object();
        let offset = Address(address).offset();
        let (length, _) = self.header(id)?;
        if offset.checked_add(size).is_none_or(|end| end > length) {
            return None;
        }
        for index in offset / CHUNK..=(offset + size - 1) / CHUNK {
            self.load_chunk(id, index);
        }
        self.log_read(id, offset, size);
        Some(word(
            &self.object(id).data[offset as usize..(offset + size) as usize],
        ))
    }
}

/// Bytes that are copied or filled between two looks at the meter.
const BLOCK: u32 = 1 << 18;

/// Where the blocks of so many bytes begin, and their sizes.
fn blocks(size: u32, backwards: bool) -> impl Iterator<Item = (u32, u32)> {
    let count = size.div_ceil(BLOCK);
    (0..count).map(move |n| {
        let start = BLOCK * if backwards { count - 1 - n } else { n };
        (start, (size - start).min(BLOCK))
    })
}

fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

fn span(address: u64, size: u64) -> Result<(ObjectId, u32, u32), Fault> {
    let size = u32::try_from(size).map_err(|_| {
        Fault::error(
            ErrorKind::OutOfBounds,
            format!("access to {size} bytes at once"),
        )
    })?;
    Ok((Address(address).object(), Address(address).offset(), size))
}
