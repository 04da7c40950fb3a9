//! A set of threads, by number. It does not know what they have in common.

use crate::thread_id::ThreadId;

/// A bit for each thread, and their number.
#[derive(Clone, Debug, Default)]
pub struct ThreadSet {
    bits: Vec<u64>,
    len: u32,
}

impl ThreadSet {
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn contains(&self, thread: ThreadId) -> bool {
        let word = self.bits.get(thread.index() / 64);
        word.is_some_and(|word| word >> (thread.0 % 64) & 1 == 1)
    }

    pub fn set(&mut self, thread: ThreadId, is_member: bool) {
        if self.contains(thread) == is_member {
            return;
        }
        let word = thread.index() / 64;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] ^= 1 << (thread.0 % 64);
        self.len = if is_member {
            self.len + 1
        } else {
            self.len - 1
        };
    }

    /// The groups of neighbours: the first and the last thread of each, in order.
    pub fn groups(&self) -> impl Iterator<Item = (ThreadId, ThreadId)> + '_ {
        let mut from = 0;
        std::iter::from_fn(move || {
            let first = self.next(from, 0)?;
            let end = self.next(first, u64::MAX);
            let end = end.unwrap_or(64 * self.bits.len() as u32);
            from = end;
            Some((ThreadId(first), ThreadId(end - 1)))
        })
    }

    /// The first bit from `from` on that is set, after flipping all by `flip`.
    fn next(&self, from: u32, flip: u64) -> Option<u32> {
        let start = from as usize / 64;
        let mut mask = u64::MAX << (from % 64);
        for (at, word) in self.bits.iter().enumerate().skip(start) {
            let word = (word ^ flip) & mask;
            if word != 0 {
                return Some(64 * at as u32 + word.trailing_zeros());
            }
            mask = u64::MAX;
        }
        None
    }
}

impl PartialEq for ThreadSet {
    fn eq(&self, other: &ThreadSet) -> bool {
        let common = self.bits.len().min(other.bits.len());
        // Beyond the common words, equal numbers of members are none.
        self.len == other.len && self.bits[..common] == other.bits[..common]
    }
}

impl Eq for ThreadSet {}

impl FromIterator<ThreadId> for ThreadSet {
    fn from_iter<T: IntoIterator<Item = ThreadId>>(threads: T) -> ThreadSet {
        let mut set = ThreadSet::default();
        for thread in threads {
            set.set(thread, true);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_members_and_groups() {
        let mut set: ThreadSet = [0, 1, 5, 62, 63, 64, 127]
            .map(ThreadId)
            .into_iter()
            .collect();
        let ids = |(first, last)| (ThreadId(first), ThreadId(last));
        assert_eq!(set.len(), 7);
        let groups: Vec<_> = set.groups().collect();
        assert_eq!(groups, [(0, 1), (5, 5), (62, 64), (127, 127)].map(ids));
        set.set(ThreadId(63), false);
        set.set(ThreadId(63), false);
        set.set(ThreadId(500), false);
        assert_eq!(set.len(), 6);
        assert!(!set.contains(ThreadId(63)) && set.contains(ThreadId(64)));
        assert!(!set.contains(ThreadId(500)));
        let groups: Vec<_> = set.groups().collect();
        assert_eq!(
            groups,
            [(0, 1), (5, 5), (62, 62), (64, 64), (127, 127)].map(ids)
        );
    }

    #[test]
    fn the_empty_set_has_no_group() {
        let set = ThreadSet::default();
        assert!(set.is_empty());
        assert_eq!(set.groups().next(), None);
    }
}
