//! The steps behind a state: who took them and what they accessed. Of a long path only the
//! last part is recalled, so that a state costs the same however deep it lies.

use trailhound_machine::{StepAccess, ThreadId};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub thread: ThreadId,
    pub access: StepAccess,
}

/// What is recalled of the path to a state.
#[derive(Debug, Default)]
pub(crate) struct History {
    last: Option<Moment>,
    length: u32,
    /// By thread.
    threads: Vec<Recalled>,
    /// Those that have something in `threads`.
    seen: Vec<ThreadId>,
    /// All reads since their thread last wrote.
    reads: u32,
    last_access: StepAccess,
    repetitions: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Recalled {
    /// How many steps ago it ran, the last one being 1; 0 if it did not.
    age: u32,
    /// What it read since it last wrote.
    reads: u32,
    has_written: bool,
}

impl History {
    /// Recalls the steps of `past`, the last one first.
    pub fn recall(&mut self, past: impl Iterator<Item = Moment>) {
        for thread in self.seen.drain(..) {
            self.threads[thread.index()] = Recalled::default();
        }
        *self = History {
            threads: std::mem::take(&mut self.threads),
            seen: std::mem::take(&mut self.seen),
            ..History::default()
        };
        let mut alternates = false;
        for step in past {
            self.length += 1;
            self.last.get_or_insert(step);
            if self.threads.len() <= step.thread.index() {
                let length = step.thread.index() + 1;
                self.threads.resize(length, Recalled::default());
            }
            let recalled = &mut self.threads[step.thread.index()];
            if recalled.age == 0 {
                recalled.age = self.length;
                self.seen.push(step.thread);
            }
            match step.access {
                StepAccess::None => {}
                StepAccess::Write => recalled.has_written = true,
                StepAccess::Read if recalled.has_written => {}
                StepAccess::Read => {
                    recalled.reads += 1;
                    self.reads += 1;
                }
            }
            if step.access != StepAccess::None && !alternates {
                if self.last_access == StepAccess::None {
                    self.last_access = step.access;
                } else if self.last_access == step.access {
                    self.repetitions += 1;
                } else {
                    alternates = true;
                }
            }
        }
    }

    pub fn last(&self) -> Option<Moment> {
        self.last
    }

    /// How many steps ago a thread ran last; more than all if it did not.
    pub fn age(&self, thread: ThreadId) -> i64 {
        let recalled = self.threads.get(thread.index());
        let age = recalled.map_or(0, |recalled| recalled.age);
        i64::from(if age == 0 { self.length + 1 } else { age })
    }

    /// What all threads have read since they last wrote.
    pub fn reads(&self) -> i64 {
        i64::from(self.reads)
    }

    /// What one thread has read since it last wrote.
    pub fn reads_of(&self, thread: ThreadId) -> i64 {
        let recalled = self.threads.get(thread.index());
        recalled.map_or(0, |recalled| i64::from(recalled.reads))
    }

    /// The last access, and how many of the same kind came right before it.
    pub fn repetitions(&self) -> (StepAccess, i64) {
        (self.last_access, i64::from(self.repetitions))
    }
}

/// Interleaving: prefers the thread that has not run for the longest time. The value is a
/// preference: more is better.
pub(crate) fn int(history: &History, thread: ThreadId) -> i64 {
    history.age(thread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(threads: &[u32]) -> impl Iterator<Item = Moment> {
        threads.iter().rev().map(|&thread| Moment {
            thread: ThreadId(thread),
            access: StepAccess::None,
        })
    }

    #[test]
    fn int_prefers_who_has_not_run_for_long() {
        let mut history = History::default();
        history.recall(steps(&[7, 7, 7]));
        history.recall(steps(&[1, 2, 1, 3]));
        assert_eq!(int(&history, ThreadId(3)), 1);
        assert_eq!(int(&history, ThreadId(1)), 2);
        assert_eq!(int(&history, ThreadId(2)), 3);
        // What was recalled for another state is forgotten.
        assert_eq!(int(&history, ThreadId(7)), 5);
        assert_eq!(int(&history, ThreadId(900)), 5);
    }
}
