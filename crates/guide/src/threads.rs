//! Preferences for deadlocks: how many threads are blocked and alive, in which groups, and
//! how many locks are held. The values are preferences, as in the paper: more is better.
//!
//! A group is a maximal run of threads with neighbouring numbers (section 6, neighbor
//! groups). Threads are numbered from 1 in these formulas, with the main thread first, as
//! in the paper.

use trailhound_machine::ThreadSet;

/// How the threads stand in a state.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub blocked: &'a ThreadSet,
    pub alive: &'a ThreadSet,
    /// Locks held, by all threads together.
    pub locks: i64,
}

impl Situation<'_> {
    fn blocked(self) -> i64 {
        i64::from(self.blocked.len())
    }

    fn alive(self) -> i64 {
        i64::from(self.alive.len())
    }
}

/// Most blocked: the number of blocked threads.
pub(crate) fn mb(now: Situation) -> i64 {
    now.blocked()
}

/// Preferred alive and blocked: blocked³ + alive² + the groups of alive threads.
pub(crate) fn pba(now: Situation) -> i64 {
    now.blocked().pow(3) + now.alive().pow(2) + groups(now.alive)
}

/// Preferred blocked: blocked³ + blocked² + the groups of blocked threads.
pub(crate) fn pbb(now: Situation) -> i64 {
    now.blocked().pow(3) + now.blocked().pow(2) + groups(now.blocked)
}

/// Lock and block: locks + blocked.
pub(crate) fn lnb(now: Situation) -> i64 {
    now.locks + now.blocked()
}

/// Preferred locked 1: locks² + blocked².
pub(crate) fn pl1(now: Situation) -> i64 {
    now.locks.pow(2) + now.blocked().pow(2)
}

/// Preferred locked 2: locks² + the groups of threads that are blocked and alive. A thread
/// that is blocked is alive.
pub(crate) fn pl2(now: Situation) -> i64 {
    now.locks.pow(2) + groups(now.blocked)
}

/// The basic preference for locks: more of them held, and more threads alive to be blocked
/// by them.
pub(crate) fn lock(now: Situation) -> i64 {
    now.locks + now.alive()
}

/// The size of each group squared, weighted with the number of its last thread.
fn groups(threads: &ThreadSet) -> i64 {
    let weighted = threads.groups().map(|(first, last)| {
        let size = i64::from(last.0 - first.0 + 1);
        size.pow(2) * i64::from(last.0 + 1)
    });
    weighted.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_machine::ThreadId;

    /// The state of the paper's figure 3: of eight threads, those numbered 2, 3 and 6, 7,
    /// 8 are blocked.
    fn figure_3() -> ThreadSet {
        [2, 3, 6, 7, 8]
            .into_iter()
            .map(|number| ThreadId(number - 1))
            .collect()
    }

    #[test]
    fn the_groups_of_figure_3() {
        // Two threads up to number 3, three up to number 8. The paper adds these to 94.
        assert_eq!(groups(&figure_3()), 12 + 72);
        assert_eq!(groups(&figure_3()), 84);
    }

    #[test]
    fn the_preference_of_figure_3() {
        let blocked = figure_3();
        let alive = ThreadId::first(8).collect();
        let now = Situation {
            blocked: &blocked,
            alive: &alive,
            locks: 4,
        };
        // The text adds the cube of the five blocked threads, which is 125 and not 625:
        // 84 + 125 = 209, where the paper has 721. Table 2 adds their square, too.
        assert_eq!(pbb(now), 84 + 125 + 25);
        assert_eq!(pba(now), 125 + 64 + 64 * 8);
        assert_eq!(mb(now), 5);
        assert_eq!(lnb(now), 4 + 5);
        assert_eq!(pl1(now), 16 + 25);
        assert_eq!(pl2(now), 16 + 84);
        assert_eq!(lock(now), 4 + 8);
    }

    #[test]
    fn groups_further_right_are_preferred() {
        let left: ThreadSet = [1, 2].map(ThreadId).into_iter().collect();
        let right: ThreadSet = [5, 6].map(ThreadId).into_iter().collect();
        let apart: ThreadSet = [3, 6].map(ThreadId).into_iter().collect();
        assert!(groups(&right) > groups(&left));
        assert!(groups(&right) > groups(&apart));
    }

    #[test]
    fn thousands_of_threads_fit() {
        let all: ThreadSet = ThreadId::first(4094).collect();
        let now = Situation {
            blocked: &all,
            alive: &all,
            locks: 4094,
        };
        assert_eq!(pbb(now), 2 * 4094i64.pow(3) + 4094i64.pow(2));
    }
}
