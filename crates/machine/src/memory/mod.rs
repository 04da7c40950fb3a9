//! The memory of the checked program: objects with bounds, lifetimes and a bit for each
//! byte that was written. Every access is checked. Content is brought in from the
//! snapshot when a step first touches it and interned again when the step ends.

mod access;
mod apart;
mod balance;
mod cut;
mod gate;
mod heap;
mod mapping;
mod object;
mod piece;
mod processes;
mod quick;
mod sharing;
mod states;
mod watched;

pub use access::Slow;
pub use apart::check_apart;
pub use gate::Gate;
pub use heap::References;
pub use object::{CHUNK as CHUNK_BYTES, Flags, Object};

use crate::error::{ErrorKind, Fault};
use crate::leaves::LeafId;
use crate::process_id::ProcessId;
use crate::reduction::footprint::{self, Access, Touch};
use crate::reduction::log::StepLog;
use crate::snapshot::Slot;
use crate::snapshot::{NO_LEAF, NO_SLOT, SlotKind, Snapshot, Unit};
use crate::thread_id::ThreadId;
use crate::weak::{InFlight, Kind};
use heap::HeapMap;
use mapping::Mappings;
use object::{CHUNK, CHUNK_UNITS, Chunk};
use piece::Piece;
use processes::Parked;
use trailhound_host::{Meter, Stop};
use trailhound_program::{Address, Global, ObjectId, Program, Space, ThreadNumber};
use watched::Watched;

pub struct Memory<'p> {
    program: &'p Program,
    /// The objects of the process that is running; those of the space of shared mappings are
    /// shared by all.
    spaces: Vec<Vec<Object>>,
    maps: Vec<HeapMap>,
    /// Pieces changed by the running step: an object and a chunk, or the header.
    dirty: Vec<(ObjectId, Piece)>,
    /// The process that is running.
    process: ProcessId,
    /// The same of the other processes, by number.
    parked: Vec<Parked>,
    /// By process: the shared mappings that it has.
    mappings: Vec<Mappings>,
    pub snapshot: Snapshot,
    /// The thread that is running, by its number in its process.
    pub thread: ThreadNumber,
    pub gate: Gate,
    /// Counts the work of steps, which are given up when it says so.
    pub meter: Meter,
    /// Treat every object as shared from birth.
    pub share_everything: bool,
    /// Parts of globals that properties ask for.
    watched: Watched,
    /// A thread reached an object that the analysis took for another's own.
    pub missed_escape: bool,
    /// A pointer to a variable of the running thread, of now or earlier, has become visible to others.
    pub stack_shown: bool,
    /// What the running step touches.
    pub(crate) log: StepLog,
    /// What is in flight between threads, under a memory model that lets values be.
    pub(crate) weak: InFlight,
}

impl<'p> Memory<'p> {
    pub fn new(program: &'p Program) -> Self {
        let statics = (0..program.globals.len())
            .map(|_| Object::default())
            .collect();
        Memory {
            program,
            spaces: vec![Vec::new(), statics, Vec::new(), Vec::new()],
            maps: Vec::new(),
            dirty: Vec::new(),
            process: ProcessId::FIRST,
            parked: Vec::new(),
            mappings: Vec::new(),
            snapshot: Snapshot::default(),
            thread: ThreadNumber::MAIN,
            gate: Gate::default(),
            meter: Meter::default(),
            share_everything: false,
            watched: Watched::default(),
            missed_escape: false,
            stack_shown: false,
            log: StepLog::default(),
            weak: InFlight::default(),
        }
    }

    pub fn begin(&mut self, base: &[u32]) {
        self.snapshot.begin(base);
        self.dirty.clear();
        for parked in &mut self.parked {
            parked.forget_changes();
        }
        self.enter_process(ProcessId::FIRST);
        self.stack_shown = false;
    }

    /// The objects of a space that this machine has met.
    pub fn objects_of(&self, space: Space) -> impl Iterator<Item = ObjectId> + use<> {
        let count = self.spaces.get(space.0 as usize).map_or(0, Vec::len);
        (0..count as u32).map(move |index| ObjectId::new(space, index))
    }

