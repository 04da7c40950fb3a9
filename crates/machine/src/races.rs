//! Which threads are about to access the same memory, kept up to date thread by thread.
//! It does not know states.

use crate::pending::{Access, Pending};
use rustc_hash::FxHashMap;
use trailhound_program::{Address, Space};

/// The pending accesses of all threads.
#[derive(Default)]
pub(crate) struct RaceWatch {
    /// By thread.
    pending: Vec<Pending>,
    /// By thread: its process.
    processes: Vec<u32>,
    /// By thread: conflicts with other threads.
    conflicts: Vec<u32>,
    total: u32,
    /// By object, of a process or of all: who is about to access it.
    near: FxHashMap<(u32, u32), Near>,
}

#[derive(Default)]
struct Near {
    accesses: Vec<(u32, Access)>,
    writers: u32,
}

/// The object that a process accesses. What processes share is everybody's.
fn object(process: u32, access: &Access) -> (u32, u32) {
    const EVERYBODY: u32 = u32::MAX;
    let object = Address(access.address).object();
    match object.space() {
        Space::MAPPED => (EVERYBODY, object.0),
        _ => (process, object.0),
    }
}

impl RaceWatch {
    /// The thread of a process is about to make these accesses now.
    pub fn update(&mut self, thread: u32, process: u32, pending: &Pending) {
        let at = thread as usize;
        if at >= self.pending.len() {
            self.pending.resize_with(at + 1, Pending::new);
            self.conflicts.resize(at + 1, 0);
            self.processes.resize(at + 1, 0);
        }
        if self.pending[at] == *pending && self.processes[at] == process {
            return;
        }
        let old = std::mem::replace(&mut self.pending[at], pending.clone());
        let old_process = std::mem::replace(&mut self.processes[at], process);
        for access in &old {
            let object = object(old_process, access);
            let near = self.near.entry(object).or_default();
            let place = near
                .accesses
                .iter()
                .position(|known| known == &(thread, *access));
            near.accesses.swap_remove(place.expect("it was noted"));
            near.writers -= u32::from(access.write);
            let near = std::mem::take(near);
            self.count(thread, access, &near, u32::wrapping_sub);
            if near.accesses.is_empty() {
                self.near.remove(&object);
            } else {
                self.near.insert(object, near);
            }
        }
        for access in pending {
            let object = object(process, access);
            let mut near = self.near.remove(&object).unwrap_or_default();
            self.count(thread, access, &near, u32::wrapping_add);
            near.accesses.push((thread, *access));
            near.writers += u32::from(access.write);
            self.near.insert(object, near);
        }
    }

    /// Adds or takes away one for each conflict of an access.
    fn count(&mut self, thread: u32, access: &Access, near: &Near, by: fn(u32, u32) -> u32) {
        if !access.write && near.writers == 0 {
            return;
        }
        for (other, known) in &near.accesses {
            if *other != thread && known.races_with(access) {
                for side in [thread, *other] {
                    let conflicts = &mut self.conflicts[side as usize];
                    *conflicts = by(*conflicts, 1);
                }
                self.total = by(self.total, 1);
            }
        }
    }

    /// The race of the lowest thread that has one, with the lowest partner.
    pub fn first(&self) -> Option<[(u32, Access); 2]> {
        if self.total == 0 {
            return None;
        }
        let first = self.conflicts.iter().position(|&conflicts| conflicts > 0)? as u32;
        let mut races = self.pending[first as usize].iter().flat_map(|access| {
            let process = self.processes[first as usize];
            let near = &self.near[&object(process, access)].accesses;
            let partners = near
                .iter()
                .filter(|(other, known)| *other != first && known.races_with(access));
            partners.map(move |partner| [(first, *access), *partner])
        });
        let lowest = races.next()?;
        // The answer must not depend on how the state was reached.
        let order = |race: &[(u32, Access); 2]| (race[1].0, race[1].1.address, race[1].1.size);
        Some(races.fold(lowest, |lowest, race| {
            if order(&race) < order(&lowest) {
                race
            } else {
                lowest
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;
    use trailhound_program::ObjectId;

    fn access(address: u64, size: u32, write: bool) -> Access {
        Access {
            address: address + (1 << 32),
            size,
            write,
            atomic: false,
        }
    }

    /// All pairs, one by one.
    fn plain(pending: &[Pending]) -> usize {
        let mut races = 0;
        for (thread, accesses) in pending.iter().enumerate() {
            for others in &pending[..thread] {
                for access in accesses {
                    races += others
                        .iter()
                        .filter(|other| other.races_with(access))
                        .count();
                }
            }
        }
        races
    }

    #[test]
    fn counts_what_a_comparison_of_all_pairs_counts() {
        let mut watch = RaceWatch::default();
        let mut threads = vec![Pending::new(); 8];
        let mut number = 1u64;
        for _ in 0..20_000 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let roll = number >> 33;
            let thread = (roll % 8) as usize;
            let address = (roll >> 3) % 12 * 4;
            threads[thread] = match roll >> 8 & 3 {
                0 => Pending::new(),
                1 => smallvec![access(address, 4, true)],
                2 => smallvec![access(address, 8, false)],
                _ => smallvec![access(address, 4, false), access(address, 16, true)],
            };
            watch.update(thread as u32, 0, &threads[thread]);
            assert_eq!(watch.total as usize, plain(&threads));
            match watch.first() {
                None => assert_eq!(watch.total, 0),
                Some([first, second]) => {
                    assert!(first.0 < second.0 && first.1.races_with(&second.1));
                    for (thread, access) in [first, second] {
                        assert!(threads[thread as usize].contains(&access));
                    }
                }
            }
        }
    }

    #[test]
    fn processes_race_in_shared_memory_alone() {
        let shared = Access {
            address: ObjectId::new(Space::MAPPED, 3).at(8).0,
            ..access(0, 4, true)
        };
        for (access, races) in [(access(0, 4, true), false), (shared, true)] {
            let mut watch = RaceWatch::default();
            watch.update(0, 0, &smallvec![access]);
            watch.update(1, 1, &smallvec![access]);
            assert_eq!(watch.first().is_some(), races);
        }
    }
}
