//! Finds a better shape for the tree of a store, from the states that are there, and
//! encodes them again.

use rustc_hash::FxHashMap;

use super::live::{Live, interning};
use super::shape::Shape;
use super::table::Table;
use super::tree::Tree;
use super::writer::Writer;

/// The shape is chosen again each time there are so many times as many states: the first states
/// tell little about the later ones.
const FACTOR: u64 = 8;

/// From this many states on, a shape is kept as long as it does well: as long as there
/// are fewer subtrees than states, by this ratio.
const MANY_STATES: u64 = 1 << 19;
const FEW_NODES: u64 = 4;

/// As many states are looked at to weigh the slots.
const SAMPLE: u64 = 1 << 12;

/// All slots that never change weigh together this part of what the others do.
const WEIGHT_OF_CONSTANTS: f64 = 0.02;

impl Tree {
    /// Chooses another shape if that may be a better one. All numbers must have been given back
    /// that were not used: here and for `widen`.
    #[cold]
    pub(super) fn improve_shape(&mut self) {
        self.next_reshape = self.len() * FACTOR;
        if self.shape.width() <= 2 {
            return; // There is no other shape.
        }
        let nodes: u64 = self
            .nodes
            .iter()
            .map(|table| u64::from(table.claimed()))
            .sum();
        if self.len() < MANY_STATES || nodes > self.len() / FEW_NODES {
            self.reshape(self.shape.width());
        }
    }

    /// Makes room for longer states.
    #[cold]
    pub(super) fn widen(&mut self, width: u32) {
        assert!(width < 1 << 30, "a state has fewer than 2^30 slots");
        self.reshape(width.next_power_of_two().max(2 * self.shape.width()));
    }

    fn reshape(&mut self, width: u32) {
        let weights = self.weigh_slots(width as usize);
        let shape = Shape::weighted(&weights, self.shape.version() + 1);
        let mut nodes = Table::for_depths(shape.depth());
        // What a state changes against the one stored before it is little.
        let (mut old, mut new) = (Live::new(), Live::new());
        let mut writer = Writer::for_depth(shape.depth());
        new.reshape(&shape, &mut nodes, &mut writer);
        self.states.replace(|root| {
            old.load(root, &self.shape, &self.nodes);
            let root = new.prepare(old.loaded(), &shape, interning(&mut nodes, &mut writer));
            new.advance();
            root.expect("the new shape is as wide as the old one")
        });
        writer.give_back(&self.states, &nodes);
        self.shape = shape;
        self.nodes = nodes;
    }

    /// The information in each slot, in bits: the entropy of its word over a sample of the
    /// states.
    fn weigh_slots(&self, width: usize) -> Vec<f64> {
        let mut live = Live::new();
        // How often a slot had a word, counted when the word goes.
        let mut counts: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        // The word of each slot, and the turn at which it came.
        let mut current = vec![(0, 0); width];
        let step = self.len().div_ceil(SAMPLE).max(1) as usize;
        let mut sample = 0;
        for (turn, number) in (0..).zip(self.states.used().step_by(step)) {
            sample = turn + 1;
            live.load(self.states.get(number), &self.shape, &self.nodes);
            for &(slot, word) in live.loaded() {
                let (old, since) = current[slot as usize];
                *counts.entry((slot, old)).or_default() += turn - since;
                current[slot as usize] = (word, turn);
            }
        }
        for (slot, &(word, since)) in (0..).zip(&current) {
            if since > 0 {
                *counts.entry((slot, word)).or_default() += sample - since;
            }
        }

        let mut weights = vec![0.0; width];
        for (&(slot, _), &count) in &counts {
            if count > 0 {
                let share = f64::from(count) / f64::from(sample);
                weights[slot as usize] -= share * share.log2();
            }
        }
        let least = (weights.iter().sum::<f64>() + 1.0) * WEIGHT_OF_CONSTANTS / width as f64;
        for weight in &mut weights {
            *weight += least;
        }
        weights
    }
}
