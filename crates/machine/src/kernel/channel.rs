//! Pipes, message queues, named memory and what event loops wait for: what is in them and who could still
//! use them.

use super::bytes::{Bytes, decode_bytes, encode_bytes};
use super::descriptors::Descriptor;
use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};
use trailhound_program::ObjectId;

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
        /// Which ends were opened with O_NONBLOCK: [`READER`], [`WRITER`].
        never_waits: u8,
        /// The other end of a socket was closed before it had read everything, which the next read that finds nothing
        /// tells once.
        is_reset: bool,
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
    /// Of `eventfd`.
    Counter {
        open: u32,
        value: u64,
        is_semaphore: bool,
        never_waits: bool,
    },
    /// Of `timerfd`.
    Timer {
        open: u32,
        state: TimerState,
        never_waits: bool,
    },
    Epoll {
        open: u32,
        /// Sorted by descriptor.
        interests: Vec<Interest>,
        /// O_NONBLOCK, which only F_GETFL tells.
        never_waits: bool,
    },
}

/// How a timer is set. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimerState {
    pub runs: bool,
    /// It was found expired and has not been read since.
    pub has_expired: bool,
    /// How long after it was set, or read, it expires.
    pub after: u64,
    /// 0: it does not repeat.
    pub interval: u64,
    /// When it expires, from the start of the program; 0 where the clock did not run.
    pub due: u64,
}

/// An end of a pipe that does not wait.
pub const READER: u8 = 1;
pub const WRITER: u8 = 2;

/// What an epoll watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interest {
    pub number: u32,
    pub descriptor: Descriptor,
    pub events: u32,
    pub data: u64,
    /// Of those that wait for edges: something has happened since it was told last.
    pub marked: bool,
    /// It was to be told once, and was.
    pub spent: bool,
}

#[derive(Debug, Default)]
pub struct Channel {
    pub unit: Unit,
    pub content: Content,
    /// Channels of those that watch it, sorted.
    pub watchers: Vec<u32>,
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
            (self.content, self.watchers) = match leaf {
                LeafId::NOTHING => Default::default(),
                leaf => decode(snapshot.leaves.get(leaf)),
            };
        }
    }

    pub fn words(&self) -> Vec<u64> {
        let mut words = encode(&self.content);
        words.extend(self.watchers.iter().map(|&watcher| u64::from(watcher)));
        words
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words = self.words();
        self.unit.leaf = match self.content {
            Content::Absent => LeafId::NOTHING,
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
const COUNTER: u64 = 4;
const TIMER: u64 = 5;
const EPOLL: u64 = 6;

fn encode(content: &Content) -> Vec<u64> {
    match content {
        Content::Absent => Vec::new(),
        Content::Pipe {
            readers,
            writers,
            bytes,
            never_waits,
            is_reset,
        } => {
            let counts = *readers as u64 | (*writers as u64) << 32;
            let flags = (*never_waits as u64) << 8 | (*is_reset as u64) << 16;
            let mut words = vec![PIPE | flags, counts];
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
        Content::Counter {
            open,
            value,
            is_semaphore,
            never_waits,
        } => vec![
            COUNTER | (*never_waits as u64) << 8 | (*is_semaphore as u64) << 9,
            *open as u64,
            *value,
        ],
        Content::Timer {
            open,
            state,
            never_waits,
        } => {
            let flags = (*never_waits as u64) << 8
                | (state.runs as u64) << 9
                | (state.has_expired as u64) << 10;
            let mut words = vec![TIMER | flags, *open as u64];
            // In halves, so that none is taken for a pointer.
            for time in [state.after, state.interval, state.due] {
                words.extend([time >> 32, time & u32::MAX as u64]);
            }
            words
        }
        Content::Epoll {
            open,
            interests,
            never_waits,
        } => {
            let head = EPOLL | (*never_waits as u64) << 8;
            let mut words = vec![head, *open as u64 | (interests.len() as u64) << 32];
            for interest in interests {
                let flags = (interest.marked as u64) << 32 | (interest.spent as u64) << 33;
                words.push(interest.number as u64 | flags);
                words.extend([
                    interest.descriptor.word(),
                    interest.events as u64,
                    interest.data,
                ]);
            }
            words
        }
    }
}

/// The content and the watchers.
fn decode(words: &[u64]) -> (Content, Vec<u32>) {
    let mut words = words.iter().copied();
    let content = decode_content(&mut words);
    (content, words.map(|watcher| watcher as u32).collect())
}

fn decode_content(words: &mut impl Iterator<Item = u64>) -> Content {
    let mut next = || words.next().expect("the words of a channel");
    let head = next();
    let linked = head >> 8 & 1 == 1;
    match head & 0xff {
        PIPE => {
            let counts = next();
            Content::Pipe {
                readers: counts as u32,
                writers: (counts >> 32) as u32,
                never_waits: (head >> 8) as u8,
                is_reset: head >> 16 & 1 == 1,
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
        COUNTER => Content::Counter {
            open: next() as u32,
            value: next(),
            is_semaphore: head >> 9 & 1 == 1,
            never_waits: head >> 8 & 1 == 1,
        },
        TIMER => {
            let open = next() as u32;
            let [after, interval, due] = [(); 3].map(|()| next() << 32 | next());
            Content::Timer {
                open,
                state: TimerState {
                    runs: head >> 9 & 1 == 1,
                    has_expired: head >> 10 & 1 == 1,
                    after,
                    interval,
                    due,
                },
                never_waits: head >> 8 & 1 == 1,
            }
        }
        EPOLL => {
            let counts = next();
            let interests = (0..counts >> 32).map(|_| {
                let first = next();
                Interest {
                    number: first as u32,
                    marked: first >> 32 & 1 == 1,
                    spent: first >> 33 & 1 == 1,
                    descriptor: Descriptor::of_word(next()),
                    events: next() as u32,
                    data: next(),
                }
            });
            Content::Epoll {
                interests: interests.collect(),
                open: counts as u32,
                never_waits: head >> 8 & 1 == 1,
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
            never_waits: WRITER,
            is_reset: length % 2 == 1,
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
        let counter = Content::Counter {
            open: 2,
            value: u64::MAX - 1,
            is_semaphore: true,
            never_waits: false,
        };
        let timer = Content::Timer {
            open: 1,
            state: TimerState {
                runs: true,
                has_expired: false,
                after: u64::MAX,
                interval: 1 << 32,
                due: 3,
            },
            never_waits: true,
        };
        let interest = |number, marked| Interest {
            number,
            descriptor: Descriptor::Socket {
                reading: 65,
                writing: 66,
            },
            events: 5,
            data: u64::MAX,
            marked,
            spent: !marked,
        };
        let epoll = Content::Epoll {
            open: 1,
            interests: vec![interest(3, true), interest(9, false)],
            never_waits: true,
        };
        let others = [queue, memory, counter, timer, epoll];
        for content in contents.into_iter().chain(others) {
            for watchers in [vec![], vec![4, 70]] {
                let channel = Channel {
                    content: content.clone(),
                    watchers: watchers.clone(),
                    ..Channel::default()
                };
                assert_eq!(decode(&channel.words()), (content.clone(), watchers));
            }
        }
    }
}
