//! The part of a graph that some automata see: the other nodes are taken out, and what
//! could follow through them follows directly. It does not know the automata.

use crate::graph::{NodeId, TraceFlowGraph};

/// A relation between numbered things, as bits.
#[derive(Clone, Debug)]
pub struct Relation {
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    pub fn new(rows: usize, columns: usize) -> Relation {
        let words = columns.div_ceil(64);
        Relation {
            words,
            bits: vec![0; words * rows],
        }
    }

    #[inline]
    pub fn has(&self, from: u32, to: u32) -> bool {
        let word = self.bits[from as usize * self.words + to as usize / 64];
        word >> (to % 64) & 1 == 1
    }

    pub fn add(&mut self, from: u32, to: u32) {
        self.bits[from as usize * self.words + to as usize / 64] |= 1 << (to % 64);
    }

    pub fn row(&self, from: u32) -> &[u64] {
        let first = from as usize * self.words;
        &self.bits[first..first + self.words]
    }

    /// The columns of a row.
    pub fn of(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        columns(self.row(from))
    }
}

/// The columns that have a bit in a row.
pub fn columns(row: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0u32..).zip(row).flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(place * 64 + bit)
        })
    })
}

/// Some nodes of a graph, numbered anew, and which of them may directly follow which.
#[derive(Clone, Debug)]
pub struct Projection {
    /// By new number, the node.
    pub nodes: Vec<NodeId>,
    /// By node, its new number.
    pub numbers: Vec<Option<u32>>,
    pub follows: Relation,
}

impl Projection {
    pub fn new(graph: &TraceFlowGraph, kept: impl Fn(NodeId) -> bool) -> Projection {
        let count = graph.nodes.len();
        let edges = edges(graph);
        let nodes: Vec<NodeId> = (0..count as u32).map(NodeId).filter(|&n| kept(n)).collect();
        let mut numbers = vec![None; count];
        for (number, node) in (0..).zip(&nodes) {
            numbers[node.0 as usize] = Some(number);
        }
        let mut removed = vec![!0u64; edges.words];
        for node in &nodes {
            removed[node.0 as usize / 64] &= !(1 << (node.0 % 64));
        }
        let mut follows = Relation::new(nodes.len(), nodes.len());
        for (number, node) in (0..).zip(&nodes) {
            for next in reached(&edges, node.0, &removed) {
                if let Some(next) = numbers[next as usize] {
                    follows.add(number, next);
                }
            }
        }
        Projection {
            nodes,
            numbers,
            follows,
        }
    }
}

/// What may directly follow what: in the same task or in another one.
fn edges(graph: &TraceFlowGraph) -> Relation {
    let mut edges = Relation::new(graph.nodes.len(), graph.nodes.len());
    for (from, node) in (0..).zip(&graph.nodes) {
        for next in node.next.iter().chain(&*graph.precedes[from as usize]) {
            edges.add(from, next.0);
        }
    }
    edges
}

/// What can be reached from a node through removed ones.
fn reached(edges: &Relation, from: u32, removed: &[u64]) -> Vec<u32> {
    let mut reached = edges.row(from).to_vec();
    let mut passed = vec![0u64; reached.len()];
    loop {
        let mut is_done = true;
        for word in 0..reached.len() {
            let mut open = reached[word] & removed[word] & !passed[word];
            passed[word] |= open;
            while open != 0 {
                is_done = false;
                let node = word as u32 * 64 + open.trailing_zeros();
                open &= open - 1;
                for (mine, theirs) in reached.iter_mut().zip(edges.row(node)) {
                    *mine |= theirs;
                }
            }
        }
        if is_done {
            return columns(&reached).collect();
        }
    }
}