    /// True: stop before the operation, which others can see.
    #[inline(always)]
    pub fn stops(&mut self) -> bool {
        if self.gate.concurrent {
            // What bookkeeping tells threads of each other depends on their order.
            self.log.is_bookkeeping = self.gate.passes_bookkeeping() && !self.weak.is_on;
        }
        self.gate.stops()
    }

    fn object(&mut self, id: ObjectId) -> &mut Object {
        &mut self.spaces[id.space().0 as usize][id.index() as usize]
    }

    /// The object's size and flags in the current state; None if it does not exist.
    pub fn header(&mut self, id: ObjectId) -> Option<(u32, Flags)> {
        if !self.is_known(id) {
            return None;
        }
        self.load_header(id);
        let object = self.object(id);
        object.exists().then_some((object.size, object.flags))
    }

    /// The unit of an object, a piece of one, a heap or the mappings, made if this machine has not met
    /// it yet.
    pub(crate) fn unit_of(&mut self, kind: SlotKind) -> &mut Unit {
        match kind {
            SlotKind::Header(id) => &mut self.object_met(id).header,
            SlotKind::Chunk(id, index) => {
                let index = index as usize;
                let chunks = &mut self.object_met(id).chunks;
                // Slots stay with their chunk, whatever size the object has.
                if chunks.len() <= index {
                    chunks.resize(index + 1, Chunk::default());
                }
                &mut chunks[index].unit
            }
            SlotKind::HeapMap(number) => {
                let number = number as usize;
                if self.maps.len() <= number {
                    self.maps.resize_with(number + 1, HeapMap::default);
                }
                &mut self.maps[number].unit
            }
            SlotKind::Mappings => self.mappings_unit(),
            SlotKind::World(_) | SlotKind::Thread(_) | SlotKind::Clock => {
                unreachable!("it is not in memory")
            }
        }
    }

    /// An object that there is from now on, for all that this machine knows.
    fn object_met(&mut self, id: ObjectId) -> &mut Object {
        let space = id.space().0 as usize;
        if self.spaces.len() <= space {
            self.spaces.resize_with(space + 1, Vec::new);
        }
        let objects = &mut self.spaces[space];
        if objects.len() <= id.index() as usize {
            objects.resize_with(id.index() as usize + 1, Object::default);
        }
        &mut objects[id.index() as usize]
    }

    /// The number stands for an object of this run, alive or not.
    fn is_known(&self, id: ObjectId) -> bool {
        let space = id.space();
        space != Space::FUNCTION
            && self
                .spaces
                .get(space.0 as usize)
                .is_some_and(|objects| (id.index() as usize) < objects.len())
    }

    fn load_header(&mut self, id: ObjectId) {
        let Memory {
            spaces,
            snapshot,
            program,
            watched,
            ..
        } = self;
        let object = &mut spaces[id.space().0 as usize][id.index() as usize];
        if object.header.loaded == snapshot.epoch {
            return;
        }
        if id.space() == Space::STATIC {
            object.header.loaded = snapshot.epoch;
            if !object.exists() {
                object.become_global(&program.globals[id.index() as usize]);
                if watched.contains(id) {
                    object.flags = object.flags.with(Flags::WATCHED);
                }
            }
            return;
        }
        if let Some(leaf) = object.header.refresh(snapshot, SlotKind::Header(id)) {
            object.decode_header(if leaf.is_nothing() {
                &[]
            } else {
                snapshot.leaves.get(leaf)
            });
        }
        // Who can reach an object, or has a pointer to one that is gone, sees it go.
        if self.log.is_on && (!object.exists() || object.flags.contains(Flags::SHARED)) {
            self.log.place(footprint::header(id), Access::Read, None);
        }
    }

    /// What is in flight in an object goes with it.
    fn forget_flight(&mut self, id: ObjectId) {
        if !self.weak.is_on || !self.object(id).flags.contains(Flags::SHARED) {
            return;
        }
        let (start, end) = (id.at(0).0, id.at(self.object(id).size).0);
        if self.weak.current(&mut self.snapshot).is_quiet() {
            return;
        }
        let weak = self.weak.change(&mut self.snapshot);
        weak.forget_cells(start, end);
        weak.forget_locks(start, end);
        weak.forget_records(start, end);
    }

