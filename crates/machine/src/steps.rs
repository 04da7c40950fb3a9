//! What belongs to one step: the operation that the thread stands before, everything after it
//! that others cannot see, and what the threads that it has started or woken do before their
//! first visible operation. It does not know what operations do.

use crate::error::Fault;
use crate::machine::Machine;
use crate::memory::{Flags, Gate};
use crate::options::Granularity;
use crate::pause::Pause;
use crate::pending::skip_places;
use crate::thread::Status;

/// Operations that a thread may execute in one step before it is paused all the same, so
/// that a loop without visible operations is spread over states and its repetition seen.
const STEP_FUEL: u32 = 200_000;

/// What a jump back counts for: about the time of a short loop's body.
const JUMP_UNITS: u64 = 4;

impl Machine<'_> {
    /// At the beginning of a step.
    pub(crate) fn open_gate(&mut self) {
        let others = self.world.alive > 1 && self.thread.atomic_depth == 0;
        let by_operation = self.options.granularity == Granularity::Shared;
        let concurrent = others && by_operation;
        self.memory.gate = Gate {
            concurrent,
            visible: self.visible_flags(concurrent),
            open: true,
            pass: false,
            watches: self.thread.atomic_depth == 0,
            watched_turn: true,
        };
        self.memory.log.set_gate(concurrent, self.world.alive <= 1);
        self.interruptible = others && !by_operation;
        self.executed = 0;
        self.step_line = None;
        self.fuel = STEP_FUEL;
    }

    /// After something that changes whether others may run in between.
    pub(crate) fn refresh_gate(&mut self) {
        let others = self.world.alive > 1 && self.thread.atomic_depth == 0;
        let by_operation = self.options.granularity == Granularity::Shared;
        if others && !self.memory.gate.concurrent && !self.interruptible {
            // What ended the time alone was this step's visible operation.
            self.use_up_turn();
        }
        let concurrent = others && by_operation;
        self.memory.gate.concurrent = concurrent;
        self.memory.gate.visible = self.visible_flags(concurrent);
        self.memory.gate.watches = self.thread.atomic_depth == 0;
        self.memory.log.set_gate(concurrent, self.world.alive <= 1);
        self.interruptible = others && !by_operation;
    }

    /// The flags of objects that other threads can reach: other processes can reach less.
    pub(crate) fn visible_flags(&mut self, concurrent: bool) -> u32 {
        if self.memory.weak.is_on {
            // Also alone, so that each access is looked at.
            Flags::SHARED.0
        } else if !concurrent {
            0
        } else if self.has_company() {
            Flags::SHARED.0
        } else {
            Flags::MAPPED.0
        }
    }

    /// True: the model must not act now, the step has had its visible operation.
    pub fn stops(&mut self) -> bool {
        self.memory.stops()
    }

    /// The step has had its visible operation.
    pub(crate) fn use_up_turn(&mut self) {
        self.memory.gate.open = false;
        self.executed = 1;
    }

    /// Runs the thread from the operation that it stands before. That one is the step's visible
    /// operation, whatever it is: the next one comes with a step of its own, also behind a call
    /// that could block and whose end no thread sees.
    pub(crate) fn run_from_here(&mut self) -> Result<Pause, Fault> {
        if !self.memory.gate.concurrent {
            return self.run_thread();
        }
        let gate = self.memory.gate;
        let here = self.standing();
        self.memory.gate.open = false;
        let pause = self.run_counted()?;
        let has_moved =
            self.fuel < STEP_FUEL || self.thread.status != Status::Ready || self.standing() != here;
        if pause != Pause::Stopped || has_moved {
            return self.settle(pause);
        }
        self.memory.gate = gate;
        self.touches.clear();
        self.note_library_call();
        self.run_thread()
    }

    /// The frame, by its depth and the frames left before, and its next operation.
    fn standing(&self) -> Option<(usize, u64, usize)> {
        let frame = self.thread.frames.last()?;
        let next = skip_places(self.program, frame);
        Some((self.thread.frames.len(), self.frames_left, next))
    }

    /// Runs the thread, and counts its loops when it is known how much fuel they took.
    fn run_counted(&mut self) -> Result<Pause, Fault> {
        let fuel = self.fuel;
        let pause = self.run()?;
        let jumps = u64::from(fuel - self.fuel);
        self.memory.meter.spend(jumps * JUMP_UNITS)?;
        Ok(pause)
    }

    pub(crate) fn run_thread(&mut self) -> Result<Pause, Fault> {
        let pause = self.run_counted()?;
        self.settle(pause)
    }

    /// After the run of the step's own thread: those that it has started or woken run up to their
    /// first visible operation. To enter an atomic section is one.
    fn settle(&mut self, mut pause: Pause) -> Result<Pause, Fault> {
        let is_cut = self.memory.weak.is_cut(self.memory.snapshot.epoch);
        if pause == Pause::Pruned && !is_cut && self.has_shown() {
            // What was done has happened: the thread stands before the assumption.
            pause = Pause::Stopped;
        }
        self.settle_balance();
        self.alternative = None;
        while let Some(thread) = self.settling.pop() {
            if pause == Pause::Exited || pause == Pause::Pruned {
                break;
            }
            self.enter_thread(thread);
            if self.thread.atomic_depth > 0 {
                continue;
            }
            self.begin_balance();
            self.began_at = None;
            self.fuel = STEP_FUEL;
            self.refresh_gate();
            self.use_up_turn();
            self.memory.gate.watched_turn = false;
            if self.run_counted()? == Pause::Exited {
                pause = Pause::Exited;
            }
            self.settle_balance();
        }
        Ok(pause)
    }

    /// Whether the running thread has changed, since others could last run, what other threads or
    /// properties see. In an atomic section no thread sees anything.
    pub(crate) fn has_shown(&self) -> bool {
        let is_watched = self.world.alive > 1 || self.memory.watches_anything();
        let epoch = self.memory.snapshot.epoch;
        is_watched
            && self.thread.atomic_depth == 0
            && (self.shown
                || self.touched.len() > 1
                || !self.touches.is_empty()
                || self.world.has_changed(&self.memory.snapshot)
                || self.waiters.unit.written == epoch
                || self.kernel.has_changed(epoch)
                || self.memory.weak.has_changed(epoch)
                || self
                    .processes
                    .iter()
                    .any(|process| process.unit.written == epoch)
                || self.memory.has_shown(self.thread.number))
    }
}
