//! The one form of all states that no thread can tell apart. Each rule is a bisimulation: what it
//! removes decides nothing that can still happen.

use super::state::{Cell, Message, Weak};
use super::views::Sparse;
use crate::thread_id::ThreadId;

impl Weak {
    /// What one rule removes may let another one remove more.
    pub fn settle(&mut self) {
        loop {
            let before = self.entries();
            self.settle_once();
            if self.entries() == before {
                break;
            }
        }
    }

    /// Whether all that is different from the state in `words` is that a thread knows more. It may do less than
    /// before then, and nothing else: a thread that spins has not come anywhere by having read an older value.
    pub fn has_only_learnt(&self, thread: ThreadId, words: &[u64]) -> bool {
        let before = Weak::decode(words, self.uses);
        if !(before.knows(thread) && self.knows(thread)) {
            return false;
        }
        let (old, new) = (before.thread(thread), self.thread(thread));
        // What was numbered anew is not put back.
        let grows = self.cells.iter().any(|cell| {
            let known = before.find(cell.address);
            known.map_or(1, |at| before.cells[at].messages.len()) < cell.messages.len()
        });
        if old.current.sc != new.current.sc || grows && !old.acquirable.is_empty() {
            return false;
        }
        let mut unlearnt = self.clone();
        let identity = u64::from(new.identity);
        let views = unlearnt.thread_mut(thread);
        views.current = old.current.clone();
        views
            .current
            .clock
            .set(identity, new.current.clock.get(identity));
        views.acquirable = old.acquirable.clone();
        unlearnt.settle();
        unlearnt.encode() == words
    }

    /// How much there is: what a rule has removed is missing.
    fn entries(&mut self) -> usize {
        let mut entries = self.records.len() + self.locks.len();
        entries += self
            .cells
            .iter()
            .map(|cell| cell.messages.len())
            .sum::<usize>();
        self.each_positions(|positions| entries += positions.len());
        self.each_view(|view| entries += view.clock.len());
        entries
    }

    fn settle_once(&mut self) {
        self.foresee_joins();
        for at in 0..self.cells.len() {
            self.drop_unreadable(at);
        }
        self.forget_common_past();
        for views in &mut self.threads {
            let current = std::mem::take(&mut views.current);
            views.acquirable.subtract(&current);
            views.current = current;
        }
        self.rank_epochs();
        for at in 0..self.cells.len() {
            while self.uses.merges && self.merge_one(at) {}
        }
        self.cells.retain(|cell| !is_quiet(cell));
        self.locks.retain(|(_, view)| !view.is_empty());
    }

    /// A thread that waits for the end of another one will know what that one knows before it does anything:
    /// it may as well know it now.
    fn foresee_joins(&mut self) {
        for index in 0..self.threads.len() {
            let awaited = self.threads[index].joins;
            let Some(awaited) = awaited.filter(|&awaited| self.knows(awaited)) else {
                continue;
            };
            let view = self.view(awaited).clone();
            self.threads[index].current.join(&view);
        }
    }

    /// Messages before the least position of all living threads go; of a library's location all but the
    /// newest one.
    fn drop_unreadable(&mut self, at: usize) {
        let cell = &self.cells[at];
        let address = cell.address;
        let living = self.threads.iter().filter(|views| views.alive);
        let positions = living.map(|views| views.current.at.get(address));
        let least = match cell.is_library {
            true => cell.newest(),
            false => positions.min().unwrap_or(0),
        };
        let messages = &mut self.cells[at].messages;
        if least > 0 {
            let gone: Vec<Message> = messages.drain(..least as usize).collect();
            let oldest = &mut messages[0];
            // Later SC stores still come after the SC accesses to what is gone.
            for message in &gone {
                oldest.read_by.join(&message.before);
                oldest.read_by.join(&message.read_by);
            }
            // And SC loads of the oldest after the head of its release sequence.
            let mut is_linked = oldest.attached && !oldest.sc;
            for message in gone.iter().rev() {
                if !is_linked {
                    break;
                }
                oldest.before.join(&message.before);
                is_linked = message.attached && !message.sc;
            }
            self.each_positions(|positions| {
                positions.map(address, |old| old.saturating_sub(least));
            });
        }
        let oldest = &mut self.cells[at].messages[0];
        oldest.attached = false;
        oldest.sc = false;
    }

    /// SC stores that come before the next SC access of every thread bind no other thread: no access
    /// comes before them any more.
    fn forget_common_past(&mut self) {
        let mut living = self.threads.iter().filter(|views| views.alive);
        let Some(first) = living.next() else { return };
        let mut common = first.current.sc.clone();
        living.for_each(|views| common.meet(&views.current.sc));
        if common.is_empty() {
            return;
        }
        let kept: Vec<Sparse> = self
            .threads
            .iter()
            .filter(|views| views.alive)
            .map(|views| views.current.sc.clone())
            .collect();
        self.each_past(|past| past.subtract(&common));
        let living = self.threads.iter_mut().filter(|views| views.alive);
        for (views, past) in living.zip(kept) {
            views.current.sc = past;
        }
    }

    /// An update that changed nothing is the same as the message that it read.
    fn merge_one(&mut self, at: usize) -> bool {
        let cell = &self.cells[at];
        let pairs = cell.messages.windows(2).enumerate();
        let found = pairs.into_iter().find(|(_, pair)| {
            let [before, after] = pair else { return false };
            after.attached
                && !(before.sc || after.sc)
                && (before.value, &before.view) == (after.value, &after.view)
                && (&before.before, &before.read_by) == (&after.before, &after.read_by)
        });
        let Some((index, _)) = found else {
            return self.merge_sc(at);
        };
        self.remove(at, index as u32 + 1);
        true
    }

    /// The same of SC updates, between which nothing comes in the order of SC accesses.
    fn merge_sc(&mut self, at: usize) -> bool {
        let cell = &self.cells[at];
        let address = cell.address;
        let pairs = cell.messages.windows(2).enumerate();
        let found = pairs.into_iter().find(|(index, pair)| {
            let [before, after] = pair else { return false };
            if !(after.attached && before.sc && after.sc)
                || (before.value, &before.read_by) != (after.value, &after.read_by)
            {
                return false;
            }
            let index = *index as u32;
            let mut past = before.before.clone();
            past.raise(address, index);
            // That the same thread has updated it before is no more than the update itself tells.
            let mut view = after.view.clone();
            if view.sc.get(address) == index {
                view.sc.set(address, before.view.sc.get(address));
            }
            past == after.before && view == before.view
        });
        let Some((index, _)) = found else {
            return false;
        };
        self.remove(at, index as u32 + 1);
        true
    }

    /// Removes the message before another one: what knows of it knows of the later one from now on.
    pub(super) fn remove_before(&mut self, at: usize, index: u32) {
        let address = self.cells[at].address;
        self.cells[at].messages.remove(index as usize - 1);
        self.each_positions(|positions| {
            positions.map(address, |old| old - u32::from(old >= index));
        });
    }

    /// Removes a message that is told from the one before it by nothing.
    fn remove(&mut self, at: usize, index: u32) {
        let address = self.cells[at].address;
        self.cells[at].messages.remove(index as usize);
        self.each_positions(|positions| {
            positions.map(address, |old| old - u32::from(old >= index));
        });
    }
}

fn is_quiet(cell: &Cell) -> bool {
    let [only] = &cell.messages[..] else {
        return false;
    };
    only.view.is_empty() && only.before.is_empty() && only.read_by.is_empty()
}