    /// An object has become shared: what its owner did with it so far counts as one write, which
    /// others must know of before they use it.
    fn record_birth(&mut self, id: ObjectId) {
        if !self.weak.is_on || !self.weak.uses().records {
            return;
        }
        let object = self.object(id);
        let (size, owner) = (object.size, object.flags.owner());
        let owner = owner.or(id.space().thread()).unwrap_or(self.thread);
        let owner = ThreadId::of_only_process(owner);
        let weak = self.weak.current(&mut self.snapshot);
        if size == 0 || weak.is_quiet() || !weak.knows(owner) {
            return;
        }
        let weak = self.weak.change(&mut self.snapshot);
        weak.record(owner, id.at(0).0, id.at(size).0, Kind::Write);
    }

    /// Others see that an object comes, goes or changes its nature.
    fn log_header_change(&mut self, id: ObjectId) {
        self.log.place(footprint::header(id), Access::Write, None);
    }

    /// Brings a chunk of an existing object up to date.
    fn load_chunk(&mut self, id: ObjectId, index: u32) {
        let Memory {
            spaces,
            snapshot,
            program,
            ..
        } = self;
        let object = &mut spaces[id.space().0 as usize][id.index() as usize];
        let chunk = &mut object.chunks[index as usize];
        if chunk.unit.loaded == snapshot.epoch {
            return;
        }
        if object.flags.contains(Flags::READ_ONLY) {
            chunk.unit.loaded = snapshot.epoch;
            if chunk.unit.leaf == NO_LEAF {
                chunk.unit.leaf = LeafId::NOTHING;
                let bytes = &program.globals[id.index() as usize].bytes;
                object.reset_chunk(index, Some(bytes));
            }
            return;
        }
        let is_stale = chunk.unit.refresh(snapshot, SlotKind::Chunk(id, index));
        if object.flags.contains(Flags::SHARED) {
            self.log.load(id, index);
        } else {
            self.log.has_private = true;
        }
        let Some(leaf) = is_stale else {
            return;
        };
        if leaf.is_nothing() {
            let initial = (id.space() == Space::STATIC)
                .then(|| &program.globals[id.index() as usize].bytes[..]);
            object.reset_chunk(index, initial);
        } else {
            object.decode_chunk(index, snapshot.leaves.get(leaf));
        }
    }

    /// A variable whose content is not known.
    pub fn refuse_unknown(&self, global: &Global) -> Result<(), Fault> {
        let name = &global.display;
        match &global.refused {
            Some(what) => Err(Fault::unsupported(format!(
                "{what} in the initial value of `{name}`"
            ))),
            None if global.external => {
                Err(Fault::unsupported(format!("external variable `{name}`")))
            }
            None => Ok(()),
        }
    }

