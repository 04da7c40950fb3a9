//! What is in flight: the data of the model, and what every rule does with it.

use super::views::{Sparse, ThreadViews, View};
use crate::thread_id::ThreadId;

/// The bytes of a message and a bit for each of them that was never written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    pub bits: u128,
    pub undefined: u16,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub value: Value,
    /// What an acquire load that reads it takes over.
    pub view: View,
    /// It belongs to an update that has read the message before it: nothing comes between.
    pub attached: bool,
    /// It is an SC store, and not the oldest message.
    pub sc: bool,
    /// It belongs to an atomic section that is not over.
    pub in_section: bool,
    /// The SC stores that come before it in the order of SC accesses.
    pub before: Sparse,
    /// The SC stores that come before SC loads which have read it.
    pub read_by: Sparse,
}

/// An atomic location with something in flight. Its messages, oldest first: the newest is what
/// the memory has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub address: u64,
    pub size: u32,
    /// A standard library's own: every operation on it reads the newest message.
    pub is_library: bool,
    pub messages: Vec<Message>,
}

impl Cell {
    pub fn newest(&self) -> u32 {
        self.messages.len() as u32 - 1
    }

    pub(super) fn is_attached(&self, index: u32) -> bool {
        let message = self.messages.get(index as usize);
        message.is_some_and(|message| message.attached)
    }
}

/// What an operation's declared order asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    pub acquires: bool,
    pub releases: bool,
    pub sc: bool,
    /// It is trusted code: reads the newest message and stores behind it.
    pub is_trusted: bool,
    /// It is code of a standard library, at its own locations.
    pub is_library: bool,
    /// The location is a variable of a standard library that the user's code cannot look into.
    pub is_apart: bool,
    /// It is part of an atomic section.
    pub in_section: bool,
}

impl Strength {
    pub const RELAXED: Strength = Strength {
        acquires: false,
        releases: false,
        sc: false,
        is_trusted: false,
        is_library: false,
        is_apart: false,
        in_section: false,
    };
    pub const ACQUIRE: Strength = Strength {
        acquires: true,
        ..Strength::RELAXED
    };
    pub const RELEASE: Strength = Strength {
        releases: true,
        ..Strength::RELAXED
    };

    /// Trusted code needs no order of SC accesses: it is believed to be right with it.
    pub fn trusted(self) -> Strength {
        Strength {
            sc: false,
            is_trusted: true,
            ..self
        }
    }

    /// The same for code of a standard library.
    pub fn of_library(self) -> Strength {
        Strength {
            is_library: true,
            ..self.trusted()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Read,
    Write,
    /// Atomic accesses race with plain ones only.
    AtomicRead,
    AtomicWrite,
}

impl Kind {
    fn writes(self) -> bool {
        matches!(self, Kind::Write | Kind::AtomicWrite)
    }

    fn is_atomic(self) -> bool {
        matches!(self, Kind::AtomicRead | Kind::AtomicWrite)
    }

    pub(super) fn conflicts(self, other: Kind) -> bool {
        (self.writes() || other.writes()) && !(self.is_atomic() && other.is_atomic())
    }
}

/// An access of a thread to a range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record {
    pub start: u64,
    pub end: u64,
    pub kind: Kind,
    pub identity: u32,
    /// Counts the accesses of the thread.
    pub epoch: u32,
}

impl Record {
    pub(super) fn overlaps(&self, start: u64, end: u64) -> bool {
        self.start < end && start < self.end
    }
}

/// Which parts of the model a program needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub acquire_fences: bool,
    pub release_fences: bool,
    /// Plain accesses are recorded, and races found by happens-before.
    pub records: bool,
    /// Updates that change nothing are not told apart.
    pub merges: bool,
    /// Nothing but the standard libraries reaches the locations of their atomics.
    pub library_apart: bool,
}

