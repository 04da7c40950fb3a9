//! A queue of nodes by cost: all passes here settle nodes in the order of their distance.

use crate::cost::{Cost, FAR};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distances of numbered places, found by settling the nearest first.
pub(crate) struct Distances {
    pub best: Vec<Cost>,
    settled: Vec<bool>,
    heap: BinaryHeap<Reverse<(Cost, u32)>>,
}

impl Distances {
    pub fn new(places: usize) -> Distances {
        Distances {
            best: vec![FAR; places],
            settled: vec![false; places],
            heap: BinaryHeap::new(),
        }
    }

    /// There is a way of this cost.
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
