//! Several "again and again" conditions as one: a counter that waits for the conditions in
//! turn, and has come round when all have been met. This makes a Büchi condition of a
//! generalised one, and adds weak fairness to a product.

/// The counter of the conditions `0..conditions`. Its levels are `0..levels()`; level `n` waits
/// for condition `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptanceCounter {
    conditions: u32,
}

/// Where a step leads the counter, and whether it came round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CounterStep {
    pub level: u32,
    pub accepting: bool,
}

impl AcceptanceCounter {
    pub fn new(conditions: u32) -> Self {
        AcceptanceCounter { conditions }
    }

    /// How many copies of each state the counter makes, at most.
    pub fn levels(self) -> u32 {
        self.conditions.max(1)
    }

    /// A step that meets the conditions for which `met` is true, taken at `level`. The counter
    /// passes as many levels as it can. A step is accepting if the counter comes round in it;
    /// each condition is met infinitely often exactly if it comes round infinitely often.
    pub fn step(self, level: u32, met: impl Fn(u32) -> bool) -> CounterStep {
        let mut next = level;
        while next < self.conditions && met(next) {
            next += 1;
        }
        if next < self.conditions {
            return CounterStep {
                level: next,
                accepting: false,
            };
        }
        // Round: what this step meets counts for the next round too, short of a whole one.
        next = 0;
        while next < level && met(next) {
            next += 1;
        }
        CounterStep {
            level: next,
            accepting: true,
        }
    }
}