/// What is in flight. All threads are in it, so that it knows who may still read what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weak {
    /// By address.
    pub cells: Vec<Cell>,
    /// By number.
    pub threads: Vec<ThreadViews>,
    /// What was released at locks and the like, by address.
    pub locks: Vec<(u64, View)>,
    /// What SC fences have made known: positions and a past.
    pub fence: View,
    /// Plain accesses that some thread does not know of.
    pub records: Vec<Record>,
    pub uses: Uses,
}

impl Weak {
    pub(super) fn index_of(&self, thread: ThreadId) -> usize {
        let found = self
            .threads
            .binary_search_by_key(&thread, |views| views.number);
        found.expect("the thread was created")
    }

    pub(super) fn thread(&self, thread: ThreadId) -> &ThreadViews {
        &self.threads[self.index_of(thread)]
    }

    pub(super) fn thread_mut(&mut self, thread: ThreadId) -> &mut ThreadViews {
        let index = self.index_of(thread);
        &mut self.threads[index]
    }

    pub fn view(&self, thread: ThreadId) -> &View {
        &self.thread(thread).current
    }

    pub(super) fn view_mut(&mut self, thread: ThreadId) -> &mut View {
        &mut self.thread_mut(thread).current
    }

    /// Whether an access of the only thread could not be told from one of a machine without this.
    pub fn is_quiet(&self) -> bool {
        self.threads.len() <= 1 && self.cells.is_empty() && self.records.is_empty()
    }

    /// Whether it is one of the program's threads: what properties run is not.
    pub fn knows(&self, thread: ThreadId) -> bool {
        let threads = &self.threads;
        threads
            .binary_search_by_key(&thread, |views| views.number)
            .is_ok()
    }

    /// Whether a range has a history in it.
    pub fn has_cells(&self, start: u64, end: u64) -> bool {
        let mut cells = self.cells.iter();
        cells.any(|cell| cell.address < end && cell.address + u64::from(cell.size) > start)
    }

    /// The history of a location, if it has one.
    pub fn find(&self, address: u64) -> Result<usize, usize> {
        self.cells
            .binary_search_by_key(&address, |cell| cell.address)
    }

    /// The history of a location. A quiet one has one message, which all threads know: what is in
    /// memory.
    pub fn cell(&mut self, address: u64, size: u32, value: Value) -> usize {
        let known = self.find(address).ok();
        let newest = known.and_then(|at| self.cells[at].messages.last());
        if newest.is_some_and(|newest| newest.value != value) {
            // It was changed by other means, as a lock is by its model.
            self.forget_cells(address, address + u64::from(size));
        }
        self.find(address).unwrap_or_else(|at| {
            let message = Message {
                value,
                ..Message::default()
            };
            let cell = Cell {
                address,
                size,
                is_library: false,
                messages: vec![message],
            };
            self.cells.insert(at, cell);
            at
        })
    }

    /// A history that overlaps the range and is not exactly of it.
    pub fn overlaps(&self, address: u64, size: u32) -> bool {
        let end = address + u64::from(size);
        let before = self.cells.partition_point(|cell| cell.address < end);
        self.cells[..before].iter().rev().take(16).any(|cell| {
            cell.address + u64::from(cell.size) > address
                && (cell.address, cell.size) != (address, size)
        })
    }

    /// Forgets the histories in a range: it was written plainly, or is gone.
    pub fn forget_cells(&mut self, start: u64, end: u64) {
        let is_in = |cell: &Cell| cell.address < end && cell.address + u64::from(cell.size) > start;
        let gone: Vec<u64> = self
            .cells
            .iter()
            .filter(|cell| is_in(cell))
            .map(|cell| cell.address)
            .collect();
        if gone.is_empty() {
            return;
        }
        self.cells.retain(|cell| !is_in(cell));
        self.each_positions(|positions| positions.retain(|key| !gone.contains(&key)));
    }

    /// The first thread of a program.
    pub fn begin(&mut self) {
        self.threads.push(ThreadViews {
            alive: true,
            ..ThreadViews::default()
        });
    }

