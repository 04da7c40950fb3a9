//! How the threads stand after each step of a walk: where, waiting for what, holding what. What
//! the step did is the subject of `walk`.

use trailhound_host::Meter;
use trailhound_machine::{Status, Thread, ThreadId};

use crate::report::{Place, Standing, ThreadReport};
use crate::standing::Top;
use crate::waits::Wait;
use crate::walk::Walk;

impl Walk<'_> {
    /// Notes down how the threads stand after a step that did not fail.
    pub fn note_standings(&mut self) {
        if !self.standings.wants(self.step_count()) {
            return;
        }
        let Some(waits) = self.trials() else {
            return;
        };
        self.standings.begin_step();
        for index in self.machine.thread_ids() {
            if self.machine.thread_at(index).status == Status::Absent {
                self.note_absence(index);
            }
        }
        for (index, wait) in waits {
            let thread = self.machine.thread_at(index).clone();
            let top = thread.frames.last();
            let top = top.map(|frame| (thread.frames.len(), frame.function, frame.pc));
            let place = self.place_after(index, &thread, top);
            let status = match thread.status {
                Status::Finished { .. } => "finished",
                _ if wait.is_some() => "blocked",
                _ => "ready",
            };
            let holds = self.holdings(index);
            let lock = wait.as_ref().and_then(|wait| wait.lock);
            let standing = Standing {
                thread: index,
                status,
                waits_for: wait.as_ref().map(|wait| wait.what.clone()),
                waits_for_thread: wait.and_then(|wait| wait.thread),
                waits_for_lock: lock.map(|lock| self.machine.name_of(lock)),
                holds,
                place,
            };
            self.standings.note(top, standing);
        }
    }

    /// A thread that is there no longer has finished.
    fn note_absence(&mut self, thread: ThreadId) {
        if self.standings.has_met(thread) {
            let standing = Standing {
                thread,
                status: "finished",
                waits_for: None,
                waits_for_thread: None,
                waits_for_lock: None,
                holds: Vec::new(),
                place: None,
            };
            self.standings.note(None, standing);
        }
    }

    /// The threads for which the last step may have changed something, with what they wait for, if that can be found
    /// out in time.
    fn trials(&mut self) -> Option<Vec<(ThreadId, Option<Wait>)>> {
        let meter = Meter::new(self.standings.budget.clone());
        let meter = std::mem::replace(&mut self.machine.memory.meter, meter);
        self.machine.observer.active = false;
        let is_over = self.machine.exit_status().is_some();
        let mut threads = self.present();
        threads.retain(|&thread| is_over || !self.standings.is_settled(thread, &self.state));
        let waits: Vec<_> = threads
            .into_iter()
            .map(|thread| match is_over {
                true => (thread, None),
                false => (thread, self.wait(thread)),
            })
            .collect();
        let trials = std::mem::replace(&mut self.machine.memory.meter, meter);
        self.machine.observer.active = true;
        trials.stopped().is_none().then_some(waits)
    }

    /// Where a thread stands, which is found out anew if it has moved.
    fn place_after(&mut self, index: ThreadId, thread: &Thread, top: Option<Top>) -> Option<Place> {
        if let Some(place) = self.standings.place(index, top) {
            return place;
        }
        let stack = self.places.stack(thread);
        self.places.of_stack(&stack).0
    }

    /// How the threads stand in the end.
    pub fn last_standings(
        &mut self,
        threads: &[ThreadReport],
        waits: &[Option<Wait>],
    ) -> Vec<Standing> {
        let standings = threads.iter().zip(waits).map(|(report, wait)| {
            let lock = wait.as_ref().and_then(|wait| wait.lock);
            self.machine.speak_for(report.thread);
            Standing {
                thread: report.thread,
                status: report.status,
                waits_for: report.waits_for.clone(),
                waits_for_thread: report.waits_for_thread,
                waits_for_lock: lock.map(|lock| self.machine.name_of(lock)),
                holds: report.holds.clone(),
                place: report.place.clone(),
            }
        });
        standings.collect()
    }
}
