//! What an execution has left in the file system, beside what was given.

use super::node::{NodeKind, ROOT};
use crate::machine::Machine;
use std::collections::BTreeMap;

/// A file that differs from what was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    pub path: String,
    /// None: it was removed.
    pub content: Option<Vec<u8>>,
}

impl Machine<'_> {
    /// The files that differ from those given, in the state that is looked at. Bytes that were never
    /// written are zeros.
    pub fn changed_files(&mut self) -> Vec<ChangedFile> {
        if !self.kernel.files.exist() {
            return Vec::new();
        }
        let mut left: BTreeMap<String, Option<Vec<u8>>> = BTreeMap::new();
        let mut directories = vec![(ROOT, String::new())];
        while let Some((directory, path)) = directories.pop() {
            for (name, number) in self.node(directory).entries().to_vec() {
                let path = format!("{path}/{}", String::from_utf8_lossy(&name));
                match self.node(number).kind {
                    NodeKind::Directory { .. } => directories.push((number, path)),
                    NodeKind::File { size } => {
                        let bytes = self.file_bytes(number, 0, size);
                        let bytes = bytes.into_iter().map(|byte| byte.unwrap_or(0));
                        left.insert(path, Some(bytes.collect()));
                    }
                    _ => {}
                }
            }
        }
        for (path, content) in self.kernel.files.given.files() {
            match left.get(&path) {
                Some(Some(now)) if now == content => {
                    left.remove(&path);
                }
                Some(_) => {}
                None => {
                    left.insert(path, None);
                }
            }
        }
        let files = left.into_iter();
        files
            .map(|(path, content)| ChangedFile { path, content })
            .collect()
    }
}
