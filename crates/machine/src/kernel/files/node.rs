//! Files, directories and symbolic links, and what a process has open of them. It does not know
//! what is in files.

use crate::kernel::bytes::{Bytes, decode_bytes, encode_bytes};
use crate::kernel::record::Record;

/// The directory that all paths begin in.
pub const ROOT: u32 = 0;

/// What a path leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub kind: NodeKind,
    /// The lower twelve bits of `st_mode`.
    pub mode: u32,
    /// Names that it has.
    pub links: u32,
    /// Open file descriptions of it.
    pub open: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NodeKind {
    #[default]
    Absent,
    File {
        size: u64,
    },
    Directory {
        parent: u32,
        /// Sorted by name.
        entries: Vec<(Vec<u8>, u32)>,
    },
    Link {
        target: Vec<u8>,
    },
}

impl Node {
    pub fn file(mode: u32, size: u64) -> Node {
        Node {
            kind: NodeKind::File { size },
            mode,
            ..Node::default()
        }
    }

    pub fn directory(mode: u32, parent: u32) -> Node {
        let entries = Vec::new();
        Node {
            kind: NodeKind::Directory { parent, entries },
            mode,
            ..Node::default()
        }
    }

    pub fn link(target: Vec<u8>) -> Node {
        Node {
            kind: NodeKind::Link { target },
            mode: 0o777,
            ..Node::default()
        }
    }

    pub fn is_directory(&self) -> bool {
        matches!(self.kind, NodeKind::Directory { .. })
    }

    /// The names in a directory.
    pub fn entries(&self) -> &[(Vec<u8>, u32)] {
        match &self.kind {
            NodeKind::Directory { entries, .. } => entries,
            _ => &[],
        }
    }

    pub fn find(&self, name: &[u8]) -> Option<u32> {
        let entries = self.entries();
        let place = entries.binary_search_by(|entry| entry.0.as_slice().cmp(name));
        place.ok().map(|place| entries[place].1)
    }

    /// Gives a name in a directory another meaning, or none.
    pub fn set_entry(&mut self, name: &[u8], node: Option<u32>) {
        let NodeKind::Directory { entries, .. } = &mut self.kind else {
            return;
        };
        let place = entries.binary_search_by(|entry| entry.0.as_slice().cmp(name));
        match (place, node) {
            (Ok(place), Some(node)) => entries[place].1 = node,
            (Ok(place), None) => {
                entries.remove(place);
            }
            (Err(place), Some(node)) => entries.insert(place, (name.to_vec(), node)),
            (Err(_), None) => {}
        }
    }
}

const FILE: u64 = 1;
const DIRECTORY: u64 = 2;
const LINK: u64 = 3;

impl Record for Node {
    fn encode(&self) -> Vec<u64> {
        let head = |kind: u64| kind | (self.mode as u64) << 8;
        let counts = self.links as u64 | (self.open as u64) << 32;
        match &self.kind {
            NodeKind::Absent => vec![0],
            NodeKind::File { size } => vec![head(FILE), counts, *size],
            NodeKind::Directory { parent, entries } => {
                let mut words = vec![head(DIRECTORY), counts, *parent as u64];
                for (name, node) in entries {
                    words.push(*node as u64);
                    encode_text(name, &mut words);
                }
                words
            }
            NodeKind::Link { target } => {
                let mut words = vec![head(LINK), counts];
                encode_text(target, &mut words);
                words
            }
        }
    }

    fn decode(words: &[u64]) -> Node {
        let kind = match words[0] & 0xff {
            FILE => NodeKind::File { size: words[2] },
            DIRECTORY => {
                let mut entries = Vec::new();
                let mut rest = words[3..].iter().copied();
                while let Some(node) = rest.next() {
                    entries.push((decode_text(&mut rest), node as u32));
                }
                let parent = words[2] as u32;
                NodeKind::Directory { parent, entries }
            }
            LINK => NodeKind::Link {
                target: decode_text(&mut words[2..].iter().copied()),
            },
            _ => return Node::default(),
        };
        Node {
            kind,
            mode: (words[0] >> 8) as u32,
            links: words[1] as u32,
            open: (words[1] >> 32) as u32,
        }
    }
}

