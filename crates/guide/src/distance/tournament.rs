//! What the distances of all threads of a state come to together, kept as a tree of which every
//! node sums up two: a thread that moves costs the path to the root, however many there are. It
//! does not know what the distances are to.

use trailhound_distance::{Cost, FAR};
use trailhound_machine::ThreadId;

/// What some threads come to together. Threads that do not exist add nothing to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    /// The two least distances.
    pub first: Cost,
    pub second: Cost,
    /// The least that a thread and those that it may start have before them to come there twice.
    pub pair: Cost,
    /// Steps until all have ended for which that can be said, and how many are left then.
    ends: Cost,
    endless: u32,
    /// The most steps that one of them has to its end.
    longest: Cost,
    /// The same for those that have a path to the goal; whether one without end has.
    longest_near: Cost,
    endless_near: bool,
}

impl Sum {
    pub const EMPTY: Sum = Sum {
        first: FAR,
        second: FAR,
        pair: FAR,
        ends: 0,
        endless: 0,
        longest: 0,
        longest_near: 0,
        endless_near: false,
    };

    /// Of a thread that is so far from the goal, so far from being there twice by the threads
    /// that it may start, and so far from its end.
    pub fn of(cost: Cost, pair: Cost, end: Cost) -> Sum {
        let is_endless = end == FAR;
        let end = if is_endless { 0 } else { end };
        Sum {
            first: cost,
            second: FAR,
            pair,
            ends: end,
            endless: u32::from(is_endless),
            longest: end,
            longest_near: if cost == FAR { 0 } else { end },
            endless_near: is_endless && cost != FAR,
        }
    }

    #[inline]
    fn and(self, other: &Sum) -> Sum {
        Sum {
            first: self.first.min(other.first),
            second: self
                .first
                .max(other.first)
                .min(self.second)
                .min(other.second),
            pair: self.pair.min(other.pair),
            ends: self.ends.saturating_add(other.ends),
            endless: self.endless + other.endless,
            longest: self.longest.max(other.longest),
            longest_near: self.longest_near.max(other.longest_near),
            endless_near: self.endless_near || other.endless_near,
        }
    }

    /// The least steps until any thread is alone: until all others have ended.
    pub fn alone(&self) -> Cost {
        match self.endless {
            0 => self.ends - self.longest,
            1 => self.ends,
            _ => FAR,
        }
    }

    /// The same for threads that have a path to the goal.
    pub fn alone_and_near(&self) -> Cost {
        match self.endless {
            0 if self.first != FAR => self.ends - self.longest_near,
            1 if self.endless_near => self.ends,
            _ => FAR,
        }
    }
}

pub(super) struct Tournament {
    /// The root is at 1, what sums up the nodes `2 * n` and `2 * n + 1` at `n`.
    nodes: Vec<Sum>,
    /// Threads that there is room for.
    width: usize,
}

impl Tournament {
    pub fn new() -> Tournament {
        Tournament {
            nodes: vec![Sum::EMPTY; 2],
            width: 1,
        }
    }

    #[inline]
    pub fn all(&self) -> Sum {
        self.nodes[1]
    }

    /// The part of one thread.
    #[inline]
    pub fn part(&self, thread: ThreadId) -> Sum {
        let node = self.width + thread.index();
        self.nodes.get(node).copied().unwrap_or(Sum::EMPTY)
    }

    /// All, if the part of one thread were another.
    #[inline]
    pub fn all_with(&self, thread: ThreadId, part: Sum) -> Sum {
        let mut node = self.width + thread.index();
        if node >= self.nodes.len() {
            return part.and(&self.all());
        }
        let mut sum = part;
        while node > 1 {
            sum = sum.and(&self.nodes[node ^ 1]);
            node >>= 1;
        }
        sum
    }

    #[inline]
    pub fn set(&mut self, thread: ThreadId, part: Sum) {
        if thread.index() >= self.width {
            self.widen(thread.index() + 1);
        }
        let mut node = self.width + thread.index();
        self.nodes[node] = part;
        while node > 1 {
            node >>= 1;
            self.nodes[node] = self.nodes[2 * node].and(&self.nodes[2 * node + 1]);
        }
    }

    #[cold]
    fn widen(&mut self, threads: usize) {
        let parts = self.nodes[self.width..].to_vec();
        self.width = threads.next_power_of_two();
        self.nodes.clear();
        self.nodes.resize(2 * self.width, Sum::EMPTY);
        self.nodes[self.width..self.width + parts.len()].copy_from_slice(&parts);
        for node in (1..self.width).rev() {
            self.nodes[node] = self.nodes[2 * node].and(&self.nodes[2 * node + 1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random.
    fn dice(state: &mut u64, sides: u64) -> u32 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((*state >> 33) % sides) as u32
    }

    fn cost(state: &mut u64) -> Cost {
        match dice(state, 4) {
            0 => FAR,
            _ => dice(state, 50),
        }
    }

    type Thread = (Cost, Cost, Cost);

    /// The steps until a thread is alone, by definition.
    fn alone(threads: &[Thread], thread: usize) -> Cost {
        let others = threads.iter().enumerate().filter(|(n, _)| *n != thread);
        others.fold(0, |sum: Cost, (_, other)| sum.saturating_add(other.2))
    }

    fn agrees(sum: Sum, threads: &[Thread]) {
        let mut costs: Vec<Cost> = threads.iter().map(|t| t.0).collect();
        costs.extend([FAR, FAR]);
        costs.sort();
        assert_eq!([sum.first, sum.second], [costs[0], costs[1]]);
        let pair = threads.iter().map(|t| t.1).min();
        assert_eq!(sum.pair, pair.unwrap_or(FAR));
        let each = 0..threads.len();
        let least = each.clone().map(|n| alone(threads, n)).min();
        assert_eq!(sum.alone(), least.unwrap_or(0));
        let near = each.filter(|&n| threads[n].0 != FAR);
        let least = near.map(|n| alone(threads, n)).min();
        assert_eq!(sum.alone_and_near(), least.unwrap_or(FAR));
    }

    #[test]
    fn a_tree_says_what_all_threads_say() {
        let mut state = 7;
        for _ in 0..200 {
            let mut tree = Tournament::new();
            let mut threads: Vec<Thread> = Vec::new();
            for _ in 0..40 {
                let number = ThreadId(dice(&mut state, threads.len() as u64 + 1));
                let (a, b, c) = (cost(&mut state), cost(&mut state), cost(&mut state));
                let part = Sum::of(a, b, c);
                let before = threads.clone();
                match threads.get_mut(number.index()) {
                    Some(thread) => *thread = (a, b, c),
                    None => threads.push((a, b, c)),
                }
                agrees(tree.all_with(number, part), &threads);
                if dice(&mut state, 2) == 0 {
                    tree.set(number, part);
                    assert_eq!(tree.part(number), part);
                } else {
                    threads = before;
                }
                if !threads.is_empty() {
                    agrees(tree.all(), &threads);
                }
            }
        }
    }
}
