//! Reading and writing at places of files.

use super::call::{
    Answer, EFBIG, EISDIR, Failing, O_ACCMODE, O_APPEND, O_RDONLY, O_WRONLY, answered, call,
    offset, path,
};
use crate::error::Fault;
use crate::kernel::{Descriptor, NodeKind, Start};
use crate::machine::Machine;
use crate::models::libc::errors::{EBADF, EFAULT, EINVAL, ESPIPE, is_negative};
use crate::models::pipes::bytes_of;
use crate::models::{Arguments, Model, Reply};

/// Bytes that a file can have.
const LARGEST: u64 = 1 << 38;

pub const MODELS: &[(&str, Model)] = &[
    ("pread", |m, a| at_offset(m, a, read_at)),
    ("pread64", |m, a| at_offset(m, a, read_at)),
    ("pwrite", |m, a| at_offset(m, a, write_at)),
    ("pwrite64", |m, a| at_offset(m, a, write_at)),
    ("lseek", seek_anywhere),
    ("lseek64", seek_anywhere),
    ("fsync", |m, a| on_file(m, a, Failing::Int, |_, _, _| Ok(0))),
    ("fdatasync", |m, a| {
        on_file(m, a, Failing::Int, |_, _, _| Ok(0))
    }),
    ("syncfs", |m, a| {
        on_file(m, a, Failing::Int, |_, _, _| Ok(0))
    }),
    ("sync", |_, _| Ok(Reply::Void)),
    ("posix_fadvise", advise),
    ("posix_fadvise64", advise),
    ("truncate", |m, a| call(m, Failing::Int, |m| truncate(m, a))),
    ("truncate64", |m, a| {
        call(m, Failing::Int, |m| truncate(m, a))
    }),
    ("copy_file_range", |m, a| {
        on_file(m, a, Failing::Long, copy_range)
    }),
];