    /// Checks that `size` bytes at `offset` may be accessed and brings them up to date.
    fn enter(&mut self, id: ObjectId, offset: u32, size: u32) -> Result<(), Fault> {
        if id.space() == Space::NULL {
            self.refuse_short(offset)?;
            self.refuse_cut(id.at(offset))?;
            let message = if offset < 4096 {
                "null pointer dereferenced".to_owned()
            } else {
                format!("{offset:#x} is not the address of anything")
            };
            return Err(Fault::error(ErrorKind::NullDereference, message));
        }
        if !self.is_known(id) {
            let what = if id.space() == Space::FUNCTION {
                "a function is accessed as data"
            } else {
                "a pointer that points at no object"
            };
            return Err(Fault::error(ErrorKind::InvalidPointer, what));
        }
        self.load_header(id);
        if id.space() == Space::STATIC {
            self.refuse_unknown(&self.program.globals[id.index() as usize])?;
        }
        if id.space() == Space::MAPPED {
            self.check_mapped(id)?;
        }
        if id.space().is_heap() && !self.object(id).exists() && !self.was_allocated(id) {
            let message = "a pointer that points at no object";
            return Err(Fault::error(ErrorKind::InvalidPointer, message));
        }
        let described = || describe(self.program, id);
        let object = &self.spaces[id.space().0 as usize][id.index() as usize];
        if !object.exists() || object.flags.contains(Flags::OUT_OF_SCOPE) {
            let message = if id.space().is_stack() {
                "a local variable is used after its scope ended".to_owned()
            } else {
                format!("{} is used after it was freed", described())
            };
            return Err(Fault::error(ErrorKind::UseAfterFree, message));
        }
        if offset.checked_add(size).is_none_or(|end| end > object.size) {
            let message = format!(
                "{size} byte{} at offset {} of {}, which has {} byte{}",
                if size == 1 { "" } else { "s" },
                offset as i32,
                described(),
                object.size,
                if object.size == 1 { "" } else { "s" },
            );
            return Err(Fault::error(ErrorKind::OutOfBounds, message));
        }
        let flags = object.flags;
        self.notice_escape(id, flags);
        if size > CHUNK {
            for index in offset / CHUNK..=(offset + size - 1) / CHUNK {
                self.meter.spend(CHUNK_UNITS)?;
                self.load_chunk(id, index);
            }
        } else if size > 0 {
            for index in offset / CHUNK..=(offset + size - 1) / CHUNK {
                self.load_chunk(id, index);
            }
        }
        Ok(())
    }

    /// The running thread uses an object. If the analysis took it for another thread's own, that is noted.
    fn notice_escape(&mut self, id: ObjectId, flags: Flags) {
        let owner = flags.owner().or(id.space().thread());
        if !flags.contains(Flags::SHARED)
            && !flags.contains(Flags::READ_ONLY)
            && owner.is_some_and(|owner| owner != self.thread)
        {
            self.missed_escape = true;
            self.share(id);
        }
    }

    /// In a 32-bit program a number may be the address of something, and has come here through a
    /// function of another type.
    fn refuse_short(&self, number: u32) -> Result<(), Fault> {
        let Some(short) = &self.program.short else {
            return Ok(());
        };
        let object = Address(short.lengthen(number)).signed_parts().0;
        match object.space() {
            Space::NULL => Ok(()),
            _ => Err(Fault::unsupported(
                "an integer that a function of another type gets as a pointer",
            )),
        }
    }

    /// Whether the running step has changed anything but locals of `thread`.
    pub fn has_written_outside(&self, thread: ThreadNumber) -> bool {
        let own = Space::stack(thread);
        let epoch = self.snapshot.epoch;
        self.dirty.iter().any(|(id, _)| id.space() != own)
            || self.maps.iter().any(|map| map.is_written(epoch))
    }

    /// Whether the running step has changed memory that others than `thread` can reach.
    pub fn has_shown(&self, thread: ThreadNumber) -> bool {
        let epoch = self.snapshot.epoch;
        let own = Space::stack(thread);
        let shows = |&(id, _): &(ObjectId, Piece)| {
            let object = &self.spaces[id.space().0 as usize][id.index() as usize];
            match object.exists() {
                true => object.flags.0 & (Flags::SHARED.0 | Flags::MAPPED.0) != 0,
                false => id.space() != own,
            }
        };
        self.dirty.iter().any(shows)
            || self.parked.iter().any(|parked| parked.has_changed(epoch))
            || self.mappings.iter().any(|all| all.unit.written == epoch)
    }

    fn touch_header(&mut self, id: ObjectId) {
        let epoch = self.snapshot.epoch;
        if self.object(id).header.write(epoch) {
            self.dirty.push((id, Piece::Header));
        }
    }

    fn touch_chunk(&mut self, id: ObjectId, index: u32) {
        let epoch = self.snapshot.epoch;
        if self.object(id).chunks[index as usize].unit.write(epoch) {
            self.dirty.push((id, Piece::Chunk(index)));
        }
    }

    /// Interns what the step changed and appends the changed slots.
    pub fn commit(&mut self, changes: &mut Vec<(Slot, LeafId)>) -> Result<(), Stop> {
        self.commit_process(changes)?;
        for process in (0..self.parked.len() as u32).map(ProcessId) {
            if self.parked[process.index()].has_changed(self.snapshot.epoch) {
                self.enter_process(process);
                self.commit_process(changes)?;
            }
        }
        for mappings in &mut self.mappings {
            mappings.commit(&mut self.snapshot, changes);
        }
        Ok(())
    }