fn encode_text(text: &[u8], words: &mut Vec<u64>) {
    words.push(text.len() as u64);
    words.extend(text.chunks(8).map(|chunk| {
        let bytes = chunk.iter().rev();
        bytes.fold(0, |word, &byte| word << 8 | byte as u64)
    }));
}

fn decode_text(words: &mut impl Iterator<Item = u64>) -> Vec<u8> {
    let length = words.next().unwrap_or(0) as usize;
    let text = words.take(length.div_ceil(8));
    text.flat_map(u64::to_le_bytes).take(length).collect()
}

/// Bytes of a file that are kept together; zeros at their end are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block(pub Bytes);

impl Record for Block {
    fn encode(&self) -> Vec<u64> {
        let mut words = Vec::new();
        encode_bytes(&self.0, &mut words);
        words
    }

    fn decode(words: &[u64]) -> Block {
        let mut words = words.iter().copied();
        let mut next = || words.next().expect("the words of a block");
        Block(decode_bytes(&mut next))
    }
}

/// An open file description: descriptors that come from one another by `dup` and `fork` have it in
/// common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Description {
    pub node: u32,
    /// How it was opened: the access mode, O_APPEND and the like.
    pub flags: u32,
    pub offset: u64,
    /// Descriptors that stand for it; with none it is not there.
    pub descriptors: u32,
}

impl Record for Description {
    fn encode(&self) -> Vec<u64> {
        let counts = self.flags as u64 | (self.descriptors as u64) << 32;
        vec![self.node as u64, counts, self.offset]
    }

    fn decode(words: &[u64]) -> Description {
        Description {
            node: words[0] as u32,
            flags: words[1] as u32,
            offset: words[2],
            descriptors: (words[1] >> 32) as u32,
        }
    }
}

/// The FILE pointers that a process has open, for the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Streams(pub Vec<u64>);

impl Record for Streams {
    fn encode(&self) -> Vec<u64> {
        let mut words = vec![self.0.len() as u64];
        words.extend(&self.0);
        words
    }

    fn decode(words: &[u64]) -> Streams {
        Streams(words[1..].to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decoded_is_what_was_encoded() {
        let mut directory = Node::directory(0o755, 7);
        directory.set_entry(b"b", Some(3));
        directory.set_entry(b"a long name of a file", Some(2));
        directory.set_entry(b"", Some(9));
        directory.set_entry(b"b", None);
        let mut nodes = vec![directory, Node::link(b"../there".to_vec())];
        nodes.push(Node {
            links: 2,
            open: 3,
            ..Node::file(0o644, 1 << 40)
        });
        nodes.push(Node::default());
        for node in nodes {
            assert_eq!(Node::decode(&node.encode()), node);
        }
        let block = Block([Some(1), None, Some(0), Some(9)].into());
        assert_eq!(Block::decode(&block.encode()), block);
        let streams = Streams(vec![5, 6]);
        assert_eq!(Streams::decode(&streams.encode()), streams);
    }

    #[test]
    fn names_are_found_where_they_were_put() {
        let mut directory = Node::directory(0o755, 0);
        for (number, name) in [b"c", b"a", b"b"].into_iter().enumerate() {
            directory.set_entry(name, Some(number as u32));
        }
        assert_eq!(directory.find(b"a"), Some(1));
        directory.set_entry(b"a", None);
        assert_eq!(directory.find(b"a"), None);
        let names: Vec<&[u8]> = directory.entries().iter().map(|e| &e.0[..]).collect();
        assert_eq!(names, [b"b", b"c"]);
    }
}
