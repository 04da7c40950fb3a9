//! Pipes, message queues, counters, timers and shared memory of the system: finding, making and ending them.

use super::{Channel, Content, NameKind};
use crate::error::Fault;
use crate::machine::Machine;
use trailhound_program::ObjectId;

/// Channels that one process can make; each process numbers its own, so that the numbers do not
/// depend on the order in which processes make them.
const PER_PROCESS: u32 = 64;

impl Machine<'_> {
    pub(crate) fn channel(&mut self, number: u32) -> &mut Channel {
        let channels = &mut self.kernel.channels;
        if channels.len() <= number as usize {
            channels.resize_with(number as usize + 1, Channel::default);
        }
        let channel = &mut channels[number as usize];
        channel.load(&mut self.memory.snapshot, number);
        channel
    }

    pub(crate) fn channel_mut(&mut self, number: u32) -> &mut Channel {
        let epoch = self.memory.snapshot.epoch;
        let channel = self.channel(number);
        channel.unit.write(epoch);
        channel
    }

    /// A new channel of the running process.
    pub(crate) fn new_channel(&mut self, content: Content) -> Result<u32, Fault> {
        if !self.kernel.has_descriptors {
            let what = "pipes and message queues in a Rust program";
            return Err(Fault::refused(what, "use channels"));
        }
        let first = self.thread.process.0 * PER_PROCESS;
        let mut numbers = first..first + PER_PROCESS;
        let free = numbers.find(|&n| self.channel(n).content == Content::Absent);
        let Some(number) = free else {
            return Err(Fault::unsupported(format!(
                "more than {PER_PROCESS} pipes and message queues of one process"
            )));
        };
        let channel = self.channel_mut(number);
        channel.content = content;
        channel.watchers.clear();
        Ok(number)
    }

    /// A channel without descriptors ends.
    pub(crate) fn end_if_unused(&mut self, number: u32) {
        let object = match self.channel(number).content {
            Content::Pipe {
                readers: 0,
                writers: 0,
                ..
            }
            | Content::Queue {
                open: 0,
                linked: false,
                ..
            }
            | Content::Counter { open: 0, .. }
            | Content::Timer { open: 0, .. } => None,
            Content::Epoll { open: 0, .. } => return self.end_epoll(number),
            Content::Memory {
                object,
                open: 0,
                linked: false,
            } => Some(object),
            _ => return,
        };
        self.channel_mut(number).content = Content::Absent;
        if let Some(object) = object.filter(|object| object.0 != 0)
            && !self.memory.is_mapped_anywhere(object)
        {
            self.memory.destroy(object);
        }
    }

    fn end_epoll(&mut self, number: u32) {
        let content = std::mem::take(&mut self.channel_mut(number).content);
        if let Content::Epoll { interests, .. } = content {
            for interest in interests {
                self.forget_watcher(number, interest.descriptor);
            }
        }
    }

    /// Whether a mapping lives on although no process has it: it has a name or is open.
    pub(crate) fn is_kept(&mut self, mapping: ObjectId) -> bool {
        if !self.kernel.names_memory {
            return false;
        }
        // Elsewhere there may be channels that no step has met yet.
        self.memory.snapshot.looked_everywhere = true;
        self.memory.log.everything();
        let target = mapping.0;
        let named = self.names().has_target(NameKind::Semaphore, target);
        named
            || (0..self.kernel.channels.len() as u32).any(|number| {
                matches!(
                    self.channel(number).content,
                    Content::Memory { object, .. } if object == mapping
                )
            })
    }
}
