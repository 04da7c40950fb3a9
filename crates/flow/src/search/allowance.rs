//! What several searches may spend together: one limit on time for all of them, and one ear
//! for a caller that wants them to stop.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use trailhound_search::{Limits, Monitor, Stats};

/// Limits of which the time runs from the beginning, whichever search is at work.
#[derive(Clone, Debug)]
pub struct Allowance {
    limits: Limits,
    /// None where the time is not limited, or the limit is beyond all clocks.
    end: Option<Instant>,
}

impl Allowance {
    pub fn new(limits: &Limits) -> Allowance {
        let end = |time: Duration| Instant::now().checked_add(time);
        Allowance {
            limits: limits.clone(),
            end: limits.time.and_then(end),
        }
    }

    /// The limits of a search that begins now.
    pub fn left(&self) -> Limits {
        let time = self
            .end
            .map(|end| end.saturating_duration_since(Instant::now()));
        Limits {
            time,
            ..self.limits.clone()
        }
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// A monitor that a search shares with the one that it is part of.
pub struct Shared<'s, 'm>(pub &'s RefCell<&'m mut dyn Monitor>);

impl Monitor for Shared<'_, '_> {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.0.borrow_mut().tick(stats)
    }
}
