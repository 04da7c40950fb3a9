//! Sets of hashes that take little memory and may take a hash for one that is there.

/// The hashes of visited states.
pub enum Sketch {
    /// The hashes themselves: two states are taken for one if their 64 bits agree.
    Compact(Signatures),
    /// Three bits for each in a field of fixed size: a state is taken for a known one if all of its are set.
    Bitstate(Bits),
}

/// Open addressing; 0 is free, and a hash of 0 is taken for 1.
#[derive(Default)]
pub struct Signatures {
    slots: Vec<u64>,
    len: usize,
}

pub struct Bits {
    field: Vec<u64>,
    set: u64,
    /// The number of states that were taken for known ones and left out, as is to be expected.
    expected: f64,
}

const FIRST_SLOTS: usize = 1 << 10;
const BITS_PER_STATE: u32 = 3;

impl Sketch {
    pub fn compact() -> Sketch {
        Sketch::Compact(Signatures::default())
    }

    /// A field of so many bytes, or somewhat more.
    pub fn bitstate(bytes: usize) -> Sketch {
        Sketch::Bitstate(Bits {
            field: vec![0; bytes.div_ceil(8).max(1)],
            set: 0,
            expected: 0.0,
        })
    }

    /// Adds a hash; whether it was not there, for all that can be told.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        match self {
            Sketch::Compact(signatures) => signatures.insert(hash.max(1)),
            Sketch::Bitstate(bits) => bits.insert(hash),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Sketch::Compact(signatures) => signatures.slots.capacity() * size_of::<u64>(),
            Sketch::Bitstate(bits) => bits.field.capacity() * size_of::<u64>(),
        }
    }

    /// How likely it is that a state was taken for another one, and left out, if hashes are as good as random.
    pub fn omission(&self) -> f64 {
        let expected = match self {
            Sketch::Compact(signatures) => {
                let states = signatures.len as f64;
                states * states / 2.0 / 2f64.powi(64)
            }
            Sketch::Bitstate(bits) => bits.expected,
        };
        -(-expected).exp_m1()
    }
}

impl Signatures {
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        if self.len * 5 >= self.slots.len() * 4 {
            self.grow();
        }
        let is_new = put(&mut self.slots, hash);
        self.len += usize::from(is_new);
        is_new
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (self.slots.len() / 2 * 3).max(FIRST_SLOTS);
        let mut larger = vec![0; slots];
        for &hash in self.slots.iter().filter(|&&hash| hash != 0) {
            put(&mut larger, hash);
        }
        self.slots = larger;
    }
}

/// Puts a hash into a table with a free slot; whether it was not there.
#[inline]
fn put(slots: &mut [u64], hash: u64) -> bool {
    let mut at = home(hash, slots.len());
    loop {
        match slots[at] {
            0 => {
                slots[at] = hash;
                return true;
            }
            known if known == hash => return false,
            _ => at = if at + 1 == slots.len() { 0 } else { at + 1 },
        }
    }
}

impl Bits {
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        let bits = self.field.len() * 64;
        let mut is_new = false;
        let mut mixed = hash;
        for _ in 0..BITS_PER_STATE {
            let at = home(mixed, bits);
            let (word, bit) = (&mut self.field[at / 64], 1 << (at % 64));
            if *word & bit == 0 {
                *word |= bit;
                self.set += 1;
                is_new = true;
            }
            mixed = (mixed ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^= mixed >> 32;
        }
        if is_new {
            // A new state is left out with this chance: so many are left out for each one that is not.
            let filled = self.set as f64 / bits as f64;
            let chance = filled.powi(BITS_PER_STATE as i32);
            self.expected += chance / (1.0 - chance).max(f64::EPSILON);
        }
        is_new
    }
}

/// The place of a hash among so many.
#[inline]
fn home(hash: u64, places: usize) -> usize {
    ((u128::from(hash) * places as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::scramble;

    #[test]
    fn hashes_are_found_again_and_few_are_mistaken() {
        for mut sketch in [Sketch::compact(), Sketch::bitstate(1 << 16)] {
            let hashes = (1..20_000).map(|number| scramble(number ^ 0x7777));
            let new = hashes.clone().filter(|&hash| sketch.insert(hash)).count();
            assert!(hashes.into_iter().all(|hash| !sketch.insert(hash)));
            let omission = sketch.omission();
            match sketch {
                Sketch::Compact(_) => assert!(new == 19_999 && omission < 1e-9),
                // An eighth of a bit is set by each: some are mistaken, and the estimate says so.
                Sketch::Bitstate(_) => {
                    assert!((19_000..19_999).contains(&new), "{new}");
                    assert!(omission > 0.99);
                }
            }
        }
    }
}
