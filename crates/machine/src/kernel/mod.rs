//! What the system keeps for processes besides memory: their file descriptors, pipes, message
//! queues, and the names of what they share. Each of these is a leaf of its own. It does
//! not know the calls by which programs use them.

mod balance;
mod bytes;
mod channel;
mod channels;
mod descriptors;
mod difference;
mod environment;
mod files;
mod input;
mod names;
mod opening;
mod record;
mod signals;

pub use channel::{Channel, Content, Interest, Message, READER, TimerState, WRITER};
pub use descriptors::{Descriptor, Descriptors, MOST_DESCRIPTORS};
pub use environment::{Environment, add_environment};
pub use files::{ChangedFile, FileError, Files, Found, GivenFile, Node, NodeKind, ROOT, Start};
pub use input::Input;
pub use names::{NameKind, Names};
pub use signals::Disposition;

use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::program_facts::calls_out;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Snapshot, Unit};
use signals::Signals;
use trailhound_contracts::{
    closes_descriptor, handles_descriptors, makes_event_descriptor, names_memory, redirects,
    sets_variable,
};
use trailhound_program::Program;

#[derive(Debug, Default)]
pub struct Kernel {
    /// The program makes or closes descriptors: calls on descriptors ask for them.
    pub has_descriptors: bool,
    /// The program has a function that closes descriptors.
    closes: bool,
    /// The program blocks signals in some threads.
    pub masks_signals: bool,
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
            masks_signals: calls_out(program, |name| name == "pthread_sigmask"),
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
}
