//! `stat` and its relatives. Files have no times: all of them are those of 1970.

use super::call::{Answer, EACCES, EPERM, Failing, Failure, answered, call, path, start};
use crate::error::Fault;
use crate::kernel::{Descriptor, NodeKind, Start};
use crate::machine::Machine;
use crate::models::libc::errors::{EBADF, EINVAL};
use crate::models::libc::system::USER;
use crate::models::{Arguments, Model, Reply};
use trailhound_program::DataModel;

const AT_SYMLINK_NOFOLLOW: u64 = 0x100;
const AT_EMPTY_PATH: u64 = 0x1000;

pub const MODELS: &[(&str, Model)] = &[
    ("stat", |m, a| status(m, a, Form::Plain, true)),
    ("stat64", |m, a| status(m, a, Form::Large, true)),
    ("lstat", |m, a| status(m, a, Form::Plain, false)),
    ("lstat64", |m, a| status(m, a, Form::Large, false)),
    ("fstat", |m, a| of_descriptor(m, a, Form::Plain)),
    ("fstat64", |m, a| of_descriptor(m, a, Form::Large)),
    ("fstatat", |m, a| status_at(m, a, Form::Plain)),
    ("fstatat64", |m, a| status_at(m, a, Form::Large)),
    ("statx", extended),
    ("access", |m, a| {
        call(m, Failing::Int, |m| {
            access(m, Start::CurrentDirectory, a, 0)
        })
    }),
    ("faccessat", |m, a| {
        call(m, Failing::Int, |m| access(m, start(a, 0)?, a, 1))
    }),
    ("chmod", |m, a| {
        call(m, Failing::Int, |m| {
            let node = find(m, Start::CurrentDirectory, a, 0, true)?;
            change_mode(m, node, a.get(1)?)
        })
    }),
    ("fchmodat", |m, a| {
        call(m, Failing::Int, |m| {
            let node = find(m, start(a, 0)?, a, 1, true)?;
            change_mode(m, node, a.get(2)?)
        })
    }),
    ("fchmod", |m, a| {
        call(m, Failing::Int, |m| {
            let node = m.open_node(a.get(0)?)?;
            change_mode(m, node, a.get(1)?)
        })
    }),
    ("chown", |m, a| {
        call(m, Failing::Int, |m| {
            find(m, Start::CurrentDirectory, a, 0, true)?;
            let is_own = |index| Ok::<_, Fault>(matches!(a.get_i32(index)?, -1 | USER));
            match is_own(1)? && is_own(2)? {
                true => Ok(0),
                false => Err(EPERM.into()),
            }
        })
    }),
];

/// Which structure a call fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    /// With wide offsets also in 32-bit programs.
    Large,
    Extended,
}

/// What is told of a file.
struct Status {
    mode: u32,
    number: u64,
    links: u64,
    size: u64,
}

const S_IFIFO: u32 = 0o010000;
const S_IFCHR: u32 = 0o020000;
const S_IFDIR: u32 = 0o040000;
const S_IFREG: u32 = 0o100000;
const S_IFLNK: u32 = 0o120000;
const S_IFSOCK: u32 = 0o140000;

impl Machine<'_> {
    /// The file or directory that a descriptor is open on.
    pub(super) fn open_node(&mut self, descriptor: u64) -> Answer<u32> {
        let description = self.file_description(descriptor as u32).ok_or(EBADF)?;
        Ok(self.description(description).node)
    }

    fn status_of_node(&mut self, number: u32) -> Status {
        let node = self.node(number).clone();
        let (kind, links, size) = match &node.kind {
            NodeKind::Directory { entries, .. } => {
                let entries: Vec<u32> = entries.iter().map(|entry| entry.1).collect();
                let inner = entries.into_iter().filter(|&n| self.node(n).is_directory());
                let links = if node.links == 0 { 0 } else { 2 };
                (S_IFDIR, links + inner.count() as u64, 4096)
            }
            NodeKind::Link { target } => (S_IFLNK, node.links.into(), target.len() as u64),
            NodeKind::File { size } => (S_IFREG, node.links.into(), *size),
            NodeKind::Absent => (0, 0, 0),
        };
        Status {
            mode: kind | node.mode,
            number: u64::from(number) + 1,
            links,
            size,
        }
    }

    fn status_of_descriptor(&mut self, descriptor: u64) -> Answer<Status> {
        let device = |mode| Status {
            mode,
            number: 0,
            links: 1,
            size: 0,
        };
        if !self.kernel.has_descriptors {
            return match descriptor as u32 {
                0..=2 => Ok(device(S_IFCHR | 0o620)),
                _ => Err(EBADF.into()),
            };
        }
        match self.descriptor(descriptor).ok_or(EBADF)? {
            Descriptor::Standard(_) => Ok(device(S_IFCHR | 0o620)),
            Descriptor::Reading(_) | Descriptor::Writing(_) => Ok(device(S_IFIFO | 0o600)),
            Descriptor::File(description) => {
                let node = self.description(description).node;
                Ok(self.status_of_node(node))
            }
            Descriptor::Socket { .. } => Ok(device(S_IFSOCK | 0o777)),
            Descriptor::Counter(_) | Descriptor::Timer(_) | Descriptor::Epoll(_) => {
                Ok(device(0o600))
            }
            Descriptor::Queue { .. } | Descriptor::Memory(_) => {
                Err(Fault::unsupported("fstat of a queue or of shared memory").into())
            }
        }
    }
}

