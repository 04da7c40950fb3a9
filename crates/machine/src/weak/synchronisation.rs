//! What the library's functions tell threads of each other, and races of plain accesses by
//! happens-before.

use super::state::{Kind, Record, Strength, Value};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::Flags;
use crate::reduction::footprint::{self, Access as Touched};
use crate::thread_id::ThreadId;
use trailhound_program::Address;

/// Where atomic sections leave what their threads know: at no address.
const SECTIONS: u64 = 1;

impl Machine<'_> {
    /// Whether more than one thread could tell.
    fn has_flight(&mut self) -> bool {
        let memory = &mut self.memory;
        memory.weak.is_on && {
            let weak = memory.weak.current(&mut memory.snapshot);
            weak.threads.len() > 1 && weak.knows(self.current)
        }
    }

    /// The running thread has got a lock or the like: it knows what was known where it was left.
    pub(crate) fn synchronise_with(&mut self, lock: u64) {
        if self.has_flight() {
            let (thread, memory) = (self.current, &mut self.memory);
            memory
                .weak
                .change(&mut memory.snapshot)
                .acquire(thread, lock);
        }
    }

    /// The running thread leaves a lock or the like.
    pub(crate) fn publish_at(&mut self, lock: u64) {
        if self.has_flight() {
            let (thread, memory) = (self.current, &mut self.memory);
            memory
                .weak
                .change(&mut memory.snapshot)
                .release(thread, lock);
        }
    }

    /// Another thread, which the running one wakes, takes over what was left at a lock.
    pub(crate) fn synchronise_other(&mut self, thread: ThreadId, lock: u64) {
        if self.has_flight() {
            let memory = &mut self.memory;
            memory
                .weak
                .change(&mut memory.snapshot)
                .acquire(thread, lock);
        }
    }

    /// Where readers of a read-write lock leave what they know, for the next writer.
    pub(crate) fn readers_of(lock: u64) -> u64 {
        lock + 1
    }

    /// Atomic sections happen one after the other.
    pub(crate) fn begin_section(&mut self) {
        self.sections_met |= self.world.alive > 1;
        if self.memory.weak.is_on {
            let log = &mut self.memory.log;
            log.place(footprint::SECTIONS, Touched::Write, None);
        }
        self.synchronise_with(SECTIONS);
    }

    /// An atomic section ends, which may be within another one.
    pub(crate) fn end_section(&mut self) {
        self.publish_at(SECTIONS);
        if self.memory.weak.is_on && self.thread.atomic_depth == 1 {
            let memory = &mut self.memory;
            memory.weak.change(&mut memory.snapshot).end_section();
        }
    }

    /// What passes this way from thread to thread is not followed.
    pub(crate) fn refuse_weakly(&self, what: &str) -> Result<(), Fault> {
        match self.memory.weak.is_on {
            true => Err(Fault::unsupported(format!("{what} (memory model c11)"))),
            false => Ok(()),
        }
    }

    pub(crate) fn weak_start(&mut self) -> Result<(), Fault> {
        if self.memory.weak.is_on {
            if self.forks {
                self.refuse_weakly("fork")?;
            }
            let memory = &mut self.memory;
            memory.weak.change(&mut memory.snapshot).begin();
        }
        Ok(())
    }

    pub(crate) fn weak_create(&mut self, creator: ThreadId, thread: ThreadId) {
        if self.memory.weak.is_on {
            let memory = &mut self.memory;
            memory
                .weak
                .change(&mut memory.snapshot)
                .create(creator, thread);
        }
    }

    /// The running thread has ended.
    pub(crate) fn weak_end(&mut self) {
        if self.memory.weak.is_on {
            let (thread, memory) = (self.current, &mut self.memory);
            memory.weak.change(&mut memory.snapshot).end(thread);
        }
    }

    pub(crate) fn weak_retire(&mut self, thread: ThreadId) {
        if self.memory.weak.is_on {
            let memory = &mut self.memory;
            memory.weak.change(&mut memory.snapshot).retire(thread);
        }
    }

    pub(crate) fn weak_join(&mut self, thread: ThreadId) {
        if self.memory.weak.is_on {
            let (joiner, memory) = (self.current, &mut self.memory);
            memory
                .weak
                .change(&mut memory.snapshot)
                .join(joiner, thread);
        }
    }

    /// The running thread waits for the end of another one, and nothing else can make it go on.
    pub(crate) fn weak_wait_for_end(&mut self, thread: ThreadId) {
        if self.cancellation_used || !self.has_flight() {
            return;
        }
        let (joiner, memory) = (self.current, &mut self.memory);
        if memory.weak.current(&mut memory.snapshot).awaited_by(joiner) != Some(thread) {
            let weak = memory.weak.change(&mut memory.snapshot);
            weak.wait_for_end(joiner, thread);
        }
    }

    /// A model is about to change a word in memory as an atomic operation of trusted code does.
    pub(crate) fn update_by_model(
        &mut self,
        address: u64,
        size: u32,
        (old, new): (u32, u32),
        strength: Strength,
    ) {
        if !self.is_weak_access(address) {
            return;
        }
        let (thread, memory) = (self.current, &mut self.memory);
        let weak = memory.weak.change(&mut memory.snapshot);
        let value = |bits: u32| Value {
            bits: bits.into(),
            undefined: 0,
        };
        let at = weak.cell(address, size, value(old));
        let newest = weak.cells[at].newest();
        weak.update(thread, at, newest, value(new), strength.of_library());
    }

    /// A model has read the newest message of a location, as an acquire load of trusted code does.
    pub(crate) fn acquire_by_model(&mut self, address: u64) {
        if !self.is_weak_access(address) {
            return;
        }
        let (thread, memory) = (self.current, &mut self.memory);
        let weak = memory.weak.change(&mut memory.snapshot);
        if let Ok(at) = weak.find(address) {
            let newest = weak.cells[at].newest();
            weak.load(thread, at, newest, Strength::ACQUIRE.of_library());
        }
    }

    /// A plain access at a place of the topmost frame.
    pub(crate) fn note_plain_at(
        &mut self,
        pc: usize,
        address: u64,
        size: u32,
        writes: bool,
    ) -> Result<(), Fault> {
        self.thread.top_mut().pc = pc as u32;
        self.note_plain(address, size.into(), writes)
    }

    /// A plain access of the running thread, which stands at it.
    pub(crate) fn note_plain(
        &mut self,
        address: u64,
        size: u64,
        writes: bool,
    ) -> Result<(), Fault> {
        let weak = &self.memory.weak;
        if !weak.is_on || size == 0 || !(writes || weak.uses().records) {
            return Ok(());
        }
        let Some((_, flags)) = self.memory.header(Address(address).object()) else {
            return Ok(());
        };
        if !flags.contains(Flags::SHARED) || flags.contains(Flags::READ_ONLY) {
            return Ok(());
        }
        let memory = &mut self.memory;
        let weak = memory.weak.current(&mut memory.snapshot);
        if weak.is_quiet() || !weak.knows(self.current) {
            return Ok(());
        }
        let end = address + size;
        if self.records_here() {
            let kind = if writes { Kind::Write } else { Kind::Read };
            self.check_records(address, end, kind)?;
            let (thread, memory) = (self.current, &mut self.memory);
            let weak = memory.weak.change(&mut memory.snapshot);
            weak.record(thread, address, end, kind);
        }
        if writes {
            let memory = &mut self.memory;
            if memory
                .weak
                .current(&mut memory.snapshot)
                .has_cells(address, end)
            {
                let weak = memory.weak.change(&mut memory.snapshot);
                weak.forget_cells(address, end);
            }
        }
        Ok(())
    }

    /// Accesses are recorded where the running thread stands: not in atomic sections, nor where a
    /// library does bookkeeping that its own atomic operations order. What it frees may be read by others.
    fn records_here(&mut self) -> bool {
        self.memory.weak.uses().records
            && self.thread.atomic_depth == 0
            && (self.frees_here() || !self.is_bookkeeping(self.thread.top().pc))
    }

    /// An atomic access, which races with plain ones only.
    pub(super) fn note_atomic(
        &mut self,
        address: u64,
        size: u32,
        kind: Kind,
        strength: Strength,
    ) -> Result<(), Fault> {
        if !self.records_here() {
            return Ok(());
        }
        let end = address + u64::from(size);
        self.check_records(address, end, kind)?;
        if !strength.is_trusted {
            let (thread, memory) = (self.current, &mut self.memory);
            let weak = memory.weak.change(&mut memory.snapshot);
            weak.record(thread, address, end, kind);
        }
        Ok(())
    }

    fn check_records(&mut self, start: u64, end: u64, kind: Kind) -> Result<(), Fault> {
        let memory = &mut self.memory;
        let weak = memory.weak.current(&mut memory.snapshot);
        let Some(record) = weak.race(self.current, start, end, kind) else {
            return Ok(());
        };
        let other = weak.thread_of(&record);
        Err(self.race(record, other, (start.max(record.start), kind)))
    }

    fn race(
        &mut self,
        record: Record,
        other: Option<ThreadId>,
        (address, kind): (u64, Kind),
    ) -> Fault {
        let does = |kind: Kind| match kind {
            Kind::Read => "reads",
            Kind::Write => "writes",
            Kind::AtomicRead => "atomically reads",
            Kind::AtomicWrite => "atomically writes",
        };
        let did = match record.kind {
            Kind::Read => "read",
            Kind::Write => "written",
            Kind::AtomicRead => "atomically read",
            Kind::AtomicWrite => "atomically written",
        };
        let name = self.name_of(address);
        let thread = self.thread_title(self.current);
        let other = match other {
            Some(other) => self.thread_title(other),
            None => "a thread that has ended".to_owned(),
        };
        let message = format!(
            "{thread} {} {name}, which {other} has {did}, and neither happens before the other",
            does(kind)
        );
        Fault::error(ErrorKind::DataRace, message)
    }
}
