//! Names of files: taken away, changed and added.

use super::call::{Answer, EEXIST, EISDIR, ENOTDIR, EPERM, Failing, Failure, call, path, start};
use crate::error::Fault;
use crate::kernel::{Found, Node, NodeKind, ROOT, Start};
use crate::machine::Machine;
use crate::models::libc::errors::{EINVAL, ENOENT};
use crate::models::{Arguments, Model, Reply};

const EBUSY: i32 = 16;
const ENOTEMPTY: i32 = 39;
const HERE: Start = Start::CurrentDirectory;

pub const MODELS: &[(&str, Model)] = &[
    ("unlink", |m, a| {
        call(m, Failing::Int, |m| {
            let path = path(m, a, 0)?;
            unlink(m, HERE, &path)
        })
    }),
    ("unlinkat", |m, a| {
        call(m, Failing::Int, |m| {
            const AT_REMOVEDIR: u64 = 0x200;
            let path = path(m, a, 1)?;
            match a.get(2)? as u32 as u64 {
                0 => unlink(m, start(a, 0)?, &path),
                AT_REMOVEDIR => m.remove_directory(start(a, 0)?, &path),
                _ => Err(EINVAL.into()),
            }
        })
    }),
    ("remove", |m, a| {
        call(m, Failing::Int, |m| {
            let path = path(m, a, 0)?;
            match unlink(m, HERE, &path) {
                Err(Failure::Errno(EISDIR)) => m.remove_directory(HERE, &path),
                answer => answer,
            }
        })
    }),
    ("rename", |m, a| {
        call(m, Failing::Int, |m| rename(m, a, (HERE, 0), (HERE, 1), 0))
    }),
    ("renameat", |m, a| {
        call(m, Failing::Int, |m| {
            rename(m, a, (start(a, 0)?, 1), (start(a, 2)?, 3), 0)
        })
    }),
    ("renameat2", |m, a| {
        call(m, Failing::Int, |m| {
            let flags = a.get(4)?;
            rename(m, a, (start(a, 0)?, 1), (start(a, 2)?, 3), flags)
        })
    }),
    ("link", |m, a| {
        call(m, Failing::Int, |m| add_name(m, a, (HERE, 0), (HERE, 1)))
    }),
    ("linkat", |m, a| {
        call(m, Failing::Int, |m| {
            add_name(m, a, (start(a, 0)?, 1), (start(a, 2)?, 3))
        })
    }),
    ("symlink", |m, a| {
        call(m, Failing::Int, |m| point(m, a, (HERE, 1)))
    }),
    ("symlinkat", |m, a| {
        call(m, Failing::Int, |m| point(m, a, (start(a, 1)?, 2)))
    }),
    ("readlink", |m, a| {
        call(m, Failing::Long, |m| target(m, a, (HERE, 0)))
    }),
    ("readlinkat", |m, a| {
        call(m, Failing::Long, |m| target(m, a, (start(a, 0)?, 1)))
    }),
    ("realpath", real_path),
];

fn unlink(machine: &mut Machine<'_>, from: Start, path: &[u8]) -> Answer {
    let found = machine.walk_to_name(from, path)?;
    let node = found.node.ok_or(ENOENT)?;
    if machine.node(node).is_directory() {
        return Err(EISDIR.into());
    }
    if found.has_slash {
        return Err(ENOTDIR.into());
    }
    machine.check_directory(found.parent)?;
    machine.node_mut(found.parent).set_entry(&found.name, None);
    drop_name(machine, node);
    let path = String::from_utf8_lossy(path).into_owned();
    machine.observe_call(|_| format!("removes {path}"));
    Ok(0)
}

fn drop_name(machine: &mut Machine<'_>, node: u32) {
    machine.node_mut(node).links -= 1;
    machine.end_if_unreachable(node);
}

/// A path, by where it starts and which argument it is.
type Named = (Start, usize);

