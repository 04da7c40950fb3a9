//! Preferences for errors in communication: reads and writes of shared variables. The
//! values are penalties: less is better.

use trailhound_machine::StepAccess;

use crate::history::{History, Moment};

/// Read and write: prefers writes to shared variables, and punishes what each thread has
/// read since it last wrote.
///
/// The penalty is the sum of these reads over all threads, and one less for a step that
/// writes.
pub(crate) fn rw(history: &History, step: Moment) -> i64 {
    let reads = history.reads();
    match step.access {
        StepAccess::None => reads,
        StepAccess::Read => reads + 1,
        StepAccess::Write => reads - history.reads_of(step.thread) - 1,
    }
}

/// Alternating read and write: the accesses before this one that were of its kind, without
/// one of the other kind in between, whichever thread made them. A step without an access is like
/// the one before it.
pub(crate) fn aa(history: &History, step: Moment) -> i64 {
    let (last, repetitions) = history.repetitions();
    match step.access {
        StepAccess::None => repetitions,
        access if access == last => repetitions + 1,
        _ => 0,
    }
}

/// The basic preference for shared variables: after an access, another thread should run.
pub(crate) fn shared(history: &History, step: Moment) -> i64 {
    let stays = history
        .last()
        .is_some_and(|last| last.access != StepAccess::None && last.thread == step.thread);
    i64::from(stays)
}

#[cfg(test)]
mod tests {
    use super::*;
    use StepAccess::{None as Other, Read, Write};
    use trailhound_machine::ThreadId;

    /// The history of steps given in the order in which they were taken.
    fn after(steps: &[(u32, StepAccess)]) -> History {
        let mut history = History::default();
        let past = steps.iter().rev().map(|&step| moment(step));
        history.recall(past);
        history
    }

    fn moment((thread, access): (u32, StepAccess)) -> Moment {
        let thread = ThreadId(thread);
        Moment { thread, access }
    }

    #[test]
    fn rw_punishes_reads_until_their_thread_writes() {
        let history = after(&[(1, Write), (1, Read), (2, Read), (1, Read), (1, Other)]);
        assert_eq!(rw(&history, moment((1, Other))), 3);
        assert_eq!(rw(&history, moment((1, Read))), 4);
        assert_eq!(rw(&history, moment((1, Write))), 0);
        assert_eq!(rw(&history, moment((2, Write))), 1);
        assert_eq!(rw(&history, moment((3, Write))), 2);
    }

    #[test]
    fn aa_punishes_repetition() {
        let history = after(&[(1, Write), (1, Read), (2, Other), (2, Read)]);
        assert_eq!(aa(&history, moment((1, Read))), 2);
        assert_eq!(aa(&history, moment((1, Write))), 0);
        assert_eq!(aa(&history, moment((1, Other))), 1);
        let nothing = after(&[(1, Other)]);
        assert_eq!(aa(&nothing, moment((1, Read))), 0);
    }

    #[test]
    fn shared_wants_a_change_after_an_access() {
        let history = after(&[(1, Read)]);
        assert_eq!(shared(&history, moment((1, Other))), 1);
        assert_eq!(shared(&history, moment((2, Other))), 0);
        let history = after(&[(1, Other)]);
        assert_eq!(shared(&history, moment((1, Write))), 0);
    }
}
