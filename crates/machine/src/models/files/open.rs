//! Opening files, and closing what was opened is `close` of descriptors.

use super::call::{
    Answer, EACCES, EEXIST, EISDIR, EMFILE, ENOTDIR, Failing, Failure, O_ACCMODE, O_CREAT, O_EXCL,
    O_RDONLY, O_TRUNC, O_WRONLY, call, path, start,
};
use crate::error::Fault;
use crate::kernel::{Descriptor, Found, MOST_DESCRIPTORS, Node, NodeKind, Start};
use crate::machine::Machine;
use crate::models::libc::errors::{EINVAL, ENOENT};
use crate::models::{Arguments, Model};

const O_DIRECTORY: u32 = 0x10000;
const O_NOFOLLOW: u32 = 0x20000;
const O_PATH: u32 = 0x20_0000;
const O_TMPFILE: u32 = 0x40_0000;
const ELOOP: i32 = 40;

/// What new files have in common: `umask`.
const MASK: u32 = 0o022;

pub const MODELS: &[(&str, Model)] = &[
    ("open", |m, a| call(m, Failing::Int, |m| open(m, a, 0))),
    ("open64", |m, a| call(m, Failing::Int, |m| open(m, a, 0))),
    ("openat", |m, a| call(m, Failing::Int, |m| open(m, a, 1))),
    ("openat64", |m, a| call(m, Failing::Int, |m| open(m, a, 1))),
    ("creat", |m, a| call(m, Failing::Int, |m| create(m, a))),
    ("creat64", |m, a| call(m, Failing::Int, |m| create(m, a))),
];

/// `open`, and `openat` with the path as the argument 1.
fn open(machine: &mut Machine<'_>, arguments: &Arguments, at: usize) -> Answer {
    let from = match at {
        0 => Start::CurrentDirectory,
        _ => start(arguments, 0)?,
    };
    let path = path(machine, arguments, at)?;
    let flags = arguments.get(at + 1)? as u32;
    let mode = match flags & O_CREAT {
        0 => 0,
        _ => create_mode(arguments.get(at + 2)? as u32),
    };
    Ok(open_path(machine, from, &path, flags, mode)?.into())
}

fn create(machine: &mut Machine<'_>, arguments: &Arguments) -> Answer {
    let path = path(machine, arguments, 0)?;
    let mode = create_mode(arguments.get(1)? as u32);
    let flags = O_CREAT | O_WRONLY | O_TRUNC;
    let from = Start::CurrentDirectory;
    Ok(open_path(machine, from, &path, flags, mode)?.into())
}

/// The mode of a new file that is made with this one.
pub(in crate::models) fn create_mode(mode: u32) -> u32 {
    mode & 0o7777 & !MASK
}

/// The descriptor of a file that is opened or made.
pub(in crate::models) fn open_path(
    machine: &mut Machine<'_>,
    from: Start,
    path: &[u8],
    flags: u32,
    mode: u32,
) -> Answer<u32> {
    if flags & O_TMPFILE != 0 {
        return Err(Fault::unsupported("open with O_TMPFILE").into());
    }
    if flags & O_PATH != 0 {
        return Err(Fault::unsupported("open with O_PATH").into());
    }
    if flags & (O_CREAT | O_DIRECTORY) == O_CREAT | O_DIRECTORY {
        return Err(EINVAL.into());
    }
    let process = machine.thread.process;
    if machine.descriptors(process).lowest_free() as u64 >= MOST_DESCRIPTORS {
        return Err(EMFILE.into());
    }
    let is_exclusive = flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL;
    let follows = flags & O_NOFOLLOW == 0 && !is_exclusive;
    let found = match flags & O_CREAT {
        0 => machine.walk_path(from, path, follows)?,
        _ => machine.walk_to_create(from, path, follows)?,
    };
    // O_CREAT makes no directories.
    if flags & O_CREAT != 0 && found.has_slash && !found.name.is_empty() {
        return Err(EISDIR.into());
    }
    let node = match found.node {
        Some(_) if is_exclusive => return Err(EEXIST.into()),
        Some(node) => {
            check(machine, node, flags)?;
            node
        }
        None if flags & O_CREAT == 0 => return Err(ENOENT.into()),
        None => machine.add_node(&found, Node::file(mode, 0))?,
    };
    // Linux does it also where the file is opened to be read only.
    if flags & O_TRUNC != 0 {
        machine.resize_file(node, 0);
    }
    let description = machine.new_description(node, flags)?;
    let number = machine.open_descriptor(Descriptor::File(description));
    let path = String::from_utf8_lossy(path).into_owned();
    machine.observe_call(|_| format!("opens {path} as {number}"));
    Ok(number)
}

/// Whether a file that is there can be opened like this.
fn check(machine: &mut Machine<'_>, node: u32, flags: u32) -> Answer<()> {
    let access = flags & O_ACCMODE;
    let writes = access != O_RDONLY || flags & O_TRUNC != 0;
    let error = match machine.node(node).kind {
        NodeKind::Directory { .. } if writes || flags & O_CREAT != 0 => Some(EISDIR),
        NodeKind::Directory { .. } => None,
        _ if flags & O_DIRECTORY != 0 => Some(ENOTDIR),
        NodeKind::Link { .. } => Some(ELOOP),
        _ => None,
    };
    if let Some(error) = error {
        return Err(error.into());
    }
    let needed = match access {
        O_RDONLY if writes => 6,
        O_RDONLY => 4,
        O_WRONLY => 2,
        _ => 6,
    };
    match machine.allows(node, needed) {
        true => Ok(()),
        false => Err(EACCES.into()),
    }
}

impl Machine<'_> {
    /// Puts a new node where a path led to nothing.
    pub(super) fn add_node(&mut self, found: &Found, node: Node) -> Result<u32, Failure> {
        self.check_directory(found.parent)?;
        let number = self.new_node(node)?;
        self.node_mut(number).links = 1;
        self.node_mut(found.parent)
            .set_entry(&found.name, Some(number));
        Ok(number)
    }

    /// Whether names can be put into a directory and taken out of it.
    pub(super) fn check_directory(&mut self, directory: u32) -> Result<(), Failure> {
        if self.node(directory).links == 0 {
            return Err(ENOENT.into());
        }
        match self.allows(directory, 3) {
            true => Ok(()),
            false => Err(EACCES.into()),
        }
    }
}