fn rename(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    old: Named,
    new: Named,
    flags: u64,
) -> Answer {
    const RENAME_NOREPLACE: u64 = 1;
    let (from, to) = (
        path(machine, arguments, old.1)?,
        path(machine, arguments, new.1)?,
    );
    let source = machine.walk_to_name(old.0, &from)?;
    let target = machine.walk_to_name(new.0, &to)?;
    if source.name.is_empty() || target.name.is_empty() {
        return Err(EBUSY.into());
    }
    let node = source.node.ok_or(ENOENT)?;
    match flags as u32 as u64 {
        0 => {}
        RENAME_NOREPLACE if target.node.is_some() => return Err(EEXIST.into()),
        RENAME_NOREPLACE => {}
        _ => return Err(Fault::unsupported("renameat2 with these flags").into()),
    }
    let is_directory = machine.node(node).is_directory();
    if !is_directory && (source.has_slash || target.has_slash) {
        return Err(ENOTDIR.into());
    }
    if target.node == Some(node) {
        return Ok(0);
    }
    if is_directory && is_inside(machine, target.parent, node) {
        return Err(EINVAL.into());
    }
    replaceable(machine, &target, is_directory)?;
    machine.check_directory(source.parent)?;
    machine.check_directory(target.parent)?;
    machine
        .node_mut(source.parent)
        .set_entry(&source.name, None);
    machine
        .node_mut(target.parent)
        .set_entry(&target.name, Some(node));
    if let Some(old) = target.node {
        drop_name(machine, old);
    }
    if let NodeKind::Directory { parent, .. } = &mut machine.node_mut(node).kind {
        *parent = target.parent;
    }
    let names = [from, to].map(|path| String::from_utf8_lossy(&path).into_owned());
    machine.observe_call(|_| format!("renames {} to {}", names[0], names[1]));
    Ok(0)
}

/// Whether what is there can give its name to something else.
fn replaceable(machine: &mut Machine<'_>, target: &Found, by_directory: bool) -> Answer<()> {
    let Some(old) = target.node else {
        return Ok(());
    };
    let old = machine.node(old);
    match (old.is_directory(), by_directory) {
        (true, false) => Err(EISDIR.into()),
        (false, true) => Err(ENOTDIR.into()),
        (true, true) if !old.entries().is_empty() => Err(ENOTEMPTY.into()),
        _ => Ok(()),
    }
}

/// Whether a directory is another one or lies in it.
fn is_inside(machine: &mut Machine<'_>, directory: u32, outer: u32) -> bool {
    let mut at = directory;
    while at != outer {
        match machine.node(at).kind {
            NodeKind::Directory { parent, .. } if at != ROOT => at = parent,
            _ => return false,
        }
    }
    true
}

/// `link`: a file gets another name.
fn add_name(machine: &mut Machine<'_>, arguments: &Arguments, old: Named, new: Named) -> Answer {
    let (from, to) = (
        path(machine, arguments, old.1)?,
        path(machine, arguments, new.1)?,
    );
    let node = machine.find_node(old.0, &from, false)?;
    let target = new_name(machine, new.0, &to)?;
    if machine.node(node).is_directory() {
        return Err(EPERM.into());
    }
    machine.check_directory(target.parent)?;
    machine
        .node_mut(target.parent)
        .set_entry(&target.name, Some(node));
    machine.node_mut(node).links += 1;
    Ok(0)
}

/// `symlink`.
fn point(machine: &mut Machine<'_>, arguments: &Arguments, new: Named) -> Answer {
    let (content, name) = (
        path(machine, arguments, 0)?,
        path(machine, arguments, new.1)?,
    );
    if content.is_empty() {
        return Err(ENOENT.into());
    }
    let found = new_name(machine, new.0, &name)?;
    machine.add_node(&found, Node::link(content))?;
    Ok(0)
}

/// Where something that is no directory gets a name.
fn new_name(machine: &mut Machine<'_>, from: Start, path: &[u8]) -> Answer<Found> {
    let found = machine.walk_to_name(from, path)?;
    match found.node {
        Some(_) => Err(EEXIST.into()),
        None if found.has_slash => Err(ENOENT.into()),
        None => Ok(found),
    }
}

/// `readlink`: as much as there is room for, without a zero.
fn target(machine: &mut Machine<'_>, arguments: &Arguments, named: Named) -> Answer {
    let name = path(machine, arguments, named.1)?;
    let node = machine.find_node(named.0, &name, false)?;
    let NodeKind::Link { target } = &machine.node(node).kind else {
        return Err(EINVAL.into());
    };
    let mut target = target.clone();
    target.truncate(arguments.get(named.1 + 2)? as usize);
    machine.write_bytes(arguments.get(named.1 + 1)?, &target)?;
    Ok(target.len() as u64)
}

fn real_path(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    call(machine, Failing::Null, |machine| {
        let name = path(machine, arguments, 0)?;
        let found = machine.walk_path(HERE, &name, true)?;
        let node = found.node.ok_or(ENOENT)?;
        let mut path = match machine.node(node).is_directory() {
            true => machine.path_of_directory(node).ok_or(ENOENT)?,
            false => {
                let mut path = machine.path_of_directory(found.parent).ok_or(ENOENT)?;
                if path.last() != Some(&b'/') {
                    path.push(b'/');
                }
                path.extend_from_slice(&found.name);
                path
            }
        };
        path.push(0);
        let place = match arguments.get(1)? {
            0 => crate::models::allocation::block(machine, path.len() as u64)?,
            place => place,
        };
        machine.write_bytes(place, &path)?;
        Ok(place)
    })
}
