//! Histories of atomic locations: what may be read, where a store may go, and what an access does to
//! views. The order of SC accesses is in `sc.rs`.

use super::state::{Message, Strength, Value, Weak};
use super::views::View;
use crate::thread_id::ThreadId;

/// One outcome of a compare-exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The message that it reads.
    pub index: u32,
    pub succeeds: bool,
}

impl Weak {
    /// The least message that a thread may read with an access of this strength.
    fn floor(&self, thread: ThreadId, at: usize, strength: Strength) -> u32 {
        let cell = &self.cells[at];
        if strength.is_trusted {
            return cell.newest();
        }
        let floor = self.view(thread).at.get(cell.address);
        match strength.sc {
            true => floor.max(self.fence.at.get(cell.address)),
            false => floor,
        }
    }

    /// The messages that a load may read, the newest first.
    pub fn readable(&self, thread: ThreadId, at: usize, strength: Strength) -> Vec<u32> {
        let newest = self.cells[at].newest();
        let floor = self.floor(thread, at, strength);
        let mut found: Vec<u32> = (floor..=newest).rev().collect();
        if strength.sc && found.len() > 1 {
            found.retain(|&index| index == newest || self.may_read_in_order(thread, at, index));
        }
        found
    }

    fn may_read_in_order(&self, thread: ThreadId, at: usize, index: u32) -> bool {
        let mut after = self.clone();
        after.sc_read(thread, at, index);
        after.is_ordered()
    }

    /// Notes whose location it is.
    fn note_owner(&mut self, at: usize, strength: Strength) {
        let is_apart = self.uses.library_apart || strength.is_apart;
        self.cells[at].is_library = strength.is_library && is_apart;
    }

    pub fn load(&mut self, thread: ThreadId, at: usize, index: u32, strength: Strength) -> Value {
        self.note_owner(at, strength);
        let address = self.cells[at].address;
        self.view_mut(thread).at.raise(address, index);
        if strength.sc {
            self.sc_read(thread, at, index);
        }
        self.take_over(thread, at, index, strength.acquires);
        self.cells[at].messages[index as usize].value
    }

    /// The views of the message that was read.
    fn take_over(&mut self, thread: ThreadId, at: usize, index: u32, acquires: bool) {
        let view = self.cells[at].messages[index as usize].view.clone();
        let tracks_fences = self.uses.acquire_fences;
        let views = self.thread_mut(thread);
        if acquires {
            views.current.join(&view);
        } else if tracks_fences {
            views.acquirable.join(&view);
        }
    }

    /// The places that a store may take, the end first.
    pub fn places(&self, thread: ThreadId, at: usize, strength: Strength) -> Vec<u32> {
        let cell = &self.cells[at];
        let end = cell.messages.len() as u32;
        let first = self.floor(thread, at, strength) + 1;
        let places = (first..=end).rev();
        let mut places: Vec<u32> = places.filter(|&place| !cell.is_attached(place)).collect();
        if strength.sc && places.len() > 1 {
            places.retain(|&place| {
                place == end || {
                    let mut after = self.clone();
                    after.store(thread, at, place, Value::default(), strength);
                    after.is_ordered()
                }
            });
        }
        places
    }

    pub fn store(
        &mut self,
        thread: ThreadId,
        at: usize,
        place: u32,
        value: Value,
        strength: Strength,
    ) {
        self.note_owner(at, strength);
        let address = self.cells[at].address;
        self.make_room(at, place);
        self.view_mut(thread).at.set(address, place);
        let mut view = self.published(thread, strength.releases);
        view.at.set(address, 0);
        self.cells[at].messages[place as usize] = Message {
            value,
            view,
            attached: strength.in_section,
            in_section: strength.in_section,
            sc: strength.sc,
            ..Message::default()
        };
        if strength.sc {
            self.sc_write(thread, at, place);
        }
        self.hide_before(at, place);
    }

    /// Of an atomic section no thread sees more than its last message.
    fn hide_before(&mut self, at: usize, place: u32) {
        let messages = &self.cells[at].messages;
        let is_of_section = |index: u32| messages[index as usize].in_section;
        if place > 0 && is_of_section(place) && is_of_section(place - 1) {
            self.remove_before(at, place);
        }
    }

    /// An atomic section is over: its messages stay.
    pub fn end_section(&mut self) {
        let messages = self.cells.iter_mut().flat_map(|cell| &mut cell.messages);
        messages.for_each(|message| message.in_section = false);
    }

