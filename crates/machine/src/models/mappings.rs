//! <sys/mman.h> and named semaphores: memory that processes share. Private mappings are
//! blocks like those of malloc. Nothing is mapped from files.

use super::files::{Failing, answered, offset, truncate_description};
use super::libc::{
    errors::{EBADF, EINVAL, ENOENT, failure},
    int,
};
use super::queues::{O_CREAT, O_EXCL};
use super::{Arguments, Model, Reply};
use crate::error::Fault;
use crate::kernel::{Content, Descriptor, NameKind};
use crate::machine::Machine;
use crate::memory::Flags;
use trailhound_program::{Address, ObjectId, Space};

const EEXIST: i32 = 17;

const MAP_SHARED: u64 = 1;
const MAP_ANONYMOUS: u64 = 0x20;

pub const MODELS: &[(&str, Model)] = &[
    ("mmap", map),
    ("mmap64", map),
    ("munmap", unmap),
    ("mprotect", |_, _| Ok(Reply::Value(0))),
    ("msync", |_, _| Ok(Reply::Value(0))),
    ("shm_open", open_memory),
    ("shm_unlink", unlink_memory),
    ("ftruncate", truncate),
    ("ftruncate64", truncate),
    ("sem_open", open_semaphore),
    ("sem_close", close_semaphore),
    ("sem_unlink", unlink_semaphore),
];

