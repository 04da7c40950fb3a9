//! A queue of nodes by cost: all passes here settle nodes in the order of their distance.

use crate::cost::{Cost, FAR};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distances of numbered places, found by settling the nearest first.
pub(crate) struct Distances {
    pub best: Vec<Cost>,
    settled: Vec<bool>,
    heap: BinaryHeap<Reverse<(Cost, u32)>>,
}

/// Takes paths to places.
pub(crate) trait Offers {
    /// There is a path of this cost.
    fn offer(&mut self, place: u32, cost: Cost);
}

impl Offers for Distances {
    fn offer(&mut self, place: u32, cost: Cost) {
        Distances::offer(self, place, cost);
    }
}

impl Distances {
    pub fn new(places: usize) -> Distances {
        Distances {
            best: vec![FAR; places],
            settled: vec![false; places],
            heap: BinaryHeap::new(),
        }
    }

    /// There is a path of this cost.
    pub fn offer(&mut self, place: u32, cost: Cost) {
        if cost < self.best[place as usize] {
            self.best[place as usize] = cost;
            self.heap.push(Reverse((cost, place)));
        }
    }

    /// The nearest place that was not settled before, now settled.
    pub fn settle(&mut self) -> Option<(u32, Cost)> {
        while let Some(Reverse((cost, place))) = self.heap.pop() {
            if !std::mem::replace(&mut self.settled[place as usize], true) {
                return Some((place, cost));
            }
        }
        None
    }

    /// The cost of a place, if it is final.
    pub fn known(&self, place: u32) -> Option<Cost> {
        self.settled[place as usize].then(|| self.best[place as usize])
    }
}

/// The same for a pass that ends soon: it costs what it visits, not what there is.
#[derive(Default)]
pub(crate) struct Sparse {
    best: FxHashMap<u32, Cost>,
    settled: FxHashSet<u32>,
    heap: BinaryHeap<Reverse<(Cost, u32)>>,
}

impl Offers for Sparse {
    fn offer(&mut self, place: u32, cost: Cost) {
        let best = self.best.entry(place).or_insert(FAR);
        if cost < *best {
            *best = cost;
            self.heap.push(Reverse((cost, place)));
        }
    }
}

impl Sparse {
    pub fn settle(&mut self) -> Option<(u32, Cost)> {
        while let Some(Reverse((cost, place))) = self.heap.pop() {
            if self.settled.insert(place) {
                return Some((place, cost));
            }
        }
        None
    }
}
