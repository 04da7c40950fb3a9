//! Directories: made, removed and listed. They are listed in the order of names; one that changes
//! meanwhile is listed from the name on that was told last.

use super::call::{Answer, EEXIST, ENOTDIR, Failing, O_RDONLY, call, path, start};
use super::open::{create_mode, open_path};
use crate::error::{ErrorKind, Fault};
use crate::kernel::{Node, NodeKind, Start};
use crate::machine::Machine;
use crate::memory::Flags;
use crate::models::libc::errors::{EBADF, EINVAL, ENOENT, ERANGE};
use crate::models::{Arguments, Model, Reply};
use trailhound_program::{Address, DataModel};

const EBUSY: i32 = 16;
const ENOTEMPTY: i32 = 39;
const O_DIRECTORY: u32 = 0x10000;

pub const MODELS: &[(&str, Model)] = &[
    ("mkdir", |m, a| {
        call(m, Failing::Int, |m| {
            let path = path(m, a, 0)?;
            make(m, Start::CurrentDirectory, &path, a.get(1)? as u32)
        })
    }),
    ("mkdirat", |m, a| {
        call(m, Failing::Int, |m| {
            let path = path(m, a, 1)?;
            make(m, start(a, 0)?, &path, a.get(2)? as u32)
        })
    }),
    ("rmdir", |m, a| {
        call(m, Failing::Int, |m| {
            let path = path(m, a, 0)?;
            m.remove_directory(Start::CurrentDirectory, &path)
        })
    }),
    ("chdir", |m, a| {
        call(m, Failing::Int, |m| {
            let path = path(m, a, 0)?;
            let node = m.find_node(Start::CurrentDirectory, &path, true)?;
            go(m, node)
        })
    }),
    ("fchdir", |m, a| {
        call(m, Failing::Int, |m| {
            let node = m.open_node(a.get(0)?)?;
            go(m, node)
        })
    }),
    ("getcwd", |m, a| call(m, Failing::Null, |m| current(m, a))),
    ("opendir", |m, a| {
        call(m, Failing::Null, |m| {
            let path = path(m, a, 0)?;
            let from = Start::CurrentDirectory;
            let number = open_path(m, from, &path, O_RDONLY | O_DIRECTORY, 0)?;
            new_listing(m, number)
        })
    }),
    ("fdopendir", |m, a| {
        call(m, Failing::Null, |m| {
            let node = m.open_node(a.get(0)?)?;
            match m.node(node).is_directory() {
                true => new_listing(m, a.get(0)? as u32),
                false => Err(ENOTDIR.into()),
            }
        })
    }),
    ("readdir", |m, a| {
        call(m, Failing::Null, |m| next(m, a.get(0)?, false))
    }),
    ("readdir64", |m, a| {
        call(m, Failing::Null, |m| next(m, a.get(0)?, true))
    }),
    ("rewinddir", rewind),
    ("dirfd", |m, a| {
        call(m, Failing::Int, |m| {
            let listing = a.get(0)?;
            check(m, listing)?;
            Ok(u64::from(m.read_u32(listing + NUMBER)?))
        })
    }),
    ("closedir", |m, a| {
        call(m, Failing::Int, |m| close(m, a.get(0)?))
    }),
];

fn make(machine: &mut Machine<'_>, from: Start, path: &[u8], mode: u32) -> Answer {
    let found = machine.walk_to_name(from, path)?;
    if found.node.is_some() {
        return Err(EEXIST.into());
    }
    let node = Node::directory(create_mode(mode), found.parent);
    machine.add_node(&found, node)?;
    let path = String::from_utf8_lossy(path).into_owned();
    machine.observe_call(|_| format!("makes the directory {path}"));
    Ok(0)
}

impl Machine<'_> {
    pub(super) fn remove_directory(&mut self, from: Start, path: &[u8]) -> Answer {
        let found = self.walk_to_name(from, path)?;
        let mut names = path.rsplit(|byte| *byte == b'/');
        match names.find(|name| !name.is_empty()) {
            None => return Err(EBUSY.into()),
            Some(b".") => return Err(EINVAL.into()),
            Some(b"..") => return Err(ENOTEMPTY.into()),
            Some(_) => {}
        }
        let node = found.node.ok_or(ENOENT)?;
        if !self.node(node).is_directory() {
            return Err(ENOTDIR.into());
        }
        if !self.node(node).entries().is_empty() {
            return Err(ENOTEMPTY.into());
        }
        self.check_directory(found.parent)?;
        self.node_mut(found.parent).set_entry(&found.name, None);
        self.node_mut(node).links = 0;
        self.end_if_unreachable(node);
        let path = String::from_utf8_lossy(path).into_owned();
        self.observe_call(|_| format!("removes the directory {path}"));
        Ok(0)
    }
}

