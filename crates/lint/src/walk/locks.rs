//! What a walk does at operations that take and give back locks.

use trailhound_analysis::lock_word;
use trailhound_contracts::Locking;
use trailhound_program::{Body, Function, Op};

use super::Walk;
use crate::address::Points;
use crate::facts::{Acquisition, Relock};
use crate::state::{Hold, Mode, Place, State};

/// How long a lock is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    Long,
    Not,
    /// In an order that comes to no circle with the others of the same call.
    Together,
}

impl Walk<'_, '_> {
    /// An atomic operation on the word of a lock.
    pub(super) fn lock_operation(&mut self, place: Place, body: &Body, state: &mut State) -> bool {
        let function = self.points.contexts.get(place.context).function;
        let location = body.locations[place.pc as usize];
        let Some(locking) = lock_word(self.points.program, function, location) else {
            return false;
        };
        // A mutex is also marked as waited for by an exchange.
        let is_exchange = matches!(body.code[place.pc as usize], Op::CompareExchange { .. });
        match locking {
            Locking::Lock | Locking::TryLock if !is_exchange => {}
            _ => self.lock(place, self.pointed(place), locking, state),
        }
        true
    }

    /// The locks that a call of C++'s `std::lock` takes, in an order of its own that no circle
    /// comes of.
    pub(super) fn locked_together(&self, place: Place, function: &Function) -> Option<Vec<Points>> {
        if !function.display.starts_with("std::lock<") && !function.name.starts_with("_ZSt4lockI") {
            return None;
        }
        let context = self.points.contexts.get(place.context);
        let callee = context.calls.get(&place.pc)?.first()?;
        let arguments = &self.points.contexts.get(*callee).arguments;
        Some(
            arguments
                .iter()
                .copied()
                .filter(|&lock| lock != Points::NOWHERE)
                .collect(),
        )
    }

    pub(super) fn lock(&mut self, place: Place, lock: Points, locking: Locking, state: &mut State) {
        if lock == Points::NOWHERE {
            return;
        }
        use Mode::{Exclusive, Shared};
        match locking {
            Locking::Lock | Locking::Write => self.take(place, lock, Exclusive, Wait::Long, state),
            Locking::Read => self.take(place, lock, Shared, Wait::Long, state),
            Locking::TryLock | Locking::TryWrite => {
                self.take(place, lock, Exclusive, Wait::Not, state);
            }
            Locking::TryRead => self.take(place, lock, Shared, Wait::Not, state),
            Locking::Unlock | Locking::SharedUnlock => self.give(lock, state),
            Locking::Wait => {
                self.give(lock, state);
                self.take(place, lock, Exclusive, Wait::Long, state);
            }
            Locking::Upkeep => {}
        }
    }

    pub(super) fn take(
        &mut self,
        place: Place,
        lock: Points,
        mode: Mode,
        wait: Wait,
        state: &mut State,
    ) {
        if let Some(root) = self.root_if_concurrent(state)
            && wait != Wait::Not
        {
            let together = |hold: &Hold| wait == Wait::Together && hold.place == place;
            let held = state.held.iter().filter(|hold| !together(hold)).copied();
            self.facts.acquisitions.push(Acquisition {
                held: held.collect(),
                lock,
                mode,
                place,
                root,
            });
        }
        let known = state.held.iter().find(|hold| hold.lock == lock).copied();
        if let Some(held) = known
            && self.noting.as_ref().is_some_and(|noting| !noting.is_guess)
            && wait == Wait::Long
        {
            self.facts.relocks.push(Relock {
                held,
                lock,
                mode,
                place,
            });
        }
        // A lock that is held twice is held since it was taken first.
        let place = known.map_or(place, |held| held.place);
        state.held.push(Hold { lock, mode, place });
        state.held.sort_unstable();
    }

    fn give(&mut self, lock: Points, state: &mut State) {
        let same = state.held.iter().rposition(|hold| hold.lock == lock);
        let book = &self.points.book;
        let found = same.or_else(|| {
            state.held.iter().rposition(|hold| {
                let mut addresses = book.addresses(hold.lock).iter();
                addresses.any(|a| book.addresses(lock).iter().any(|b| a.meets(*b)))
            })
        });
        if let Some(index) = found {
            let hold = state.held.remove(index);
            state.release(hold.lock);
        }
        state.release(lock);
    }
}
