//! Sets of places as a few intervals, each set stored once. A set that would have too many takes in what
//! lies between two of them: it is never too small.

use super::footprint::Touch;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trailhound_checkpoint::{Damage, Reader, Writer};

/// Intervals of one set.
const MOST: usize = 64;
/// Unions that are remembered.
const MOST_UNIONS: usize = 1 << 18;

/// The number of a set; 0 is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SetId(u32);

/// Sorted intervals that neither overlap nor touch each other: start and end, which is not in it.
type Intervals = [(u64, u64)];

pub(crate) struct Sets {
    all: Vec<Arc<Intervals>>,
    numbers: FxHashMap<Arc<Intervals>, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    intervals: usize,
    /// Memory for a set that grows.
    draft: Vec<(u64, u64)>,
}

impl Default for Sets {
    fn default() -> Sets {
        let empty: Arc<Intervals> = Arc::new([]);
        Sets {
            numbers: FxHashMap::from_iter([(empty.clone(), SetId(0))]),
            all: vec![empty],
            unions: FxHashMap::default(),
            intervals: 0,
            draft: Vec::new(),
        }
    }
}

impl SetId {
    pub fn save(self, out: &mut Writer<'_>) {
        out.u32(self.0);
    }

    pub fn load(input: &mut Reader<'_>) -> Result<SetId, Damage> {
        input.u32().map(SetId)
    }
}

impl Sets {
    pub fn save(&self, out: &mut Writer<'_>) {
        out.length(self.all.len());
        for intervals in &self.all {
            out.length(intervals.len());
            for &(start, end) in intervals.iter() {
                out.u64(start);
                out.u64(end);
            }
        }
    }

    /// Unions are found again.
    pub fn load(input: &mut Reader<'_>) -> Result<Sets, Damage> {
        let mut sets = Sets::default();
        let interval = |input: &mut Reader<'_>| Ok((input.u64()?, input.u64()?));
        for intervals in input.items(|input| input.items(interval))? {
            sets.number(&intervals);
        }
        Ok(sets)
    }

    fn get(&self, set: SetId) -> &Intervals {
        &self.all[set.0 as usize]
    }

    /// A set with more places; the same one if it has them.
    pub fn with(&mut self, set: SetId, start: u64, end: u64) -> SetId {
        let mut draft = std::mem::take(&mut self.draft);
        draft.clear();
        draft.extend_from_slice(self.get(set));
        let number = match insert(&mut draft, start, end) {
            true => self.number(&draft),
            false => set,
        };
        self.draft = draft;
        number
    }

    /// A set with the places of both; the first one if it has those of the other.
    pub fn union(&mut self, set: SetId, other: SetId) -> SetId {
        if set == other || other == SetId::default() {
            return set;
        }
        if set == SetId::default() {
            return other;
        }
        if let Some(&known) = self.unions.get(&(set, other)) {
            return known;
        }
        let mut draft = std::mem::take(&mut self.draft);
        draft.clear();
        draft.extend_from_slice(self.get(set));
        let mut grows = false;
        for &(start, end) in self.get(other) {
            grows |= insert(&mut draft, start, end);
        }
        let number = match grows {
            true => self.number(&draft),
            false => set,
        };
        self.draft = draft;
        if self.unions.len() == MOST_UNIONS {
            self.unions.clear();
        }
        self.unions.insert((set, other), number);
        number
    }

    fn number(&mut self, intervals: &Intervals) -> SetId {
        if let Some(&known) = self.numbers.get(intervals) {
            return known;
        }
        let number = SetId(self.all.len() as u32);
        let intervals: Arc<Intervals> = intervals.into();
        self.intervals += intervals.len();
        self.all.push(intervals.clone());
        self.numbers.insert(intervals, number);
        number
    }

    pub fn meets(&self, set: SetId, touch: &Touch) -> bool {
        let intervals = self.get(set);
        let at = intervals.partition_point(|interval| interval.1 <= touch.start);
        let next = intervals.get(at);
        next.is_some_and(|interval| interval.0 < touch.end)
    }

    pub fn bytes(&self) -> usize {
        self.all.len() * 72
            + self.intervals * size_of::<(u64, u64)>()
            + self.unions.capacity() * size_of::<(SetId, SetId, SetId)>()
    }
}

/// Whether the set grows.
fn insert(set: &mut Vec<(u64, u64)>, start: u64, end: u64) -> bool {
    let from = set.partition_point(|interval| interval.1 < start);
    let count = set[from..].partition_point(|interval| interval.0 <= end);
    let joined = &set[from..from + count];
    if let [only] = joined
        && only.0 <= start
        && end <= only.1
    {
        return false;
    }
    let start = joined.first().map_or(start, |first| first.0.min(start));
    let end = joined.last().map_or(end, |last| last.1.max(end));
    set.splice(from..from + count, [(start, end)]);
    if set.len() > MOST {
        close_smallest_gap(set);
    }
    true
}

fn close_smallest_gap(set: &mut Vec<(u64, u64)>) {
    let gap = |at: &usize| set[at + 1].0 - set[*at].1;
    let smallest = (0..set.len() - 1).min_by_key(gap);
    let at = smallest.expect("there are two intervals");
    set[at].1 = set[at + 1].1;
    set.remove(at + 1);
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
        let mut sets = Sets::default();
        let one = sets.with(SetId::default(), 10, 14);
        let two = sets.with(one, 20, 24);
        assert!(one != two && sets.with(two, 11, 13) == two);
        assert!(sets.meets(two, &touch(13, 4)));
        assert!(!sets.meets(two, &touch(14, 6)));
        assert!(!sets.meets(SetId::default(), &touch(0, 100)));
        let whole = sets.with(two, 14, 20);
        assert_eq!(sets.get(whole), [(10, 24)]);
    }

    #[test]
    fn a_union_has_both_and_is_the_same_set_where_nothing_is_new() {
        let mut sets = Sets::default();
        let empty = SetId::default();
        let one = sets.with(empty, 10, 14);
        let other = sets.with(empty, 20, 24);
        let both = sets.union(one, other);
        assert_eq!(sets.get(both), [(10, 14), (20, 24)]);
        assert_eq!(sets.union(one, other), both);
        assert_eq!(sets.union(other, one), both);
        assert_eq!(sets.union(both, one), both);
        assert_eq!(sets.union(empty, one), one);
        assert_eq!(sets.union(one, empty), one);
    }

    #[test]
    fn a_full_set_grows_and_loses_nothing() {
        let mut sets = Sets::default();
        let starts: Vec<u64> = (0..200).map(|n| n * n % 7919 * 16).collect();
        let mut set = SetId::default();
        for &start in &starts {
            set = sets.with(set, start, start + 4);
        }
        assert!(sets.get(set).len() <= MOST);
        assert!(
            starts
                .iter()
                .all(|&start| sets.meets(set, &touch(start, 4)))
        );
        assert!(sets.get(set).windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
