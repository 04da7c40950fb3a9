//! What a thread needs to put states into a store: numbers that it has claimed.

use super::table::{Block, Table};

/// Claimed numbers, for the tables of one store.
#[derive(Default)]
pub(crate) struct Writer {
    pub(super) states: Block,
    /// By depth.
    pub(super) nodes: Vec<Block>,
}

impl Writer {
    /// One that has claimed nothing yet.
    pub(super) fn for_depth(depth: usize) -> Writer {
        let mut writer = Writer::default();
        writer.fit(depth);
        writer
    }

    /// Prepares for a tree of this depth. Numbers of another tree must have been given back.
    pub(super) fn fit(&mut self, depth: usize) {
        self.nodes.resize_with(depth, Block::default);
    }

    /// Gives back the numbers that were not used.
    pub(super) fn give_back(&mut self, states: &Table, nodes: &[Table]) {
        states.give_back(&mut self.states);
        for (table, block) in nodes.iter().zip(&mut self.nodes) {
            table.give_back(block);
        }
    }
}
