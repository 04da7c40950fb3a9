//! Opening, copying and closing descriptors, and what ends with the last of them.

use super::{Content, Descriptor, Descriptors};
use crate::machine::Machine;
use crate::process_id::ProcessId;

impl Machine<'_> {
    pub(crate) fn descriptors(&mut self, process: ProcessId) -> &mut Descriptors {
        let tables = &mut self.kernel.tables;
        if tables.len() <= process.index() {
            tables.resize_with(process.index() + 1, Descriptors::default);
        }
        let table = &mut tables[process.index()];
        table.load(&mut self.memory.snapshot, process);
        table
    }

    pub(crate) fn descriptors_mut(&mut self, process: ProcessId) -> &mut Descriptors {
        let epoch = self.memory.snapshot.epoch;
        let table = self.descriptors(process);
        table.unit.write(epoch);
        table
    }

    /// What a number of the running process stands for.
    pub(crate) fn descriptor(&mut self, number: u64) -> Option<Descriptor> {
        let process = self.thread.process;
        self.descriptors(process).get(number as u32)
    }

    /// What a number stands for in a call of the running thread: if it has waited, what it stood for when
    /// it began to.
    pub(crate) fn descriptor_in_call(&mut self, number: u64) -> Option<Descriptor> {
        match self.thread.kept.first() {
            None => self.descriptor(number),
            Some(&kept) => Some(Descriptor::of_word(kept)),
        }
    }

    /// The running thread waits in a call on descriptors, which stay open until the call returns, also
    /// if another thread closes their numbers. False: that was so before, or no thread could close them.
    pub(crate) fn keep_open(&mut self, descriptors: &[Descriptor]) -> bool {
        let have_channels = descriptors
            .iter()
            .any(|descriptor| descriptor.channels().next().is_some());
        let can_be_closed = self.kernel.closes && self.world.alive > 1 && self.has_company();
        let is_new = have_channels && can_be_closed && self.thread.kept.is_empty();
        if is_new {
            for &descriptor in descriptors {
                self.count_end(descriptor, 1);
                self.thread.kept.push(descriptor.word());
            }
        }
        is_new
    }

    /// A call that kept something open is over.
    pub(crate) fn close_kept(&mut self, kept: &[u64]) {
        for &word in kept {
            let descriptor = Descriptor::of_word(word);
            self.count_end(descriptor, -1);
            self.end_interests(descriptor);
        }
    }

    /// The open file description that a number of the running process stands for.
    pub(crate) fn file_description(&mut self, number: u32) -> Option<u32> {
        match self.descriptor(number.into()) {
            Some(Descriptor::File(description)) => Some(description),
            _ => None,
        }
    }

    /// The lowest number that is free, from now on that of `descriptor`.
    pub(crate) fn open_descriptor(&mut self, descriptor: Descriptor) -> u32 {
        let process = self.thread.process;
        let table = self.descriptors_mut(process);
        let number = table.lowest_free();
        table.set(number, Some(descriptor));
        number
    }

    /// Another descriptor of the running process stands for the same.
    pub(crate) fn duplicate(&mut self, descriptor: Descriptor, number: Option<u32>) -> u32 {
        self.count_end(descriptor, 1);
        let Some(number) = number else {
            return self.open_descriptor(descriptor);
        };
        self.close_descriptor(number);
        let process = self.thread.process;
        self.descriptors_mut(process).set(number, Some(descriptor));
        number
    }

    /// False: it is not open.
    pub(crate) fn close_descriptor(&mut self, number: u32) -> bool {
        let process = self.thread.process;
        let Some(descriptor) = self.descriptors(process).get(number) else {
            return false;
        };
        self.descriptors_mut(process).set(number, None);
        self.count_end(descriptor, -1);
        self.end_interests(descriptor);
        true
    }

    /// A new process has what the running one has.
    pub(crate) fn share_descriptors(&mut self, new: ProcessId) {
        self.share_dispositions(new);
        if !self.kernel.has_descriptors {
            return;
        }
        let process = self.thread.process;
        let (list, directory) = {
            let table = self.descriptors(process);
            (table.list().to_vec(), table.directory)
        };
        for &(_, descriptor) in &list {
            self.count_end(descriptor, 1);
        }
        let table = self.descriptors_mut(new);
        table.replace(list);
        table.directory = directory;
        if !self.open_streams(process).is_empty() {
            let streams = self.open_streams(process).to_vec();
            *self.open_streams_mut(new) = streams;
        }
    }

    /// The running process ends.
    pub(crate) fn close_descriptors(&mut self) {
        self.reset_dispositions();
        if !self.kernel.has_descriptors {
            return;
        }
        let process = self.thread.process;
        for (_, descriptor) in self.descriptors(process).list().to_vec() {
            self.count_end(descriptor, -1);
            self.end_interests(descriptor);
        }
        self.descriptors_mut(process).reset();
        if !self.open_streams(process).is_empty() {
            self.open_streams_mut(process).clear();
        }
    }

    /// One descriptor more or less stands for the end of a channel.
    fn count_end(&mut self, descriptor: Descriptor, by: i32) {
        if let Descriptor::File(number) = descriptor {
            return self.count_description(number, by);
        }
        for number in descriptor.channels() {
            let content = &mut self.channel_mut(number).content;
            let count = match content {
                Content::Pipe { readers, .. } if descriptor.reads_from(number) => readers,
                Content::Pipe { writers, .. } => writers,
                Content::Queue { open, .. }
                | Content::Memory { open, .. }
                | Content::Counter { open, .. }
                | Content::Timer { open, .. }
                | Content::Epoll { open, .. } => open,
                Content::Absent => unreachable!("a descriptor stands for a channel"),
            };
            *count = count.wrapping_add_signed(by);
            if *count == 0 {
                self.reset_other_end(descriptor, number);
                // The other side finds the end.
                self.tell_watchers_of_end(number, !descriptor.reads_from(number));
            }
            self.end_if_unused(number);
        }
    }

    /// A channel has lost its last reader. If that was a socket with bytes left to read, the other end is told.
    fn reset_other_end(&mut self, descriptor: Descriptor, number: u32) {
        let Descriptor::Socket { reading, writing } = descriptor else {
            return;
        };
        let has_bytes = match &self.channel(number).content {
            Content::Pipe { bytes, .. } => number == reading && !bytes.is_empty(),
            _ => false,
        };
        if has_bytes && let Content::Pipe { is_reset, .. } = &mut self.channel_mut(writing).content
        {
            *is_reset = true;
        }
    }

    /// Whether some descriptor stands for the same.
    fn is_open(&mut self, descriptor: Descriptor) -> bool {
        descriptor
            .channels()
            .any(|number| match self.channel(number).content {
                Content::Pipe { readers, .. } if descriptor.reads_from(number) => readers > 0,
                Content::Pipe { writers, .. } => writers > 0,
                Content::Absent => false,
                _ => true,
            })
    }

    /// What no descriptor names any more is no longer watched.
    fn end_interests(&mut self, descriptor: Descriptor) {
        if self.is_open(descriptor) {
            return;
        }
        for channel in descriptor.channels() {
            for watcher in self.channel(channel).watchers.clone() {
                if let Content::Epoll { interests, .. } = &mut self.channel_mut(watcher).content {
                    interests.retain(|interest| interest.descriptor != descriptor);
                }
                self.forget_watcher(watcher, descriptor);
            }
        }
    }

    /// An epoll watches what a descriptor stands for no more, unless another of its interests does.
    pub(crate) fn forget_watcher(&mut self, epoll: u32, descriptor: Descriptor) {
        let interests = match &self.channel(epoll).content {
            Content::Epoll { interests, .. } => interests.clone(),
            _ => Vec::new(),
        };
        for channel in descriptor.channels() {
            let mut watched = interests
                .iter()
                .flat_map(|interest| interest.descriptor.channels());
            if !watched.any(|other| other == channel)
                && self.channel(channel).watchers.contains(&epoll)
            {
                let watchers = &mut self.channel_mut(channel).watchers;
                watchers.retain(|other| *other != epoll);
            }
        }
    }
}
