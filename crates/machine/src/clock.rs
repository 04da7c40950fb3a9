//! The time that the program can see. One clock for all threads, in ticks of a millisecond: a look at it finds
//! it some ticks later, a sleep or a time-out as much later as it takes. It stands at 0, and sleeping
//! is nothing, until a thread has looked or set a timer. Late times are rounded up, so that there are few of
//! them and yet every moment that a program may wait for comes. There is a last time, after
//! which the clock stands still.

use crate::error::Fault;
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::models::Arguments;
use crate::program_facts::calls_out;
use crate::snapshot::Slot;
use crate::snapshot::{SlotKind, Snapshot, Unit};
use crate::unfollowed::Unfollowed;
use trailhound_contracts::{self as contracts, reads_clock};
use trailhound_program::{DataModel, Program};

/// What a wait returns, or leaves in `errno`, when its time is over.
pub(crate) const ETIMEDOUT: u32 = 110;

/// What a call returns that says in `errno` why.
const FAILED: u32 = u32::MAX;

pub(crate) const NANOSECONDS: u64 = 1_000_000_000;
const TICK: u64 = NANOSECONDS / 1000;
/// How many ticks a look at the clock takes.
const LOOK: u64 = 50;
/// Seconds since the epoch when the program starts.
pub(crate) const START: u64 = 1_700_000_000;

/// Times up to here are exact. Of later ones there are four until twice as late, and as many as
/// [`PARTS`] in all.
const EXACT: u64 = 64 * LOOK;
const PARTS: u64 = 1 << 12;
/// The last time, after 139 years. In 2038 a `time_t` of 32 bits ends: there it is after 8 years.
const LAST: u64 = 1 << 42;
const LAST_OF_32_BITS: u64 = 1 << 38;

#[derive(Debug, Default)]
pub struct Clock {
    unit: Unit,
    ticks: u64,
    last: u64,
    /// The program has a function that looks at the clock.
    pub is_read: bool,
}

impl Clock {
    pub fn of(program: &Program) -> Clock {
        Clock {
            is_read: calls_out(program, |name| reads_clock(name)),
            last: match program.model() {
                DataModel::Lp64 => LAST,
                DataModel::Ilp32 => LAST_OF_32_BITS,
            },
            ..Clock::default()
        }
    }

    pub(crate) fn unit(&mut self) -> &mut Unit {
        &mut self.unit
    }

    fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(snapshot, SlotKind::Clock) {
            self.ticks = match leaf {
                LeafId::NOTHING => 0,
                leaf => snapshot.leaves.get(leaf)[0],
            };
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        self.unit.leaf = snapshot.leaves.intern(&[self.ticks]);
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }
}

/// The first time that is told apart from others and not before `ticks`.
fn rounded(ticks: u64, last: u64) -> u64 {
    if ticks <= EXACT {
        return ticks;
    }
    let grain = (1 << (ticks.ilog2() - 2)).min(last / PARTS);
    ticks
        .checked_next_multiple_of(grain)
        .unwrap_or(last)
        .min(last)
}

/// Whether waits can be bounded by this clock: by CLOCK_REALTIME and CLOCK_MONOTONIC, as with glibc.
pub(crate) fn can_bound_waits(clock: u64) -> bool {
    const CLOCK_MONOTONIC: u32 = 1;
    clock as u32 <= CLOCK_MONOTONIC
}

