//! An open-addressing index from hashes to numbers. It does not hold the keys: it asks
//! its owner whether a number fits, and is rebuilt from the owner's keys when it grows.

/// Each slot is one word: the number in the low bits and, in the bits above that the
/// numbers do not need yet, a piece of the hash. A probe so reads one cache line of the
/// index and touches a key only when it almost surely is the right one.
pub(crate) struct Index {
    /// 0 is an empty slot; numbers start at 1.
    slots: Vec<u32>,
    len: usize,
    most: usize,
    /// The bits of a slot that hold a piece of the hash.
    tag_mask: u32,
}

const FIRST_SLOTS: usize = 64;
const FIRST_NUMBER_BITS: u32 = 17;

pub(crate) enum Probe {
    Found(u32),
    /// The slot where the new number belongs.
    Vacant(usize),
}

impl Index {
    pub fn new() -> Index {
        let mut index = Index {
            slots: Vec::new(),
            len: 0,
            most: 0,
            tag_mask: 0,
        };
        index.reset(FIRST_SLOTS, FIRST_NUMBER_BITS);
        index
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Looks for a number with this hash for which `fits` holds.
    #[inline]
    pub fn probe(&self, hash: u64, fits: impl Fn(u32) -> bool) -> Probe {
        let slots = &self.slots[..];
        let tag = hash as u32;
        let mut at = home(hash, slots.len());
        loop {
            let slot = slots[at];
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

    /// Whether `number` can go into a slot without a rebuild.
    #[inline]
    pub fn has_room(&self, number: u32) -> bool {
        self.len < self.most && number & self.tag_mask == 0
    }

    #[inline]
    pub fn fill(&mut self, slot: usize, hash: u64, number: u32) {
        self.slots[slot] = hash as u32 & self.tag_mask | number;
        self.len += 1;
    }

    /// Makes room for more, up to `largest_number`, and fills in all `entries` again.
    #[cold]
    pub fn rebuild(&mut self, largest_number: u32, entries: impl Iterator<Item = (u64, u32)>) {
        let slots = if self.len < self.most {
            self.slots.len()
        } else {
            self.slots.len() + self.slots.len() / 2
        };
        // Twice the number of slots leaves some numbers to gaps.
        let bits = (u32::BITS - largest_number.leading_zeros())
            .max(usize::BITS - slots.leading_zeros() + 1)
            .min(u32::BITS);
        self.reset(slots, bits.max(FIRST_NUMBER_BITS));
        for (hash, number) in entries {
            let mut at = home(hash, self.slots.len());
            while self.slots[at] != 0 {
                at += 1;
                if at == self.slots.len() {
                    at = 0;
                }
            }
            self.fill(at, hash, number);
        }
    }

    fn reset(&mut self, slots: usize, number_bits: u32) {
        // The old slots go before the new ones come: the peak is what counts.
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        self.len = 0;
        self.most = slots / 5 * 4;
        self.tag_mask = u32::MAX.checked_shl(number_bits).unwrap_or(0);
    }
}

/// The slot where a hash belongs: its upper half, scaled to the number of slots.
#[inline]
fn home(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

/// Spreads a key over 64 bits; both halves of the result depend on all of the key.
#[inline]
pub(crate) fn hash(key: u64, salt: u64) -> u64 {
    let mixed =
        (key ^ salt.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}

/// A pair of numbers as one key.
#[inline]
pub(crate) fn key(left: u32, right: u32) -> u64 {
    u64::from(right) << 32 | u64::from(left)
}

#[inline]
pub(crate) fn pair(key: u64) -> (u32, u32) {
    (key as u32, (key >> 32) as u32)
}