fn map(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (size, flags) = (arguments.get(1)?, arguments.get(3)?);
    let shared = flags & MAP_SHARED != 0;
    if flags & MAP_ANONYMOUS == 0 {
        return map_descriptor(machine, arguments, shared);
    }
    if !shared || !machine.forks {
        return Ok(Reply::Value(machine.allocate(size, Flags::ZEROED)?.at(0).0));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let object = machine.new_mapping(size)?;
    machine.attach(object);
    machine.observe_call(|m| format!("maps {}", m.name_of(object.at(0).0)));
    Ok(Reply::Value(object.at(0).0))
}

fn map_descriptor(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    shared: bool,
) -> Result<Reply, Fault> {
    let descriptor = match machine.kernel.has_descriptors {
        true => machine.descriptor(arguments.get(4)?),
        false => None,
    };
    let number = match descriptor {
        Some(Descriptor::Memory(number)) => number,
        Some(Descriptor::File(number)) if !shared => {
            return map_copy(machine, arguments, number);
        }
        _ => return Err(Fault::unsupported("mmap of a file")),
    };
    if !shared {
        return Err(Fault::unsupported("mmap of shared memory as private"));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let object = object_of(machine, number);
    let size = object
        .and_then(|object| machine.memory.header(object))
        .map_or(0, |(size, _)| size as u64);
    match object {
        Some(object) if arguments.get(5)? == 0 && arguments.get(1)? <= size => {
            machine.attach(object);
            Ok(Reply::Value(object.at(0).0))
        }
        _ => Err(Fault::unsupported(
            "mmap of more than what ftruncate has given to shared memory, or from its middle",
        )),
    }
}

/// A private mapping of a file has what the file has now: whether it shows later writes is not
/// specified.
fn map_copy(machine: &mut Machine<'_>, arguments: &Arguments, number: u32) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a file")?;
    let (size, offset) = (arguments.get(1)?, arguments.get(5)?);
    let node = machine.description(number).node;
    let bytes = machine.file_bytes(node, offset, size);
    let place = machine.allocate(size, Flags::ZEROED)?.at(0).0;
    machine.memory.lay(place, &bytes)?;
    Ok(Reply::Value(place))
}

fn unmap(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (address, length) = (Address(arguments.get(0)?), arguments.get(1)?);
    let object = address.object();
    let Some((size, _)) = machine.memory.header(object) else {
        return failure(machine, EINVAL);
    };
    if machine.stops_at(&[address.0]) {
        return Ok(Reply::Stop);
    }
    if object.space() != Space::MAPPED {
        if address.offset() != 0 || length.next_multiple_of(4096) < u64::from(size) {
            return Err(Fault::unsupported("munmap of a part of a mapping"));
        }
        machine.memory.destroy(object);
        return Ok(int(0));
    }
    if address.offset() != 0 || length > (size as u64).next_multiple_of(4096) {
        return Err(Fault::unsupported("munmap of a part of a mapping"));
    }
    if !machine.detach(object) {
        return failure(machine, EINVAL);
    }
    machine.observe_call(|m| format!("unmaps {}", m.name_of(address.0)));
    Ok(int(0))
}

fn object_of(machine: &mut Machine<'_>, number: u32) -> Option<ObjectId> {
    match machine.channel(number).content {
        Content::Memory { object, .. } => Some(object).filter(|object| object.0 != 0),
        _ => None,
    }
}

fn open_memory(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const O_TRUNC: u64 = 0x200;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let name = machine.read_string(arguments.get(0)?)?;
    let flags = arguments.get(1)?;
    let number = match machine.names().find(NameKind::Memory, &name) {
        Some(_) if flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL => {
            return failure(machine, EEXIST);
        }
        Some(number) if flags & O_TRUNC != 0 && object_of(machine, number).is_some() => {
            return Err(Fault::unsupported(
                "shm_open with O_TRUNC of what has a size",
            ));
        }
        Some(number) => number,
        None if flags & O_CREAT == 0 => return failure(machine, ENOENT),
        None => {
            let content = Content::Memory {
                object: ObjectId(0),
                open: 0,
                linked: true,
            };
            let number = machine.new_channel(content)?;
            machine.names_mut().add(NameKind::Memory, &name, number);
            number
        }
    };
    if let Content::Memory { open, .. } = &mut machine.channel_mut(number).content {
        *open += 1;
    }
    let descriptor = machine.open_descriptor(Descriptor::Memory(number));
    Ok(int(descriptor as i32))
}

fn truncate(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.kernel.has_descriptors && machine.stops() {
        return Ok(Reply::Stop);
    }
    let number = match machine.kernel.has_descriptors {
        true => machine.descriptor(arguments.get(0)?),
        false => None,
    };
    let number = match number {
        Some(Descriptor::Memory(number)) => number,
        Some(Descriptor::File(number)) => {
            machine.refuse_weakly("a file")?;
            let size = offset(machine, arguments, 1)?;
            let answer = truncate_description(machine, number, size);
            return answered(machine, Failing::Int, answer);
        }
        Some(_) => return failure(machine, EINVAL),
        None => return failure(machine, EBADF),
    };
    let size = arguments.get(1)?;
    if let Some(object) = object_of(machine, number) {
        let same = machine.memory.header(object).map(|(size, _)| size as u64) == Some(size);
        return match same {
            true => Ok(int(0)),
            false => Err(Fault::unsupported(
                "ftruncate of shared memory that has another size already",
            )),
        };
    }
    let new = machine.new_mapping(size)?;
    if let Content::Memory { object, .. } = &mut machine.channel_mut(number).content {
        *object = new;
    }
    Ok(int(0))
}

fn unlink_memory(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let name = machine.read_string(arguments.get(0)?)?;
    let Some(number) = machine.names_mut().remove(NameKind::Memory, &name) else {
        return failure(machine, ENOENT);
    };
    if let Content::Memory { linked, .. } = &mut machine.channel_mut(number).content {
        *linked = false;
    }
    machine.end_if_unused(number);
    Ok(int(0))
}

/// A named semaphore is a mapping of its own.
fn open_semaphore(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const SEM_FAILED: u64 = 0;
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let name = machine.read_string(arguments.get(0)?)?;
    let flags = arguments.get(1)?;
    let known = machine.names().find(NameKind::Semaphore, &name);
    let error = match known {
        Some(_) if flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL => Some(EEXIST),
        None if flags & O_CREAT == 0 => Some(ENOENT),
        _ => None,
    };
    if let Some(error) = error {
        machine.set_errno(error)?;
        return Ok(Reply::Value(SEM_FAILED));
    }
    let object = match known {
        Some(object) => ObjectId(object),
        None => {
            let value = arguments.get(3)? as u32;
            let object = machine.new_mapping(machine.data_model().choose(16, 32))?;
            machine
                .names_mut()
                .add(NameKind::Semaphore, &name, object.0);
            machine.attach(object);
            super::sync::init_semaphore(machine, object.at(0).0, value, true)?;
            return Ok(Reply::Value(object.at(0).0));
        }
    };
    machine.attach(object);
    Ok(Reply::Value(object.at(0).0))
}

fn close_semaphore(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let semaphore = arguments.get(0)?;
    if machine.stops_at(&[semaphore]) {
        return Ok(Reply::Stop);
    }
    let object = Address(semaphore).object();
    if object.space() != Space::MAPPED || !machine.detach(object) {
        return failure(machine, EINVAL);
    }
    Ok(int(0))
}

fn unlink_semaphore(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    let name = machine.read_string(arguments.get(0)?)?;
    let Some(object) = machine.names_mut().remove(NameKind::Semaphore, &name) else {
        return failure(machine, ENOENT);
    };
    let object = ObjectId(object);
    if !machine.memory.is_mapped_anywhere(object) {
        machine.memory.destroy(object);
    }
    Ok(int(0))
}

impl Machine<'_> {
    /// The running process has the memory mapped once more.
    fn attach(&mut self, object: ObjectId) {
        self.thread.forget_sleep();
        self.memory.attach(object);
    }

    /// The same once less. False: it has not.
    fn detach(&mut self, object: ObjectId) -> bool {
        self.thread.forget_sleep();
        let kept = self.is_kept(object);
        self.memory.detach(object, kept)
    }

    /// Memory that processes can share; no process has it mapped yet.
    fn new_mapping(&mut self, size: u64) -> Result<ObjectId, Fault> {
        let mut pointers = crate::references::LivePointers {
            program: self.program,
            threads: &self.threads,
            running: &self.thread,
            live: &mut self.live,
            mentions: &mut self.mentions,
            kernel: &self.kernel,
        };
        let object = self.memory.new_mapping(size, &mut pointers)?;
        self.observe_allocation(object);
        Ok(object)
    }
}
