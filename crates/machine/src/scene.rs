//! How the threads stand in one state: who is alive, who is blocked, who waits for whom.
//! It is kept for the state that was looked at last and brought up to date by what
//! differs, so that a look costs what changed, not what there is. It does not know steps.

use crate::snapshot::Slot;
use crate::thread_id::ThreadId;
use crate::thread_info::{ABSENT, ThreadInfo};
use crate::thread_set::ThreadSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The threads of one state.
#[derive(Default)]
pub struct Scene {
    /// The state.
    pub(crate) words: Vec<u32>,
    pub(crate) standings: Vec<Standing>,
    blocked: ThreadSet,
    alive: ThreadSet,
    /// By slot: the threads that may be blocked or not by what it holds.
    watchers: Vec<SmallVec<[ThreadId; 4]>>,
    /// Threads of which it is not known what blocks them: they are asked every time.
    restless: ThreadSet,
    /// Who holds which of Rust's locks.
    holders: FxHashMap<u64, SmallVec<[ThreadId; 2]>>,
    /// Threads to be asked anew whether they are blocked.
    pub(crate) doubtful: Vec<ThreadId>,
    /// Threads that stand otherwise than when circles and races were last looked for.
    pub(crate) moved: Vec<ThreadId>,
    /// What the look ahead overwrote.
    behind: Vec<(u32, u32)>,
    /// By thread: the turn in which the search for circles came by.
    seen: Vec<u32>,
}

#[derive(Default)]
pub(crate) struct Standing {
    /// The number of its info.
    pub info: u32,
    waits: Waits,
    watches: SmallVec<[Slot; 4]>,
    is_doubtful: bool,
    has_moved: bool,
}

/// Whom a blocked thread waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Waits {
    /// It does not wait, or for no thread in particular.
    #[default]
    ForNone,
    For(ThreadId),
    /// For the holder of the lock.
    ForLock(u64),
}

impl Scene {
    /// Threads that exist and have not ended.
    pub fn alive(&self) -> &ThreadSet {
        &self.alive
    }

    /// Threads that are alive and cannot go on: before a lock that is taken, asleep at a
    /// condition variable or a futex, at a join, a barrier, a semaphore.
    pub fn blocked(&self) -> &ThreadSet {
        &self.blocked
    }

    /// The slots in which `state` differs, with their new words.
    pub(crate) fn differences(&self, state: &[u32], changes: &mut Vec<(u32, u32)>) {
        const STRIDE: usize = 64;
        changes.clear();
        let common = state.len().min(self.words.len());
        let (old, new) = (&self.words[..common], &state[..common]);
        for (at, (old, new)) in old.chunks(STRIDE).zip(new.chunks(STRIDE)).enumerate() {
            if old == new {
                continue;
            }
            let words = (at * STRIDE..).zip(old.iter().zip(new));
            let differing = words.filter(|(_, (old, new))| old != new);
            changes.extend(differing.map(|(slot, (_, &new))| (slot as u32, new)));
        }
        let beyond = |words: &[u32]| {
            (common..words.len())
                .filter(|&slot| words[slot] != 0)
                .collect::<SmallVec<[usize; 8]>>()
        };
        changes.extend(
            beyond(state)
                .into_iter()
                .map(|slot| (slot as u32, state[slot])),
        );
        changes.extend(beyond(&self.words).into_iter().map(|slot| (slot as u32, 0)));
    }

