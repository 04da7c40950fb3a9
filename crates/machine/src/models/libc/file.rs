//! FILE objects of files that were opened. What is written stays in a buffer of the stream until it
//! is full, flushed or closed, as in glibc; what is read comes from the file at once. The object
//! is a block of memory, so that a stream that was closed is memory that was freed.

use super::errors::{EBADF, ESPIPE};
use crate::error::Fault;
use crate::kernel::Descriptor;
use crate::machine::Machine;
use crate::memory::Flags;
use crate::models::files::{
    Answer, Failure, read_description, seek_description, write_description,
};
use trailhound_program::Address;

const MARK: u64 = 0x454c_4946_6e65_706f;
const NUMBER: u64 = 8;
const FLAGS: u64 = 12;
/// How many bytes wait in the buffer.
const WAITING: u64 = 16;
/// How many bytes were put back, and these, the next one last.
const PUT_BACK: u64 = 20;
const BYTES_BACK: u64 = 24;
const BUFFER: u64 = 32;
/// Bytes that a buffer holds: `st_blksize`.
const CAPACITY: u64 = 4096;
const MOST_BACK: u32 = 8;

pub const READS: u32 = 1;
pub const WRITES: u32 = 2;
pub const AT_END: u32 = 4;
pub const FAILED: u32 = 8;
pub const UNBUFFERED: u32 = 16;
pub const BY_LINES: u32 = 32;

/// An open FILE, by its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File(pub u64);

impl File {
    /// A new stream on a descriptor.
    pub fn open(machine: &mut Machine<'_>, number: u32, flags: u32) -> Result<File, Fault> {
        let size = BUFFER + CAPACITY;
        let file = machine.allocate(size, Flags::FREEABLE.with(Flags::ZEROED))?;
        let file = file.at(0).0;
        machine.memory.write(file, &MARK.to_le_bytes())?;
        let process = machine.thread.process;
        let streams = machine.open_streams_mut(process);
        streams.push(file);
        streams.sort_unstable();
        // The list of streams reaches them, and so does the file system.
        machine.memory.escape(file);
        let file = File(file);
        file.set(machine, NUMBER, number)?;
        file.set(machine, FLAGS, flags)?;
        Ok(file)
    }

    /// The stream that a FILE pointer points at, if it does.
    pub fn at(machine: &mut Machine<'_>, address: u64) -> Result<Option<File>, Fault> {
        let mark = machine.memory.read(address, 8)?;
        Ok((mark == MARK.to_le_bytes()).then_some(File(address)))
    }

