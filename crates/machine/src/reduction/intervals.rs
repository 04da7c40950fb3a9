//! Sets of places as a few intervals. A set that would have too many takes in what lies between two
//! of them: it is never too small.

use super::footprint::Touch;

/// Intervals of one set.
const MOST: usize = 64;

/// Sorted intervals that neither overlap nor touch each other: start and end, which is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Intervals(Vec<(u64, u64)>);

impl Intervals {
    /// Whether it grows.
    pub fn insert(&mut self, start: u64, end: u64) -> bool {
        let from = self.0.partition_point(|interval| interval.1 < start);
        let count = self.0[from..].partition_point(|interval| interval.0 <= end);
        let joined = &self.0[from..from + count];
        if let [only] = joined
            && only.0 <= start
            && end <= only.1
        {
            return false;
        }
        let start = joined.first().map_or(start, |first| first.0.min(start));
        let end = joined.last().map_or(end, |last| last.1.max(end));
        self.0.splice(from..from + count, [(start, end)]);
        if self.0.len() > MOST {
            self.close_smallest_gap();
        }
        true
    }

    fn close_smallest_gap(&mut self) {
        let gap = |at: &usize| self.0[at + 1].0 - self.0[*at].1;
        let smallest = (0..self.0.len() - 1).min_by_key(gap);
        let at = smallest.expect("there are two intervals");
        self.0[at].1 = self.0[at + 1].1;
        self.0.remove(at + 1);
    }

    /// Whether it grows by all of another one.
    pub fn extend(&mut self, other: &Intervals) -> bool {
        let mut grows = false;
        for &(start, end) in &other.0 {
            grows |= self.insert(start, end);
        }
        grows
    }

    pub fn meets(&self, touch: &Touch) -> bool {
        let at = self.0.partition_point(|interval| interval.1 <= touch.start);
        self.0
            .get(at)
            .is_some_and(|interval| interval.0 < touch.end)
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u64, u64)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduction::footprint::Access;

    fn touch(start: u64, size: u64) -> Touch {
        Touch::new(start, size, Access::Read, None)
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        let mut set = Intervals::default();
        assert!(set.insert(10, 14));
        assert!(set.insert(20, 24));
        assert!(!set.insert(11, 13));
        assert!(set.meets(&touch(13, 4)));
        assert!(!set.meets(&touch(14, 6)));
        assert!(set.insert(14, 20));
        assert_eq!(set.0, [(10, 24)]);
    }

    #[test]
    fn a_full_set_grows_and_loses_nothing() {
        let mut set = Intervals::default();
        let starts: Vec<u64> = (0..200).map(|n| n * n % 7919 * 16).collect();
        for &start in &starts {
            set.insert(start, start + 4);
        }
        assert!(set.0.len() <= MOST);
        assert!(starts.iter().all(|&start| set.meets(&touch(start, 4))));
        assert!(set.0.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