    pub fn create(&mut self, creator: ThreadId, number: ThreadId) {
        let current = self.view(creator).clone();
        let is_taken = |identity: u32| {
            self.threads.iter().any(|views| views.identity == identity)
                || self
                    .records
                    .iter()
                    .any(|record| record.identity == identity)
        };
        let identity = (0..).find(|&identity| !is_taken(identity));
        let identity = identity.expect("there are fewer threads than numbers");
        let views = ThreadViews {
            number,
            identity,
            alive: true,
            current,
            ..ThreadViews::default()
        };
        let at = self.threads.partition_point(|views| views.number < number);
        self.threads.insert(at, views);
        self.each_view(|view| view.clock.set(identity.into(), 0));
    }

    /// A thread has ended; what it knows is kept for who joins it.
    pub fn end(&mut self, thread: ThreadId) {
        let views = self.thread_mut(thread);
        views.alive = false;
        views.acquirable = View::default();
        views.released = View::default();
    }

    /// The thread is forgotten.
    pub fn retire(&mut self, thread: ThreadId) {
        let index = self.index_of(thread);
        self.threads.remove(index);
        for views in &mut self.threads {
            views.joins.take_if(|awaited| *awaited == thread);
        }
    }

    /// The thread whose end a thread waits for.
    pub fn awaited_by(&self, thread: ThreadId) -> Option<ThreadId> {
        self.thread(thread).joins
    }

    /// The thread waits for the end of another one.
    pub fn wait_for_end(&mut self, joiner: ThreadId, thread: ThreadId) {
        self.thread_mut(joiner).joins = Some(thread);
    }

    pub fn join(&mut self, joiner: ThreadId, thread: ThreadId) {
        self.thread_mut(joiner).joins = None;
        let view = self.view(thread).clone();
        self.view_mut(joiner).join(&view);
    }

    /// The thread leaves what it knows at a lock or the like.
    pub fn release(&mut self, thread: ThreadId, lock: u64) {
        let view = self.view(thread).clone();
        match self.locks.binary_search_by_key(&lock, |entry| entry.0) {
            Ok(at) => self.locks[at].1.join(&view),
            Err(at) => self.locks.insert(at, (lock, view)),
        }
    }

    /// The thread takes over what was left there.
    pub fn acquire(&mut self, thread: ThreadId, lock: u64) {
        if let Ok(at) = self.locks.binary_search_by_key(&lock, |entry| entry.0) {
            let view = self.locks[at].1.clone();
            self.view_mut(thread).join(&view);
        }
    }

    /// What was left at locks in a range is gone.
    pub fn forget_locks(&mut self, start: u64, end: u64) {
        self.locks.retain(|&(lock, _)| lock < start || lock >= end);
    }

    pub(super) fn each_view(&mut self, mut visit: impl FnMut(&mut View)) {
        for views in &mut self.threads {
            visit(&mut views.current);
            visit(&mut views.acquirable);
            visit(&mut views.released);
        }
        self.locks.iter_mut().for_each(|lock| visit(&mut lock.1));
        let messages = self.cells.iter_mut().flat_map(|cell| &mut cell.messages);
        messages.for_each(|message| visit(&mut message.view));
        visit(&mut self.fence);
    }

    /// All pasts of SC accesses.
    pub(super) fn each_past(&mut self, mut visit: impl FnMut(&mut Sparse)) {
        let messages = self.cells.iter_mut().flat_map(|cell| &mut cell.messages);
        for message in messages {
            visit(&mut message.before);
            visit(&mut message.read_by);
        }
        self.each_view(|view| visit(&mut view.sc));
    }

    /// All that is numbered by messages.
    pub(super) fn each_positions(&mut self, mut visit: impl FnMut(&mut Sparse)) {
        self.each_past(&mut visit);
        self.each_view(|view| visit(&mut view.at));
    }
}
