//! What holds for a thread before an operation: the locks that it holds, the threads that it
//! has started, and what it knows from reading shared variables.

use smallvec::SmallVec;
use trailhound_program::{Pc, Reg};

use crate::address::{AbstractAddress, ContextId, Points};

/// An operation in a context of its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub context: ContextId,
    pub pc: Pc,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    Exclusive,
    Shared,
}

/// A lock that is held, and where it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hold {
    pub lock: Points,
    pub mode: Mode,
    pub place: Place,
}

/// A read of a shared variable: where, and under which lock; None: by an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Observation {
    pub variable: Points,
    pub place: Place,
    pub lock: Option<Points>,
    /// Where that was taken.
    pub since: Option<Place>,
}

/// A value that comes from such a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seen {
    pub observation: Observation,
    /// Others may have changed the variable since.
    pub is_old: bool,
}

/// What a value was computed from.
pub type Provenance = SmallVec<[Seen; 1]>;

/// A branch that something seen has decided, and where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Decision {
    pub seen: Seen,
    pub branch: Place,
    pub target: Pc,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub held: Vec<Hold>,
    /// Starts of threads that were not joined.
    pub running: Vec<Place>,
    /// All of them have been waited for, unless there were none.
    pub has_joined: bool,
    /// What the path to here depends on.
    pub decisions: Vec<Decision>,
    /// What registers come from, by register.
    pub provenances: Vec<(Reg, Provenance)>,
    /// What local variables come from.
    pub slots: Vec<(AbstractAddress, Provenance)>,
    /// Locks given back since the function began.
    pub released: Vec<Points>,
}

/// Reads that one value is followed for.
const MOST_SEEN: usize = 6;

pub fn add_provenance(to: &mut Provenance, more: &Provenance) {
    for &seen in more {
        if !to.contains(&seen) && to.len() < MOST_SEEN {
            to.push(seen);
        }
    }
    to.sort_unstable();
}

impl State {
    /// What holds on both paths. True: something has changed.
    pub fn join(&mut self, other: &State) -> bool {
        let mut changed = false;
        let mut theirs = other.held.clone();
        let before = self.held.len();
        self.held.retain_mut(|hold| {
            let found = theirs.iter().position(|h| h.lock == hold.lock);
            let Some(found) = found else { return false };
            let other = theirs.remove(found);
            let (place, mode) = (hold.place, hold.mode);
            hold.place = place.min(other.place);
            hold.mode = mode.max(other.mode);
            changed |= (place, mode) != (hold.place, hold.mode);
            true
        });
        self.held.sort_unstable();
        changed |= before != self.held.len();
        for place in &other.running {
            changed |= insert(&mut self.running, *place);
        }
        changed |= other.has_joined && !self.has_joined;
        self.has_joined |= other.has_joined;
        for lock in &other.released {
            changed |= insert(&mut self.released, *lock);
        }
        let before = self.decisions.clone();
        self.decisions.retain_mut(|decision| {
            let same = |other: &&Decision| {
                (other.seen.observation, other.branch, other.target)
                    == (decision.seen.observation, decision.branch, decision.target)
            };
            let found = other.decisions.iter().find(same).copied();
            if let Some(other) = found {
                decision.seen.is_old |= other.seen.is_old;
            }
            found.is_some()
        });
        self.decisions.sort_unstable();
        self.decisions.dedup();
        changed |= before != self.decisions;
        for (register, provenance) in &other.provenances {
            changed |= add(&mut self.provenances, *register, provenance);
        }
        for (slot, provenance) in &other.slots {
            changed |= add(&mut self.slots, *slot, provenance);
        }
        changed
    }

    pub fn provenance(&self, register: Reg) -> Provenance {
        let found = self
            .provenances
            .binary_search_by_key(&register, |entry| entry.0);
        found.map_or_else(
            |_| Provenance::new(),
            |index| self.provenances[index].1.clone(),
        )
    }

    pub fn set_provenance(&mut self, register: Reg, provenance: Provenance) {
        let found = self
            .provenances
            .binary_search_by_key(&register, |entry| entry.0);
        match (found, provenance.is_empty()) {
            (Ok(index), true) => {
                self.provenances.remove(index);
            }
            (Ok(index), false) => self.provenances[index].1 = provenance,
            (Err(_), true) => {}
            (Err(index), false) => self.provenances.insert(index, (register, provenance)),
        }
    }

    /// What was seen under a lock may be old from here on.
    pub fn age(&mut self, lock: Points) {
        let age = |seen: &mut Seen| seen.is_old |= seen.observation.lock == Some(lock);
        let provenances = self.provenances.iter_mut().map(|entry| &mut entry.1);
        let slots = self.slots.iter_mut().map(|entry| &mut entry.1);
        for provenance in provenances.chain(slots) {
            provenance.iter_mut().for_each(age);
            provenance.sort_unstable();
            provenance.dedup();
        }
        for decision in &mut self.decisions {
            age(&mut decision.seen);
        }
        self.decisions.sort_unstable();
        self.decisions.dedup();
    }

    pub fn release(&mut self, lock: Points) {
        insert(&mut self.released, lock);
        self.age(lock);
    }
}

fn insert<T: Ord>(list: &mut Vec<T>, value: T) -> bool {
    match list.binary_search(&value) {
        Ok(_) => false,
        Err(index) => {
            list.insert(index, value);
            true
        }
    }
}

fn add<K: Ord + Copy>(list: &mut Vec<(K, Provenance)>, key: K, provenance: &Provenance) -> bool {
    match list.binary_search_by_key(&key, |entry| entry.0) {
        Ok(index) => {
            let before = list[index].1.len();
            add_provenance(&mut list[index].1, provenance);
            before != list[index].1.len()
        }
        Err(index) => {
            list.insert(index, (key, provenance.clone()));
            true
        }
    }
}
