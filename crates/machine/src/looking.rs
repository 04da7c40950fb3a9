//! Looking at a state of the program: how its threads stand, and what a step does to
//! that. Guides see states through this; it does not know how they rank them.

use crate::choice::Choice;
use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::memo::Remembered;
use crate::options::Granularity;
use crate::pending::{Access, Pending};
use crate::problem::{Problem, Races};
use crate::scene::{Scene, Standing, Waits};
use crate::snapshot::{Slot, SlotKind};
use crate::step_facts::{StepAccess, StepFacts};
use crate::thread_id::ThreadId;
use trailhound_program::{Address, Space};

impl ProgramGraph<'_> {
    /// How the threads stand in the state looked at last.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether a slot of the states holds a thread.
    pub fn is_thread(&self, slot: Slot) -> bool {
        self.thread_in(slot).is_some()
    }

    /// The number of the thread that a slot of the states holds.
    #[inline]
    pub fn thread_in(&self, slot: Slot) -> Option<ThreadId> {
        match self.machine.memory.snapshot.kinds.get(slot.index()) {
            Some(&SlotKind::Thread(number)) => Some(number),
            _ => None,
        }
    }

    /// Looks at a state.
    pub fn look_at(&mut self, state: &[u32]) {
        self.catch_up();
        let mut changes = std::mem::take(&mut self.differences);
        self.scene.differences(state, &mut changes);
        self.bring_about(&changes);
        self.differences = changes;
    }

    /// From the state looked at, looks at the one that `changes` lead to.
    pub fn look_ahead(&mut self, changes: &[(u32, u32)]) {
        self.scene.keep_behind(changes);
        self.bring_about(changes);
    }

    /// Looks at the state again from which it looked ahead.
    pub fn look_back(&mut self) {
        let changes = self.scene.take_behind();
        self.bring_about(&changes);
    }

    /// What the step `choice` from `state` does.
    pub fn facts(&mut self, state: &[u32], choice: u32) -> StepFacts {
        let Choice { thread, value } = Choice::of(choice);
        let leaf = self.leaf(state, thread);
        match self.outcome(state, leaf, thread, value) {
            Remembered::Step { facts, .. } => facts,
            _ => StepFacts::default(),
        }
    }

    fn bring_about(&mut self, changes: &[(u32, u32)]) {
        for &(slot, word) in changes {
            let slot = Slot(slot);
            self.scene.write(slot, word);
            match self.machine.memory.snapshot.kinds.get(slot.index()) {
                Some(&SlotKind::Thread(thread)) => self.bring_thread(thread, LeafId(word)),
                _ if slot == Slot::WORLD => self.scene.doubt_all(),
                _ => {}
            }
        }
        self.scene.doubt_the_restless();
        let mut doubtful = std::mem::take(&mut self.scene.doubtful);
        if !doubtful.is_empty() {
            // The state is lent to the part that is asked.
            let words = std::mem::take(&mut self.scene.words);
            for thread in doubtful.drain(..) {
                self.ask(&words, thread);
            }
            self.scene.words = words;
        }
        self.scene.doubtful = doubtful;
    }

    fn bring_thread(&mut self, thread: ThreadId, leaf: LeafId) {
        let standings = &mut self.scene.standings;
        if standings.len() <= thread.index() {
            standings.resize_with(thread.index() + 1, Standing::default);
        }
        let old = standings[thread.index()].info;
        let new = self.infos.number(leaf);
        let (old, info) = (self.infos.get(old), self.infos.get(new));
        self.scene.change_thread(thread, new, old, info);
    }

    /// Finds out whether a thread is blocked.
    fn ask(&mut self, words: &[u32], thread: ThreadId) {
        let info = self.infos.get(self.scene.standings[thread.index()].info);
        if info.finished || !info.may_block {
            let asleep = !info.finished && info.options == 0;
            self.scene.decide(thread, asleep, Waits::ForNone, Some(&[]));
            return;
        }
        let wants = info.wants;
        if info.at_library_call {
            // What it will access may be another now.
            self.scene.note_moved(thread);
        }
        let leaf = self.leaf(words, thread);
        let key = Choice::new(thread, 0).number();
        let mut reads = std::mem::take(&mut self.reads);
        let mut known = self.memo.find_with_reads(words, leaf, key, &mut reads);
        let outcome = known.unwrap_or_else(|| {
            let outcome = self.outcome(words, leaf, thread, 0);
            known = self.memo.find_with_reads(words, leaf, key, &mut reads);
            outcome
        });
        let watches = known.map(|_| &reads[..]);
        match outcome {
            Remembered::Blocked { waits_for } => {
                let lock = wants.map_or(Waits::ForNone, Waits::ForLock);
                let waits = waits_for.map_or(lock, Waits::For);
                self.scene.decide(thread, true, waits, watches);
            }
            _ => self.scene.decide(thread, false, Waits::ForNone, watches),
        }
        self.reads = reads;
    }

    /// The accesses that a thread before a library function makes next.
    fn upcoming(&mut self, thread: ThreadId) -> Pending {
        let info = self.infos.get(self.scene.standings[thread.index()].info);
        let mut accesses = info.pending.clone();
        let words = std::mem::take(&mut self.scene.words);
        let leaf = self.leaf(&words, thread);
        let outcome = self.outcome(&words, leaf, thread, 0);
        accesses.extend_from_slice(self.memo.touches(outcome));
        self.scene.words = words;
        accesses
    }

    /// A circle or a race in the state looked at.
    pub(crate) fn problem_at_sight(&mut self) -> Option<Problem> {
        if self.races != Races::Off {
            for place in 0..self.scene.moved.len() {
                let thread = self.scene.moved[place];
                let info = self.scene.standings[thread.index()].info;
                let info = self.infos.get(info);
                let process = info.process;
                if info.at_library_call {
                    let pending = self.upcoming(thread);
                    self.race_watch.update(thread, process, &pending);
                } else {
                    self.race_watch.update(thread, process, &info.pending);
                }
            }
        }
        if let Some(circle) = self.scene.circle() {
            return Some(Problem::Circle(circle));
        }
        self.scene.settle();
        let made = |thread, access| self.made(thread, access);
        let [first, second] = self.race_watch.first(made)?;
        Some(Problem::Race { first, second })
    }

    /// What becomes of a pending access in the state looked at: a compare-exchange that does not find what
    /// it expects only reads.
    fn made(&self, thread: ThreadId, access: Access) -> Access {
        let info = self.infos.get(self.scene.standings[thread.index()].info);
        let Some(expected) = info.expects.as_deref().filter(|_| access.atomic) else {
            return access;
        };
        // Processes have other objects behind the same addresses.
        let has_processes = !self.machine.processes.is_empty();
        let differs = expected.iter().any(|word| {
            let held = self.machine.memory.word_in(
                &self.scene.words,
                access.address + word.offset,
                word.size,
            );
            held.is_some_and(|held| held != word.value)
        });
        Access {
            write: has_processes || !differs,
            ..access
        }
    }

    /// What guides may know of the step of a thread that stood at `leaf`.
    pub(crate) fn facts_of(&self, leaf: LeafId, changes: &[(Slot, LeafId)]) -> StepFacts {
        let locks = self.machine.locks_taken as i16;
        let granularity = self.machine.options.granularity;
        let number = self.infos.of(leaf).number;
        let is_shared = |address: u64| {
            let object = Address(address).object();
            let space = object.space();
            (granularity == Granularity::Shared || space != Space::stack(number))
                && !(space == Space::STATIC && self.is_of_library(object.index()))
        };
        let kinds = &self.machine.memory.snapshot.kinds;
        let mut access = StepAccess::None;
        for pending in &self.infos.of(leaf).pending {
            if is_shared(pending.address) && access != StepAccess::Write {
                access = if pending.write {
                    StepAccess::Write
                } else {
                    StepAccess::Read
                };
            }
        }
        // A line may write after it has read.
        let writes =
            |&(slot, _): &(Slot, LeafId)| matches!(kinds[slot.index()], SlotKind::Chunk(..));
        if granularity == Granularity::Line && changes.iter().any(writes) {
            access = StepAccess::Write;
        }
        if locks != 0 {
            access = StepAccess::None;
        }
        StepFacts { locks, access }
    }

    /// A variable of the standard library, which is none of the program's shared ones.
    fn is_of_library(&self, global: u32) -> bool {
        let name = &self.machine.program.globals[global as usize].display;
        ["std::", "core::", "alloc::"]
            .iter()
            .any(|library| name.starts_with(library))
    }
}
