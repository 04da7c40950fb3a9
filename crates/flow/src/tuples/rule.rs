//! The property as a table over the nodes. It does not know the constraints.

use rustc_hash::FxHashMap;

use crate::automaton::State;
use crate::subject::Subject;

/// What the property may be in after each node. Nodes that it sees alike share a row.
pub struct RuleTable {
    /// By node.
    rows: Vec<u32>,
    /// By row and state, where the next states begin; one more at the end.
    begins: Vec<u32>,
    next: Vec<State>,
    states: u32,
}

impl RuleTable {
    pub fn new(subject: &Subject) -> RuleTable {
        let states = subject.rule.len() as u32;
        let mut table = RuleTable {
            rows: Vec::new(),
            begins: vec![0],
            next: Vec::new(),
            states,
        };
        let mut known: FxHashMap<&[Option<usize>], u32> = FxHashMap::default();
        for (node, seen) in (0..).zip(&subject.seen) {
            let fresh = known.len() as u32;
            let row = *known.entry(seen).or_insert(fresh);
            table.rows.push(row);
            if row == fresh {
                for state in 0..states {
                    table.next.extend(subject.after(state, node));
                    table.begins.push(table.next.len() as u32);
                }
            }
        }
        table
    }

    /// Nodes of one row are one to the property.
    pub fn row(&self, node: u32) -> u32 {
        self.rows[node as usize]
    }

    /// The states that the property may be in after a node.
    #[inline]
    pub fn after(&self, state: State, node: u32) -> &[State] {
        let at = (self.rows[node as usize] * self.states + state) as usize;
        &self.next[self.begins[at] as usize..self.begins[at + 1] as usize]
    }

    /// The most states that the property may be in after a node.
    pub fn branches(&self, node: u32) -> usize {
        let all = (0..self.states).map(|state| self.after(state, node).len());
        all.max().unwrap_or(0)
    }
}