fn go(machine: &mut Machine<'_>, node: u32) -> Answer {
    if !machine.node(node).is_directory() {
        return Err(ENOTDIR.into());
    }
    let process = machine.thread.process;
    machine.descriptors_mut(process).directory = node;
    Ok(0)
}

fn current(machine: &mut Machine<'_>, arguments: &Arguments) -> Answer {
    let process = machine.thread.process;
    let directory = machine.descriptors(process).directory;
    let mut path = machine.path_of_directory(directory).ok_or(ENOENT)?;
    path.push(0);
    let (mut place, size) = (arguments.get(0)?, arguments.get(1)?);
    if place == 0 {
        let room = size.max(path.len() as u64);
        place = crate::models::allocation::block(machine, room)?;
    } else if size == 0 {
        return Err(EINVAL.into());
    } else if size < path.len() as u64 {
        return Err(ERANGE.into());
    }
    machine.write_bytes(place, &path)?;
    Ok(place)
}

// A DIR: a mark, the descriptor, how many of `.` and `..` were told, and the entry that was told last.
const MARK: u64 = 0x5249_4420_6576_696c;
const NUMBER: u64 = 8;
const TOLD: u64 = 12;
const ENTRY: u64 = 16;
const SIZE: u64 = ENTRY + 280;

fn new_listing(machine: &mut Machine<'_>, number: u32) -> Answer {
    let listing = machine
        .allocate(SIZE, Flags::FREEABLE.with(Flags::ZEROED))?
        .at(0)
        .0;
    machine.write_u64(listing, MARK)?;
    machine.write_u32(listing + NUMBER, number)?;
    Ok(listing)
}

fn check(machine: &mut Machine<'_>, listing: u64) -> Result<(), Fault> {
    if listing == 0 {
        let message = "a null DIR pointer is used";
        return Err(Fault::error(ErrorKind::NullDereference, message));
    }
    match machine.memory.read(listing, 8)? == MARK.to_le_bytes() {
        true => Ok(()),
        false => Err(Fault::error(
            ErrorKind::InvalidPointer,
            "a DIR pointer that points at no open directory is used",
        )),
    }
}

/// The place of the name in an entry, and where its other parts are.
fn name_at(machine: &Machine<'_>, large: bool) -> u64 {
    match (machine.data_model(), large) {
        (DataModel::Ilp32, false) => 11,
        _ => 19,
    }
}

/// The address of the next entry; 0 at the end.
fn next(machine: &mut Machine<'_>, listing: u64, large: bool) -> Answer {
    check(machine, listing)?;
    let number = machine.read_u32(listing + NUMBER)?;
    let told = machine.read_u32(listing + TOLD)?;
    let directory = machine.open_node(number.into())?;
    let node = machine.node(directory).clone();
    let NodeKind::Directory { parent, entries } = node.kind else {
        return Err(EBADF.into());
    };
    let name = name_at(machine, large);
    let (text, target) = match told {
        0 => (b".".to_vec(), directory),
        1 => (b"..".to_vec(), parent),
        told => {
            let last = match told {
                2 => None,
                _ => Some(machine.read_string(listing + ENTRY + name)?),
            };
            let mut behind = entries.into_iter();
            match behind.find(|entry| last.as_ref().is_none_or(|last| entry.0 > *last)) {
                Some(entry) => entry,
                None => return Ok(0),
            }
        }
    };
    const DT_DIR: u8 = 4;
    const DT_REG: u8 = 8;
    const DT_LNK: u8 = 10;
    let kind = match machine.node(target).kind {
        NodeKind::Directory { .. } => DT_DIR,
        NodeKind::Link { .. } => DT_LNK,
        _ => DT_REG,
    };
    let mut entry = vec![0; 280];
    let number = (u64::from(target) + 1).to_le_bytes();
    let wide = if name == 19 { 8 } else { 4 };
    entry[..wide].copy_from_slice(&number[..wide]);
    let length = (name as usize + text.len() + 1).next_multiple_of(8) as u16;
    entry[2 * wide..2 * wide + 2].copy_from_slice(&length.to_le_bytes());
    entry[name as usize - 1] = kind;
    entry[name as usize..name as usize + text.len()].copy_from_slice(&text);
    machine.write_bytes(listing + ENTRY, &entry)?;
    machine.write_u32(listing + TOLD, (told + 1).min(3))?;
    Ok(listing + ENTRY)
}

fn rewind(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let listing = arguments.get(0)?;
    if machine.stops_at(&[listing]) {
        return Ok(Reply::Stop);
    }
    check(machine, listing)?;
    machine.write_u32(listing + TOLD, 0)?;
    Ok(Reply::Void)
}

fn close(machine: &mut Machine<'_>, listing: u64) -> Answer {
    check(machine, listing)?;
    let number = machine.read_u32(listing + NUMBER)?;
    machine.close_descriptor(number);
    machine.observe_free(Address(listing).object());
    machine.memory.destroy(Address(listing).object());
    Ok(0)
}
