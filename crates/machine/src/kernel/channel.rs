//! Pipes, message queues and named memory: what is in them and who could still use them.

use crate::leaves::LeafId;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};
use std::collections::VecDeque;
use trailhound_program::ObjectId;

/// Bytes on their way; None was never written.
pub type Bytes = VecDeque<Option<u8>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub priority: u32,
    pub bytes: Bytes,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    #[default]
    Absent,
    Pipe {
        /// Descriptors of each end.
        readers: u32,
        writers: u32,
        bytes: Bytes,
    },
    Queue {
        /// Descriptors that stand for it.
        open: u32,
        /// It still has its name.
        linked: bool,
        /// Messages that it holds at most.
        most: u32,
        /// Bytes of a message at most.
        size: u32,
        /// The next one to be received first.
        messages: Vec<Message>,
    },
    Memory {
        /// 0: it has no size yet.
        object: ObjectId,
        open: u32,
        linked: bool,
    },
}

#[derive(Debug, Default)]
pub struct Channel {
    pub unit: Unit,
    pub content: Content,
}

impl Channel {
    pub fn load(&mut self, snapshot: &mut Snapshot, number: u32) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(
            snapshot,
            SlotKind::World(Part::Kernel(KernelPart::Channel(number))),
        ) {
            self.content = match leaf {
                0 => Content::Absent,
                leaf => decode(snapshot.leaves.get(leaf)),
            };
        }
    }

    pub fn words(&self) -> Vec<u64> {
        encode(&self.content)
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(u32, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words = self.words();
        self.unit.leaf = match self.content {
            Content::Absent => 0,
            _ => snapshot.leaves.intern(&words),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }
}

const PIPE: u64 = 1;
const QUEUE: u64 = 2;
const MEMORY: u64 = 3;

fn encode(content: &Content) -> Vec<u64> {
    match content {
        Content::Absent => Vec::new(),
        Content::Pipe {
            readers,
            writers,
            bytes,
        } => {
            let mut words = vec![PIPE, *readers as u64 | (*writers as u64) << 32];
            encode_bytes(bytes, &mut words);
            words
        }
        Content::Queue {
            open,
            linked,
            most,
            size,
            messages,
        } => {
            let mut words = vec![
                QUEUE | (*linked as u64) << 8,
                *open as u64 | (messages.len() as u64) << 32,
                *most as u64 | (*size as u64) << 32,
            ];
            for message in messages {
                words.push(message.priority as u64);
                encode_bytes(&message.bytes, &mut words);
            }
            words
        }
        Content::Memory {
            object,
            open,
            linked,
        } => vec![
            MEMORY | (*linked as u64) << 8,
            *open as u64 | (object.0 as u64) << 32,
        ],
    }
}

fn decode(words: &[u64]) -> Content {
    let mut words = words.iter().copied();
    let mut next = || words.next().expect("the words of a channel");
    let head = next();
    let linked = head >> 8 & 1 == 1;
    match head & 0xff {
        PIPE => {
            let counts = next();
            Content::Pipe {
                readers: counts as u32,
                writers: (counts >> 32) as u32,
                bytes: decode_bytes(&mut next),
            }
        }
        QUEUE => {
            let (counts, limits) = (next(), next());
            let messages = (0..counts >> 32).map(|_| Message {
                priority: next() as u32,
                bytes: decode_bytes(&mut next),
            });
            Content::Queue {
                messages: messages.collect(),
                open: counts as u32,
                linked,
                most: limits as u32,
                size: (limits >> 32) as u32,
            }
        }
        _ => {
            let word = next();
            Content::Memory {
                object: ObjectId((word >> 32) as u32),
                open: word as u32,
                linked,
            }
        }
    }
}

/// Their number, the bytes, eight in a word, and a bit for each that was written.
fn encode_bytes(bytes: &Bytes, words: &mut Vec<u64>) {
    words.push(bytes.len() as u64);
    let all: Vec<Option<u8>> = bytes.iter().copied().collect();
    words.extend(all.chunks(8).map(|chunk| {
        let bytes = chunk.iter().rev();
        bytes.fold(0, |word, byte| word << 8 | byte.unwrap_or(0) as u64)
    }));
    words.extend(all.chunks(64).map(|chunk| {
        let bytes = chunk.iter().rev();
        bytes.fold(0, |word, byte| word << 1 | byte.is_some() as u64)
    }));
}

fn decode_bytes(next: &mut impl FnMut() -> u64) -> Bytes {
    let length = next() as usize;
    let bytes: Vec<u64> = (0..length.div_ceil(8)).map(|_| next()).collect();
    let written: Vec<u64> = (0..length.div_ceil(64)).map(|_| next()).collect();
    let byte = |n: usize| {
        (written[n / 64] >> (n % 64) & 1 == 1).then_some((bytes[n / 8] >> (8 * (n % 8))) as u8)
    };
    (0..length).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decoded_is_what_was_encoded() {
        let bytes = |length: usize| -> Bytes {
            (0..length)
                .map(|n| (n % 5 != 3).then_some((n * 37) as u8))
                .collect()
        };
        let contents = [0, 1, 7, 8, 63, 64, 65, 200].map(|length| Content::Pipe {
            readers: 2,
            writers: 1,
            bytes: bytes(length),
        });
        let queue = Content::Queue {
            open: 3,
            linked: true,
            most: 10,
            size: 64,
            messages: [9, 0, 64]
                .map(|length| Message {
                    priority: length,
                    bytes: bytes(length as usize),
                })
                .to_vec(),
        };
        let memory = Content::Memory {
            object: ObjectId(77),
            open: 1,
            linked: false,
        };
        for content in contents.into_iter().chain([queue, memory]) {
            assert_eq!(decode(&encode(&content)), content);
        }
    }
}
