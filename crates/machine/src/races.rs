//! Which threads are about to access the same memory, kept up to date thread by thread.
//! It does not know states.

use crate::pending::{Access, Pending};
use crate::process_id::ProcessId;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use trailhound_program::{Address, ObjectId, Space};

/// The pending accesses of all threads.
#[derive(Default)]
pub(crate) struct RaceWatch {
    threads: Vec<Watched>,
    /// Pairs of accesses that race.
    total: u32,
    /// Who is about to access an object. Objects keep their places, also while no thread is: the
    /// same few are accessed again and again.
    near: Vec<Near>,
    places: FxHashMap<(ProcessId, ObjectId), u32>,
}

#[derive(Default)]
struct Watched {
    pending: Pending,
    process: ProcessId,
    /// Where the object of each pending access lies.
    places: SmallVec<[u32; 2]>,
    /// With other threads.
    conflicts: u32,
}

#[derive(Default)]
struct Near {
    accesses: Vec<(ThreadId, Access)>,
    writers: u32,
}

/// Objects that may keep a place while no thread is near.
const MOST_PLACES: usize = 1 << 16;

/// The object that a process accesses. What processes share belongs to all of them.
fn object(process: ProcessId, access: &Access) -> (ProcessId, ObjectId) {
    const ALL_PROCESSES: ProcessId = ProcessId(u32::MAX);
    let object = Address(access.address).object();
    match object.space() {
        Space::MAPPED => (ALL_PROCESSES, object),
        _ => (process, object),
    }
}

impl RaceWatch {
    /// The thread of a process is about to make these accesses now.
    pub fn update(&mut self, thread: ThreadId, process: ProcessId, pending: &[Access]) {
        let at = thread.index();
        if at >= self.threads.len() {
            self.threads.resize_with(at + 1, Watched::default);
        }
        let watched = &mut self.threads[at];
        if watched.pending[..] == *pending && watched.process == process {
            return;
        }
        let old = std::mem::take(&mut watched.pending);
        let mut places = std::mem::take(&mut watched.places);
        for (access, &place) in old.iter().zip(&places) {
            let near = &mut self.near[place as usize];
            let known = near.accesses.iter();
            let mut known = known.enumerate().filter(|(_, known)| known.0 == thread);
            let noted = known.find(|(_, known)| known.1 == *access);
            let noted = noted.expect("it was noted").0;
            near.accesses.swap_remove(noted);
            near.writers -= u32::from(access.write);
            self.count(thread, access, place, u32::wrapping_sub);
        }
        places.clear();
        if self.near.len() > MOST_PLACES {
            self.forget_places();
        }
        for access in pending {
            let place = self.place(object(process, access));
            self.count(thread, access, place, u32::wrapping_add);
            let near = &mut self.near[place as usize];
            near.accesses.push((thread, *access));
            near.writers += u32::from(access.write);
            places.push(place);
        }
        let watched = &mut self.threads[at];
        watched.pending = SmallVec::from_slice(pending);
        watched.process = process;
        watched.places = places;
    }

    fn place(&mut self, object: (ProcessId, ObjectId)) -> u32 {
        *self.places.entry(object).or_insert_with(|| {
            self.near.push(Near::default());
            self.near.len() as u32 - 1
        })
    }

    /// Only objects that a thread is near keep a place, another one.
    #[cold]
    fn forget_places(&mut self) {
        let mut near = Vec::new();
        let mut moved = FxHashMap::default();
        self.places.retain(|_, place| {
            let old = &mut self.near[*place as usize];
            let keeps = !old.accesses.is_empty();
            if keeps {
                let new = near.len() as u32;
                near.push(std::mem::take(old));
                moved.insert(*place, new);
                *place = new;
            }
            keeps
        });
        self.near = near;
        let places = self
            .threads
            .iter_mut()
            .flat_map(|watched| &mut watched.places);
        places.for_each(|place| *place = moved[place]);
    }

    /// Adds or takes away one for each conflict of an access with those of an object.
    fn count(&mut self, thread: ThreadId, access: &Access, place: u32, by: fn(u32, u32) -> u32) {
        let near = &self.near[place as usize];
        if !access.write && near.writers == 0 {
            return;
        }
        for (other, known) in &near.accesses {
            if *other != thread && known.races_with(access) {
                for side in [thread, *other] {
                    let conflicts = &mut self.threads[side.index()].conflicts;
                    *conflicts = by(*conflicts, 1);
                }
                self.total = by(self.total, 1);
            }
        }
    }

    /// The race of the lowest thread that has one, with the lowest partner. `made` is what becomes
    /// of an access of a thread.
    pub fn first(
        &self,
        made: impl Fn(ThreadId, Access) -> Access,
    ) -> Option<[(ThreadId, Access); 2]> {
        if self.total == 0 {
            return None;
        }
        let threads = self.threads.iter().enumerate();
        let mut races = threads
            .filter(|(_, watched)| watched.conflicts > 0)
            .filter_map(|(thread, _)| self.first_of(ThreadId(thread as u32), &made));
        races.next()
    }

    fn first_of(
        &self,
        thread: ThreadId,
        made: &impl Fn(ThreadId, Access) -> Access,
    ) -> Option<[(ThreadId, Access); 2]> {
        let watched = &self.threads[thread.index()];
        let pending = watched.pending.iter().zip(&watched.places);
        let races = pending.flat_map(|(access, &place)| {
            let near = &self.near[place as usize].accesses;
            let partners = near
                .iter()
                .filter(|(other, known)| *other != thread && known.races_with(access));
            partners.map(move |partner| [(thread, *access), *partner])
        });
        // The answer must not depend on how the state was reached.
        races
            .map(|race| race.map(|(thread, access)| (thread, made(thread, access))))
            .filter(|[one, other]| one.1.races_with(&other.1))
            .min_by_key(|race| (race[1].0, race[1].1.address, race[1].1.size))
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
            if roll >> 20 & 63 == 0 {
                // The one that moves keeps no place.
                watch.update(ThreadId(thread as u32), ProcessId::FIRST, &[]);
                watch.forget_places();
            }
            watch.update(ThreadId(thread as u32), ProcessId::FIRST, &threads[thread]);
            assert_eq!(watch.total as usize, plain(&threads));
            match watch.first(|_, access| access) {
                None => assert_eq!(watch.total, 0),
                Some([first, second]) => {
                    assert!(first.0 < second.0 && first.1.races_with(&second.1));
                    for (thread, access) in [first, second] {
                        assert!(threads[thread.index()].contains(&access));
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
            watch.update(ThreadId(0), ProcessId(0), &[access]);
            watch.update(ThreadId(1), ProcessId(1), &[access]);
            assert_eq!(watch.first(|_, access| access).is_some(), races);
            let reads = |_, access| Access {
                write: false,
                ..access
            };
            assert_eq!(watch.first(reads), None);
        }
    }
}
