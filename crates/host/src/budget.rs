//! The time and the memory that a command may take, and whether the user has asked it to stop.
//! Long computations ask now and then whether they must stop; a [`Meter`] makes that cheap.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::memory::resident_memory;

/// Why work was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    Time,
    Memory,
    /// The steps that it may take are used up.
    Steps,
    Interrupted,
}

/// The user's wish that the command ends; all clones are one.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks for the end; whether it was asked for before.
    pub fn request(&self) -> bool {
        self.0.swap(true, Ordering::SeqCst)
    }

    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Bounds on a whole command; the default has none.
#[derive(Clone, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    /// Bytes that the process may have in memory.
    memory: Option<u64>,
    interrupt: Interrupt,
    /// How long a meter goes on when it should stop: who asks between pieces of work notices it first.
    patience: Duration,
}

impl Budget {
    pub fn new(interrupt: Interrupt) -> Budget {
        Budget {
            deadline: None,
            memory: None,
            interrupt,
            patience: Duration::ZERO,
        }
    }

    /// The same, ending `time` after `start`.
    pub fn with_time(self, start: Instant, time: Option<Duration>) -> Budget {
        Budget {
            // A time beyond what the clock can show is none.
            deadline: time.and_then(|time| start.checked_add(time)),
            ..self
        }
    }

    pub fn with_memory(self, memory: Option<u64>) -> Budget {
        Budget { memory, ..self }
    }

    /// The same, for pieces of work that are given up only so long after it should have ended.
    pub fn with_patience(self, patience: Duration) -> Budget {
        Budget { patience, ..self }
    }

    /// The same, for work that leaves `reserve` of the time to what comes after it.
    pub fn with_reserve(&self, reserve: Duration) -> Budget {
        Budget {
            deadline: self
                .deadline
                .map(|deadline| deadline.checked_sub(reserve).unwrap_or(deadline)),
            ..self.clone()
        }
    }

    /// The same, for work that may take no longer than `time` from now.
    pub fn at_most(&self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        Budget {
            deadline: [self.deadline, end].into_iter().flatten().min(),
            ..self.clone()
        }
    }

    /// The time that is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Whether the time is over or the user wants the end: the cheaper part of the question.
    pub fn is_late(&self) -> Option<Stop> {
        if self.interrupt.is_requested() {
            return Some(Stop::Interrupted);
        }
        let deadline = self.deadline?;
        (Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// Whether to stop now.
    pub fn exhausted(&self) -> Option<Stop> {
        if let Some(stop) = self.is_late() {
            return Some(stop);
        }
        let most = self.memory?;
        let resident = resident_memory()?;
        (resident > most).then_some(Stop::Memory)
    }

    /// How many bytes more than allowed the process has in memory.
    pub fn excess(&self) -> u64 {
        let excess = || Some(resident_memory()?.saturating_sub(self.memory?));
        excess().unwrap_or(0)
    }

    /// Whether so many more bytes are too many.
    pub fn lacks_room_for(&self, bytes: u64) -> bool {
        let room = || Some(self.memory?.saturating_sub(resident_memory()?));
        room().is_some_and(|room| bytes > room)
    }
}

/// What a budget allows says nothing about what a program does: traces of options leave it out.
impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Budget")
    }
}

/// Counts work, and checks a budget when there was enough of it. A unit is about a nanosecond.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    budget: Budget,
    /// Units until the next check.
    left: i64,
    stopped: Option<Stop>,
    /// Since when it should stop.
    since: Option<Instant>,
}

/// Units between two checks: a check takes some microseconds where memory is limited.
const UNITS: i64 = 2_000_000;

impl Meter {
    pub fn new(budget: Budget) -> Meter {
        Meter {
            budget,
            left: UNITS,
            stopped: None,
            since: None,
        }
    }

    /// Another one within the same budget, which has counted nothing yet.
    pub fn again(&self) -> Meter {
        Meter::new(self.budget.clone())
    }

    /// Counts work that was done or is about to be; `Err` if it must stop.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), Stop> {
        self.left -= units.min(UNITS as u64) as i64;
        if self.left > 0 {
            return Ok(());
        }
        self.check()
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        self.stopped = self.stopped.or_else(|| self.overdue());
        match self.stopped {
            // It stays out of units: the next spending is told again.
            Some(stop) => Err(stop),
            None => {
                self.left = UNITS;
                Ok(())
            }
        }
    }

    fn overdue(&mut self) -> Option<Stop> {
        let Some(stop) = self.budget.exhausted() else {
            self.since = None;
            return None;
        };
        let since = *self.since.get_or_insert_with(Instant::now);
        (since.elapsed() >= self.budget.patience).then_some(stop)
    }

    /// Makes sure that there is memory for so many more bytes.
    #[cold]
    pub fn claim(&mut self, bytes: u64) -> Result<(), Stop> {
        if self.stopped.is_none() && self.budget.lacks_room_for(bytes) {
            self.stopped = Some(Stop::Memory);
        }
        match self.stopped {
            Some(stop) => {
                self.left = 0;
                Err(stop)
            }
            None => Ok(()),
        }
    }

    /// Why work was stopped, if it was.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(meter: &mut Meter) -> Option<Stop> {
        (0..100).find_map(|_| meter.spend(UNITS as u64 / 10).err())
    }

    #[test]
    fn a_meter_stops_at_the_deadline_and_goes_on_stopping() {
        let late = Budget::default().at_most(Duration::ZERO);
        let mut meter = Meter::new(late);
        assert_eq!(work(&mut meter), Some(Stop::Time));
        assert_eq!(meter.spend(1), Err(Stop::Time));
        assert_eq!(work(&mut Meter::new(Budget::default())), None);
    }

    #[test]
    fn a_patient_meter_stops_later() {
        let late = Budget::default().at_most(Duration::ZERO);
        let mut meter = Meter::new(late.with_patience(Duration::from_millis(100)));
        let started = Instant::now();
        assert_eq!(work(&mut meter), None);
        while work(&mut meter).is_none() {}
        assert!(started.elapsed() >= Duration::from_millis(100));
    }

    #[test]
    fn a_meter_stops_at_an_interrupt() {
        let interrupt = Interrupt::default();
        let mut meter = Meter::new(Budget::new(interrupt.clone()));
        assert_eq!(work(&mut meter), None);
        assert!(!interrupt.request());
        assert!(interrupt.request());
        assert_eq!(work(&mut meter), Some(Stop::Interrupted));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_meter_stops_at_the_limit_of_memory() {
        let mut meter = Meter::new(Budget::default().with_memory(Some(4096)));
        assert_eq!(work(&mut meter), Some(Stop::Memory));
        let mut meter = Meter::new(Budget::default().with_memory(Some(1 << 40)));
        assert_eq!(work(&mut meter), None);
        assert_eq!(meter.claim(1 << 41), Err(Stop::Memory));
        assert_eq!(meter.spend(1), Err(Stop::Memory));
    }

    #[test]
    fn what_is_left_to_others_is_not_taken() {
        let budget = Budget::default().at_most(Duration::from_secs(100));
        let left = budget.with_reserve(Duration::from_secs(40)).time_left();
        assert!(left.expect("a limit") <= Duration::from_secs(60));
        assert_eq!(Budget::default().time_left(), None);
    }
}