impl Machine<'_> {
    /// Looks at the clock: nanoseconds since the program was started. After the last time the
    /// clock stands still: a loop that goes on then has no end that time could bring, and that
    /// there is no error is no longer claimed.
    pub(crate) fn look_at_clock(&mut self) -> u64 {
        self.clock.load(&mut self.memory.snapshot);
        match self.clock.ticks < self.clock.last {
            true => self.set_clock(self.clock.ticks + LOOK),
            false => self.unfollowed = Some(Unfollowed::Time),
        }
        self.thread.forget_sleep();
        self.clock.ticks * TICK
    }

    /// The running thread has slept for so many nanoseconds.
    ///
    /// A thread that sleeps again and again where it did and as long, with nothing changed on its stack and, on
    /// balance, in memory and in what the system keeps, polls: how often is not known to it, and the time that passes
    /// need not be kept. It does not poll if it has begun, ended or woken a thread or a process, or was woken.
    pub(crate) fn pass_time(&mut self, nanoseconds: u64) {
        if !self.is_clock_running() {
            return;
        }
        let balance = self.balance();
        let Machine {
            thread,
            program,
            live,
            memory,
            ..
        } = self;
        let here = thread.frames_leaf(program, live, &mut memory.snapshot.leaves);
        if thread.slept_at == here
            && thread.slept_for == nanoseconds
            && thread.changed_since.wrapping_add(balance) == 0
        {
            return;
        }
        (thread.slept_at, thread.slept_for) = (here, nanoseconds);
        // All that the step changes is added at its end.
        thread.changed_since = balance.wrapping_neg();
        self.set_clock(self.clock.ticks + nanoseconds.div_ceil(TICK));
    }

    /// What the running step has changed so far, on balance.
    fn balance(&mut self) -> u64 {
        let memory = self.memory.balance();
        memory.wrapping_add(self.kernel.balance(&self.memory.snapshot))
    }

    /// The running thread goes on within a step: what was changed in it so far is not its own.
    pub(crate) fn begin_balance(&mut self) {
        if !self.thread.slept_at.is_nothing() {
            let balance = self.balance();
            self.thread.changed_since = self.thread.changed_since.wrapping_sub(balance);
        }
    }

    /// The running thread leaves off: it has changed what the step has changed since.
    pub(crate) fn settle_balance(&mut self) {
        if !self.thread.slept_at.is_nothing() {
            let balance = self.balance();
            self.thread.changed_since = self.thread.changed_since.wrapping_add(balance);
        }
    }

    /// A wait of the running thread has timed out in a call of this function.
    pub(crate) fn pass_time_limit(
        &mut self,
        function: &str,
        arguments: &Arguments,
    ) -> Result<(), Fault> {
        if !self.is_clock_running() {
            return Ok(());
        }
        let Some((place, limit)) = time_limit(function, arguments)? else {
            return Ok(());
        };
        if !self.is_time(place)? {
            return Ok(());
        }
        let time = self.read_time(place)?;
        match limit {
            Limit::Duration => self.pass_time(time),
            Limit::Moment => self.wait_until(time),
        }
        Ok(())
    }

    /// Whether a call of a function that may time out has done so, by its result.
    pub(crate) fn is_time_out(&mut self, function: &str, result: u64) -> Result<bool, Fault> {
        const THRD_TIMEDOUT: u32 = 4;
        match result as u32 {
            FAILED => {
                let errno = self.thread_local(crate::calls::ERRNO)?;
                Ok(self.memory.glance(errno, 4) == Some(ETIMEDOUT.into()))
            }
            // What queues return otherwise is a number of bytes.
            ETIMEDOUT | THRD_TIMEDOUT => Ok(!function.starts_with("mq_")),
            _ => Ok(false),
        }
    }

    /// It is so many nanoseconds after the epoch, or later.
    pub(crate) fn wait_until(&mut self, moment: u64) {
        if self.is_clock_running() {
            let since_start = moment.saturating_sub(START * NANOSECONDS);
            let ticks = since_start.div_ceil(TICK);
            if ticks > self.clock.ticks {
                self.set_clock(ticks);
            }
        }
    }

    /// A `timespec` in nanoseconds.
    pub(crate) fn read_time(&mut self, place: u64) -> Result<u64, Fault> {
        let seconds = self.read_long(place)? as u64;
        let rest = self.read_long(place + self.word_bytes())? as u64;
        Ok(seconds.saturating_mul(NANOSECONDS).saturating_add(rest))
    }

    /// Whether the nanoseconds of a `timespec` are less than a second.
    pub(crate) fn is_time(&mut self, place: u64) -> Result<bool, Fault> {
        let rest = self.read_long(place + self.word_bytes())?;
        Ok((0..NANOSECONDS as i64).contains(&rest))
    }

    /// Whether it is also not before the start.
    pub(crate) fn is_duration(&mut self, place: u64) -> Result<bool, Fault> {
        Ok(self.is_time(place)? && self.read_long(place)? >= 0)
    }

    pub(crate) fn is_clock_running(&mut self) -> bool {
        self.clock.is_read && {
            self.clock.load(&mut self.memory.snapshot);
            self.clock.ticks > 0
        }
    }

    /// Nanoseconds since the program was started, if a thread has looked at the clock.
    pub(crate) fn running_clock(&mut self) -> Option<u64> {
        self.is_clock_running().then(|| self.clock.ticks * TICK)
    }

    fn set_clock(&mut self, ticks: u64) {
        self.clock.ticks = rounded(ticks, self.clock.last);
        self.clock.unit.write(self.memory.snapshot.epoch);
    }
}

/// How a call says how long it may wait.
enum Limit {
    Duration,
    Moment,
}

/// Where a call that may time out has its `timespec`.
fn time_limit(function: &str, arguments: &Arguments) -> Result<Option<(u64, Limit)>, Fault> {
    const FUTEX_WAIT: u64 = 0;
    let (index, limit) = match (function, contracts::time_limit(function)) {
        (_, Some(index)) => (index, Limit::Moment),
        ("syscall", None) if arguments.get(2)? & 0x7f == FUTEX_WAIT => (4, Limit::Duration),
        ("syscall", None) => (4, Limit::Moment),
        ("trailhound_wait", None) if arguments.get(4)? & 1 != 0 => (3, Limit::Duration),
        ("trailhound_wait", None) => (3, Limit::Moment),
        _ => return Ok(None),
    };
    let place = arguments.get(index)?;
    Ok((place != 0).then_some((place, limit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_few_times_and_each_wait_ends() {
        for last in [LAST, LAST_OF_32_BITS] {
            let (mut ticks, mut looks) = (0, 0);
            while ticks < last {
                let next = rounded(ticks + LOOK, last);
                assert!(next > ticks);
                ticks = next;
                looks += 1;
            }
            assert!((4000..4300).contains(&looks), "{looks}");
            assert_eq!(rounded(u64::MAX, last), last);
        }
    }

    #[test]
    fn what_is_slept_passes() {
        for now in [1, 200, 3300, 5000, 123_456, 1 << 41] {
            let now = rounded(now, LAST);
            for by in [1, 4, 1000] {
                assert!(rounded(now + by, LAST) >= now + by);
            }
        }
    }

    #[test]
    fn the_last_time_can_be_told() {
        let nanoseconds = |ticks: u64| START * NANOSECONDS + ticks * TICK;
        assert!(i64::try_from(nanoseconds(LAST)).is_ok());
        assert!(i32::try_from(nanoseconds(LAST_OF_32_BITS) / NANOSECONDS).is_ok());
    }
}