/// Does a call on the file that the first argument is a descriptor of.
fn on_file(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    failing: Failing,
    work: fn(&mut Machine<'_>, u32, &Arguments) -> Answer,
) -> Result<Reply, Fault> {
    let number = arguments.get(0)?;
    if !machine.kernel.has_descriptors {
        let error = if number as u32 > 2 { EBADF } else { ESPIPE };
        return answered(machine, failing, Err(stream_error(failing, error).into()));
    }
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    machine.refuse_weakly("a file")?;
    let answer = match machine.descriptor(number) {
        Some(Descriptor::File(description)) => work(machine, description, arguments),
        Some(_) => Err(stream_error(failing, ESPIPE).into()),
        None => Err(EBADF.into()),
    };
    answered(machine, failing, answer)
}

/// What calls on pipes and standard streams fail with: those that return an int cannot flush
/// them, the others cannot seek in them.
fn stream_error(failing: Failing, error: i32) -> i32 {
    match (failing, error) {
        (Failing::Int, ESPIPE) => EINVAL,
        (_, error) => error,
    }
}

/// `pread` and `pwrite`.
fn at_offset(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    work: fn(&mut Machine<'_>, u32, &Arguments) -> Answer,
) -> Result<Reply, Fault> {
    // Linux looks at the offset before the descriptor.
    match offset(machine, arguments, 3)? {
        ..0 => answered(machine, Failing::Long, Err(EINVAL.into())),
        _ => on_file(machine, arguments, Failing::Long, work),
    }
}

/// `lseek`: what is no file and no stream of bytes stands at 0 for ever.
fn seek_anywhere(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const SEEK_MOST: u64 = 4;
    let found = match machine.kernel.has_descriptors {
        true => machine.descriptor(arguments.get(0)?),
        false => None,
    };
    let error = match found {
        Some(_) if arguments.get(2)? as u32 as u64 > SEEK_MOST => Some(EINVAL),
        Some(Descriptor::Counter(_) | Descriptor::Timer(_) | Descriptor::Epoll(_)) => None,
        _ => return on_file(machine, arguments, Failing::Long, seek),
    };
    if machine.stops() {
        return Ok(Reply::Stop);
    }
    answered(
        machine,
        Failing::Long,
        error.map_or(Ok(0), |error| Err(error.into())),
    )
}

/// `posix_fadvise` returns its error.
fn advise(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let number = arguments.get(0)?;
    let error = match machine.kernel.has_descriptors {
        true => {
            if machine.stops() {
                return Ok(Reply::Stop);
            }
            match machine.descriptor(number) {
                Some(Descriptor::File(_)) => 0,
                Some(Descriptor::Reading(_) | Descriptor::Writing(_) | Descriptor::Standard(_)) => {
                    ESPIPE
                }
                Some(_) => EINVAL,
                None => EBADF,
            }
        }
        false if number as u32 > 2 => EBADF,
        false => ESPIPE,
    };
    Ok(Reply::Value(error as u64))
}

impl Machine<'_> {
    /// Why an open file cannot be read.
    pub(in crate::models) fn reading_error(&mut self, number: u32) -> Option<i32> {
        let is_not_open = self.description(number).flags & O_ACCMODE == O_WRONLY;
        is_not_open.then_some(EBADF)
    }

    /// Why an open file cannot be written.
    pub(in crate::models) fn writing_error(&mut self, number: u32) -> Option<i32> {
        let is_not_open = self.description(number).flags & O_ACCMODE == O_RDONLY;
        is_not_open.then_some(EBADF)
    }
}

/// Bytes of an open file, from an offset or from where it stands.
pub(in crate::models) fn read_description(
    machine: &mut Machine<'_>,
    number: u32,
    size: u64,
    offset: Option<u64>,
) -> Answer<Vec<Option<u8>>> {
    if let Some(error) = machine.reading_error(number) {
        return Err(error.into());
    }
    let description = machine.description(number);
    if machine.node(description.node).is_directory() {
        return Err(EISDIR.into());
    }
    let at = offset.unwrap_or(description.offset);
    let bytes = machine.file_bytes(description.node, at, size);
    if offset.is_none() && !bytes.is_empty() {
        machine.description_mut(number).offset += bytes.len() as u64;
    }
    let count = bytes.len();
    machine.observe_call(|m| {
        let name = m.path_of_node(description.node);
        format!("reads {} at {at} of {name}", bytes_of(count))
    });
    Ok(bytes)
}

/// Writes bytes to an open file, at an offset or where it stands.
pub(in crate::models) fn write_description(
    machine: &mut Machine<'_>,
    number: u32,
    bytes: &[Option<u8>],
    offset: Option<u64>,
) -> Answer {
    if let Some(error) = machine.writing_error(number) {
        return Err(error.into());
    }
    let description = machine.description(number);
    // Linux appends whatever the offset is.
    let at = match description.flags & O_APPEND {
        0 => offset.unwrap_or(description.offset),
        _ => machine.file_size(description.node),
    };
    let end = at.saturating_add(bytes.len() as u64);
    if end > LARGEST {
        return Err(EFBIG.into());
    }
    machine.write_file(description.node, at, bytes);
    if offset.is_none() && !bytes.is_empty() {
        machine.description_mut(number).offset = end;
    }
    let count = bytes.len();
    machine.observe_call(|m| {
        let name = m.path_of_node(description.node);
        format!("writes {} at {at} of {name}", bytes_of(count))
    });
    Ok(bytes.len() as u64)
}

fn offset_argument(machine: &Machine<'_>, arguments: &Arguments, index: usize) -> Answer<u64> {
    let offset = offset(machine, arguments, index)?;
    u64::try_from(offset).map_err(|_| EINVAL.into())
}

fn read_at(machine: &mut Machine<'_>, number: u32, arguments: &Arguments) -> Answer {
    let offset = offset_argument(machine, arguments, 3)?;
    if is_negative(arguments.get(2)?) {
        return Err(machine.reading_error(number).unwrap_or(EFAULT).into());
    }
    let bytes = read_description(machine, number, arguments.get(2)?, Some(offset))?;
    machine.lay_bytes(arguments.get(1)?, &bytes)?;
    Ok(bytes.len() as u64)
}

fn write_at(machine: &mut Machine<'_>, number: u32, arguments: &Arguments) -> Answer {
    let offset = offset_argument(machine, arguments, 3)?;
    if let Some(error) = machine.writing_error(number) {
        return Err(error.into());
    }
    if is_negative(arguments.get(2)?) {
        return Err(EFAULT.into());
    }
    let bytes = machine.lift_bytes(arguments.get(1)?, arguments.get(2)?)?;
    write_description(machine, number, &bytes, Some(offset))
}

fn seek(machine: &mut Machine<'_>, number: u32, arguments: &Arguments) -> Answer {
    let offset = offset(machine, arguments, 1)?;
    seek_description(machine, number, offset, arguments.get_i32(2)?)
}

/// Where an open file stands then.
pub(in crate::models) fn seek_description(
    machine: &mut Machine<'_>,
    number: u32,
    offset: i64,
    whence: i32,
) -> Answer {
    const SEEK_SET: i32 = 0;
    const SEEK_CUR: i32 = 1;
    const SEEK_END: i32 = 2;
    let description = machine.description(number);
    let base = match whence {
        SEEK_SET => 0,
        SEEK_CUR => description.offset,
        SEEK_END => machine.file_size(description.node),
        3 | 4 => return Err(Fault::unsupported("lseek to data or a hole").into()),
        _ => return Err(EINVAL.into()),
    };
    let place = (base as i64).checked_add(offset).unwrap_or(-1);
    let place = u64::try_from(place).map_err(|_| EINVAL)?;
    if place != description.offset {
        machine.description_mut(number).offset = place;
    }
    Ok(place)
}

fn truncate(machine: &mut Machine<'_>, arguments: &Arguments) -> Answer {
    let path = path(machine, arguments, 0)?;
    let size = offset_argument(machine, arguments, 1)?;
    let node = machine.find_node(Start::CurrentDirectory, &path, true)?;
    if machine.node(node).is_directory() {
        return Err(EISDIR.into());
    }
    if !machine.allows(node, 2) {
        return Err(super::call::EACCES.into());
    }
    resize(machine, node, size)
}

fn resize(machine: &mut Machine<'_>, node: u32, size: u64) -> Answer {
    if size > LARGEST {
        return Err(EFBIG.into());
    }
    machine.resize_file(node, size);
    Ok(0)
}

/// `ftruncate`.
pub(in crate::models) fn truncate_description(
    machine: &mut Machine<'_>,
    number: u32,
    size: i64,
) -> Answer {
    let description = machine.description(number);
    let is_file = matches!(machine.node(description.node).kind, NodeKind::File { .. });
    if description.flags & O_ACCMODE == O_RDONLY || !is_file || size < 0 {
        return Err(EINVAL.into());
    }
    resize(machine, description.node, size as u64)
}

fn copy_range(machine: &mut Machine<'_>, from: u32, arguments: &Arguments) -> Answer {
    if arguments.get(1)? != 0 || arguments.get(3)? != 0 {
        return Err(Fault::unsupported("copy_file_range with offsets").into());
    }
    let Some(Descriptor::File(to)) = machine.descriptor(arguments.get(2)?) else {
        return Err(EBADF.into());
    };
    let bytes = read_description(machine, from, arguments.get(4)?, None)?;
    write_description(machine, to, &bytes, None)
}