fn find(
    machine: &mut Machine<'_>,
    from: Start,
    arguments: &Arguments,
    at: usize,
    follows: bool,
) -> Answer<u32> {
    let path = path(machine, arguments, at)?;
    Ok(machine.find_node(from, &path, follows)?)
}

fn status(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    form: Form,
    follows: bool,
) -> Result<Reply, Fault> {
    call(machine, Failing::Int, |machine| {
        let node = find(machine, Start::CurrentDirectory, arguments, 0, follows)?;
        let status = machine.status_of_node(node);
        fill(machine, arguments.get(1)?, form, &status)?;
        Ok(0)
    })
}

fn of_descriptor(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    form: Form,
) -> Result<Reply, Fault> {
    let (descriptor, place) = (arguments.get(0)?, arguments.get(1)?);
    let stops = match machine.kernel.has_descriptors {
        true => machine.stops(),
        false => machine.stops_at(&[place]),
    };
    if stops {
        return Ok(Reply::Stop);
    }
    let answer = machine.status_of_descriptor(descriptor);
    let answer = match answer {
        Ok(status) => fill(machine, place, form, &status)
            .map(|()| 0)
            .map_err(Failure::from),
        Err(failure) => Err(failure),
    };
    answered(machine, Failing::Int, answer)
}

fn status_at(machine: &mut Machine<'_>, arguments: &Arguments, form: Form) -> Result<Reply, Fault> {
    call(machine, Failing::Int, |machine| {
        let status = at(machine, arguments, arguments.get(3)?)?;
        fill(machine, arguments.get(2)?, form, &status)?;
        Ok(0)
    })
}

/// The file that a directory and a path name, or the descriptor alone.
fn at(machine: &mut Machine<'_>, arguments: &Arguments, flags: u64) -> Answer<Status> {
    let name = path(machine, arguments, 1)?;
    let from = start(arguments, 0)?;
    if let (true, Start::Descriptor(number), true) =
        (name.is_empty(), from, flags & AT_EMPTY_PATH != 0)
    {
        return machine.status_of_descriptor(number.into());
    }
    let node = machine.find_node(from, &name, flags & AT_SYMLINK_NOFOLLOW == 0)?;
    Ok(machine.status_of_node(node))
}

/// Without files only descriptors are described.
fn extended(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (flags, place) = (arguments.get(2)?, arguments.get(4)?);
    call(machine, Failing::Int, |machine| {
        let status = at(machine, arguments, flags)?;
        fill(machine, place, Form::Extended, &status)?;
        Ok(0)
    })
}

/// Where a structure has what is told.
struct Layout {
    size: u64,
    mode: u64,
    number: u64,
    links: u64,
    bytes: u64,
    block_size: u64,
    blocks: u64,
    owner: u64,
    group: u64,
    /// Bytes of the links, the length and the number of blocks.
    widths: [u64; 3],
}

fn layout(model: DataModel, form: Form) -> Layout {
    let plain = Layout {
        size: 144,
        number: 8,
        links: 16,
        mode: 24,
        owner: 28,
        group: 32,
        bytes: 48,
        block_size: 56,
        blocks: 64,
        widths: [8, 8, 8],
    };
    match (form, model) {
        (Form::Extended, _) => Layout {
            size: 256,
            block_size: 4,
            links: 16,
            owner: 20,
            group: 24,
            mode: 28,
            number: 32,
            bytes: 40,
            blocks: 48,
            widths: [4, 8, 8],
        },
        (_, DataModel::Lp64) => plain,
        (Form::Plain, DataModel::Ilp32) => Layout {
            size: 88,
            number: 12,
            mode: 16,
            links: 20,
            owner: 24,
            group: 28,
            bytes: 44,
            block_size: 48,
            blocks: 52,
            widths: [4, 4, 4],
        },
        (Form::Large, DataModel::Ilp32) => Layout {
            size: 96,
            number: 88,
            mode: 16,
            links: 20,
            owner: 24,
            group: 28,
            bytes: 44,
            block_size: 52,
            blocks: 56,
            widths: [4, 8, 8],
        },
    }
}

fn fill(machine: &mut Machine<'_>, place: u64, form: Form, status: &Status) -> Result<(), Fault> {
    const STATX_BASIC_STATS: u32 = 0x7ff;
    let layout = layout(machine.data_model(), form);
    let mut bytes = vec![0; layout.size as usize];
    let mut put = |at: u64, value: u64, width: u64| {
        let (at, width) = (at as usize, width as usize);
        bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
    };
    let [links, length, blocks] = layout.widths;
    put(layout.number, status.number, 4);
    put(layout.links, status.links, links);
    put(layout.mode, status.mode.into(), 2);
    put(layout.owner, USER as u64, 4);
    put(layout.group, USER as u64, 4);
    put(layout.bytes, status.size, length);
    put(layout.block_size, 4096, 4);
    put(layout.blocks, status.size.div_ceil(4096) * 8, blocks);
    if form == Form::Extended {
        put(0, STATX_BASIC_STATS.into(), 4);
    }
    machine.write_bytes(place, &bytes)
}

fn access(machine: &mut Machine<'_>, from: Start, arguments: &Arguments, at: usize) -> Answer {
    let node = find(machine, from, arguments, at, true)?;
    let asked = arguments.get(at + 1)? as u32;
    if asked > 7 {
        return Err(EINVAL.into());
    }
    match machine.allows(node, asked) {
        true => Ok(0),
        false => Err(EACCES.into()),
    }
}

fn change_mode(machine: &mut Machine<'_>, node: u32, mode: u64) -> Answer {
    machine.node_mut(node).mode = mode as u32 & 0o7777;
    Ok(0)
}
