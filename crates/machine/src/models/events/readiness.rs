//! Whether a descriptor can be read or written without waiting, and who is told when that changes.

use crate::error::Fault;
use crate::kernel::{Content, Descriptor};
use crate::machine::Machine;

pub const READABLE: u32 = 0x1;
pub const WRITABLE: u32 = 0x4;
pub const FAILED: u32 = 0x8;
pub const HUNG_UP: u32 = 0x10;
pub const READ_HUNG_UP: u32 = 0x2000;
/// What is told whether it was asked for or not.
pub const ALWAYS_TOLD: u32 = FAILED | HUNG_UP;

pub const O_NONBLOCK: u32 = 0x800;
pub const O_CLOEXEC: u32 = 0x80000;
/// In the events of an interest: it is told when something happens, not while it is ready.
pub const EPOLLET: u32 = 1 << 31;

/// Bytes and ends of a pipe: how many it has, how many can write and read it.
struct Flow {
    bytes: usize,
    readers: u32,
    writers: u32,
    is_reset: bool,
}

/// Whether a descriptor is one of the `reading` or else of the writing ends of a channel.
fn side(number: u32, reading: bool) -> impl Fn(Descriptor) -> bool {
    move |descriptor| match reading {
        true => descriptor.reads_from(number),
        false => descriptor.writes_to(number),
    }
}

impl Machine<'_> {
    fn flow(&mut self, number: u32) -> Flow {
        match &self.channel(number).content {
            Content::Pipe {
                readers,
                writers,
                bytes,
                is_reset,
                ..
            } => Flow {
                bytes: bytes.len(),
                readers: *readers,
                writers: *writers,
                is_reset: *is_reset,
            },
            _ => unreachable!("a descriptor stands for a channel of its kind"),
        }
    }

    /// What can be done with a descriptor now, without waiting. A timer that runs may have expired.
    pub(super) fn readiness(&mut self, descriptor: Descriptor) -> Result<u32, Fault> {
        let room = self.options.pipe_capacity as usize;
        let flag = |is: bool, flag: u32| if is { flag } else { 0 };
        Ok(match descriptor {
            Descriptor::Standard(0) => READABLE,
            Descriptor::Standard(_) => WRITABLE,
            Descriptor::File(_) => READABLE | WRITABLE,
            Descriptor::Reading(number) => {
                let flow = self.flow(number);
                flag(flow.bytes > 0, READABLE) | flag(flow.writers == 0, HUNG_UP)
            }
            Descriptor::Writing(number) => {
                let flow = self.flow(number);
                flag(flow.bytes < room, WRITABLE) | flag(flow.readers == 0, FAILED)
            }
            Descriptor::Socket { reading, writing } => {
                let (from, to) = (self.flow(reading), self.flow(writing));
                let is_gone = from.writers == 0;
                flag(from.bytes > 0 || is_gone, READABLE)
                    | flag(is_gone, READ_HUNG_UP)
                    | flag(from.is_reset, FAILED)
                    | flag(is_gone && to.readers == 0, HUNG_UP)
                    | flag(to.bytes < room || to.readers == 0, WRITABLE)
            }
            Descriptor::Counter(number) => {
                let Content::Counter { value, .. } = self.channel(number).content else {
                    unreachable!("a descriptor stands for a channel of its kind");
                };
                flag(value > 0, READABLE) | flag(value < u64::MAX - 1, WRITABLE)
            }
            Descriptor::Timer(number) => {
                let Content::Timer { state, .. } = self.channel(number).content else {
                    unreachable!("a descriptor stands for a channel of its kind");
                };
                flag(state.runs, READABLE)
            }
            Descriptor::Queue { .. } | Descriptor::Memory(_) | Descriptor::Epoll(_) => {
                return Err(Fault::unsupported(
                    "waiting for a message queue, shared memory or another epoll",
                ));
            }
        })
    }

    /// Something has happened to a channel: those that watch it for edges are told. `reading` ends
    /// can read more, or else writing ones can write more.
    pub(crate) fn tell_watchers(&mut self, number: u32, reading: bool) {
        let asked = if reading { READABLE } else { WRITABLE };
        self.mark_edges(number, asked, side(number, reading));
    }

    /// All bytes of a channel were read: an edge for sockets that write to it, also if there was room before.
    pub(crate) fn tell_writing_sockets(&mut self, number: u32) {
        self.mark_edges(
            number,
            WRITABLE,
            |descriptor| matches!(descriptor, Descriptor::Socket { writing, .. } if writing == number),
        );
    }

    /// The other side of a channel was closed, which is an edge for all of its `reading` or writing
    /// ends, whatever they asked for.
    pub(crate) fn tell_watchers_of_end(&mut self, number: u32, reading: bool) {
        self.mark_edges(number, u32::MAX, side(number, reading));
    }

    /// Marks the interests in edges of these descriptors of a channel that ask for one of these events.
    fn mark_edges(&mut self, number: u32, asked: u32, is_it: impl Fn(Descriptor) -> bool) {
        for watcher in self.channel(number).watchers.clone() {
            let is_told = |descriptor: Descriptor, events: u32| {
                is_it(descriptor) && events & asked != 0 && events & EPOLLET != 0
            };
            let Content::Epoll { interests, .. } = &self.channel(watcher).content else {
                continue;
            };
            let is_new = |interest: &crate::kernel::Interest| {
                !interest.marked && is_told(interest.descriptor, interest.events)
            };
            if !interests.iter().any(is_new) {
                continue;
            }
            if let Content::Epoll { interests, .. } = &mut self.channel_mut(watcher).content {
                for interest in interests {
                    interest.marked |= is_told(interest.descriptor, interest.events);
                }
            }
        }
    }
}
