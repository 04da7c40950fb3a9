//! The files that the user gives, as the nodes of a file system at the start.

use super::content::BLOCK;
use super::node::{Block, Node, NodeKind, ROOT};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of the checked program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenFile {
    pub path: String,
    /// None: an empty directory.
    pub content: Option<Vec<u8>>,
}

impl GivenFile {
    fn names(&self) -> Vec<&str> {
        let names = self.path.split('/');
        names.filter(|name| !matches!(*name, "" | ".")).collect()
    }

    /// Why these files cannot be in one file system, if they cannot.
    pub fn conflict(files: &[GivenFile]) -> Option<String> {
        let mut known: BTreeMap<Vec<&str>, bool> = BTreeMap::new();
        for file in files {
            let names = file.names();
            let path = &file.path;
            if names.contains(&"..") {
                return Some(format!("the path of a file cannot have `..`: {path}"));
            }
            if names.is_empty() && file.content.is_some() {
                return Some(format!("a file needs a name: {path}"));
            }
            for end in 0..=names.len() {
                let is_file = end == names.len() && file.content.is_some();
                let before = known.insert(names[..end].to_vec(), is_file);
                if before.is_some_and(|before| before || is_file) {
                    return Some(format!(
                        "{path} is given twice, or as a file and a directory"
                    ));
                }
            }
        }
        None
    }
}

#[derive(Debug, Default)]
pub struct Given {
    /// By number, with what is in them.
    nodes: Vec<(Node, Vec<u8>)>,
}

/// Directories that are always there.
const USUAL: &[&str] = &["/tmp"];

impl Given {
    pub fn new(files: &[GivenFile]) -> Given {
        let mut given = Given::default();
        if files.is_empty() {
            return given;
        }
        given.add(Node {
            links: 1,
            ..Node::directory(0o755, ROOT)
        });
        for path in USUAL {
            given.directory(path.split('/'));
        }
        for GivenFile { path, content } in files {
            let mut parts: Vec<&str> = path.split('/').collect();
            match content {
                None => {
                    given.directory(parts.into_iter());
                }
                Some(content) => {
                    let name = parts.pop().unwrap_or_default();
                    let directory = given.directory(parts.into_iter());
                    let node = Node {
                        links: 1,
                        ..Node::file(0o644, content.len() as u64)
                    };
                    let number = given.nodes.len() as u32;
                    given.nodes.push((node, content.clone()));
                    let directory = &mut given.nodes[directory as usize].0;
                    directory.set_entry(name.as_bytes(), Some(number));
                }
            }
        }
        given
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push((node, Vec::new()));
        self.nodes.len() as u32 - 1
    }

    /// The directory with this path, made if there is none.
    fn directory<'a>(&mut self, parts: impl Iterator<Item = &'a str>) -> u32 {
        let mut at = ROOT;
        for part in parts.filter(|part| !matches!(*part, "" | ".")) {
            let known = self.nodes[at as usize].0.find(part.as_bytes());
            at = known.unwrap_or_else(|| {
                let new = self.add(Node {
                    links: 1,
                    ..Node::directory(0o755, at)
                });
                let parent = &mut self.nodes[at as usize].0;
                parent.set_entry(part.as_bytes(), Some(new));
                new
            });
        }
        at
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, number: u32) -> Node {
        let node = self.nodes.get(number as usize);
        node.map(|(node, _)| node.clone()).unwrap_or_default()
    }

    pub fn block(&self, node: u32, index: u32) -> Block {
        let content = self.nodes.get(node as usize).map(|(_, content)| content);
        let block = content.and_then(|content| content.chunks(BLOCK as usize).nth(index as usize));
        let block = block.unwrap_or_default();
        let used = block.len() - block.iter().rev().take_while(|byte| **byte == 0).count();
        Block(block[..used].iter().copied().map(Some).collect())
    }

    /// All files, by their paths.
    pub fn files(&self) -> Vec<(String, &[u8])> {
        let mut files = Vec::new();
        let mut left = vec![(ROOT, String::new())];
        while let Some((at, path)) = left.pop() {
            for (name, number) in self.nodes[at as usize].0.entries() {
                let path = format!("{path}/{}", String::from_utf8_lossy(name));
                match self.content(*number) {
                    Some(content) => files.push((path, content)),
                    None => left.push((*number, path)),
                }
            }
        }
        files
    }

    /// What a file has at the start.
    pub fn content(&self, node: u32) -> Option<&[u8]> {
        let (node, content) = self.nodes.get(node as usize)?;
        matches!(node.kind, NodeKind::File { .. }).then_some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_directories() {
        let file = |path: &str, content: Option<&str>| GivenFile {
            path: path.to_owned(),
            content: content.map(|content| content.as_bytes().to_vec()),
        };
        let given = Given::new(&[
            file("data/a.txt", Some("first")),
            file("/data/deep/b.txt", Some("second\0\0")),
            file("/empty/", None),
        ]);
        let root = given.node(ROOT);
        let names: Vec<&[u8]> = root.entries().iter().map(|entry| &entry.0[..]).collect();
        assert_eq!(names, [&b"data"[..], b"empty", b"tmp"]);
        let data = given.node(root.find(b"data").unwrap());
        let deep = given.node(data.find(b"deep").unwrap());
        let number = deep.find(b"b.txt").unwrap();
        assert_eq!(given.content(number), Some(&b"second\0\0"[..]));
        assert_eq!(given.block(number, 0).0.len(), 6);
        assert!(Given::new(&[]).is_empty());
        let conflict = |paths: &[&str]| {
            let files: Vec<GivenFile> = paths.iter().map(|path| file(path, Some(""))).collect();
            GivenFile::conflict(&files).is_some()
        };
        assert!(conflict(&["a", "/a"]) && conflict(&["a", "a/b"]) && conflict(&["a/b", "a"]));
        assert!(conflict(&["../a"]) && conflict(&["/"]) && !conflict(&["a/b", "a/c", "d"]));
    }
}