    /// Writes a word of the state, and doubts the threads that depend on it.
    pub(crate) fn write(&mut self, slot: Slot, word: u32) {
        let at = slot.index();
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] = word;
        let watching = self.watchers.get(at).map_or(0, SmallVec::len);
        for place in 0..watching {
            self.doubt(self.watchers[at][place]);
        }
    }

    /// Keeps what a change overwrites, for the way back.
    pub(crate) fn keep_behind(&mut self, changes: &[(u32, u32)]) {
        let words = &self.words;
        let word = |slot: u32| words.get(slot as usize).copied().unwrap_or(0);
        self.behind.clear();
        // A slot that is written twice gets its first word back last.
        self.behind
            .extend(changes.iter().rev().map(|&(slot, _)| (slot, word(slot))));
    }

    pub(crate) fn take_behind(&mut self) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.behind)
    }

    pub(crate) fn doubt(&mut self, thread: ThreadId) {
        let standing = &mut self.standings[thread.index()];
        if !standing.is_doubtful {
            standing.is_doubtful = true;
            self.doubtful.push(thread);
        }
    }

    /// What depends on more than is known of it.
    pub(crate) fn doubt_the_restless(&mut self) {
        if !self.restless.is_empty() {
            for thread in ThreadId::first(self.standings.len() as u32) {
                if self.restless.contains(thread) {
                    self.doubt(thread);
                }
            }
        }
    }

    pub(crate) fn doubt_all(&mut self) {
        for thread in ThreadId::first(self.standings.len() as u32) {
            if self.standings[thread.index()].info != ABSENT {
                self.doubt(thread);
            }
        }
    }

    pub(crate) fn note_moved(&mut self, thread: ThreadId) {
        let standing = &mut self.standings[thread.index()];
        if !standing.has_moved {
            standing.has_moved = true;
            self.moved.push(thread);
        }
    }

    /// All threads stand where circles and races have been looked for.
    pub(crate) fn settle(&mut self) {
        for thread in self.moved.drain(..) {
            self.standings[thread.index()].has_moved = false;
        }
    }

    /// A thread has got another leaf.
    pub(crate) fn change_thread(
        &mut self,
        thread: ThreadId,
        number: u32,
        old: &ThreadInfo,
        new: &ThreadInfo,
    ) {
        self.note_moved(thread);
        self.standings[thread.index()].info = number;
        self.alive.set(thread, !new.finished);
        for lock in &old.held {
            if let Some(holders) = self.holders.get_mut(lock) {
                holders.retain(|holder| *holder != thread);
                if holders.is_empty() {
                    self.holders.remove(lock);
                }
            }
        }
        for &lock in &new.held {
            let holders = self.holders.entry(lock).or_default();
            holders.push(thread);
            holders.sort_unstable();
        }
        self.doubt(thread);
    }

    /// Whether a thread is blocked has been found out, from these slots; `None` if it may
    /// depend on anything.
    pub(crate) fn decide(
        &mut self,
        thread: ThreadId,
        blocked: bool,
        waits: Waits,
        watches: Option<&[Slot]>,
    ) {
        let standing = &mut self.standings[thread.index()];
        standing.is_doubtful = false;
        if self.blocked.contains(thread) != blocked || standing.waits != waits {
            self.blocked.set(thread, blocked);
            standing.waits = waits;
            self.note_moved(thread);
        }
        self.restless.set(thread, watches.is_none());
        let watches = watches.unwrap_or_default();
        let standing = &mut self.standings[thread.index()];
        if standing.watches[..] == *watches {
            return;
        }
        let old = std::mem::replace(&mut standing.watches, SmallVec::from_slice(watches));
        for slot in old {
            let watchers = &mut self.watchers[slot.index()];
            if let Some(place) = watchers.iter().position(|&watcher| watcher == thread) {
                watchers.swap_remove(place);
            }
        }
        for &slot in watches {
            let at = slot.index();
            if at >= self.watchers.len() {
                self.watchers.resize_with(at + 1, SmallVec::new);
            }
            if !self.watchers[at].contains(&thread) {
                self.watchers[at].push(thread);
            }
        }
    }

    fn waits_for(&self, thread: ThreadId) -> Option<ThreadId> {
        match self.standings.get(thread.index())?.waits {
            Waits::ForNone => None,
            Waits::For(other) => Some(other),
            Waits::ForLock(lock) => self.holders.get(&lock)?.first().copied(),
        }
    }

    /// Threads that wait for each other in a circle that one of those that moved has
    /// closed, from the lowest on.
    pub(crate) fn circle(&mut self) -> Option<Vec<ThreadId>> {
        self.seen.clear();
        self.seen.resize(self.standings.len(), 0);
        let mut lowest: Option<Vec<ThreadId>> = None;
        for (turn, place) in (1..).zip(0..self.moved.len()) {
            let mut at = self.moved[place];
            while self.seen[at.index()] == 0 {
                self.seen[at.index()] = turn;
                // A thread that is gone may have left a lock behind.
                match self.waits_for(at) {
                    Some(next) if next.index() < self.seen.len() => at = next,
                    _ => break,
                }
            }
            // Back at a thread of the same turn, which waits for one that is there: a circle.
            let next = self
                .waits_for(at)
                .and_then(|next| self.seen.get(next.index()));
            if self.seen[at.index()] == turn && next == Some(&turn) {
                let circle = self.circle_through(at);
                lowest = Some(lowest.map_or(circle.clone(), |lowest| lowest.min(circle)));
            }
        }
        lowest
    }

    fn circle_through(&self, start: ThreadId) -> Vec<ThreadId> {
        let next = |&at: &ThreadId| self.waits_for(at).filter(|&next| next != start);
        let mut circle: Vec<ThreadId> = std::iter::successors(Some(start), next).collect();
        let lowest = (0..circle.len()).min_by_key(|&place| circle[place]);
        circle.rotate_left(lowest.unwrap_or(0));
        circle
    }
}
