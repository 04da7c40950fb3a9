//! From paths to nodes, as Linux goes.

use super::node::{NodeKind, ROOT};
use crate::machine::Machine;

/// Why a call on files fails, by its number.
pub type FileError = i32;

const ENOENT: FileError = 2;
const EBADF: FileError = 9;
const ENOTDIR: FileError = 20;
const ENAMETOOLONG: FileError = 36;
const ELOOP: FileError = 40;

const LONGEST_NAME: usize = 255;
const LONGEST_PATH: usize = 4095;
/// Symbolic links that one path may lead through.
const MOST_LINKS: u32 = 40;

/// Where a relative path begins.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    CurrentDirectory,
    Descriptor(u32),
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub struct Found {
    /// The directory that the last name is in.
    pub parent: u32,
    /// The last name; empty if the path ends in `.`, `..` or at the root.
    pub name: Vec<u8>,
    pub node: Option<u32>,
    /// The path ends in a slash.
    pub has_slash: bool,
}

/// What becomes of the last name of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// A symbolic link is followed.
    Followed,
    /// A symbolic link is followed only if a slash asks for a directory.
    Kept,
    /// The name itself is meant, with a slash behind it or not.
    Named,
    /// A symbolic link is followed unless there is a slash behind it.
    Created,
}

impl Machine<'_> {
    fn start_of(&mut self, start: Start) -> Result<u32, FileError> {
        match start {
            Start::CurrentDirectory => {
                let process = self.thread.process;
                Ok(self.descriptors(process).directory)
            }
            Start::Descriptor(number) => {
                let description = self.file_description(number).ok_or(EBADF)?;
                let node = self.description(description).node;
                match self.node(node).is_directory() {
                    true => Ok(node),
                    false => Err(ENOTDIR),
                }
            }
        }
    }

    /// Where a path leads; `follows` a symbolic link at its end.
    pub(crate) fn walk_path(
        &mut self,
        start: Start,
        path: &[u8],
        follows: bool,
    ) -> Result<Found, FileError> {
        let last = if follows { Last::Followed } else { Last::Kept };
        let found = self.walk(start, path, last)?;
        if let Some(number) = found.node
            && found.has_slash
            && !self.node(number).is_directory()
        {
            return Err(ENOTDIR);
        }
        Ok(found)
    }

    /// Where a path leads whose last name is to be made, changed or taken away: no link is followed there, and
    /// what a slash behind it means is up to the caller.
    pub(crate) fn walk_to_name(&mut self, start: Start, path: &[u8]) -> Result<Found, FileError> {
        self.walk(start, path, Last::Named)
    }

    /// Where a path leads that is opened with O_CREAT; what a slash at its end means is up to the caller.
    pub(crate) fn walk_to_create(
        &mut self,
        start: Start,
        path: &[u8],
        follows: bool,
    ) -> Result<Found, FileError> {
        let last = if follows { Last::Created } else { Last::Named };
        self.walk(start, path, last)
    }

    fn walk(&mut self, start: Start, path: &[u8], last: Last) -> Result<Found, FileError> {
        if path.is_empty() {
            return Err(ENOENT);
        }
        if path.len() > LONGEST_PATH {
            return Err(ENAMETOOLONG);
        }
        let mut at = match path[0] {
            b'/' => ROOT,
            _ => self.start_of(start)?,
        };
        let mut links = 0;
        let mut has_slash = path.ends_with(b"/");
        // Names that are left, the next one last.
        let mut left = names(path);
        let mut found = Found {
            parent: at,
            name: Vec::new(),
            node: Some(at),
            has_slash,
        };
        while let Some(name) = left.pop() {
            if name.len() > LONGEST_NAME {
                return Err(ENAMETOOLONG);
            }
            let directory = self.node(at);
            let parent = match directory.kind {
                NodeKind::Directory { parent, .. } => parent,
                // The current directory was removed.
                NodeKind::Absent => return Err(ENOENT),
                _ => return Err(ENOTDIR),
            };
            let (node, own) = match name.as_slice() {
                b"." => (Some(at), false),
                b".." => (Some(parent), false),
                name => (directory.find(name), true),
            };
            let is_last = left.is_empty();
            if let Some(number) = node
                && (!is_last || last.follows(has_slash))
                && let NodeKind::Link { target } = &self.node(number).kind
            {
                let target = target.clone();
                links += 1;
                if links > MOST_LINKS {
                    return Err(ELOOP);
                }
                if target.is_empty() {
                    return Err(ENOENT);
                }
                if target[0] == b'/' {
                    at = ROOT;
                }
                has_slash |= is_last && target.ends_with(b"/");
                left.extend(names(&target));
                found = Found {
                    parent: at,
                    name: Vec::new(),
                    node: Some(at),
                    has_slash,
                };
                continue;
            }
            found = Found {
                parent: at,
                name: if own { name } else { Vec::new() },
                node,
                has_slash,
            };
            match node {
                Some(number) => at = number,
                None if is_last => {}
                None => return Err(ENOENT),
            }
        }
        Ok(found)
    }

    /// The node at the end of a path.
    pub(crate) fn find_node(
        &mut self,
        start: Start,
        path: &[u8],
        follows: bool,
    ) -> Result<u32, FileError> {
        self.walk_path(start, path, follows)?.node.ok_or(ENOENT)
    }

    /// The absolute path of a directory; None if it was removed.
    pub(crate) fn path_of_directory(&mut self, directory: u32) -> Option<Vec<u8>> {
        let mut names = Vec::new();
        let mut at = directory;
        while at != ROOT {
            let NodeKind::Directory { parent, .. } = self.node(at).kind else {
                return None;
            };
            let entries = self.node(parent).entries().iter();
            let mut named = entries.filter(|(_, node)| *node == at);
            names.push(named.next()?.0.clone());
            at = parent;
        }
        let mut path = Vec::new();
        for name in names.iter().rev() {
            path.push(b'/');
            path.extend_from_slice(name);
        }
        if path.is_empty() {
            path.push(b'/');
        }
        Some(path)
    }
}

impl Last {
    /// Whether a link at the end is followed, with a slash behind it or without.
    fn follows(self, has_slash: bool) -> bool {
        match self {
            Last::Followed => true,
            Last::Kept => has_slash,
            Last::Named => false,
            Last::Created => !has_slash,
        }
    }
}

/// The names in a path, the last one first.
fn names(path: &[u8]) -> Vec<Vec<u8>> {
    let names = path.split(|byte| *byte == b'/');
    let names = names.filter(|name| !name.is_empty()).map(<[u8]>::to_vec);
    names.rev().collect()
}
