//! Which threads are about to access the same memory, kept up to date thread by thread.
//! It does not know states.

use crate::pending::{Access, Pending};
use rustc_hash::FxHashMap;

/// The pending accesses of all threads.
#[derive(Default)]
pub(crate) struct RaceWatch {
    /// By thread.
    pending: Vec<Pending>,
    /// By thread: conflicts with other threads.
    conflicts: Vec<u32>,
    total: u32,
    /// By object: who is about to access it.
    near: FxHashMap<u32, Near>,
}

#[derive(Default)]
struct Near {
    accesses: Vec<(u32, Access)>,
    writers: u32,
}

fn object(access: &Access) -> u32 {
    (access.address >> 32) as u32
}

impl RaceWatch {
    /// The thread is about to make these accesses now.
    pub fn update(&mut self, thread: u32, pending: &Pending) {
        let at = thread as usize;
        if at >= self.pending.len() {
            self.pending.resize_with(at + 1, Pending::new);
            self.conflicts.resize(at + 1, 0);
        }
        if self.pending[at] == *pending {
            return;
        }
        let old = std::mem::replace(&mut self.pending[at], pending.clone());
        for access in &old {
            let near = self.near.entry(object(access)).or_default();
            let place = near
                .accesses
                .iter()
                .position(|known| known == &(thread, *access));
            near.accesses.swap_remove(place.expect("it was noted"));
            near.writers -= u32::from(access.write);
            let near = std::mem::take(near);
            self.count(thread, access, &near, u32::wrapping_sub);
            if near.accesses.is_empty() {
                self.near.remove(&object(access));
            } else {
                self.near.insert(object(access), near);
            }
        }
        for access in pending {
            let mut near = self.near.remove(&object(access)).unwrap_or_default();
            self.count(thread, access, &near, u32::wrapping_add);
            near.accesses.push((thread, *access));
            near.writers += u32::from(access.write);
            self.near.insert(object(access), near);
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
            let near = &self.near[&object(access)].accesses;
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
            watch.update(thread as u32, &threads[thread]);
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
}
