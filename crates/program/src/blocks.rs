//! The graph of the blocks of an LLVM function body.

use crate::draft::{self, BlockIndex, each_once};
use trailhound_llvm::{BlockId, Body, Operation};

/// How the blocks of a body follow each other.
pub struct BlockGraph {
    /// The blocks that can be reached from the entry, definitions before uses.
    pub order: Vec<BlockIndex>,
    /// The reachable predecessors of each block, each once.
    pub predecessors: Vec<Vec<BlockIndex>>,
}

impl BlockGraph {
    pub fn of(body: &Body) -> BlockGraph {
        let order = reverse_postorder(body);
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        for &block in &order {
            for target in successors(body, block) {
                predecessors[target as usize].push(block);
            }
        }
        BlockGraph {
            order,
            predecessors,
        }
    }
}

/// Every edge to another block, as often as it is written.
pub fn each_edge(operation: &Operation, mut f: impl FnMut(BlockId)) {
    match operation {
        Operation::Br(target) => f(*target),
        Operation::CondBr {
            then, otherwise, ..
        } => {
            f(*then);
            f(*otherwise);
        }
        Operation::Switch { default, cases, .. } => {
            f(*default);
            cases.iter().for_each(|(_, target)| f(*target));
        }
        Operation::IndirectBr { targets, .. } => targets.iter().for_each(|target| f(*target)),
        Operation::Invoke { normal, unwind, .. } => {
            f(*normal);
            f(*unwind);
        }
        _ => {}
    }
}

/// The blocks that a block may go to, each once.
fn successors(body: &Body, block: BlockIndex) -> Vec<BlockIndex> {
    let mut targets: Vec<BlockIndex> = Vec::new();
    let Some(last) = body.blocks[block as usize].instructions.last() else {
        return targets;
    };
    each_edge(&last.operation, |target| targets.push(target.0));
    each_once(&mut targets);
    targets
}

fn reverse_postorder(body: &Body) -> Vec<BlockIndex> {
    draft::reverse_postorder(body.blocks.len(), |block| successors(body, block))
}
