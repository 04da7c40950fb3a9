//! Where the commands of a debugger lead along a trail. A position is a number of steps taken: at
//! position 3 the fourth step is the next.

use trailhound_checker::ThreadId;
use trailhound_checker::trail::{Cursor, Report, Step};

use crate::breakpoints::Breakpoints;

/// Why the walk stops where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Entry,
    Step,
    Breakpoint,
    Switch,
    Error,
}

/// What else than breakpoints and the error stops a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    pub at_switches: bool,
}

pub struct Walk<'a, 'p> {
    pub report: &'a Report,
    pub cursor: &'a mut Cursor<'p>,
    pub breakpoints: &'a Breakpoints,
    pub stops: Stops,
}

impl Walk<'_, '_> {
    pub fn end(&self) -> usize {
        self.cursor.last_position()
    }

    /// The step that is taken next; the first of the report comes before all choices.
    fn next_step(&self, position: usize) -> Option<&Step> {
        self.report.steps.get(position + 1)
    }

    /// The thread that takes the next step, or that the error is about.
    pub fn acting(&self, position: usize) -> ThreadId {
        match self.next_step(position) {
            Some(step) if position < self.end() => step.thread,
            _ => self.report.error.thread,
        }
    }

    fn is_switch(&self, position: usize) -> bool {
        let done = self.report.steps.get(position);
        position > 0
            && position < self.end()
            && done.is_some_and(|done| done.thread != self.acting(position))
    }

    /// Why a walk that comes to a position must stop there.
    fn stop(&self, position: usize) -> Option<Reason> {
        let next = self.next_step(position);
        if position >= self.end() {
            Some(Reason::Error)
        } else if next.is_some_and(|step| self.breakpoints.stop(step)) {
            Some(Reason::Breakpoint)
        } else if self.stops.at_switches && self.is_switch(position) {
            Some(Reason::Switch)
        } else {
            None
        }
    }

    /// One step of the trail, whichever thread takes it.
    pub fn forward(&self, position: usize) -> (usize, Reason) {
        let position = (position + 1).min(self.end());
        match position == self.end() {
            true => (position, Reason::Error),
            false => (position, Reason::Step),
        }
    }

    /// One step of the trail back.
    pub fn back(&self, position: usize) -> (usize, Reason) {
        match position.saturating_sub(1) {
            0 => (0, Reason::Entry),
            position => (position, Reason::Step),
        }
    }

    pub fn forward_to_stop(&self, position: usize) -> (usize, Reason) {
        let mut behind = position + 1..self.end();
        let found = behind.find_map(|position| Some((position, self.stop(position)?)));
        found.unwrap_or((self.end(), Reason::Error))
    }

    pub fn back_to_stop(&self, position: usize) -> (usize, Reason) {
        let mut before = (1..position).rev();
        let found = before.find_map(|position| Some((position, self.stop(position)?)));
        found.unwrap_or((0, Reason::Entry))
    }

    /// Forward until a thread is to act on another line, in a call no deeper than now.
    pub fn over(&mut self, position: usize, thread: ThreadId) -> (usize, Reason) {
        let (depth, line) = self.standing(position, thread);
        self.forward_until(position, thread, |now| {
            now.0 <= depth && now != (depth, line)
        })
    }

    /// Forward until a thread is to act in a caller.
    pub fn out(&mut self, position: usize, thread: ThreadId) -> (usize, Reason) {
        let (depth, _) = self.standing(position, thread);
        self.forward_until(position, thread, |now| now.0 < depth)
    }

    fn forward_until(
        &mut self,
        position: usize,
        thread: ThreadId,
        arrived: impl Fn((usize, u32)) -> bool,
    ) -> (usize, Reason) {
        for position in position + 1..self.end() {
            if let Some(Reason::Breakpoint) = self.stop(position) {
                return (position, Reason::Breakpoint);
            }
            if self.acting(position) == thread && arrived(self.standing(position, thread)) {
                return (position, Reason::Step);
            }
        }
        (self.end(), Reason::Error)
    }

    /// How deep a thread is in the user's functions, and on which line.
    fn standing(&mut self, position: usize, thread: ThreadId) -> (usize, u32) {
        self.cursor.go_to(position);
        let stack = self.cursor.stack(thread);
        let mut own = stack.iter().filter(|frame| !frame.library);
        let line = own.next().map(|frame| frame.line);
        (line.iter().count() + own.count(), line.unwrap_or(0))
    }
}