    fn get(self, machine: &mut Machine<'_>, field: u64) -> Result<u32, Fault> {
        let bytes = machine.memory.read(self.0 + field, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    fn set(self, machine: &mut Machine<'_>, field: u64, value: u32) -> Result<(), Fault> {
        machine.memory.write(self.0 + field, &value.to_le_bytes())
    }

    pub fn number(self, machine: &mut Machine<'_>) -> Result<u32, Fault> {
        self.get(machine, NUMBER)
    }

    pub fn has(self, machine: &mut Machine<'_>, flag: u32) -> Result<bool, Fault> {
        Ok(self.get(machine, FLAGS)? & flag != 0)
    }

    pub fn change(self, machine: &mut Machine<'_>, set: u32, clear: u32) -> Result<(), Fault> {
        let old = self.get(machine, FLAGS)?;
        let new = old & !clear | set;
        match old == new {
            true => Ok(()),
            false => self.set(machine, FLAGS, new),
        }
    }

    fn description(self, machine: &mut Machine<'_>) -> Answer<u32> {
        let number = self.number(machine)?;
        match machine.descriptor(number.into()) {
            Some(Descriptor::File(description)) => Ok(description),
            Some(_) => Err(Fault::unsupported("a FILE on a pipe").into()),
            None => Err(EBADF.into()),
        }
    }

    fn failed(self, machine: &mut Machine<'_>, failure: Failure) -> Failure {
        match self.change(machine, FAILED, 0) {
            Ok(()) => failure,
            Err(fault) => fault.into(),
        }
    }

    fn put(self, machine: &mut Machine<'_>, bytes: &[Option<u8>]) -> Answer<()> {
        let written = self
            .description(machine)
            .and_then(|description| write_description(machine, description, bytes, None));
        match written {
            Ok(_) => Ok(()),
            Err(failure) => Err(self.failed(machine, failure)),
        }
    }

    /// Writes what waits in the buffer.
    pub fn flush(self, machine: &mut Machine<'_>) -> Answer<()> {
        let waiting = self.get(machine, WAITING)?;
        if waiting == 0 {
            return Ok(());
        }
        let bytes = machine.memory.lift(self.0 + BUFFER, waiting.into())?;
        self.set(machine, WAITING, 0)?;
        machine.memory.fill(self.0 + BUFFER, 0, waiting.into())?;
        self.put(machine, &bytes)
    }

    /// Writes bytes as glibc does: into the buffer, and whole blocks past it; streams by lines are
    /// flushed up to the last end of a line.
    pub fn write(self, machine: &mut Machine<'_>, bytes: &[u8]) -> Answer<()> {
        if !self.has(machine, WRITES)? {
            return Err(self.failed(machine, EBADF.into()));
        }
        if self.get(machine, PUT_BACK)? > 0 {
            return Err(Fault::unsupported("a write behind ungetc").into());
        }
        let flags = self.get(machine, FLAGS)?;
        let line_end = bytes.iter().rposition(|byte| *byte == b'\n');
        if let (true, Some(end)) = (flags & BY_LINES != 0, line_end) {
            self.put_through(machine, &bytes[..=end], flags)?;
            self.flush(machine)?;
            return self.put_through(machine, &bytes[end + 1..], flags);
        }
        self.put_through(machine, bytes, flags)
    }

    fn put_through(self, machine: &mut Machine<'_>, bytes: &[u8], flags: u32) -> Answer<()> {
        let mut rest = bytes;
        if flags & UNBUFFERED == 0 {
            let waiting = u64::from(self.get(machine, WAITING)?);
            let room = if waiting == 0 { 0 } else { CAPACITY - waiting };
            let now = rest.len().min(room as usize);
            self.append(machine, &rest[..now])?;
            rest = &rest[now..];
        }
        if !rest.is_empty() {
            self.flush(machine)?;
            let whole = match flags & UNBUFFERED {
                0 => rest.len() - rest.len() % CAPACITY as usize,
                _ => rest.len(),
            };
            let (direct, later) = rest.split_at(whole);
            if !direct.is_empty() {
                let direct: Vec<Option<u8>> = direct.iter().copied().map(Some).collect();
                self.put(machine, &direct)?;
            }
            self.append(machine, later)?;
        }
        Ok(())
    }

    fn append(self, machine: &mut Machine<'_>, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let waiting = self.get(machine, WAITING)?;
        let place = self.0 + BUFFER + u64::from(waiting);
        machine.memory.write(place, bytes)?;
        self.set(machine, WAITING, waiting + bytes.len() as u32)
    }

    /// At most so many bytes that come next, which stay there.
    pub fn peek(self, machine: &mut Machine<'_>, most: u64) -> Answer<Vec<u8>> {
        if !self.has(machine, READS)? {
            return Err(self.failed(machine, EBADF.into()));
        }
        self.flush(machine)?;
        let back = self.get(machine, PUT_BACK)?;
        let mut bytes = machine.memory.read(self.0 + BYTES_BACK, back.into())?;
        bytes.reverse();
        bytes.truncate(most as usize);
        let description = self.description(machine)?;
        let left = most - bytes.len() as u64;
        let offset = machine.description(description).offset;
        let found = match read_description(machine, description, left, Some(offset)) {
            Ok(found) => found,
            Err(failure) => return Err(self.failed(machine, failure)),
        };
        // Bytes that were never written are zeros here.
        bytes.extend(found.into_iter().map(|byte| byte.unwrap_or(0)));
        Ok(bytes)
    }

    /// Takes bytes that were peeked at.
    pub fn take(self, machine: &mut Machine<'_>, count: u64) -> Answer<()> {
        let back = self.get(machine, PUT_BACK)?;
        let from_back = count.min(back.into()) as u32;
        if from_back > 0 {
            self.set(machine, PUT_BACK, back - from_back)?;
        }
        let rest = count - u64::from(from_back);
        if rest > 0 {
            let description = self.description(machine)?;
            machine.description_mut(description).offset += rest;
        }
        Ok(())
    }

    pub fn put_back(self, machine: &mut Machine<'_>, byte: u8) -> Answer<()> {
        let back = self.get(machine, PUT_BACK)?;
        if back == MOST_BACK {
            return Err(Fault::unsupported("ungetc of more than 8 characters").into());
        }
        machine
            .memory
            .write(self.0 + BYTES_BACK + u64::from(back), &[byte])?;
        self.set(machine, PUT_BACK, back + 1)?;
        Ok(self.change(machine, 0, AT_END)?)
    }

    pub fn seek(self, machine: &mut Machine<'_>, offset: i64, whence: i32) -> Answer {
        const SEEK_CUR: i32 = 1;
        self.flush(machine)?;
        let back = i64::from(self.get(machine, PUT_BACK)?);
        let offset = offset - if whence == SEEK_CUR { back } else { 0 };
        let description = self.description(machine).map_err(not_seekable)?;
        let place = seek_description(machine, description, offset, whence)?;
        self.set(machine, PUT_BACK, 0)?;
        self.change(machine, 0, AT_END)?;
        Ok(place)
    }

    pub fn tell(self, machine: &mut Machine<'_>) -> Answer {
        let description = self.description(machine).map_err(not_seekable)?;
        let offset = machine.description(description).offset;
        let waiting = u64::from(self.get(machine, WAITING)?);
        let back = u64::from(self.get(machine, PUT_BACK)?);
        Ok((offset + waiting).saturating_sub(back))
    }

    /// Flushes and ends the stream with its descriptor.
    pub fn close(self, machine: &mut Machine<'_>) -> Answer<()> {
        let flushed = self.flush(machine);
        let number = self.number(machine)?;
        let is_open = machine.close_descriptor(number);
        let process = machine.thread.process;
        machine
            .open_streams_mut(process)
            .retain(|other| *other != self.0);
        let object = Address(self.0).object();
        machine.observe_free(object);
        machine.memory.destroy(object);
        flushed?;
        match is_open {
            true => Ok(()),
            false => Err(EBADF.into()),
        }
    }
}

fn not_seekable(failure: Failure) -> Failure {
    match failure {
        Failure::Fault(Fault::Unsupported(_)) => ESPIPE.into(),
        other => other,
    }
}

impl Machine<'_> {
    /// All streams of the running process write what waits in them: it ends, or `fflush(NULL)`.
    pub(crate) fn flush_streams(&mut self) -> Result<(), Fault> {
        let process = self.thread.process;
        if !self.kernel.files.exist() {
            return Ok(());
        }
        for file in self.open_streams(process).to_vec() {
            match File(file).flush(self) {
                Err(Failure::Fault(fault)) => return Err(fault),
                Ok(()) | Err(Failure::Errno(_)) => {}
            }
        }
        Ok(())
    }
}
