//! Whether every value is defined on all ways to its uses.

use super::broken::Broken;
use crate::blocks::BlockGraph;
use crate::dominance::immediate_dominators;
use crate::draft::BlockIndex;
use crate::values::each_value;
use trailhound_llvm::{BlockId, Body, Instruction, LocalId, Operation, Value};

/// Where a value is defined.
#[derive(Clone, Copy)]
enum Definition {
    Parameter,
    Instruction {
        block: BlockIndex,
        position: usize,
    },
    /// The result of an invoke is there when it has returned, not when it has thrown.
    Invoke {
        block: BlockIndex,
        normal: BlockId,
    },
}

pub(super) struct Dominance<'b> {
    body: &'b Body,
    graph: &'b BlockGraph,
    tree: DominatorTree,
    definitions: Vec<Definition>,
}

impl<'b> Dominance<'b> {
    pub fn of(body: &'b Body, graph: &'b BlockGraph) -> Dominance<'b> {
        let mut definitions = vec![Definition::Parameter; body.local_types.len()];
        for (number, block) in body.blocks.iter().enumerate() {
            let number = number as BlockIndex;
            for (position, instruction) in block.instructions.iter().enumerate() {
                let Some(result) = instruction.result else {
                    continue;
                };
                definitions[result.index()] = match instruction.operation {
                    Operation::Invoke { normal, .. } => Definition::Invoke {
                        block: number,
                        normal,
                    },
                    _ => Definition::Instruction {
                        block: number,
                        position,
                    },
                };
            }
        }
        Dominance {
            body,
            graph,
            tree: DominatorTree::of(graph),
            definitions,
        }
    }

    /// Looks at the uses in all blocks that can be reached.
    pub fn check(&self) -> Result<(), Broken<'b>> {
        for &block in &self.graph.order {
            let instructions = &self.body.blocks[block as usize].instructions;
            for (position, instruction) in instructions.iter().enumerate() {
                if !self.is_defined_before(instruction, block, position) {
                    return Err(Broken {
                        instruction,
                        expected: "values that are defined before they are used",
                    });
                }
            }
        }
        Ok(())
    }

    fn is_defined_before(
        &self,
        instruction: &Instruction,
        block: BlockIndex,
        position: usize,
    ) -> bool {
        if let Operation::Phi { incoming, .. } = &instruction.operation {
            return incoming.iter().all(|(value, from)| match value {
                Value::Local(local) => self.is_defined_on_edge(*local, from.0, block),
                _ => true,
            });
        }
        let mut defined = true;
        each_value(&instruction.operation, |value| {
            if let Value::Local(local) = value {
                defined &= self.is_defined_at(*local, block, position);
            }
        });
        defined
    }

    fn is_defined_at(&self, local: LocalId, block: BlockIndex, position: usize) -> bool {
        match self.definitions[local.index()] {
            Definition::Parameter => true,
            Definition::Instruction {
                block: defined,
                position: at,
            } if defined == block => at < position,
            Definition::Instruction { block: defined, .. } => self.tree.dominates(defined, block),
            Definition::Invoke {
                block: defined,
                normal,
            } => self.edge_dominates(defined, normal.0, block),
        }
    }

    /// The value that a phi of `to` has from the block `from` is defined at the end of that.
    fn is_defined_on_edge(&self, local: LocalId, from: BlockIndex, to: BlockIndex) -> bool {
        if !self.tree.is_reachable(from) {
            return true;
        }
        match self.definitions[local.index()] {
            Definition::Parameter => true,
            Definition::Instruction { block, .. } => self.tree.dominates(block, from),
            Definition::Invoke { block, normal } if block == from => normal.0 == to,
            Definition::Invoke { block, normal } => self.edge_dominates(block, normal.0, from),
        }
    }

    /// Whether every way to a block leads over an edge.
    fn edge_dominates(&self, from: BlockIndex, to: BlockIndex, block: BlockIndex) -> bool {
        let comes_over_edge = |predecessor: &BlockIndex| {
            *predecessor == from || self.tree.dominates(to, *predecessor)
        };
        let predecessors = &self.graph.predecessors[to as usize];
        self.tree.dominates(to, block)
            && self.tree.is_reachable(from)
            && predecessors.iter().all(comes_over_edge)
    }
}

/// The tree of immediate dominators, with the time at which a walk through it enters and
/// leaves each block: a block dominates what is entered and left while the walk is in it.
struct DominatorTree {
    entered: Vec<u32>,
    left: Vec<u32>,
}

/// Of a block that cannot be reached
const NEVER: u32 = u32::MAX;

impl DominatorTree {
    fn of(graph: &BlockGraph) -> DominatorTree {
        let count = graph.predecessors.len();
        let parents = immediate_dominators(&graph.order, &graph.predecessors);
        let mut children: Vec<Vec<BlockIndex>> = vec![Vec::new(); count];
        for &block in &graph.order[1..] {
            if let Some(parent) = parents[block as usize] {
                children[parent as usize].push(block);
            }
        }
        let mut tree = DominatorTree {
            entered: vec![NEVER; count],
            left: vec![NEVER; count],
        };
        let mut clock = 0;
        let mut tick = || {
            clock += 1;
            clock - 1
        };
        let mut walk = vec![graph.order[0]];
        while let Some(&block) = walk.last() {
            if tree.entered[block as usize] == NEVER {
                tree.entered[block as usize] = tick();
            }
            match children[block as usize].pop() {
                Some(child) => walk.push(child),
                None => {
                    tree.left[block as usize] = tick();
                    walk.pop();
                }
            }
        }
        tree
    }

    fn is_reachable(&self, block: BlockIndex) -> bool {
        self.entered[block as usize] != NEVER
    }

    /// Whether every way to `below` leads through `above`, of which one may be the other.
    fn dominates(&self, above: BlockIndex, below: BlockIndex) -> bool {
        let (above, below) = (above as usize, below as usize);
        self.entered[above] <= self.entered[below]
            && self.left[below] <= self.left[above]
            && self.entered[above] != NEVER
    }
}
