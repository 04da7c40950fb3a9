//! How the largest scale is found: double until a run is not solved, then halve the gap. It
//! knows no programs.

use std::ops::ControlFlow;

#[derive(Clone, Copy, Debug)]
pub struct Climb {
    pub from: u64,
    pub to: u64,
    /// The gap that may remain, in per cent of the largest scale that is solved.
    pub precision: u64,
}

/// Between these two lies the limit: what fails at one scale is taken to fail at larger ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    pub solved: Option<u64>,
    pub failed: Option<u64>,
}

impl Climb {
    /// `solves` tries a scale; it breaks to give up early, and then what is known counts.
    pub fn run(self, mut solves: impl FnMut(u64) -> ControlFlow<(), bool>) -> Reached {
        let mut reached = Reached::default();
        let mut next = Some(self.from);
        while let Some(scale) = next {
            match solves(scale) {
                ControlFlow::Break(()) => break,
                ControlFlow::Continue(true) => reached.solved = Some(scale),
                ControlFlow::Continue(false) => reached.failed = Some(scale),
            }
            next = self.after(reached);
        }
        reached
    }

    fn after(self, reached: Reached) -> Option<u64> {
        match (reached.solved, reached.failed) {
            (Some(solved), None) => {
                (solved < self.to).then(|| solved.saturating_mul(2).min(self.to))
            }
            (Some(solved), Some(failed)) => {
                let gap = (solved * self.precision / 100).max(1);
                (failed - solved > gap).then(|| solved.midpoint(failed))
            }
            // The first scale fails already.
            (None, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climbed(precision: u64, limit: u64) -> (Reached, Vec<u64>) {
        let climb = Climb {
            from: 2,
            to: 1000,
            precision,
        };
        let mut tried = Vec::new();
        let reached = climb.run(|scale| {
            tried.push(scale);
            ControlFlow::Continue(scale <= limit)
        });
        (reached, tried)
    }

    #[test]
    fn the_limit_is_found_exactly() {
        for limit in 2..300 {
            let (reached, _) = climbed(0, limit);
            assert_eq!(reached.solved, Some(limit));
            assert_eq!(reached.failed, Some(limit + 1));
        }
        assert_eq!(climbed(0, 12).1, [2, 4, 8, 16, 12, 14, 13]);
    }

    #[test]
    fn a_gap_may_remain() {
        let (reached, tried) = climbed(10, 100);
        assert_eq!(tried, [2, 4, 8, 16, 32, 64, 128, 96, 112, 104]);
        assert_eq!(reached.solved, Some(96));
    }

    #[test]
    fn it_ends_at_the_last_scale_and_below_the_first() {
        assert_eq!(climbed(5, 5000).0.solved, Some(1000));
        assert_eq!(climbed(5, 1).0.solved, None);
        assert_eq!(climbed(5, 1).1, [2]);
    }
}
