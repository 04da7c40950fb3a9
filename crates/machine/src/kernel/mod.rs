//! What the system keeps for processes besides memory: their file descriptors, pipes, message
//! queues, and the names of what they share. Each of these is a leaf of its own. It does
//! not know the calls by which programs use them.

mod balance;
mod bytes;
mod channel;
mod descriptors;
mod difference;
mod environment;
mod files;
mod input;
mod names;
mod record;
mod signals;

pub use channel::{Channel, Content, Interest, Message, READER, TimerState, WRITER};
pub use descriptors::{Descriptor, Descriptors, MOST_DESCRIPTORS};
pub use environment::{Environment, add_environment};
pub use files::{ChangedFile, FileError, Files, Found, GivenFile, Node, NodeKind, ROOT, Start};
pub use input::Input;
pub use names::{NameKind, Names};
pub use signals::Disposition;

use crate::error::Fault;
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::process_id::ProcessId;
use crate::program_facts::calls_out;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Snapshot, Unit};
use signals::Signals;
use trailhound_contracts::{
    closes_descriptor, handles_descriptors, makes_event_descriptor, names_memory, redirects,
    sets_variable,
};
use trailhound_program::{ObjectId, Program};

/// Channels that one process can make; each process numbers its own, so that the numbers do not
/// depend on the order in which processes make them.
const PER_PROCESS: u32 = 64;

#[derive(Debug, Default)]
pub struct Kernel {
    /// The program makes or closes descriptors: calls on descriptors ask for them.
    pub has_descriptors: bool,
    /// The program has a function that closes descriptors.
    closes: bool,
    /// The program has a function that puts something else behind a standard stream.
    pub redirects: bool,
    /// The program names memory.
    names_memory: bool,
    /// By process.
    tables: Vec<Descriptors>,
    /// By number.
    channels: Vec<Channel>,
    names: Names,
    environment: Environment,
    /// The program has a function that changes the environment.
    pub changes_environment: bool,
    input: Input,
    signals: Signals,
    pub files: Files,
}

impl Kernel {
    pub fn new(program: &Program, given: &[GivenFile]) -> Kernel {
        let files = Files::new(given);
        let has_descriptors = files.exist()
            || calls_out(program, |name| makes_event_descriptor(name))
            // Rust's library knows these calls, and makes none of them by itself.
            || calls_out(program, |name| handles_descriptors(name)) && !program.is_rust();
        Kernel {
            has_descriptors,
            files,
            environment: Environment::of(program),
            closes: calls_out(program, |name| closes_descriptor(name)),
            redirects: calls_out(program, |name| redirects(name)),
            changes_environment: calls_out(program, |name| sets_variable(name)),
            names_memory: calls_out(program, |name| names_memory(name)),
            ..Kernel::default()
        }
    }

    /// The unit of a part, made if this machine has not met it yet.
    pub fn unit_of(&mut self, part: KernelPart) -> &mut Unit {
        match part {
            KernelPart::Descriptors(process) => {
                let process = process.index();
                if self.tables.len() <= process {
                    self.tables.resize_with(process + 1, Descriptors::default);
                }
                &mut self.tables[process].unit
            }
            KernelPart::Channel(number) => {
                let number = number as usize;
                if self.channels.len() <= number {
                    self.channels.resize_with(number + 1, Channel::default);
                }
                &mut self.channels[number].unit
            }
            KernelPart::Names => &mut self.names.unit,
            KernelPart::Environment => &mut self.environment.unit,
            KernelPart::Input => &mut self.input.unit,
            KernelPart::Signals(process) => &mut self.signals.of(process).unit,
            part => self.files.unit_of(part).expect("a part of the files"),
        }
    }

    /// The program may use what the system keeps.
    pub fn is_used(&self) -> bool {
        self.has_descriptors || self.names_memory
    }

    /// The words of channels that the running step changed, for finding pointers in them.
    pub fn changed_words(&self, epoch: u32, visit: &mut impl FnMut(u64)) {
        for channel in &self.channels {
            if channel.unit.written == epoch {
                channel.words().into_iter().for_each(&mut *visit);
            }
        }
        if self.environment.unit.written == epoch {
            self.environment
                .entries
                .iter()
                .copied()
                .for_each(&mut *visit);
        }
        self.files.changed_words(epoch, visit);
    }

    pub fn has_changed(&self, epoch: u32) -> bool {
        let tables = self.tables.iter().map(|table| table.unit.written);
        let channels = self.channels.iter().map(|channel| channel.unit.written);
        let mut written = tables.chain(channels).chain([
            self.names.unit.written,
            self.environment.unit.written,
            self.input.unit.written,
        ]);
        written.any(|step| step == epoch)
            || self.signals.has_changed(epoch)
            || self.files.has_changed(epoch)
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        for table in &mut self.tables {
            table.commit(snapshot, changes);
        }
        for channel in &mut self.channels {
            channel.commit(snapshot, changes);
        }
        self.names.commit(snapshot, changes);
        self.environment.commit(snapshot, changes);
        self.input.commit(snapshot, changes);
        self.signals.commit(snapshot, changes);
        self.files.commit(snapshot, changes);
    }
}

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

    pub(crate) fn names(&mut self) -> &mut Names {
        let names = &mut self.kernel.names;
        names.load(&mut self.memory.snapshot);
        names
    }

    pub(crate) fn names_mut(&mut self) -> &mut Names {
        let epoch = self.memory.snapshot.epoch;
        let names = self.names();
        names.unit.write(epoch);
        names
    }

    /// The strings of the environment.
    pub(crate) fn variables(&mut self) -> Vec<u64> {
        match self.kernel.changes_environment {
            true => self.environment().entries.clone(),
            false => self.kernel.environment.given().to_vec(),
        }
    }

    fn environment(&mut self) -> &mut Environment {
        let environment = &mut self.kernel.environment;
        environment.load(&mut self.memory.snapshot);
        environment
    }

    pub(crate) fn environment_mut(&mut self) -> &mut Environment {
        let epoch = self.memory.snapshot.epoch;
        let environment = self.environment();
        environment.unit.write(epoch);
        environment
    }

    pub(crate) fn input(&mut self) -> &mut Input {
        let input = &mut self.kernel.input;
        input.load(&mut self.memory.snapshot);
        input
    }

    pub(crate) fn input_mut(&mut self) -> &mut Input {
        let epoch = self.memory.snapshot.epoch;
        let input = self.input();
        input.unit.write(epoch);
        input
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
