//! The rules for function bodies that types do not tell: where blocks end, which entries
//! phis have, that values are defined before they are used, where exceptions land. What is
//! lowered has passed them; bodies that nothing reaches are not looked at.

mod broken;
mod calls;
mod dominance;

use crate::blocks::{BlockGraph, each_edge};
use crate::draft::BlockIndex;
use broken::Broken;
use dominance::Dominance;
use trailhound_llvm::{BlockId, Body, Instruction, Module, Operation, ReadError, TypeId, Value};

/// Checks a body and gives the graph of its blocks.
pub fn verify(
    module: &Module,
    body: &Body,
    has_personality: bool,
) -> Result<BlockGraph, ReadError> {
    for block in &body.blocks {
        if block.instructions.is_empty() {
            return Err(module.invalid(block.at, "a block with an instruction"));
        }
    }
    let report = |broken: Broken<'_>| module.invalid(broken.instruction.at, broken.expected);
    let rules = Rules {
        body,
        edges: edges_into(body),
    };
    rules.order_in_blocks().map_err(report)?;
    rules.entry().map_err(report)?;
    rules.phis().map_err(report)?;
    rules.landing_pads(has_personality).map_err(report)?;
    calls::check(module, body).map_err(report)?;
    let graph = BlockGraph::of(body);
    Dominance::of(body, &graph).check().map_err(report)?;
    Ok(graph)
}

/// The blocks that edges into each block come from, as often as there are edges, sorted.
fn edges_into(body: &Body) -> Vec<Vec<BlockIndex>> {
    let mut edges = vec![Vec::new(); body.blocks.len()];
    for (from, block) in body.blocks.iter().enumerate() {
        if let Some(last) = block.instructions.last() {
            each_edge(&last.operation, |to| {
                edges[to.index()].push(from as BlockIndex);
            });
        }
    }
    edges
}

fn is_terminator(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Br(_)
            | Operation::CondBr { .. }
            | Operation::Switch { .. }
            | Operation::IndirectBr { .. }
            | Operation::Invoke { .. }
            | Operation::Resume { .. }
            | Operation::Ret(_)
            | Operation::Unreachable
            | Operation::Unread { .. }
    )
}

fn is_phi(instruction: &Instruction) -> bool {
    matches!(instruction.operation, Operation::Phi { .. })
}

struct Rules<'b> {
    body: &'b Body,
    edges: Vec<Vec<BlockIndex>>,
}

impl<'b> Rules<'b> {
    /// Phis come first, then a landing pad if there is one, and the end of a block last.
    fn order_in_blocks(&self) -> Result<(), Broken<'b>> {
        for block in &self.body.blocks {
            let count = block.instructions.len();
            let mut before: Option<&Instruction> = None;
            for (position, instruction) in block.instructions.iter().enumerate() {
                let broken = |expected| {
                    Err(Broken {
                        instruction,
                        expected,
                    })
                };
                let follows_phis = before.is_none_or(is_phi);
                let is_last = position + 1 == count;
                match &instruction.operation {
                    Operation::Phi { .. } if !follows_phis => {
                        return broken("a phi at the start of its block");
                    }
                    Operation::LandingPad { .. } if !follows_phis => {
                        return broken("a landing pad at the start of its block");
                    }
                    operation if is_terminator(operation) && !is_last => {
                        return broken("nothing behind the end of a block");
                    }
                    operation if is_last && !is_terminator(operation) => {
                        return broken("a block that ends in a jump or a return");
                    }
                    _ => before = Some(instruction),
                }
            }
        }
        Ok(())
    }

    fn entry(&self) -> Result<(), Broken<'b>> {
        let expected = "an entry block that no jump leads to";
        match (
            self.edges[0].first(),
            is_phi(&self.body.blocks[0].instructions[0]),
        ) {
            (None, false) => Ok(()),
            (None, true) => Err(Broken {
                instruction: &self.body.blocks[0].instructions[0],
                expected: "an entry block without a phi",
            }),
            (Some(&from), _) => Err(Broken {
                instruction: self.end_of(from),
                expected,
            }),
        }
    }

    fn end_of(&self, block: BlockIndex) -> &'b Instruction {
        let instructions = &self.body.blocks[block as usize].instructions;
        instructions.last().expect("no block is empty")
    }

    /// A phi has an entry for every edge into its block, and one value for each predecessor.
    fn phis(&self) -> Result<(), Broken<'b>> {
        for (block, edges) in self.body.blocks.iter().zip(&self.edges) {
            for instruction in block.instructions.iter().take_while(|i| is_phi(i)) {
                let Operation::Phi { incoming, .. } = &instruction.operation else {
                    break;
                };
                let mut entries: Vec<&(Value, BlockId)> = incoming.iter().collect();
                entries.sort_by_key(|(_, from)| *from);
                let from = entries.iter().map(|(_, from)| from.0);
                let agree =
                    |pair: &[&(Value, BlockId)]| pair[0].1 != pair[1].1 || pair[0].0 == pair[1].0;
                if !from.eq(edges.iter().copied()) || !entries.windows(2).all(agree) {
                    return Err(Broken {
                        instruction,
                        expected: "a phi with one value for each block that leads here",
                    });
                }
            }
        }
        Ok(())
    }

    /// Exceptions land at landing pads and nothing else goes there; all of a function are of
    /// one type, which is also that of what is resumed.
    fn landing_pads(&self, has_personality: bool) -> Result<(), Broken<'b>> {
        let mut exception: Option<TypeId> = None;
        for (number, block) in self.body.blocks.iter().enumerate() {
            let first = block.instructions.iter().find(|i| !is_phi(i));
            let ends = [first, block.instructions.last()];
            for instruction in ends.into_iter().flatten() {
                let broken = |expected| {
                    Err(Broken {
                        instruction,
                        expected,
                    })
                };
                let mut handles = |ty: TypeId| *exception.get_or_insert(ty) == ty;
                match &instruction.operation {
                    Operation::LandingPad { ty, .. } if !handles(*ty) => {
                        return broken("landing pads of one type");
                    }
                    Operation::Resume { ty, .. } if !handles(*ty) => {
                        return broken("a value of the type of the landing pads");
                    }
                    Operation::LandingPad { .. } => {
                        let lands = |from: &BlockIndex| {
                            let end = &self.end_of(*from).operation;
                            matches!(end, Operation::Invoke { normal, unwind, .. }
                                if unwind.index() == number && normal != unwind)
                        };
                        if !self.edges[number].iter().all(lands) {
                            return broken("a landing pad that only exceptions come to");
                        }
                        if !has_personality {
                            return broken("a landing pad in a function with a personality");
                        }
                    }
                    Operation::Invoke { unwind, .. } => {
                        let target = &self.body.blocks[unwind.index()].instructions;
                        let landing = target.iter().find(|i| !is_phi(i));
                        let lands = landing
                            .is_some_and(|i| matches!(i.operation, Operation::LandingPad { .. }));
                        if !lands {
                            return broken("an invoke that unwinds to a landing pad");
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