    /// What a store of the thread tells.
    fn published(&self, thread: ThreadId, releases: bool) -> View {
        let views = self.thread(thread);
        match releases {
            true => views.current.clone(),
            false => views.released.clone(),
        }
    }

    /// The messages that an update may read, the newest first.
    pub fn updatable(&self, thread: ThreadId, at: usize, strength: Strength) -> Vec<u32> {
        let mut found = self.readable_for_update(thread, at, strength);
        found.retain(|&index| !self.cells[at].is_attached(index + 1));
        found
    }

    fn readable_for_update(&self, thread: ThreadId, at: usize, strength: Strength) -> Vec<u32> {
        let newest = self.cells[at].newest();
        let floor = self.floor(thread, at, strength);
        let mut found: Vec<u32> = (floor..=newest).rev().collect();
        if strength.sc && found.len() > 1 {
            found.retain(|&index| {
                index == newest || {
                    let mut after = self.clone();
                    after.update(thread, at, index, Value::default(), strength);
                    after.is_ordered()
                }
            });
        }
        found
    }

    /// How a compare-exchange may go, by whether a message has the expected value: the newest first,
    /// then failures for no reason.
    pub fn exchangeable(
        &self,
        thread: ThreadId,
        at: usize,
        (success, failure): (Strength, Strength),
        fails_for_no_reason: bool,
        is_expected: impl Fn(Value) -> bool,
    ) -> Vec<Exchange> {
        let expected = |index: u32| is_expected(self.cells[at].messages[index as usize].value);
        let succeeding = self.updatable(thread, at, success);
        let succeeding = succeeding.into_iter().filter(|&index| expected(index));
        let failing = self.readable(thread, at, failure);
        let mut exchanges: Vec<Exchange> = succeeding
            .map(|index| Exchange {
                index,
                succeeds: true,
            })
            .collect();
        for &index in failing.iter().filter(|&&index| !expected(index)) {
            exchanges.push(Exchange {
                index,
                succeeds: false,
            });
        }
        exchanges.sort_by_key(|exchange| std::cmp::Reverse(exchange.index));
        if fails_for_no_reason && !failure.is_trusted {
            for &index in failing.iter().filter(|&&index| expected(index)) {
                exchanges.push(Exchange {
                    index,
                    succeeds: false,
                });
            }
        }
        exchanges
    }

    /// Reads a message and puts another one behind it.
    pub fn update(
        &mut self,
        thread: ThreadId,
        at: usize,
        index: u32,
        value: Value,
        strength: Strength,
    ) {
        self.note_owner(at, strength);
        let address = self.cells[at].address;
        let place = index + 1;
        self.make_room(at, place);
        self.view_mut(thread).at.set(address, place);
        let past = self.view(thread).sc.clone();
        if strength.acquires || self.uses.acquire_fences {
            self.take_over(thread, at, index, strength.acquires);
        }
        let mut view = self.published(thread, strength.releases);
        if strength.sc {
            // What the update acquires comes before its next SC access, not before itself.
            view.sc = past.clone();
        }
        view.join(&self.cells[at].messages[index as usize].view);
        view.at.set(address, 0);
        self.cells[at].messages[place as usize] = Message {
            value,
            view,
            attached: true,
            in_section: strength.in_section,
            sc: strength.sc,
            ..Message::default()
        };
        if strength.sc {
            let acquired = std::mem::replace(&mut self.view_mut(thread).sc, past);
            self.sc_write(thread, at, place);
            self.view_mut(thread).sc.join(&acquired);
        }
        self.hide_before(at, place);
    }

    /// An empty message at a place; what knows of later ones knows them by their new numbers.
    fn make_room(&mut self, at: usize, place: u32) {
        let cell = &mut self.cells[at];
        let (address, end) = (cell.address, cell.messages.len() as u32);
        cell.messages.insert(place as usize, Message::default());
        if place < end {
            self.each_positions(|positions| {
                positions.map(address, |old| old + u32::from(old >= place));
            });
        }
    }

    /// A fence of a thread.
    pub fn fence(&mut self, thread: ThreadId, strength: Strength) {
        let views = self.thread_mut(thread);
        if strength.acquires {
            let acquirable = std::mem::take(&mut views.acquirable);
            views.current.join(&acquirable);
        }
        if strength.sc {
            self.sc_fence(thread);
        }
        if strength.releases && self.uses.release_fences {
            let views = self.thread_mut(thread);
            views.released = views.current.clone();
        }
    }
}
