//! An open-addressing index from hashes to numbers. It does not hold the keys: it asks
//! its owner whether a number fits, and is filled again from the owner's keys when it
//! grows. Several threads may fill it at the same time.

use std::sync::atomic::{AtomicU32, Ordering};

use super::pages::prefer_large;

/// Each slot is one word: the number in the low bits and, in the bits above that the
/// numbers do not need yet, a piece of the hash. A probe so reads one cache line of the
/// index and touches a key only when it almost surely is the right one.
///
/// A slot is filled once and never emptied while others look, so that all who look for the same key
/// pass the same slots, and the first empty one among them is filled by one of them.
pub(super) struct Index {
    /// 0 is an empty slot; numbers start at 1.
    slots: Vec<AtomicU32>,
    most: usize,
    /// The bits of a slot that hold a piece of the hash.
    tag_mask: u32,
}

const FIRST_SLOTS: usize = 128;
/// Up to this size the index doubles; a larger one grows in smaller steps, which costs
/// some time and saves a quarter of its memory.
const DOUBLES_UP_TO: usize = 1 << 20;

pub(super) enum Probe {
    Found(u32),
    /// The slot where the new number belongs.
    Vacant(usize),
}

impl Index {
    pub fn new() -> Index {
        Index::with_slots(FIRST_SLOTS)
    }

    fn with_slots(slots: usize) -> Index {
        // Numbers are dense: there are never more than slots.
        let number_bits = usize::BITS - slots.leading_zeros();
        let mut memory = Vec::with_capacity(slots);
        prefer_large(&memory);
        memory.resize_with(slots, AtomicU32::default);
        Index {
            slots: memory,
            most: slots / 5 * 4,
            tag_mask: u32::MAX.checked_shl(number_bits).unwrap_or(0),
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// The largest number that it has room for.
    #[inline]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Looks for a number with this hash for which `fits` holds.
    #[inline]
    pub fn probe(&self, hash: u64, fits: impl Fn(u32) -> bool) -> Probe {
        self.probe_from(home(hash, self.slots.len()), hash, fits)
    }

    /// The same from a slot on: all before it were passed.
    #[inline]
    pub fn probe_from(&self, mut at: usize, hash: u64, fits: impl Fn(u32) -> bool) -> Probe {
        let slots = &self.slots[..];
        let tag = hash as u32;
        loop {
            // The key of a number was written before the number.
            let slot = slots[at].load(Ordering::Acquire);
            if slot == 0 {
                return Probe::Vacant(at);
            }
            if (slot ^ tag) & self.tag_mask == 0 {
                let number = slot & !self.tag_mask;
                if fits(number) {
                    return Probe::Found(number);
                }
            }
            at += 1;
            if at == slots.len() {
                at = 0;
            }
        }
    }

    /// Puts a number, whose key has been written, into a slot that a probe found vacant; whether it
    /// still was.
    #[inline]
    pub fn fill(&self, slot: usize, hash: u64, number: u32) -> bool {
        let entry = hash as u32 & self.tag_mask | number;
        self.slots[slot]
            .compare_exchange(0, entry, Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }

    /// Puts in a number that is known to be new, while no other thread reads.
    #[inline]
    pub fn fill_new(&mut self, hash: u64, number: u32) {
        if let Probe::Vacant(slot) = self.probe(hash, |_| false) {
            *self.slots[slot].get_mut() = hash as u32 & self.tag_mask | number;
        }
    }

    pub fn clear(&mut self) {
        self.slots.fill_with(AtomicU32::default);
    }

    /// Makes room, and empties the index.
    pub fn grow(&mut self) {
        let slots = self.slots.len();
        let more = if slots <= DOUBLES_UP_TO {
            slots
        } else {
            slots / 4
        };
        // The old slots go before the new ones come: the peak is what counts.
        self.slots = Vec::new();
        *self = Index::with_slots(slots + more);
    }
}

/// The slot where a hash belongs: its upper half, scaled to the number of slots.
#[inline]
fn home(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

/// Spreads a key over 64 bits; both halves of the result depend on all of the key.
#[inline]
pub(super) fn hash(key: u64) -> u64 {
    let mixed = (key ^ 0xd6e8_feb8_6659_fd93).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}