    fn commit_process(&mut self, changes: &mut Vec<(Slot, LeafId)>) -> Result<(), Stop> {
        let mut words = Vec::new();
        for (id, piece) in std::mem::take(&mut self.dirty) {
            self.meter.spend(CHUNK_UNITS)?;
            let Memory {
                spaces,
                snapshot,
                program,
                ..
            } = self;
            let object = &mut spaces[id.space().0 as usize][id.index() as usize];
            let initial = (id.space() == Space::STATIC)
                .then(|| &program.globals[id.index() as usize].bytes[..]);
            words.clear();
            let stored = match piece {
                Piece::Header => object.encode_header(&mut words),
                Piece::Chunk(index) => object.encode_chunk(index, initial, &mut words),
            };
            let leaf = if stored {
                snapshot.leaves.intern(&words)
            } else {
                LeafId::NOTHING
            };
            let (unit, kind) = match piece {
                Piece::Header => (&mut object.header, SlotKind::Header(id)),
                Piece::Chunk(index) => match object.chunks.get_mut(index as usize) {
                    Some(Chunk { unit, .. }) => (unit, SlotKind::Chunk(id, index)),
                    None => continue,
                },
            };
            unit.leaf = if object.size == 0 && piece != Piece::Header {
                NO_LEAF
            } else {
                leaf
            };
            if unit.slot == NO_SLOT {
                unit.slot = snapshot.new_slot(kind);
            }
            // What was replaced unread may differ where the step is taken again.
            if snapshot.current(unit.slot) != leaf || !snapshot.has_read(unit.slot) {
                changes.push((unit.slot, leaf));
            }
        }
        for map in &mut self.maps {
            map.commit(&mut self.snapshot, changes);
        }
        Ok(())
    }

    /// Shared memory that the running step may have accessed without a word to the log, in whole
    /// chunks: asked for before the step is committed.
    pub(crate) fn coarse_touches(&self) -> Vec<Touch> {
        if !self.log.went_coarse() {
            return Vec::new();
        }
        let chunk = |id: ObjectId, index: u32, access| {
            let start = id.at(index * CHUNK).0;
            Touch::new(start, CHUNK.into(), access, None)
        };
        let loaded = self.log.loaded.iter();
        let mut touches: Vec<Touch> = loaded
            .map(|&(id, index)| chunk(id, index, Access::Read))
            .collect();
        for &(id, piece) in &self.dirty {
            let object = &self.spaces[id.space().0 as usize][id.index() as usize];
            if let Piece::Chunk(index) = piece
                && object.flags.contains(Flags::SHARED)
            {
                touches.push(chunk(id, index, Access::Write));
            }
        }
        touches.sort_unstable_by_key(|touch| (touch.access == Access::Write, touch.start));
        // Neighbours become one touch.
        touches.dedup_by(|next, touch| {
            let joins = next.access == touch.access && next.start <= touch.end;
            if joins {
                touch.end = touch.end.max(next.end);
            }
            joins
        });
        touches
    }

    /// For people: what an object is.
    pub fn describe(&self, id: ObjectId) -> String {
        describe(self.program, id)
    }
}

fn describe(program: &Program, id: ObjectId) -> String {
    let space = id.space();
    if space == Space::STATIC {
        match program.globals.get(id.index() as usize) {
            Some(global) => format!("global `{}`", global.display),
            None => "no object".to_owned(),
        }
    } else if space == Space::FUNCTION {
        match program.functions.get(id.index() as usize) {
            Some(function) => format!("function `{}`", function.display),
            None => "no function".to_owned(),
        }
    } else if space == Space::MAPPED {
        crate::names::mapping_name(id)
    } else if space.is_stack() {
        format!(
            "a local variable of thread {}",
            space.thread().unwrap_or_default()
        )
    } else if space.is_heap() {
        crate::names::heap_name(id)
    } else {
        "null".to_owned()
    }
}
