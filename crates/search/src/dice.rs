//! Random numbers of our own, so that a seed means the same search in every later version.

/// SplitMix64.
pub(crate) struct Dice(pub u64);

const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STRIDE);
        mix(self.0)
    }

    /// A number below `bound`, which may be large.
    pub fn below_wide(&mut self, bound: u64) -> u64 {
        ((u128::from(self.roll()) * u128::from(bound)) >> 64) as u64
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.roll() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// A number without pattern, told by `number` alone.
pub fn scramble(number: u64) -> u64 {
    mix(number.wrapping_add(STRIDE))
}

fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
